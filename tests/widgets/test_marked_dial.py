"""The dial with marks: where values stand, and what a drag or a key sends."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from posviz.widgets.marked_dial import MarkedDial

MARKS = [(1.0, "1"), (19.6, "√384")]


@pytest.fixture
def dial(qtbot: QtBot) -> MarkedDial:
    made = MarkedDial(100.0)
    qtbot.addWidget(made)
    made.resize(500, 50)
    made.show()
    made.show_value(5.0, MARKS)
    return made


def test_values_stand_in_order_and_within(dial: MarkedDial) -> None:
    places = [dial.x_of(value) for value in (0, 1, 19.6, 100)]
    assert places == sorted(places)
    assert places[0] > 0
    assert places[-1] < 500
    assert dial.x_of(1000) == places[-1]


def test_a_click_between_marks_is_a_value_and_on_one_the_mark(
    dial: MarkedDial, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(dial.entered) as entered:
        qtbot.mouseClick(dial, Qt.MouseButton.LeftButton, pos=QPoint(round(dial.x_of(6)), 15))
    assert entered.args[0] == pytest.approx(6, abs=0.1)
    for place, (value, _) in enumerate(MARKS):
        with qtbot.waitSignal(dial.marked) as marked, qtbot.assertNotEmitted(dial.entered):
            at = QPoint(round(dial.x_of(value)) + 2, 15)
            qtbot.mouseClick(dial, Qt.MouseButton.LeftButton, pos=at)
        assert marked.args == [place]


def test_the_ends_are_reached_and_never_left(dial: MarkedDial, qtbot: QtBot) -> None:
    for x, value in ((0, 0.0), (499, 100.0)):
        with qtbot.waitSignal(dial.entered) as entered:
            qtbot.mouseClick(dial, Qt.MouseButton.LeftButton, pos=QPoint(x, 15))
        assert entered.args == [value]


@pytest.mark.parametrize(("key", "up"), [(Qt.Key.Key_Right, True), (Qt.Key.Key_PageDown, False)])
def test_keys_step(dial: MarkedDial, qtbot: QtBot, key: Qt.Key, up: bool) -> None:
    with qtbot.waitSignal(dial.entered) as entered:
        qtbot.keyClick(dial, key)
    assert (entered.args[0] > 5) == up


def test_a_key_always_moves_a_small_value(dial: MarkedDial, qtbot: QtBot) -> None:
    dial.show_value(0.0, MARKS)
    with qtbot.waitSignal(dial.entered) as entered:
        qtbot.keyClick(dial, Qt.Key.Key_Right)
    assert entered.args[0] > 0


def test_home_and_end_are_the_marks(dial: MarkedDial, qtbot: QtBot) -> None:
    for key, place in ((Qt.Key.Key_Home, 0), (Qt.Key.Key_End, 1)):
        with qtbot.waitSignal(dial.marked) as marked:
            qtbot.keyClick(dial, key)
        assert marked.args == [place]


def test_a_drag_begins_and_ends(dial: MarkedDial, qtbot: QtBot) -> None:
    with qtbot.waitSignals([dial.began, dial.ended]):
        qtbot.mouseClick(dial, Qt.MouseButton.LeftButton, pos=QPoint(100, 15))
