"""The colours of a `LabelledMap` below it, with their numbers, and the signs of other cells."""

from __future__ import annotations

from functools import lru_cache
from math import ceil

import numpy as np
from PySide6.QtCore import QCoreApplication, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QImage, QPainter, QPen

from posviz.widgets.cell_picture import cell_picture
from posviz.widgets.labelled_marks import NUMBER_FROM, Frame
from posviz.widgets.theme import Look

_SMALL = 11.0
_SMALL_LEVEL, _LARGE_LEVEL = 0.1, 1000.0
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


def draw_legend(painter: QPainter, frame: Frame, look: Look) -> None:
    """Draw the colours with their numbers, and the signs of cells without a number."""
    if not look.legend:
        return
    matrix, px = frame.matrix, look.px
    y, x, right = frame.plot.bottom() + px(5), frame.plot.left(), frame.plot.right()
    painter.setFont(look.font(_SMALL, mono=True))
    painter.setPen(look.colour("muted"))
    metrics = QFontMetricsF(painter.font())
    low = -matrix.level if matrix.has_signs else 0.0
    decimals = 4 if matrix.level < _SMALL_LEVEL else 2 if matrix.level < _LARGE_LEVEL else 0
    most = matrix.number(matrix.level, decimals)
    ends = (matrix.number(low, decimals), f"≥ {most}" if matrix.clipped else most)
    for end, text in enumerate(ends):
        width = metrics.horizontalAdvance(text)
        painter.drawText(QRectF(x, y, width + 1, px(14)), _LEFT, text)
        x += width + px(5)
        if not end:
            bar = QRectF(x, y + px(3), round(px(40)), px(8))
            painter.drawImage(bar, _strip(-1.0 if low else 0.0, int(bar.width()), look))
            x = bar.right() + px(5)
    x += px(6)
    painter.setFont(look.font(_SMALL))
    metrics = QFontMetricsF(painter.font())
    signs = [(matrix.shut, 0.0, True)] if matrix.masked is not None and matrix.masked.any() else []
    if np.isnan(matrix.values).any() and frame.row_height < px(NUMBER_FROM):
        signs.append((matrix.missing, float("nan"), False))
    for name, value, shut in signs:
        box = QRectF(round(x), round(y + px(1)), round(px(14)), round(px(12)))
        width = metrics.horizontalAdvance(name)
        if box.right() + px(4) + width > right + px(4):
            return
        sign = _sign(value, shut, round(box.width()), round(box.height()), look)
        painter.drawImage(box, sign)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(look.colour("line"), 1))
        painter.drawRect(box)
        painter.setPen(look.colour("muted"))
        painter.drawText(QRectF(box.right() + px(4), y, width + 1, px(14)), _LEFT, name)
        x = box.right() + px(12) + width
    text = shared_pixels(frame)
    if text and x + metrics.horizontalAdvance(text) <= right + px(4):
        painter.setPen(look.colour("muted"))
        painter.drawText(QRectF(x, y, right + px(5) - x, px(14)), _LEFT, text)


def shared_pixels(frame: Frame) -> str:
    """Say how many cells a pixel stands for; empty where each has one of its own."""
    n, m = frame.matrix.values.shape
    rows, columns = ceil(n / frame.plot.height()), ceil(m / frame.plot.width())
    if rows == columns == 1:
        return ""
    return QCoreApplication.translate("LabelledMap", "pixel: mean of {rows} × {columns}").format(
        rows=rows, columns=columns
    )


@lru_cache(maxsize=8)
def _strip(lowest: float, width: int, look: Look) -> QImage:
    """All colours side by side."""
    return cell_picture(np.linspace(lowest, 1.0, width)[np.newaxis], None, width, 1, look)


@lru_cache(maxsize=8)
def _sign(value: float, shut: bool, width: int, height: int, look: Look) -> QImage:
    """One cell, hatched or without a value."""
    return cell_picture(np.array([[value]]), np.array([[shut]]), width, height, look)
