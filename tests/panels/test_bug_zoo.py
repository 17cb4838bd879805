"""The bug zoo: what it finds and says of every mistake, and what can be done in it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any, get_args

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtWidgets import QApplication, QComboBox, QPushButton
from pytestqt.qtbot import QtBot

from posviz.model.positional.bugs import BugName
from posviz.panels import bug_zoo_words as words
from posviz.panels.bug_zoo import BugZooPanel
from posviz.panels.bug_zoo_content import BugZoo, OverOffset, takes_long
from posviz.session import Hover, Session
from posviz.state import State
from posviz.widgets.note import Note
from posviz.widgets.offset_curve import OffsetCurve
from posviz.widgets.table_pictures import TablePictures
from tests.laying_out import lay_out

Make = Callable[..., BugZooPanel]


def content(**changes: Any) -> BugZoo:
    return BugZooPanel.content(State().with_changes(**changes))


def cells(shown: BugZoo) -> list[list[str]]:
    return [[cell.text for cell in row] for row in words.table(shown)[1]]


def tables(panel: BugZooPanel) -> TablePictures:
    found = panel.findChild(TablePictures)
    assert found is not None
    lay_out(panel)  # the notes have their height, all else its place
    return found


def test_the_table_of_tell_tales() -> None:
    rows = cells(content(position=3))
    assert rows[0] == ["flat columns", "20 of 64", "42 of 64"]
    assert rows[3][2] == "pos 1, dim 1"
    assert rows[5] == ["pos 3, dim 0", "+0.1411", "+0.1411"]  # sin 3
    assert cells(content(bug="halves"))[4][2] == "unchanged"
    assert cells(content(bug="none"))[1:4] == [
        ["cells that are wrong", "—", "0.00 %"],
        ["largest difference", "—", "exactly 0"],
        ["first wrong cell", "—", "none"],
    ]
    rows = cells(content(bug="ladder", width=2))
    assert [row[2] for row in rows] == [
        *("0 of 2", "100 %", "NaN", "pos 0, dim 0", "NaN", "NaN"),
    ]


def test_what_does_not_show_at_this_size_is_said_with_what_to_do() -> None:
    assert "Set L above 2049" in words.verdict(content(bug="float16", length=2049))
    assert cells(content(bug="float16", length=2050))[3][2] == "pos 2049, dim 0"
    assert "Set L above 257" in words.verdict(content(bug="bfloat16", length=257))
    assert cells(content(bug="bfloat16", length=258))[3][2] == "pos 257, dim 0"
    assert "Choose an odd d" in words.verdict(content(bug="odd"))
    assert "finds nothing" in words.verdict(content(bug="odd", width=5))
    assert "a test there finds it" in words.verdict(content(bug="halves"))
    assert words.verdict(content(bug="none")) == ""


def test_large_tables_are_compared_as_far_as_said() -> None:
    state = State().with_changes(length=1_000_000, width=12_288, position=999_999, bug="own")
    assert takes_long(state)
    shown = BugZooPanel.content(state)
    assert takes_long(state)  # even the products of one row
    assert shown.compared == 170
    assert "first 170 of 1\u202f000\u202f000 positions" in words.limits(shown)
    right, wrong = shown.values_at(999_999, 1)
    assert right == pytest.approx(np.cos(999_999.0))
    assert wrong == pytest.approx(np.cos(999_999 * 10_000 ** (-1 / 12_288)), abs=1e-6)
    assert words.limits(content()) == ""


def test_another_position_in_tables_that_are_there_is_shown_at_once() -> None:
    state = State().with_changes(length=3000, bug="integer")
    assert takes_long(state)
    BugZooPanel.content(state)
    assert not takes_long(state.with_changes(position=99))


@pytest.mark.parametrize("bug", get_args(BugName))
def test_every_bug_has_a_name_words_and_a_test(
    bug: BugName, make_panel: Make, session: Session
) -> None:
    panel = make_panel(BugZooPanel)
    session.update(bug=bug)
    text = [note.text for note in panel.findChildren(Note)]
    assert any("assert " in part for part in text)
    assert words.name_of(bug) in panel.heading(panel.content(session.state))
    assert "**" not in panel.summary(panel.content(session.state))


def test_the_file_holds_both_tables() -> None:
    numbers = BugZooPanel.numbers(content(bug="ladder", width=2, length=3))
    assert numbers.array.shape == (2, 3, 2)
    assert list(islice(numbers.rows, 2)) == [(0, 0, 0.0, ""), (0, 1, 1.0, "")]


def test_a_cell_is_selected_and_pointed_at(
    make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    panel = make_panel(BugZooPanel, 900, 800)
    view = tables(panel)
    said: list[str] = []
    panel.readout.connect(said.append)
    told: list[Hover] = []
    session.hovered.connect(told.append)
    at = QPoint(view.width() - 3, view.height() // 2)
    cell = view.cell_at(at.toPointF())
    qtbot.mouseMove(view, at)
    assert cell[0] == 1
    assert (told[-1].position, told[-1].dimension) == cell[1:]
    assert said[-1].startswith(f"pos {cell[1]}, dim {cell[2]}: right ")
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=at)
    assert (session.state.position, session.state.dimension) == cell[1:]
    qtbot.keyClick(view, Qt.Key.Key_Home)
    assert session.state.dimension == 0


def test_the_choice_and_reset(make_panel: Make, session: Session, qtbot: QtBot) -> None:
    panel = make_panel(BugZooPanel)
    choice = panel.findChild(QComboBox)
    assert choice is not None
    choice.setFocus()
    qtbot.keyClick(choice, Qt.Key.Key_End)
    assert session.state.bug == "odd"
    session.update(width=3, base=2.0, length=500)
    reset = next(b for b in panel.findChildren(QPushButton) if b.text() == "Reset")
    qtbot.mouseClick(reset, Qt.MouseButton.LeftButton)
    start = State()
    for name in ("bug", "width", "base", "length"):
        assert getattr(session.state, name) == getattr(start, name)


# The curves


def test_both_curves_against_loops() -> None:
    # d = 4, base 100: doubled has the frequencies 1, 1/√10, 1/10 … of the columns.
    shown = content(bug="doubled", width=4, base=100.0, length=20, position=3, offset=5)

    def product(wrong: bool, i: int, j: int) -> float:
        total = 0.0
        for column in range(4):
            w = 100 ** (-2 * column / 4) if wrong else 100 ** (-2 * (column // 2) / 4)
            turn = np.cos if column % 2 else np.sin
            total += float(turn(i * w) * turn(j * w))
        return total / 2

    for wrong, curve in ((False, shown.right_curve), (True, shown.wrong_curve)):
        each = [product(wrong, 3, 3 + offset) for offset in range(-3, 17)]
        assert curve.means(np.arange(-3, 17), 1) == pytest.approx(each, abs=1e-12)
        assert curve.means([-3, 4], 7) == pytest.approx([np.mean(each[:7]), np.mean(each[7:14])])
        assert np.isnan(curve.means([-4, 17], 1)).all()  # outside the table
    text = words.offset_text(shown, 5)
    assert text.startswith("pos 3 with pos 8, offset +5: right ")
    assert f"{product(True, 3, 8):+.6f}".replace("-", "−") in text
    assert shown.similarity == pytest.approx(
        max(abs(product(True, 3, q) - product(False, 3, q)) for q in range(20))
    )
    assert words.curve_title(shown).endswith(words.similarity(shown))


def test_means_leave_out_what_is_no_number() -> None:
    curve = OverOffset(np.array([1.0, np.nan, 3.0, np.nan]), 1)
    assert curve.means([-1, 1], 2).tolist() == [1, 3]
    assert np.isnan(curve.means([0, 2], 1)).all()
    nothing = content(bug="ladder", width=2).wrong_curve
    assert np.isnan(nothing.means([0, 1], 1)).all()


def test_the_offset_is_chosen_on_the_curve_and_linked(
    make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    session.update(position=30)
    panel = make_panel(BugZooPanel, 1000, 800)
    curve = panel.findChild(OffsetCurve)
    assert curve is not None
    qtbot.keyClick(curve, Qt.Key.Key_Right)
    assert session.state.offset == 6
    qtbot.keyClick(curve, Qt.Key.Key_Home)
    assert session.state.offset == -30
    session.update(offset=12)
    assert "offset +12" in curve.accessibleDescription()
    told: list[Hover] = []
    said: list[str] = []
    session.hovered.connect(told.append)
    panel.readout.connect(said.append)
    lay_out(panel)
    qtbot.mouseMove(curve, QPoint(round(curve.axis().middle(63 - 30 + 3)), 60))
    assert told[-1].position == 3
    assert said[-1].startswith("pos 30 with pos 3, offset −27: right ")
    qtbot.mouseMove(panel, QPoint(2, 2))
    QApplication.sendEvent(curve, QEvent(QEvent.Type.Leave))
    before = curve.grab().toImage()
    session.point_at(position=50)
    assert curve.grab().toImage() != before


def test_only_positions_of_the_table_fill_the_plot_at_first(
    make_panel: Make, session: Session
) -> None:
    panel = make_panel(BugZooPanel, 1000, 800)
    curve = panel.findChild(OffsetCurve)
    assert curve is not None
    for position in (0, 1, 63):
        session.update(position=position)
        assert curve.sight.first == 63 - position if position < 63 else curve.sight.first == 0
        assert curve.sight.span == 64
    curve.show_whole()
    session.update(offset=9)
    assert curve.sight.is_whole  # what the user looks at stays while the row is the same
    session.update(bug="float16", length=80_000, position=79_999)  # infinite from 65 520 on
    assert not panel.grab().isNull()


def test_all_fits_beside_the_lesson_in_a_small_window(make_panel: Make, session: Session) -> None:
    panel = make_panel(BugZooPanel, 1078, 572)
    for bug in ("doubled", "none", "float16"):
        session.update(bug=bug)
        lay_out(panel)
        assert panel.scroll_area.verticalScrollBar().maximum() == 0, bug


def test_the_table_keeps_room_for_its_longest_cell_and_no_more() -> None:
    columns, rows = words.table(content(bug="doubled"))
    widest = columns[2].widest
    assert widest == "pos 999\u202f999, dim 12\u202f287"
    assert all(len(row[2].text) <= len(widest) for row in rows)
