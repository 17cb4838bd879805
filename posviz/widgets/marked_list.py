"""A list of things to do, each with how far one has got; one of them is open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from posviz.widgets.choice_list import draw_mark
from posviz.widgets.painted import PaintedView, in_own_direction
from posviz.widgets.theme import Look, look

Mark = Literal["open", "tried", "done"]
_ROW = 30.0
_LEAD, _TRAIL = 30.0, 6.0
_RADIUS = 5.5
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True)
class Item:
    """A row: its words, its mark, and the mark in words."""

    text: str
    mark: Mark
    said: str


class MarkedList(PaintedView):
    """Rows that open on a click, in two columns where each has its words whole.

    The arrow keys, Home and End go from one to the next.

    Signals
    -------
    picked(int)
        The row that the user wants to open.
    """

    picked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items: tuple[Item, ...] = ()
        self._current = 0
        self._hover = -1
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_items(self, items: Sequence[Item], current: int) -> None:
        """Show rows, one of them as open."""
        self._items, self._current = tuple(items), current
        item = self._items[current]
        self.setAccessibleDescription(
            self.tr("{number} of {count}: {text}, {said}").format(
                number=current + 1, count=len(items), text=item.text, said=item.said
            )
        )
        self._keep_height()
        self.updateGeometry()
        self.update()

    @property
    def items(self) -> tuple[Item, ...]:
        """The rows."""
        return self._items

    @property
    def current(self) -> int:
        """The row that is open."""
        return self._current

    def hasHeightForWidth(self) -> bool:
        return True

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._keep_height()

    def _keep_height(self) -> None:
        """Ask for all rows: a panel that is too small scrolls rather than cuts them."""
        self.setMinimumHeight(self.heightForWidth(self.width()))

    def heightForWidth(self, width: int) -> int:
        rows = max(map(len, self._columns(width, look())))
        return round(look().px(_ROW) * max(1, rows))

    def sizeHint(self) -> QSize:
        widest = self._needed(range(len(self._items)), look())
        return QSize(round(widest + 1), round(look().px(_ROW) * len(self._items)))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(look().px(120)), round(look().px(_ROW)))

    def _needed(self, rows: range, look: Look) -> float:
        """Width that some rows need for their words."""
        metrics = QFontMetricsF(look.font(14, 600))
        words = (metrics.horizontalAdvance(self._items[row].text) for row in rows)
        return max(words, default=0.0) + look.px(_LEAD + _TRAIL) + 2

    def _columns(self, width: float, look: Look) -> list[range]:
        """Rows of each column: two where both have the room that they need."""
        count = len(self._items)
        halves = [range(-(-count // 2)), range(-(-count // 2), count)]
        if count > 1 and sum(self._needed(half, look) for half in halves) <= width:
            return halves
        return [range(count)]

    def places(self, size: QSizeF, look: Look) -> list[QRectF]:
        """Where the rows are: down the first column, then down the second."""
        columns, high = self._columns(size.width(), look), look.px(_ROW)
        needed = [self._needed(rows, look) for rows in columns]
        spare = (size.width() - sum(needed)) / len(columns)
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        places, x = [], 0.0
        for rows, width in zip(columns, needed, strict=True):
            wide = width + spare
            left = size.width() - x - wide if mirrored else x
            places += [QRectF(left, i * high, wide, high) for i in range(len(rows))]
            x += wide
        return places

    def row_at(self, at: QPointF) -> int:
        """Index of the row at a point; −1 where there is none."""
        places = self.places(QSizeF(self.size()), look())
        return next((i for i, place in enumerate(places) if place.contains(at)), -1)

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        places = self.places(size, look)
        for index, (row, item) in enumerate(zip(places, self._items, strict=True)):
            self._draw_row(painter, row.adjusted(1, 1, -1, -1), index, item, look, mirrored)

    def _draw_row(
        self,
        painter: QPainter,
        row: QRectF,
        index: int,
        item: Item,
        look: Look,
        mirrored: bool,
    ) -> None:
        px, current = look.px, index == self._current
        if current or index == self._hover:
            edge = "accent" if current and self.hasFocus() else "raised"
            painter.setPen(QPen(look.colour(edge), px(1)))
            painter.setBrush(look.colour("raised"))
            painter.drawRoundedRect(row, px(6), px(6))
        side = px(_LEAD / 2)
        centre = QPointF(row.right() - side if mirrored else row.left() + side, row.center().y())
        self._draw_mark(painter, centre, item.mark, current, look)
        painter.setFont(look.font(14, 600 if current else 400))
        painter.setPen(look.colour("text"))
        words = row.adjusted(px(_LEAD), 0, -px(_TRAIL), 0)
        if mirrored:
            words = row.adjusted(px(_TRAIL), 0, -px(_LEAD), 0)
        text = QFontMetricsF(painter.font()).elidedText(
            item.text, Qt.TextElideMode.ElideRight, words.width()
        )
        painter.drawText(words, _LEFT, in_own_direction(text, painter))

    def _draw_mark(
        self, painter: QPainter, centre: QPointF, mark: Mark, current: bool, look: Look
    ) -> None:
        """Draw a tick, a circle with a dot, or an empty one: shapes, not colours alone."""
        px = look.px
        if mark == "done":
            draw_mark(painter, centre, look, right=True)
            return
        ink = QColor(look.accent if current else look.muted)
        painter.setPen(QPen(ink, px(1.5)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(centre, px(_RADIUS), px(_RADIUS))
        if mark == "tried":
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ink)
            painter.drawEllipse(centre, px(_RADIUS / 2), px(_RADIUS / 2))

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            row = self.row_at(QPointF(event.pos()))
            said = f"{self._items[row].text}: {self._items[row].said}" if row >= 0 else ""
            QToolTip.showText(event.globalPos(), said, self)
            return True
        return super().event(event)

    def _pick(self, row: int) -> None:
        if 0 <= row < len(self._items) and row != self._current:
            self.picked.emit(row)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._pick(self.row_at(event.position()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._set_hover(self.row_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self._set_hover(-1)

    def _set_hover(self, row: int) -> None:
        if row != self._hover:
            self._hover = row
            pointing = Qt.CursorShape.PointingHandCursor
            self.setCursor(pointing if row >= 0 else Qt.CursorShape.ArrowCursor)
            self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        last = len(self._items) - 1
        beside = len(self._columns(self.width(), look())[0])
        forth = 1 if self.layoutDirection() == Qt.LayoutDirection.LeftToRight else -1
        moves = {
            Qt.Key.Key_Left: self._current - forth * beside,
            Qt.Key.Key_Right: self._current + forth * beside,
            Qt.Key.Key_Up: self._current - 1,
            Qt.Key.Key_Down: self._current + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        if event.key() in moves:
            self._pick(moves[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)
