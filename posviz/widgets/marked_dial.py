"""A dial for a number from 0 on, with names at the values that matter."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from posviz.widgets.painted import PaintedView
from posviz.widgets.theme import Look, look

_HEIGHT = 50.0
_TRACK = 15.0
_EDGE = 12.0
_NEAR = 7.0
_KEYS = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Down: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Up: 1,
    Qt.Key.Key_PageDown: -10,
    Qt.Key.Key_PageUp: 10,
}
_STEPS = 200


class MarkedDial(PaintedView):
    """Small values have more room than large ones; a drag snaps to the marks.

    Signals
    -------
    entered(float)
        The value that was dragged to, or reached with the keys.
    marked(int)
        The mark that was clicked, dragged to, or reached with Home and End.
    began(), ended()
        A drag starts and ends.
    """

    entered = Signal(float)
    marked = Signal(int)
    began = Signal()
    ended = Signal()

    def __init__(self, high: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._high = high
        self._value = 0.0
        self._marks: tuple[tuple[float, str], ...] = ()
        self._dragging = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_value(self, value: float, marks: Sequence[tuple[float, str]]) -> None:
        """Show a value and the marks (value, name), rising, without telling anybody."""
        self._value, self._marks = value, tuple(marks)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(round(look().px(320)), round(look().px(_HEIGHT)))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(look().px(200)), round(look().px(_HEIGHT)))

    def x_of(self, value: float) -> float:
        """Place of a value in the view as it is; values beyond the end stand there."""
        return self._x(value, self.width(), look())

    def _x(self, value: float, width: float, look: Look) -> float:
        edge = look.px(_EDGE)
        share = min(1.0, math.log1p(value) / math.log1p(self._high))
        return edge + share * max(1.0, width - 2 * edge)

    def _value_at(self, share: float) -> float:
        return math.expm1(min(1.0, max(0.0, share)) * math.log1p(self._high))

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        px = look.px
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # an axis has one direction
        y = px(_TRACK)
        left, right = (self._x(v, size.width(), look) for v in (0.0, self._high))
        painter.setPen(QPen(look.colour("line"), px(4), c=Qt.PenCapStyle.RoundCap))
        painter.drawLine(QPointF(left, y), QPointF(right, y))
        painter.setFont(look.font(12))
        metrics = QFontMetricsF(painter.font())
        taken = -math.inf
        for value, name in ((0.0, "0"), *self._marks, (self._high, f"{self._high:g}")):
            if value > self._high:
                continue
            x = self._x(value, size.width(), look)
            painter.setPen(QPen(look.colour("muted"), px(1.5)))
            painter.drawLine(QPointF(x, y - px(7)), QPointF(x, y + px(7)))
            width = metrics.horizontalAdvance(name)
            start = min(max(0.0, x - width / 2), size.width() - width)
            if start > taken:
                place = QRectF(start, y + px(11), width + 1, px(20))
                painter.drawText(place, Qt.AlignmentFlag.AlignCenter, name)
                taken = start + width + px(6)
        at = QPointF(self._x(self._value, size.width(), look), y)
        painter.setPen(QPen(look.colour("panel"), px(2)))
        painter.setBrush(look.colour("accent"))
        painter.drawEllipse(at, px(8), px(8))
        if self.hasFocus():
            painter.setPen(QPen(look.colour("accent"), px(1.5)))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(at, px(11), px(11))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._dragging = True
            self.began.emit()
            self._go(event.position().x())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._dragging:
            self._go(event.position().x())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._dragging and event.button() == Qt.MouseButton.LeftButton:
            self._dragging = False
            self.ended.emit()

    def _go(self, x: float) -> None:
        for place, (value, _) in enumerate(self._marks):
            if value <= self._high and abs(self.x_of(value) - x) <= look().px(_NEAR):
                self.marked.emit(place)
                return
        left, right = self.x_of(0.0), self.x_of(self._high)
        self.entered.emit(_rounded(self._value_at((x - left) / (right - left))))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in _KEYS:
            share = math.log1p(min(self._value, self._high)) / math.log1p(self._high)
            self.entered.emit(_rounded(self._value_at(share + _KEYS[key] / _STEPS)))
        elif key == Qt.Key.Key_Home and self._marks:
            self.marked.emit(0)
        elif key == Qt.Key.Key_End and self._marks:
            self.marked.emit(len(self._marks) - 1)
        else:
            super().keyPressEvent(event)


def _rounded(value: float) -> float:
    """Leave out digits that a hand cannot set; 0.01 is the least that differs from 0."""
    return round(value, 2)
