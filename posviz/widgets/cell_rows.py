"""Vectors under each other, cell below cell, each with its name and perhaps a weight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, isfinite, log10

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from posviz.model.notation import signed
from posviz.widgets.heat_image import heat_image
from posviz.widgets.painted import PaintedView
from posviz.widgets.theme import Look, look

_ROW, _RULE = 25.0, 6.0
_BAR = 62.0
_LABEL_SHARE = 0.36
_SMALLEST_CELL = 7.0
_LARGE, _MOST_DECIMALS = 0.1, 5
_CENTRE = Qt.AlignmentFlag.AlignCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter

Cell = tuple[int, int]
NOWHERE: Cell = (-1, -1)


@dataclass(frozen=True, eq=False)
class CellRow:
    """One vector.

    Attributes
    ----------
    label
        Its name, and the word that it is of.
    values
        Its numbers, (h,); NaN in the first: it has none.
    mark
        What stands before it: "×", "+", "=".
    share, text
        A weight from 0 to 1 as a bar, and as a number; NaN: no bar.
    strong
        Whether its name stands out; `chosen`: in the colour of the selection.
    empty
        What is written where there are no numbers.
    ruled
        Whether a line above parts it from the others: the result.
    """

    label: str
    values: NDArray[np.float64]
    mark: str = ""
    share: float = float("nan")
    text: str = ""
    strong: bool = False
    chosen: bool = False
    empty: str = ""
    ruled: bool = False


class CellRows(PaintedView):
    """Rows of cells with values while there is room, then only their colours.

    The arrow keys move a cursor, Return chooses its row.

    Signals
    -------
    activated(int)
        The row that was clicked, or on which Return was pressed.
    hovered(int, int)
        Row and column under the pointer or the cursor; −1 where there is none.
    """

    activated = Signal(int)
    hovered = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[CellRow, ...] = ()
        self._level = 1.0
        self._hover = NOWHERE
        self._widths: tuple[Look, float, float] | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_rows(self, rows: Sequence[CellRow], level: float) -> None:
        """Show vectors of equal width; `level` is the value that takes the end colour."""
        before = len(self._rows)
        self._rows, self._level, self._widths = tuple(rows), level, None
        row, column = self._hover
        if row >= len(rows) or column >= self.columns:
            self._hover = NOWHERE
        if len(rows) != before:
            self.updateGeometry()
        self.update()

    @property
    def rows(self) -> tuple[CellRow, ...]:
        """The rows as set."""
        return self._rows

    @property
    def columns(self) -> int:
        """How many numbers a row has."""
        return len(self._rows[0].values) if self._rows else 0

    def light(self, row: int) -> None:
        """Show a row as if the pointer were over it, and tell nobody; −1 for none."""
        if row != self._hover[0]:
            self._hover = (row, -1)
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(round(look().px(360)), self._height())

    def minimumSizeHint(self) -> QSize:
        return QSize(round(look().px(220)), self._height())

    def _height(self) -> int:
        rules = sum(row.ruled for row in self._rows)
        return round(look().px(_ROW) * len(self._rows) + look().px(_RULE) * rules + 1)

    # Where things are

    def row_frame(self, row: int, size: QSizeF, look: Look) -> QRectF:
        """Rectangle of a whole row."""
        rules = sum(r.ruled for r in self._rows[: row + 1])
        top = look.px(_ROW) * row + look.px(_RULE) * rules
        return QRectF(0, round(top), size.width(), round(look.px(_ROW)))

    def _text_widths(self, look: Look) -> tuple[float, float]:
        """Widths of the names, and of the bars with their numbers."""
        if self._widths is None or self._widths[0] != look:
            names = QFontMetricsF(look.font(12, 600))
            numbers = QFontMetricsF(look.font(12, mono=True))
            label = max((names.horizontalAdvance(row.label) for row in self._rows), default=0.0)
            text = max((numbers.horizontalAdvance(row.text) for row in self._rows), default=0.0)
            has_bars = any(isfinite(row.share) for row in self._rows)
            bars = look.px(_BAR + 8) + text if has_bars else 0.0
            self._widths = look, label + look.px(12), bars
        return self._widths[1:]

    def lefts(self, size: QSizeF, look: Look) -> tuple[float, float, float]:
        """Left edges of the bars, of the marks and of the cells."""
        label, bars = self._text_widths(look)
        label = min(label, size.width() * _LABEL_SHARE)
        return label, label + bars, round(label + bars + look.px(20))

    def cells_frame(self, row: int, size: QSizeF, look: Look) -> QRectF:
        """Rectangle of the cells of a row."""
        left = self.lefts(size, look)[2]
        frame = self.row_frame(row, size, look)
        width = max(1.0, float(int(size.width() - left - 1)))
        return QRectF(left, frame.top() + look.px(1.5), width, frame.height() - look.px(3))

    def cell_at(self, at: QPointF) -> Cell:
        """Row and column at a point; beside the cells there is no column."""
        size, current = QSizeF(self.size()), look()
        for row in range(len(self._rows)):
            if self.row_frame(row, size, current).contains(at):
                cells = self.cells_frame(row, size, current)
                if not cells.left() <= at.x() < cells.right():
                    return row, -1
                return row, int((at.x() - cells.left()) / cells.width() * self.columns)
        return NOWHERE

    # The picture

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # vectors have one direction
        px = look.px
        bars, marks, cells = self.lefts(size, look)
        for index, row in enumerate(self._rows):
            frame = self.row_frame(index, size, look)
            if row.ruled:
                painter.setPen(QPen(look.colour("faint"), px(1)))
                y = frame.top() - px(_RULE / 2)
                painter.drawLine(QPointF(0, y), QPointF(size.width(), y))
            if index == self._hover[0]:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(look.colour("raised"))
                painter.drawRoundedRect(frame, px(4), px(4))
            painter.setFont(look.font(12, 600 if row.strong or row.chosen else 400))
            painter.setPen(look.colour("accent" if row.chosen else "text"))
            place = QRectF(px(2), frame.top(), bars - px(8), frame.height())
            metrics = QFontMetricsF(painter.font())
            elide = Qt.TextElideMode.ElideRight
            painter.drawText(place, _LEFT, metrics.elidedText(row.label, elide, place.width()))
            top, height = frame.top(), frame.height()
            if isfinite(row.share):
                self._draw_bar(painter, row.share, QRectF(bars, top, px(_BAR), height), look)
            painter.setFont(look.font(12, mono=True))
            painter.setPen(look.colour("text"))
            painter.drawText(QRectF(bars, top, marks - bars, height), _RIGHT, row.text)
            painter.setPen(look.colour("muted"))
            painter.drawText(QRectF(marks, top, cells - marks, height), _CENTRE, row.mark)
            self._draw_cells(painter, index, self.cells_frame(index, size, look), look)
        if self.hasFocus():
            painter.setPen(QPen(look.colour("accent"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(QPointF(), size).adjusted(0.5, 0.5, -0.5, -0.5))

    def _draw_bar(self, painter: QPainter, share: float, frame: QRectF, look: Look) -> None:
        px = look.px
        track = frame.adjusted(0, px(7), 0, -px(7))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("line"))
        painter.drawRoundedRect(track, px(3), px(3))
        track.setWidth(max(px(2) if share else 0.0, track.width() * min(1.0, share)))
        painter.setBrush(look.data_colour(1.0))
        painter.drawRoundedRect(track, px(3), px(3))

    def _draw_cells(self, painter: QPainter, index: int, frame: QRectF, look: Look) -> None:
        row, px = self._rows[index], look.px
        if not len(row.values) or np.isnan(row.values[0]):
            painter.setPen(QPen(look.colour("faint"), 1, Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(frame.adjusted(0.5, 0.5, -0.5, -0.5))
            painter.setFont(look.font(12))
            painter.setPen(look.colour("muted"))
            painter.drawText(frame, _CENTRE, row.empty)
            return
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        scaled = row.values[np.newaxis] / self._level  # (1, h)
        painter.drawImage(frame, heat_image(scaled, int(frame.width()), look))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(look.colour("line"), 1))
        painter.drawRect(frame.adjusted(0.5, 0.5, -0.5, -0.5))
        cell = frame.width() / len(row.values)
        if cell >= px(_SMALLEST_CELL):
            surface = look.colour("raised" if index == self._hover[0] else "panel")
            for column in range(1, len(row.values)):
                x = frame.left() + column * cell
                painter.fillRect(QRectF(x - px(0.5), frame.top(), px(1), frame.height()), surface)
        self._draw_numbers(painter, row, frame, cell, look)
        column = self._hover[1]
        if 0 <= column < len(row.values):
            painter.setPen(QPen(look.colour("text"), px(1.5)))
            left = frame.left() + column * cell
            painter.drawRect(QRectF(left, frame.top(), max(cell, px(3)), frame.height()))

    def _draw_numbers(
        self, painter: QPainter, row: CellRow, frame: QRectF, cell: float, look: Look
    ) -> None:
        font = look.font(11, mono=True)
        values = row.values.tolist() if cell > look.px(24) else []
        decimals = _decimals(max(map(abs, values), default=1.0))
        texts = [signed(value, decimals) for value in values]
        longest = max(texts, key=len, default="")
        if not texts or QFontMetricsF(font).horizontalAdvance(longest) + look.px(4) > cell:
            return
        painter.setFont(font)
        for column, text in enumerate(texts):
            fill = look.data_colour(float(row.values[column]) / self._level)
            painter.setPen(look.ink_on(fill))
            place = QRectF(frame.left() + column * cell, frame.top(), cell, frame.height())
            painter.drawText(place, _CENTRE, text)

    # The user

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._set_hover(self.cell_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self._set_hover(NOWHERE)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = self.cell_at(event.position())[0]
        if event.button() == Qt.MouseButton.LeftButton and row >= 0:
            self.activated.emit(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row, column = self._hover
        last, end = len(self._rows) - 1, self.columns - 1
        moves = {
            Qt.Key.Key_Up: (max(row - 1, 0), column),
            Qt.Key.Key_Down: (min(row + 1, last), column),
            Qt.Key.Key_Left: (max(row, 0), max(column - 1, 0)),
            Qt.Key.Key_Right: (max(row, 0), min(column + 1, end)),
            Qt.Key.Key_Home: (max(row, 0), 0),
            Qt.Key.Key_End: (max(row, 0), end),
        }
        if event.key() in moves and self.columns:
            self._set_hover(moves[Qt.Key(event.key())])
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and row >= 0:
            self.activated.emit(row)
        else:
            super().keyPressEvent(event)

    def _set_hover(self, cell: Cell) -> None:
        if cell != self._hover:
            self._hover = cell
            self.hovered.emit(*cell)
            self.update()


def _decimals(size: float) -> int:
    """Decimals that show two digits of a number of this size, from 2 on."""
    if not 0 < size < _LARGE:
        return 2
    return min(_MOST_DECIMALS, 1 - floor(log10(size)))
