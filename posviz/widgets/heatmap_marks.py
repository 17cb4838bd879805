"""What stands on and around the cells of a heat map: numbers, axes, captions, selection."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import isnan

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QPainter,
    QPen,
    QStaticText,
)

from posviz.model.notation import grouped
from posviz.model.table_tile import palette_indices
from posviz.widgets.heatmap_axis import Axis, Sight
from posviz.widgets.heatmap_legend import legend_room
from posviz.widgets.heatmap_source import Caption, TableSource, label_of
from posviz.widgets.theme import Look

GAPS_FROM = 12.0
"""Cells of this size on are parted by a line."""
NUMBERS_FROM = (44.0, 18.0)
"""Cells of this width and height on print their value."""
_SMALL = 11.0
_LINE = 18.0
_MOST_DECIMALS = 6
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_CENTRE = Qt.AlignmentFlag.AlignCenter


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


def frame(
    source: TableSource, rows: Sight, columns: Sight, size: QSizeF, look: Look, density: float
) -> Frame:
    """Lay a heat map out; room for the longest label is kept, so that nothing jumps."""
    px = look.px
    numbers = QFontMetricsF(look.font(_SMALL, 600, mono=True))
    tags = (source.row_tag(source.rows - 1), _longest(source.row_labels, source.rows))
    left = round(max(map(numbers.horizontalAdvance, tags)) + px(_LINE + 6))
    right, top = round(legend_room(source.levels, look)), round(px(_LINE + 4))
    bottom = round(px(_LINE) * len(source.captions) + px(5))
    width = max(1.0, float(int(size.width()) - left - right))
    height = max(1.0, float(int(size.height()) - top - bottom))
    return Frame(Axis(rows, top, height, density), Axis(columns, left, width, density))


def _longest(labels: Sequence[str], count: int) -> str:
    return max(labels, key=len) if labels else grouped(count - 1)


def draw_gaps(painter: QPainter, frame: Frame, look: Look) -> None:
    """Part large cells by lines of one pixel."""
    if min(frame.rows.cell, frame.columns.cell) < look.px(GAPS_FROM):
        return
    plot, colour = frame.plot, look.colour("panel")
    for row in frame.rows.cells[1:]:
        painter.fillRect(QRectF(plot.x(), round(frame.rows.edge(row)), plot.width(), 1), colour)
    for column in frame.columns.cells[1:]:
        x = round(frame.columns.edge(column))
        painter.fillRect(QRectF(x, plot.y(), 1, plot.height()), colour)


def decimals_in(frame: Frame, look: Look, highest: float = 1.0) -> int:
    """How many decimals fit into a cell, 2 to 6; 0 when cells are too small for numbers."""
    digit = QFontMetricsF(look.font(_SMALL, mono=True)).horizontalAdvance("0")
    width, height = frame.columns.cell, frame.rows.cell
    width -= digit * (len(f"{highest:.0f}") - 1)
    if width < look.px(NUMBERS_FROM[0]) or height < look.px(NUMBERS_FROM[1]):
        return 0
    return min(max(2, int((width - look.px(8)) / digit) - len("+0.")), _MOST_DECIMALS)


def draw_numbers(painter: QPainter, source: TableSource, frame: Frame, look: Look) -> None:
    """Write the values into cells that are large enough."""
    highest = source.levels[1]
    decimals = decimals_in(frame, look, highest)
    if not decimals:
        return
    rows, columns = frame.rows, frame.columns
    values = source.values(rows.cells, columns.cells)  # (rows, columns)
    coloured = np.where(np.isfinite(values), values / highest, np.nan).astype(np.float32)
    indices = palette_indices(coloured)
    font = look.font(_SMALL, mono=True)
    half_line = QFontMetricsF(font).height() / 2
    painter.save()
    painter.setClipRect(frame.plot, Qt.ClipOperation.IntersectClip)
    painter.setFont(font)
    # As few changes of the pen as there are inks.
    inks = [[_ink(look, index) for index in line] for line in indices.tolist()]
    for ink in {ink for line in inks for ink in line}:
        painter.setPen(QColor(ink))
        for i, row in enumerate(rows.cells):
            y = rows.middle(row) - half_line
            for j, column in enumerate(columns.cells):
                if inks[i][j] == ink:
                    value = values[i, j]
                    number = "–" if isnan(value) else source.number_text(value, decimals)
                    text, width = _label(number, look)
                    painter.drawStaticText(QPointF(columns.middle(column) - width / 2, y), text)
    painter.restore()


@lru_cache(maxsize=4096)
def _label(text: str, look: Look) -> tuple[QStaticText, float]:
    """A laid out number and its width."""
    font = look.font(_SMALL, mono=True)
    static = QStaticText(text)
    static.setTextFormat(Qt.TextFormat.PlainText)
    static.setPerformanceHint(QStaticText.PerformanceHint.AggressiveCaching)
    static.prepare(font=font)
    return static, QFontMetricsF(font).horizontalAdvance(text)


@lru_cache(maxsize=1024)
def _ink(look: Look, index: int) -> str:
    return look.ink_on(QColor.fromRgb(int(look.palette_table[index]))).name()


def draw_axes(
    painter: QPainter,
    source: TableSource,
    frame: Frame,
    selected: tuple[int, int],
    hovered: tuple[int, int] | None,
    look: Look,
) -> None:
    """Number rows and columns; numbers that would touch a marked one's name give way."""
    px = look.px
    rows, columns, plot = frame.rows, frame.columns, frame.plot
    numbers = QFontMetricsF(look.font(_SMALL, mono=True))
    taken = [*_tag_places(source, frame, selected, look)]
    if hovered is not None:
        taken += _pills(source, frame, hovered, look)
    painter.setFont(look.font(_SMALL, mono=True))
    painter.setPen(look.colour("muted"))
    half = numbers.height() / 2
    for row in rows.ticks(px(22)):
        place = _row_label(frame, row, look)
        inside = plot.top() <= rows.middle(row) <= plot.bottom()
        if inside and not any(map(place.intersects, taken)):
            text, width = _label(label_of(source.row_labels, row), look)
            painter.drawStaticText(QPointF(place.right() - width, place.center().y() - half), text)
    longest = _longest(source.column_labels, columns.cells.stop)
    widest = numbers.horizontalAdvance(longest) + px(14)
    for column in columns.ticks(widest):
        place = _column_label(frame, column, widest, look)
        inside = plot.left() <= columns.middle(column) <= plot.right()
        if inside and not any(map(place.intersects, taken)):
            text, width = _label(label_of(source.column_labels, column), look)
            x = columns.middle(column) - width / 2
            painter.drawStaticText(QPointF(x, place.center().y() - half), text)
    painter.setFont(look.font(_SMALL))
    painter.save()
    painter.translate(px(_LINE / 2 - 2), plot.center().y())
    painter.rotate(-90)
    painter.drawText(
        QRectF(-plot.height() / 2, -px(9), plot.height(), px(18)), _CENTRE, f"← {source.row_name}"
    )
    painter.restore()


def draw_captions(
    painter: QPainter, lines: Iterable[Iterable[Caption]], frame: Frame, look: Look
) -> None:
    """Write what the columns are below them; parts that do not fit give way to the middle."""
    px, columns, plot = look.px, frame.columns, frame.plot
    font = look.font(12)
    measure = QFontMetricsF(font)
    painter.setFont(font)
    painter.setPen(look.colour("muted"))
    y = plot.bottom() + px(5)
    for line in lines:
        for caption in line:
            left = max(columns.edge(caption.start), plot.left())
            right = min(columns.edge(caption.stop), plot.right())
            place = QRectF(left, y, max(0.0, right - left), px(_LINE))
            ends = [measure.horizontalAdvance(t) for t in (caption.left, caption.right) if t]
            middle = measure.horizontalAdvance(caption.middle)
            if 2 * max(ends, default=0.0) + middle + px(16) <= place.width():
                painter.drawText(place, _LEFT, caption.left)
                painter.drawText(place, _CENTRE, caption.middle)
                painter.drawText(place, _RIGHT, caption.right)
            else:
                words = "  ".join(filter(None, (caption.left, caption.middle, caption.right)))
                elide = Qt.TextElideMode.ElideRight
                painter.drawText(place, _CENTRE, measure.elidedText(words, elide, place.width()))
        y += px(_LINE)


def draw_selection(
    painter: QPainter, source: TableSource, frame: Frame, selected: tuple[int, int], look: Look
) -> None:
    """Outline the selected row and column and name them at the sides."""
    px, plot = look.px, frame.plot
    pen = QPen(look.colour("accent"), px(2))
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.save()
    painter.setClipRect(plot.adjusted(-px(2), -px(2), px(2), px(2)), Qt.ClipOperation.IntersectClip)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for band in _bands(frame, selected, look):
        painter.drawRect(band)
    painter.restore()
    painter.setFont(look.font(_SMALL, 600, mono=True))
    painter.setPen(look.colour("accent"))
    row_tag, column_tag = _tag_places(source, frame, selected, look)
    if not row_tag.isEmpty():
        painter.drawText(row_tag, _RIGHT, source.row_tag(selected[0]))
    if not column_tag.isEmpty():
        painter.drawText(column_tag, _CENTRE, source.column_tag(selected[1]))


def draw_crosshair(
    painter: QPainter,
    source: TableSource,
    frame: Frame,
    hovered: tuple[int, int],
    selected: tuple[int, int],
    look: Look,
) -> None:
    """Draw lines through a cell to both axes and its numbers there, beside those selected."""
    px, plot = look.px, frame.plot
    row, column = hovered
    x, y = frame.columns.middle(column), frame.rows.middle(row)
    painter.save()
    painter.setClipRect(plot, Qt.ClipOperation.IntersectClip)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    cell = _outline(frame, row, column, look)
    # Dark under light shows on every colour.
    for colour, width in ((look.colour("panel", 0.6), 3.0), (look.colour("text", 0.9), 1.0)):
        painter.setPen(QPen(colour, px(width)))
        painter.drawRect(cell)
        if decimals_in(frame, look, source.levels[1]):  # lines would strike the numbers out
            continue
        painter.drawLine(QPointF(plot.left(), y), QPointF(cell.left(), y))
        painter.drawLine(QPointF(cell.right(), y), QPointF(plot.right(), y))
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, cell.top()))
        painter.drawLine(QPointF(x, cell.bottom()), QPointF(x, plot.bottom()))
    painter.restore()
    painter.setFont(look.font(_SMALL, 600, mono=True))
    pills = _pills(source, frame, hovered, look)
    texts = _labels_at(source, hovered)
    for number, chosen, pill, text in zip(hovered, selected, pills, texts, strict=True):
        if number == chosen:
            continue
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("line"))
        painter.drawRoundedRect(pill, px(4), px(4))
        painter.setPen(look.colour("text"))
        painter.drawText(pill, _CENTRE, text)


def draw_focus(painter: QPainter, frame: Frame, look: Look) -> None:
    """Frame the cells while the keyboard is theirs."""
    painter.setPen(QPen(look.colour("accent"), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(frame.plot.adjusted(-2.5, -2.5, 2.5, 2.5))


def _row_label(frame: Frame, row: int, look: Look) -> QRectF:
    left = look.px(_LINE - 4)
    height = look.px(16)
    width = frame.plot.left() - look.px(6) - left
    return QRectF(left, frame.rows.middle(row) - height / 2, width, height)


def _column_label(frame: Frame, column: int, width: float, look: Look) -> QRectF:
    height = look.px(16)
    x = frame.columns.middle(column) - width / 2
    return QRectF(x, frame.plot.top() - height - look.px(3), width, height)


def _labels_at(source: TableSource, cell: tuple[int, int]) -> tuple[str, str]:
    return label_of(source.row_labels, cell[0]), label_of(source.column_labels, cell[1])


def _pills(
    source: TableSource, frame: Frame, cell: tuple[int, int], look: Look
) -> tuple[QRectF, QRectF]:
    """Places of the labels of a cell's row and column beside the axes."""
    measure = QFontMetricsF(look.font(_SMALL, 600, mono=True))
    texts = _labels_at(source, cell)
    widths = [measure.horizontalAdvance(text) + look.px(8) for text in texts]
    row = _row_label(frame, cell[0], look)
    row.setLeft(row.right() - widths[0] + look.px(4))
    row.setRight(row.right() + look.px(4))
    return row, _column_label(frame, cell[1], widths[1], look)


def _tag_places(
    source: TableSource, frame: Frame, selected: tuple[int, int], look: Look
) -> tuple[QRectF, QRectF]:
    """Places of the names of the selected row and column; empty while out of sight."""
    row, column = selected
    plot = frame.plot
    row_tag = column_tag = QRectF()
    if plot.top() <= frame.rows.middle(row) <= plot.bottom() and row < source.rows:
        row_tag = _row_label(frame, row, look)
    if plot.left() <= frame.columns.middle(column) <= plot.right():
        font = look.font(_SMALL, 600, mono=True)
        width = QFontMetricsF(font).horizontalAdvance(source.column_tag(column)) + look.px(8)
        column_tag = _column_label(frame, column, width, look)
        # A name at the edge stays over the cells rather than be cut off.
        column_tag.moveLeft(
            max(plot.left() - look.px(4), min(column_tag.left(), plot.right() - width))
        )
    return row_tag, column_tag


def _bands(frame: Frame, selected: tuple[int, int], look: Look) -> Iterator[QRectF]:
    """Outlines of the selected row and column, wide enough to be seen at any zoom."""
    plot, inset = frame.plot, look.px(1)
    cell = _outline(frame, *selected, look)
    if selected[0] < frame.rows.sight.count:
        yield QRectF(plot.left() + inset, cell.top(), plot.width() - 2 * inset, cell.height())
    if selected[1] < frame.columns.sight.count:
        yield QRectF(cell.left(), plot.top() + inset, cell.width(), plot.height() - 2 * inset)


def _outline(frame: Frame, row: int, column: int, look: Look) -> QRectF:
    """A cell's place, on whole pixels and at least a few of them."""
    least = look.px(4)
    width, height = (max(axis.cell, least) for axis in (frame.columns, frame.rows))
    x, y = frame.columns.middle(column), frame.rows.middle(row)
    return QRectF(round(x - width / 2), round(y - height / 2), round(width), round(height))
