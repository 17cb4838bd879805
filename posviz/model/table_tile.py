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

import numpy as np

from posviz.model.palette import OUTSIDE_INDEX, STEPS, Floats, Indices, round_to_indices
from posviz.model.positional.sinusoidal import Layout
from posviz.model.tile_waves import (
    ROWS_PER_ANCHOR,
    Columns,
    Waves,
    anchors_of,
    blocks,
    first_row,
    matrices_of,
    parts,
    steps_of,
    waves_of,
)


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
    window = Columns(first_dimension, columns, dimensions_per_column, width, layout)
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
    window = Columns(first_dimension, out.shape[1], dimensions_per_column, width, layout)
    _write(out, window, base, first_position, positions_per_row, length)


def _write(
    cells: Floats | Indices,
    window: Columns,
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
    visible = waves_of(window).visible
    start, stop = blocks(first_position, len(cells), positions_per_row, length)  # (rows,)
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


def _fill(
    cells: Floats | Indices,
    window: Columns,
    base: float,
    start: int,
    positions: int,
    positions_per_row: int,
) -> None:
    """Write rows of means, the first over ``positions`` from ``start``, (rows, columns)."""
    first = first_row(window, base, start, positions)  # (C, K)
    if cells.dtype == np.uint8:
        first *= STEPS
    count = -(-len(cells) // ROWS_PER_ANCHOR)
    anchors = anchors_of(window, base, positions_per_row, count)  # (B, C, K)
    if window.are_pairs:
        steps = steps_of(window, base, positions_per_row)[:, 0]  # (40, K)
        _fill_pairs(cells, (first * anchors)[:, 0], steps, odd=max(0, window.first) % 2)
        return
    matrices = matrices_of(window, base, positions_per_row)  # (C, 2K, 40)
    for part in parts(cells.shape[1]):
        turned = (first[part] * anchors[:, part]).view(np.float32)  # (B, c, 2K)
        # The copy costs less than products of matrices that do not lie in a row.
        means = np.ascontiguousarray(turned.transpose(1, 0, 2)) @ matrices[part]  # (c, B, 40)
        _put(cells[:, part].T, means.reshape(-1, count * ROWS_PER_ANCHOR)[:, : len(cells)])


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
