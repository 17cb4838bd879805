"""The same table in three orders of columns: the paper's, sines first, and tensor2tensor's.

"interleaved" and "halves" are those of `sinusoidal`: the same columns in another order.
tensor2tensor, the code that Vaswani et al. released, puts the sines first as well, but its
frequencies are base^(−i / max(h − 1, 1)) with h = floor(d/2) pairs, so that the last one is
exactly 1/base; with odd d a column of zeros follows. Earlier versions lacked the max and
divided 0 by 0 at d = 2.

Sources: Vaswani et al. 2017, section 3.5; tensor2tensor, common_attention.py,
get_timing_signal_1d, with the discussion in its pull request 177.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def timing_frequencies(width: int, base: float = 10_000.0) -> Floats:
    """Radians per position of tensor2tensor's pairs, (floor(d/2),)."""
    pairs = width // 2
    exponents: Floats = np.arange(pairs, dtype=np.float64) / max(pairs - 1, 1)
    found: Floats = np.power(float(base), -exponents)
    return found


def timing_signal(positions: ArrayLike, width: int, base: float = 10_000.0) -> Floats:
    """Rows as tensor2tensor makes them: sines, cosines, and with odd d a column of zeros.

    Parameters
    ----------
    positions : array_like, shape (n,)
        Whole or fractional.
    width : int
        d, from 1.
    base : float
        The longest timescale, 10 000; the shortest is 1.

    Returns
    -------
    ndarray of float64, shape (n, d)
        Values from −1 to 1.
    """
    p = np.asarray(positions, dtype=np.float64)  # (n,)
    pairs = width // 2
    angles = p[:, np.newaxis] * timing_frequencies(width, base)  # (n, floor(d/2))
    signal = np.zeros((len(p), width))  # (n, d)
    signal[:, :pairs] = np.sin(angles)
    signal[:, pairs : 2 * pairs] = np.cos(angles)
    return signal


def halves_order(width: int) -> Ints:
    """For each column of the paper's table the one of "halves" that holds the same, (d,)."""
    sines = (width + 1) // 2
    order = np.empty(width, dtype=np.int64)
    order[0::2] = np.arange(sines)
    order[1::2] = np.arange(sines, width)
    return order


def timing_order(width: int) -> Ints:
    """For each column of the paper's table the one of tensor2tensor that stands for it, (d,).

    With odd d the column of zeros stands for the last sine.
    """
    pairs = width // 2
    order = np.full(width, width - 1, dtype=np.int64)
    order[0 : 2 * pairs : 2] = np.arange(pairs)
    order[1::2] = np.arange(pairs, 2 * pairs)
    return order
