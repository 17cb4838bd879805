"""A whole matrix as one picture in the data colours, with a title above."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QLineF, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetricsF, QImage, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from posviz.model.notation import grouped
from posviz.widgets.heat_image import heat_image, shrunk
from posviz.widgets.painted import PaintedView
from posviz.widgets.theme import Look, look

_TITLE, _AXIS = 22.0, 18.0
_HEIGHT = 230.0
_CELL = 3.0
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class MatrixPicture(PaintedView):
    """Rows down, columns across; cells smaller than a pixel are shown by their mean.

    Where cells have words, the keys go from cell to cell: arrows by one, Page Up and Page Down
    by a tenth of the rows, Home and End to the ends of a row.

    Signals
    -------
    hovered(int, int)
        Row and column under the pointer, or reached with the keys; −1 when there is none.
    """

    hovered = Signal(int, int)

    def __init__(self, parent: QWidget | None = None, *, height: float = _HEIGHT) -> None:
        super().__init__(parent)
        self._height = height
        self._parted = False
        self._values: NDArray[np.float64] = np.empty((0, 0))
        self._title = ""
        self._names = ("", "")
        self._words: Callable[[int, int], str] | None = None
        self._cell = 0, 0
        self._image = QImage()
        self._key: object = None
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_matrix(
        self,
        values: NDArray[np.float64],
        title: str,
        names: tuple[str, str],
        *,
        parted: bool = False,
        words: Callable[[int, int], str] | None = None,
    ) -> None:
        """Show values, (n, m), where ±1 takes the end colours; `names` are of row and column.

        `parted` draws a line down the middle, between two blocks. `words` says what a cell
        is, by row and column, for who reads the picture with the keys.
        """
        self._parted = parted
        if values is not self._values:
            self._key = None
        self._values, self._title, self._names = values, title, names
        self._words = words
        policy = Qt.FocusPolicy
        self.setFocusPolicy(policy.NoFocus if words is None else policy.StrongFocus)
        self.setAccessibleName(title)
        self._read(*self._cell)
        self.update()

    def _read(self, row: int, column: int) -> None:
        """Go to a cell, the nearest that there is."""
        rows, columns = self._values.shape
        self._cell = max(0, min(row, rows - 1)), max(0, min(column, columns - 1))
        if self._words is not None and self._values.size:
            self.setAccessibleDescription(self._words(*self._cell))

    def sizeHint(self) -> QSize:
        return QSize(round(look().px(220)), round(look().px(self._height)))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(look().px(120)), round(look().px(self._height)))

    def frame(self, size: QSizeF, look: Look) -> QRectF:
        """Where the picture is painted."""
        px = look.px
        return QRectF(1, px(_TITLE), max(1.0, size.width() - 2), size.height() - px(_TITLE + _AXIS))

    def cell_at(self, at: QPointF) -> tuple[int, int]:
        """Row and column at a point; (−1, −1) outside."""
        frame = self.frame(QSizeF(self.size()), look())
        rows, columns = self._values.shape
        if not frame.contains(at) or not rows:
            return -1, -1
        row = int((at.y() - frame.top()) / frame.height() * rows)
        column = int((at.x() - frame.left()) / frame.width() * columns)
        return min(row, rows - 1), min(column, columns - 1)

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        if not self._values.size:
            return
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # a matrix is never mirrored
        px, frame = look.px, self.frame(size, look)
        painter.setFont(look.font(12, 600))
        painter.setPen(look.colour("muted"))
        title = QFontMetricsF(painter.font()).elidedText(
            self._title, Qt.TextElideMode.ElideRight, size.width()
        )
        painter.drawText(QRectF(0, 0, size.width(), px(_TITLE - 4)), _LEFT, title)
        rows, columns = self._values.shape
        # Cells that can be told apart have edges.
        fine = rows * _CELL > frame.height() or columns * _CELL > frame.width()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, fine)
        painter.drawImage(frame, self._picture(frame, look))
        if self._parted:
            middle = QLineF(frame.center().x(), frame.top(), frame.center().x(), frame.bottom())
            for colour, width in (("panel", 5.0), ("text", 1.5)):
                pen = QPen(look.colour(colour), px(width))
                pen.setCapStyle(Qt.PenCapStyle.FlatCap)
                painter.setPen(pen)
                painter.drawLine(middle)
        painter.setPen(QPen(look.colour("line"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(frame)
        if self.hasFocus():
            self._draw_cell(painter, frame, look)
        painter.setFont(look.font(12))
        painter.setPen(look.colour("muted"))
        below = QRectF(0, frame.bottom() + px(2), size.width(), px(_AXIS - 2))
        down, across = self._names
        start = f"{down} ↓ 0–{grouped(rows - 1)}"
        end = f"{across} → 0–{grouped(columns - 1)}"
        metrics = QFontMetricsF(painter.font())
        painter.drawText(below, _LEFT, start)
        if metrics.horizontalAdvance(start + end) + px(12) < size.width():
            painter.drawText(below, _RIGHT, end)

    def _draw_cell(self, painter: QPainter, frame: QRectF, look: Look) -> None:
        """Frame the picture and the cell that the keys have reached, which may be a pixel."""
        (rows, columns), least = self._values.shape, look.px(7)
        wide, high = frame.width() / columns, frame.height() / rows
        row, column = self._cell
        middle = QPointF(frame.left() + (column + 0.5) * wide, frame.top() + (row + 0.5) * high)
        painter.setPen(QPen(look.colour("accent"), look.px(2)))
        painter.drawRect(frame)
        half = QPointF(max(wide, least) / 2, max(high, least) / 2)
        painter.drawRect(QRectF(middle - half, middle + half))

    def _picture(self, frame: QRectF, look: Look) -> QImage:
        key = (frame.width(), frame.height(), look)
        if key != self._key:
            fewer_rows = shrunk(self._values.T, max(1, int(frame.height()))).T  # (rows, m)
            self._image = heat_image(fewer_rows.astype(np.float64), int(frame.width()), look)
            self._key = key
        return self._image

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.hovered.emit(*self.cell_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self.hovered.emit(-1, -1)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.hovered.emit(*self._cell)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.hovered.emit(-1, -1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row, column = self._cell
        rows, columns = self._values.shape
        page = max(1, rows // 10)
        moves = {
            Qt.Key.Key_Up: (row - 1, column),
            Qt.Key.Key_Down: (row + 1, column),
            Qt.Key.Key_Left: (row, column - 1),
            Qt.Key.Key_Right: (row, column + 1),
            Qt.Key.Key_PageUp: (row - page, column),
            Qt.Key.Key_PageDown: (row + page, column),
            Qt.Key.Key_Home: (row, 0),
            Qt.Key.Key_End: (row, columns - 1),
        }
        if self._words is None or event.key() not in moves:
            super().keyPressEvent(event)
            return
        self._read(*moves[Qt.Key(event.key())])
        self.hovered.emit(*self._cell)
        self.update()
