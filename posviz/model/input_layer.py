"""What attention reads: word vectors plus positions, Z = X + P."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True, eq=False)
class InputLayer:
    """The two summands and their sum, read-only.

    Parameters
    ----------
    X : ndarray of float64, shape (L, d)
        What the words add: E[id], already times sqrt(d) if that was asked for.
    P : ndarray of float64, shape (L, d)
        What the positions add; row p belongs to position p.
    Z : ndarray of float64, shape (L, d)
        X + P.
    """

    X: NDArray[np.float64]  # (L, d)
    P: NDArray[np.float64]  # (L, d)
    Z: NDArray[np.float64]  # (L, d)


def input_layer(X: ArrayLike, P: ArrayLike, *, scaled: bool) -> InputLayer:
    """Add positions to word vectors.

    Parameters
    ----------
    X : array_like, shape (L, d)
        Word vectors. Rows of NaN (unknown words) stay NaN in Z.
    P : array_like, shape (L, d)
        Encodings of positions 0 .. L - 1.
    scaled : bool
        Whether X is multiplied by sqrt(d) first, as in Vaswani et al. 2017, section 3.4.

    Returns
    -------
    InputLayer
        Copies; the arguments are not kept.

    Raises
    ------
    ValueError
        If X and P are not tables of one and the same shape. They are never stretched to fit.
    """
    words, positions = np.array(X, dtype=np.float64), np.array(P, dtype=np.float64)
    if words.ndim != 2 or words.shape != positions.shape:
        raise ValueError(
            f"X has shape {words.shape} and P has shape {positions.shape}; both must be (L, d)"
        )
    if scaled:
        words *= math.sqrt(words.shape[1])
    total = words + positions  # (L, d)
    for array in (words, positions, total):
        array.flags.writeable = False
    return InputLayer(words, positions, total)
