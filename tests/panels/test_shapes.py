"""The shapes panel: does the table grow with the input?"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from posviz.panels.shapes import ShapesPanel
from posviz.session import Session
from posviz.state import State
from posviz.widgets.dial import GeometricDial
from posviz.widgets.note import Note
from posviz.widgets.table_view import Cell, TableView

Make = Callable[..., ShapesPanel]


def table_of(panel: ShapesPanel) -> TableView:
    table = panel.findChild(TableView)
    assert table is not None
    return table


def rows(panel: ShapesPanel) -> list[tuple[Cell, ...]]:
    return list(table_of(panel)._rows)


def note_of(panel: ShapesPanel) -> str:
    note = panel.findChild(Note)
    assert note is not None
    return note.text


def effects(panel: ShapesPanel) -> list[str]:
    return [row[3].detail for row in rows(panel)]


def test_the_shapes_of_the_default_sentence() -> None:
    content = ShapesPanel.content(State())
    assert [q.shape for q in content.now.quantities] == [(15, 4), (3, 4), (3, 15), (4,)]
    assert [q.bytes for q in content.now.quantities] == [240, 48, 180, 16]
    assert content.tried.quantities[0].shape == (37_000, 512)


def test_a_longer_text_leaves_the_table_as_it_is(make_panel: Make, session: Session) -> None:
    panel = make_panel(ShapesPanel)
    before = rows(panel)
    assert [cell.text for cell in before[0]][:2] == ["Table E", "15 × 4"]
    assert before[0][1].detail == "240 B"
    session.update(text="the cat sat on the mat " * 10)
    after = rows(panel)
    assert after[0][:3] == before[0][:3]
    assert after[1][1].text == "60 × 4"
    assert after[2][1].text == "60 × 15"
    assert effects(panel) == [
        "unchanged by L",
        "changes with L",
        "changes with L",
        "unchanged by L",
    ]


@pytest.mark.parametrize(
    ("field", "symbol", "changed"),
    [
        ("try_vocabulary", "|V|", [True, False, True, False]),
        ("try_length", "L", [False, True, True, False]),
        ("try_width", "d", [True, True, False, True]),
    ],
)
def test_marks_of_the_dial_in_use_light_up(
    make_panel: Make, session: Session, field: str, symbol: str, changed: list[bool]
) -> None:
    panel = make_panel(ShapesPanel)
    assert not any(mark.lit for row in rows(panel) for mark in row[3].marks)
    before = [row[2].text for row in rows(panel)]
    session.update(**{field: 1000})
    assert [a != row[2].text for a, row in zip(before, rows(panel), strict=True)] == changed
    assert [text.startswith("changes") for text in effects(panel)] == changed
    assert all(text.endswith(symbol) for text in effects(panel))
    lit = [[m.text for m in row[3].marks if m.on and m.lit] for row in rows(panel)]
    assert lit == [[symbol] if yes else [] for yes in changed]


def test_note_answers_the_question_in_words(make_panel: Make) -> None:
    panel = make_panel(ShapesPanel)
    assert "a longer text never makes the table larger" in note_of(panel)
    assert "float32" in note_of(panel)


def test_dials_change_only_what_is_tried(make_panel: Make, session: Session, qtbot: QtBot) -> None:
    panel = make_panel(ShapesPanel)
    dials = panel.findChildren(GeometricDial)
    before = session.state
    for dial in dials:
        qtbot.keyClick(dial.slider, Qt.Key.Key_End)
    state = session.state
    assert (state.try_vocabulary, state.try_length, state.try_width) == (100_000, 100_000, 12_288)
    assert state == before.with_changes(
        try_vocabulary=100_000, try_length=100_000, try_width=12_288
    )
    assert rows(panel)[2][2].text.replace("\u202f", " ") == "100 000 × 100 000"
    assert rows(panel)[2][2].detail == "37.3 GiB"


def test_a_drag_of_a_dial_is_one_undo_step(
    make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    panel = make_panel(ShapesPanel)
    slider = panel.findChildren(GeometricDial)[1].slider
    before = session.state
    share = slider.value() / slider.maximum()
    start = QPoint(round(7 + share * (slider.width() - 14)), slider.height() // 2)
    qtbot.mousePress(slider, Qt.MouseButton.LeftButton, pos=start)
    for step in (5, 10, 20):
        qtbot.mouseMove(slider, start + QPoint(step, 0))
    qtbot.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=start + QPoint(20, 0))
    assert session.state.try_length > before.try_length
    session.undo()
    assert session.state == before
    assert not session.can_undo


def test_numbers_hold_both_groups() -> None:
    numbers = ShapesPanel.numbers(ShapesPanel.content(State(text="")))
    assert numbers.header == ("group", "quantity", "rows", "columns", "bytes")
    table = list(numbers.rows)
    assert table[0] == ("now", "E", 15, 4, 240)
    assert table[1] == ("now", "X", 0, 4, 0)
    assert table[3] == ("now", "d", 1, 4, 16)
    assert table[4] == ("try", "E", 37_000, 512, 37_000 * 512 * 4)
    assert numbers.array.dtype == np.int64
    assert numbers.array.tolist() == [list(row[2:]) for row in table]


def test_hovering_a_row_reads_it_out(make_panel: Make, qtbot: QtBot) -> None:
    panel = make_panel(ShapesPanel)
    with qtbot.waitSignal(panel.readout) as readout:
        qtbot.keyClick(table_of(panel), Qt.Key.Key_Home)
    assert readout.args is not None
    assert readout.args[0].startswith("Table E: 15 × 4 = 60, 240 B")
