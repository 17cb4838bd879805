"""Laid out texts: to lay a text out takes most of the time that drawing it takes."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QStaticText

from posviz.widgets.theme import Look

SMALL = 11.0
"""Size of the numbers in cells and at the sides."""
LINE = 18.0
"""Height of a line of text."""


class Label(NamedTuple):
    """A laid out text."""

    text: QStaticText
    width: float
    half_height: float

    def draw(self, painter: QPainter, left: float, middle: float) -> None:
        """Draw it right of an x, about a y, in the font that it was laid out in."""
        painter.drawStaticText(QPointF(left, middle - self.half_height), self.text)


@lru_cache(maxsize=4096)
def label(
    text: str, look: Look, weight: int = 400, size: float = SMALL, mono: bool = True
) -> Label:
    """Lay out a text in the font of a size and weight."""
    font = look.font(size, weight, mono=mono)
    static = QStaticText(text)
    static.setTextFormat(Qt.TextFormat.PlainText)
    static.setPerformanceHint(QStaticText.PerformanceHint.AggressiveCaching)
    static.prepare(font=font)
    measure = QFontMetricsF(font)
    return Label(static, measure.horizontalAdvance(text), measure.height() / 2)
