"""How alike two positions are: the dot products of the rows of the sinusoidal table.

The dot product of the rows of two positions is a sum over the pairs,

    PE(i) · PE(j) = sum over k of cos((j − i) w_k),

so with even d it depends on the offset j − i alone: the L × L matrix has equal values along
each diagonal, and no order, since the cosine is even. All rows have the length sqrt(d/2), so
divided by d/2 it is their cosine. With odd d the last column is a lone sine, which adds
sin(i w) sin(j w): nearly, not wholly, a function of the offset.

Attention does not compare the rows themselves but q = PE(i) W_Q and k = PE(j) W_K. That can
keep the pattern, give it a direction, or break it; see :data:`Weights`.

All of this is linear in either row, so the mean over a block of the matrix is the product of
two mean rows, which are known in closed form: a matrix of 1 000 000 × 1 000 000 is exact at
every zoom without ever being there.

Source: Vaswani et al. 2017, section 3.5; Yan et al. 2019 (TENER), section 3, on distance
without direction.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from posviz.model import table_tile
from posviz.model.positional import sinusoidal
from posviz.model.positional.weights import (
    HEAD_SIZE,
    Weights,
    largest_typed,
    random_weights,
    read_pair,
)

Floats = npt.NDArray[np.float64]

_FEW = 16
_SAMPLES = 24


@dataclass(frozen=True)
class Profile:
    """One row of the matrix as a function of the offset j − i: a sum of waves.

    value(offset) = sum over k of a_k cos(w_k offset) + b_k sin(w_k offset)

    Attributes
    ----------
    frequencies, cosines, sines
        w, a and b of each pair, (ceil(d/2),).
    """

    frequencies: Floats
    cosines: Floats
    sines: Floats

    def at(self, offsets: npt.ArrayLike) -> Floats:
        """Return the values at some offsets, (n,)."""
        return self.means(offsets, 1)

    def means(self, first: npt.ArrayLike, each: int) -> Floats:
        """Return the means over `each` offsets in a row, from each of `first`, (n,)."""
        starts = np.asarray(first, dtype=np.float64)
        # Offsets are whole, so whole turns do not count; without them the kernel has no 0/0.
        w = np.arctan2(np.sin(self.frequencies), np.cos(self.frequencies))
        kernel = np.ones_like(w)
        np.divide(np.sin(each * w / 2), each * np.sin(w / 2), out=kernel, where=w != 0)
        a, b = kernel * self.cosines, kernel * self.sines
        middles = starts + (each - 1) / 2
        step = np.diff(middles[:2])
        if len(middles) < _FEW or (np.diff(middles) != step).any():
            angles = np.outer(middles, w)  # (n, pairs)
            one_by_one: Floats = np.cos(angles) @ a + np.sin(angles) @ b
            return one_by_one
        # Each of equally spaced offsets is one of a few far ones plus one of a few near ones.
        side = math.isqrt(len(middles) - 1) + 1
        far = np.outer(middles[0] + np.arange(side) * side * step, w)  # (side, pairs)
        near = np.outer(np.arange(side) * step, w)
        cosine, sine = np.cos(far), np.sin(far)
        values: Floats = (a * cosine + b * sine) @ np.cos(near).T + (
            b * cosine - a * sine
        ) @ np.sin(near).T
        return values.reshape(-1)[: len(middles)].copy()


@dataclass(frozen=True)
class Rise:
    """Where a profile that falls from offset 0 rises again.

    Attributes
    ----------
    offset
        The first offset whose value is above that of the offset before; None if there is none
        up to `looked_at`.
    before, after
        The values at the offset before and at that offset; NaN without one.
    looked_at
        The last offset that was looked at.
    """

    offset: int | None
    before: float
    after: float
    looked_at: int


@dataclass(frozen=True)
class PositionSimilarity:
    """The L × L matrix of similarities q_i · k_j, divided by `scale`; no part of it is stored.

    Parameters
    ----------
    length, width : int
        L and d.
    base : float
        Of the encoding.
    weights : {"identity", "same", "turned", "separate", "typed"}
        What q and k are made with.
    seed : int
        Of the random matrices, and of the turn.
    typed : tuple of str
        W_Q and W_K as typed, for "typed"; they must fit d, see `weights.read_pair`.
    """

    length: int
    width: int
    base: float = 10_000.0
    weights: Weights = "identity"
    seed: int = 0
    typed: tuple[str, str] = ("", "")

    @property
    def head_size(self) -> int:
        """Columns h of W_Q and W_K; d where there are none."""
        if self.weights == "typed":
            return int(read_pair(self.typed, self.width)[0].shape[1])
        return min(self.width, HEAD_SIZE) if self.is_random else self.width

    @property
    def is_random(self) -> bool:
        """Whether q and k are made with random matrices."""
        return self.weights in ("same", "separate")

    @property
    def scale(self) -> float:
        """What the dot product q · k is divided by.

        d/2, the square of a row's length; h/2 with one random matrix of h columns, which then
        gives the same on average; sqrt(h) with two, as attention does.
        """
        if self.weights == "separate":
            return math.sqrt(self.head_size)
        return (self.head_size if self.weights == "same" else self.width) / 2

    @cached_property
    def reach(self) -> float:
        """What no value exceeds with typed matrices; 1 with others, which may exceed it."""
        return largest_typed(self.typed, self.width) if self.weights == "typed" else 1.0

    @property
    def turn(self) -> int:
        """Positions by which "turned" turns the keys, from −16 to 16 without −2 .. 2."""
        numbers = np.random.default_rng(self.seed)
        return int(numbers.integers(3, 17)) * int(numbers.choice((-1, 1)))

    @cached_property
    def _frequencies(self) -> Floats:
        return sinusoidal.frequencies(self.width, self.base)

    @cached_property
    def _matrices(self) -> tuple[Floats, Floats] | None:
        """W_Q and W_K, each (d, h), where there are any."""
        if self.weights == "typed":
            return read_pair(self.typed, self.width)
        if not self.is_random:
            return None
        size = self.width, self.head_size, self.seed
        return random_weights(*size, 0), random_weights(*size, int(self.weights == "separate"))

    def _queries(self, rows: npt.NDArray[np.floating]) -> npt.NDArray[np.floating]:
        """Turn rows, or means of rows, (n, d), into queries, (n, h)."""
        return rows if self._matrices is None else rows @ self._matrices[0]

    def _keys(self, rows: npt.NDArray[np.floating]) -> npt.NDArray[np.floating]:
        if self._matrices is not None:
            return rows @ self._matrices[1]
        return self._turned(rows, self.turn) if self.weights == "turned" else rows

    def _turned(self, rows: npt.NDArray[np.floating], positions: int) -> npt.NDArray[np.floating]:
        full = self.width // 2
        angles = positions * self._frequencies[:full]
        cosine, sine = np.cos(angles).astype(rows.dtype), np.sin(angles).astype(rows.dtype)
        s, c = rows[:, 0 : 2 * full : 2], rows[:, 1 : 2 * full : 2]
        turned = rows.copy()
        turned[:, 0 : 2 * full : 2] = s * cosine + c * sine
        turned[:, 1 : 2 * full : 2] = c * cosine - s * sine
        return turned

    def values(self, rows: npt.ArrayLike, columns: npt.ArrayLike) -> Floats:
        """Return the similarities of some positions i with some positions j, (rows, columns)."""
        q = self._queries(sinusoidal.encode(rows, self.width, self.base))
        k = self._keys(sinusoidal.encode(columns, self.width, self.base))
        product: Floats = q @ k.T / self.scale
        return product

    def tile(
        self,
        first_row: int,
        rows_each: int,
        first_column: int,
        columns_each: int,
        out: npt.NDArray[np.float32],
    ) -> None:
        """Fill `out`, (r, c), with means over blocks of rows_each × columns_each values.

        Blocks at the edge are the means of what lies inside the matrix.
        """
        q = self._queries(self._mean_rows(first_row, len(out), rows_each))
        k = self._keys(self._mean_rows(first_column, out.shape[1], columns_each))
        np.matmul(q / np.float32(self.scale), k.T, out=out)

    def _mean_rows(self, first: int, count: int, each: int) -> npt.NDArray[np.float32]:
        return table_tile.tile(
            first, count, each, 0, self.width, 1, self.width, self.base, "interleaved", self.length
        )

    def profile(self, position: int) -> Profile:
        """Return the row of a position i as a function of the offset j − i.

        It goes on beyond the table, where there are no positions but still an encoding.
        """
        row = sinusoidal.encode([position], self.width, self.base)  # (1, d)
        if self._matrices is not None:
            row = np.asarray(self._queries(row) @ self._matrices[1].T, dtype=np.float64)
        elif self.weights == "turned":
            row = np.asarray(self._turned(row, -self.turn), dtype=np.float64)
        w = self._frequencies
        of_sine = row[0, 0::2] / self.scale  # (ceil(d/2),)
        of_cosine = np.zeros_like(of_sine)
        of_cosine[: self.width // 2] = row[0, 1::2] / self.scale
        sine, cosine = np.sin(position * w), np.cos(position * w)
        return Profile(w, of_sine * sine + of_cosine * cosine, of_sine * cosine - of_cosine * sine)

    def spread_along_diagonals(self) -> tuple[float, int, int]:
        """Return the largest difference of two values on one diagonal, found by comparing.

        Returns
        -------
        tuple[float, int, int]
            The difference, and how many positions and offsets were compared: evenly spread
            ones, as products of rows, without the formula for the offset.
        """
        half = (self.length - 1) // 2
        positions = np.unique(np.linspace(0, self.length - 1 - half, _SAMPLES).astype(int))
        offsets = np.unique(np.linspace(0, half, _SAMPLES).astype(int))
        q = self._queries(sinusoidal.encode(positions, self.width, self.base))  # (n, h)
        low = np.full(len(offsets), np.inf)
        high = -low
        for row, position in zip(q, positions.tolist(), strict=True):
            k = self._keys(sinusoidal.encode(position + offsets, self.width, self.base))
            values = k @ row / self.scale  # (m,)
            low, high = np.minimum(low, values), np.maximum(high, values)
        return float((high - low).max()), len(positions), len(offsets)


def first_rise(profile: Profile, last: int, most_waves: int = 40_000_000) -> Rise:
    """Look for the first offset, up to `last`, at which a profile rises.

    Parameters
    ----------
    most_waves : int
        The search ends after so many waves were evaluated.
    """
    last = min(last, max(1, most_waves // len(profile.frequencies)))
    start, size = 0, 64
    while start < last:
        stop = min(last, start + size)
        values = profile.at(np.arange(start, stop + 1))
        rising = np.flatnonzero(np.diff(values) > 1e-12)  # rounding is no rise
        if rising.size:
            at = int(rising[0])
            return Rise(start + at + 1, float(values[at]), float(values[at + 1]), stop)
        start, size = stop, min(4 * size, 65_536)
    return Rise(None, math.nan, math.nan, last)


def asymmetry(profile: Profile, last: int) -> float:
    """Return the largest difference between an offset and its negative, up to an offset."""
    offsets = np.arange(1, last + 1)
    if not offsets.size:
        return 0.0
    return float(np.abs(profile.at(offsets) - profile.at(-offsets)).max())
