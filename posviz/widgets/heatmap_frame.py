"""Where the parts of a heat map stand in a view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF

from posviz.model.notation import grouped
from posviz.widgets.heatmap_axis import Axis, Sight
from posviz.widgets.heatmap_label import LINE, label
from posviz.widgets.heatmap_legend import legend_room
from posviz.widgets.heatmap_source import TableSource, label_of
from posviz.widgets.theme import Look


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
    tags = (source.row_tag(source.rows - 1), longest(source.row_labels, source.rows))
    left = round(max(label(tag, look, 600).width for tag in tags) + px(LINE + 6))
    right, top = round(legend_room(source.levels, look)), round(px(LINE + 4))
    bottom = round(px(LINE) * len(source.captions) + px(5))
    width = max(1.0, float(int(size.width()) - left - right))
    height = max(1.0, float(int(size.height()) - top - bottom))
    return Frame(Axis(rows, top, height, density), Axis(columns, left, width, density))


def longest(labels: Sequence[str], count: int) -> str:
    """The longest label of an axis, or else its last number."""
    return max(labels, key=len) if labels else grouped(count - 1)


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


def labels_at(source: TableSource, cell: tuple[int, int]) -> tuple[str, str]:
    """What stands at the axes for a cell's row and column."""
    return label_of(source.row_labels, cell[0]), label_of(source.column_labels, cell[1])


def pills(
    source: TableSource, frame: Frame, cell: tuple[int, int], look: Look
) -> tuple[QRectF, QRectF]:
    """Places of the labels of a cell's row and column beside the axes."""
    widths = [label(text, look, 600).width + look.px(8) for text in labels_at(source, cell)]
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
