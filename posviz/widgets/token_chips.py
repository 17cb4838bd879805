"""Words as chips: the sentence on one line, or a vocabulary wrapped over many."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Literal, overload

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from posviz.model.spelling import readable
from posviz.widgets.painted import PaintedView
from posviz.widgets.theme import Look, look

_GAP = 6.0
_MAX_WORD = 220.0
_TYPING_PAUSE_MS = 1000
_WIDTHS_KEPT = 8
_MEASURED_ONE_BY_ONE = 5000
"""Beyond so many words of a vocabulary, Qt would measure them for seconds."""


@dataclass(frozen=True)
class Chip:
    """One word with its caption; `known` is whether the vocabulary has it."""

    word: str
    caption: str
    known: bool = True


class NumberedChips(Sequence[Chip]):
    """The words of a vocabulary with their ids, made into chips only where they are seen."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = list(map(readable, words))

    def __len__(self) -> int:
        return len(self.words)

    @overload
    def __getitem__(self, index: int) -> Chip: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Chip]: ...
    def __getitem__(self, index: int | slice) -> Chip | Sequence[Chip]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        return Chip(self.words[index], str(index))


def summed_advances(words: Sequence[str], metrics: QFontMetricsF) -> NDArray[np.float64]:
    """Widths of many words, (n,), from those of their characters: kerning is left out."""
    text = "".join(words)
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    present = np.flatnonzero(np.bincount(codes))
    advances = np.zeros(int(present[-1]) + 1 if len(present) else 1)
    advances[present] = [metrics.horizontalAdvance(chr(code)) for code in present.tolist()]
    ends = np.cumsum(np.fromiter(map(len, words), np.intp, len(words)))  # (n,)
    sums = np.append(0.0, np.cumsum(advances[codes]))
    return np.diff(sums[ends], prepend=0.0)


def line_starts(ends: Sequence[float], gap: float, width: float) -> list[int]:
    """Break a row of chips into lines and return the first chip of each.

    Parameters
    ----------
    ends
        Where each chip and the gap after it end on one endless line, (n,).
    gap, width
        Gap after a chip, and width of a line. A chip that is wider stands alone.
    """
    starts: list[int] = []
    index, line = 0, 0.0
    while index < len(ends):
        starts.append(index)
        index = max(index + 1, bisect_right(ends, line + width + gap, index))
        line = ends[index - 1]
    return starts


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
        self._chips: Sequence[Chip] = ()
        self._selected = -1
        self._hover = -1
        self._typed = ""
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(_TYPING_PAUSE_MS)
        self._typing.timeout.connect(self._forget_typed)
        self._ends: dict[float, list[float]] = {}
        self._starts: dict[float, list[int]] = {}
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        # The height follows the width alone: a hint for another width must not be the least.
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(arrangement == "wrap")
        self.setSizePolicy(policy)

    def set_chips(self, chips: Sequence[Chip], selected: int) -> None:
        """Show chips; `selected` is an index, or −1."""
        lazy = isinstance(chips, NumberedChips)
        if self._chips is not chips and (lazy or self._chips != tuple(chips)):
            self._chips = chips if lazy else tuple(chips)
            self._ends.clear()
            self._starts.clear()
            self._hover = -1
            self.updateGeometry()
        self._selected = selected
        self.update()

    @property
    def selected(self) -> int:
        """The selected chip; −1 when there is none."""
        return self._selected

    def chip_rect(self, index: int) -> QRectF:
        """Place of a chip in the view."""
        return self._place(index, self.width(), look())

    def chip_at(self, at: QPoint) -> int:
        """Chip at a point; −1 where there is none."""
        now = look()
        point = QRectF(at.x(), at.y(), 0, 0)
        for index in self._in_sight(point, self.width(), now):
            if self._place(index, self.width(), now).contains(at):
                return index
        return -1

    def _pitch(self, look: Look) -> tuple[float, float]:
        """Height of a chip, and of a line with the gap below it."""
        height = look.px(46 if self._arrangement == "line" else 33)
        return height, height + look.px(_GAP)

    def _chip_ends(self, look: Look) -> list[float]:
        """Where each chip and the gap after it end if all stand on one endless line, (n,)."""
        if look.scale not in self._ends:
            self._ends = {look.scale: self._measured(look)}
            self._starts.clear()
        return self._ends[look.scale]

    def _measured(self, look: Look) -> list[float]:
        word, caption = (QFontMetricsF(f) for f in self._fonts(look))
        if isinstance(self._chips, NumberedChips) and len(self._chips) > _MEASURED_ONE_BY_ONE:
            wide = summed_advances(self._chips.words, word)
            wides = np.minimum(wide, look.px(_MAX_WORD)) + look.px(28 + _GAP)
            digits = np.searchsorted(10 ** np.arange(1, 9), np.arange(len(wides)), side="right")
            numbers = np.array([caption.horizontalAdvance("0" * n) for n in range(1, 10)])
            result: list[float] = np.cumsum(wides + numbers[digits]).tolist()
            return result
        return self._measured_one_by_one(look, word, caption)

    def _measured_one_by_one(
        self, look: Look, word: QFontMetricsF, caption: QFontMetricsF
    ) -> list[float]:
        tabular = self._arrangement == "wrap"
        widest, gap = look.px(_MAX_WORD), look.px(_GAP)
        captions: dict[str, float] = {}
        ends: list[float] = []
        end = 0.0
        for chip in self._chips:
            wide = min(word.horizontalAdvance(chip.word), widest)
            # Digits of one width: 50 000 ids have five different widths.
            key = "0" * len(chip.caption) if tabular and chip.caption.isascii() else ""
            key = key or chip.caption
            if (small := captions.get(key)) is None:
                small = captions[key] = caption.horizontalAdvance(key)
            if tabular:
                end += wide + small + look.px(28) + gap
            else:
                end += max(wide, small, look.px(30)) + look.px(24) + gap
            ends.append(end)
        return ends

    def _line_starts(self, width: float, look: Look) -> list[int]:
        """First chip of each line."""
        ends = self._chip_ends(look)
        if self._arrangement == "line":
            return [0] if ends else []
        if width not in self._starts:
            # Layouts ask for the height at several widths before they settle on one.
            if len(self._starts) >= _WIDTHS_KEPT:
                self._starts.clear()
            self._starts[width] = line_starts(ends, look.px(_GAP), width)
        return self._starts[width]

    def _place(self, index: int, width: float, look: Look) -> QRectF:
        ends, starts = self._chip_ends(look), self._line_starts(width, look)
        row = bisect_right(starts, index) - 1
        line = ends[starts[row] - 1] if row else 0.0
        left = ends[index - 1] if index else 0.0
        height, pitch = self._pitch(look)
        place = QRectF(left - line, row * pitch, ends[index] - left - look.px(_GAP), height)
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            place.moveRight(width - place.left())
        return place

    def _in_sight(self, seen: QRectF, width: float, look: Look) -> Iterator[int]:
        """Chips that a rectangle may touch."""
        ends, starts = self._chip_ends(look), self._line_starts(width, look)
        left, right = seen.left(), seen.right()
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            left, right = width - right, width - left
        pitch = self._pitch(look)[1]
        first = max(0, int(seen.top() // pitch))
        last = min(len(starts) - 1, int(seen.bottom() // pitch))
        for row in range(first, last + 1):
            line = ends[starts[row] - 1] if row else 0.0
            end = starts[row + 1] if row + 1 < len(starts) else len(ends)
            low = bisect_right(ends, line + left, starts[row], end)
            yield from range(low, min(end, bisect_right(ends, line + right, low, end) + 1))

    def _fonts(self, look: Look) -> tuple[QFont, QFont]:
        if self._arrangement == "line":
            return look.font(15), look.font(11)
        return look.font(14), look.font(12, mono=True)

    def heightForWidth(self, width: int) -> int:
        now = look()
        lines = len(self._line_starts(width, now))
        return round(lines * self._pitch(now)[1] - now.px(_GAP) + 2) if lines else 0

    def sizeHint(self) -> QSize:
        now = look()
        if self._arrangement == "line":
            ends = self._chip_ends(now)
            wide = ends[-1] - now.px(_GAP) + 2 if ends else 0
            return QSize(round(wide), round(now.px(48)))
        return QSize(round(now.px(400)), self.heightForWidth(round(now.px(400))))

    def minimumSizeHint(self) -> QSize:
        if self._arrangement == "line":
            return self.sizeHint()
        return QSize(round(look().px(120)), round(look().px(34)))

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        seen = painter.clipBoundingRect() if painter.hasClipping() else QRectF(QPointF(), size)
        for index in self._in_sight(seen, size.width(), look):
            self._draw_chip(painter, self._place(index, size.width(), look), index, look)

    def _draw_chip(self, painter: QPainter, place: QRectF, index: int, look: Look) -> None:
        chip = self._chips[index]
        selected = index == self._selected
        focused = self.hasFocus() and index == max(self._selected, 0)
        marked = focused or index == self._hover
        edge = "accent" if selected else "faint" if marked else "line"
        pen = QPen(look.colour(edge), look.px(2 if selected else 1))
        if not chip.known:
            pen.setStyle(Qt.PenStyle.DashLine)
            if not selected:
                pen.setColor(look.colour("faint"))
        painter.setPen(pen)
        painter.setBrush(look.colour("line" if focused else "raised"))
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
        quiet = "accent" if selected else "muted"
        painter.setPen(look.colour("text" if focused else quiet))
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
        if self._arrangement == "wrap":
            seen = self.visibleRegion().boundingRect().height()
            page = max(1, int(seen // self._pitch(look())[1]))
            lines = {
                Qt.Key.Key_Up: -1,
                Qt.Key.Key_Down: 1,
                Qt.Key.Key_PageUp: -page,
                Qt.Key.Key_PageDown: page,
            }
            if key in lines:
                return self._beside(max(here, 0), lines[key])
        return None

    def _beside(self, index: int, lines: int) -> int:
        """Chip nearest to straight above or below, on the outermost line at most."""
        now = look()
        starts = self._line_starts(self.width(), now)
        row = bisect_right(starts, index) - 1
        target = min(max(row + lines, 0), len(starts) - 1)
        if target == row:
            return index
        end = starts[target + 1] if target + 1 < len(starts) else len(self._chips)
        middle = self.chip_rect(index).center().x()
        return min(
            range(starts[target], end),
            key=lambda i: abs(self._place(i, self.width(), now).center().x() - middle),
        )

    def _find(self, text: str) -> None:
        """Pick a chip that starts with what was typed within the last second.

        A single letter, and the same one again, goes on to the next word that starts with it.
        """
        self._typed += text.casefold()
        self._typing.start()
        further = len(self._typed) == 1
        if (found := self._search(self._typed, self._selected + further)) is None:
            self._typed = text.casefold()
            found = self._search(self._typed, self._selected + 1)
        if found is not None and found != self._selected:
            self.picked.emit(found)

    def _search(self, start: str, first: int) -> int | None:
        """First chip from `first` on, and then from 0 on, whose word starts so."""
        first = max(first, 0)
        chips = self._chips
        words = chips.words if isinstance(chips, NumberedChips) else [c.word for c in chips]
        for index in chain(range(first, len(words)), range(first)):
            if words[index].casefold().startswith(start):
                return index
        return None

    def _forget_typed(self) -> None:
        self._typed = ""

    def light(self, index: int) -> None:
        """Show a chip as if the pointer were over it, and tell nobody; −1 for none."""
        if index != self._hover:
            self._hover = index
            self.update()

    def _set_hover(self, index: int) -> None:
        if index != self._hover:
            self._hover = index
            self.hovered.emit(index)
            self.setCursor(
                Qt.CursorShape.PointingHandCursor if index >= 0 else Qt.CursorShape.ArrowCursor
            )
            self.update()
