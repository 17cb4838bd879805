"""Many points as one picture: where more of them meet, it is denser."""

from __future__ import annotations

from functools import lru_cache
from math import log

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor, QImage

_FAINTEST, _DENSEST = 0.4, 0.9  # opacity of a single dot, and where most dots meet


def point_cloud(
    pixels: NDArray[np.float64], width: int, height: int, diameter: float, colour: QColor
) -> QImage:
    """Stamp a dot at each pixel that is inside.

    Parameters
    ----------
    pixels : ndarray, shape (n, 2)
        Middles of the dots, in pixels of the picture.
    width, height : int
        Size of the picture.
    diameter : float
        Of a dot, in pixels.
    colour : QColor
        Of a dot; where dots meet it covers more.

    Returns
    -------
    QImage
        Transparent but for the dots.
    """
    stamp = _stamp(max(1, round(diameter)))
    pad = len(stamp)
    wide, high = width + 2 * pad, height + 2 * pad
    # A dot in the margin reaches into the picture; pad // 2 centres the stamp on it.
    with np.errstate(invalid="ignore"):
        x = (pixels[:, 0] + (pad - (pad - 1) / 2)).astype(np.int64)
        y = (pixels[:, 1] + (pad - (pad - 1) / 2)).astype(np.int64)
    inside = (x >= 0) & (x <= wide - pad) & (y >= 0) & (y <= high - pad)
    counts = np.bincount(y[inside] * wide + x[inside], minlength=wide * high)
    dots = np.minimum(counts, 255 // int(stamp.sum())).astype(np.uint8).reshape(high, wide)
    covered = np.zeros((height, width), dtype=np.uint8)
    for down, across in zip(*np.nonzero(stamp), strict=True):
        part = dots[pad - down : pad - down + height, pad - across : pad - across + width]
        covered += part if stamp[down, across] == 1 else part * stamp[down, across]
    base, full = colour.rgb() & 0xFFFFFF, colour.alpha()
    levels = _opacities(int(stamp.max()), int(covered.max()))
    table = [round(full * level) << 24 | base for level in levels]
    image = QImage(covered.data, width, height, width, QImage.Format.Format_Indexed8)
    image.setColorTable(table)
    return image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)


@lru_cache(maxsize=32)
def _stamp(size: int) -> NDArray[np.uint8]:
    """How much of each pixel a dot covers, (size, size): 0, 1 for half, 2 for all."""
    if size <= 2:
        return np.ones((size, size), dtype=np.uint8)
    fine = (np.arange(size * 8) + 0.5) / 8 - size / 2
    disc = fine[:, None] ** 2 + fine**2 <= (size / 2) ** 2
    share = disc.reshape(size, 8, size, 8).mean(axis=(1, 3))
    levels: NDArray[np.uint8] = np.rint(share * 2).astype(np.uint8)
    return levels


def _opacities(whole: int, most: int) -> list[float]:
    """Opacity of each level of cover: lone dots can be seen, and crowds told from throngs.

    `whole` is the level of one dot, `most` the highest that occurs.
    """
    span = log(max(most / whole, 2.0))
    levels = [_FAINTEST * level / whole for level in range(whole)]
    for level in range(whole, 256):
        share = min(log(level / whole) / span, 1.0)
        levels.append(_FAINTEST + (_DENSEST - _FAINTEST) * share)
    return levels
