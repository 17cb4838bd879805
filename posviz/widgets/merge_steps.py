"""A word after each merge, a row a merge; merges that are not in use yet are faint."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from posviz.widgets.row_view import RowView
from posviz.widgets.theme import Look, look

_ROW = 30.0
_PADDING = 5.0
_BETWEEN = 2.0
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True)
class StepRow:
    """A word after a merge.

    Attributes
    ----------
    label
        Which merge it was.
    tokens
        The tokens of the word, or those around the joined one.
    joined
        Which of `tokens` the merge made; −1 for none.
    state
        "used", "now" for the last one that is used, or "later".
    before, after
        Whether there are more tokens to the left, and to the right.
    """

    label: str
    tokens: tuple[str, ...]
    joined: int
    state: str
    before: bool = False
    after: bool = False


class MergeSteps(RowView):
    """Rows of tokens, asked for as they come into sight.

    Signals
    -------
    activated(int)
        The row that was clicked, or on which Return was pressed.
    """

    activated = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._count = 0
        self._widest = ""
        self._row: Callable[[int], StepRow] = lambda _: StepRow("", (), -1, "used")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)

    def set_rows(self, count: int, row: Callable[[int], StepRow], widest: str) -> None:
        """Show rows; room is kept for the `widest` label."""
        self._count, self._row, self._widest = count, row, widest
        self._cursor = min(self._cursor, count - 1)
        self.updateGeometry()
        self.update()

    def row_count(self) -> int:
        return self._count

    def row_at(self, y: float) -> int:
        row = int(y // look().px(_ROW))
        return row if 0 <= row < self._count else -1

    def sizeHint(self) -> QSize:
        return QSize(round(look().px(320)), round(look().px(_ROW * self._count)))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(look().px(200)), round(look().px(_ROW * self._count)))

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        seen = painter.clipBoundingRect() if painter.hasClipping() else QRectF(0, 0, 1, 1e9)
        height = look.px(_ROW)
        first = max(0, int(seen.top() // height))
        last = min(self._count - 1, int(seen.bottom() // height))
        label = QFontMetricsF(look.font(12)).horizontalAdvance(self._widest) + look.px(14)
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        for index in range(first, last + 1):
            row = self._row(index)
            line = QRectF(0, index * height, size.width(), height)
            if index == self._cursor:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(look.colour("raised"))
                painter.drawRoundedRect(line.adjusted(-4, 1, 4, -1), look.px(5), look.px(5))
            now = row.state == "now"
            painter.setFont(look.font(12, 600 if now else 400))
            painter.setPen(look.colour("text" if now else "muted"))
            place = QRectF(0, line.y(), label, height)
            align = _LEFT
            if mirrored:
                place.moveRight(size.width())
                align = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(place, align, row.label)
            room = QRectF(label, line.y() + look.px(3), size.width() - label, height - look.px(6))
            if mirrored:
                room.moveLeft(0)
            self._draw_tokens(painter, row, room, look)

    def _draw_tokens(self, painter: QPainter, row: StepRow, room: QRectF, look: Look) -> None:
        painter.setFont(look.font(13, mono=True))
        metrics = QFontMetricsF(painter.font())
        widths = [metrics.horizontalAdvance(t) + look.px(2 * _PADDING) for t in row.tokens]
        dots = look.px(14)
        first, stop = fitting(
            widths, max(row.joined, 0), room.width() - 2 * dots, look.px(_BETWEEN)
        )
        x = 0.0
        if row.before or first:
            self._text(painter, room, x, dots, "…", look)
            x += dots
        painter.setOpacity(0.62 if row.state == "later" else 1.0)
        for index in range(first, stop):
            wide = min(widths[index], room.width() - x)
            place = self._part(room, x, wide)
            joined = index == row.joined
            painter.setPen(QPen(look.colour("text"), look.px(1.5)) if joined else Qt.PenStyle.NoPen)
            painter.setBrush(look.tint(1 if joined else 0))
            inset = 0.75 if joined else 0
            painter.drawRoundedRect(
                place.adjusted(inset, inset, -inset, -inset), look.px(4), look.px(4)
            )
            painter.setPen(look.colour("text"))
            text = row.tokens[index]
            if widths[index] > wide:
                mode = Qt.TextElideMode.ElideMiddle
                text = metrics.elidedText(text, mode, wide - look.px(2 * _PADDING))
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, text)
            x += wide + look.px(_BETWEEN)
        painter.setOpacity(1.0)
        if row.after or stop < len(row.tokens):
            self._text(painter, room, x, dots, "…", look)

    def _part(self, room: QRectF, x: float, wide: float) -> QRectF:
        place = QRectF(room.left() + x, room.y(), wide, room.height())
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            place.moveRight(room.right() - x)
        return place

    def _text(
        self, painter: QPainter, room: QRectF, x: float, wide: float, text: str, look: Look
    ) -> None:
        painter.setPen(look.colour("muted"))
        painter.drawText(self._part(room, x, wide), Qt.AlignmentFlag.AlignCenter, text)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = self.row_at(event.position().y())
        if event.button() == Qt.MouseButton.LeftButton and row >= 0:
            self.activated.emit(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._cursor >= 0:
            self.activated.emit(self._cursor)
        else:
            super().keyPressEvent(event)


def fitting(widths: list[float], at: int, room: float, between: float) -> tuple[int, int]:
    """Return the stretch around one of some parts that fits into a room, that one included.

    All of them if they fit; else as many to the left as to the right while there are any.
    """
    if not widths:
        return 0, 0
    first, stop = at, at + 1
    used = widths[at]
    while True:
        grown = False
        if stop < len(widths) and used + between + widths[stop] <= room:
            used += between + widths[stop]
            stop += 1
            grown = True
        if first > 0 and used + between + widths[first - 1] <= room:
            used += between + widths[first - 1]
            first -= 1
            grown = True
        if not grown:
            return first, stop
