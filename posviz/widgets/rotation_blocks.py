"""A block-diagonal matrix of rotations, as many blocks as there is room for."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from posviz.model.notation import grouped, signed
from posviz.widgets.painted import PaintedView
from posviz.widgets.theme import Look, look

_HEADER, _CAPTION = 18.0, 20.0
_ROW, _TALLEST_ROW = 21.0, 30.0
_WIDEST_CELL = 116.0
_FEWEST, _MOST = 2, 8
_CENTRE = Qt.AlignmentFlag.AlignCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True)
class Plan:
    """What a matrix view of some size draws where.

    Attributes
    ----------
    first, pairs
        The first pair on show, and how many.
    rows
        Rows and columns on show; one less than twice the pairs when the last is a lone sine.
    cells
        The square of cells.
    """

    first: int
    pairs: int
    rows: int
    cells: QRectF

    def cell(self, row: int, column: int) -> QRectF:
        """Place of a cell."""
        wide, high = self.cells.width() / self.rows, self.cells.height() / self.rows
        return QRectF(self.cells.x() + column * wide, self.cells.y() + row * high, wide, high)


class RotationBlocks(PaintedView):
    """Rotations of pairs on the diagonal, zeros elsewhere; rows and columns pair by pair.

    A lone sine at the end has a block of one number, drawn dashed: it is no rotation.

    Signals
    -------
    activated(int)
        The pair that was clicked or reached with the keys.
    hovered(int, int)
        Row and column under the pointer, counted pair by pair; −1, −1 for none.
    """

    activated = Signal(int)
    hovered = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._angles: NDArray[np.float64] = np.zeros(0)  # (pairs,)
        self._size = 0
        self._name: Callable[[int], int] = int
        self._selected = -1
        self._hover = (-1, -1)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_rotations(
        self, angles: NDArray[np.float64], size: int, name: Callable[[int], int], selected: int
    ) -> None:
        """Show a matrix.

        Parameters
        ----------
        angles : ndarray of float64, shape (ceil(size/2),)
            The angle of each pair, the lone sine included.
        size : int
            Rows of the matrix.
        name : callable
            The dimension of a row that is counted pair by pair.
        selected : int
            The selected pair.
        """
        self._angles, self._size, self._name, self._selected = angles, size, name, selected
        self.setMaximumHeight(self._height(_MOST, _TALLEST_ROW))
        self.updateGeometry()
        self.update()

    def _height(self, pairs: int, row: float) -> int:
        rows = min(2 * pairs, self._size)
        return round(look().px(_HEADER + _CAPTION + row * rows))

    def sizeHint(self) -> QSize:
        return QSize(round(look().px(420)), self._height(4, _ROW))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(look().px(220)), self._height(_FEWEST, _ROW))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.setMaximumHeight(self._height(_MOST, _TALLEST_ROW))
            self.updateGeometry()

    # Where things are

    def plan(self, size: QSizeF, look: Look) -> Plan:
        """Return what is drawn where at a size: whole blocks around the selected one."""
        font = QFontMetricsF(look.font(12, mono=True))
        left = font.horizontalAdvance(f"{grouped(max(self._size - 1, 0))} cos") + look.px(10)
        need = font.horizontalAdvance("+0.00") + look.px(9)
        wide = max(1.0, size.width() - left - 1)
        high = size.height() - look.px(_HEADER + _CAPTION)
        room = min(wide / need, high / look.px(_ROW), 2 * _MOST)
        total = len(self._angles)
        pairs = max(1, min(int(room + 0.01) // 2, total))
        # A lone sine needs one row only.
        if pairs == total - 1 and self._size % 2 and room >= self._size:
            pairs = total
        first = min(max(self._selected - pairs // 2, 0), total - pairs)
        rows = min(2 * pairs, self._size - 2 * first)
        cell = min(wide / max(rows, 1), look.px(_WIDEST_CELL))
        tall = min(high / max(rows, 1), look.px(_TALLEST_ROW))
        return Plan(first, pairs, rows, QRectF(left, look.px(_HEADER), cell * rows, tall * rows))

    def number(self, row: int, column: int) -> float:
        """Entry of the matrix, rows and columns counted pair by pair."""
        if row // 2 != column // 2:
            return 0.0
        angle = float(self._angles[row // 2])
        if row == column:
            return math.cos(angle)
        return math.sin(angle) if row < column else -math.sin(angle)

    def _entry_at(self, at: QPointF) -> tuple[int, int]:
        drawn = self.plan(QSizeF(self.size()), look())
        if not self._size or not drawn.cells.contains(at):
            return -1, -1
        inside = at - drawn.cells.topLeft()
        row = min(int(inside.y() / drawn.cells.height() * drawn.rows), drawn.rows - 1)
        column = min(int(inside.x() / drawn.cells.width() * drawn.rows), drawn.rows - 1)
        return 2 * drawn.first + row, 2 * drawn.first + column

    # The picture

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        if not self._size:
            return
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # a matrix is never mirrored
        drawn = self.plan(size, look)
        start = 2 * drawn.first
        for row in range(drawn.rows):
            self._draw_names(painter, drawn, row, look)
            for column in range(drawn.rows):
                place = drawn.cell(row, column)
                self._draw_cell(painter, place, start + row, start + column, look)
        if drawn.first <= self._selected < drawn.first + drawn.pairs:
            self._draw_selected(painter, drawn, look)
        self._draw_caption(painter, drawn, size, look)
        if self.hasFocus():
            painter.setPen(QPen(look.colour("accent"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            frame = QRectF(QPointF(0.5, 0.5), size - QSizeF(1, 1))
            painter.drawRoundedRect(frame, look.px(5), look.px(5))

    def _draw_names(self, painter: QPainter, drawn: Plan, row: int, look: Look) -> None:
        place = 2 * drawn.first + row
        painter.setFont(look.font(11, mono=True))
        painter.setPen(look.colour("accent" if place // 2 == self._selected else "muted"))
        line = drawn.cell(row, 0)
        name = grouped(self._name(place))
        side = QRectF(0, line.y(), drawn.cells.x() - look.px(7), line.height())
        painter.drawText(side, _RIGHT, f"{name} {'cos' if place % 2 else 'sin'}")
        above = drawn.cell(0, row)
        wide = QFontMetricsF(painter.font()).horizontalAdvance(name)
        if wide <= above.width():
            painter.drawText(
                QRectF(above.x(), 0, above.width(), look.px(_HEADER - 2)), _CENTRE, name
            )

    def _draw_cell(
        self, painter: QPainter, place: QRectF, row: int, column: int, look: Look
    ) -> None:
        painter.setFont(look.font(12, mono=True))
        box = place.adjusted(1.5, 1.5, -1.5, -1.5)
        hover = (row, column) == self._hover
        if row // 2 != column // 2:
            painter.setPen(look.colour("text" if hover else "muted"))
            painter.drawText(place, _CENTRE, "0")
            return
        value = self.number(row, column)
        fill = look.data_colour(value)
        lone = row == self._size - 1 and self._size % 2
        style = Qt.PenStyle.DashLine if lone else Qt.PenStyle.SolidLine
        edge = "text" if hover or lone else "line"
        painter.setPen(QPen(look.colour(edge), look.px(1.5) if hover or lone else 1, style))
        painter.setBrush(fill)
        painter.drawRoundedRect(box, look.px(4), look.px(4))
        painter.setPen(look.ink_on(fill))
        painter.drawText(box, _CENTRE, signed(value, 2))

    def _draw_selected(self, painter: QPainter, drawn: Plan, look: Look) -> None:
        row = 2 * (self._selected - drawn.first)
        last = min(row + 1, drawn.rows - 1)
        frame = drawn.cell(row, row).united(drawn.cell(last, last))
        painter.setPen(QPen(look.colour("accent"), look.px(2)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(frame.adjusted(0.5, 0.5, -0.5, -0.5), look.px(5), look.px(5))

    def _draw_caption(self, painter: QPainter, drawn: Plan, size: QSizeF, look: Look) -> None:
        total = len(self._angles)
        if drawn.pairs == total:
            text = self.tr("the whole matrix, {size} × {size}")
        else:
            text = self.tr(
                "pairs {first}–{last} of {total}; the other blocks follow along the diagonal"
            )
        text = text.format(
            size=grouped(self._size),
            first=grouped(drawn.first),
            last=grouped(drawn.first + drawn.pairs - 1),
            total=grouped(total),
        )
        painter.setFont(look.font(12))
        painter.setPen(look.colour("muted"))
        place = QRectF(
            0, drawn.cells.bottom() + look.px(3), size.width(), look.px(_CAPTION - 3)
        ).adjusted(drawn.cells.x(), 0, 0, 0)
        shown = QFontMetricsF(painter.font()).elidedText(
            text, Qt.TextElideMode.ElideRight, place.width()
        )
        painter.drawText(place, _LEFT, shown)

    # Pointer and keys

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._set_hover(self._entry_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self._set_hover((-1, -1))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        row, column = self._entry_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and row >= 0 and row // 2 == column // 2:
            self.activated.emit(row // 2)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        last = len(self._angles) - 1
        page = self.plan(QSizeF(self.size()), look()).pairs
        at = self._selected
        moves = {
            Qt.Key.Key_Left: at - 1,
            Qt.Key.Key_Up: at - 1,
            Qt.Key.Key_Right: at + 1,
            Qt.Key.Key_Down: at + 1,
            Qt.Key.Key_PageUp: at - page,
            Qt.Key.Key_PageDown: at + page,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        target = moves.get(Qt.Key(event.key()))
        if target is None or last < 0:
            super().keyPressEvent(event)
        else:
            self.activated.emit(min(max(target, 0), last))

    def _set_hover(self, entry: tuple[int, int]) -> None:
        if entry != self._hover:
            self._hover = entry
            self.hovered.emit(*entry)
            self.update()
