"""The words of a sentence in two orders, one above the other, joined by lines."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget

from posviz.model.notation import shortened
from posviz.widgets.painted import PaintedView
from posviz.widgets.theme import Look, look
from posviz.widgets.token_chips import Chip
from posviz.widgets.word_slots import Slots, place_after

_TITLE = 22.0
_CHIP = 46.0
_BETWEEN, _MOST_BETWEEN = 34.0, 92.0
_LEAST, _MOST, _GAP = 62.0, 124.0, 6.0
_EDGE = 26.0
_SCROLL_MS = 140
_CENTRE = Qt.AlignmentFlag.AlignCenter
_START = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


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
        self._chips: Sequence[Chip] = ()
        self._order: tuple[int, ...] = ()
        self._selected = -1
        self._hover = -1
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
        new = (tuple(chips), order, selected)
        if new != (self._chips, self._order, self._selected):
            self._chips, self._order, self._selected = new
            self._hover = min(self._hover, len(chips) - 1)
            if selected >= 0:
                self._first = self.slots(self.width(), look()).with_in_sight(order.index(selected))
        self._titles = titles
        self.update()

    @property
    def order(self) -> tuple[int, ...]:
        """Which word stands at each place of the lower row."""
        return self._order

    def slots(self, width: float, look: Look) -> Slots:
        """Return where the words of either row stand at a width."""
        metrics = QFontMetricsF(look.font(15))
        natural = max(
            (metrics.horizontalAdvance(shortened(chip.word, 16)) for chip in self._chips),
            default=0.0,
        )
        return Slots.fit(
            len(self._chips),
            self._first,
            width,
            wanted=min(max(natural + look.px(26), look.px(78)), look.px(_MOST)),
            least=look.px(_LEAST),
            gap=look.px(_GAP),
            mirrored=self.layoutDirection() == Qt.LayoutDirection.RightToLeft,
        )

    def row_tops(self, size: QSizeF, look: Look) -> tuple[float, float]:
        """Upper edges of the two rows."""
        px = look.px
        return px(_TITLE), max(
            size.height() - px(_CHIP + _TITLE) - 1, px(_TITLE + _CHIP + _BETWEEN / 2)
        )

    def chip_rect(self, place: int, *, lower: bool) -> QRectF:
        """Place of a chip in the view as it stands on screen."""
        now = look()
        slots = self.slots(self.width(), now)
        top = self.row_tops(QSizeF(self.size()), now)[lower]
        return QRectF(slots.left(place), top, slots.width, now.px(_CHIP))

    def place_at(self, at: QPointF) -> tuple[bool, int]:
        """Whether a point is in the lower row, and which place it is in; −1 for none."""
        now = look()
        for lower, top in enumerate(self.row_tops(QSizeF(self.size()), now)):
            if top <= at.y() < top + now.px(_CHIP):
                return bool(lower), self.slots(self.width(), now).at(at.x())
        return False, -1

    def word_at(self, at: QPointF) -> int:
        """Word at a point, by its original place; −1 where there is none."""
        lower, place = self.place_at(at)
        return self._order[place] if lower and place >= 0 else place

    def sizeHint(self) -> QSize:
        return QSize(round(look().px(420)), self.minimumSizeHint().height())

    def minimumSizeHint(self) -> QSize:
        height = 2 * (_TITLE + _CHIP) + _BETWEEN
        return QSize(round(look().px(200)), round(look().px(height)))

    def _limit_height(self) -> None:
        self.setMaximumHeight(round(look().px(2 * (_TITLE + _CHIP) + _MOST_BETWEEN)))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._limit_height()

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        slots = self.slots(size.width(), look)
        upper, lower = self.row_tops(size, look)
        self._draw_titles(painter, size, lower, slots, look)
        painter.save()
        painter.setClipRect(QRectF(QPointF(), size), Qt.ClipOperation.IntersectClip)
        self._draw_lines(painter, upper + look.px(_CHIP), lower, slots, look)
        for place in range(slots.first, slots.first + slots.shown):
            left, height = slots.left(place), look.px(_CHIP)
            box = QRectF(left, upper, slots.width, height)
            self._draw_chip(painter, box, place, place, look)
            box.moveTop(lower)
            word = self._order[place]
            dragged = self._dragged_to is not None and self._pressed_place() == place
            painter.setOpacity(0.35 if dragged else 1.0)
            self._draw_chip(painter, box, word, place, look, keys=self.hasFocus())
            painter.setOpacity(1.0)
        if self._dragged_to is not None:
            self._draw_drag(painter, self._dragged_to, lower, slots, look)
        painter.restore()

    def _draw_titles(
        self, painter: QPainter, size: QSizeF, lower: float, slots: Slots, look: Look
    ) -> None:
        painter.setFont(look.font(12, 600))
        painter.setPen(look.colour("muted"))
        above = QRectF(0, 0, size.width(), look.px(_TITLE - 6))
        below = QRectF(0, lower + look.px(_CHIP + 6), size.width(), look.px(_TITLE - 6))
        metrics = QFontMetricsF(painter.font())
        for box, title in zip((above, below), self._titles, strict=True):
            text = title
            if slots.shown < slots.count:
                text = self.tr("{title} · places {first}–{last} of {count}").format(
                    title=title,
                    first=slots.first,
                    last=slots.first + slots.shown - 1,
                    count=slots.count,
                )
            text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, size.width())
            painter.drawText(box, _START, text)

    def _draw_lines(
        self, painter: QPainter, top: float, bottom: float, slots: Slots, look: Look
    ) -> None:
        """Join the same words; the selected one on top of all, then the one under the pointer."""
        seen = range(slots.first, slots.first + slots.shown)
        joined = [
            (word, place) for place, word in enumerate(self._order) if place in seen or word in seen
        ]
        rank = {self._hover: 1, self._selected: 2}
        for word, place in sorted(joined, key=lambda pair: rank.get(pair[0], 0)):
            chosen, lit = word == self._selected, word == self._hover
            role = "accent" if chosen else "muted" if lit else "faint"
            painter.setPen(QPen(look.colour(role), look.px(2 if chosen or lit else 1.5)))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            start = QPointF(slots.centre(word), top + look.px(2))
            end = QPointF(slots.centre(place), bottom - look.px(2))
            bend = (end.y() - start.y()) * 0.4
            path = QPainterPath(start)
            path.cubicTo(start + QPointF(0, bend), end - QPointF(0, bend), end)
            painter.drawPath(path)

    def _draw_chip(
        self,
        painter: QPainter,
        box: QRectF,
        word: int,
        place: int,
        look: Look,
        *,
        keys: bool = False,
    ) -> None:
        chip, chosen = self._chips[word], word == self._selected
        focused = keys and word == max(self._selected, 0)
        marked = focused or word == self._hover
        edge = "accent" if chosen else "muted" if marked else "line" if chip.known else "faint"
        pen = QPen(look.colour(edge), look.px(2 if chosen else 1))
        if not chip.known:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(look.colour("line" if focused else "raised"))
        inset = pen.widthF() / 2
        painter.drawRoundedRect(box.adjusted(inset, inset, -inset, -inset), look.px(7), look.px(7))
        px, room = look.px, box.width() - look.px(10)
        painter.setFont(look.font(15))
        painter.setPen(look.colour("text" if chip.known else "muted"))
        text = QFontMetricsF(painter.font()).elidedText(
            shortened(chip.word), Qt.TextElideMode.ElideMiddle, room
        )
        painter.drawText(QRectF(box.x(), box.y() + px(4), box.width(), px(22)), _CENTRE, text)
        painter.setFont(look.font(11))
        painter.setPen(look.colour("text" if focused else "accent" if chosen else "muted"))
        caption = self.tr("pos {position}").format(position=place)
        painter.drawText(QRectF(box.x(), box.y() + px(25), box.width(), px(16)), _CENTRE, caption)

    def _draw_drag(
        self, painter: QPainter, at: QPointF, lower: float, slots: Slots, look: Look
    ) -> None:
        px, place = look.px, self._pressed_place()
        x = slots.gap_centre(slots.gap_at(at.x()))
        painter.setPen(QPen(look.colour("accent"), px(3), c=Qt.PenCapStyle.RoundCap))
        painter.drawLine(QPointF(x, lower - px(5)), QPointF(x, lower + px(_CHIP + 5)))
        box = QRectF(at.x() - slots.width / 2, lower + px(8), slots.width, px(_CHIP))
        painter.setOpacity(0.9)
        self._draw_chip(painter, box, self._order[place], place, look)
        painter.setOpacity(1.0)

    def _pressed_place(self) -> int:
        return -1 if self._pressed is None else self._pressed[0]

    def mousePressEvent(self, event: QMouseEvent) -> None:
        lower, place = self.place_at(event.position())
        if event.button() != Qt.MouseButton.LeftButton or place < 0:
            return
        word = self.word_at(event.position())
        both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        if lower and event.modifiers() & both and self._selected >= 0:
            chosen = self._order.index(self._selected)
            if chosen != place:
                self.swapped.emit(chosen, place)
            return
        if lower:
            self._pressed = (place, event.position())
            self.drag_started.emit()
        if word != self._selected:
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
        key, last = Qt.Key(event.key()), len(self._order) - 1
        if key == Qt.Key.Key_Escape and self._pressed is not None:
            self._end_drag()
            return
        way = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}.get(key, 0)
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            way = -way
        here = self._order.index(self._selected) if self._selected >= 0 else -1
        target = min(max(here + way, 0), last)
        target = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: last}.get(key, target)
        held = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
        if last < 0 or not (way or key in (Qt.Key.Key_Home, Qt.Key.Key_End)):
            super().keyPressEvent(event)
        elif event.modifiers() & held:
            if 0 <= here != target:
                self.moved.emit(here, target)
        elif target != here:
            self.picked.emit(self._order[target])

    def light(self, word: int) -> None:
        """Show a word as if the pointer were over it, and tell nobody; −1 for none."""
        if word != self._hover:
            self._hover = word
            self.update()

    def _set_hover(self, word: int) -> None:
        if word != self._hover:
            self._hover = word
            self.hovered.emit(word)
            shape = Qt.CursorShape.OpenHandCursor if word >= 0 else Qt.CursorShape.ArrowCursor
            self.setCursor(shape)
            self.update()
