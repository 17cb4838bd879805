"""The dial: a pure mapping by ratio, a slider and a box that agree."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from posviz.widgets.dial import GeometricDial, nearest_stop, stops


@pytest.mark.parametrize("high", [100_000, 12_288, 7, 2])
def test_stops_rise_from_end_to_end_and_are_easy_to_read(high: int) -> None:
    found = stops(1, high)
    assert (found[0], found[-1]) == (1, high)
    assert all(a < b for a, b in pairwise(found))
    assert all(len(str(value).rstrip("0")) <= 2 for value in found[:-1])


def test_equal_ways_are_equal_ratios() -> None:
    found = stops(1, 100_000)
    above_ten = [value for value in found if value >= 20]
    assert max(b / a for a, b in pairwise(above_ten)) < 1.2
    middle = found[len(found) // 2]
    assert 100 < middle < 1500


def test_nearest_stop_is_nearest_by_ratio() -> None:
    assert nearest_stop((1, 10, 100), 3) == 0
    assert nearest_stop((1, 10, 100), 4) == 1
    assert nearest_stop((1, 10, 100), 0.5) == 0
    assert nearest_stop((1, 10, 100), 1e6) == 2
    found = stops(1, 12_288)
    assert [nearest_stop(found, value) for value in found] == list(range(len(found)))


@pytest.fixture
def dial(qtbot: QtBot) -> GeometricDial:
    made = GeometricDial(1, 100_000, "Length L")
    qtbot.addWidget(made)
    made.show()
    return made


def test_showing_a_value_tells_nobody_and_sets_both(dial: GeometricDial, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(dial.entered):
        dial.show_value(37_000)
    assert dial.box.value() == 37_000
    assert dial.slider.value() == nearest_stop(stops(1, 100_000), 37_000)


def test_every_key_changes_the_value(dial: GeometricDial, qtbot: QtBot) -> None:
    dial.entered.connect(dial.show_value)
    dial.show_value(1)
    values: list[int] = []
    dial.entered.connect(values.append)
    for _ in range(5):
        qtbot.keyClick(dial.slider, Qt.Key.Key_Right)
    qtbot.keyClick(dial.slider, Qt.Key.Key_End)
    assert values == [*stops(1, 100_000)[1:6], 100_000]


def test_box_takes_any_value_in_range(dial: GeometricDial, qtbot: QtBot) -> None:
    dial.box.selectAll()
    qtbot.keyClicks(dial.box, "12345")
    with qtbot.waitSignal(dial.entered) as entered:
        qtbot.keyClick(dial.box, Qt.Key.Key_Return)
    assert entered.args == [12_345]
