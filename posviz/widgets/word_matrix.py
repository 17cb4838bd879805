"""A square matrix with a word at each row and column: what each word gives to each."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from posviz.model.notation import plain, shortened
from posviz.widgets.key_focus import BY_KEYS
from posviz.widgets.painted import PaintedView
from posviz.widgets.theme import Look, look

_TITLE = 22.0
_LABEL_SHARE = 0.3
_FLAT, _UPRIGHT = 18.0, 58.0
_BETWEEN = 5.0
_LEAST_LABEL = 12.0
_MOST_CELL = 76.0
_SIDE = 150.0
_CENTRE = Qt.AlignmentFlag.AlignCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter

NOWHERE = (-1, -1)


class WordMatrix(PaintedView):
    """Values from 0 on as cells with their numbers where those fit; NaN is dashed.

    The arrow keys go from cell to cell, and choose the row that they come to.

    Signals
    -------
    activated(int, int)
        Row and column that were clicked, or reached with the arrow keys.
    hovered(int, int)
        Row and column under the pointer; −1 where there is none.
    """

    activated = Signal(int, int)
    hovered = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._values: NDArray[np.float64] = np.empty((0, 0))
        self._names: Sequence[str] = ()
        self._title = ""
        self._level = 1.0
        self._selected = -1
        self._hover = NOWHERE
        self._cursor = NOWHERE
        self._keyed = False
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_matrix(
        self,
        values: NDArray[np.float64],
        names: Sequence[str],
        title: str,
        *,
        level: float,
        selected: int = -1,
    ) -> None:
        """Show a matrix.

        Parameters
        ----------
        values
            The numbers, (n, n).
        names
            The word of each row and column, (n,).
        title
            What stands above.
        level
            The value that takes the end colour.
        selected
            The selected row; −1 for none.
        """
        self._values, self._names, self._title = values, names, title
        self._level, self._selected = level or 1.0, selected
        if max(self._cursor) >= len(names):
            self._cursor = NOWHERE
        self._hover = NOWHERE
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(round(look().px(190)), round(look().px(_SIDE + _TITLE)))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(look().px(100)), round(look().px(_SIDE + _TITLE)))

    def labels_upright(self, size: QSizeF, look: Look) -> bool:
        """Whether the words above the columns are turned, for want of width."""
        cell = self._cell(size, look, look.px(_FLAT))
        metrics, gap = QFontMetricsF(look.font(12)), look.px(_BETWEEN)
        return any(metrics.horizontalAdvance(shortened(n, 16)) + gap > cell for n in self._names)

    def _cell(self, size: QSizeF, look: Look, head: float) -> float:
        """Side of a cell below words that need so much height."""
        px, n = look.px, max(len(self._names), 1)
        width = size.width() - self._label_width(size, look) - 1
        height = size.height() - px(_TITLE) - head - 1
        return max(1.0, min(width / n, height / n, px(_MOST_CELL)))

    def _label_width(self, size: QSizeF, look: Look) -> float:
        metrics = QFontMetricsF(look.font(12))
        widest = max((metrics.horizontalAdvance(shortened(n, 16)) for n in self._names), default=0)
        return min(widest + look.px(8), size.width() * _LABEL_SHARE)

    def frame(self, size: QSizeF, look: Look) -> QRectF:
        """Where the cells are: square ones, as large as there is room for."""
        px, left = look.px, self._label_width(size, look)
        head = min(px(_UPRIGHT), left) if self.labels_upright(size, look) else px(_FLAT)
        side = self._cell(size, look, head) * max(len(self._names), 1)
        return QRectF(left, px(_TITLE) + head, side, side)

    def cell_at(self, at: QPointF) -> tuple[int, int]:
        """Row and column at a point; (−1, −1) outside."""
        frame, n = self.frame(QSizeF(self.size()), look()), len(self._names)
        if not n or not frame.contains(at):
            return NOWHERE
        row = int((at.y() - frame.top()) / frame.height() * n)
        column = int((at.x() - frame.left()) / frame.width() * n)
        return min(row, n - 1), min(column, n - 1)

    def cell_rect(self, row: int, column: int) -> QRectF:
        """Place of a cell as the view stands on screen."""
        frame = self.frame(QSizeF(self.size()), look())
        cell = frame.width() / max(len(self._names), 1)
        return QRectF(frame.left() + column * cell, frame.top() + row * cell, cell, cell)

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # a matrix is never mirrored
        px, n = look.px, len(self._names)
        painter.setFont(look.font(12, 600))
        painter.setPen(look.colour("muted"))
        title = QFontMetricsF(painter.font()).elidedText(
            self._title, Qt.TextElideMode.ElideRight, size.width()
        )
        painter.drawText(QRectF(0, 0, size.width(), px(_TITLE - 6)), _LEFT, title)
        if not n:
            return
        frame = self.frame(size, look)
        cell = frame.width() / n
        self._draw_names(painter, frame, cell, self.labels_upright(size, look), look)
        keyed = self._keyed and self.hasFocus()
        lit = self._cursor if keyed and self._hover[1] < 0 else self._hover
        gap, radius = min(px(2), cell * 0.12), min(px(4), cell * 0.15)
        numbers = self._number_font(cell - gap, look)
        for row in range(n):
            for column in range(n):
                box = QRectF(
                    frame.left() + column * cell, frame.top() + row * cell, cell - gap, cell - gap
                ).adjusted(0.5, 0.5, -0.5, -0.5)
                value = float(self._values[row, column])
                known = np.isfinite(value)
                fill = look.data_colour(value / self._level)
                style = Qt.PenStyle.SolidLine if known else Qt.PenStyle.DashLine
                painter.setPen(QPen(look.colour("line" if known else "faint"), 1, style))
                painter.setBrush(fill if known else Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(box, radius, radius)
                if numbers and known:
                    painter.setFont(look.font(numbers, mono=True))
                    painter.setPen(look.ink_on(fill))
                    painter.drawText(box, _CENTRE, plain(value, 2))
                if (row, column) == lit:
                    painter.setPen(QPen(look.colour("text"), px(2)))
                    painter.setBrush(Qt.BrushStyle.NoBrush)
                    painter.drawRoundedRect(box, radius, radius)
        if keyed:
            painter.setPen(QPen(look.colour("accent"), px(1.5)))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(frame.adjusted(-2, -2, 1 - gap, 1 - gap), px(5), px(5))
        if 0 <= self._selected < n:
            top = frame.top() + self._selected * cell
            painter.setPen(QPen(look.colour("accent"), px(2)))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            box = QRectF(frame.left(), top, frame.width() - gap, cell - gap)
            painter.drawRoundedRect(box, radius, radius)

    def _draw_names(
        self, painter: QPainter, frame: QRectF, cell: float, upright: bool, look: Look
    ) -> None:
        px, row_lit, column_lit = look.px, self._hover[0], self._hover[1]
        if cell < px(_LEAST_LABEL):
            return
        painter.setFont(look.font(12))
        metrics = QFontMetricsF(painter.font())
        for index, name in enumerate(self._names):
            text = shortened(name, 16)
            bright = "text" if index in (row_lit, self._selected) else "muted"
            painter.setPen(look.colour(bright))
            line = QRectF(0, frame.top() + index * cell, frame.left() - px(6), cell)
            elided = metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, line.width())
            painter.drawText(line, _RIGHT, elided)
            painter.setPen(look.colour("text" if index == column_lit else "muted"))
            if not upright:
                above = QRectF(frame.left() + index * cell, frame.top() - px(18), cell, px(16))
                painter.drawText(above, _CENTRE, text)
                continue
            painter.save()
            painter.translate(frame.left() + (index + 0.5) * cell, frame.top() - px(3))
            painter.rotate(-90)
            room = frame.top() - px(_TITLE)
            elided = metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, room)
            painter.drawText(QRectF(0, -px(9), room, px(18)), _LEFT, elided)
            painter.restore()

    def _number_font(self, cell: float, look: Look) -> int:
        """Largest size of letters at which numbers fit into cells; 0 if none does."""
        for size in (13, 12, 11):
            metrics = QFontMetricsF(look.font(size, mono=True))
            if metrics.horizontalAdvance("0.00") + look.px(3) <= cell:
                return size
        return 0

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._set_hover(self.cell_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self._set_hover(NOWHERE)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        cell = self.cell_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and cell != NOWHERE:
            self._cursor = cell
            self.activated.emit(*cell)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        ways = {
            Qt.Key.Key_Up: (-1, 0),
            Qt.Key.Key_Down: (1, 0),
            Qt.Key.Key_Left: (0, -1),
            Qt.Key.Key_Right: (0, 1),
        }
        way, last = ways.get(Qt.Key(event.key())), len(self._names) - 1
        if way is None or last < 0:
            super().keyPressEvent(event)
            return
        self._keyed = True
        row, column = self._cursor if self._cursor != NOWHERE else (max(self._selected, 0), 0)
        if self._cursor != NOWHERE:  # else the keys arrive at it
            row, column = row + way[0], column + way[1]
        self._cursor = min(max(row, 0), last), min(max(column, 0), last)
        self.activated.emit(*self._cursor)
        self.hovered.emit(*self._cursor)  # where it may have been taken meanwhile
        self.update()

    @property
    def cursor_cell(self) -> tuple[int, int]:
        """The cell that the keys have reached; (−1, −1) for none."""
        return self._cursor

    def set_cursor_cell(self, row: int, column: int) -> None:
        """Take the keys to the cell that holds what theirs held before; (−1, −1) for none."""
        self._cursor = (row, column) if row >= 0 and column >= 0 else NOWHERE

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._keyed = event.reason() in BY_KEYS
        if not self._keyed or not self._names:
            return
        if self._cursor == NOWHERE:
            self._cursor = max(self._selected, 0), 0
        self.hovered.emit(*self._cursor)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if self._keyed:
            self.hovered.emit(*NOWHERE)

    def light(self, row: int, column: int) -> None:
        """Show a cell as if the pointer were over it, and tell nobody; (−1, −1) for none."""
        if (row, column) != self._hover:
            self._hover = (row, column)
            self.update()

    def _set_hover(self, cell: tuple[int, int]) -> None:
        if cell != self._hover:
            self._hover = cell
            self.hovered.emit(*cell)
            self.update()
