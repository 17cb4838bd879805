"""The sinusoidal encoding: every position becomes a row of sines and cosines.

With width d and base b, pair k of the row for position p is a clock hand at the angle
p · w_k, where w_k = b^(−2k/d):

    PE(p, sine of pair k)   = sin(p · w_k)
    PE(p, cosine of pair k) = cos(p · w_k)

Pair 0 turns fastest, one turn in 2π = 6.28 positions; each later pair turns more slowly.
So the left columns are fast and the right columns are slow (for b > 1).

Source: Vaswani et al. 2017, "Attention Is All You Need", section 3.5, where b = 10 000 and
sine and cosine of a pair stand side by side. tensor2tensor's code puts all sines first.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

Layout = Literal["interleaved", "halves"]
"""Order of the columns.

"interleaved": sine and cosine of pair 0, sine and cosine of pair 1, ...
"halves": the sines of all pairs, then the cosines of all pairs.
With odd d the last pair is a lone sine in both.
"""

# Beyond these an angle could overflow float64; no model comes near.
SMALLEST_BASE = 1e-100
LARGEST_BASE = 1e100


def pair_count(width: int) -> int:
    """Count the pairs in a row of d columns: ceil(d/2), a lone sine at the end included.

    Raises
    ------
    ValueError
        If the width is below 1.
    """
    if width < 1:
        raise ValueError(f"The width d must be a whole number from 1, not {width}.")
    return (width + 1) // 2


def sine_and_cosine_columns(width: int, layout: Layout) -> tuple[slice, slice]:
    """Say which columns hold the sines and which hold the cosines, both in order of pairs.

    Returns
    -------
    tuple[slice, slice]
        Slices of a row of d columns: ceil(d/2) sines and floor(d/2) cosines.

    Raises
    ------
    ValueError
        If the width is below 1 or the layout has no such name.
    """
    pairs = pair_count(width)
    if layout == "interleaved":
        return slice(0, width, 2), slice(1, width, 2)
    if layout == "halves":
        return slice(0, pairs), slice(pairs, width)
    raise ValueError(f"The layout must be one of {', '.join(get_args(Layout))}, not {layout!r}.")


def pair_of(dimension: int, width: int, layout: Layout = "interleaved") -> int:
    """Pair that a dimension (column) belongs to.

    Raises
    ------
    ValueError
        If the dimension is not in 0 .. d − 1, the width is below 1 or the layout is unknown.
    """
    columns = _columns(width, layout, cosine=is_cosine(dimension, width, layout))
    return columns.index(dimension)


def is_cosine(dimension: int, width: int, layout: Layout = "interleaved") -> bool:
    """Whether a dimension (column) holds the cosine of its pair; otherwise it is the sine.

    Raises
    ------
    ValueError
        If the dimension is not in 0 .. d − 1, the width is below 1 or the layout is unknown.
    """
    cosines = _columns(width, layout, cosine=True)
    if not 0 <= dimension < width:
        raise ValueError(f"The dimension must be from 0 to {width - 1}, not {dimension}.")
    return dimension in cosines


def dimension_of(
    pair: int, width: int, layout: Layout = "interleaved", *, cosine: bool
) -> int | None:
    """Dimension (column) of a pair's cosine or sine; None for the cosine of a lone sine.

    Raises
    ------
    ValueError
        If there is no such pair, the width is below 1 or the layout is unknown.
    """
    _check_pair(pair, width)
    columns = _columns(width, layout, cosine=cosine)
    return columns[pair] if pair < len(columns) else None


def frequencies(width: int, base: float = 10_000.0) -> npt.NDArray[np.float64]:
    """Angle that each pair turns per position, w_k = base^(−2k/d), fastest first for base > 1.

    Returns
    -------
    ndarray of float64, shape (ceil(d/2),)
        Radians per position.

    Raises
    ------
    ValueError
        If the width is below 1 or the base is not a number from 1e-100 to 1e100.
    """
    k = np.arange(pair_count(width))
    if not SMALLEST_BASE <= base <= LARGEST_BASE:  # also refuses NaN
        raise ValueError(
            f"The base must be a number above 0, from {SMALLEST_BASE:g} to {LARGEST_BASE:g}, "
            f"not {base}."
        )
    return np.power(float(base), -2 * k / width)  # (ceil(d/2),)


def wavelength(pair: int, width: int, base: float = 10_000.0) -> float:
    """Positions after which a pair repeats: 2π · base^(2k/d), not a whole number.

    Raises
    ------
    ValueError
        If there is no such pair, the width is below 1 or the base is out of range.
    """
    _check_pair(pair, width)
    return float(2 * math.pi / frequencies(width, base)[pair])


def encode(
    positions: npt.ArrayLike,
    width: int,
    base: float = 10_000.0,
    layout: Layout = "interleaved",
) -> npt.NDArray[np.float64]:
    """Encode positions: one row of sines and cosines for each.

    Parameters
    ----------
    positions : array_like, shape (L,)
        Whole or fractional, also negative: a shift to the left is a shift too.
    width : int
        d, the columns of a row. With odd d the last pair is a lone sine.
    base : float
        10 000 in the paper.
    layout : {"interleaved", "halves"}
        Order of the columns.

    Returns
    -------
    ndarray of float64, shape (L, d)
        Values from −1 to 1.

    Raises
    ------
    ValueError
        If positions is not a list of finite numbers, or width, base or layout is out of range.
    """
    # float64: float32 angles are wrong by up to 0.06 at position 1 000 000.
    p = np.asarray(positions, dtype=np.float64)  # (L,)
    if p.ndim != 1 or not np.isfinite(p).all():
        raise ValueError("The positions must be a list of finite numbers.")
    angles = p[:, np.newaxis] * frequencies(width, base)  # (L, ceil(d/2))
    sines, cosines = sine_and_cosine_columns(width, layout)
    encoding = np.empty((len(p), width))  # (L, d)
    encoding[:, sines] = np.sin(angles)
    encoding[:, cosines] = np.cos(angles[:, : width // 2])
    return encoding


def block(
    positions: range,
    dimensions: range,
    width: int,
    base: float = 10_000.0,
    layout: Layout = "interleaved",
) -> npt.NDArray[np.float64]:
    """Encode some positions in some dimensions alone; the others cost next to nothing.

    Parameters
    ----------
    positions : range
        n of them.
    dimensions : range
        c columns side by side, within 0 .. d − 1.
    width, base, layout
        As for `encode`.

    Returns
    -------
    ndarray of float64, shape (n, c)
        The values that `encode` has there.

    Raises
    ------
    ValueError
        If width, base or layout is out of range.
    """
    w = frequencies(width, base)  # (ceil(d/2),)
    sines, cosines = sine_and_cosine_columns(width, layout)
    turns, is_cosine = np.empty(width), np.zeros(width, dtype=bool)  # (d,)
    turns[sines], turns[cosines], is_cosine[cosines] = w, w[: width // 2], True
    inside = slice(dimensions.start, dimensions.stop)
    turns, is_cosine = turns[inside], is_cosine[inside]  # (c,)
    p = np.asarray(positions, dtype=np.float64)  # (n,)
    values = np.empty((len(p), len(turns)))  # (n, c)
    values[:, ~is_cosine] = np.sin(np.outer(p, turns[~is_cosine]))
    values[:, is_cosine] = np.cos(np.outer(p, turns[is_cosine]))
    return values


@lru_cache(maxsize=4)
def table(
    length: int,
    width: int,
    base: float = 10_000.0,
    layout: Layout = "interleaved",
) -> npt.NDArray[np.float64]:
    """Encode the positions 0 .. L − 1, kept for the next call with the same arguments.

    For tables that fit in memory; ``table_tile.tile`` shows the others.

    Returns
    -------
    ndarray of float64, shape (L, d)
        Read-only.

    Raises
    ------
    ValueError
        If the length is below 0, or width, base or layout is out of range.
    """
    if length < 0:
        raise ValueError(f"The length L must be a whole number from 0, not {length}.")
    encoding = encode(np.arange(length), width, base, layout)
    encoding.flags.writeable = False
    return encoding


def value(
    position: float,
    dimension: int,
    width: int,
    base: float = 10_000.0,
    layout: Layout = "interleaved",
) -> float:
    """One entry of the table, PE(position, dimension).

    Raises
    ------
    ValueError
        If the position is not finite, there is no such dimension, or width, base or layout
        is out of range.
    """
    if not math.isfinite(position):
        raise ValueError(f"The position must be a finite number, not {position}.")
    angle = position * frequencies(width, base)[pair_of(dimension, width, layout)]
    return math.cos(angle) if is_cosine(dimension, width, layout) else math.sin(angle)


def _columns(width: int, layout: Layout, *, cosine: bool) -> range:
    sines, cosines = sine_and_cosine_columns(width, layout)
    return range(width)[cosines if cosine else sines]


def _check_pair(pair: int, width: int) -> None:
    if not 0 <= pair < pair_count(width):
        raise ValueError(f"The pair must be from 0 to {pair_count(width) - 1}, not {pair}.")
