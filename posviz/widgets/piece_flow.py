"""A text as its pieces: side by side on tinted plates, an id under each, over many lines."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QLineF, QPointF, QRectF, QSize, QSizeF, Qt, Signal
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
from PySide6.QtWidgets import QScrollBar, QSizePolicy, QWidget

from posviz.widgets.painted import PaintedView
from posviz.widgets.piece_lines import PieceLines
from posviz.widgets.theme import Look, look

_HEIGHT, _PITCH = 44.0, 50.0
_TEXT, _CAPTION = 15.0, 11.0
_PADDING = 6.0
_BETWEEN = 2.0
_MOST_LINES = 4
_BAR = 12


@dataclass(frozen=True)
class PlateLabel:
    """What stands on one plate.

    Attributes
    ----------
    text, caption
        The piece, and its id below it.
    gap
        What follows it and belongs to no piece.
    solid
        Whether the piece has all that a token needs; the edge of another is dashed.
    """

    text: str
    caption: str
    gap: str = ""
    solid: bool = True


class PieceFlow(PaintedView):
    """Pieces that are picked by mouse or keys; it scrolls by itself, line by line.

    Only the lines in sight are asked for and painted, so 400 000 pieces are no burden.

    Signals
    -------
    picked(int)
        The piece that the user chose.
    hovered(int)
        The piece under the pointer; −1 when there is none.
    """

    picked = Signal(int)
    hovered = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._label: Callable[[int], PlateLabel] = lambda _: PlateLabel("", "")
        none = np.empty(0, dtype=np.int64)
        self._columns = self._captions = self._gaps = self._tints = none
        self._selected, self._linked = -1, range(0)
        self._hover, self._lit = -1, range(0)
        self._row: tuple[float, float, PieceLines] | None = None
        self._most_lines = _MOST_LINES
        self.bar = QScrollBar(Qt.Orientation.Vertical, self)
        self.bar.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.bar.hide()
        self.bar.valueChanged.connect(self.update)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def set_pieces(
        self,
        columns: NDArray[np.int64],
        captions: NDArray[np.int64],
        gaps: NDArray[np.int64],
        tints: NDArray[np.int64],
        label: Callable[[int], PlateLabel],
    ) -> None:
        """Show other pieces.

        Parameters
        ----------
        columns, captions, gaps : ndarray of int, shape (n,)
            How many columns of the monospaced font a piece, its caption and the gap after it
            take.
        tints : ndarray of int, shape (n,)
            Which of the theme's tints each has.
        label : callable
            Gives the label of a piece; asked for those in sight only.
        """
        self._columns, self._captions, self._gaps = columns, captions, gaps
        self._tints, self._label = tints, label
        self._selected, self._linked = -1, range(0)
        self._hover, self._lit = -1, range(0)
        self._row = None
        self._fit_bar()
        self.updateGeometry()
        self.update()

    def select(self, index: int, linked: range) -> None:
        """Select a piece; `linked` are those that belong to the same word of the sentence."""
        if (index, linked) != (self._selected, self._linked):
            self._selected, self._linked = index, linked
            self.bring_into_sight(index)
            self.update()

    def set_most_lines(self, lines: int) -> None:
        """Grow to so many lines at most; what is more is reached by scrolling."""
        if lines != self._most_lines:
            self._most_lines = lines
            self._fit_bar()
            self.updateGeometry()

    @staticmethod
    def lines_in(height: float) -> int:
        """How many lines a height holds."""
        now = look()
        return int((height + now.px(_PITCH - _HEIGHT)) // now.px(_PITCH))

    @property
    def selected(self) -> int:
        """The selected piece; −1 when there is none."""
        return self._selected

    @property
    def count(self) -> int:
        """How many pieces there are."""
        return len(self._columns)

    def light(self, lit: range) -> None:
        """Show pieces as if the pointer were over them, and tell nobody."""
        if lit != self._lit:
            self._lit = lit
            self.update()

    def place_of(self, index: int) -> QRectF:
        """Where a piece stands now; above or below the view if it is scrolled out of it."""
        return self._place(index, self.width(), look())

    def piece_at(self, at: QPointF) -> int:
        """Piece at a point; −1 where there is none."""
        width, now = self.width(), look()
        if not self.rect().contains(at.toPoint()):
            return -1
        starts = self._line_starts(width, now)
        line = self.bar.value() + int(at.y() // now.px(_PITCH))
        if not 0 <= line < len(starts):
            return -1
        for index in range(starts[line], self._line_end(starts, line)):
            if self._place(index, width, now).contains(at):
                return index
        return -1

    def bring_into_sight(self, index: int) -> None:
        """Scroll until a piece is in sight."""
        if not 0 <= index < self.count:
            return
        line = bisect_right(self._line_starts(self.width(), look()), index) - 1
        page = max(1, self.lines_in(self.height()))
        first = self.bar.value()
        if not first <= line < first + page:
            self.bar.setValue(line if line < first else line - page + 1)

    # Where things stand

    def _line_row(self, look: Look) -> tuple[float, PieceLines]:
        """Width of a column, and the pieces as lines."""
        if self._row is None or self._row[0] != look.scale:
            text = QFontMetricsF(look.font(_TEXT, mono=True)).horizontalAdvance("0")
            caption = QFontMetricsF(look.font(_CAPTION, mono=True)).horizontalAdvance("0")
            wide = np.maximum(self._columns * text, self._captions * caption)
            wide += look.px(2 * _PADDING + _BETWEEN) + self._gaps * text
            self._row = (look.scale, text, PieceLines(np.cumsum(wide), look.px(_BETWEEN)))
        return self._row[1:]

    def _line_starts(self, width: float, look: Look) -> list[int]:
        """First piece of each line."""
        return self._line_row(look)[1].starts(int(width), self._most_lines, _BAR + 4)

    def _line_end(self, starts: list[int], line: int) -> int:
        return starts[line + 1] if line + 1 < len(starts) else self.count

    def _place(self, index: int, width: float, look: Look) -> QRectF:
        column, lines = self._line_row(look)
        line, left, wide = lines.place(index, self._line_starts(width, look))
        wide -= look.px(_BETWEEN) + float(self._gaps[index]) * column
        top = (line - self.bar.value()) * look.px(_PITCH)
        place = QRectF(left, top, min(wide, width), look.px(_HEIGHT))
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            place.moveRight(width - place.left())
        return place

    def heightForWidth(self, width: int) -> int:
        now = look()
        lines = max(1, self._line_row(now)[1].few(width, self._most_lines))
        return round(min(lines, self._most_lines) * now.px(_PITCH) - now.px(_PITCH - _HEIGHT)) + 1

    def sizeHint(self) -> QSize:
        return QSize(round(look().px(400)), self.heightForWidth(round(look().px(400))))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(look().px(140)), round(look().px(_HEIGHT)))

    def _fit_bar(self) -> None:
        now = look()
        lines = len(self._line_starts(self.width(), now))
        page = max(1, self.lines_in(self.height()))
        self.bar.setPageStep(page)
        self.bar.setRange(0, max(0, lines - page))
        self.bar.setVisible(lines > page)
        left = 0 if self.layoutDirection() == Qt.LayoutDirection.RightToLeft else 1
        self.bar.setGeometry(left * (self.width() - _BAR), 0, _BAR, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_bar()
        self.bring_into_sight(self._selected)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.LayoutDirectionChange):
            self._row = None
            self._fit_bar()
            self.updateGeometry()

    # The picture

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        starts = self._line_starts(size.width(), look)
        seen = painter.clipBoundingRect() if painter.hasClipping() else QRectF(QPointF(), size)
        first = self.bar.value()
        top = first + max(0, int(seen.top() // look.px(_PITCH)))
        page = max(1, self.lines_in(size.height()))
        bottom = first + min(page - 1, int(seen.bottom() // look.px(_PITCH)))
        for line in range(top, min(bottom + 1, len(starts))):
            for index in range(starts[line], self._line_end(starts, line)):
                self._draw_piece(painter, index, self._place(index, size.width(), look), look)
        below = first + page
        if top <= below - 1 <= bottom and below < len(starts):
            self._draw_more(painter, self._place(starts[below] - 1, size.width(), look), look)

    def _draw_more(self, painter: QPainter, last: QRectF, look: Look) -> None:
        """Say that lines follow: a picture in a file has no scroll bar."""
        painter.setFont(look.font(_TEXT, mono=True))
        painter.setPen(look.colour("muted"))
        place = QRectF(last.right() + look.px(4), last.y(), look.px(20), last.height())
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            place.moveRight(last.left() - look.px(4))
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, "…")

    def _draw_piece(self, painter: QPainter, index: int, place: QRectF, look: Look) -> None:
        label = self._label(index)
        tint = look.tint(int(self._tints[index]))
        selected, linked = index == self._selected, index in self._linked
        focused = self.hasFocus() and index == max(self._selected, 0)
        pen = QPen(Qt.PenStyle.NoPen)
        if selected or linked:
            pen = QPen(look.colour("accent"), look.px(2 if selected else 1))
        elif index == self._hover or index in self._lit or focused or not label.solid:
            pen = QPen(look.colour("muted"), look.px(1))
        if not label.solid:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(tint)
        inset = pen.widthF() / 2 if pen.style() != Qt.PenStyle.NoPen else 0
        radius = look.px(4)
        painter.drawRoundedRect(place.adjusted(inset, inset, -inset, -inset), radius, radius)
        painter.setFont(look.font(_TEXT, mono=True))
        metrics = QFontMetricsF(painter.font())
        painter.setPen(look.colour("text"))
        room = place.width() - look.px(4)
        text = label.text
        if metrics.horizontalAdvance(text) > room + 1:
            text = metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, room)
        upper = QRectF(place.x(), place.y() + look.px(3), place.width(), look.px(23))
        painter.drawText(upper, Qt.AlignmentFlag.AlignCenter, text)
        if label.gap:
            painter.setPen(look.colour("muted"))
            gap = QRectF(place.right(), upper.y(), look.px(60), upper.height())
            align = Qt.AlignmentFlag.AlignLeft
            if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
                gap.moveRight(place.left())
                align = Qt.AlignmentFlag.AlignRight
            painter.drawText(gap, align | Qt.AlignmentFlag.AlignVCenter, label.gap)
        if focused:
            painter.setPen(QPen(look.colour("text"), look.px(1.5)))
            under = place.bottom() - look.px(2)
            painter.drawLine(QLineF(place.left() + radius, under, place.right() - radius, under))
        painter.setFont(look.font(_CAPTION, mono=True))
        painter.setPen(look.colour("text" if selected else "muted"))
        lower = QRectF(place.x(), place.y() + look.px(24), place.width(), look.px(16))
        painter.drawText(lower, Qt.AlignmentFlag.AlignCenter, label.caption)

    # The user

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point_at(self.piece_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self._point_at(-1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.piece_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and index >= 0:
            self.picked.emit(index)

    def wheelEvent(self, event: QWheelEvent) -> None:
        # At its end the bar leaves the event to the panel, which scrolls on.
        event.ignore()
        if self.bar.maximum():
            self.bar.event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.bring_into_sight(max(self._selected, 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        target = self._target(Qt.Key(event.key()))
        if target is None:
            super().keyPressEvent(event)
        elif target != self._selected:
            self.picked.emit(target)

    def _target(self, key: Qt.Key) -> int | None:
        """Piece that a key leads to; None for other keys or without pieces."""
        last = self.count - 1
        if last < 0:
            return None
        here = self._selected
        forward, backward = Qt.Key.Key_Right, Qt.Key.Key_Left
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            forward, backward = backward, forward
        page = max(1, self.lines_in(self.height()))
        lines = {
            Qt.Key.Key_Up: -1,
            Qt.Key.Key_Down: 1,
            Qt.Key.Key_PageUp: -page,
            Qt.Key.Key_PageDown: page,
        }
        if key in lines:
            return self._beside(max(here, 0), lines[key])
        straight = {
            forward: min(here + 1, last),
            backward: max(here - 1, 0),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        return straight.get(key)

    def _beside(self, index: int, lines: int) -> int:
        """Piece nearest to straight above or below."""
        starts = self._line_starts(self.width(), look())
        line = bisect_right(starts, index) - 1
        target = min(max(line + lines, 0), len(starts) - 1)
        if target == line:
            return index
        middle = self.place_of(index).center().x()
        return min(
            range(starts[target], self._line_end(starts, target)),
            key=lambda i: abs(self.place_of(i).center().x() - middle),
        )

    def _point_at(self, index: int) -> None:
        if index != self._hover:
            self._hover = index
            self.hovered.emit(index)
            self.setCursor(
                Qt.CursorShape.PointingHandCursor if index >= 0 else Qt.CursorShape.ArrowCursor
            )
            self.update()
