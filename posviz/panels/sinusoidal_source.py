"""The sinusoidal table as a heat map asks for it: parts, words and captions on demand."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QCoreApplication

from posviz.model import table_tile
from posviz.model.notation import counted, grouped, signed, significant
from posviz.model.palette import Floats, Indices
from posviz.model.positional import sinusoidal
from posviz.model.positional.sinusoidal import Layout
from posviz.widgets.heatmap_source import Caption, Numbered


def _tr(text: str) -> str:
    return QCoreApplication.translate("PositionalTablePanel", text)


@dataclass(frozen=True)
class SinusoidalTable(Numbered):
    """The table as the heat map asks for it: a `TableSource`."""

    length: int
    width: int
    base: float
    layout: Layout

    @property
    def rows(self) -> int:
        return self.length

    @property
    def columns(self) -> int:
        return self.width

    @property
    def row_name(self) -> str:
        return _tr("position")

    @property
    def captions(self) -> tuple[tuple[Caption, ...], ...]:
        fast, slow = _tr("fast"), _tr("slow")
        if self.base < 1:
            fast, slow = slow, fast
        pairs = sinusoidal.pair_count(self.width)
        alike = self.base == 1 or pairs == 1
        if self.layout == "halves":
            order = _tr("all alike") if alike else f"{fast} → {slow}"
            return (
                (
                    Caption(0, pairs, "", _tr("sines: {order}").format(order=order), ""),
                    Caption(pairs, self.width, "", _tr("cosines: {order}").format(order=order), ""),
                ),
                (Caption(0, self.width, "", _tr("dimension"), ""),),
            )
        if alike:
            text = _tr("dimension") if pairs == 1 else _tr("dimension · all waves alike")
            return ((Caption(0, self.width, "", text, ""),),)
        left = _tr("← {speed} waves").format(speed=fast)
        right = _tr("{speed} waves →").format(speed=slow)
        return ((Caption(0, self.width, left, _tr("dimension"), right),),)

    def tile(
        self, first_row: int, rows_each: int, first_column: int, columns_each: int, out: Floats
    ) -> None:
        rows, columns = out.shape
        table_tile.tile(
            first_row, rows, rows_each, first_column, columns, columns_each,
            self.width, self.base, self.layout, self.length, out,
        )  # fmt: skip

    def indices(
        self, first_row: int, rows_each: int, first_column: int, columns_each: int, out: Indices
    ) -> None:
        table_tile.tile_indices(
            first_row, rows_each, first_column, columns_each,
            self.width, self.base, self.layout, self.length, out,
        )  # fmt: skip

    def values(self, rows: range, columns: range) -> npt.NDArray[np.float64]:
        return sinusoidal.block(rows, columns, self.width, self.base, self.layout)

    def row_tag(self, row: int) -> str:
        return _tr("pos {row}").format(row=grouped(row))

    def column_tag(self, column: int) -> str:
        return _tr("dim {column}").format(column=grouped(column))

    def cell_text(self, row: int, column: int) -> str:
        pair = self._pair(column)
        return _tr(
            "pos {position}, dim {dimension} (pair {pair}, {function}) = {value} · "
            "wavelength {wavelength}"
        ).format(
            position=grouped(row),
            dimension=grouped(column),
            pair=grouped(pair),
            function="cos" if self._is_cosine(column) else "sin",
            value=signed(
                float(self.values(range(row, row + 1), range(column, column + 1))[0, 0]), 6
            ),
            wavelength=significant(sinusoidal.wavelength(pair, self.width, self.base), 4),
        )

    def block_text(self, rows: range, columns: range, mean: float) -> str:
        return _tr("pos {positions}, dim {dimensions}: mean of {rows} × {columns} = {mean}").format(
            positions=_span(rows),
            dimensions=_span(columns),
            rows=counted(len(rows), "position"),
            columns=counted(len(columns), "dimension"),
            mean=signed(mean, 4),
        )

    def _pair(self, column: int) -> int:
        return sinusoidal.pair_of(column, self.width, self.layout)

    def _is_cosine(self, column: int) -> bool:
        return sinusoidal.is_cosine(column, self.width, self.layout)


def _span(cells: range) -> str:
    first, last = grouped(cells[0]), grouped(cells[-1])
    return first if first == last else f"{first}–{last}"
