"""What a heat map asks of the table that it shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from posviz.model.notation import grouped, signed
from posviz.model.palette import Floats, Indices


@dataclass(frozen=True)
class Caption:
    """Words under the columns from `start` to before `stop`: at both ends and in the middle."""

    start: int
    stop: int
    left: str
    middle: str
    right: str


class Numbered:
    """What most tables have in common: numbered rows and columns, and values from −1 to 1."""

    @property
    def levels(self) -> tuple[float, float]:
        return -1.0, 1.0

    @property
    def row_labels(self) -> Sequence[str]:
        return ()

    @property
    def column_labels(self) -> Sequence[str]:
        return ()

    def number_text(self, value: float, decimals: int) -> str:
        return signed(value, decimals)


def label_of(labels: Sequence[str], index: int) -> str:
    """Return what stands at the axis for a row or a column: its label, or else its number."""
    return labels[index] if labels else grouped(index)


class TableSource(Protocol):
    """A table of numbers that is never built whole; most are :class:`Numbered`.

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

    @property
    def levels(self) -> tuple[float, float]:
        """The lowest and the highest value that have a colour: (−r, r), or (0, r)."""

    @property
    def row_labels(self) -> Sequence[str]:
        """A short name for each row; empty where the axis counts them."""

    @property
    def column_labels(self) -> Sequence[str]:
        """A short name for each column; empty where the axis counts them."""

    def number_text(self, value: float, decimals: int) -> str:
        """Write a value into its cell."""

    def tile(
        self, first_row: int, rows_each: int, first_column: int, columns_each: int, out: Floats
    ) -> None:
        """Fill `out`, (r, c), with means over blocks of rows_each × columns_each cells.

        They are parts of the highest level, so from −1 to 1. Blocks at the edge are the means
        of what lies inside the table; NaN has no colour.
        """

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


@runtime_checkable
class HasIndices(Protocol):
    """A table that finds the colours of a tile without its values, which is faster."""

    def indices(
        self, first_row: int, rows_each: int, first_column: int, columns_each: int, out: Indices
    ) -> None:
        """Fill `out`, (r, c), with the palette indices of what `tile` would give."""
