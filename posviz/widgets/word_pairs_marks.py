"""What a word's two rows of values are painted with: cells, an outline, and a gap."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from posviz.model.notation import signed
from posviz.widgets.heat_image import heat_image
from posviz.widgets.theme import Look

_SMALLEST_CELL = 7.0
_CENTRE = Qt.AlignmentFlag.AlignCenter


def draw_missing(painter: QPainter, box: QRectF, text: str, look: Look) -> None:
    """Paint a word that has no values."""
    painter.setPen(QPen(look.colour("faint"), 1, Qt.PenStyle.DashLine))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), look.px(4), look.px(4))
    painter.setFont(look.font(12))
    painter.setPen(look.colour("muted"))
    painter.drawText(box, _CENTRE, text)


def draw_cells(
    painter: QPainter, line: QRectF, values: NDArray[np.float64], level: float, look: Look
) -> None:
    """Paint a row of values, (h,), with their numbers where those fit."""
    cell = line.width() / len(values)
    if cell < look.px(_SMALLEST_CELL):
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        painter.drawImage(line, heat_image(values[np.newaxis] / level, int(line.width()), look))
        painter.setPen(QPen(look.colour("line"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(line.adjusted(0.5, 0.5, -0.5, -0.5))
        return
    gap, radius = min(look.px(3), cell * 0.2), min(look.px(4), cell * 0.2)
    numbers = look.font(11, mono=True)
    written = QFontMetricsF(numbers).horizontalAdvance("+0.00") + look.px(5) <= cell - gap
    for column, value in enumerate(values.tolist()):
        box = QRectF(line.left() + column * cell, line.top(), cell - gap, line.height())
        fill = look.data_colour(value / level)
        painter.setPen(QPen(look.colour("line"), 1))
        painter.setBrush(fill)
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        if written:
            painter.setFont(numbers)
            painter.setPen(look.ink_on(fill))
            painter.drawText(box, _CENTRE, signed(value, 2))


def draw_outline(
    painter: QPainter, lines: Sequence[QRectF], column: int, columns: int, look: Look
) -> None:
    """Outline one of the columns of two rows."""
    cell = lines[0].width() / columns
    width = max(cell - min(look.px(3), cell * 0.2), look.px(4))
    left = min(lines[0].left() + column * cell, lines[0].right() - width)
    box = QRectF(left, lines[0].top(), width, lines[1].bottom() - lines[0].top())
    painter.setPen(QPen(look.colour("text"), look.px(1.5)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(box, look.px(3), look.px(3))
