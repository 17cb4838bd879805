"""What stands on and around the cells of a heat map: numbers, axes, captions."""

from __future__ import annotations

from functools import lru_cache
from math import isnan

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QPainter,
)

from posviz.model.palette import palette_indices
from posviz.widgets.heatmap_axis import Axis
from posviz.widgets.heatmap_frame import (
    Frame,
    column_label,
    longest,
    pills,
    row_label,
    tag_places,
)
from posviz.widgets.heatmap_label import LINE, SMALL, Label, label
from posviz.widgets.heatmap_source import Caption, TableSource, label_of
from posviz.widgets.theme import Look

GAPS_FROM = 12.0
"""Cells of this size on are parted by a line."""
NUMBERS_FROM = (44.0, 18.0)
"""Cells of this width and height on print their value."""
_CAPTION = 12.0
_MOST_DECIMALS = 6
_CENTRE = Qt.AlignmentFlag.AlignCenter


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
    digit = label("0", look).width
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
    painter.save()
    painter.setClipRect(frame.plot, Qt.ClipOperation.IntersectClip)
    painter.setFont(look.font(SMALL, mono=True))
    # As few changes of the pen as there are inks.
    inks = [[_ink(look, index) for index in line] for line in indices.tolist()]
    for ink in {ink for line in inks for ink in line}:
        painter.setPen(QColor(ink))
        for i, row in enumerate(rows.cells):
            y = rows.middle(row)
            for j, column in enumerate(columns.cells):
                if inks[i][j] == ink:
                    value = values[i, j]
                    number = "–" if isnan(value) else source.number_text(value, decimals)
                    text = label(number, look)
                    text.draw(painter, columns.middle(column) - text.width / 2, y)
    painter.restore()


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
    taken = [*tag_places(source, frame, selected, look)]
    if hovered is not None:
        taken += pills(source, frame, hovered, look)
    taken = [place for place in taken if not place.isEmpty()]
    painter.setFont(look.font(SMALL, mono=True))
    painter.setPen(look.colour("muted"))
    place = row_label(frame, rows.cells.start, look)
    for row in rows.ticks(px(22)):
        y = rows.middle(row)
        place.moveTop(y - place.height() / 2)
        if plot.top() <= y <= plot.bottom() and not any(map(place.intersects, taken)):
            text = label(label_of(source.row_labels, row), look)
            text.draw(painter, place.right() - text.width, y)
    widest = label(longest(source.column_labels, columns.cells.stop), look).width + px(14)
    place = column_label(frame, columns.cells.start, widest, look)
    for column in columns.ticks(widest):
        x = columns.middle(column)
        place.moveLeft(x - place.width() / 2)
        if plot.left() <= x <= plot.right() and not any(map(place.intersects, taken)):
            text = label(label_of(source.column_labels, column), look)
            text.draw(painter, x - text.width / 2, place.center().y())
    painter.setFont(look.font(SMALL))
    name = label(f"← {source.row_name}", look, mono=False)
    painter.save()
    painter.translate(px(LINE / 2 - 2), plot.center().y())
    painter.rotate(-90)
    name.draw(painter, -name.width / 2, 0)
    painter.restore()


def draw_captions(
    painter: QPainter, lines: tuple[tuple[Caption, ...], ...], frame: Frame, look: Look
) -> None:
    """Write what the columns are below them; parts that do not fit give way to the middle."""
    painter.setFont(look.font(_CAPTION))
    painter.setPen(look.colour("muted"))
    top = frame.plot.bottom() + look.px(5)
    for x, y, text in _captions(lines, frame.columns, look):
        text.draw(painter, x, top + y)


@lru_cache(maxsize=8)
def _captions(
    lines: tuple[tuple[Caption, ...], ...], columns: Axis, look: Look
) -> list[tuple[float, float, Label]]:
    """Labels with their left ends and the middles of their lines below the first one's top."""
    found = []
    measure = QFontMetricsF(look.font(_CAPTION))
    for number, line in enumerate(lines):
        y = look.px(LINE) * (number + 0.5)
        for caption in line:
            left = max(columns.edge(caption.start), columns.start)
            right = min(columns.edge(caption.stop), columns.start + columns.room)
            texts = (caption.left, caption.middle, caption.right)
            first, middle, last = (label(text, look, 400, _CAPTION, False) for text in texts)
            if 2 * max(first.width, last.width) + middle.width + look.px(16) <= right - left:
                found.append((left, y, first))
                found.append((right - last.width, y, last))
            else:
                words = "  ".join(filter(None, texts))
                room = max(0.0, right - left)
                words = measure.elidedText(words, Qt.TextElideMode.ElideRight, room)
                middle = label(words, look, 400, _CAPTION, False)
            found.append(((left + right - middle.width) / 2, y, middle))
    return found
