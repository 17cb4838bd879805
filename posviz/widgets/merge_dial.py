"""A curve that is a dial: how many tokens a text takes, over the number of merges."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QLineF, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from posviz.model.notation import grouped
from posviz.widgets.painted import PaintedView
from posviz.widgets.theme import Look, look

_HEIGHT = 150.0
_TOP, _BOTTOM = 24.0, 40.0
_STOPS = 160
_NEAR = 5.0

Lengths = Callable[[NDArray[np.int64]], NDArray[np.int64]]


@dataclass(frozen=True)
class DialMark:
    """A number of merges with a name of its own."""

    count: int
    name: str


def stops(most: int) -> tuple[int, ...]:
    """Numbers of merges from 0 to `most` that keys and the pointer reach, easy to read.

    They lie evenly on a scale of square roots; from 100 on they have two digits that are not
    zero, or end in 00 or 000.
    """
    found = {0, most}
    for step in range(1, _STOPS):
        value = (step / _STOPS) ** 2 * most
        unit = 10 ** max(0, math.floor(math.log10(max(value, 1))) - 1)
        found.add(min(round(value / min(unit, 100)) * min(unit, 100), most))
    return tuple(sorted(found))


class MergeDial(PaintedView):
    """The number of merges from 0 to all, chosen on the curve by pointer or keys.

    The scale is one of square roots, on which both 0 and 50 000 can be hit. Left and Right
    move by a small step, Page Up and Page Down to the next mark, Home and End to the ends.

    Signals
    -------
    entered(int)
        The user chose a number of merges; not sent by `show_value`.
    began(), ended()
        A drag starts and ends.
    hovered(int)
        The number under the pointer; −1 when there is none.
    """

    entered = Signal(int)
    began = Signal()
    ended = Signal()
    hovered = Signal(int)

    def __init__(
        self,
        most: int,
        ticks: Sequence[int],
        marks: Sequence[DialMark],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._most = most
        self._ticks, self._marks = tuple(ticks), tuple(marks)
        self._stops = tuple(sorted({*stops(most), *(mark.count for mark in marks)}))
        self._lengths: Lengths = np.zeros_like
        self._top = 0
        self._value = most
        self._hover = -1
        self._dragging = False
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.SizeHorCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_curve(self, lengths: Lengths) -> None:
        """Show a curve; `lengths` gives the number of tokens for each number of merges."""
        self._lengths = lengths
        self._top = int(lengths(np.zeros(1, dtype=np.int64))[0])
        self.update()

    def show_value(self, value: int) -> None:
        """Show a number of merges without telling anybody."""
        if value != self._value:
            self._value = value
            self.update()

    @property
    def value(self) -> int:
        """The number of merges shown."""
        return self._value

    def sizeHint(self) -> QSize:
        return QSize(round(look().px(400)), round(look().px(_HEIGHT)))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(look().px(220)), round(look().px(_HEIGHT)))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.updateGeometry()

    # The scale

    def _plot(self, size: QSizeF, look: Look) -> QRectF:
        font = QFontMetricsF(look.font(11, mono=True))
        left = font.horizontalAdvance(grouped(max(self._top, 100))) + look.px(10)
        right = font.horizontalAdvance(grouped(self._most)) / 2
        across = max(1.0, size.width() - left - right)
        down = max(1.0, size.height() - look.px(_TOP + _BOTTOM))
        return QRectF(left, look.px(_TOP), across, down)

    def _x(self, count: int, plot: QRectF) -> float:
        return plot.left() + math.sqrt(count / self._most) * plot.width()

    def _y(self, length: float, plot: QRectF) -> float:
        return plot.bottom() - length / max(self._top, 1) * plot.height()

    def place_of(self, count: int) -> QPointF:
        """Where the curve is at a number of merges."""
        plot = self._plot(QSizeF(self.size()), look())
        return QPointF(self._x(count, plot), self._y(self._length(count), plot))

    def count_at(self, x: float) -> int:
        """Number of merges that the pointer means: a mark if one is near, else a stop."""
        plot = self._plot(QSizeF(self.size()), look())
        near = look().px(_NEAR)
        marked = min(self._marks, key=lambda mark: abs(self._x(mark.count, plot) - x), default=None)
        if marked is not None and abs(self._x(marked.count, plot) - x) <= near:
            return marked.count
        after = bisect_left(self._stops, x, key=lambda count: self._x(count, plot))
        around = self._stops[max(after - 1, 0) : after + 1]
        return min(around, key=lambda count: abs(self._x(count, plot) - x))

    def _length(self, count: int) -> int:
        return int(self._lengths(np.array([count], dtype=np.int64))[0])

    # The picture

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        plot = self._plot(size, look)
        self._draw_axes(painter, plot, size, look)
        self._draw_curve(painter, plot, look)
        self._draw_marks(painter, plot, look)
        if self._hover >= 0 and not self._dragging and self._hover != self._value:
            painter.setPen(QPen(look.colour("faint"), look.px(1)))
            x = self._x(self._hover, plot)
            painter.drawLine(QLineF(x, plot.top(), x, plot.bottom()))
        self._draw_handle(painter, plot, size, look)

    def _draw_axes(self, painter: QPainter, plot: QRectF, size: QSizeF, look: Look) -> None:
        painter.setPen(QPen(look.colour("line"), 1))
        painter.drawLine(QLineF(plot.bottomLeft(), plot.bottomRight()))
        painter.setFont(look.font(11, mono=True))
        metrics = QFontMetricsF(painter.font())
        painter.setPen(look.colour("muted"))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for length in (0, self._top) if self._top else (0,):
            frame = QRectF(0, 0, plot.left() - look.px(8), look.px(14))
            frame.moveTop(self._y(length, plot) - frame.height() / 2)
            painter.drawText(frame, right, grouped(length))
        taken = -math.inf
        chosen: list[int] = []
        # The ends first, then whatever finds room between them.
        edge = self._x(self._most, plot) - metrics.horizontalAdvance(grouped(self._most)) / 2
        for count in self._ticks:
            wide = metrics.horizontalAdvance(grouped(count))
            x = self._x(count, plot)
            last = count == self._most
            if x - wide / 2 < taken or (not last and x + wide / 2 + look.px(8) > edge):
                continue
            chosen.append(count)
            taken = x + wide / 2 + look.px(8)
        for count in chosen:
            x = self._x(count, plot)
            painter.setPen(QPen(look.colour("faint"), 1))
            painter.drawLine(QLineF(x, plot.bottom(), x, plot.bottom() + look.px(4)))
            painter.setPen(look.colour("muted"))
            frame = QRectF(x - look.px(40), plot.bottom() + look.px(6), look.px(80), look.px(14))
            painter.drawText(frame, Qt.AlignmentFlag.AlignCenter, grouped(count))
        painter.setFont(look.font(11))
        name = QRectF(plot.left(), plot.bottom() + look.px(21), plot.width(), look.px(16))
        painter.drawText(name, Qt.AlignmentFlag.AlignCenter, self.tr("merges"))
        axis = QRectF(0, 0, plot.left() - look.px(8), look.px(16))
        painter.drawText(axis, right, self.tr("L"))

    def _draw_curve(self, painter: QPainter, plot: QRectF, look: Look) -> None:
        steps = max(2, int(plot.width()))
        share = np.linspace(0, 1, steps)  # (steps,)
        counts = np.rint(share**2 * self._most).astype(np.int64)
        heights = plot.bottom() - self._lengths(counts) / max(self._top, 1) * plot.height()
        points = [
            QPointF(x, y)
            for x, y in zip((plot.left() + share * plot.width()).tolist(), heights, strict=True)
        ]
        line = QPainterPath(points[0])
        for point in points[1:]:
            line.lineTo(point)
        area = QPainterPath(line)
        area.lineTo(plot.bottomRight())
        area.lineTo(plot.bottomLeft())
        painter.fillPath(area, look.tint(0))
        painter.setPen(QPen(look.colour("muted"), look.px(1.5)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(line)

    def _draw_marks(self, painter: QPainter, plot: QRectF, look: Look) -> None:
        painter.setFont(look.font(11))
        metrics = QFontMetricsF(painter.font())
        limit = plot.right() + look.px(14)
        for mark in reversed(self._marks):
            x = self._x(mark.count, plot)
            painter.setPen(QPen(look.colour("muted"), look.px(1), Qt.PenStyle.DashLine))
            painter.drawLine(QLineF(x, plot.top(), x, plot.bottom()))
            wide = metrics.horizontalAdvance(mark.name)
            right = min(x + wide / 2, limit)
            painter.setPen(look.colour("muted"))
            frame = QRectF(right - wide, 0, wide + 1, look.px(16))
            painter.drawText(frame, Qt.AlignmentFlag.AlignCenter, mark.name)
            limit = right - wide - look.px(12)

    def _draw_handle(self, painter: QPainter, plot: QRectF, size: QSizeF, look: Look) -> None:
        x = self._x(self._value, plot)
        length = self._length(self._value)
        at = QPointF(x, self._y(length, plot))
        painter.setPen(QPen(look.colour("accent"), look.px(2)))
        painter.drawLine(QLineF(x, at.y(), x, plot.bottom()))
        if self.hasFocus():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(look.colour("accent", 0.3))
            painter.drawEllipse(at, look.px(10), look.px(10))
        painter.setPen(QPen(look.colour("panel"), look.px(2)))
        painter.setBrush(look.colour("accent"))
        painter.drawEllipse(at, look.px(6), look.px(6))
        painter.setFont(look.font(12, 600, mono=True))
        text = self.tr("L = {length}").format(length=grouped(length))
        wide = QFontMetricsF(painter.font()).horizontalAdvance(text)
        left = x + look.px(10)
        if left + wide > size.width():
            left = x - look.px(10) - wide
        frame = QRectF(left, at.y() - look.px(20), wide + 1, look.px(16))
        frame.moveTop(min(max(frame.top(), plot.top()), plot.bottom() - frame.height()))
        painter.fillRect(frame.adjusted(-look.px(3), 0, look.px(3), 0), look.colour("panel", 0.8))
        painter.setPen(look.colour("text"))
        painter.drawText(frame, Qt.AlignmentFlag.AlignCenter, text)

    # The user

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._dragging = True
            self.began.emit()
            self._enter(self.count_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        count = self.count_at(event.position().x())
        if self._dragging:
            self._enter(count)
        if count != self._hover:
            self._hover = count
            self.hovered.emit(count)
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._dragging and event.button() == Qt.MouseButton.LeftButton:
            self._dragging = False
            self.ended.emit()

    def leaveEvent(self, event: QEvent) -> None:
        self._hover = -1
        self.hovered.emit(-1)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        marks = sorted({0, self._most, *self._ticks, *(mark.count for mark in self._marks)})
        moves = {
            Qt.Key.Key_Right: (self._stops, 1),
            Qt.Key.Key_Up: (self._stops, 1),
            Qt.Key.Key_Left: (self._stops, -1),
            Qt.Key.Key_Down: (self._stops, -1),
            Qt.Key.Key_PageUp: (marks, 1),
            Qt.Key.Key_PageDown: (marks, -1),
            Qt.Key.Key_Home: ((0,), 0),
            Qt.Key.Key_End: ((self._most,), 0),
        }
        move = moves.get(Qt.Key(event.key()))
        if move is None:
            super().keyPressEvent(event)
            return
        targets, step = move
        if step > 0:
            place = min(bisect_right(targets, self._value), len(targets) - 1)
        else:
            place = max(bisect_left(targets, self._value) - 1, 0)
        self._enter(targets[place])

    def _enter(self, count: int) -> None:
        if count != self._value:
            self._value = count
            self.entered.emit(count)
            self.update()
