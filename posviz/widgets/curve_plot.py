"""Lines over whole numbers with their axes, names and a cursor that reads them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from posviz.model.notation import grouped, signed
from posviz.widgets.curves import Curves, draw_curves, line_pen
from posviz.widgets.painted import PaintedView
from posviz.widgets.theme import Look, look

_ROW = 20.0
_SAMPLE = 22.0
_AXIS = 20.0
_LEAST, _USUAL = 110.0, 190.0
_START = 12
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_CENTRE = Qt.AlignmentFlag.AlignCenter


class CurvePlot(PaintedView):
    """A picture of lines; the cursor stays where it was put, for the keys to go on from.

    Left and right move it by one place, Page Up and Page Down by a tenth of all, Home and End
    to the ends.

    Signals
    -------
    hovered(int)
        The cursor is at another place: its index among the places.
    """

    hovered = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._curves: Curves | None = None
        self._cursor = _START
        self._value_text: Callable[[float], str] = lambda value: signed(value, 3)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_curves(self, curves: Curves, value_text: Callable[[float], str] | None = None) -> None:
        """Show lines; `value_text` writes a value, with three decimals by default."""
        self._curves = curves
        if value_text is not None:
            self._value_text = value_text
        self._cursor = min(self._cursor, len(curves.x) - 1)
        self.updateGeometry()
        self.update()

    @property
    def curves(self) -> Curves | None:
        """The lines as shown."""
        return self._curves

    @property
    def cursor_index(self) -> int:
        """Index of the place that is read."""
        return self._cursor

    def move_cursor(self, index: int) -> None:
        """Read another place, kept inside."""
        if self._curves is None:
            return
        index = max(0, min(index, len(self._curves.x) - 1))
        if index != self._cursor:
            self._cursor = index
            self.hovered.emit(index)
            self.update()

    def frame(self, size: QSizeF, look: Look) -> QRectF:
        """Where the lines are painted."""
        curves, px = self._curves, look.px
        metrics = QFontMetricsF(look.font(12, mono=True))
        texts = [text for _, text in curves.ticks] if curves is not None else []
        left = max(map(metrics.horizontalAdvance, texts), default=0.0) + px(8)
        top = len(self._rows(size.width(), look)) * px(_ROW) + px(8)
        return QRectF(
            left,
            top,
            max(1.0, size.width() - left - px(6)),
            max(1.0, size.height() - top - px(_AXIS)),
        )

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        now = look()
        rows = len(self._rows(width, now))
        return round(now.px(_ROW * rows + 8 + _USUAL + _AXIS))

    def sizeHint(self) -> QSize:
        width = round(look().px(340))
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        rows = len(self._rows(self.width(), look()))
        return QSize(round(look().px(180)), round(look().px(_ROW * rows + 8 + _LEAST + _AXIS)))

    def _entry(self, order: int, look: Look) -> float:
        assert self._curves is not None
        label = QFontMetricsF(look.font(12)).horizontalAdvance(self._curves.labels[order])
        value = QFontMetricsF(look.font(12, mono=True)).horizontalAdvance("+0.000000")
        return label + value + look.px(_SAMPLE + 30)

    def _rows(self, width: float, look: Look) -> list[list[int]]:
        """The lines in rows of names, as many in a row as fit."""
        rows: list[list[int]] = []
        room = 0.0
        for order in range(len(self._curves.lines) if self._curves is not None else 0):
            entry = self._entry(order, look)
            if not rows or entry > room:
                rows.append([])
                room = width
            rows[-1].append(order)
            room -= entry
        return rows

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        curves = self._curves
        if curves is None:
            return
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # an axis has one direction
        frame = self.frame(size, look)
        self._draw_names(painter, size.width(), look)
        draw_curves(painter, frame, curves, look)
        self._draw_axes(painter, frame, curves, look)
        x = curves.across(float(curves.x[self._cursor]), frame)
        painter.setPen(QPen(look.colour("text" if self.hasFocus() else "muted"), look.px(1)))
        painter.drawLine(QLineF(x, frame.top(), x, frame.bottom()))
        painter.setBrush(look.colour("panel"))
        for order, value in enumerate(curves.lines[:, self._cursor].tolist()):
            if curves.low <= value <= curves.high:  # false for NaN
                pen = line_pen(order, look)
                painter.setPen(QPen(pen.color(), look.px(2)))
                painter.drawEllipse(QPointF(x, curves.down(value, frame)), look.px(3), look.px(3))

    def _draw_names(self, painter: QPainter, width: float, look: Look) -> None:
        curves, px = self._curves, look.px
        assert curves is not None
        for row, orders in enumerate(self._rows(width, look)):
            left = 0.0
            for order in orders:
                place = QRectF(left, row * px(_ROW), min(self._entry(order, look), width), px(_ROW))
                painter.setPen(line_pen(order, look))
                y = place.center().y()
                painter.drawLine(QLineF(left, y, left + px(_SAMPLE), y))
                inner = place.adjusted(px(_SAMPLE + 7), 0, 0, 0)
                painter.setFont(look.font(12))
                painter.setPen(look.colour("muted"))
                metrics = QFontMetricsF(painter.font())
                label = metrics.elidedText(
                    curves.labels[order], Qt.TextElideMode.ElideRight, inner.width()
                )
                painter.drawText(inner, _LEFT, label)
                inner.setLeft(inner.left() + metrics.horizontalAdvance(label) + px(7))
                painter.setFont(look.font(12, mono=True))
                painter.setPen(look.colour("text"))
                value = float(curves.lines[order, self._cursor])
                painter.drawText(inner, _LEFT, self._value_text(value))
                left += self._entry(order, look)

    def _draw_axes(self, painter: QPainter, frame: QRectF, curves: Curves, look: Look) -> None:
        px = look.px
        painter.setFont(look.font(12, mono=True))
        painter.setPen(look.colour("muted"))
        height = px(16)
        for value, text in curves.ticks:
            y = curves.down(value, frame)
            painter.drawText(QRectF(0, y - height / 2, frame.left() - px(7), height), _RIGHT, text)
        below = QRectF(frame.left(), frame.bottom() + px(3), frame.width(), px(_AXIS - 3))
        last = grouped(curves.last)
        painter.drawText(below, _RIGHT, last)
        here = f"{curves.x_name} {grouped(int(curves.x[self._cursor]))}"
        painter.setFont(look.font(12))
        first = f"{curves.x_name} {grouped(curves.first)}"
        metrics = QFontMetricsF(painter.font())
        middle = curves.across(float(curves.x[self._cursor]), frame)
        width = metrics.horizontalAdvance(here) + px(4)
        ends = QFontMetricsF(look.font(12, mono=True)).horizontalAdvance(last) + px(10)
        left = min(max(frame.left(), middle - width / 2), frame.right() - ends - width)
        if left > frame.left() + metrics.horizontalAdvance(first) + px(10):
            painter.drawText(below, _LEFT, first)
        self._draw_limit(painter, frame, below.adjusted(px(90), 0, -ends, 0), (left, width), look)
        painter.setPen(look.colour("text"))
        painter.drawText(QRectF(left, below.top(), width, below.height()), _CENTRE, here)
        if curves.shade is not None:
            start, stop, name = curves.shade
            edge = curves.across(start, frame)
            room = curves.across(stop, frame) - edge - px(12)
            shown = metrics.elidedText(name, Qt.TextElideMode.ElideRight, max(0.0, room))
            painter.setPen(look.colour("warning"))
            if room > px(40):
                place = QRectF(edge + px(6), frame.top() + px(3), room, height)
                painter.drawText(place, _LEFT, shown)

    def _draw_limit(
        self,
        painter: QPainter,
        frame: QRectF,
        room: QRectF,
        taken: tuple[float, float],
        look: Look,
    ) -> None:
        """Write the first shaded place under the axis, where the cursor's does not stand."""
        curves = self._curves
        if curves is None or curves.shade is None:
            return
        text = grouped(round(curves.shade[0]))
        half = QFontMetricsF(painter.font()).horizontalAdvance(text) / 2 + look.px(5)
        middle = curves.across(curves.shade[0], frame)
        free = middle + half < taken[0] or middle - half > sum(taken)
        if free and room.left() < middle - half and middle + half < room.right():
            place = QRectF(middle - half, room.top(), 2 * half, room.height())
            painter.drawText(place, _CENTRE, text)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._curves is not None:
            frame = self.frame(QSizeF(self.size()), look())
            self.move_cursor(self._curves.nearest(event.position().x(), frame))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        count = len(self._curves.x) if self._curves is not None else 0
        page = max(1, count // 10)
        moves = {
            Qt.Key.Key_Left: self._cursor - 1,
            Qt.Key.Key_Right: self._cursor + 1,
            Qt.Key.Key_PageUp: self._cursor - page,
            Qt.Key.Key_PageDown: self._cursor + page,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: count - 1,
        }
        if event.key() in moves:
            self.move_cursor(moves[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)
