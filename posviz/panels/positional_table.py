"""The L × d table of positional encodings, of which only what is in sight is computed."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QPushButton

from posviz.export import Numbers, RowBlocks
from posviz.model.notation import shape_text
from posviz.model.positional import sinusoidal
from posviz.panels.panel import Panel
from posviz.panels.sinusoidal_source import SinusoidalTable
from posviz.panels.table_boxes import TableBoxes
from posviz.session import Hover, Session
from posviz.settling import WHOLE_TABLE
from posviz.state import State
from posviz.state_fields import MAX_LENGTH, MAX_WIDTH
from posviz.widgets.control_row import show_choice
from posviz.widgets.heatmap_axis import Sight
from posviz.widgets.heatmap_view import HeatmapView


def _tr(text: str) -> str:
    return QCoreApplication.translate("PositionalTablePanel", text)


def _cells(sight: Sight) -> range:
    """Whole cells that are at least partly in sight; rounding must not add one."""
    slack = 1e-6
    return range(math.floor(sight.first + slack), min(sight.count, math.ceil(sight.last - slack)))


def _asked(state: State) -> tuple[int, ...]:
    return tuple(getattr(state, name) for name in WHOLE_TABLE)


@dataclass(frozen=True)
class PositionalTable:
    """The table and its selected entry.

    Attributes
    ----------
    table
        L, d, base and layout, and any part of the numbers on demand.
    rows, columns
        The block that was asked for: what a picture shows and a file of numbers holds.
    position, dimension, pair
        The selected entry; the position may lie beyond a table shorter than the sentence.
    value
        PE(position, dimension).
    wavelength
        Positions after which the pair repeats.
    """

    table: SinusoidalTable
    rows: range
    columns: range
    position: int
    dimension: int
    pair: int
    value: float
    wavelength: float


class PositionalTablePanel(Panel[PositionalTable]):
    """Position down, dimension across, in the fixed colours of −1 to +1."""

    id = "positional_table"
    uses = frozenset(
        {"position", "dimension", "length", "width", "base", "layout", "step", *WHOLE_TABLE}
    )

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        controls = self.controls
        self._boxes = TableBoxes(controls, session)
        self._layout = controls.add_choice(
            "",
            [("interleaved", self.tr("Interleaved")), ("halves", self.tr("Halves"))],
            self._on_layout,
        )
        self._layout.setAccessibleName(self.tr("Order of the columns"))
        self._layout.setToolTip(self.tr("Order of the columns"))
        self._looked_at: object = None
        self._view = HeatmapView(self.content(session.state).table)
        self._view.setAccessibleName(self.title())
        self._view.picked.connect(self._on_picked)
        self._view.hovered.connect(self.readout)
        self._view.pointed.connect(self._on_pointed)
        self._position = controls.add_number(
            self.tr("Go to"),
            self._on_position,
            0,
            MAX_LENGTH - 1,
            width=88,
            name=self.tr("Go to position"),
        )
        self._dimension = controls.add_number(
            "",
            self._on_dimension,
            0,
            MAX_WIDTH - 1,
            name=self.tr("Go to dimension"),
            beside=self._position,
        )
        whole = QPushButton(self.tr("Whole table"))
        whole.clicked.connect(self._view.show_whole)
        controls.add("", whole)
        self.body.addWidget(self._view)

    @classmethod
    def title(cls) -> str:
        return _tr("Positional table")

    @classmethod
    def help(cls) -> str:
        return _tr(
            "Each row is a position, each column a dimension: PE(position, dimension), from −1 "
            "to +1 in fixed colours. With a base above 1 the left columns turn **fast**: pair 0 "
            "repeats every 6.28 positions, and each later pair turns more slowly. You may have "
            "read the opposite.\n\nClick a cell or use the arrow keys, Home, End, Page Up and "
            "Page Down to select; Go to takes a position and a dimension. The wheel zooms about "
            "the pointer (with Shift the dimensions alone, with Ctrl or Alt the positions "
            "alone), + and − zoom too. Drag, or Ctrl and arrows, to move. Return shows the "
            "selected cell so large that its number can be "
            "read; 0 or a double click shows the whole table. While only a part is in sight, a "
            "small map shows which: click or drag on it to go elsewhere; M hides it.\n\n"
            "When cells are smaller than a pixel, each pixel shows their exact mean.\n\nExport "
            "writes what is in sight, or the whole table: its picture, or its numbers in full "
            "precision, however many they are."
        )

    @staticmethod
    def content(state: State) -> PositionalTable:
        d, base, layout = state.width, state.base, state.layout
        rows, columns = state.block
        return PositionalTable(
            table=SinusoidalTable(state.length, d, base, layout),
            rows=rows,
            columns=columns,
            position=state.position,
            dimension=state.dimension,
            pair=state.pair,
            value=sinusoidal.value(state.position, state.dimension, d, base, layout),
            wavelength=sinusoidal.wavelength(state.pair, d, base),
        )

    @staticmethod
    def numbers(content: PositionalTable) -> Numbers:
        table, positions, dimensions = content.table, content.rows, content.columns
        encoding = RowBlocks(
            (len(positions), len(dimensions)),
            lambda rows: table.values(positions[rows.start : rows.stop], dimensions),
            label=lambda row: (positions[row],),
        )
        return encoding.numbers(("position", *map(str, dimensions)))

    def heading(self, content: PositionalTable) -> str:
        shape = shape_text((content.table.length, content.table.width))
        return self.tr("Positional table · {shape}").format(shape=shape)

    def summary(self, content: PositionalTable) -> str:
        cell = content.table.cell_text(content.position, content.dimension)
        return f"{self.heading(content)}. {cell}"

    def show_content(self, content: PositionalTable) -> None:
        table = content.table
        self._boxes.show_values(table.width, table.length, table.base)
        show_choice(self._layout, table.layout)
        # A sentence may be longer than the table, and a word selected beyond its end.
        self._position.setRange(0, max(table.length - 1, content.position))
        self._dimension.setRange(0, table.width - 1)
        self._position.show_value(content.position)
        self._dimension.show_value(content.dimension)
        self._view.show_table(table, content.position, content.dimension)
        asked = (self.session.state.step, *_asked(self.session.state))
        if asked != self._looked_at:
            # A step and a block speak of a part of the table, not of where one looked last.
            self._looked_at = asked
            self._view.look_at(
                Sight(table.length, content.rows.start, len(content.rows)),
                Sight(table.width, content.columns.start, len(content.columns)),
            )

    def in_sight(self) -> Mapping[str, int]:
        rows, columns = _cells(self._view.rows), _cells(self._view.columns)
        return {
            "first": rows.start,
            "rows": len(rows),
            "first_dimension": columns.start,
            "columns": len(columns),
        }

    def _on_layout(self, value: str) -> None:
        self.session.update(layout=value)

    def _on_position(self, value: float) -> None:
        self.session.update(position=int(value))

    def _on_dimension(self, value: float) -> None:
        self.session.update(dimension=int(value))

    def show_hover(self, hover: Hover) -> None:
        self._view.light(hover.position, hover.dimension)

    def _on_pointed(self, row: int, column: int) -> None:
        if row < 0:
            self.session.point_at()
        else:
            self.session.point_at(position=row, dimension=column)

    def _on_picked(self, row: int, column: int) -> None:
        self.session.update(position=row, dimension=column)
