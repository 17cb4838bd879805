"""A table of any size as a heat map: what of it is in sight, and how it is drawn."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QSize, QSizeF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from posviz.widgets import heatmap_marks as marks
from posviz.widgets import heatmap_selection as selection
from posviz.widgets.heatmap_axis import Sight
from posviz.widgets.heatmap_frame import Frame, layout
from posviz.widgets.heatmap_image import TableImage
from posviz.widgets.heatmap_legend import draw_legend
from posviz.widgets.heatmap_overview import Overview
from posviz.widgets.heatmap_source import TableSource
from posviz.widgets.painted import PaintedView
from posviz.widgets.theme import Look, look

_READABLE_CELL = (84.0, 26.0)


class HeatmapPicture(PaintedView):
    """Cells in fixed colours, row 0 on top, column 0 at the left.

    While a part of the table is in sight, a small map in a corner shows which one.
    """

    def __init__(self, source: TableSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._source = source
        self._selected = (0, 0)
        self._rows, self._columns = Sight.whole(source.rows), Sight.whole(source.columns)
        self._image = TableImage()
        self._overview = Overview()
        self._with_overview = True
        self._hover: tuple[int, int] | None = None
        self._lit: tuple[int, int] | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_table(self, source: TableSource, row: int, column: int) -> None:
        """Show a table with a row and a column selected; a row beyond its end is not marked.

        A selection that has moved, by undo or in another panel, is brought into sight.
        """
        if source != self._source:
            self._source = source
            self._rows = self._rows.resized(source.rows)
            self._columns = self._columns.resized(source.columns)
        moved = (row, column) != self._selected
        self._selected = (row, column)
        inside = self._contains(row, column)
        if inside and moved:
            self._rows = self._rows.showing(row)
            self._columns = self._columns.showing(column)
        self.setAccessibleDescription(source.cell_text(row, column) if inside else "")
        self.update()

    def show_whole(self) -> None:
        """Show the whole table."""
        self.look_at(Sight.whole(self._rows.count), Sight.whole(self._columns.count))

    def show_cell(self, row: int, column: int) -> None:
        """Show a cell in the middle, so large that its value can be read."""
        width, height = (look().px(size) for size in _READABLE_CELL)
        frame = self.frame()
        self.look_at(
            self._rows.centred(row, min(self._rows.span, frame.rows.room / height)),
            self._columns.centred(column, min(self._columns.span, frame.columns.room / width)),
        )

    @property
    def rows(self) -> Sight:
        """The rows in sight."""
        return self._rows

    @property
    def columns(self) -> Sight:
        """The columns in sight."""
        return self._columns

    def frame(self) -> Frame:
        """Where the cells stand in the view as it is now."""
        return self._frame(QSizeF(self.size()), look(), self.devicePixelRatioF())

    def _frame(self, size: QSizeF, look: Look, density: float) -> Frame:
        return layout(self._source, self._rows, self._columns, size, look, density)

    def overview(self) -> Frame | None:
        """Where the small map stands; None while there is none."""
        return self._overview_in(self.frame(), look())

    def _overview_in(self, frame: Frame, look: Look) -> Frame | None:
        return self._overview.frame(frame, self._selected, look) if self._with_overview else None

    def show_overview(self, shown: bool) -> None:
        """Show the small map while not the whole table is in sight, or never."""
        self._with_overview = shown
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(round(look().px(420)), round(look().px(360)))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(look().px(200)), round(look().px(150)))

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # a matrix is never mirrored
        source = self._source
        frame = self._frame(size, look, painter.device().devicePixelRatioF())
        self._image.draw(painter, source, frame.rows, frame.columns, look)
        marks.draw_gaps(painter, frame, look)
        marks.draw_numbers(painter, source, frame, look)
        marks.draw_axes(painter, source, frame, self._selected, self._hover or self._lit, look)
        marks.draw_captions(painter, source.captions, frame, look)
        draw_legend(painter, source.levels, frame.plot, look)
        selection.draw_selection(painter, source, frame, self._selected, look)
        cross = self._hover or self._lit
        if cross is not None:
            selection.draw_crosshair(painter, source, frame, cross, self._selected, look)
        overview = self._overview_in(frame, look)
        if overview is not None:
            self._overview.draw(painter, source, overview, frame, look)
        if self.hasFocus():
            selection.draw_focus(painter, frame, look)

    def text_at(self, row: int, column: int) -> str:
        """What stands at a cell in sight: its value, or the mean of all that share its pixel."""
        frame = self.frame()
        rows, columns = frame.rows.block_of(row), frame.columns.block_of(column)
        if len(rows) == len(columns) == 1:
            return self._source.cell_text(row, column)
        mean = np.empty((1, 1), dtype=np.float32)
        self._source.tile(rows.start, frame.rows.each, columns.start, frame.columns.each, mean)
        return self._source.block_text(rows, columns, float(mean[0, 0]))

    def light(self, row: int | None, column: int | None) -> None:
        """Show a row, a column or both as if pointed at, and tell nobody; None, None for none.

        The part that is not given is the selected one.
        """
        lit = None
        if row is not None or column is not None:
            lit = (
                self._selected[0] if row is None else row,
                self._selected[1] if column is None else column,
            )
            lit = lit if self._contains(*lit) else None
        if lit != self._lit:
            self._lit = lit
            self.update()

    def look_at(self, rows: Sight, columns: Sight) -> None:
        """Bring other rows and columns into sight."""
        if (rows, columns) != (self._rows, self._columns):
            self._rows, self._columns = rows, columns
            self.update()

    def _nearest(self, row: int, column: int) -> tuple[int, int]:
        return (
            min(max(0, row), self._rows.count - 1),
            min(max(0, column), self._columns.count - 1),
        )

    def _contains(self, row: int, column: int) -> bool:
        return self._nearest(row, column) == (row, column)
