"""A matrix in memory as a heat map asks for it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QCoreApplication

from posviz.model.notation import plain, signed
from posviz.model.palette import Floats
from posviz.widgets.heatmap_source import Caption, label_of

_USUAL = 0.98
"""The part of the values of a small picture that stay within its colours."""


@dataclass(frozen=True, eq=False)
class MatrixTable:
    """Any values, each axis with words or numbers: a `TableSource`.

    Attributes
    ----------
    name
        What stands before [row, column] where a cell is named.
    matrix : ndarray of float64, shape (n, m)
        At least one row and one column. NaN and ±∞ have no colour.
    levels
        The lowest and the highest value that have a colour: (−r, r), or (0, r) for values
        that have no sign.
    row_name, column_name
        What rows and columns are.
    row_labels, column_labels
        A word for each; empty where they are counted.
    """

    name: str
    matrix: npt.NDArray[np.float64]
    levels: tuple[float, float]
    row_name: str
    column_name: str
    row_labels: tuple[str, ...] = ()
    column_labels: tuple[str, ...] = ()

    @property
    def rows(self) -> int:
        return len(self.matrix)

    @property
    def columns(self) -> int:
        return int(self.matrix.shape[1])

    @property
    def captions(self) -> tuple[tuple[Caption, ...], ...]:
        return ((Caption(0, self.columns, "", self.column_name, ""),),)

    def tile(
        self, first_row: int, rows_each: int, first_column: int, columns_each: int, out: Floats
    ) -> None:
        high, wide = len(out) * rows_each, out.shape[1] * columns_each
        part = self.matrix[first_row : first_row + high, first_column : first_column + wide]
        seen = np.isfinite(part)
        parts = part / self.levels[1]  # a sum of numbers as they are may overflow
        if not seen.all():
            parts[~seen] = 0.0
        sums = _blocks(parts, rows_each, columns_each)
        counts = _blocks(seen, rows_each, columns_each)
        out.fill(np.nan)
        np.divide(sums, counts, out=out, where=counts > 0, casting="same_kind")

    def values(self, rows: range, columns: range) -> npt.NDArray[np.float64]:
        return self.matrix[rows.start : rows.stop, columns.start : columns.stop]

    def number_text(self, value: float, decimals: int) -> str:
        return (signed if self.levels[0] < 0 else plain)(value, decimals)

    def row_tag(self, row: int) -> str:
        return label_of(self.row_labels, row)

    def column_tag(self, column: int) -> str:
        return label_of(self.column_labels, column)

    def cell_text(self, row: int, column: int) -> str:
        place = self._place(range(row, row + 1), range(column, column + 1))
        return f"{place} = {self.number_text(float(self.matrix[row, column]), 6)}"

    def block_text(self, rows: range, columns: range, mean: float) -> str:
        return QCoreApplication.translate("MatrixTable", "{place}: mean {value}").format(
            place=self._place(rows, columns), value=self.number_text(mean * self.levels[1], 4)
        )

    def _place(self, rows: range, columns: range) -> str:
        return f"{self.name}[{_span(rows, self.row_labels)}, {_span(columns, self.column_labels)}]"


def reach(*matrices: npt.NDArray[np.float64] | None) -> float:
    """Return the largest finite absolute value in matrices; 1 where all are 0."""
    largest = (
        np.max(np.abs(m), initial=0.0, where=np.isfinite(m)) for m in matrices if m is not None
    )
    return max(map(float, largest), default=0.0) or 1.0


def thumbnail(matrix: npt.NDArray[np.float64], most: int) -> npt.NDArray[np.float64]:
    """Shrink a matrix to means over blocks, in colours of its own: few of them go beyond ±1.

    Parameters
    ----------
    matrix : ndarray of float64, shape (n, m)
    most : int
        Rows and columns that the small one has at most.

    Returns
    -------
    ndarray of float64
        NaN where nothing of a block is finite.
    """
    rows_each, columns_each = (max(1, -(-count // most)) for count in matrix.shape)
    shape = (-(-matrix.shape[0] // rows_each), -(-matrix.shape[1] // columns_each))
    out = np.empty(shape, dtype=np.float32)
    if out.size:
        highest = reach(matrix)
        table = MatrixTable("", matrix, (-highest, highest), "", "")
        table.tile(0, rows_each, 0, columns_each, out)
    small = out.astype(np.float64)
    sizes = np.abs(small[np.isfinite(small)])
    usual = float(np.quantile(sizes, _USUAL)) if sizes.size else 0.0
    return small / (usual or reach(small))


def _blocks(
    values: npt.NDArray[np.float64] | npt.NDArray[np.bool_], rows_each: int, columns_each: int
) -> npt.NDArray[np.float64]:
    """Sums over blocks; those at the edge are smaller."""
    sums = values.astype(np.float64)
    if rows_each > 1:
        sums = np.add.reduceat(sums, np.arange(0, len(sums), rows_each), axis=0)
    if columns_each > 1:
        sums = np.add.reduceat(sums, np.arange(0, sums.shape[1], columns_each), axis=1)
    return sums


def _span(cells: range, labels: tuple[str, ...]) -> str:
    ends = [label_of(labels, index) for index in (cells[0], cells[-1])]
    return ends[0] if ends[0] == ends[1] else f"{ends[0]}–{ends[1]}"
