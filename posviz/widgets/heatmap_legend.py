"""The colours of a heat map as a bar beside it, with their numbers."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QRectF
from PySide6.QtGui import QGradient, QLinearGradient, QPainter

from posviz.model.notation import MINUS, significant
from posviz.widgets.heatmap_label import label
from posviz.widgets.theme import Look

_SIZE = 10.0


def legend_room(levels: tuple[float, float], look: Look) -> float:
    """Width that the legend needs right of the cells; a margin where there is none."""
    if not look.legend:
        return look.px(8)
    return look.px(20 + 6 * max(len(_level_text(level)) for level in levels))


def draw_legend(painter: QPainter, levels: tuple[float, float], plot: QRectF, look: Look) -> None:
    """Draw the colours from the highest down to the lowest level, with their numbers."""
    if not look.legend:
        return
    px = look.px
    low, high = levels
    bar = QRectF(plot.right() + px(8), plot.top(), px(6), min(plot.height(), px(150)))
    painter.fillRect(bar, _gradient(look, low / high))
    painter.setFont(look.font(_SIZE, mono=True))
    painter.setPen(look.colour("muted"))
    numbers = {high: _level_text(high), 0.0: "0", low: _level_text(low)}
    if low == 0:
        numbers[high] = numbers[high].removeprefix("+")
    for value, text in numbers.items():
        down = (high - value) / (high - low)
        y = bar.top() + px(5) + down * (bar.height() - px(10))
        label(text, look, 400, _SIZE).draw(painter, bar.right() + px(3), y)


def _level_text(level: float) -> str:
    """Write a level with up to three digits: +1, −0.25, +13.9, −12 000."""
    if level == 0:
        return "0"
    sign, size = MINUS if level < 0 else "+", abs(level)
    return sign + (f"{size:.3g}" if 1e-4 <= size < 1000 else significant(size, 3))


@lru_cache(maxsize=8)
def _gradient(look: Look, lowest: float) -> QLinearGradient:
    gradient = QLinearGradient(0, 0, 0, 1)
    gradient.setCoordinateMode(QGradient.CoordinateMode.ObjectMode)
    for step in range(33):
        gradient.setColorAt(step / 32, look.data_colour(1 - (1 - lowest) * step / 32))
    return gradient
