"""What a heat map asks of the table that it shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from posviz.model.palette import Floats, Indices


@dataclass(frozen=True)
class Caption:
    """Words under the columns from `start` to before `stop`: at both ends and in the middle."""

    start: int
    stop: int
    left: str
    middle: str
    right: str


class TableSource(Protocol):
    """A table of numbers from −1 to 1 that is never built whole.

    Sources that compare equal show the same numbers: a view keeps its picture for them.
    """

    @property
    def rows(self) -> int:
        """Number of rows, at least 1."""

    @property
    def columns(self) -> int:
        """Number of columns, at least 1."""

    @property
    def row_name(self) -> str:
        """What a row is, for the axis."""

    @property
    def captions(self) -> tuple[tuple[Caption, ...], ...]:
        """Lines under the table; a line may have several parts side by side."""

    def tile(
        self, first_row: int, rows_each: int, first_column: int, columns_each: int, out: Floats
    ) -> None:
        """Fill `out`, (r, c), with means over blocks of rows_each × columns_each cells.

        Blocks at the edge are the means of what lies inside the table.
        """

    def indices(
        self, first_row: int, rows_each: int, first_column: int, columns_each: int, out: Indices
    ) -> None:
        """Fill `out`, (r, c), with the palette indices of such means."""

    def values(self, rows: range, columns: range) -> npt.NDArray[np.float64]:
        """Return exact values, (rows, columns)."""

    def row_tag(self, row: int) -> str:
        """Return the short name of a row, “pos 1”."""

    def column_tag(self, column: int) -> str:
        """Return the short name of a column, “dim 0”."""

    def cell_text(self, row: int, column: int) -> str:
        """Say in one line what a cell is and holds."""

    def block_text(self, rows: range, columns: range, mean: float) -> str:
        """Say in one line what a block of cells is, and their mean."""
