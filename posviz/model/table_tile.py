"""The part of the L × d sinusoidal table that a view shows, exact at every zoom.

A screen shows about a thousand rows and columns of a table that may hold 10^10 values, so
each cell of a tile is the mean over a block of the table. Nothing but the tile is computed:

- Down a column every value is a sine of the position. The mean of s sines at equal steps is
  again a sine, taken at the middle of the block and made smaller by Dirichlet's kernel:
  mean over m < s of sin((p + m) w + f) = D sin((p + (s − 1)/2) w + f),
  D = sin(s w/2) / (s sin(w/2)). Sampling single positions instead would show moiré patterns.
- Across columns, sine and cosine of a pair add up to one wave: a sin t + b cos t
  = hypot(a, b) sin(t + atan2(b, a)). So a column of the tile is the sum of a few waves.
- As a complex number, sin(t) + i cos(t) = i exp(−i t), a wave is turned by one product. Its
  value in the first row is turned to anchors, one row in 40, and from there to the rows between.
  All turns but the first stay the same while one pans along the positions, and are kept.
- The real and the imaginary part are the two columns of a pair. Where these lie side by side
  the product is the table; everywhere else the waves of a column are summed by a matrix product.

Angles are float64 until they are reduced to one turn, then float32: within 1e-6 of the true
mean up to position 10 000 000.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from posviz.model.palette import OUTSIDE_INDEX, STEPS, Floats, Indices, round_to_indices
from posviz.model.positional.sinusoidal import (
    Layout,
    frequencies,
    pair_count,
    sine_and_cosine_columns,
)

Waves = npt.NDArray[np.complex64]
Scalar = TypeVar("Scalar", bound=np.generic)

ROWS_PER_ANCHOR = 40

# What is computed at a time stays in the processor's cache.
COLUMNS_AT_A_TIME = 64


def tile(
    first_position: int,
    rows: int,
    positions_per_row: int,
    first_dimension: int,
    columns: int,
    dimensions_per_column: int,
    width: int,
    base: float,
    layout: Layout,
    length: int | None,
    out: Floats | None = None,
) -> Floats:
    """Shrink a window of the sinusoidal table to a tile of block means.

    Cell (r, c) is the mean over the positions from first_position + r · positions_per_row and
    the dimensions from first_dimension + c · dimensions_per_column. A block that reaches over
    an edge of the table is the mean of what lies inside; a block outside is NaN.

    Parameters
    ----------
    first_position, first_dimension : int
        Where the window begins; may lie outside the table.
    rows, columns : int
        Size of the tile.
    positions_per_row, dimensions_per_column : int
        Size of a block, each at least 1.
    width, base, layout
        The table, see ``sinusoidal.encode``.
    length : int or None
        L: the table holds positions 0 .. L − 1. None: it has no end, on either side.
    out : ndarray of float32, shape (rows, columns), optional
        Where to write.

    Returns
    -------
    ndarray of float32, shape (rows, columns)
        Values from −1 to 1, or NaN. ``out`` if it was given.

    Raises
    ------
    ValueError
        If a size is below 0 or not that of ``out``, a block is empty, or width, base or
        layout is out of range.
    """
    if min(rows, columns) < 0:
        raise ValueError("Rows and columns must be whole numbers from 0.")
    cells = np.empty((rows, columns), dtype=np.float32) if out is None else out
    if cells.shape != (rows, columns):
        raise ValueError(f"out must have {rows} rows and {columns} columns, not {cells.shape}.")
    window = _Columns(first_dimension, columns, dimensions_per_column, width, layout)
    _write(cells, window, base, first_position, positions_per_row, length)
    return cells


def tile_indices(
    first_position: int,
    positions_per_row: int,
    first_dimension: int,
    dimensions_per_column: int,
    width: int,
    base: float,
    layout: Layout,
    length: int | None,
    out: Indices,
) -> None:
    """Fill ``out``, (rows, columns), with the palette indices of a tile, see `tile`.

    This takes half as long as to make the values and then their indices. A view that draws
    many frames passes the same array: to get fresh memory from the system takes longer than
    the computation.
    """
    window = _Columns(first_dimension, out.shape[1], dimensions_per_column, width, layout)
    _write(out, window, base, first_position, positions_per_row, length)


class _Columns(NamedTuple):
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


class _Waves(NamedTuple):
    """The K waves that add up to each of C columns; some may have amplitude 0.

    Where columns are pairs, all waves in sight are in one row: C is 1.
    """

    visible: slice  # the columns of the tile that show any of the table
    pair: npt.NDArray[np.int64]  # (C, K)
    phase: npt.NDArray[np.float64]  # (C, K), turns
    amplitude: npt.NDArray[np.float64]  # (C, K)


def _write(
    cells: Floats | Indices,
    window: _Columns,
    base: float,
    first_position: int,
    positions_per_row: int,
    length: int | None,
) -> None:
    """Write means, or their indices, into all cells of a tile."""
    if length is not None and length < 0:
        raise ValueError("The length must be a whole number from 0.")
    if min(positions_per_row, window.dimensions_each) < 1:
        raise ValueError("A cell must show at least 1 position and 1 dimension.")
    visible = _waves(window).visible
    start, stop = _blocks(first_position, len(cells), positions_per_row, length)  # (rows,)
    positions = stop - start

    nothing = OUTSIDE_INDEX if cells.dtype == np.uint8 else np.nan
    cells[positions == 0] = nothing
    cells[:, : visible.start] = nothing
    cells[:, visible.stop :] = nothing
    whole = np.flatnonzero(positions == positions_per_row)
    if whole.size:
        run = cells[whole[0] : whole[-1] + 1, visible]
        _fill(run, window, base, int(start[whole[0]]), positions_per_row, positions_per_row)
    for row in np.flatnonzero((positions > 0) & (positions < positions_per_row)):
        cut = cells[row : row + 1, visible]
        _fill(cut, window, base, int(start[row]), int(positions[row]), positions_per_row)


def _blocks(
    first: int, count: int, size: int, end: int | None
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Start and stop of blocks in a row, cut to 0 .. end."""
    start = first + size * np.arange(count, dtype=np.int64)
    if end is None:
        return start, start + size
    return np.clip(start, 0, end), np.clip(start + size, 0, end)


@lru_cache(maxsize=4)
def _waves(window: _Columns) -> _Waves:
    """Gather the sines and cosines under each column into waves."""
    sines, cosines = sine_and_cosine_columns(window.width, window.layout)
    start, stop = _blocks(window.first, window.number, window.dimensions_each, window.width)
    shown = np.flatnonzero(stop > start)
    visible = slice(shown[0], shown[-1] + 1) if shown.size else slice(0, 0)
    start, stop = start[visible, np.newaxis], stop[visible, np.newaxis]  # (C, 1)
    if window.are_pairs:
        first, last = (int(start[0, 0]), int(stop[-1, 0])) if shown.size else (0, 0)
        pairs = np.arange(first // 2, (last + 1) // 2)[np.newaxis]  # (1, K)
        return _Waves(visible, _read_only(pairs), np.zeros(pairs.shape), np.ones(pairs.shape))

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
    return _Waves(visible, _read_only(pairs), phase, amplitude / (stop - start))


@lru_cache(maxsize=4)
def _frequencies(window: _Columns, base: float) -> npt.NDArray[np.float64]:
    """Turns per position of each wave, from −1/2 to 1/2, (C, K)."""
    turns = frequencies(window.width, base) / (2 * np.pi)  # (pairs,)
    # Positions are whole numbers, so whole turns per position do not count. Without them
    # sin(w/2) in Dirichlet's kernel is 0 only where w is (w > π needs a base below 1).
    return _read_only((turns - np.rint(turns))[_waves(window).pair])


@lru_cache(maxsize=8)
def _amplitudes(window: _Columns, base: float, positions: int) -> Floats:
    """Amplitudes of the waves in a mean over some positions, (C, K)."""
    half = np.pi * _frequencies(window, base)
    kernel = np.ones_like(half)
    if positions > 1:
        np.divide(np.sin(positions * half), positions * np.sin(half), out=kernel, where=half != 0)
    return _read_only((kernel * _waves(window).amplitude).astype(np.float32))


@lru_cache(maxsize=4)
def _anchors(window: _Columns, base: float, positions_per_row: int, count: int) -> Waves:
    """Turns from the first row to each anchor, (B, C, K)."""
    return _turns(_frequencies(window, base), ROWS_PER_ANCHOR * positions_per_row, count)


@lru_cache(maxsize=4)
def _steps(window: _Columns, base: float, positions_per_row: int) -> Waves:
    """Turns from an anchor to the rows after it, (40, C, K)."""
    frequency = _frequencies(window, base)
    # Re(z e) is Re z Re e − Im z Im e, and the matrix product adds.
    frequency = frequency if window.are_pairs else -frequency
    return _turns(frequency, positions_per_row, ROWS_PER_ANCHOR)


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
    angles = _within_a_turn(turns)
    found = np.empty(angles.shape, dtype=np.complex64)
    np.cos(angles, out=found.real)
    np.sin(np.negative(angles, out=angles), out=found.imag)
    return found


def _fill(
    cells: Floats | Indices,
    window: _Columns,
    base: float,
    start: int,
    positions: int,
    positions_per_row: int,
) -> None:
    """Write rows of means, the first over ``positions`` from ``start``, (rows, columns)."""
    waves = _waves(window)
    middle = start + (positions - 1) / 2
    angles = _within_a_turn(_frequencies(window, base) * middle + waves.phase)  # (C, K)
    first = np.empty(angles.shape, dtype=np.complex64)
    np.sin(angles, out=first.real)
    np.cos(angles, out=first.imag)
    first *= _amplitudes(window, base, positions)
    if cells.dtype == np.uint8:
        first *= STEPS
    count = -(-len(cells) // ROWS_PER_ANCHOR)
    turned = first * _anchors(window, base, positions_per_row, count)  # (B, C, K)
    steps = _steps(window, base, positions_per_row)  # (40, C, K)
    if window.are_pairs:
        _fill_pairs(cells, turned[:, 0], steps[:, 0], odd=max(0, window.first) % 2)
        return
    left = turned.view(np.float32).transpose(1, 0, 2)  # (C, B, 2K)
    right = steps.view(np.float32).transpose(1, 2, 0)  # (C, 2K, 40)
    for part in _parts(cells.shape[1]):
        means = (left[part] @ right[part]).reshape(-1, count * ROWS_PER_ANCHOR)  # (c, B · 40)
        _put(cells[:, part].T, means[:, : len(cells)])


def _put(cells: Floats | Indices, means: Floats) -> None:
    """Write means, or the indices of what is `STEPS` times as large and is overwritten."""
    if cells.dtype == np.uint8:
        indices = np.empty(means.shape, dtype=np.uint8)
        round_to_indices(means, indices)
        cells[:] = indices
    else:
        cells[:] = means


def _fill_pairs(cells: Floats | Indices, turned: Waves, steps: Waves, odd: int) -> None:
    """Turn anchors, (B, K), by steps, (40, K); the first column is a cosine if `odd`."""
    strip = np.empty_like(steps)
    columns = strip.view(np.float32)[:, odd : odd + cells.shape[1]]  # (40, columns)
    for anchor, turn in enumerate(turned):
        np.multiply(steps, turn, out=strip)
        rows = cells[ROWS_PER_ANCHOR * anchor :][:ROWS_PER_ANCHOR]
        _put(rows, columns[: len(rows)])


def _parts(columns: int) -> list[slice]:
    """Few columns at a time, c of the C."""
    step = COLUMNS_AT_A_TIME
    return [slice(first, first + step) for first in range(0, columns, step)]


def _read_only(array: npt.NDArray[Scalar]) -> npt.NDArray[Scalar]:
    """Guard a cached array."""
    array.flags.writeable = False
    return array


def _within_a_turn(turns: npt.NDArray[np.float64]) -> Floats:
    """Angles in radians, from −π to π, after which float32 is enough. Overwrites the turns."""
    turns -= np.rint(turns)
    turns *= 2 * np.pi
    return turns.astype(np.float32)
