"""A sentence as three tables side by side, one row a word: two tables and their sum."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import floor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from posviz.widgets.heat_image import heat_image
from posviz.widgets.painted import PaintedView
from posviz.widgets.theme import Look, look

_HEADER = 24.0
_ROW, _TALLEST_ROW = 24.0, 52.0
_GAP = 22.0
"""Between two tables; the + and the = stand there."""
_LABEL_SHARE = 0.34
_PAGE = 10
_SMALLEST_CELL = 7.0
_CENTRE = Qt.AlignmentFlag.AlignCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter

Tables = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]
"""Some rows of the three tables, each (n, d)."""


class Cell(NamedTuple):
    """A place in the tables; −1 where there is no row or no column."""

    row: int
    column: int


NOWHERE = Cell(-1, -1)


class RowHeatmaps(PaintedView):
    """Three tables with a row for each word; only the rows in sight are asked for and painted.

    Signals
    -------
    activated(int)
        The row that was clicked, or reached with the keys.
    hovered(int, int)
        Row and column under the pointer; −1 where there is none.
    """

    activated = Signal(int)
    hovered = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words: Sequence[str] = ()
        self._longest = ""
        self._width = 0
        self._rows: Callable[[int, int], Tables] | None = None
        self._titles = ("", "", "")
        self._selected = -1
        self._marked = ""
        self._hover = NOWHERE
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_tables(
        self,
        words: Sequence[str],
        width: int,
        rows: Callable[[int, int], Tables],
        titles: tuple[str, str, str],
    ) -> None:
        """Show a sentence.

        Parameters
        ----------
        words
            The L words, one a row.
        width
            d, the columns of each table.
        rows
            Gives the rows from a start to a stop, each table (stop − start, d).
        titles
            Headings of the tables.
        """
        self._words, self._width, self._rows, self._titles = words, width, rows, titles
        # By letters: to measure every word of a long text takes too long.
        self._longest = max(words, key=len, default="")
        self._set_hover(NOWHERE)
        self.updateGeometry()
        self.update()

    def set_selection(self, row: int, marked: str) -> None:
        """Outline a row (−1: none) and set a word in bold wherever it stands."""
        self._selected, self._marked = row, marked
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(round(look().px(420)), self._height())

    def minimumSizeHint(self) -> QSize:
        return QSize(round(look().px(220)), self._height())

    def _height(self) -> int:
        return round(look().px(_HEADER + _ROW * len(self._words)) + 2)

    def row_frame(self, row: int, size: QSizeF, look: Look) -> QRectF:
        """Rectangle of a whole row, label and tables."""
        height = self.row_height(size, look)
        return QRectF(0, floor(look.px(_HEADER)) + row * height, size.width(), height)

    def row_height(self, size: QSizeF, look: Look) -> int:
        """Height of a row: rows share the room that there is, up to a limit."""
        room = (size.height() - look.px(_HEADER) - 2) / max(1, len(self._words))
        return floor(max(look.px(_ROW), min(look.px(_TALLEST_ROW), room)))

    def row_frame_now(self, row: int) -> QRect:
        """Rectangle of a whole row as the view stands on screen."""
        return self.row_frame(row, QSizeF(self.size()), look()).toRect()

    def table_frames(self, size: QSizeF, look: Look) -> tuple[QRectF, QRectF, QRectF]:
        """Rectangles of the three tables, all rows."""
        metrics = QFontMetricsF(look.font(13, 600))
        word = metrics.horizontalAdvance(self._longest)
        label = self._numbers_width(look) + word + look.px(22)
        # Whole pixels keep the edges of the cells sharp.
        left = floor(min(label, size.width() * _LABEL_SHARE))
        gap = floor(min(look.px(_GAP), size.width() * 0.05))
        each = max(1, floor((size.width() - left - 2 * gap - look.px(4)) / 3))
        height = self.row_height(size, look) * len(self._words)
        first, second, third = (
            QRectF(left + k * (each + gap), floor(look.px(_HEADER)), each, height) for k in range(3)
        )
        return first, second, third

    def _numbers_width(self, look: Look) -> float:
        metrics = QFontMetricsF(look.font(12, mono=True))
        return metrics.horizontalAdvance(f"{len(self._words)}") + look.px(6)

    def cell_at(self, at: QPointF, size: QSizeF, look: Look) -> Cell:
        """Row and column at a point; in a label or a gap there is no column."""
        row = int((at.y() - floor(look.px(_HEADER))) // self.row_height(size, look))
        if not 0 <= row < len(self._words):
            return NOWHERE
        for frame in self.table_frames(size, look):
            if frame.left() <= at.x() < frame.right():
                column = int((at.x() - frame.left()) / frame.width() * self._width)
                return Cell(row, min(column, self._width - 1))
        return Cell(row, -1)

    def rows_in_sight(self, painter: QPainter, size: QSizeF, look: Look) -> range:
        """Rows that a painter's clip and paper leave to be seen."""
        seen = painter.clipBoundingRect() if painter.hasClipping() else QRectF(QPointF(), size)
        device = painter.device()
        # A widget's clip is what is exposed; a file's is the whole view, larger than the page.
        if not isinstance(device, QWidget):
            inverse, _ = painter.deviceTransform().inverted()
            paper = inverse.mapRect(QRectF(0, 0, device.width(), device.height()))
            seen = seen.intersected(paper)
        top, row = floor(look.px(_HEADER)), self.row_height(size, look)
        first = max(0, int((seen.top() - top) // row))
        last = min(len(self._words), int((seen.bottom() - top) // row) + 1)
        return range(first, max(first, last))

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        if self._rows is None or not self._words:
            return
        frames = self.table_frames(size, look)
        self._draw_header(painter, frames, look)
        rows = self.rows_in_sight(painter, size, look)
        if not rows:
            return
        for row in rows:
            self._draw_label(painter, row, frames[0].left(), size, look)
        tables = self._rows(rows.start, rows.stop)
        for frame, table in zip(frames, tables, strict=True):
            self._draw_table(painter, frame, table, rows.start, look)
        if self._selected in rows:
            focused = self.hasFocus()
            painter.setPen(QPen(look.colour("accent"), look.px(2 if focused else 1.5)))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            box = self.row_frame(self._selected, size, look).adjusted(1, 0, -1, 0)
            painter.drawRoundedRect(box, look.px(4), look.px(4))

    def _draw_header(
        self, painter: QPainter, frames: tuple[QRectF, QRectF, QRectF], look: Look
    ) -> None:
        height = look.px(_HEADER - 4)
        for k, (frame, title) in enumerate(zip(frames, self._titles, strict=True)):
            painter.setFont(look.font(13, 600, mono=True))
            painter.setPen(look.colour("accent" if k == 2 else "text"))
            painter.drawText(QRectF(frame.left(), 0, frame.width(), height), _CENTRE, title)
            if k:
                painter.setFont(look.font(13, mono=True))
                painter.setPen(look.colour("muted"))
                before = frames[k - 1].right()
                gap = QRectF(before, 0, frame.left() - before, height)
                painter.drawText(gap, _CENTRE, "+" if k == 1 else "=")

    def _draw_label(
        self, painter: QPainter, row: int, right: float, size: QSizeF, look: Look
    ) -> None:
        box = self.row_frame(row, size, look)
        word, px = self._words[row], look.px
        if row == self._hover.row:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(look.colour("raised"))
            painter.drawRoundedRect(box, px(4), px(4))
        marked = word == self._marked
        number = self._numbers_width(look)
        painter.setFont(look.font(12, mono=True))
        painter.setPen(look.colour("muted"))
        painter.drawText(QRectF(px(4), box.top(), number - px(6), box.height()), _RIGHT, f"{row}")
        painter.setFont(look.font(13, 600 if marked else 400))
        painter.setPen(look.colour("text" if marked else "muted"))
        left = px(6) + number
        room = right - left - px(8)
        text = QFontMetricsF(painter.font()).elidedText(word, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRectF(left, box.top(), room, box.height()), _LEFT, text)

    def _draw_table(
        self,
        painter: QPainter,
        frame: QRectF,
        table: NDArray[np.float64],
        first: int,
        look: Look,
    ) -> None:
        """Paint rows of one table, as one picture under a grid of gaps."""
        px, row = look.px, frame.height() / len(self._words)
        top = frame.top() + first * row
        area = QRectF(frame.left(), top, frame.width(), row * len(table))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        painter.drawImage(area, heat_image(table, int(frame.width()), look))
        gap = px(4)
        # A word without a vector has no value at all, so its first one tells.
        known = np.isfinite(table[:, 0])  # (n,)
        for k in range(len(table)):
            box = QRectF(area.left(), top + k * row, area.width(), row)
            surface = look.colour("raised" if first + k == self._hover.row else "panel")
            if not known[k]:
                painter.fillRect(box, surface)
                painter.setPen(QPen(look.colour("faint"), 1, Qt.PenStyle.DashLine))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(box.adjusted(0.5, gap / 2 + 0.5, -0.5, -gap / 2 - 0.5))
                continue
            for y in (box.top(), box.bottom() - gap / 2):
                painter.fillRect(QRectF(box.left(), y, box.width(), gap / 2), surface)
            # Values near 0 look like the surface; the outline says that they are there.
            painter.setPen(QPen(look.colour("line"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(box.adjusted(0.5, gap / 2 + 0.5, -0.5, -gap / 2 - 0.5))
            cell = frame.width() / self._width
            if cell >= px(_SMALLEST_CELL):
                for column in range(1, self._width):
                    x = box.left() + column * cell
                    painter.fillRect(QRectF(x - px(1), box.top(), px(2), row), surface)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._set_hover(self.cell_at(event.position(), QSizeF(self.size()), look()))

    def leaveEvent(self, event: QEvent) -> None:
        self._set_hover(NOWHERE)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = self.cell_at(event.position(), QSizeF(self.size()), look()).row
        if event.button() == Qt.MouseButton.LeftButton and row >= 0:
            self.activated.emit(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        last, at = len(self._words) - 1, self._selected
        moves = {
            Qt.Key.Key_Up: max(at - 1, 0) if at >= 0 else last,
            Qt.Key.Key_Down: min(at + 1, last),
            Qt.Key.Key_PageUp: max(at - _PAGE, 0),
            Qt.Key.Key_PageDown: min(at + _PAGE, last),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        if event.key() in moves and last >= 0:
            self.activated.emit(moves[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    def light(self, row: int) -> None:
        """Show a row as if the pointer were over it, and tell nobody; −1 for none."""
        if row != self._hover.row:
            self._hover = Cell(row, -1)
            self.update()

    def _set_hover(self, cell: Cell) -> None:
        if cell != self._hover:
            self._hover = cell
            self.hovered.emit(*cell)
            self.update()
