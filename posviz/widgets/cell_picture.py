"""A matrix as an image of exactly the pixels it covers, hatched where a cell is shut."""

from __future__ import annotations

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray
from PySide6.QtGui import QImage

from posviz.model.palette import palette_indices
from posviz.widgets.theme import Look

_PARTED_FROM = 8
"""Rows and columns of so many pixels are parted by a line."""
_HATCH = 6.0


def cell_picture(
    values: NDArray[np.float64],
    masked: NDArray[np.bool_] | None,
    width: int,
    height: int,
    look: Look,
    density: float = 1.0,
) -> QImage:
    """Paint a matrix, (n, m), into an image; row 0 on top.

    Parameters
    ----------
    values : ndarray of float64, shape (n, m)
        ±1 take the end colours. A cell of NaN is dotted.
    masked : ndarray of bool, shape (n, m), or None
        Cells that are hatched, whatever their value.
    width, height : int
        Pixels, at least 1. Where there are more cells, blocks of them share their pixels: these
        have the mean of those that have a value and are not hatched, or are hatched if all are.
    density : float
        Pixels of the image to one of the look.
    """
    finite = np.isfinite(values)
    shown = np.ones_like(finite) if masked is None else np.logical_not(masked)
    counted = finite & shown
    n, m = values.shape
    each = -(-n // height), -(-m // width)
    sums = _blocks(np.where(counted, values, 0), *each)
    seen = _blocks(shown, *each)
    counts = seen if finite[shown].all() else _blocks(counted, *each)
    means = np.full_like(sums, np.nan)
    np.divide(sums, counts, out=means, where=counts > 0)
    closed = seen == 0
    unknown = np.isnan(means) & ~closed
    rows, columns = (
        (np.arange(1, pixels + 1) * count - 1) // pixels // cells  # the block of each pixel
        for pixels, count, cells in zip((height, width), (n, m), each, strict=True)
    )
    colours = look.palette_table[palette_indices(means)]
    picture = colours.take(rows, axis=0).take(columns, axis=1)  # (height, width)
    surface, ink = (np.uint32(look.colour(role).rgb()) for role in ("panel", "faint"))
    gap = max(1, round(look.px(1) * density))
    period = max(3, round(look.px(_HATCH) * density))
    on = np.arange(height + width) % period < gap
    if closed.any():
        # Row y of the window begins at entry y: lines that slant.
        slanting = sliding_window_view(np.where(on, ink, surface), width)[:height]
        np.copyto(picture, slanting, where=closed[rows][:, columns])
    if unknown.any():
        dots = np.where(on[:height, np.newaxis] & on[:width], ink, surface)
        np.copyto(picture, dots, where=unknown[rows][:, columns])
    least = look.px(_PARTED_FROM) * density
    for shift in range(1, gap + 1):
        if height / n >= least:
            picture[_starts(rows) - shift] = surface
        if width / m >= least:  # columns stay apart where rows are many
            picture[:, _starts(columns) - shift] = surface
    image = QImage(picture.data, width, height, 4 * width, QImage.Format.Format_RGB32)
    return image.copy()  # it owns its pixels; the array goes away with this call


def _starts(cells: NDArray[np.int64]) -> NDArray[np.int64]:
    """First pixels of all cells but the first."""
    found: NDArray[np.int64] = np.flatnonzero(np.diff(cells)) + 1
    return found


def _blocks(
    cells: NDArray[np.float64] | NDArray[np.bool_], rows_each: int, columns_each: int
) -> NDArray[np.float32]:
    """Add up blocks of cells; those at the edge are smaller."""
    n, m = cells.shape
    whole = np.zeros((n + -n % rows_each, m + -m % columns_each), dtype=np.float32)
    whole[:n, :m] = cells
    rows = np.sum([whole[k::rows_each] for k in range(rows_each)], axis=0)
    sums: NDArray[np.float32] = np.sum(
        [rows[:, k::columns_each] for k in range(columns_each)], axis=0
    )
    return sums
