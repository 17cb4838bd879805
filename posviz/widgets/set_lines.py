"""Lines in the letters of code, as they are typed: small matrices and results."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from posviz.widgets.painted import PaintedView
from posviz.widgets.theme import Look, look

_SIZE = 13.0
_LEADING = 1.35
_PAD = 8.0


class SetLines(PaintedView):
    """Lines that are never broken: where they are too wide they are set smaller."""

    def __init__(self, lines: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines: tuple[str, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.set_lines(lines)

    def set_lines(self, lines: Sequence[str]) -> None:
        """Show other lines."""
        self._lines = tuple(lines)
        self.setAccessibleName("\n".join(self._lines))
        self.updateGeometry()
        self.update()

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines."""
        return self._lines

    def sizeHint(self) -> QSize:
        high = look().px(_SIZE * _LEADING) * len(self._lines) + 2 * look().px(_PAD)
        return QSize(round(look().px(120)), round(high + 0.5))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def text_width(self, look: Look) -> float:
        """Width of the widest line."""
        metrics = QFontMetricsF(look.font(_SIZE, mono=True))
        return max(map(metrics.horizontalAdvance, self._lines), default=0.0)

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("raised"))
        painter.drawRoundedRect(QRectF(QPointF(0, 0), size), look.px(6), look.px(6))
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        painter.setPen(look.colour("text"))
        painter.setFont(look.font(_SIZE, mono=True))
        pad, line = look.px(_PAD), look.px(_SIZE * _LEADING)
        shrink = min(1.0, (size.width() - 2 * pad) / max(1.0, self.text_width(look)))
        painter.save()
        painter.translate(pad, pad)
        painter.scale(shrink, shrink)
        for index, text in enumerate(self._lines):
            place = QRectF(0, index * line, size.width() / shrink, line)
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, text)
        painter.restore()
