"""The shift panel: M_k on one row and on all, the lone sine, and the learned rows."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from posviz.panels import shift_words
from posviz.panels.shift import ShiftPanel
from posviz.session import Session
from posviz.state import State
from posviz.widgets.note import Note
from posviz.widgets.number_box import NumberBox
from posviz.widgets.rotation_blocks import RotationBlocks
from posviz.widgets.sum_strip import SumStrip
from posviz.widgets.table_view import TableView

Make = Callable[..., ShiftPanel]


def texts(panel: ShiftPanel) -> str:
    return " ".join(note.text for note in panel.findChildren(Note))


def box(panel: ShiftPanel, name: str) -> NumberBox:
    return next(b for b in panel.findChildren(NumberBox) if b.accessibleName() == name)


def rows(panel: ShiftPanel) -> SumStrip:
    strip = panel.findChild(SumStrip)
    assert strip is not None
    return strip


def row(p: int) -> list[float]:
    return [math.sin(p), math.cos(p), math.sin(p / 100), math.cos(p / 100)]


def test_the_three_rows_by_hand() -> None:
    content = ShiftPanel.content(State().with_changes(width=4, position=2, shift=3))
    assert content.rows[0] == pytest.approx(row(2), abs=1e-15)
    assert content.rows[1] == pytest.approx(row(5), abs=1e-14)
    assert content.rows[2] == pytest.approx(row(5), abs=1e-15)
    assert content.angles.tolist() == [3.0, 0.03]
    assert content.lone is None


def test_the_difference_shown_is_that_of_the_rows_shown() -> None:
    content = ShiftPanel.content(State().with_changes(width=512, position=60, shift=-17))
    assert content.here.paired == np.abs(content.rows[1] - content.rows[2]).max() > 0
    assert content.everywhere.paired >= content.here.paired
    assert content.everywhere.positions == 64
    assert f"**{shift_words.size_of(content.here.paired)}**" in shift_words.differences(content)


def test_zero_is_claimed_only_where_it_is() -> None:
    assert shift_words.size_of(0.0) == "exactly 0"
    assert shift_words.size_of(1.1e-16) == "1.1 × 10⁻¹⁶"
    still = ShiftPanel.content(State().with_changes(shift=0))
    assert "exactly 0" in shift_words.differences(still)
    assert "the identity" in shift_words.contrast_opening(still)


@pytest.mark.parametrize(("layout", "dimension"), [("interleaved", 4), ("halves", 2)])
def test_a_lone_sine_is_said_to_be_missed(layout: str, dimension: int) -> None:
    content = ShiftPanel.content(State().with_changes(width=5, layout=layout, position=2, shift=40))
    w = 10_000 ** (-4 / 5)
    missed = abs(math.sin(40 * w) * math.cos(2 * w))
    assert content.lone == dimension
    assert content.here.lone == pytest.approx(missed)
    assert content.here.paired < 1e-14
    words = shift_words.lone(content)
    assert f"dimension {dimension} is a sine" in words
    assert f"**{shift_words.size_of(missed)}** here" in words
    assert shift_words.lone(ShiftPanel.content(State())) == ""


def test_a_long_table_says_how_many_positions_were_computed() -> None:
    content = ShiftPanel.content(State().with_changes(length=1_000_000, width=64))
    assert content.everywhere.positions == 65_536
    assert "65\u202f536 positions spread over 1\u202f000\u202f000" in shift_words.differences(
        content
    )


def test_another_position_takes_no_time_and_another_shift_may() -> None:
    state = State().with_changes(shift=41, base=123.0)
    assert ShiftPanel.takes_long(state)
    ShiftPanel.content(state)
    assert not ShiftPanel.takes_long(state.with_changes(position=9, dimension=3))
    assert ShiftPanel.takes_long(state.with_changes(shift=-41))


@pytest.mark.parametrize("layout", ["interleaved", "halves"])
def test_a_sum_is_written_out_and_right(layout: str) -> None:
    content = ShiftPanel.content(State().with_changes(width=7, layout=layout, position=3, shift=5))
    for dimension in range(7):
        total = sum(factor * number for factor, number in content.parts_of(dimension))
        assert total == pytest.approx(content.rows[1, dimension], abs=1e-15)
    three = ShiftPanel.content(State().with_changes(position=1, shift=1))
    assert shift_words.sum_text(three, 0) == "dim 0: (+0.540 × +0.841) + (+0.841 × +0.540) = +0.909"
    assert shift_words.sum_text(three, 1) == "dim 1: (−0.841 × +0.841) + (+0.540 × +0.540) = −0.416"


def test_an_entry_of_the_matrix_is_explained() -> None:
    content = ShiftPanel.content(State().with_changes(width=4, shift=1))
    assert shift_words.entry(content, 1, 0).endswith(
        "column dim 0: −sin(k · w) = −sin(1.000) = −0.841471"
    )
    assert shift_words.entry(content, 0, 0).endswith("cos(k · w) = cos(1.000) = +0.540302")
    assert shift_words.entry(content, 0, 3) == "row dim 0, column dim 3: 0, two different pairs"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"position": 2, "shift": -3}, "Position −1 lies before the first"),
        ({"position": 63, "shift": 1}, "Position 64 lies beyond the table"),
        ({"position": 62, "shift": 1}, ""),
        ({"position": 3, "shift": -3}, ""),
    ],
)
def test_a_place_outside_the_table_is_named(changes: dict[str, int], words: str) -> None:
    shown = shift_words.place(ShiftPanel.content(State().with_changes(**changes)))
    assert shown.startswith(words)
    assert bool(shown) == bool(words)


def test_the_numbers_hold_the_rotations_and_the_rows() -> None:
    content = ShiftPanel.content(State().with_changes(width=5, layout="halves", shift=2))
    numbers = ShiftPanel.numbers(content)
    assert numbers.array.shape == (5, 8)
    assert numbers.header[-3:] == ("PE(p)", "M_k PE(p)", "PE(p+k)")
    assert [row[:2] for row in numbers.rows] == [[0, 0], [1, 1], [2, 2], [3, 0], [4, 1]]
    assert numbers.array[3, 2:5] == pytest.approx([2, math.cos(2), math.sin(2)])
    assert np.array_equal(numbers.array[:, 5:].T, content.rows)


def test_k_and_p_are_set_and_reset(make_panel: Make, session: Session, qtbot: QtBot) -> None:
    panel = make_panel(ShiftPanel)
    box(panel, "Shift k").setValue(-7)
    assert session.state.shift == -7
    box(panel, "Position p").setValue(9)
    assert session.state.position == 9
    assert "k = −7" in texts(panel)
    assert panel.heading(panel.content(session.state)) == "Shift · k = −7, position 9 → 2"
    reset = panel.findChild(QPushButton)
    assert reset is not None
    qtbot.mouseClick(reset, Qt.MouseButton.LeftButton)
    assert (session.state.shift, session.state.position) == (1, 9)


def test_keys_reach_pair_dimension_and_position(
    make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    panel = make_panel(ShiftPanel)
    matrix = panel.findChild(RotationBlocks)
    assert matrix is not None
    qtbot.keyClick(matrix, Qt.Key.Key_Right)
    assert session.state.pair == 1
    qtbot.keyClick(rows(panel), Qt.Key.Key_Right)
    assert session.state.dimension == 3
    assert rows(panel).caption.startswith("dim 3:")
    qtbot.keyClick(rows(panel), Qt.Key.Key_Down)
    assert session.state.position == 2
    for _ in range(4):
        qtbot.keyClick(rows(panel), Qt.Key.Key_Up)
    assert session.state.position == 0


def test_a_dimension_lit_elsewhere_is_lit_and_written_out(
    make_panel: Make, session: Session
) -> None:
    panel = make_panel(ShiftPanel)
    session.point_at(dimension=5)
    assert rows(panel).hover == 5
    assert rows(panel).caption.startswith("dim 5:")
    session.point_at()
    assert rows(panel).caption.startswith("dim 0:")


def test_the_fit_over_learned_rows_is_tabled(make_panel: Make, session: Session) -> None:
    panel = make_panel(ShiftPanel)
    table = panel.findChild(TableView)
    assert table is not None
    cells = {row[0].text: row[2].text for row in table._rows}
    assert cells["learned: fitted"] == "0.29"
    assert cells["learned: fitted, damped"] == "0.18"
    assert cells["learned: row p as it is"] == "0.55"
    assert "10⁻¹" in cells["sines: fitted"]
    assert "256 even positions" in texts(panel)
    session.update(shift=400)
    assert not table.isVisibleTo(panel)
    assert "at least 64 are needed" in texts(panel)


def test_width_one_has_nothing_to_turn(make_panel: Make, session: Session) -> None:
    session.update(width=1, pairs=())
    panel = make_panel(ShiftPanel)
    assert "no rotation" in texts(panel)
    assert "sine without its cosine" in texts(panel)
    assert "The same M_k" not in texts(panel)
