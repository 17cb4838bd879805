"""How far off a row is where the angle p·w is computed in a format of few digits.

Common code makes the table in float32: position, frequency and their product are each rounded
to 24 binary digits. At an angle near 10^6 neighbouring float32 numbers are 1/16 of a radian
apart, so its sine is off by up to about as much. A float64 angle stays within 10^-9 there: it
is what the rounded one is held against.

Source: IEEE 754-2019; huggingface/transformers, pull request 29285, on positions in bfloat16.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from posviz.model.number_formats import NumberFormat, rounded
from posviz.model.positional import sinusoidal


@dataclass(frozen=True)
class AngleError:
    """The value of one row that is furthest off.

    Attributes
    ----------
    position
        The row.
    pair
        The pair of the value.
    error
        How far off it is; NaN where the angle is infinite and has no sine.
    """

    position: int
    pair: int
    error: float


@lru_cache(maxsize=16)
def angle_error(position: int, width: int, base: float, number_format: NumberFormat) -> AngleError:
    """Return the largest error in the row of a position whose angles are made in a format.

    The sine and the cosine themselves are taken in float64, so all that is lost is lost in the
    angle.
    """
    w = sinusoidal.frequencies(width, base)
    with np.errstate(invalid="ignore"):  # infinity times zero
        angles = rounded(
            rounded(position, number_format) * rounded(w, number_format), number_format
        )
    infinite = np.flatnonzero(~np.isfinite(angles))
    if infinite.size:
        return AngleError(position, int(infinite[0]), math.nan)
    errors = np.abs(np.sin(angles) - np.sin(position * w))  # (pairs,)
    full = width // 2
    cosine = np.abs(np.cos(angles[:full]) - np.cos(position * w[:full]))
    errors[:full] = np.maximum(errors[:full], cosine)
    pair = int(errors.argmax())
    return AngleError(position, pair, float(errors[pair]))
