"""A matrix as an image of exactly the pixels it covers, hatched where a cell is shut."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor, QImage

from posviz.model.table_tile import palette_indices
from posviz.widgets.theme import Look

_PARTED_FROM = 8
"""Cells of so many pixels are parted by a line."""
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
        Pixels, at least 1. Where cells share a pixel it has the mean of those that have a value
        and are not hatched; it is hatched if all of them are.
    density : float
        Pixels of the image to one of the look.
    """
    shut = np.zeros(values.shape, dtype=bool) if masked is None else masked
    counted = np.isfinite(values) & ~shut
    sums = _blocks(np.where(counted, np.clip(values, -1, 1), 0.0), height, width)
    counts = _blocks(counted.astype(np.float64), height, width)
    means = np.full_like(sums, np.nan)
    np.divide(sums, counts, out=means, where=counts > 0)
    closed = _blocks((~shut).astype(np.float64), height, width) == 0
    unknown = np.isnan(means) & ~closed
    n, m = sums.shape
    rows = np.arange(height) * n // height  # (height,)
    columns = np.arange(width) * m // width  # (width,)
    cells = look.palette_table[palette_indices(means.astype(np.float32))]
    picture = cells[rows][:, columns]  # (height, width)
    surface = _rgb(look.colour("panel"))
    gap = max(1, round(look.px(1) * density))
    period = max(3, round(look.px(_HATCH) * density))
    down, across = np.arange(height)[:, np.newaxis], np.arange(width)
    ink = _rgb(look.colour("faint"))
    if closed.any():
        stripes = (down + across) % period < gap
        picture = np.where(closed[rows][:, columns], np.where(stripes, ink, surface), picture)
    if unknown.any():
        dots = (down % period < gap) & (across % period < gap)
        picture = np.where(unknown[rows][:, columns], np.where(dots, ink, surface), picture)
    least = look.px(_PARTED_FROM) * density
    if min(height / n, width / m) >= least:
        for shift in range(1, gap + 1):
            picture[_starts(rows) - shift] = surface
            picture[:, _starts(columns) - shift] = surface
    image = QImage(
        np.ascontiguousarray(picture, dtype=np.uint32).tobytes(),
        width,
        height,
        4 * width,
        QImage.Format.Format_RGB32,
    )
    return image.copy()  # it owns its pixels; the bytes go away with this call


def _rgb(colour: QColor) -> np.uint32:
    return np.uint32(colour.rgb())


def _starts(cells: NDArray[np.int64]) -> NDArray[np.int64]:
    """First pixels of all cells but the first."""
    found: NDArray[np.int64] = np.flatnonzero(np.diff(cells)) + 1
    return found


def _blocks(cells: NDArray[np.float64], height: int, width: int) -> NDArray[np.float64]:
    """Add up cells that share a pixel, along both axes."""
    for axis, pixels in ((0, height), (1, width)):
        count = cells.shape[axis]
        if count > pixels:
            edges = np.arange(pixels) * count // pixels
            cells = np.add.reduceat(cells, edges, axis=axis)
    return cells
