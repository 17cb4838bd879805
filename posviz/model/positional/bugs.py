"""The classic wrong implementations of the sinusoidal table, and how each gives itself away.

Every function makes the rows that such code makes, in the paper's order of columns. The right
table is `sinusoidal.encode` (Vaswani et al. 2017, "Attention Is All You Need", section 3.5):
columns 2i and 2i + 1 share the frequency base^(−2i/d).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posviz.model.number_formats import rounded
from posviz.model.positional.sinusoidal import encode, pair_count

BugName = Literal[
    "none", "doubled", "own", "ladder", "integer", "halves", "batch", "float16", "bfloat16", "odd"
]
"""The mistakes, by name; "none" for right code."""

Floats = NDArray[np.float64]
FLAT = 0.05
"""A column is flat when its largest and smallest value in the table are closer than this."""
WRONG = 1e-6
"""A cell is wrong when it is off by more; float32 arithmetic stays below at these lengths."""


def _from_frequencies(positions: Floats, column_frequencies: Floats) -> Floats:
    """Sines in the even columns and cosines in the odd ones, each with its frequency, (n, d)."""
    table: Floats = positions[:, np.newaxis] * column_frequencies  # (n, d)
    table[:, 0::2] = np.sin(table[:, 0::2])
    table[:, 1::2] = np.cos(table[:, 1::2])
    return table


def doubled(positions: Floats, width: int, base: float) -> Floats:
    """Put the column where the formula has the pair i: the exponent is doubled, 2c/d."""
    return _from_frequencies(positions, base ** (-2.0 * np.arange(width) / width))


def own(positions: Floats, width: int, base: float) -> Floats:
    """Give every column a frequency of its own, base^(−c/d): the cosines are wrong."""
    return _from_frequencies(positions, base ** (-1.0 * np.arange(width) / width))


def ladder(positions: Floats, width: int, base: float) -> Floats:
    """Divide by the number of pairs − 1: the last frequency is 1/base; 0/0 with one pair."""
    pairs = pair_count(width)
    if pairs == 1:
        return np.full((len(positions), width), np.nan)
    exponents: Floats = (np.arange(width) // 2).astype(np.float64) / (pairs - 1)  # (d,)
    return _from_frequencies(positions, np.power(base, -exponents))


def integer(positions: Floats, width: int, base: float) -> Floats:
    """Divide whole numbers, 2i // d, which is 0 for every pair: all turn like pair 0."""
    exponents = 2 * (np.arange(width) // 2) // width  # (d,)
    return _from_frequencies(positions, np.power(base, -exponents.astype(np.float64)))


def halves(positions: Floats, width: int, base: float) -> Floats:
    """Put all sines first, then all cosines, where the reader expects them in turn."""
    return encode(positions, width, base, "halves")


def batch(positions: Floats, width: int, base: float) -> Floats:
    """Add row b to sequence b of the batch: all tokens of the first one get PE(0)."""
    return encode(np.zeros(len(positions)), width, base)


def float16(positions: Floats, width: int, base: float) -> Floats:
    """Keep the position in float16: 2049 becomes 2048, and from 65 520 on it is infinite."""
    return _from_rounded(rounded(positions, "float16"), width, base)


def bfloat16(positions: Floats, width: int, base: float) -> Floats:
    """Keep the position in bfloat16: 257 becomes 256."""
    return _from_rounded(rounded(positions, "bfloat16"), width, base)


def odd(positions: Floats, width: int, base: float) -> Floats:
    """Fill floor(d/2) pairs of a table of zeros: with odd d the last column stays 0."""
    table = encode(positions, width, base)
    if width % 2:
        table[:, -1] = 0
    return table


def _from_rounded(positions: Floats, width: int, base: float) -> Floats:
    table = np.full((len(positions), width), np.nan)  # sin(∞) is no number
    finite = np.isfinite(positions)
    table[finite] = encode(positions[finite], width, base)
    return table


_MAKERS: dict[BugName, Callable[[Floats, int, float], Floats]] = {
    "none": encode,
    "doubled": doubled,
    "own": own,
    "ladder": ladder,
    "integer": integer,
    "halves": halves,
    "batch": batch,
    "float16": float16,
    "bfloat16": bfloat16,
    "odd": odd,
}

CATCHERS: dict[BugName, tuple[str, str]] = {
    "none": ("row = encoding(4, d=64)[1]", "assert abs(row[2] - sin(10000 ** (-2 / 64))) < 1e-6"),
    "doubled": (
        "row = encoding(4, d=64)[1]",
        "assert abs(row[2] - sin(10000 ** (-2 / 64))) < 1e-6",
    ),
    "own": ("row = encoding(4, d=64)[1]", "assert abs(row[3] - cos(10000 ** (-2 / 64))) < 1e-6"),
    "ladder": (
        "row = encoding(4, d=64)[1]",
        "assert abs(row[2] - sin(10000 ** (-2 / 64))) < 1e-6",
    ),
    "integer": (
        "row = encoding(4, d=64)[1]",
        "assert abs(row[2] - sin(10000 ** (-2 / 64))) < 1e-6",
    ),
    "halves": ("row = encoding(4, d=64)[0]", "assert row[1] == 1"),
    "batch": ("rows = encoding(4, d=64)", "assert abs(rows[1][0] - sin(1)) < 1e-6"),
    "float16": ("rows = encoding(2050, d=64)", "assert abs(rows[2049][0] - sin(2049)) < 1e-3"),
    "bfloat16": ("rows = encoding(258, d=64)", "assert abs(rows[257][0] - sin(257)) < 1e-3"),
    "odd": ("row = encoding(2, d=5)[1]", "assert abs(row[4] - sin(10000 ** (-4 / 5))) < 1e-6"),
}
"""Two lines of Python that fail for the wrong code and pass for the right one."""


def table_with(bug: BugName, positions: ArrayLike, width: int, base: float = 10_000.0) -> Floats:
    """Rows as the wrong code makes them.

    Parameters
    ----------
    bug : BugName
        Which mistake; "none" gives the right rows.
    positions : array_like, shape (n,)
        Whole numbers from 0.
    width : int
        d, the columns of a row.
    base : float
        10 000 in the paper.

    Returns
    -------
    ndarray of float64, shape (n, d)
        NaN where the code divides 0 by 0 or the position has become infinite.
    """
    return _MAKERS[bug](np.asarray(positions, dtype=np.float64), width, base)


@dataclass(frozen=True)
class Telltale:
    """What gives a wrong table away.

    Attributes
    ----------
    flat, flat_right
        Columns that are flat in the wrong table and in the right one; see `FLAT`.
    largest
        Largest difference of two cells; NaN where a cell is no number.
    first
        Position and column of the first wrong cell, row by row; None where all are right.
    share
        Share of cells that are wrong, from 0 to 1.
    """

    flat: int
    flat_right: int
    largest: float
    first: tuple[int, int] | None
    share: float


def telltale(right: Floats, wrong: Floats) -> Telltale:
    """Compare two tables of the positions 0, 1, 2 …, each (n, d)."""
    difference = np.abs(wrong - right)  # (n, d)
    off = ~(difference <= WRONG)  # true for NaN too
    at = int(np.argmax(off))
    row, column = divmod(at, right.shape[1])
    return Telltale(
        flat=flat_columns(wrong),
        flat_right=flat_columns(right),
        largest=float(difference.max()),
        first=(row, column) if off.flat[at] else None,
        share=float(off.mean()),
    )


def flat_columns(table: Floats) -> int:
    """Count the columns whose values stay within `FLAT`; one that is no number is not flat."""
    return int(np.count_nonzero(table.max(axis=0) - table.min(axis=0) < FLAT))


def similarities(table: Floats, row: Floats) -> Floats:
    """Inner products of a row with all rows of a table, as a part of d/2, (n,).

    d/2 is the product of a row with itself in a right table of even width.
    """
    products: Floats = table @ row / (table.shape[1] / 2)
    return products
