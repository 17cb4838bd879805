"""The two positions of a sinusoidal table whose rows are nearest to each other.

The squared distance of two rows is a sum over the pairs, of which each adds

    4 sin²(w offset / 2),

so with even d it depends on the offset alone and only the offsets 1 .. L − 1 need a look. With
offset = a s + b the angle is one of a few far ones plus one of a few near ones, and the sums of
cosines for all offsets are one matrix product. The lone sine of an odd d adds
4 sin²(w offset / 2) cos²(w (i + offset / 2)), least where that cosine is nearest to 0.

Source: Vaswani et al. 2017, section 3.5, with the identities for differences of sines.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from posviz.model.positional import sinusoidal

Floats = npt.NDArray[np.float64]

_PAIRS_AT_A_TIME = 512
_MOST_PLACES = 20_000_000
_SMALL = 1e-6
_COSINE_ERROR = 4e-9
"""Far above the rounding of a cosine at an angle of 1 000 000."""


@dataclass(frozen=True)
class ClosePair:
    """Two positions and the distance of their rows."""

    first: int
    second: int
    distance: float

    @property
    def offset(self) -> int:
        """How far apart the positions are, above 0."""
        return self.second - self.first


@dataclass(frozen=True)
class Closest:
    """The nearest rows of a table, nearest first.

    Attributes
    ----------
    pairs
        The best pair of each of the nearest offsets; for d = 1 the nearest pairs. None for
        L = 1.
    anywhere
        Whether the distances are the same at all positions with that offset.
    proven
        Whether no pair was left out. False only for some odd d, where the search was cut short.
    """

    pairs: tuple[ClosePair, ...]
    anywhere: bool
    proven: bool


@lru_cache(maxsize=64)
def closest_rows(length: int, width: int, base: float = 10_000.0, count: int = 5) -> Closest:
    """Find the `count` nearest offsets of a table, before any rounding."""
    if length == 1:
        return Closest((), anywhere=True, proven=True)
    if width == 1:
        return Closest(_closest_sines(length, count), anywhere=False, proven=True)
    w = sinusoidal.frequencies(width, base)
    full, lone = w[: width // 2], w[width // 2 :]
    most = np.inf
    if lone.size:
        # A pair whose lone sines differ as much as they can is still as near as this.
        first = np.arange(1, min(length, 4096))
        worst = squared_distances(first, w)
        most = float(np.partition(worst, min(count, len(worst)) - 1)[:count][-1])
    offsets, squares = _nearest(length, full, None if lone.size else count, most)
    if not lone.size:
        found = zip(offsets.tolist(), np.sqrt(squares).tolist(), strict=True)
        return Closest(tuple(ClosePair(0, *pair) for pair in found), anywhere=True, proven=True)
    return _with_lone_sine(length, offsets, squares, float(lone[0]), count)


def squared_distances(offsets: npt.ArrayLike, frequencies: Floats) -> Floats:
    """Return the squared distances that pairs of these frequencies add up to, (n,)."""
    half = np.outer(np.asarray(offsets, dtype=np.float64), frequencies / 2)  # (n, pairs)
    total: Floats = 4 * (np.sin(half) ** 2).sum(axis=1)
    return total


@lru_cache(maxsize=2)
def distances_by_offset(length: int, width: int, base: float = 10_000.0) -> Floats:
    """Return the distances over the offsets 0 .. L − 1 without a lone sine, (L,); read-only."""
    w = sinusoidal.frequencies(width, base)[: width // 2]
    squares = 2 * (len(w) - _sums_of_cosines(length, w))
    # Near 1 a cosine says little about a small angle; the sine of its half says all.
    small = np.flatnonzero(squares <= _SMALL * len(w))
    squares[small] = squared_distances(small, w)
    distances: Floats = np.sqrt(squares)
    distances.flags.writeable = False
    return distances


def distances_from(position: int, length: int, width: int, base: float = 10_000.0) -> Floats:
    """Return the distances of a row from those at the offsets −(L − 1) .. L − 1, (2 L − 1,).

    Some of them lie outside the table, where there are no positions but still an encoding.
    """
    right = distances_by_offset(length, width, base)
    both = np.concatenate((right[:0:-1], right))
    if width % 2:
        w = float(sinusoidal.frequencies(width, base)[-1])
        offsets = np.arange(1 - length, length)
        lone = np.sin(w * (position + offsets)) - math.sin(w * position)
        both = np.sqrt(both**2 + lone**2)
    return both


def typical_distance(length: int, width: int, base: float = 10_000.0) -> float:
    """Return the root mean square of the distances of all pairs of different positions.

    The mean of |x − y|² over all pairs is twice the mean of |x|², less twice |mean|².
    """
    if length == 1:
        return math.nan
    w = sinusoidal.frequencies(width, base)
    sine, cosine = _means(w, length)
    means = float((sine**2).sum() + (cosine[: width // 2] ** 2).sum())
    squares = float(width // 2)
    if width % 2:
        squares += 0.5 - 0.5 * float(_means(2 * w[-1:], length)[1][0])
    return math.sqrt(max(0.0, 2 * (squares - means) * length / (length - 1)))


def _means(w: Floats, length: int) -> tuple[Floats, Floats]:
    """Means of sin(w p) and cos(w p) over p < L, by Dirichlet's kernel."""
    turn = np.arctan2(np.sin(w), np.cos(w))  # whole turns do not count
    kernel = np.ones_like(turn)
    np.divide(np.sin(length * turn / 2), length * np.sin(turn / 2), out=kernel, where=turn != 0)
    middle = turn * (length - 1) / 2
    return kernel * np.sin(middle), kernel * np.cos(middle)


def _nearest(
    length: int, w: Floats, count: int | None, most: float
) -> tuple[npt.NDArray[np.int64], Floats]:
    """Offsets with the `count` least squared distances, or all up to `most`; nearest first."""
    about = 2 * (len(w) - _sums_of_cosines(length, w)[1:])  # (L - 1,)
    if count is not None and count < len(about):
        most = float(np.partition(about, count - 1)[count - 1])
    offsets = 1 + np.flatnonzero(about <= most + _COSINE_ERROR * len(w))
    squares = squared_distances(offsets, w)  # without the rounding of cosines near 1
    best = np.argsort(squares, kind="stable")[:count]
    return offsets[best], squares[best]


def _sums_of_cosines(length: int, w: Floats) -> Floats:
    """Return the sum over all pairs of cos(w offset) for the offsets 0 .. L − 1, (L,)."""
    step = math.isqrt(length - 1) + 1
    sums = np.zeros((step, step))
    for first in range(0, len(w), _PAIRS_AT_A_TIME):
        part = w[first : first + _PAIRS_AT_A_TIME]
        far = np.outer(np.arange(step) * step, part)  # (step, pairs)
        near = np.outer(np.arange(step), part)
        sums += np.cos(far) @ np.cos(near).T - np.sin(far) @ np.sin(near).T
    return sums.reshape(-1)[:length]


def _with_lone_sine(
    length: int, offsets: npt.NDArray[np.int64], squares: Floats, w: float, count: int
) -> Closest:
    """Add the lone sine where it adds least; offsets come with what the pairs alone give."""
    found: list[ClosePair] = []
    places = 0
    for offset, square in zip(offsets.tolist(), squares.tolist(), strict=True):
        if len(found) == count and square > found[-1].distance ** 2:
            break
        if places > _MOST_PLACES:
            return Closest(tuple(found), anywhere=False, proven=False)
        candidates = _quarter_turns(length, offset, w)
        places += len(candidates)
        added = 4 * np.sin(w * offset / 2) ** 2 * np.cos(w * (candidates + offset / 2)) ** 2
        at = int(added.argmin())
        i = int(candidates[at])
        found.append(ClosePair(i, i + offset, math.sqrt(square + float(added[at]))))
        found.sort(key=lambda pair: pair.distance)
        del found[count:]
    return Closest(tuple(found), anywhere=False, proven=True)


def _quarter_turns(length: int, offset: int, w: float) -> npt.NDArray[np.int64]:
    """Positions i beside which cos(w (i + offset / 2)) is 0, and the first and the last one."""
    last = length - 1 - offset
    first_turn = math.ceil(w * offset / 2 / math.pi - 0.5)
    last_turn = math.floor(w * (last + offset / 2) / math.pi - 0.5)
    if last_turn - first_turn > last:  # more turns than positions
        return np.arange(last + 1)
    zeros = (np.arange(first_turn, last_turn + 1) + 0.5) * math.pi / w - offset / 2
    near = np.concatenate((np.floor(zeros), np.ceil(zeros), (0, last)))
    return np.unique(near.clip(0, last).astype(np.int64))


def _closest_sines(length: int, count: int) -> tuple[ClosePair, ...]:
    """Nearest pairs among the numbers sin(p): neighbours in their order."""
    values = np.sin(np.arange(length))
    order = np.argsort(values)
    gaps = np.diff(values[order])
    best = np.argsort(gaps, kind="stable")[:count]
    found = []
    for at in best.tolist():
        first, second = sorted(order[at : at + 2].tolist())
        found.append(ClosePair(first, second, float(gaps[at])))
    return tuple(found)
