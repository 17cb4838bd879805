"""All sums of words and places for the scale panel: how near they are, and what decides it."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Drowns = Literal["position", "word", "neither", ""]
"""Which of the two has the only say in what is near."""


class Sums:
    """All sums s·x + p of m words and n places, compared without making them.

    Parameters
    ----------
    X : ndarray of float64, shape (m, d)
        The words.
    P : ndarray of float64, shape (n, d)
        The encodings.
    """

    def __init__(self, X: NDArray[np.float64], P: NDArray[np.float64]) -> None:
        self._X, self._P = X, P
        self._XX = (X * X).sum(axis=1)[:, None]  # (m, 1)
        self._PP = (P * P).sum(axis=1)[None]  # (1, n)
        self._XP = X @ P.T  # (m, n)

    def cosines(self, s: float, z: NDArray[np.float64]) -> NDArray[np.float64]:
        """Cosine of every sum with z, (m, n); NaN where a sum or z is zero."""
        parts = s * s * self._XX + self._PP  # (m, n)
        squares = parts + 2 * s * self._XP
        squares[squares <= 1e-12 * parts] = np.nan
        dots = s * (self._X @ z)[:, None] + (self._P @ z)[None]  # (m, n)
        norm = float(np.linalg.norm(z))
        found: NDArray[np.float64] = dots / (np.sqrt(squares) * (norm or math.nan))
        return found.clip(-1.0, 1.0)


def which_drowns(cosines: NDArray[np.float64], place: int) -> Drowns:
    """Tell what decides alone, from the cosines of all sums with z = the first word at a place.

    Parameters
    ----------
    cosines : ndarray of float64, shape (m, n)
        One row a word, one column a place.
    place : int
        Column of the selected place.
    """
    here = cosines[1:, place]  # other words, (m − 1,)
    elsewhere = np.delete(cosines[0], place)  # the same word, (n − 1,)
    here, elsewhere = here[~np.isnan(here)], elsewhere[~np.isnan(elsewhere)]
    if not here.size or not elsewhere.size:
        return ""
    if here.min() > elsewhere.max():
        return "position"
    return "word" if elsewhere.min() > here.max() else "neither"
