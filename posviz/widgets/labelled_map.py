"""A matrix whose rows, and perhaps columns, are words: a heat map with one selected cell."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from posviz.model.notation import grouped, shortened
from posviz.widgets import labelled_marks as marks
from posviz.widgets.cell_picture import cell_picture
from posviz.widgets.labelled_legend import draw_legend
from posviz.widgets.labelled_marks import NOWHERE, Cell, Frame, LabelledMatrix
from posviz.widgets.painted import PaintedView
from posviz.widgets.theme import Look, look

_PAGE = 10


class LabelledMap(PaintedView):
    """Cells in data colours with words beside them and values inside where they fit.

    The arrow keys, Home, End, Page Up and Page Down move the selection, and so does a click or
    a drag. A selection without a column is a whole row.

    Signals
    -------
    picked(int, int)
        Row and column that the user chose.
    hovered(int, int)
        Row and column under the pointer; −1 where there is none.
    drag_started(), drag_ended()
        The button went down, and up again.
    """

    picked = Signal(int, int)
    hovered = Signal(int, int)
    drag_started = Signal()
    drag_ended = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._matrix: LabelledMatrix | None = None
        self._selected = self._hover = self._lit = NOWHERE
        self._pressed = False
        self._image: tuple[object, QImage] | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_matrix(self, matrix: LabelledMatrix, row: int, column: int) -> None:
        """Show a matrix with a cell selected; −1 for none, or for a whole row."""
        old = self._matrix
        if old is None or (matrix.values is not old.values or matrix.masked is not old.masked):
            self._image = None
        self._matrix, self._selected = matrix, (row, column)
        if not self._contains(self._hover):
            self._set_hover(NOWHERE)
        self.setAccessibleDescription(self.cell_text(row, column))
        self.update()

    @property
    def matrix(self) -> LabelledMatrix | None:
        """What is shown."""
        return self._matrix

    @property
    def selected(self) -> Cell:
        """The selected cell as set."""
        return self._selected

    @property
    def pointed(self) -> Cell:
        """The cell under the pointer, or else the one that is lit."""
        return self._lit if self._hover == NOWHERE else self._hover

    def light(self, row: int, column: int) -> None:
        """Show a cell, or a row, as if the pointer were over it, and tell nobody."""
        if (row, column) != self._lit:
            self._lit = row, column
            self.update()

    def cell_text(self, row: int, column: int) -> str:
        """Say what stands in a cell, or which row it is."""
        matrix = self._matrix
        if matrix is None or not 0 <= row < len(matrix.rows):
            return ""
        down, across = matrix.names
        text = f"{down} {grouped(row)}, {shortened(matrix.rows[row])}"
        if not 0 <= column < matrix.values.shape[1]:
            return text
        word = "" if matrix.columns is None else f", {shortened(matrix.columns[column])}"
        value = float(matrix.values[row, column])
        shown = matrix.missing if np.isnan(value) else matrix.number(value, 6)
        if matrix.is_masked(row, column):
            shown = matrix.shut
        return f"{text}; {across} {grouped(column)}{word}: {shown}"

    def sizeHint(self) -> QSize:
        return QSize(round(look().px(320)), round(look().px(230)))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(look().px(190)), round(look().px(184)))

    def frame(self) -> Frame | None:
        """Where the cells stand in the view as it is now; None where there are none."""
        matrix = self._matrix
        if matrix is None or not matrix.values.size:
            return None
        return marks.frame(matrix, QSizeF(self.size()), look())

    def cell_at(self, at: QPointF, *, nearest: bool = False) -> Cell:
        """Cell at a point of the view; (−1, −1) outside, or with `nearest` the nearest one."""
        frame = self.frame()
        if frame is None or not (nearest or frame.plot.contains(at)):
            return NOWHERE
        return frame.cell_at(at)

    def _contains(self, cell: Cell) -> bool:
        n, m = (0, 0) if self._matrix is None else self._matrix.values.shape
        return bool(0 <= cell[0] < n and -1 <= cell[1] < m)

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        matrix = self._matrix
        if matrix is None:
            return
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # a matrix is never mirrored
        marks.draw_title(painter, matrix.title, size.width(), look)
        if not matrix.values.size:
            return
        frame = marks.frame(matrix, size, look)
        painter.drawImage(frame.plot, self._picture(painter, frame, look))
        painter.setPen(QPen(look.colour("line"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(frame.plot.adjusted(-0.5, -0.5, 0.5, 0.5))
        marks.draw_numbers(painter, frame, look)
        (row, column), (lit_row, lit_column) = self._selected, self.pointed
        marks.draw_row_labels(painter, frame, (row, lit_row), look)
        marks.draw_column_labels(painter, frame, (column, lit_column), look)
        draw_legend(painter, frame, look)
        if self._contains(self._selected):
            marks.draw_selection(painter, frame, self._selected, look)
        if self._contains(self.pointed):
            marks.draw_pointed(painter, frame, self.pointed, look)
        if self.hasFocus():
            marks.draw_focus(painter, frame, look)

    def _picture(self, painter: QPainter, frame: Frame, look: Look) -> QImage:
        matrix = frame.matrix
        density = painter.device().devicePixelRatioF()
        width, height = (
            round(side * density) for side in (frame.plot.width(), frame.plot.height())
        )
        key = (width, height, density, matrix.level, look)
        if self._image is None or self._image[0] != key:
            scaled = matrix.values / matrix.level
            picture = cell_picture(scaled, matrix.masked, width, height, look, density)
            self._image = key, picture
        return self._image[1]

    def mousePressEvent(self, event: QMouseEvent) -> None:
        cell = self.cell_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and cell != NOWHERE:
            self._pressed = True
            self.drag_started.emit()
            self._pick(cell)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed:
            self._pick(self.cell_at(event.position(), nearest=True))
        self._set_hover(self.cell_at(event.position()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._pressed:
            self._pressed = False
            self.drag_ended.emit()

    def leaveEvent(self, event: QEvent) -> None:
        self._set_hover(NOWHERE)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        n, m = (0, 0) if self._matrix is None else self._matrix.values.shape
        row, column = (max(0, place) for place in self._selected)
        moves = {
            Qt.Key.Key_Up: (row - 1, column),
            Qt.Key.Key_Down: (row + 1, column),
            Qt.Key.Key_Left: (row, column - 1),
            Qt.Key.Key_Right: (row, column + 1),
            Qt.Key.Key_PageUp: (row - _PAGE, column),
            Qt.Key.Key_PageDown: (row + _PAGE, column),
            Qt.Key.Key_Home: (row, 0),
            Qt.Key.Key_End: (row, m - 1),
        }
        if event.key() not in moves or not (n and m):
            super().keyPressEvent(event)
            return
        row, column = moves[Qt.Key(event.key())]
        self._pick((min(max(row, 0), n - 1), min(max(column, 0), m - 1)))

    def _pick(self, cell: Cell) -> None:
        if cell != self._selected and cell != NOWHERE:
            self.picked.emit(*cell)

    def _set_hover(self, cell: Cell) -> None:
        if cell != self._hover:
            self._hover = cell
            self.hovered.emit(*cell)
            self.update()
