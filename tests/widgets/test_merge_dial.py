"""The dial on the curve: every number of merges in reach, by pointer and by keys."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from posviz.widgets.merge_dial import DialMark, MergeDial, stops

PAPER = 36_744


@pytest.fixture
def dial(qtbot: QtBot) -> MergeDial:
    dial = MergeDial(50_000, (0, 256, 5_000, 50_000), (DialMark(PAPER, "the paper"),))
    qtbot.addWidget(dial)

    def lengths(counts: NDArray[np.int64]) -> NDArray[np.int64]:
        return 1_000 - counts // 100

    dial.set_curve(lengths)
    dial.show_value(5_000)
    dial.resize(500, dial.sizeHint().height())
    dial.show()
    return dial


def x_of(dial: MergeDial, count: int) -> QPoint:
    return QPoint(round(dial.place_of(count).x()), dial.height() // 2)


def test_stops_go_from_none_to_all_in_steps_that_grow() -> None:
    found = stops(50_000)
    assert (found[0], found[-1]) == (0, 50_000)
    assert list(found) == sorted(set(found))
    steps = [b - a for a, b in pairwise(found)]
    assert max(steps) <= 700
    assert max(steps[:20]) < 100
    assert all(stop % 100 == 0 for stop in found if stop > 1_000)


def test_the_scale_is_one_of_square_roots(dial: MergeDial) -> None:
    left, right = dial.place_of(0).x(), dial.place_of(50_000).x()
    assert dial.place_of(12_500).x() == pytest.approx((left + right) / 2)
    assert dial.place_of(0).y() < dial.place_of(50_000).y()


def test_the_ends_and_the_mark_are_hit(dial: MergeDial) -> None:
    for aside in (-4, 0, 4):
        assert dial.count_at(dial.place_of(PAPER).x() + aside) == PAPER
    assert dial.count_at(dial.place_of(PAPER).x() + 8) > PAPER
    assert dial.count_at(-50) == dial.count_at(dial.place_of(0).x()) == 0
    assert dial.count_at(5_000) == dial.count_at(dial.place_of(50_000).x()) == 50_000


def test_a_drag_begins_goes_and_ends(dial: MergeDial, qtbot: QtBot) -> None:
    told: list[str] = []
    dial.began.connect(lambda: told.append("began"))
    dial.ended.connect(lambda: told.append("ended"))
    dial.entered.connect(lambda count: told.append(str(count)))
    qtbot.mousePress(dial, Qt.MouseButton.LeftButton, pos=x_of(dial, PAPER))
    qtbot.mouseMove(dial, QPoint(-20, 40))
    qtbot.mouseRelease(dial, Qt.MouseButton.LeftButton, pos=QPoint(-20, 40))
    assert told == ["began", str(PAPER), "0", "ended"]
    qtbot.mouseMove(dial, x_of(dial, 50_000))
    assert dial.value == 0


@pytest.mark.parametrize(
    ("key", "value"),
    [
        (Qt.Key.Key_Home, 0),
        (Qt.Key.Key_End, 50_000),
        (Qt.Key.Key_PageUp, PAPER),
        (Qt.Key.Key_PageDown, 256),
    ],
)
def test_keys_jump_to_ends_and_marks(
    dial: MergeDial, qtbot: QtBot, key: Qt.Key, value: int
) -> None:
    with qtbot.waitSignal(dial.entered) as entered:
        qtbot.keyClick(dial, key)
    assert entered.args == [value]


def test_arrows_go_by_small_steps_and_stop_at_the_ends(dial: MergeDial, qtbot: QtBot) -> None:
    values: list[int] = []
    dial.entered.connect(values.append)
    qtbot.keyClick(dial, Qt.Key.Key_Right)
    qtbot.keyClick(dial, Qt.Key.Key_Left)
    assert values[0] > 5_000
    assert values[1] <= 5_000
    dial.show_value(50_000)
    qtbot.keyClick(dial, Qt.Key.Key_Right)
    dial.show_value(0)
    qtbot.keyClick(dial, Qt.Key.Key_Left)
    assert len(values) == 2


def test_showing_a_value_tells_nobody(dial: MergeDial, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(dial.entered):
        dial.show_value(123)
    assert dial.value == 123


def test_it_is_painted_for_any_text(dial: MergeDial) -> None:
    before = dial.grab().toImage()
    dial.set_curve(np.zeros_like)
    dial.show_value(0)
    assert dial.grab().toImage() != before
