"""The legend of a heat map: room for its numbers, colours in their order."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from posviz.widgets.heatmap_legend import draw_legend, legend_room
from posviz.widgets.theme import look

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize(
    ("levels", "letters"),
    [((-1.0, 1.0), 2), ((0.0, 1.0), 2), ((-13.26, 13.26), 5), ((-25_000.0, 25_000.0), 7)],
)
def test_room_grows_with_the_numbers(levels: tuple[float, float], letters: int) -> None:
    assert legend_room(levels, look()) == look().px(20 + 6 * letters)


@pytest.mark.parametrize("levels", [(-5.0, 5.0), (0.0, 1.0)])
def test_the_bar_goes_from_the_highest_down_to_the_lowest(levels: tuple[float, float]) -> None:
    image = QImage(80, 160, QImage.Format.Format_RGB32)
    image.fill(look().colour("panel"))
    painter = QPainter(image)
    draw_legend(painter, levels, QRectF(0, 0, 20, 150), look())
    painter.end()
    for y, wanted in ((1, 1.0), (148, levels[0] / levels[1])):
        seen = image.pixelColor(31, y)
        assert _apart(seen, look().data_colour(wanted)) < 12


def _apart(first: QColor, second: QColor) -> int:
    return max(
        abs(first.red() - second.red()),
        abs(first.green() - second.green()),
        abs(first.blue() - second.blue()),
    )
