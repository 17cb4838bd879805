from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QSizeF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from posviz.widgets.sum_strip import SumRow, SumStrip
from posviz.widgets.theme import DARK, LIGHT, Look

ROWS = (SumRow("", "x", "cat"), SumRow("+", "p", "pos 1"), SumRow("=", "z", ""))
SIZE = QSizeF(400, 190)


def strip_of(qtbot: QtBot, width: int, value: float = 1.0, selected: int = -1) -> SumStrip:
    strip = SumStrip()
    qtbot.addWidget(strip)
    strip.set_sum(np.full((3, width), value), ROWS, selected)
    return strip


def picture(strip: SumStrip, look: Look) -> QImage:
    image = QImage(SIZE.toSize(), QImage.Format.Format_RGB32)
    image.fill(look.colour("panel"))
    painter = QPainter(image)
    strip.draw(painter, SIZE, look)
    painter.end()
    return image


def colours(image: QImage) -> set[str]:
    return {
        image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())
    }


@pytest.mark.parametrize("width", [1, 3, 4, 16, 65, 4_096])
def test_every_column_is_hit_over_its_own_cell(qtbot: QtBot, width: int) -> None:
    strip = strip_of(qtbot, width)
    frame = strip.cells_frame(SIZE, DARK)
    for column in {0, width // 2, width - 1}:
        x = frame.left() + (column + 0.5) * frame.width() / width
        assert strip.column_at(x, SIZE, DARK) == column


def test_no_column_is_hit_beside_the_cells(qtbot: QtBot) -> None:
    strip = strip_of(qtbot, 4)
    frame = strip.cells_frame(SIZE, DARK)
    assert strip.column_at(frame.left() - 1, SIZE, DARK) == -1
    assert strip.column_at(frame.right() + 1, SIZE, DARK) == -1
    assert strip_of(qtbot, 0).column_at(frame.left() + 1, SIZE, DARK) == -1


@pytest.mark.parametrize("look", [DARK, LIGHT])
@pytest.mark.parametrize("width", [1, 4, 40, 300, 4_096])
def test_all_three_rows_have_the_colour_of_their_values(
    qtbot: QtBot, look: Look, width: int
) -> None:
    strip = strip_of(qtbot, width)
    image = picture(strip, look)
    frame = strip.cells_frame(SIZE, look)
    # Just inside the first cell, beside any number that it shows.
    x = round(frame.left() + min(5, max(0, frame.width() / width / 2)))
    for top in strip.row_tops(look):
        assert image.pixelColor(x, round(top) + 6) == QColor(look.plus)


@pytest.mark.parametrize("width", [4, 4_096])
def test_only_the_selected_column_has_the_accent(qtbot: QtBot, width: int) -> None:
    frame = strip_of(qtbot, width).cells_frame(SIZE, DARK)
    # The label z has the accent too; only the cells are looked at.
    cells = frame.toAlignedRect()
    without = picture(strip_of(qtbot, width), DARK).copy(cells)
    chosen = picture(strip_of(qtbot, width, selected=1), DARK).copy(cells)
    assert QColor(DARK.accent).name() not in colours(without)
    assert QColor(DARK.accent).name() in colours(chosen)


@pytest.mark.parametrize("width", [4, 4_096])
def test_unknown_cells_are_dashed_and_empty(qtbot: QtBot, width: int) -> None:
    strip = strip_of(qtbot, width, value=np.nan)
    image = picture(strip, DARK)
    frame = strip.cells_frame(SIZE, DARK)
    found = colours(image.copy(frame.toAlignedRect()))
    for data_colour in (DARK.plus, DARK.zero, DARK.minus):
        assert QColor(data_colour).name() not in found
    middle = image.pixelColor(round(frame.left() + frame.width() / 8), round(frame.top() + 19))
    assert middle == DARK.colour("panel")
    assert len(found) > 2


@pytest.mark.parametrize("value", [1e300, -np.inf, 0.0, -0.001])
def test_any_value_is_drawn(qtbot: QtBot, value: float) -> None:
    assert len(colours(picture(strip_of(qtbot, 4, value), LIGHT))) > 3


def test_values_are_of_three_rows(qapp: QApplication, qtbot: QtBot) -> None:
    strip = strip_of(qtbot, 4)
    with pytest.raises(ValueError, match="three rows"):
        strip.set_sum(np.zeros((2, 4)), ROWS, 0)


def test_it_is_never_mirrored(qtbot: QtBot, right_to_left: Callable[[], None]) -> None:
    strip = strip_of(qtbot, 600, -0.5, selected=1)
    before = strip.grab().toImage()
    right_to_left()
    assert strip.grab().toImage() == before


def test_a_caption_that_does_not_fit_stands_in_two_lines(qtbot: QtBot) -> None:
    strip = strip_of(qtbot, 4)
    strip.resize(240, strip.sizeHint().height())

    def inked(text: str) -> list[int]:
        """Lines of pixels under the cells that have any ink."""
        strip.set_caption(text)
        image = strip.grab().toImage()
        empty = image.pixel(238, image.height() - 1)
        below = range(image.height() - 25, image.height())
        return [y for y in below if any(image.pixel(x, y) != empty for x in range(240))]

    one = inked("dim 0: x +0.0334, p +0.8415")
    two = inked("dim 0: x +0.0334, p +0.8415, z +0.8748, after 0.97")
    assert len(one) <= 13
    assert len(two) > 16
    assert max(two) < strip.height()
