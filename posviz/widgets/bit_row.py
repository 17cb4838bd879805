"""A whole number in binary, the lowest bit on the left."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from posviz.model.notation import superscript
from posviz.widgets.painted import PaintedView
from posviz.widgets.theme import Look, look

_LABEL, _CELL = 18.0, 26.0
_WIDEST = 52.0
_CENTRE = Qt.AlignmentFlag.AlignCenter


class BitRow(PaintedView):
    """One cell a bit; above it the power of two after which the bit repeats."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._value = 0
        self._bits = 1
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_value(self, value: int, bits: int) -> None:
        """Show a number from 0 with so many bits, at least those that it has."""
        self._value, self._bits = value, max(bits, value.bit_length(), 1)
        self.update()

    @property
    def digits(self) -> str:
        """The digits as shown, the lowest first."""
        return f"{self._value:0{self._bits}b}"[::-1]

    def sizeHint(self) -> QSize:
        return QSize(round(look().px(300)), round(look().px(_LABEL + _CELL + 2)))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(look().px(200)), self.sizeHint().height())

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        wide = min(size.width() / self._bits, look.px(_WIDEST))
        for bit, digit in enumerate(self.digits):
            label = QRectF(bit * wide, 0, wide, look.px(_LABEL - 2))
            painter.setFont(look.font(11))
            painter.setPen(look.colour("muted"))
            painter.drawText(label, _CENTRE, f"2{superscript(bit + 1)}")
            cell = QRectF(bit * wide, look.px(_LABEL), wide, look.px(_CELL))
            cell.adjust(1, 0.5, -1, -0.5)
            on = digit == "1"
            painter.setPen(QPen(look.colour("text" if on else "line"), 1))
            painter.setBrush(look.colour("text" if on else "raised"))
            painter.drawRoundedRect(cell, look.px(4), look.px(4))
            painter.setFont(look.font(13, 600 if on else 400, mono=True))
            painter.setPen(look.colour("panel" if on else "muted"))
            painter.drawText(cell, _CENTRE, digit)
