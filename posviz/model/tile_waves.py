"""The waves under the columns of a tile of the sinusoidal table, and how they turn.

What stays the same from frame to frame is kept: the waves while the columns are the same, the
turns while base and zoom are.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from posviz.model.palette import Floats
from posviz.model.positional.sinusoidal import (
    Layout,
    frequencies,
    pair_count,
    sine_and_cosine_columns,
)

Waves = npt.NDArray[np.complex64]
Scalar = TypeVar("Scalar", bound=np.generic)

ROWS_PER_ANCHOR = 40


class Columns(NamedTuple):
    """The columns of a tile: what stays the same while one pans along the positions."""

    first: int
    number: int
    dimensions_each: int
    width: int
    layout: Layout

    @property
    def are_pairs(self) -> bool:
        """Whether neighbouring columns are the sine and the cosine of one wave."""
        return self.layout == "interleaved" and self.dimensions_each == 1


class ColumnWaves(NamedTuple):
    """The K waves that add up to each of C columns; some may have amplitude 0.

    Where columns are pairs, all waves in sight are in one row: C is 1.
    """

    visible: slice  # the columns of the tile that show any of the table
    pair: npt.NDArray[np.int64]  # (C, K)
    phase: npt.NDArray[np.float64]  # (C, K), turns
    amplitude: npt.NDArray[np.float64]  # (C, K)


def blocks(
    first: int, count: int, size: int, end: int | None
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Start and stop of blocks in a row, cut to 0 .. end."""
    start = first + size * np.arange(count, dtype=np.int64)
    if end is None:
        return start, start + size
    return np.clip(start, 0, end), np.clip(start + size, 0, end)


@lru_cache(maxsize=4)
def waves_of(window: Columns) -> ColumnWaves:
    """Gather the sines and cosines under each column into waves."""
    sines, cosines = sine_and_cosine_columns(window.width, window.layout)
    start, stop = blocks(window.first, window.number, window.dimensions_each, window.width)
    shown = np.flatnonzero(stop > start)
    visible = slice(shown[0], shown[-1] + 1) if shown.size else slice(0, 0)
    start, stop = start[visible, np.newaxis], stop[visible, np.newaxis]  # (C, 1)
    if window.are_pairs:
        first, last = (int(start[0, 0]), int(stop[-1, 0])) if shown.size else (0, 0)
        pairs = np.arange(first // 2, (last + 1) // 2)[np.newaxis]  # (1, K)
        return ColumnWaves(
            visible,
            _read_only(pairs),
            _read_only(np.zeros(pairs.shape)),
            _read_only(np.ones(pairs.shape)),
        )

    pair = np.empty(window.width, dtype=np.int64)  # of each dimension, (d,)
    pair[sines] = np.arange(pair_count(window.width))
    pair[cosines] = np.arange(window.width // 2)
    is_cosine = np.zeros(window.width, dtype=bool)
    is_cosine[cosines] = True

    dimension = start + np.arange(min(window.dimensions_each, window.width))  # (C, n)
    inside = dimension < stop
    dimension = np.minimum(dimension, window.width - 1)
    # Neighbouring dimensions of one pair share a wave.
    wave = np.zeros_like(dimension)
    np.cumsum(pair[dimension[:, 1:]] != pair[dimension[:, :-1]], axis=1, out=wave[:, 1:])

    waves = int(wave[inside].max(initial=0)) + 1
    pairs = np.zeros((len(start), waves), dtype=np.int64)
    sine, cosine = np.zeros((2, len(start), waves))
    column = np.broadcast_to(np.arange(len(start))[:, np.newaxis], dimension.shape)
    pairs[column[inside], wave[inside]] = pair[dimension[inside]]
    for part, is_part in ((sine, ~is_cosine), (cosine, is_cosine)):
        chosen = inside & is_part[dimension]
        part[column[chosen], wave[chosen]] = 1
    phase, amplitude = np.arctan2(cosine, sine) / (2 * np.pi), np.hypot(sine, cosine)
    amplitude /= stop - start
    return ColumnWaves(visible, _read_only(pairs), _read_only(phase), _read_only(amplitude))


@lru_cache(maxsize=4)
def _frequencies(window: Columns, base: float) -> npt.NDArray[np.float64]:
    """Turns per position of each wave, from −1/2 to 1/2, (C, K)."""
    turns = frequencies(window.width, base) / (2 * np.pi)  # (pairs,)
    # Positions are whole numbers, so whole turns per position do not count. Without them
    # sin(w/2) in Dirichlet's kernel is 0 only where w is (w > π needs a base below 1).
    return _read_only((turns - np.rint(turns))[waves_of(window).pair])


@lru_cache(maxsize=8)
def _amplitudes(window: Columns, base: float, positions: int) -> Floats:
    """Amplitudes of the waves in a mean over some positions, (C, K)."""
    half = np.pi * _frequencies(window, base)
    kernel = np.ones_like(half)
    if positions > 1:
        np.divide(np.sin(positions * half), positions * np.sin(half), out=kernel, where=half != 0)
    return _read_only((kernel * waves_of(window).amplitude).astype(np.float32))


@lru_cache(maxsize=4)
def anchors_of(window: Columns, base: float, positions_per_row: int, count: int) -> Waves:
    """Turns from the first row to each anchor, (B, C, K)."""
    return _turns(_frequencies(window, base), ROWS_PER_ANCHOR * positions_per_row, count)


@lru_cache(maxsize=4)
def steps_of(window: Columns, base: float, positions_per_row: int) -> Waves:
    """Turns from an anchor to the rows after it, (40, C, K)."""
    return _turns(_frequencies(window, base), positions_per_row, ROWS_PER_ANCHOR)


@lru_cache(maxsize=4)
def matrices_of(window: Columns, base: float, positions_per_row: int) -> Floats:
    """Turn and sum the waves of a column as a matrix, of real and imaginary parts, (C, 2K, 40)."""
    frequency = _frequencies(window, base)
    columns, waves = frequency.shape
    matrices = np.empty((columns, 2 * waves, ROWS_PER_ANCHOR), dtype=np.float32)
    for part in parts(columns):
        # Re(z e) is Re z Re e − Im z Im e, and a matrix product adds.
        steps = _turns(-frequency[part], positions_per_row, ROWS_PER_ANCHOR)  # (40, c, K)
        matrices[part] = steps.view(np.float32).transpose(1, 2, 0)
    return _read_only(matrices)


def parts(columns: int) -> list[slice]:
    """Few columns at a time, c of the C: what is computed stays in the processor's cache."""
    step = 128
    return [slice(first, first + step) for first in range(0, columns, step)]


def first_row(window: Columns, base: float, start: int, positions: int) -> Waves:
    """Waves at their mean over some positions from `start`, sine and i cosine, (C, K)."""
    waves = waves_of(window)
    middle = start + (positions - 1) / 2
    angles = within_a_turn(_frequencies(window, base) * middle + waves.phase)  # (C, K)
    first = np.empty(angles.shape, dtype=np.complex64)
    np.sin(angles, out=first.real)
    np.cos(angles, out=first.imag)
    first *= _amplitudes(window, base, positions)
    return first


def _turns(frequency: npt.NDArray[np.float64], positions: int, count: int) -> Waves:
    """Turn waves by 0, 1, 2, ... times so many positions: exp(−i angle), (count, C, K).

    Each turn is a far one and a near one: 6 + 7 sines do for 40 of them.
    """
    near = math.isqrt(max(count, 1) - 1) + 1
    far = -(-count // near)
    step = positions * np.arange(near)[:, np.newaxis, np.newaxis]
    leap = positions * near * np.arange(far)[:, np.newaxis, np.newaxis]
    turns = _exp(frequency * leap)[:, np.newaxis] * _exp(frequency * step)  # (far, near, C, K)
    return _read_only(turns.reshape(far * near, *frequency.shape)[:count])


def _exp(turns: npt.NDArray[np.float64]) -> Waves:
    """exp(−i angle) of angles in turns, which are overwritten."""
    angles = within_a_turn(turns)
    found = np.empty(angles.shape, dtype=np.complex64)
    np.cos(angles, out=found.real)
    np.sin(np.negative(angles, out=angles), out=found.imag)
    return found


def _read_only(array: npt.NDArray[Scalar]) -> npt.NDArray[Scalar]:
    """Guard a cached array."""
    array.flags.writeable = False
    return array


def within_a_turn(turns: npt.NDArray[np.float64]) -> Floats:
    """Angles in radians, from −π to π, after which float32 is enough. Overwrites the turns."""
    turns -= np.rint(turns)
    turns *= 2 * np.pi
    return turns.astype(np.float32)
