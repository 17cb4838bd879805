"""What the layouts panel shows, computed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from posviz.export import Numbers
from posviz.model.positional.layouts import (
    halves_order,
    timing_frequencies,
    timing_order,
    timing_signal,
)
from posviz.model.positional.sinusoidal import (
    Layout,
    dimension_of,
    encode,
    frequencies,
    is_cosine,
    pair_of,
)
from posviz.state import State

_MOST_NUMBERS = 1 << 20
_MOST_KEPT = 2

Floats = NDArray[np.float64]
Key = tuple[int, int, float]
Tables = tuple[Floats, Floats, Floats]


@dataclass(frozen=True)
class Layouts:
    """Three tables, and where the selected column of the first stands in the others.

    Attributes
    ----------
    position, pair
        The selected row, and the pair of the selected column.
    length, width, base
        L, d and base.
    layout
        Order of columns that the rest of the program shows.
    tables
        The paper's, sines first, and tensor2tensor's, each (n, d), from position 0 on.
    orders
        For each column of the paper's table the one that stands for it in each, (3, d).
    columns
        The selected column in each table.
    row
        The selected row of each table, (3, d); also where it lies beyond the n rows.
    frequencies
        Radians per position of the pair in each; None where tensor2tensor has no such pair.
    differences
        Largest difference to the paper's table after permuting, for the other two.
    """

    position: int
    pair: int
    length: int
    width: int
    base: float
    layout: Layout
    tables: Tables
    orders: NDArray[np.int64]
    columns: tuple[int, int, int]
    row: Floats
    frequencies: tuple[float, float, float | None]
    differences: tuple[float, float]

    @property
    def compared(self) -> int:
        """n, the number of positions compared."""
        return len(self.tables[0])

    def columns_of(self, dimension: int) -> tuple[int, int, int]:
        """The columns of the three tables that stand for a dimension of the program's table."""
        pair = pair_of(dimension, self.width, self.layout)
        at = 2 * pair + is_cosine(dimension, self.width, self.layout)
        first, second, third = (int(order[at]) for order in self.orders)
        return first, second, third

    def dimension_of(self, table: int, column: int) -> int:
        """The dimension of the program's table that a column of one of the three stands for."""
        at = int(np.flatnonzero(self.orders[table] == column)[0])
        found = dimension_of(at // 2, self.width, self.layout, cosine=bool(at % 2))
        assert found is not None
        return found


_made: dict[Key, tuple[Tables, NDArray[np.int64], tuple[float, float]]] = {}


def _key(state: State) -> Key:
    return min(state.length, max(64, _MOST_NUMBERS // state.width)), state.width, state.base


def takes_long(state: State) -> bool:
    """Whether large tables must be made: another selection in the same ones is soon there."""
    key = _key(state)
    return key not in _made and key[0] * key[1] > 1 << 15


def _rows(positions: NDArray[np.int64], width: int, base: float) -> Tables:
    return (
        encode(positions, width, base),
        encode(positions, width, base, "halves"),
        timing_signal(positions, width, base),
    )


def _make(key: Key) -> tuple[Tables, NDArray[np.int64], tuple[float, float]]:
    found = _made.get(key)
    if found is None:
        rows, width, base = key
        tables = _rows(np.arange(rows), width, base)
        orders = np.stack([np.arange(width), halves_order(width), timing_order(width)])  # (3, d)
        first, second = (float(np.abs(tables[0] - tables[k][:, orders[k]]).max()) for k in (1, 2))
        while len(_made) >= _MOST_KEPT:
            _made.pop(next(iter(_made)), None)
        found = _made[key] = tables, orders, (first, second)
    return found


def content_of(state: State) -> Layouts:
    """Compute the content."""
    tables, orders, differences = _make(_key(state))
    d, base = state.width, state.base
    at = 2 * state.pair + is_cosine(state.dimension, d, state.layout)
    first, second, third = (int(order[at]) for order in orders)
    own = float(frequencies(d, base)[state.pair])
    timing = timing_frequencies(d, base)
    return Layouts(
        position=state.position,
        pair=state.pair,
        length=state.length,
        width=d,
        base=base,
        layout=state.layout,
        tables=tables,
        orders=orders,
        columns=(first, second, third),
        row=np.concatenate(_rows(np.array([state.position]), d, base)),  # (3, d)
        frequencies=(own, own, float(timing[state.pair]) if state.pair < len(timing) else None),
        differences=differences,
    )


def numbers_of(content: Layouts) -> Numbers:
    """One line a column of the paper's table: where it stands, and the selected row there."""
    array = np.column_stack(
        [*content.orders, *(content.row[k][content.orders[k]] for k in range(3))]
    )  # (d, 6)
    header = (
        *("paper_column", "sines_first_column", "tensor2tensor_column"),
        *("paper", "sines_first", "tensor2tensor"),
    )

    def rows() -> Iterator[tuple[object, ...]]:
        for line in array:
            yield *(int(column) for column in line[:3]), *(float(value) for value in line[3:])

    return Numbers(array, header, rows())
