"""The fusion panel: x + p = z, worked out by hand and against 60-digit arithmetic."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QSizeF, Qt
from PySide6.QtWidgets import QCheckBox, QWidget
from pytestqt.qtbot import QtBot

from posviz.export import write_numbers
from posviz.panels.fusion import FusionPanel
from posviz.panels.fusion_words import sum_text
from posviz.session import Session
from posviz.state import State
from posviz.state_fields import MAX_LENGTH
from posviz.widgets.note import Note
from posviz.widgets.row_heatmaps import RowHeatmaps
from posviz.widgets.sum_strip import SumStrip
from posviz.widgets.theme import look

ORACLE: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "data" / "positional_oracle.json").read_text(encoding="utf-8")
)
Make = Callable[..., FusionPanel]
View = TypeVar("View", bound=QWidget)


def at(text: str, position: int, **changes: Any) -> State:
    return State().with_changes(text=text, **changes).with_changes(position=position)


def notes(panel: FusionPanel) -> str:
    return " ".join(note.text for note in panel.findChildren(Note) if note.isVisibleTo(panel))


def child(panel: FusionPanel, kind: type[View]) -> View:
    found = panel.findChild(kind)
    assert isinstance(found, kind)
    return found


def over_column(panel: FusionPanel, column: int) -> tuple[SumStrip, QPoint]:
    strip = child(panel, SumStrip)
    frame = strip.cells_frame(QSizeF(strip.size()), look())
    x = frame.left() + (column + 0.5) * frame.width() / strip.columns
    return strip, QPoint(round(x), round(strip.row_tops(look())[1] + 10))


# --- content --------------------------------------------------------------------------------


@pytest.mark.parametrize("scale", [False, True])
def test_one_word_three_times_gets_three_positions_and_not_one_for_all(scale: bool) -> None:
    content = FusionPanel.content(State().with_changes(text="cat cat cat", scale=scale))
    layer = content.rows(0, 3)
    by_hand = [
        [0.0, 1.0, 0.0, 1.0],
        [0.8414709848, 0.5403023059, 0.0099998333, 0.9999500004],
        [0.9092974268, -0.4161468365, 0.0199986667, 0.9998000067],
    ]
    assert np.allclose(layer.Z - layer.X, by_hand, rtol=0, atol=1e-9)
    assert layer.X[0].tolist() == layer.X[1].tolist() == layer.X[2].tolist()


def test_sixteen_words_at_width_sixteen_are_not_transposed() -> None:
    content = FusionPanel.content(State().with_changes(table="toy16", text=" ".join(["cat"] * 16)))
    layer = content.rows(0, 16)
    added = layer.Z - layer.X
    assert added[1, 0] == pytest.approx(0.8414709848, abs=1e-9)
    assert added[0, 1] == pytest.approx(1.0, abs=1e-12)
    assert added[15, 0] == pytest.approx(math.sin(15), abs=1e-12)


def test_same_word_twice_has_the_same_x_another_p_and_another_z() -> None:
    first, second = (FusionPanel.content(at("the cat on the mat", p)) for p in (0, 3))
    assert first.token == second.token == "the"
    assert first.x.tolist() == second.x.tolist() == [-0.03, -0.98, 0.42, -0.17]
    assert first.p.tolist() != second.p.tolist()
    assert first.z.tolist() != second.z.tolist()


def test_the_row_of_the_sentence_is_the_sum_of_the_selected_word() -> None:
    content = FusionPanel.content(at("the cat sat", 2, scale=True))
    layer = content.rows(2, 3)
    for one, many in ((content.x, layer.X), (content.p, layer.P), (content.z, layer.Z)):
        assert one.tolist() == many[0].tolist()


def test_scaling_multiplies_x_alone_by_the_root_of_its_width() -> None:
    content = FusionPanel.content(at("the cat sat", 1, scale=True))
    assert content.word.tolist() == [0.90, 0.72, -0.35, 0.10]
    assert content.x.tolist() == [1.80, 1.44, -0.70, 0.20]
    assert content.p[0] == pytest.approx(0.8414709848, abs=1e-9)
    assert content.z[0] == pytest.approx(1.80 + 0.8414709848, abs=1e-9)


def test_p_agrees_with_60_digit_arithmetic() -> None:
    tables = {4: "toy4", 16: "toy16"}
    cases = [c for c in ORACLE["sinusoidal"] if c["d"] in tables and c["pos"] < MAX_LENGTH]
    assert len(cases) >= 18
    for case in cases:
        state = State().with_changes(
            table=tables[case["d"]], length=MAX_LENGTH, position=case["pos"], base=case["base"]
        )
        found = FusionPanel.content(state).p[case["dim"]]
        assert found == pytest.approx(float(case["value"]), rel=0, abs=1e-9), case


def test_p_in_the_halves_layout_has_sines_first() -> None:
    p = FusionPanel.content(at("the cat sat", 2, layout="halves")).p
    by_hand = [math.sin(2), math.sin(0.02), math.cos(2), math.cos(0.02)]
    assert p.tolist() == pytest.approx(by_hand, abs=1e-12)


def test_unknown_word_has_p_and_nothing_else() -> None:
    content = FusionPanel.content(at("the cat sat on the mat", 5))
    assert content.token == "mat"
    assert not content.known
    assert np.isnan(content.x).all()
    assert np.isnan(content.z).all()
    assert content.p[0] == pytest.approx(math.sin(5), abs=1e-12)
    assert "no z" in sum_text(content, 0)


@pytest.mark.parametrize("table", ["toy4", "toy16"])
def test_empty_sentence_has_no_rows(table: str) -> None:
    content = FusionPanel.content(State().with_changes(text="", table=table))
    assert content.rows(0, 0).Z.shape == (0, content.d)
    assert np.isfinite(content.z).all()


def test_numbers_are_the_rows_x_p_z(tmp_path: Path) -> None:
    content = FusionPanel.content(at("the cat sat", 1, scale=True))
    numbers = FusionPanel.numbers(content)
    assert numbers.array.shape == (3, 4)
    assert numbers.array[2].tolist() == (numbers.array[0] + numbers.array[1]).tolist()
    assert numbers.array[0].tolist() == [1.80, 1.44, -0.70, 0.20]
    path = tmp_path / "fusion.csv"
    write_numbers(path, numbers)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "row,dimension 0,dimension 1,dimension 2,dimension 3"
    assert lines[1] == "x,1.8,1.44,-0.7,0.2"
    assert [line[0] for line in lines[1:]] == ["x", "p", "z"]


def test_numbers_of_an_unknown_word_are_empty_cells(tmp_path: Path) -> None:
    content = FusionPanel.content(at("mat", 0))
    numbers = FusionPanel.numbers(content)
    assert np.isnan(numbers.array[[0, 2]]).all()
    path = tmp_path / "fusion.csv"
    write_numbers(path, numbers)
    assert path.read_text(encoding="utf-8").splitlines()[1:] == [
        "x,,,,",
        "p,0.0,1.0,0.0,1.0",
        "z,,,,",
    ]


# --- the sum in words -----------------------------------------------------------------------


def test_the_sum_is_written_with_its_numbers() -> None:
    plain = FusionPanel.content(at("the cat sat", 1))
    assert sum_text(plain, 2) == "dimension 2: −0.3500 + 0.0100 = −0.3400"
    assert sum_text(plain, 0) == "dimension 0: 0.9000 + 0.8415 = 1.7415"
    scaled = FusionPanel.content(at("the cat sat", 1, scale=True))
    assert sum_text(scaled, 2) == "dimension 2: √4 · (−0.3500) + 0.0100 = −0.6900"


def test_a_negative_p_stands_in_brackets() -> None:
    content = FusionPanel.content(at("the cat sat", 2))
    assert sum_text(content, 1) == "dimension 1: 0.0900 + (−0.4161) = −0.3261"


@pytest.mark.parametrize("table", ["toy4", "toy16"])
@pytest.mark.parametrize("scale", [False, True])
def test_an_equals_sign_stands_only_where_the_written_numbers_add_up(
    table: str, scale: bool
) -> None:
    for position in range(40):
        state = State().with_changes(table=table, text=" ".join(["cat"] * 40), scale=scale)
        content = FusionPanel.content(state.with_changes(position=position))
        for column in range(content.d):
            text = sum_text(content, column).replace("−", "-")
            left, equals, right = text.partition(": ")[2].rpartition(" = ")
            assert equals, text
            factor = 1.0
            if scale:
                root, left = left.split(" · ", 1)
                factor = math.sqrt(int(root.removeprefix("√")))
            x, p = (float(part.strip("()")) for part in left.split(" + "))
            assert factor * x + p == pytest.approx(float(right), abs=1e-9), text


# --- the panel ------------------------------------------------------------------------------


def test_heading_names_the_space_and_the_scaling(make_panel: Make, session: Session) -> None:
    panel = make_panel(FusionPanel)
    assert panel.heading(panel.content(session.state)) == "Fusion · z = x + p · ℝ⁴"
    session.update(table="toy16", scale=True)
    assert panel.heading(panel.content(session.state)) == "Fusion · z = √d · x + p · ℝ¹⁶"


def test_clicking_a_column_selects_the_dimension(
    make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    panel = make_panel(FusionPanel)
    strip, place = over_column(panel, 2)
    with qtbot.waitSignal(session.changed):
        qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, pos=place)
    assert session.state.dimension == 2


def test_a_column_that_the_positional_table_lacks_is_not_selected(
    make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    session.update(width=2, dimension=1)
    panel = make_panel(FusionPanel)
    strip, place = over_column(panel, 3)
    with qtbot.waitSignal(strip.activated):
        qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, pos=place)
    assert session.state.dimension == 1
    assert "2 wide; this sum needs d = 4" in notes(panel)


def test_pointing_at_a_column_writes_its_sum_below_and_in_the_readout(
    make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    panel = make_panel(FusionPanel)
    strip, place = over_column(panel, 2)
    assert strip.caption.startswith("dimension 0: ")
    with qtbot.waitSignal(panel.readout) as told:
        qtbot.mouseMove(strip, place)
    assert told.args == ["dimension 2: −0.3500 + 0.0100 = −0.3400"]
    assert strip.caption == told.args[0]
    with qtbot.waitSignal(panel.readout) as told:
        qtbot.mouseMove(strip, QPoint(2, place.y()))
    assert told.args == [""]
    assert strip.caption.startswith("dimension 0: ")


def test_keys_move_dimension_and_position(make_panel: Make, session: Session, qtbot: QtBot) -> None:
    panel = make_panel(FusionPanel)
    strip = child(panel, SumStrip)
    qtbot.keyClick(strip, Qt.Key.Key_Right)
    qtbot.keyClick(strip, Qt.Key.Key_Right)
    assert session.state.dimension == 2
    qtbot.keyClick(strip, Qt.Key.Key_Left)
    assert session.state.dimension == 1
    qtbot.keyClick(strip, Qt.Key.Key_Down)
    assert (session.state.position, session.state.token) == (2, "sat")
    for _ in range(4):
        qtbot.keyClick(strip, Qt.Key.Key_Up)
    assert (session.state.position, session.state.token) == (0, "the")


def test_the_last_position_is_not_passed(make_panel: Make, session: Session, qtbot: QtBot) -> None:
    session.update(length=4, position=3)
    panel = make_panel(FusionPanel)
    strip = child(panel, SumStrip)
    qtbot.keyClick(strip, Qt.Key.Key_Down)
    assert session.state.position == 3


def test_the_switch_scales(make_panel: Make, session: Session, qtbot: QtBot) -> None:
    panel = make_panel(FusionPanel)
    switch = child(panel, QCheckBox)
    assert not switch.isChecked()
    with qtbot.waitSignal(session.changed):
        switch.click()
    assert session.state.scale
    assert "√4 = 2" in notes(panel)
    session.undo()
    assert not switch.isChecked()


def test_clicking_a_row_selects_its_position(
    make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    panel = make_panel(FusionPanel, height=700)
    rows = child(panel, RowHeatmaps)
    with qtbot.waitSignal(session.changed):
        qtbot.mouseClick(rows, Qt.MouseButton.LeftButton, pos=rows.row_frame_now(2).center())
    assert (session.state.position, session.state.token) == (2, "sat")


def test_pointing_at_a_cell_of_the_sentence_tells_its_three_numbers(
    make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    panel = make_panel(FusionPanel, height=700)
    rows = child(panel, RowHeatmaps)
    frame = rows.table_frames(QSizeF(rows.size()), look())[1]
    place = QPoint(round(frame.left() + 0.6 * frame.width()), rows.row_frame_now(1).center().y())
    with qtbot.waitSignal(panel.readout) as told:
        qtbot.mouseMove(rows, place)
    assert told.args == ["position 1 · cat · dimension 2: x −0.3500, p +0.0100, z −0.3400"]


def test_a_word_that_is_not_at_the_position_is_said_to_be_shown_as_if(
    make_panel: Make, session: Session
) -> None:
    session.update(token="king")
    panel = make_panel(FusionPanel)
    assert "**king** is not in the sentence; shown as if at position 1." in notes(panel)
    session.update(position=40)
    assert "shown as if at position 40." in notes(panel)


def test_an_unknown_word_is_explained(make_panel: Make, session: Session) -> None:
    session.update(text="the mat", position=1)
    panel = make_panel(FusionPanel)
    assert "**mat** is not in this vocabulary" in notes(panel)
    assert "√" not in notes(panel)


def test_an_empty_sentence_says_what_to_do_next(make_panel: Make, session: Session) -> None:
    session.update(text="")
    panel = make_panel(FusionPanel)
    assert not child(panel, RowHeatmaps).isVisibleTo(panel)
    assert "Type one in the bar above" in notes(panel)
    session.update(text="cat")
    assert child(panel, RowHeatmaps).isVisibleTo(panel)


def test_a_word_that_stands_twice_is_pointed_out(make_panel: Make, session: Session) -> None:
    session.update(text="the cat on the mat", position=3)
    assert "**the** stands at 2 places" in notes(make_panel(FusionPanel))


def test_what_the_model_makes_of_a_word_at_two_places(make_panel: Make, session: Session) -> None:
    session.update(table="minilm", text="so the cat sat on the mat", position=1)
    assert "0.935** in E + P, **0.872** after" in notes(make_panel(FusionPanel))
    session.update(position=5)
    assert "at positions 5 and 1" in notes(make_panel(FusionPanel))


@pytest.mark.parametrize(
    ("table", "text", "position"),
    [
        ("toy16", "the cat on the mat", 0),  # this table has no learned positions
        ("minilm", "the cat on a mat", 0),  # the word stands once
        ("minilm", "the cat on a mat", 60),  # the word does not stand there
        ("minilm", "naïve \u4e2d \u4e2d", 1),  # no row of E
        ("minilm", "the " + "a " * 511 + "the", 0),  # its other place has no row
        ("minilm", "", 0),
    ],
)
def test_without_two_rows_of_the_model_there_is_nothing_to_say(
    make_panel: Make, session: Session, table: str, text: str, position: int
) -> None:
    session.update(table=table, text=text, position=position)
    assert FusionPanel.content(session.state).in_model is None
    assert "In the model itself" not in notes(make_panel(FusionPanel))
