"""Which positions become equal when numbers are rounded.

Two different things are rounded in practice. Where the *position* is kept in a short format
before the angle is computed, whole numbers beyond its digits fall together: 2049 becomes 2048
in float16, 257 becomes 256 in bfloat16. Where the finished *values* are kept in it, rows that
were only nearly equal become equal.

Source: the widths of the formats, see :mod:`posviz.model.number_formats`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from posviz.model.number_formats import NumberFormat, largest_error, rounded
from posviz.model.positional import sinusoidal
from posviz.model.positional.closest import ClosePair, closest_rows

_MOST_VALUES = 100_000_000
_MOST_COMPARED = 20_000_000
_ROWS_AT_A_TIME = 1 << 20
_GOLDEN = (math.sqrt(5) - 1) / 2


@dataclass(frozen=True)
class Equal:
    """Positions that cannot be told apart.

    Attributes
    ----------
    pairs
        For the first such positions, the position and the least one that it equals, that one
        first.
    count
        How many positions equal an earlier one.
    proven
        Whether whole rows were compared; False where the search was cut short, so that more
        columns might tell some of them apart.
    """

    pairs: tuple[tuple[int, int], ...]
    count: int
    proven: bool = True


@dataclass(frozen=True)
class RoundedDistance:
    """The distance of the nearest rows after rounding.

    Attributes
    ----------
    pair
        The nearest two; None where only limits are known.
    low, high
        The limits of their distance; both are the distance where `pair` is known.
    """

    pair: ClosePair | None
    low: float
    high: float


@lru_cache(maxsize=16)
def equal_positions(length: int, number_format: NumberFormat, most: int = 12) -> Equal:
    """Find positions 0 .. L − 1 that become the same number when they are rounded.

    Those beyond the largest number of the format all become infinite, which counts as equal.
    """
    stored = rounded(np.arange(length), number_format)
    # Rounding keeps the order, so equal ones stand together.
    starts = np.concatenate(([True], stored[1:] != stored[:-1]))
    first = np.flatnonzero(starts)[np.cumsum(starts) - 1]  # of each position's group, (L,)
    later = np.flatnonzero(~starts)
    return Equal(tuple((int(first[q]), int(q)) for q in later[:most]), len(later))


def first_infinite(length: int, number_format: NumberFormat) -> int | None:
    """Return the first position that is too large for a format, if the table has one."""
    beyond = np.flatnonzero(np.isinf(rounded(np.arange(length), number_format)))
    return int(beyond[0]) if beyond.size else None


@lru_cache(maxsize=16)
def equal_rows(
    length: int, width: int, base: float, number_format: NumberFormat, most: int = 12
) -> Equal:
    """Find positions whose rows have the same values after these are rounded.

    Column by column, the positions that still equal another one stay in the race; a few
    columns leave next to none.
    """
    alive = np.arange(length)
    group = np.zeros(length, dtype=np.int64)
    values = 0
    for frequency, cosine in _columns(width, base):
        values += len(alive)
        if values > _MOST_VALUES:
            return _equal(alive, group, most, proven=False)
        angles = alive * frequency
        column = rounded(np.cos(angles) if cosine else np.sin(angles), number_format)
        _, value = np.unique(column, return_inverse=True)
        key = group * (int(value.max(initial=0)) + 1) + value
        _, group, sizes = np.unique(key, return_inverse=True, return_counts=True)
        keep = sizes[group] > 1
        alive, group = alive[keep], group[keep]
        if not alive.size:
            break
    return _equal(alive, group, most, proven=True)


def _columns(width: int, base: float) -> list[tuple[float, bool]]:
    """Frequency and kind of the columns that differ, fast and slow in turn."""
    w = sinusoidal.frequencies(width, base).tolist()
    order = np.argsort(np.arange(len(w)) * _GOLDEN % 1).tolist()
    columns = [
        (w[k], cosine) for k in order for cosine in (False, True) if not cosine or k < width // 2
    ]
    return list(dict.fromkeys(columns))


def _equal(
    alive: npt.NDArray[np.int64], group: npt.NDArray[np.int64], most: int, *, proven: bool
) -> Equal:
    _, first, member = np.unique(group, return_index=True, return_inverse=True)
    earliest = alive[first[member]] if alive.size else alive
    later = np.flatnonzero(alive != earliest)
    pairs = tuple((int(earliest[i]), int(alive[i])) for i in later[:most])
    return Equal(pairs, len(later), proven)


@lru_cache(maxsize=16)
def closest_rounded(
    length: int, width: int, base: float, number_format: NumberFormat
) -> RoundedDistance:
    """Find the nearest rows after the values are rounded.

    Rounding moves a row by at most the largest error times sqrt(d), so only offsets that were
    nearly as near as the nearest are looked at, at every position. Where that is too much work
    the limits that follow from the unrounded distance are given instead.
    """
    if length == 1:
        return RoundedDistance(None, math.nan, math.nan)
    equal = equal_rows(length, width, base, number_format)
    if equal.count and equal.proven:
        return RoundedDistance(ClosePair(*equal.pairs[0], 0.0), 0.0, 0.0)
    exact = closest_rows(length, width, base)
    best = exact.pairs[0].distance
    if number_format == "float64":
        return RoundedDistance(exact.pairs[0], best, best)
    slack = 2 * largest_error(number_format) * math.sqrt(width)
    near = [pair.offset for pair in exact.pairs if pair.distance <= best + 2 * slack]
    all_known = (
        exact.anywhere
        and exact.proven
        and (len(near) < len(exact.pairs) or len(near) == length - 1)
    )
    if not all_known or length * width * len(near) > _MOST_COMPARED:
        return RoundedDistance(None, max(0.0, best - slack), best + slack)
    return _by_comparing(length, width, base, number_format, near)


def _by_comparing(
    length: int, width: int, base: float, number_format: NumberFormat, offsets: list[int]
) -> RoundedDistance:
    best: ClosePair | None = None
    rows = max(1, _ROWS_AT_A_TIME // width)
    for offset in offsets:
        for start in range(0, length - offset, rows):
            first = np.arange(start, min(start + rows, length - offset))
            here, there = (
                rounded(sinusoidal.encode(p, width, base), number_format)
                for p in (first, first + offset)
            )
            squares = ((here - there) ** 2).sum(axis=1)
            at = int(squares.argmin())
            distance = math.sqrt(float(squares[at]))
            if best is None or distance < best.distance:
                best = ClosePair(int(first[at]), int(first[at]) + offset, distance)
    assert best is not None
    return RoundedDistance(best, best.distance, best.distance)
