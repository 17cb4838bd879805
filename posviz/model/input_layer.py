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


def dropout(Z: ArrayLike, rate: float, seed: int) -> NDArray[np.float64]:
    """Set some numbers to 0 at random and make the others larger, as is done in training.

    Parameters
    ----------
    Z : array_like
        The numbers, of any shape. NaN stays NaN, dropped or not.
    rate : float
        The chance of a number to be dropped, 0 to less than 1.
    seed : int
        Which numbers are dropped: the same seed and shape drop the same ones.

    Returns
    -------
    ndarray of float64, of the shape of Z
        0 where dropped, elsewhere z / (1 − rate), so that the mean over many seeds is z.

    Raises
    ------
    ValueError
        If the rate is not in [0, 1).

    Notes
    -----
    Srivastava et al. 2014, "Dropout"; Vaswani et al. 2017, section 5.4, do it to the sum of
    embeddings and positional encodings, at a rate of 0.1.
    """
    if not 0 <= rate < 1:
        raise ValueError(f"a rate of {rate}; it must be at least 0 and less than 1")
    values = np.asarray(Z, dtype=np.float64)
    kept = np.random.default_rng(seed).random(values.shape) >= rate
    dropped: NDArray[np.float64] = values * np.where(kept, 1 / (1 - rate), 0.0)
    return dropped


def layer_norm(
    Z: ArrayLike, weight: ArrayLike, bias: ArrayLike, epsilon: float
) -> NDArray[np.float64]:
    """Bring every row to mean 0 and variance 1, then scale and shift each column.

    BERT does this to the sum of word, position and token type.

    Parameters
    ----------
    Z : array_like, shape (L, d)
        The rows. Rows of NaN (unknown words) stay NaN.
    weight, bias : array_like, shape (d,)
        What the columns are multiplied by, and what is then added; trained.
    epsilon : float
        Added to the variance, so that a row of equal values is not divided by 0.

    Returns
    -------
    ndarray of float64, shape (L, d)
        weight · (z − mean) / sqrt(variance + epsilon) + bias, the variance being the mean
        squared deviation (divided by d, not d − 1).

    Raises
    ------
    ValueError
        If the shapes do not fit.

    Notes
    -----
    Ba, Kiros and Hinton 2016, "Layer Normalization".
    """
    rows = np.asarray(Z, dtype=np.float64)
    scale, shift = np.asarray(weight, dtype=np.float64), np.asarray(bias, dtype=np.float64)
    if rows.ndim != 2 or not scale.shape == shift.shape == rows.shape[1:]:
        raise ValueError(
            f"Z has shape {rows.shape}, weight {scale.shape} and bias {shift.shape}; "
            "they must be (L, d), (d,) and (d,)"
        )
    centred = rows - rows.mean(axis=1, keepdims=True)  # (L, d)
    variance = (centred * centred).mean(axis=1, keepdims=True)  # (L, 1)
    normed: NDArray[np.float64] = centred / np.sqrt(variance + epsilon) * scale + shift
    return normed
