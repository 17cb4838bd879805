"""Choices as small cards beside each other, each with a picture of its lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from posviz.widgets.curves import Curves, draw_curves
from posviz.widgets.painted import PaintedView, in_own_direction
from posviz.widgets.theme import Look, look

_LEAST = 138.0
_HEIGHT = 122.0
_GAP = 10.0
_PADDING = 10.0
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, eq=False)
class Card:
    """A choice: its name, a line on it, another one, and its lines."""

    title: str
    detail: str
    more: str
    curves: Curves


class ChoiceCards(PaintedView):
    """Cards in rows of equal length; one is chosen by mouse or arrow keys.

    Signals
    -------
    activated(int)
        The card that the user chose.
    """

    activated = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cards: tuple[Card, ...] = ()
        self._selected = -1
        self._hover = -1
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_cards(self, cards: Sequence[Card], selected: int) -> None:
        """Show choices, one of them selected."""
        self._cards, self._selected = tuple(cards), selected
        chosen = cards[selected]
        self.setAccessibleDescription(f"{chosen.title}: {chosen.detail}, {chosen.more}")
        self.updateGeometry()
        self.update()

    def columns(self, width: float, look: Look) -> int:
        """Cards in a row: the most that fit and fill all rows."""
        count = max(1, len(self._cards))
        fit = max(1, int((width + look.px(_GAP)) // look.px(_LEAST + _GAP)))
        return max(n for n in range(1, count + 1) if n <= fit and (count % n == 0 or n == 1))

    def place(self, index: int, size: QSizeF, look: Look) -> QRectF:
        """Rectangle of a card."""
        columns, gap = self.columns(size.width(), look), look.px(_GAP)
        width = (size.width() - gap * (columns - 1) - 2) / columns
        column = index % columns
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            column = columns - 1 - column
        top = index // columns * (look.px(_HEIGHT) + gap)
        return QRectF(1 + column * (width + gap), 1 + top, width, look.px(_HEIGHT) - 2)

    def card_at(self, at: QPointF) -> int:
        """Index of the card at a point; −1 where there is none."""
        size, now = QSizeF(self.size()), look()
        places = (self.place(i, size, now) for i in range(len(self._cards)))
        return next((i for i, place in enumerate(places) if place.contains(at)), -1)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        now = look()
        rows = -(-max(1, len(self._cards)) // self.columns(width, now))
        return round(rows * now.px(_HEIGHT + _GAP) - now.px(_GAP))

    def sizeHint(self) -> QSize:
        width = round(look().px(3 * (_LEAST + _GAP)))
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(look().px(_LEAST)), round(look().px(_HEIGHT)))

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        for index, card in enumerate(self._cards):
            self._draw_card(painter, self.place(index, size, look), card, index, look)

    def _draw_card(
        self, painter: QPainter, place: QRectF, card: Card, index: int, look: Look
    ) -> None:
        px = look.px
        chosen = index == self._selected
        painter.setBrush(look.colour("raised" if chosen or index == self._hover else "panel"))
        width = 2.5 if chosen and self.hasFocus() else 1.5 if chosen else 1
        painter.setPen(QPen(look.colour("accent" if chosen else "line"), px(width)))
        painter.drawRoundedRect(place, px(6), px(6))
        inner = place.adjusted(px(_PADDING), px(7), -px(_PADDING), -px(9))
        texts = (
            (card.title, look.font(14, 600), "text", 20),
            (card.detail, look.font(12), "muted", 16),
            (card.more, look.font(12), "muted", 16),
        )
        for text, font, role, height in texts:
            painter.setFont(font)
            painter.setPen(look.colour(role))
            shown = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, inner.width())
            line = QRectF(inner.x(), inner.y(), inner.width(), px(height))
            painter.drawText(line, _LEFT, in_own_direction(shown, painter))
            inner.setTop(inner.top() + px(height))
        inner.setTop(inner.top() + px(6))
        draw_curves(painter, inner, card.curves, look)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._set_hover(self.card_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self._set_hover(-1)

    def _set_hover(self, index: int) -> None:
        if index != self._hover:
            self._hover = index
            over = Qt.CursorShape.PointingHandCursor if index >= 0 else Qt.CursorShape.ArrowCursor
            self.setCursor(over)
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.card_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and index >= 0:
            self.activated.emit(index)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            index = self.card_at(QPointF(event.pos()))
            card = self._cards[index] if index >= 0 else None
            text = "" if card is None else f"{card.title}: {card.detail}, {card.more}"
            QToolTip.showText(event.globalPos(), text, self)
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        last, at = len(self._cards) - 1, self._selected
        columns = self.columns(self.width(), look())
        forward = -1 if self.layoutDirection() == Qt.LayoutDirection.RightToLeft else 1
        moves = {
            Qt.Key.Key_Left: at - forward,
            Qt.Key.Key_Right: at + forward,
            Qt.Key.Key_Up: at - columns,
            Qt.Key.Key_Down: at + columns,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        if event.key() in moves and last >= 0:
            target = moves[Qt.Key(event.key())]
            if 0 <= target <= last and target != at:
                self.activated.emit(target)
        else:
            super().keyPressEvent(event)
