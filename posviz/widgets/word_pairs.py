"""For each word two rows of values, one above the other, and how far they are apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from posviz.model.notation import grouped, shortened, significant
from posviz.widgets.key_focus import BY_KEYS
from posviz.widgets.painted import PaintedView
from posviz.widgets.theme import Look, look
from posviz.widgets.word_pairs_marks import draw_cells, draw_missing, draw_outline

_TITLE = 22.0
_LEAST, _MOST = 47.0, 84.0
_BETWEEN = 9.0
_GAP = 2.0
_FEWEST = 3
_LABEL, _LABEL_SHARE = 46.0, 0.22
_PAGE = 5
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True)
class PairWords:
    """What is written around the rows: a heading, the two rows' names, one for no values.

    `short` stands for the heading where it has no room beside what is in sight.
    """

    title: str
    first: str
    second: str
    missing: str
    short: str = ""


@dataclass(frozen=True)
class Plan:
    """Where the words in sight stand: which, how tall each is, and where its cells lie."""

    first: int
    shown: int
    height: float
    cells_left: float
    cells_width: float


class Place(NamedTuple):
    """A word and one of its dimensions; −1 where there is none."""

    word: int
    dimension: int


NOWHERE = Place(-1, -1)


class WordPairs(PaintedView):
    """As many words as there is room for, the selected one among them; the wheel shows others.

    Cells show their values while they fit, then only colours; a word without values is dashed.
    The left and right keys read the selected word's cells.

    Signals
    -------
    activated(int)
        The word that was clicked, or reached with the up and down keys.
    hovered(int, int)
        Word and dimension under the pointer; −1 where there is none.
    """

    activated = Signal(int)
    hovered = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names: Sequence[str] = ()
        self._first: NDArray[np.float64] = np.empty((0, 0))
        self._second: NDArray[np.float64] = np.empty((0, 0))
        self._texts: Sequence[str] = ()
        self._words = PairWords("", "", "", "")
        self._selected = -1
        self._from = 0
        self._dimension = -1
        self._keyed = False
        self._level = 1.0
        self._hover = NOWHERE
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_pairs(
        self,
        names: Sequence[str],
        first: NDArray[np.float64],
        second: NDArray[np.float64],
        texts: Sequence[str],
        words: PairWords,
        selected: int,
    ) -> None:
        """Show words.

        Parameters
        ----------
        names
            The words, (L,).
        first, second
            Their rows of values, (L, h); NaN for a word that has none.
        texts
            How far the two rows of each word are apart, (L,).
        words
            What is written around them.
        selected
            The selected word; −1 for none.
        """
        chosen_anew = (selected, len(names)) != (self._selected, len(self._names))
        self._names, self._first, self._second = names, first, second
        self._texts, self._words, self._selected = texts, words, selected
        if self._dimension >= first.shape[1]:
            self._dimension = -1
        sizes = [np.nan_to_num(np.abs(rows)).max(initial=0.0) for rows in (first, second)]
        self._level = float(max(sizes)) or 1.0
        self._hover = NOWHERE
        self._limit_height()
        self.updateGeometry()
        if chosen_anew:
            self._follow()
        self.update()

    def _follow(self) -> None:
        """Bring the selected word into sight, in the middle where there is a choice."""
        shown = self.plan(QSizeF(self.size()), look()).shown
        self._from = max(self._selected, 0) - shown // 2

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._follow()

    def _limit_height(self) -> None:
        self.setMaximumHeight(round(look().px(_TITLE + max(len(self._names), 1) * _MOST)))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._limit_height()

    @property
    def level(self) -> float:
        """The value that takes the end colour: the largest one."""
        return self._level

    def sizeHint(self) -> QSize:
        return QSize(round(look().px(420)), self.minimumSizeHint().height())

    def minimumSizeHint(self) -> QSize:
        words = max(1, min(len(self._names), _FEWEST))
        return QSize(round(look().px(240)), round(look().px(_TITLE + words * _LEAST)))

    def plan(self, size: QSizeF, look: Look) -> Plan:
        """Return what is drawn where at a size."""
        room = size.height() - look.px(_TITLE)
        count = len(self._names)
        shown = min(count, max(1, int(room // look.px(_LEAST))))
        first = min(max(0, self._from), count - shown)
        height = min(room / max(shown, 1), look.px(_MOST))
        names = QFontMetricsF(look.font(13, 600))
        seen = self._names[first : first + shown]
        label = max((names.horizontalAdvance(shortened(name, 16)) for name in seen), default=0.0)
        rows = QFontMetricsF(look.font(12))
        label = max(
            min(label, size.width() * _LABEL_SHARE),
            rows.horizontalAdvance(self._words.first),
            rows.horizontalAdvance(self._words.second),
            look.px(_LABEL),
        )
        numbers = QFontMetricsF(look.font(12, mono=True))
        text = max(numbers.horizontalAdvance(t) for t in seen_texts(self._texts, first, shown))
        left = label + look.px(10)
        return Plan(first, shown, height, left, max(1.0, size.width() - left - text - look.px(12)))

    def place_at(self, at: QPointF) -> Place:
        """Word and dimension at a point."""
        now = look()
        drawn = self.plan(QSizeF(self.size()), now)
        row = int((at.y() - now.px(_TITLE)) // drawn.height) if drawn.shown else -1
        if not 0 <= row < drawn.shown:
            return NOWHERE
        along, h = at.x() - drawn.cells_left, self._first.shape[1]
        inside = 0 <= along < drawn.cells_width
        return Place(drawn.first + row, int(along / drawn.cells_width * h) if inside else -1)

    def frame_of(self, word: int) -> QRectF:
        """Rectangle of a word that is in sight, label and rows, as the view stands on screen."""
        drawn = self.plan(QSizeF(self.size()), look())
        top = look().px(_TITLE) + (word - drawn.first) * drawn.height
        return QRectF(0, top, self.width(), drawn.height)

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # rows are never mirrored
        px, drawn = look.px, self.plan(size, look)
        painter.setFont(look.font(12, 600))
        painter.setPen(look.colour("muted"))
        metrics = QFontMetricsF(painter.font())
        heading = self.heading(size, look)
        scale = self.tr("colours up to ±{level}").format(level=significant(self._level, 2))
        room = size.width()
        if metrics.horizontalAdvance(heading + scale) + px(20) < room:
            painter.setFont(look.font(12))
            painter.drawText(QRectF(0, 0, room, px(_TITLE - 6)), _RIGHT, scale)
            painter.setFont(look.font(12, 600))
        title = metrics.elidedText(heading, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRectF(0, 0, room, px(_TITLE - 6)), _LEFT, title)
        for row in range(drawn.shown):
            word = drawn.first + row
            box = QRectF(0, px(_TITLE) + row * drawn.height, size.width(), drawn.height)
            self._draw_word(painter, box, word, drawn, look)
        if self._keyed and self.hasFocus() and not self._seen(drawn):
            frame = QRectF(0, px(_TITLE), size.width(), drawn.shown * drawn.height)
            painter.setPen(QPen(look.colour("accent"), px(1.5)))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(frame.adjusted(1, 1, -1, -1), px(5), px(5))

    def _seen(self, drawn: Plan) -> bool:
        """Whether the selected word is in sight."""
        return drawn.first <= self._selected < drawn.first + drawn.shown

    def heading(self, size: QSizeF, look: Look) -> str:
        """Return what the rows are, and which of them are in sight where not all are."""
        drawn, metrics = self.plan(size, look), QFontMetricsF(look.font(12, 600))
        if drawn.shown == len(self._names):
            return self._words.title
        seen = self.tr("{first}–{last} of {count}").format(
            first=grouped(drawn.first),
            last=grouped(drawn.first + drawn.shown - 1),
            count=grouped(len(self._names)),
        )
        title = f"{self._words.title} · {seen}"
        fits = metrics.horizontalAdvance(title) <= size.width()
        return title if fits else f"{self._words.short} · {seen}"

    def _draw_word(
        self, painter: QPainter, box: QRectF, word: int, drawn: Plan, look: Look
    ) -> None:
        px, chosen = look.px, word == self._selected
        if chosen or word == self._hover.word:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(look.colour("raised"))
            painter.drawRoundedRect(box.adjusted(0, 1, 0, -px(3)), px(5), px(5))
        if chosen:
            focused = self._keyed and self.hasFocus()
            painter.setPen(QPen(look.colour("accent"), px(2.5 if focused else 1.5)))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -px(3)), px(5), px(5))
        each = (box.height() - px(_BETWEEN) - px(_GAP)) / 2
        lines = [
            QRectF(
                drawn.cells_left, box.top() + px(4) + k * (each + px(_GAP)), drawn.cells_width, each
            )
            for k in (0, 1)
        ]
        room = drawn.cells_left - px(14)
        for k, text in enumerate((shortened(self._names[word], 24), self._words.second)):
            painter.setFont(look.font(13 if k == 0 else 12, 600 if k == 0 else 400))
            painter.setPen(look.colour("text" if k == 0 else "muted"))
            shown = QFontMetricsF(painter.font()).elidedText(
                text, Qt.TextElideMode.ElideMiddle, room
            )
            line = QRectF(px(6), lines[k].top(), room, each)
            painter.drawText(line, _LEFT, shown)
        if np.isnan(self._first[word]).any():
            draw_missing(painter, lines[0].united(lines[1]), self._words.missing, look)
            return
        for line, rows in zip(lines, (self._first, self._second), strict=True):
            draw_cells(painter, line, rows[word], self._level, look)
        painter.setFont(look.font(12, mono=True))
        painter.setPen(look.colour("text" if chosen else "muted"))
        beside = QRectF(
            box.left(), lines[0].top(), box.width() - px(7), lines[1].bottom() - lines[0].top()
        )
        painter.drawText(beside, _RIGHT, self._texts[word])
        dimension = self._hover.dimension if self._hover.word == word else -1
        if chosen and dimension < 0 and self.hasFocus():
            dimension = self._dimension
        if dimension >= 0:
            draw_outline(painter, lines, dimension, self._first.shape[1], look)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._set_hover(self.place_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self._set_hover(NOWHERE)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        word = self.place_at(event.position()).word
        if event.button() == Qt.MouseButton.LeftButton and word >= 0:
            self.activated.emit(word)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        last, here = len(self._names) - 1, self._selected
        across = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        self._keyed = True
        if across and here >= 0:
            self._dimension = min(max(self._dimension + across, 0), self._first.shape[1] - 1)
            self.hovered.emit(here, self._dimension)
            self.update()
            return
        moves = {
            Qt.Key.Key_Up: max(here - 1, 0),
            Qt.Key.Key_Down: min(here + 1, last),
            Qt.Key.Key_PageUp: max(here - _PAGE, 0),
            Qt.Key.Key_PageDown: min(here + _PAGE, last),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        if event.key() in moves and last >= 0:
            word = moves[Qt.Key(event.key())]
            self.activated.emit(word)
            self.hovered.emit(word, self._dimension)
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        drawn, turned = self.plan(QSizeF(self.size()), look()), event.angleDelta().y()
        if drawn.shown == len(self._names) or not turned:
            event.ignore()
            return
        first = drawn.first - (1 if turned > 0 else -1)
        if not 0 <= first <= len(self._names) - drawn.shown:
            event.ignore()  # at an end the page goes on
            return
        self._from = first
        self._set_hover(self.place_at(event.position()))
        self.update()
        event.accept()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._keyed = event.reason() in BY_KEYS
        if self._keyed and self._selected >= 0:
            self.hovered.emit(self._selected, self._dimension)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if self._keyed:
            self._dimension = -1
            self.hovered.emit(*NOWHERE)

    def light(self, word: int) -> None:
        """Show a word as if the pointer were over it, and tell nobody; −1 for none."""
        if word != self._hover.word:
            self._hover = Place(word, -1)
            self.update()

    def _set_hover(self, place: Place) -> None:
        if place != self._hover:
            self._hover = place
            self.hovered.emit(*place)
            self.update()


def seen_texts(texts: Sequence[str], first: int, shown: int) -> Sequence[str]:
    """Texts of the words in sight; an empty one where there are none."""
    return texts[first : first + shown] or ("",)
