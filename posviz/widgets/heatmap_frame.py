"""Where the parts of a heat map stand, and the laid out texts of its sides."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QStaticText

from posviz.model.notation import grouped
from posviz.widgets.heatmap_axis import Axis, Sight
from posviz.widgets.heatmap_source import TableSource
from posviz.widgets.theme import Look

SMALL = 11.0
"""Size of the numbers in cells and at the sides."""
LINE = 18.0
"""Height of a line of text."""


@dataclass(frozen=True)
class Frame:
    """Where the parts of a heat map stand in a view of a given size."""

    rows: Axis
    columns: Axis

    @property
    def plot(self) -> QRectF:
        """Place of the cells."""
        return QRectF(self.columns.start, self.rows.start, self.columns.room, self.rows.room)

    def cell_at(self, at: QPointF) -> tuple[int, int] | None:
        """Row and column of the cell at a point; None beside the cells."""
        row, column = self.rows.cell_at(at.y()), self.columns.cell_at(at.x())
        return (row, column) if row >= 0 and column >= 0 else None


def layout(
    source: TableSource, rows: Sight, columns: Sight, size: QSizeF, look: Look, density: float
) -> Frame:
    """Lay a heat map out; room for the longest label is kept, so that nothing jumps."""
    px = look.px
    tags = (source.row_tag(source.rows - 1), grouped(source.rows - 1))
    left = round(max(label(tag, look, 600).width for tag in tags) + px(LINE + 6))
    right, top = round(px(32)), round(px(LINE + 4))
    bottom = round(px(LINE) * len(source.captions) + px(5))
    width = max(1.0, float(int(size.width()) - left - right))
    height = max(1.0, float(int(size.height()) - top - bottom))
    return Frame(Axis(rows, top, height, density), Axis(columns, left, width, density))


class Label(NamedTuple):
    """A laid out text; to lay it out takes most of the time that drawing takes."""

    text: QStaticText
    width: float
    half_height: float

    def draw(self, painter: QPainter, left: float, middle: float) -> None:
        """Draw it right of an x, about a y, in the font that it was laid out in."""
        painter.drawStaticText(QPointF(left, middle - self.half_height), self.text)


@lru_cache(maxsize=4096)
def label(
    text: str, look: Look, weight: int = 400, size: float = SMALL, mono: bool = True
) -> Label:
    """Lay out a text in the font of a size and weight."""
    font = look.font(size, weight, mono=mono)
    static = QStaticText(text)
    static.setTextFormat(Qt.TextFormat.PlainText)
    static.setPerformanceHint(QStaticText.PerformanceHint.AggressiveCaching)
    static.prepare(font=font)
    measure = QFontMetricsF(font)
    return Label(static, measure.horizontalAdvance(text), measure.height() / 2)


def row_label(frame: Frame, row: int, look: Look) -> QRectF:
    """Place of a row's number, left of the cells."""
    left = look.px(LINE - 4)
    height = look.px(16)
    width = frame.plot.left() - look.px(6) - left
    return QRectF(left, frame.rows.middle(row) - height / 2, width, height)


def column_label(frame: Frame, column: int, width: float, look: Look) -> QRectF:
    """Place of a column's number, above the cells."""
    height = look.px(16)
    x = frame.columns.middle(column) - width / 2
    return QRectF(x, frame.plot.top() - height - look.px(3), width, height)


def pills(frame: Frame, cell: tuple[int, int], look: Look) -> tuple[QRectF, QRectF]:
    """Places of the numbers of a cell's row and column beside the axes."""
    widths = [label(grouped(number), look, 600).width + look.px(8) for number in cell]
    row = row_label(frame, cell[0], look)
    row.setLeft(row.right() - widths[0] + look.px(4))
    row.setRight(row.right() + look.px(4))
    return row, column_label(frame, cell[1], widths[1], look)


def tag_places(
    source: TableSource, frame: Frame, selected: tuple[int, int], look: Look
) -> tuple[QRectF, QRectF]:
    """Places of the names of the selected row and column; empty while out of sight."""
    row, column = selected
    plot = frame.plot
    row_tag = column_tag = QRectF()
    if plot.top() <= frame.rows.middle(row) <= plot.bottom() and row < source.rows:
        row_tag = row_label(frame, row, look)
    if plot.left() <= frame.columns.middle(column) <= plot.right():
        width = label(source.column_tag(column), look, 600).width + look.px(8)
        column_tag = column_label(frame, column, width, look)
        # A name at the edge stays over the cells rather than be cut off.
        column_tag.moveLeft(
            max(plot.left() - look.px(4), min(column_tag.left(), plot.right() - width))
        )
    return row_tag, column_tag
