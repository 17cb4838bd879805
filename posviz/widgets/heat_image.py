"""Pictures of rows of values in the data colours, never wider than the screen has pixels."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QImage

from posviz.model.palette import palette_indices
from posviz.widgets.theme import Look

_LARGE = 1e30
"""Far beyond the colour map, and still a float32."""


def shrunk(rows: NDArray[np.float64], pixels: int) -> NDArray[np.float32]:
    """Fit rows into so many pixels: means of neighbouring cells where there are more cells.

    Parameters
    ----------
    rows : ndarray of float64, shape (n, d)
        Rows of values.
    pixels : int
        Columns that there is room for, at least 1.

    Returns
    -------
    ndarray of float32, shape (n, min(d, pixels))
        The rows themselves if they fit.
    """
    width = rows.shape[1]
    rows = np.clip(rows, -_LARGE, _LARGE)
    if width <= pixels:
        return rows.astype(np.float32)
    edges = np.arange(pixels + 1) * width // pixels  # (pixels + 1,)
    sums = np.add.reduceat(rows, edges[:-1], axis=1)  # (n, pixels)
    means: NDArray[np.float32] = (sums / np.diff(edges)).astype(np.float32)
    return means


def heat_image(rows: NDArray[np.float64], pixels: int, look: Look) -> QImage:
    """Picture of rows of values, (n, d), one pixel a cell, at most `pixels` wide."""
    colours = look.palette_table[palette_indices(shrunk(rows, max(1, pixels)))]
    height, width = colours.shape
    # The copy owns its pixels; the array goes away with this call.
    return QImage(colours.tobytes(), width, height, 4 * width, QImage.Format.Format_RGB32).copy()
