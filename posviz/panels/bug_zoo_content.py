"""What the bug zoo shows, computed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posviz.export import Numbers
from posviz.model.positional.bugs import (
    BugName,
    Telltale,
    similarities,
    table_with,
    telltale,
)
from posviz.state import State

_MOST_NUMBERS = 1 << 21
_MOST_KEPT = 2

Floats = NDArray[np.float64]
Key = tuple[BugName, int, int, float]


@dataclass(frozen=True)
class OverOffset:
    """Values of the positions 0 .. n − 1 over their offset from one of them: a curve.

    Attributes
    ----------
    values
        One a position, (n,); NaN where there is no number.
    position
        The position of offset 0.
    """

    values: Floats
    position: int

    def means(self, first: ArrayLike, each: int) -> Floats:
        """Means over `each` offsets in a row, from each of `first`; NaN where none has a value."""
        known = np.isfinite(self.values)
        sums = np.concatenate([[0.0], np.cumsum(np.where(known, self.values, 0.0))])  # (n + 1,)
        counts = np.concatenate([[0], np.cumsum(known)])  # (n + 1,)
        starts = np.asarray(first, dtype=np.int64) + self.position
        start, stop = (np.clip(at, 0, len(self.values)) for at in (starts, starts + each))
        count = counts[stop] - counts[start]
        means = np.full(len(starts), np.nan)
        np.divide(sums[stop] - sums[start], count, out=means, where=count > 0)
        return means


@dataclass(frozen=True)
class BugZoo:
    """A wrong table beside the right one.

    Attributes
    ----------
    bug, position, dimension, offset
        The mistake, the selected row and column, and the selected offset from that row.
    length, width, base
        L, d and base.
    right, wrong
        Both tables, (n, d), from position 0 on; n is L unless that is too much to compare.
    found
        What gives the wrong one away.
    at_start
        Whether its row of position 0 is right.
    right_similar, wrong_similar
        Inner products of the selected row with all compared, as a part of d/2, (n,).
    """

    bug: BugName
    position: int
    dimension: int
    offset: int
    length: int
    width: int
    base: float
    right: Floats
    wrong: Floats
    found: Telltale
    at_start: bool
    right_similar: Floats
    wrong_similar: Floats

    @property
    def similarity(self) -> float:
        """Largest change in the inner products of the selected row, as a part of d/2."""
        return float(np.abs(self.wrong_similar - self.right_similar).max())

    @property
    def right_curve(self) -> OverOffset:
        """The right similarities over the offset from the selected row."""
        return OverOffset(self.right_similar, self.position)

    @property
    def wrong_curve(self) -> OverOffset:
        """The wrong ones."""
        return OverOffset(self.wrong_similar, self.position)

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


def rows_of(state: State) -> int:
    """How many positions are compared."""
    return min(state.length, max(64, _MOST_NUMBERS // state.width))


def _key(state: State) -> Key:
    return state.bug, rows_of(state), state.width, state.base


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
        offset=state.offset,
        length=state.length,
        width=state.width,
        base=state.base,
        right=right,
        wrong=wrong,
        found=found,
        at_start=start,
        right_similar=similarities(right, table_with("none", row, state.width, state.base)[0]),
        wrong_similar=similarities(wrong, table_with(state.bug, row, state.width, state.base)[0]),
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
