"""The plot with axes: its cursor by mouse and keys, its room, what it writes."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QSizeF, Qt
from pytestqt.qtbot import QtBot

from posviz.widgets.curve_plot import CurvePlot
from posviz.widgets.curves import Curves
from posviz.widgets.theme import look

CURVES = Curves(
    x=np.arange(100),
    lines=np.stack([np.sin(np.arange(100.0)), np.full(100, np.nan)]),
    labels=("a sine", "nothing"),
    low=-1.0,
    high=1.0,
    ticks=((-1.0, "−1"), (1.0, "+1")),
    x_name="offset",
    shade=(50, 99, "beyond"),
)


@pytest.fixture
def plot(qtbot: QtBot) -> CurvePlot:
    view = CurvePlot()
    qtbot.addWidget(view)
    view.show_curves(CURVES)
    view.resize(400, 260)
    view.show()
    return view


def test_keys_walk_the_places_and_stay_inside(plot: CurvePlot, qtbot: QtBot) -> None:
    told: list[int] = []
    plot.hovered.connect(told.append)
    for key in (
        Qt.Key.Key_Right,
        Qt.Key.Key_PageDown,
        Qt.Key.Key_Left,
        Qt.Key.Key_Home,
        Qt.Key.Key_Left,
        Qt.Key.Key_PageUp,
        Qt.Key.Key_End,
        Qt.Key.Key_Right,
    ):
        qtbot.keyClick(plot, key)
    assert told == [13, 23, 22, 0, 99]
    assert plot.cursor_index == 99


def test_the_pointer_reads_the_place_below_it(plot: CurvePlot, qtbot: QtBot) -> None:
    frame = plot.frame(QSizeF(plot.size()), look())
    x = round(frame.left() + frame.width() * 40 / 99)
    with qtbot.waitSignal(plot.hovered) as told:
        qtbot.mouseMove(plot, QPoint(x, 100))
    assert told.args == [40]


def test_fewer_places_move_the_cursor_inside(plot: CurvePlot) -> None:
    plot.move_cursor(90)
    few = Curves(np.arange(3), np.zeros((1, 3)), ("z",), -1, 1, (), "pair")
    plot.show_curves(few)
    assert plot.cursor_index == 2


def test_names_without_room_stand_under_each_other(plot: CurvePlot) -> None:
    wide = plot.frame(QSizeF(600, 260), look())
    narrow = plot.frame(QSizeF(200, 260), look())
    assert narrow.top() - wide.top() == pytest.approx(20)
    assert plot.heightForWidth(200) - plot.heightForWidth(600) == 20


def test_the_cursor_is_seen_to_move(plot: CurvePlot) -> None:
    before = plot.grab().toImage()
    plot.move_cursor(70)
    assert plot.grab().toImage() != before


def test_nothing_shown_is_no_error(qtbot: QtBot) -> None:
    view = CurvePlot()
    qtbot.addWidget(view)
    view.resize(200, 150)
    view.move_cursor(3)
    qtbot.keyClick(view, Qt.Key.Key_Home)
    assert not view.grab().isNull()


def test_the_value_is_written_as_asked(plot: CurvePlot) -> None:
    asked: list[float] = []

    def text(value: float) -> str:
        asked.append(value)
        return "x"

    plot.show_curves(CURVES, text)
    plot.grab()
    assert asked[0] == np.sin(plot.cursor_index)
    assert np.isnan(asked[1])
