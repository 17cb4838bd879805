"""Strips of cells: overview and detail of long vectors."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QPointF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from posviz.widgets.cell_strip import CellStrip
from posviz.widgets.cells import (
    Kind,
    cell_rect,
)
from posviz.widgets.theme import DARK, LIGHT, Look, look

Make = Callable[..., CellStrip]


@pytest.fixture
def make(qtbot: QtBot) -> Make:
    def build(
        kind: Kind, values: NDArray[np.float64], width: int = 600, height: int = 90, **how: int
    ) -> CellStrip:
        strip = CellStrip(kind)
        qtbot.addWidget(strip)
        strip.set_values(values, **how)
        strip.resize(width, height)
        strip.show()
        return strip

    return build


def one_hot(size: int, index: int) -> NDArray[np.float64]:
    vector = np.zeros(size)
    vector[index] = 1
    return vector


def picture_of(strip: CellStrip, size: QSize, look: Look) -> QImage:
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(look.colour("panel"))
    painter = QPainter(image)
    strip.draw(painter, QSizeF(size), look)
    painter.end()
    return image


def test_marker_of_a_long_one_hot_is_two_pixels_wide_everywhere(make: Make) -> None:
    for index in (0, 31_234, 49_999):
        strip = make("one-hot", one_hot(50_000, index), focus=25_000)
        for theme in (DARK, LIGHT):
            image = picture_of(strip, QSize(600, 90), theme)
            accent = theme.colour("accent")
            lit = [
                column
                for column in range(600)
                if _distance(image.pixelColor(column, 8), accent) < 60
            ]
            assert 2 <= len(lit) <= 3
            assert abs(lit[0] - index / 50_000 * 600) <= 3


def _distance(one: QColor, other: QColor) -> int:
    return (
        abs(one.red() - other.red())
        + abs(one.green() - other.green())
        + abs(one.blue() - other.blue())
    )


def test_default_focus_is_the_largest_value_or_what_is_asked_for(make: Make) -> None:
    values = np.zeros(4096)
    values[77], values[3000] = 1.5, -2.0
    assert make("dense", values).focus == 3000
    assert make("dense", values, focus=12).focus == 12
    assert make("one-hot", one_hot(50_000, 123)).focus == 123
    assert make("dense", np.zeros(0)).focus == 0


def test_the_user_s_focus_outlives_new_values_but_not_a_new_question(
    make: Make, qtbot: QtBot
) -> None:
    values = np.ones(4096)
    strip = make("dense", values, focus=5)
    qtbot.keyClick(strip, Qt.Key.Key_End)
    strip.set_values(values * 0.5, focus=5)
    assert strip.focus == 4095
    strip.set_values(values, focus=900)
    assert strip.focus == 900


def test_keys_move_the_focus(make: Make, qtbot: QtBot) -> None:
    strip = make("dense", np.zeros(4096), focus=100)
    page = strip.plan(QSizeF(strip.size()), look()).count
    assert page >= 9
    told: list[int] = []
    strip.hovered.connect(told.append)
    for key in (
        Qt.Key.Key_Right,
        Qt.Key.Key_Left,
        Qt.Key.Key_PageDown,
        Qt.Key.Key_PageUp,
        Qt.Key.Key_End,
        Qt.Key.Key_Right,
        Qt.Key.Key_Home,
        Qt.Key.Key_Left,
    ):
        qtbot.keyClick(strip, key)
    assert told == [101, 100, 100 + page, 100, 4095, 4095, 0, 0]
    with qtbot.waitSignal(strip.activated) as activated:
        qtbot.keyClick(strip, Qt.Key.Key_Return)
    assert activated.args == [0]


def test_pointer_on_the_overview_moves_the_detail(make: Make, qtbot: QtBot) -> None:
    strip = make("dense", np.zeros(4096), focus=0)
    with qtbot.waitSignal(strip.hovered) as hovered:
        qtbot.mouseMove(strip, QPoint(300, 5))
    assert hovered.args == [2048]
    assert strip.focus == 2048
    drawn = strip.plan(QSizeF(strip.size()), look())
    at = cell_rect(2, drawn.count, drawn.cells, 3).center().toPoint()
    with qtbot.waitSignal(strip.activated) as activated:
        qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, pos=at)
    assert activated.args == [drawn.first + 2]


def test_cells_of_a_short_vector_are_found(make: Make, qtbot: QtBot) -> None:
    strip = make("dense", np.array([0.9, 0.72, -0.35, 0.1]), height=60)
    assert [strip.entry_at(QPointF(75 + 150 * k, 30)) for k in range(4)] == [0, 1, 2, 3]
    assert strip.entry_at(QPointF(300, 200)) == -1
    with qtbot.waitSignal(strip.hovered) as hovered:
        qtbot.mouseMove(strip, QPoint(375, 30))
    assert hovered.args == [2]


def test_empty_strip_has_no_entries_and_no_data_colour(make: Make, qtbot: QtBot) -> None:
    strip = make("dense", np.ones(4))
    full = picture_of(strip, QSize(600, 60), DARK).pixelColor(20, 20).name().upper()
    assert full == DARK.plus
    for entries in (1, 4, 50_000):
        strip.set_empty(entries)
        colour = picture_of(strip, QSize(600, 60), DARK).pixelColor(20, 20).name().upper()
        assert colour == DARK.panel
    with qtbot.assertNotEmitted(strip.activated), qtbot.assertNotEmitted(strip.hovered):
        qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, pos=QPoint(20, 20))
        qtbot.keyClick(strip, Qt.Key.Key_Right)


@pytest.mark.parametrize("values", [[], [0.5], [np.nan, np.inf, 1e308, -1e308, 0.0]])
@pytest.mark.parametrize("size", [QSize(1, 1), QSize(60, 20), QSize(900, 112)])
def test_odd_vectors_and_sizes_are_drawn(make: Make, values: list[float], size: QSize) -> None:
    strip = make("dense", np.array(values, dtype=np.float64))
    assert not picture_of(strip, size, LIGHT).isNull()
    assert strip.heightForWidth(300) > 0


def test_a_long_vector_asks_for_more_height(make: Make) -> None:
    short, long = make("dense", np.ones(4)), make("dense", np.ones(4096))
    assert long.heightForWidth(600) > short.heightForWidth(600)
    assert long.maximumHeight() > short.maximumHeight()
