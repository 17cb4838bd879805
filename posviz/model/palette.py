"""Values from −1 to 1 as indices of a colour table."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Indices = npt.NDArray[np.uint8]

_ROWS_AT_A_TIME = 80
"""What is computed at a time stays in the processor's cache."""

OUTSIDE_INDEX = 0
"""Palette index of cells that lie outside the table (NaN)."""

ZERO_INDEX = 128
"""Palette index of the value 0; −1 is 1 and +1 is 255."""

STEPS = np.float32(127)
"""Palette steps from 0 to 1."""


def palette_indices(cells: Floats, out: Indices | None = None) -> Indices:
    """Turn values into indices of a colour table: −1 is 1, 0 exactly 128, +1 is 255, NaN 0.

    Parameters
    ----------
    cells : ndarray of float32, shape (rows, columns)
        Values beyond −1 .. 1 take the colour of the nearer end.
    out : ndarray of uint8, shape (rows, columns), optional
        Where to write, for instance the memory of an image.

    Returns
    -------
    ndarray of uint8, shape (rows, columns)
        ``out`` if it was given.
    """
    indices = np.empty(cells.shape, dtype=np.uint8) if out is None else out
    strip = np.empty((min(_ROWS_AT_A_TIME, len(cells)), *cells.shape[1:]), dtype=np.float32)
    for row in range(0, len(cells), _ROWS_AT_A_TIME):
        rows = slice(row, row + _ROWS_AT_A_TIME)
        part = strip[: len(cells) - row]
        np.clip(cells[rows], -1, 1, out=part)
        part *= STEPS
        round_to_indices(part, indices[rows])
    return indices


def round_to_indices(steps: Floats, out: Indices) -> None:
    """Turn values from −`STEPS` to `STEPS`, which are overwritten, into indices."""
    # Added to 1.5 · 2^23 a float32 is rounded to a whole number that fills its low bits:
    # the low byte is the index. The low byte of NaN is 0.
    steps += np.float32(1.5 * 2**23 + ZERO_INDEX)
    np.copyto(out, steps.view(np.uint32), casting="unsafe")
