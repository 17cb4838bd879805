"""Answers to choose from, one below the other; once one is chosen the right one is marked."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from posviz.widgets.painted import PaintedView
from posviz.widgets.theme import Look, look

_PADDING = 7.0
_GAP = 4.0
_MARK = 26.0
_LEAST = 30.0
_NUMBER = 22.0
_VOTES = 44.0
_MIDDLE = Qt.AlignmentFlag.AlignCenter
_WRAPPED = int(Qt.TextFlag.TextWordWrap) | int(Qt.AlignmentFlag.AlignVCenter)


def draw_mark(painter: QPainter, centre: QPointF, look: Look, *, right: bool) -> None:
    """Draw a tick or a cross; its shape tells them apart, not its colour alone."""
    px = look.px
    painter.setPen(QPen(QColor(look.plus if right else look.minus), px(2)))
    if right:
        painter.drawPolyline(
            [
                centre + QPointF(px(-5), px(0.3)),
                centre + QPointF(px(-1.5), px(3.8)),
                centre + QPointF(px(5), px(-3.8)),
            ]
        )
    else:
        arm = px(4)
        painter.drawLine(centre + QPointF(-arm, -arm), centre + QPointF(arm, arm))
        painter.drawLine(centre + QPointF(-arm, arm), centre + QPointF(arm, -arm))


def _mirrored(part: QRectF, whole: QRectF) -> QRectF:
    """Return a part of a row as it lies from right to left."""
    return QRectF(
        whole.left() + whole.right() - part.right(), part.y(), part.width(), part.height()
    )


class ChoiceList(PaintedView):
    """Rows of text; the arrow keys move, Return or Space or a number chooses.

    With `numbered` each row begins with the key that chooses it. A list that counts votes
    shows how many each row has; it stays open until the right one is shown.

    Signals
    -------
    picked(int)
        The answer that the user chose. Once one is chosen nothing more can be.
    """

    picked = Signal(int)

    def __init__(self, parent: QWidget | None = None, *, numbered: bool = False) -> None:
        super().__init__(parent)
        self._numbered = numbered
        self._votes: tuple[int, ...] = ()
        self._choices: tuple[str, ...] = ()
        self._chosen = -1
        self._right = -1
        self._brief = False
        self._here = 0
        self._hover = -1
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_choices(
        self, choices: Sequence[str], chosen: int = -1, right: int = -1, *, brief: bool = False
    ) -> None:
        """Show answers; `chosen` −1: still to be chosen, then `right` is not shown.

        `brief`: once one is chosen, only that and the right one stay, to leave room for why.
        """
        self._brief = brief
        if tuple(choices) != self._choices:
            self._here = 0
        if len(self._votes) != len(choices):
            self._votes = ()
        self._choices, self._chosen = tuple(choices), chosen
        self._right = right if chosen >= 0 else -1
        self._describe()
        self.updateGeometry()
        self.update()

    def show_votes(self, choices: Sequence[str], votes: Sequence[int], right: int = -1) -> None:
        """Show answers with a count each; `right` −1: not to be shown yet."""
        self._votes = tuple(votes)
        self.show_choices(choices, right, right)

    @property
    def is_open(self) -> bool:
        """Whether an answer is still to be chosen."""
        return self._chosen < 0

    def _describe(self) -> None:
        if self.is_open:
            here = self._choices[self._here] if self._choices else ""
            text = self.tr("{number} of {count}: {choice}").format(
                number=self._here + 1, count=len(self._choices), choice=here
            )
            if self._votes:
                text += " " + self.tr("Votes: {count}.").format(count=self._votes[self._here])
        elif self._right < 0:
            text = self.tr("You chose: {choice}.").format(choice=self._choices[self._chosen])
        elif self._chosen == self._right:
            text = self.tr("Right: {choice}.").format(choice=self._choices[self._right])
        else:
            text = self.tr("You chose: {choice}. Right is: {right}.").format(
                choice=self._choices[self._chosen], right=self._choices[self._right]
            )
        self.setAccessibleDescription(text)

    @property
    def _lead(self) -> float:
        """Room for the number of a row."""
        return _NUMBER if self._numbered else 0.0

    @property
    def _trail(self) -> float:
        """Room for the mark and the votes of a row."""
        return _MARK + (_VOTES if self._votes else 0.0)

    def places(self, width: float, look: Look) -> list[QRectF]:
        """Rectangles of the rows at a width, each as high as its words need; empty: left out."""
        metrics = QFontMetricsF(look.font(14))
        places, top = [], 1.0
        for index, choice in enumerate(self._choices):
            if self._brief and not self.is_open and index not in (self._chosen, self._right):
                places.append(QRectF())
                continue
            room = QRectF(0, 0, width - 2 - look.px(_PADDING + self._lead + self._trail), 1e6)
            words = metrics.boundingRect(room, _WRAPPED, choice).height()
            height = max(look.px(_LEAST), words + look.px(2 * _PADDING))
            places.append(QRectF(1, top, width - 2, height))
            top += height + look.px(_GAP)
        return places

    def choice_at(self, at: QPointF) -> int:
        """Index of the row at a point; −1 where there is none."""
        places = self.places(self.width(), look())
        return next((i for i, place in enumerate(places) if place.contains(at)), -1)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        places = self.places(width, look())
        return round(max(place.bottom() for place in places) + 1.5) if places else 0

    def sizeHint(self) -> QSize:
        width = round(look().px(260))
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(look().px(120)), round(look().px(_LEAST)))

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        for index, place in enumerate(self.places(size.width(), look)):
            if place.isEmpty():
                continue
            self._draw_row(painter, place, index, look, mirrored)

    def _draw_row(
        self, painter: QPainter, place: QRectF, index: int, look: Look, mirrored: bool
    ) -> None:
        px = look.px
        marked = index == self._right or (index == self._chosen and self._right >= 0)
        at = index == self._here and self.is_open
        colour, width = look.colour("line"), 1.0
        if marked:
            colour, width = QColor(look.plus if index == self._right else look.minus), 1.5
        elif index == self._chosen or (at and self.hasFocus()):
            colour, width = look.colour("accent"), 2.0
        painter.setPen(QPen(colour, px(width)))
        painter.setBrush(
            look.colour("panel" if index == self._hover and self.is_open else "raised")
        )
        painter.drawRoundedRect(place, px(6), px(6))
        lead, trail = px(_PADDING + self._lead), px(self._trail)
        words = place.adjusted(lead, 0, -trail, 0)
        number = place.adjusted(px(_PADDING), 0, lead - place.width(), 0)
        votes = place.adjusted(place.width() - trail, 0, -px(_MARK), 0)
        side = place.right() - px(_MARK / 2)
        if mirrored:
            words, number, votes = (_mirrored(part, place) for part in (words, number, votes))
            side = place.left() + px(_MARK / 2)
        if self._numbered:
            painter.setFont(look.font(14, mono=True))
            painter.setPen(look.colour("muted"))
            painter.drawText(number, _MIDDLE, str(index + 1))
        if self._votes:
            painter.setFont(look.font(15, 600, mono=True))
            painter.setPen(look.colour("text"))
            painter.drawText(votes, _MIDDLE, str(self._votes[index]))
        painter.setFont(look.font(14))
        quiet = not self.is_open and not marked and index != self._chosen
        painter.setPen(look.colour("muted" if quiet else "text"))
        painter.drawText(words, _WRAPPED, self._choices[index])
        if marked:
            draw_mark(painter, QPointF(side, place.center().y()), look, right=index == self._right)

    def _choose(self, index: int) -> None:
        if self.is_open and 0 <= index < len(self._choices):
            self._here = index
            self.picked.emit(index)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._choose(self.choice_at(event.position()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._set_hover(self.choice_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self._set_hover(-1)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, last = event.key(), len(self._choices) - 1
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down) and self.is_open:
            step = 1 if key == Qt.Key.Key_Down else -1
            self._here = min(max(0, self._here + step), last)
            self._describe()
            self.update()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._choose(self._here)
        elif Qt.Key.Key_1 <= key <= Qt.Key.Key_9:
            self._choose(key - Qt.Key.Key_1)
        else:
            super().keyPressEvent(event)

    def _set_hover(self, index: int) -> None:
        if index == self._hover:
            return
        self._hover = index
        over = index >= 0 and self.is_open
        self.setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)
        self.update()
