"""Words as chips: the sentence on one line, or a vocabulary wrapped over many."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from posviz.widgets.painted import PaintedView
from posviz.widgets.theme import Look, look

_GAP = 6.0
_MAX_WORD = 220.0
_TYPING_PAUSE_MS = 1000


@dataclass(frozen=True)
class Chip:
    """One word with its caption; `known` is whether the vocabulary has it."""

    word: str
    caption: str
    known: bool = True


class TokenChips(PaintedView):
    """Chips that are picked by mouse, arrow keys or typing the start of a word.

    ``"line"`` puts captions under the words and never wraps; ``"wrap"`` puts them beside
    the words and fills lines. Only chips that are in sight are painted, so a vocabulary of
    50 000 words is no burden.

    Signals
    -------
    picked(int)
        The chip that the user chose.
    hovered(int)
        The chip under the pointer; −1 when there is none.
    """

    picked = Signal(int)
    hovered = Signal(int)

    def __init__(self, arrangement: Literal["line", "wrap"], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._arrangement = arrangement
        self._chips: tuple[Chip, ...] = ()
        self._selected = -1
        self._hover = -1
        self._typed = ""
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(_TYPING_PAUSE_MS)
        self._typing.timeout.connect(self._forget_typed)
        self._places: tuple[float, list[QRectF], list[int]] = (-1.0, [], [])
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(arrangement == "wrap")
        self.setSizePolicy(policy)

    def set_chips(self, chips: Sequence[Chip], selected: int) -> None:
        """Show chips; `selected` is an index, or −1."""
        if self._chips != tuple(chips):
            self._chips = tuple(chips)
            self._places = (-1.0, [], [])
            self.updateGeometry()
        self._selected = selected
        self.update()

    @property
    def selected(self) -> int:
        """The selected chip; −1 when there is none."""
        return self._selected

    def chip_rect(self, index: int) -> QRectF:
        """Place of a chip in the view."""
        return self._layout(self.width(), look())[0][index]

    def chip_at(self, at: QPoint) -> int:
        """Chip at a point; −1 where there is none."""
        places, starts = self._layout(self.width(), look())
        row = bisect_right([places[i].top() for i in starts], at.y()) - 1
        if row < 0:
            return -1
        end = starts[row + 1] if row + 1 < len(starts) else len(places)
        for index in range(starts[row], end):
            if places[index].contains(at):
                return index
        return -1

    def _layout(self, width: float, look: Look) -> tuple[list[QRectF], list[int]]:
        """Places of all chips, and the first chip of each line."""
        key = width * 1000 + look.scale if self._arrangement == "wrap" else look.scale
        if self._places[0] == key:
            return self._places[1], self._places[2]
        gap, height = look.px(_GAP), look.px(46 if self._arrangement == "line" else 33)
        word, caption = (QFontMetricsF(f) for f in self._fonts(look))
        widths: dict[Chip, float] = {}
        places: list[QRectF] = []
        starts: list[int] = []
        x = y = 0.0
        for index, chip in enumerate(self._chips):
            if (chip_width := widths.get(chip)) is None:
                wide = min(word.horizontalAdvance(chip.word), look.px(_MAX_WORD))
                small = caption.horizontalAdvance(chip.caption)
                if self._arrangement == "line":
                    chip_width = max(wide, small, look.px(30)) + look.px(24)
                else:
                    chip_width = wide + small + look.px(28)
                widths[chip] = chip_width
            if self._arrangement == "wrap" and x > 0 and x + chip_width > width:
                x, y = 0.0, y + height + gap
            if x == 0:
                starts.append(index)
            places.append(QRectF(x, y, chip_width, height))
            x += chip_width + gap
        self._places = (key, places, starts)
        return places, starts

    def _fonts(self, look: Look) -> tuple[QFont, QFont]:
        if self._arrangement == "line":
            return look.font(15), look.font(11)
        return look.font(14), look.font(12, mono=True)

    def heightForWidth(self, width: int) -> int:
        places, _ = self._layout(width, look())
        return round(places[-1].bottom() + 2) if places else 0

    def sizeHint(self) -> QSize:
        if self._arrangement == "line":
            places, _ = self._layout(0, look())
            return QSize(round(places[-1].right() + 2 if places else 0), round(look().px(48)))
        return QSize(round(look().px(400)), self.heightForWidth(round(look().px(400))))

    def minimumSizeHint(self) -> QSize:
        if self._arrangement == "line":
            return self.sizeHint()
        return QSize(round(look().px(120)), round(look().px(34)))

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        places, starts = self._layout(size.width(), look)
        seen = painter.clipBoundingRect() if painter.hasClipping() else QRectF(0, 0, 1e9, 1e9)
        for row, start in enumerate(starts):
            if places[start].bottom() < seen.top() or places[start].top() > seen.bottom():
                continue
            end = starts[row + 1] if row + 1 < len(starts) else len(places)
            for index in range(start, end):
                if places[index].right() >= seen.left() and places[index].left() <= seen.right():
                    self._draw_chip(painter, places[index], index, look)

    def _draw_chip(self, painter: QPainter, place: QRectF, index: int, look: Look) -> None:
        chip = self._chips[index]
        selected = index == self._selected
        edge = "accent" if selected else "faint" if index == self._hover else "line"
        pen = QPen(look.colour(edge), look.px(2 if selected else 1))
        if not chip.known:
            pen.setStyle(Qt.PenStyle.DashLine)
            if not selected:
                pen.setColor(look.colour("faint"))
        painter.setPen(pen)
        painter.setBrush(look.colour("raised"))
        inset = pen.widthF() / 2
        painter.drawRoundedRect(
            place.adjusted(inset, inset, -inset, -inset), look.px(7), look.px(7)
        )
        word_font, caption_font = self._fonts(look)
        painter.setFont(word_font)
        painter.setPen(look.colour("text" if chip.known else "muted"))
        word = QFontMetricsF(painter.font()).elidedText(
            chip.word, Qt.TextElideMode.ElideMiddle, look.px(_MAX_WORD)
        )
        if self._arrangement == "line":
            top = QRectF(place.x(), place.y() + look.px(4), place.width(), look.px(22))
            below = QRectF(place.x(), place.y() + look.px(25), place.width(), look.px(16))
            painter.drawText(top, Qt.AlignmentFlag.AlignCenter, word)
            align = Qt.AlignmentFlag.AlignCenter
        else:
            inner = place.adjusted(look.px(11), 0, -look.px(11), 0)
            painter.drawText(
                inner, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, word
            )
            below, align = inner, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.setFont(caption_font)
        painter.setPen(look.colour("accent" if selected else "muted"))
        painter.drawText(below, align, chip.caption)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._set_hover(self.chip_at(event.position().toPoint()))

    def leaveEvent(self, event: QEvent) -> None:
        self._set_hover(-1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.chip_at(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index >= 0:
            self.picked.emit(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        target = self._target(Qt.Key(event.key()))
        if target is not None:
            if target != self._selected:
                self.picked.emit(target)
        elif event.text().isprintable() and event.text().strip():
            self._find(event.text())
        else:
            super().keyPressEvent(event)

    def _target(self, key: Qt.Key) -> int | None:
        """Chip that a navigation key leads to; None for other keys or without chips."""
        last = len(self._chips) - 1
        if last < 0:
            return None
        here = self._selected
        forward, backward = Qt.Key.Key_Right, Qt.Key.Key_Left
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            forward, backward = backward, forward
        if key == forward:
            return min(here + 1, last)
        if key == backward:
            return max(here - 1, 0)
        if key == Qt.Key.Key_Home:
            return 0
        if key == Qt.Key.Key_End:
            return last
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down) and self._arrangement == "wrap":
            return self._beside(max(here, 0), 1 if key == Qt.Key.Key_Down else -1)
        return None

    def _beside(self, index: int, lines: int) -> int:
        """Chip nearest to straight above or below."""
        places, starts = self._layout(self.width(), look())
        row = bisect_right(starts, index) - 1 + lines
        if not 0 <= row < len(starts):
            return index
        end = starts[row + 1] if row + 1 < len(starts) else len(places)
        middle = places[index].center().x()
        return min(range(starts[row], end), key=lambda i: abs(places[i].center().x() - middle))

    def _find(self, text: str) -> None:
        """Pick the next chip that starts with what was typed within the last second."""
        self._typed += text.casefold()
        self._typing.start()
        for word in (self._typed, text.casefold()):
            for index, chip in enumerate(self._chips):
                if chip.word.startswith(word):
                    self._typed = word
                    self.picked.emit(index)
                    return

    def _forget_typed(self) -> None:
        self._typed = ""

    def _set_hover(self, index: int) -> None:
        if index != self._hover:
            self._hover = index
            self.hovered.emit(index)
            self.setCursor(
                Qt.CursorShape.PointingHandCursor if index >= 0 else Qt.CursorShape.ArrowCursor
            )
            self.update()
