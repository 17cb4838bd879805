"""ALiBi: each head takes its own slope times the distance off every score.

Nothing is learned and nothing is added to x. Source: Press et al. 2021, "Train Short, Test
Long", section 3, and get_slopes of the authors' code for head counts that are no power of two.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def slopes(heads: int) -> NDArray[np.float64]:
    """Slope of each head.

    For n = 2^m heads they are 2^(−8/n), 2^(−16/n), ... 2^(−8). For other counts: those of the
    next lower power of two, then every other one of the next higher.

    Returns
    -------
    ndarray of float64, shape (heads,)
        Above 0, in the order of the heads.

    Raises
    ------
    ValueError
        If there is no head.
    """
    if heads < 1:
        raise ValueError(f"The number of heads must be a whole number from 1, not {heads}.")
    lower = 1 << (heads.bit_length() - 1)
    between = _ladder(2 * lower)[::2][: heads - lower]
    return np.concatenate([_ladder(lower), between])


def bias(offsets: NDArray[Any], heads: int) -> NDArray[np.float64]:
    """Return what is added to the scores: −slope · distance.

    Parameters
    ----------
    offsets : ndarray, shape (n,)
        m − n. The paper's models look back only; the distance counts both ways here.
    heads : int
        Number of heads.

    Returns
    -------
    ndarray of float64, shape (heads, n)

    Raises
    ------
    ValueError
        If there is no head.
    """
    return np.outer(slopes(heads), 0.0 - np.abs(offsets))  # no zero with a minus


def _ladder(heads: int) -> NDArray[np.float64]:
    return np.exp2(-8.0 * np.arange(1, heads + 1) / heads)
