"""A paragraph set apart: something to try, with the accent on its leading edge."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter

from posviz.widgets.note import Note
from posviz.widgets.theme import Look, look

_PAD = 10.0


class Callout(Note):
    """A `Note` on a raised surface."""

    def heightForWidth(self, width: int) -> int:
        pad = round(look().px(_PAD))
        return super().heightForWidth(width - 2 * pad) + 2 * pad

    def text_origin(self) -> QPointF:
        pad = look().px(_PAD)
        return QPointF(pad, pad)

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        pad = look.px(_PAD)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("raised"))
        painter.drawRoundedRect(QRectF(QPointF(0, 0), size), look.px(6), look.px(6))
        painter.setBrush(look.colour("accent"))
        painter.drawRect(QRectF(0, 0, look.px(3), size.height()))
        painter.translate(pad, pad)
        super().draw(painter, QSizeF(size.width() - 2 * pad, size.height()), look)
        painter.translate(-pad, -pad)
