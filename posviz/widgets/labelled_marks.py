"""What stands around and on the cells of a `LabelledMap`: words, numbers, outlines."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import isfinite

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from posviz.model.notation import grouped, plain, shortened, signed
from posviz.widgets.theme import Look

_TITLE, _LINE, _LEGEND = 22.0, 17.0, 22.0
_WIDEST_LABEL, _LABEL_SHARE = 96.0, 0.28
_TALLEST_LABEL = 62.0
_ROW_LABEL_FROM, _COLUMN_LABEL_FROM = 11.0, 14.0
NUMBER_FROM = 15.0
"""Rows of this height on have their values, or a word, written in them."""
_SMALL = 11.0
_SMALL_LEVEL = 0.1
_STEPS = (1, 2, 5, 8, 10, 16, 20, 32, 50, 64, 100, 128, 200, 256)
_CENTRE = Qt.AlignmentFlag.AlignCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter

Cell = tuple[int, int]
NOWHERE: Cell = (-1, -1)


@dataclass(frozen=True, eq=False)
class LabelledMatrix:
    """What a `LabelledMap` shows.

    Attributes
    ----------
    title
        Its heading.
    values
        The numbers, (n, m). NaN: no value.
    rows, columns
        Words of the rows, (n,), and of the columns, (m,); None: columns are numbered.
    names
        What a row is and what a column is.
    level, clipped
        The value that takes the end colour, and whether larger ones may take it too.
    masked
        Cells that are hatched, (n, m), or None.
    has_signs
        Whether values may be negative.
    missing, shut
        What cells without a value, and hatched ones, are called.
    """

    title: str
    values: NDArray[np.float64]
    rows: tuple[str, ...]
    columns: tuple[str, ...] | None
    names: tuple[str, str]
    level: float = 1.0
    masked: NDArray[np.bool_] | None = None
    has_signs: bool = True
    clipped: bool = False
    missing: str = ""
    shut: str = ""

    def number(self, value: float, decimals: int) -> str:
        """Write a value, with its sign if values have signs."""
        return signed(value, decimals) if self.has_signs else plain(value, decimals)

    def is_masked(self, row: int, column: int) -> bool:
        """Whether a cell is hatched."""
        return self.masked is not None and bool(self.masked[row, column])


@dataclass(frozen=True, eq=False)
class Frame:
    """Where the cells of a matrix stand.

    Attributes
    ----------
    matrix
        What is shown.
    plot
        Place of all cells, on whole pixels.
    header
        Height of the words above them.
    upright
        Whether these words run upwards.
    """

    matrix: LabelledMatrix
    plot: QRectF
    header: float
    upright: bool

    @property
    def row_height(self) -> float:
        """Height of a cell."""
        return float(self.plot.height() / len(self.matrix.values))

    @property
    def column_width(self) -> float:
        """Width of a cell."""
        return float(self.plot.width() / self.matrix.values.shape[1])

    def cell(self, row: int, column: int) -> QRectF:
        """Place of a cell; at least a few pixels of it, so that it can be seen."""
        n, m = self.matrix.values.shape
        plot = self.plot
        top, bottom = (plot.top() + round(plot.height() * k / n) for k in (row, row + 1))
        left, right = (plot.left() + round(plot.width() * k / m) for k in (column, column + 1))
        x, y = (max(0.0, 3 - size) / 2 for size in (right - left, bottom - top))
        return QRectF(left - x, top - y, right - left + 2 * x, bottom - top + 2 * y)

    def band(self, row: int) -> QRectF:
        """Place of a whole row."""
        cell = self.cell(row, 0)
        return QRectF(self.plot.left(), cell.top(), self.plot.width(), cell.height())

    def cell_at(self, at: QPointF) -> Cell:
        """Cell nearest to a point."""
        n, m = self.matrix.values.shape
        row = int((at.y() - self.plot.top()) / self.row_height)
        column = int((at.x() - self.plot.left()) / self.column_width)
        return min(max(row, 0), n - 1), min(max(column, 0), m - 1)


def frame(matrix: LabelledMatrix, size: QSizeF, look: Look) -> Frame:
    """Lay a matrix with at least one cell out in a view."""
    px = look.px
    label = min(_widest(matrix.rows, look) + px(8), px(_WIDEST_LABEL), size.width() * _LABEL_SHARE)
    left = round(label + px(_LINE))
    width = max(1, int(size.width()) - left - 1)
    widest = _widest(matrix.columns or (), look)
    cell = width / matrix.values.shape[1]
    upright = px(_COLUMN_LABEL_FROM) <= cell < widest + px(4)
    header = min(widest + px(6), px(_TALLEST_LABEL)) if upright else px(_LINE)
    top = round(px(_TITLE) + header)
    height = max(1, int(size.height()) - top - round(px(_LEGEND)))
    return Frame(matrix, QRectF(left, top, width, height), header, upright)


def draw_title(painter: QPainter, title: str, width: float, look: Look) -> None:
    """Write the heading."""
    painter.setFont(look.font(13, 600))
    painter.setPen(look.colour("text"))
    place = QRectF(0, 0, width, look.px(_TITLE - 4))
    painter.drawText(place, _LEFT, elided(painter, title, width))


def draw_numbers(painter: QPainter, frame: Frame, look: Look) -> None:
    """Write values into cells that are large enough, and a word across rows without any."""
    matrix, px = frame.matrix, look.px
    if frame.row_height < px(NUMBER_FROM):
        return
    n, m = matrix.values.shape
    empty = np.isnan(matrix.values).all(axis=1)  # (n,)
    for row in np.flatnonzero(empty).tolist():
        painter.setFont(look.font(12))
        painter.setPen(look.colour("muted"))
        band = frame.band(row)
        words = QFontMetricsF(painter.font()).horizontalAdvance(matrix.missing) + px(12)
        middle = QRectF(band.center().x() - words / 2, band.top(), words, band.height())
        painter.fillRect(middle.adjusted(0, 1, 0, -1), look.colour("panel"))
        painter.drawText(middle, _CENTRE, matrix.missing)
    painter.setFont(look.font(_SMALL, mono=True))
    decimals = 3 if matrix.level < _SMALL_LEVEL else 2
    longest = matrix.number(matrix.level, decimals)
    if frame.column_width < QFontMetricsF(painter.font()).horizontalAdvance(longest) + px(3):
        return
    for row in range(n):
        for column in range(m):
            value = float(matrix.values[row, column])
            if isfinite(value) and not matrix.is_masked(row, column):
                painter.setPen(look.ink_on(look.data_colour(value / matrix.level)))
                painter.drawText(frame.cell(row, column), _CENTRE, matrix.number(value, decimals))


def draw_row_labels(painter: QPainter, frame: Frame, marked: Cell, look: Look) -> None:
    """Write the words of the rows; where they have no room, of the marked ones."""
    matrix, plot, px = frame.matrix, frame.plot, look.px
    n = len(matrix.rows)
    for row in range(n) if frame.row_height >= px(_ROW_LABEL_FROM) else _apart(marked, n):
        _set_label_pen(painter, row, marked, look)
        middle = frame.cell(row, 0).center().y()
        place = QRectF(px(_LINE), middle - px(9), plot.left() - px(_LINE + 6), px(18))
        word = elided(painter, shortened(matrix.rows[row]), place.width())
        painter.drawText(place, _RIGHT, word)
    painter.setFont(look.font(_SMALL))
    painter.setPen(look.colour("muted"))
    painter.save()
    painter.translate(px(_LINE / 2 - 2), plot.center().y())
    painter.rotate(-90)
    along = QRectF(-plot.height() / 2, -px(9), plot.height(), px(18))
    painter.drawText(along, _CENTRE, f"← {matrix.names[0]}")
    painter.restore()


def draw_column_labels(painter: QPainter, frame: Frame, marked: Cell, look: Look) -> None:
    """Write words or numbers above the columns."""
    matrix, plot, px = frame.matrix, frame.plot, look.px
    painter.setFont(look.font(_SMALL))
    painter.setPen(look.colour("muted"))
    corner = QRectF(0, plot.top() - px(_LINE), plot.left() - px(6), px(_LINE - 1))
    across = f"{matrix.names[1]} →"
    if QFontMetricsF(painter.font()).horizontalAdvance(across) <= corner.width():
        painter.drawText(corner, _RIGHT, across)
    for column in _labelled_columns(frame, marked, look):
        _set_label_pen(painter, column, marked, look)
        words = matrix.columns
        text = grouped(column) if words is None else shortened(words[column])
        middle = frame.cell(0, column).center().x()
        if frame.upright:
            painter.save()
            painter.translate(middle, plot.top() - px(3))
            painter.rotate(-90)
            room = frame.header - px(4)
            painter.drawText(QRectF(0, -px(9), room, px(18)), _LEFT, elided(painter, text, room))
            painter.restore()
            continue
        wanted = QFontMetricsF(painter.font()).horizontalAdvance(text) + px(2)
        room = max(frame.column_width, min(wanted, px(_WIDEST_LABEL)))
        left = min(max(middle - room / 2, plot.left()), plot.right() - room)
        place = QRectF(left, plot.top() - px(_LINE), room, px(_LINE - 1))
        painter.drawText(place, _CENTRE, elided(painter, text, room))


def draw_selection(painter: QPainter, frame: Frame, selected: Cell, look: Look) -> None:
    """Outline the selected row and, if there is one, its cell."""
    row, column = selected
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(look.colour("accent"), look.px(1 if column >= 0 else 2)))
    painter.drawRect(frame.band(row))
    if column >= 0:
        painter.setPen(QPen(look.colour("accent"), look.px(2.5)))
        painter.drawRect(frame.cell(row, column))


def draw_pointed(painter: QPainter, frame: Frame, pointed: Cell, look: Look) -> None:
    """Outline the cell, or the row, under the pointer."""
    row, column = pointed
    place = frame.band(row) if column < 0 else frame.cell(row, column)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, width in ((look.colour("panel", 0.7), 3.5), (look.colour("text"), 1.5)):
        painter.setPen(QPen(colour, look.px(width)))
        painter.drawRect(place.adjusted(1, 1, -1, -1))


def draw_focus(painter: QPainter, frame: Frame, look: Look) -> None:
    """Frame the cells while the keyboard is theirs."""
    painter.setPen(QPen(look.colour("accent"), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(frame.plot.adjusted(-2.5, -2.5, 2.5, 2.5))


def elided(painter: QPainter, text: str, room: float) -> str:
    """Shorten a text to so many pixels."""
    metrics = QFontMetricsF(painter.font())
    if metrics.horizontalAdvance(text) <= room + 1:
        return text
    return metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)


def _labelled_columns(frame: Frame, marked: Cell, look: Look) -> list[int] | range:
    """Columns whose labels have room: every n-th number, all words, or the marked ones."""
    matrix = frame.matrix
    m = matrix.values.shape[1]
    if matrix.columns is None:
        metrics = QFontMetricsF(look.font(_SMALL, mono=True))
        digits = metrics.horizontalAdvance(grouped(m - 1)) + look.px(8)
        return range(0, m, next((n for n in _STEPS if n * frame.column_width >= digits), m))
    if frame.column_width >= look.px(_COLUMN_LABEL_FROM):
        return range(m)
    return _apart(marked, m)


def _set_label_pen(painter: QPainter, index: int, marked: Cell, look: Look) -> None:
    strong = index in marked
    role = "accent" if index == marked[0] else "text" if strong else "muted"
    painter.setFont(look.font(_SMALL, 600 if strong else 400, mono=True))
    painter.setPen(look.colour(role))


def _apart(marked: Cell, count: int) -> list[int]:
    """Return those of two marked places that exist; only the second where both would touch."""
    chosen, pointed = marked
    shown = [pointed] if 0 <= pointed < count else []
    if 0 <= chosen < count and (not shown or abs(chosen - pointed) * 6 > count):
        shown.append(chosen)
    return shown


@lru_cache(maxsize=32)
def _widest(words: tuple[str, ...], look: Look) -> float:
    metrics = QFontMetricsF(look.font(_SMALL, 600, mono=True))
    return max((metrics.horizontalAdvance(shortened(word)) for word in set(words)), default=0.0)
