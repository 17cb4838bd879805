"""What the bug zoo shows, computed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from posviz.export import Numbers
from posviz.model.positional.bugs import (
    BugName,
    Telltale,
    similarity_change,
    table_with,
    telltale,
)
from posviz.state import State

_MOST_NUMBERS = 1 << 21
_MOST_KEPT = 2

Floats = NDArray[np.float64]
Key = tuple[BugName, int, int, float]


@dataclass(frozen=True)
class BugZoo:
    """A wrong table beside the right one.

    Attributes
    ----------
    bug, position, dimension
        The mistake, and the selected row and column.
    length, width, base
        L, d and base.
    right, wrong
        Both tables, (n, d), from position 0 on; n is L unless that is too much to compare.
    found
        What gives the wrong one away.
    at_start
        Whether its row of position 0 is right.
    similarity
        Largest change in the inner products of the selected row, as a part of d/2.
    """

    bug: BugName
    position: int
    dimension: int
    length: int
    width: int
    base: float
    right: Floats
    wrong: Floats
    found: Telltale
    at_start: bool
    similarity: float

    @property
    def compared(self) -> int:
        """n, the number of positions compared."""
        return len(self.right)

    def values_at(self, position: int, dimension: int) -> tuple[float, float]:
        """The right and the wrong value of a cell."""
        if position < self.compared:
            return float(self.right[position, dimension]), float(self.wrong[position, dimension])
        right = table_with("none", [position], self.width, self.base)
        wrong = table_with(self.bug, [position], self.width, self.base)
        return float(right[0, dimension]), float(wrong[0, dimension])


_tables: dict[Key, tuple[Floats, Floats, Telltale, bool]] = {}


def _key(state: State) -> Key:
    most = max(64, _MOST_NUMBERS // state.width)
    return state.bug, min(state.length, most), state.width, state.base


def takes_long(state: State) -> bool:
    """Whether large tables must be made, or a row multiplied with very large ones."""
    key = _key(state)
    return key[1] * key[2] > (1 << 18 if key in _tables else 1 << 15)


def _made(key: Key) -> tuple[Floats, Floats, Telltale, bool]:
    found = _tables.get(key)
    if found is None:
        bug, rows, width, base = key
        positions = np.arange(rows)
        right = table_with("none", positions, width, base)  # (n, d)
        wrong = right if bug == "none" else table_with(bug, positions, width, base)  # (n, d)
        start = telltale(right[:1], wrong[:1]).first is None
        while len(_tables) >= _MOST_KEPT:
            _tables.pop(next(iter(_tables)), None)
        found = _tables[key] = right, wrong, telltale(right, wrong), start
    return found


def content_of(state: State) -> BugZoo:
    """Compute the content."""
    right, wrong, found, start = _made(_key(state))
    row = [state.position]
    return BugZoo(
        bug=state.bug,
        position=state.position,
        dimension=state.dimension,
        length=state.length,
        width=state.width,
        base=state.base,
        right=right,
        wrong=wrong,
        found=found,
        at_start=start,
        similarity=similarity_change(
            right,
            wrong,
            table_with("none", row, state.width, state.base)[0],
            table_with(state.bug, row, state.width, state.base)[0],
        ),
    )


def numbers_of(content: BugZoo) -> Numbers:
    """One line a cell: position, dimension, the right value and the wrong one."""
    array = np.stack([content.right, content.wrong])  # (2, n, d)

    def rows() -> Iterator[tuple[object, ...]]:
        for p in range(content.compared):
            for c in range(content.width):
                wrong = float(content.wrong[p, c])
                yield p, c, float(content.right[p, c]), "" if np.isnan(wrong) else wrong

    return Numbers(array, ("position", "dimension", "right", "wrong"), rows())
