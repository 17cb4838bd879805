"""The words of a sentence in two orders, one above the other, joined by lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget

from posviz.model.notation import shortened
from posviz.widgets import word_moves_marks as marks
from posviz.widgets.painted import PaintedView
from posviz.widgets.theme import Look, look
from posviz.widgets.token_chips import Chip
from posviz.widgets.word_moves_marks import Words, chip_height, row_tops
from posviz.widgets.word_slots import Slots, place_after

_BETWEEN, _MOST_BETWEEN = 34.0, 200.0
_LEAST, _WANTED, _MOST, _GAP = 62.0, 146.0, 170.0, 6.0
_EDGE = 26.0
_SCROLL_MS = 140


class WordMoves(PaintedView):
    """Chips in their original order above, and as they were moved below.

    A word of the lower row is dragged to another place, or moved with Ctrl or Alt and the
    arrow keys; the arrows alone select. A click with Ctrl or Shift lets a word and the
    selected one change places. Where not all words fit, those around the selected one are
    shown; the wheel shows others.

    Signals
    -------
    picked(int)
        The word that the user chose, by its original place.
    moved(int, int)
        A word of the lower row goes from one place to another.
    swapped(int, int)
        Two places of the lower row change words.
    drag_started(), drag_ended()
        What is picked and moved between belongs together.
    hovered(int)
        The word under the pointer, by its original place; −1 when there is none.
    """

    picked = Signal(int)
    moved = Signal(int, int)
    swapped = Signal(int, int)
    drag_started = Signal()
    drag_ended = Signal()
    hovered = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = Words()
        self._first = 0
        self._titles = ("", "")
        self._pressed: tuple[int, QPointF] | None = None
        self._dragged_to: QPointF | None = None
        self._scroll = QTimer(self)
        self._scroll.setInterval(_SCROLL_MS)
        self._scroll.timeout.connect(self._scroll_on)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._limit_height()

    def set_words(
        self,
        chips: Sequence[Chip],
        order: tuple[int, ...],
        selected: int,
        titles: tuple[str, str],
    ) -> None:
        """Show words.

        Parameters
        ----------
        chips
            The words in their original order, (L,).
        order
            Which of them stands at each place of the lower row, (L,).
        selected
            The selected word, by its original place; −1 for none.
        titles
            Headings of the two rows.
        """
        new = Words(tuple(chips), order, selected, min(self._words.hover, len(chips) - 1))
        if new != self._words:
            self._words = new
            self._follow()
        self._titles = titles
        self.update()

    def _follow(self) -> None:
        """Bring the selected word of the lower row into sight."""
        if self._words.selected >= 0:
            place = self.order.index(self._words.selected)
            self._first = self.slots(self.width(), look()).with_in_sight(place)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._follow()

    @property
    def order(self) -> tuple[int, ...]:
        """Which word stands at each place of the lower row."""
        return self._words.order

    def slots(self, width: float, look: Look) -> Slots:
        """Return where the words of either row stand at a width."""
        metrics = QFontMetricsF(look.font(15))
        natural = max(
            (metrics.horizontalAdvance(shortened(chip.word, 16)) for chip in self._words.chips),
            default=0.0,
        )
        return Slots.fit(
            len(self._words.chips),
            self._first,
            width,
            wanted=min(max(natural + look.px(26), look.px(_WANTED)), look.px(_MOST)),
            least=look.px(_LEAST),
            gap=look.px(_GAP),
            mirrored=self.layoutDirection() == Qt.LayoutDirection.RightToLeft,
        )

    def chip_rect(self, place: int, *, lower: bool) -> QRectF:
        """Place of a chip in the view as it stands on screen."""
        now = look()
        slots = self.slots(self.width(), now)
        top = row_tops(self.height(), now)[lower]
        return QRectF(slots.left(place), top, slots.width, chip_height(self.height(), now))

    def place_at(self, at: QPointF) -> tuple[bool, int]:
        """Whether a point is in the lower row, and which place it is in; −1 for none."""
        now = look()
        for lower, top in enumerate(row_tops(self.height(), now)):
            if top <= at.y() < top + chip_height(self.height(), now):
                return bool(lower), self.slots(self.width(), now).at(at.x())
        return False, -1

    def word_at(self, at: QPointF) -> int:
        """Word at a point, by its original place; −1 where there is none."""
        lower, place = self.place_at(at)
        return self._words.order[place] if lower and place >= 0 else place

    def sizeHint(self) -> QSize:
        return QSize(round(look().px(420)), self.minimumSizeHint().height())

    def minimumSizeHint(self) -> QSize:
        height = 2 * (marks.TITLE + marks.CHIP) + _BETWEEN
        return QSize(round(look().px(200)), round(look().px(height)))

    def _limit_height(self) -> None:
        tallest = 2 * (marks.TITLE + marks.TALLEST_CHIP) + _MOST_BETWEEN
        self.setMaximumHeight(round(look().px(tallest)))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._limit_height()

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        slots, words = self.slots(size.width(), look), self._words
        upper, lower = row_tops(size.height(), look)
        height = chip_height(size.height(), look)
        marks.draw_titles(painter, size, self._titles, slots, look)
        painter.save()
        painter.setClipRect(QRectF(QPointF(), size), Qt.ClipOperation.IntersectClip)
        marks.draw_lines(painter, words, upper + height, lower, slots, look)
        held = -1 if self._dragged_to is None else self._pressed_place()
        for place in range(slots.first, slots.first + slots.shown):
            box = QRectF(slots.left(place), upper, slots.width, height)
            marks.draw_chip(painter, words, box, place, place, look)
            box.moveTop(lower)
            painter.setOpacity(0.35 if place == held else 1.0)
            keys = self.hasFocus()
            marks.draw_chip(painter, words, box, words.order[place], place, look, keys=keys)
            painter.setOpacity(1.0)
        if self._dragged_to is not None:
            box = QRectF(slots.left(held), lower, slots.width, height)
            marks.draw_held(painter, words, held, self._dragged_to, box, slots, look)
        painter.restore()

    def _pressed_place(self) -> int:
        return -1 if self._pressed is None else self._pressed[0]

    def mousePressEvent(self, event: QMouseEvent) -> None:
        lower, place = self.place_at(event.position())
        if event.button() != Qt.MouseButton.LeftButton or place < 0:
            return
        word = self.word_at(event.position())
        both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        if lower and event.modifiers() & both and self._words.selected >= 0:
            chosen = self._words.order.index(self._words.selected)
            if chosen != place:
                self.swapped.emit(chosen, place)
            return
        if lower:
            self._pressed = (place, event.position())
            self.drag_started.emit()
        if word != self._words.selected:
            self.picked.emit(word)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position()
        if self._pressed is None:
            self._set_hover(self.word_at(at))
            return
        way = at - self._pressed[1]
        if self._dragged_to is not None or (
            way.manhattanLength() >= QApplication.startDragDistance()
        ):
            self._dragged_to = at
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            if self._edge_at(at.x()) and not self._scroll.isActive():
                self._scroll.start()
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or self._pressed is None:
            return
        from_, dropped = self._pressed_place(), self._dragged_to is not None
        gap = self.slots(self.width(), look()).gap_at(event.position().x())
        to = place_after(from_, gap)
        if dropped and to != from_:
            self.moved.emit(from_, to)
        self._end_drag()

    def _end_drag(self) -> None:
        self._pressed = self._dragged_to = None
        self._scroll.stop()
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.drag_ended.emit()
        self.update()

    def _edge_at(self, x: float) -> int:
        """Which way the words go on while one is held at the edge: −1, 0 or 1."""
        edge = look().px(_EDGE)
        side = (x > self.width() - edge) - (x < edge)
        return -side if self.layoutDirection() == Qt.LayoutDirection.RightToLeft else side

    def _scroll_on(self) -> None:
        way = 0 if self._dragged_to is None else self._edge_at(self._dragged_to.x())
        if way:
            self._show_from(self._first + way)
        else:
            self._scroll.stop()

    def _show_from(self, first: int) -> None:
        slots = self.slots(self.width(), look())
        self._first = min(max(first, 0), slots.count - slots.shown)
        self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        slots = self.slots(self.width(), look())
        angle = event.angleDelta()
        if slots.shown == slots.count or not (self.hasFocus() or angle.x()):
            event.ignore()
            return
        self._show_from(slots.first - (1 if (angle.x() or angle.y()) > 0 else -1))
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        self._set_hover(-1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, last = Qt.Key(event.key()), len(self._words.order) - 1
        if key == Qt.Key.Key_Escape and self._pressed is not None:
            self._end_drag()
            return
        way = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}.get(key, 0)
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            way = -way
        here = self._words.order.index(self._words.selected) if self._words.selected >= 0 else -1
        target = min(max(here + way, 0), last)
        target = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: last}.get(key, target)
        held = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
        if last < 0 or not (way or key in (Qt.Key.Key_Home, Qt.Key.Key_End)):
            super().keyPressEvent(event)
        elif event.modifiers() & held:
            if 0 <= here != target:
                self.moved.emit(here, target)
        elif target != here:
            self.picked.emit(self._words.order[target])

    def light(self, word: int) -> None:
        """Show a word as if the pointer were over it, and tell nobody; −1 for none."""
        if word != self._words.hover:
            self._words = replace(self._words, hover=word)
            self.update()

    def _set_hover(self, word: int) -> None:
        if word != self._words.hover:
            self.light(word)
            self.hovered.emit(word)
            held = Qt.CursorShape.OpenHandCursor
            self.setCursor(held if word >= 0 else Qt.CursorShape.ArrowCursor)
