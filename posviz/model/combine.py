"""Adding a position to a word, or putting it beside it: x + p against [x; p].

A matrix after the concatenation falls into two blocks, [W1 W2] [x; p] = W1 x + W2 p. The sum
is the case W1 = W2: W (x + p) = [W W] [x; p]. So whatever a layer can do with the sum, it can
do with the concatenation, at twice the width; not the other way round.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray


def seeded_weights(rows: int, width: int, seed: int) -> NDArray[np.float64]:
    """Return W1 and W2, (2, rows, width), drawn at random: mean 0, variance 1/width.

    With that variance the products are about as large as the numbers of the vector.
    """
    drawn = np.random.default_rng(seed).standard_normal((2, rows, width))
    weights: NDArray[np.float64] = drawn / np.sqrt(width)
    return weights


@dataclass(frozen=True, eq=False)
class Products:
    """Four products, each (n,).

    Parameters
    ----------
    added : ndarray of float64, shape (n,)
        W1 (x + p).
    tied : ndarray of float64, shape (n,)
        [W1 W1] [x; p].
    free : ndarray of float64, shape (n,)
        [W1 W2] [x; p].
    parts : ndarray of float64, shape (2, n)
        W1 x and W2 p, whose sum is `free`.
    """

    added: NDArray[np.float64]
    tied: NDArray[np.float64]
    free: NDArray[np.float64]
    parts: NDArray[np.float64]

    @property
    def difference(self) -> float:
        """Largest difference of `added` and `tied`: rounding, and nothing else."""
        return float(np.abs(self.added - self.tied).max())


def products(W1: ArrayLike, W2: ArrayLike, x: ArrayLike, p: ArrayLike) -> Products:
    """Multiply the sum, and the concatenation, by matrices.

    Parameters
    ----------
    W1, W2 : array_like, shape (n, d)
        The blocks.
    x, p : array_like, shape (d,)
        Word and position. NaN (an unknown word) stays NaN.

    Returns
    -------
    Products
        Each multiplied out by itself; none is copied from another.

    Raises
    ------
    ValueError
        If the shapes do not fit.
    """
    first, second = np.asarray(W1, dtype=np.float64), np.asarray(W2, dtype=np.float64)
    word, place = np.asarray(x, dtype=np.float64), np.asarray(p, dtype=np.float64)
    if first.ndim != 2 or first.shape != second.shape:
        raise ValueError(f"W1 has shape {first.shape} and W2 {second.shape}; both must be (n, d)")
    if not word.shape == place.shape == first.shape[1:]:
        raise ValueError(f"x has shape {word.shape} and p {place.shape}; both must be (d,)")
    beside = np.concatenate([word, place])  # (2 d,)
    return Products(
        added=first @ (word + place),
        tied=np.concatenate([first, first], axis=1) @ beside,
        free=np.concatenate([first, second], axis=1) @ beside,
        parts=np.stack([first @ word, second @ place]),
    )


@dataclass(frozen=True)
class Cost:
    """What one Transformer layer costs at a width.

    Parameters
    ----------
    width : int
        d.
    projections, feed_forward : int
        Parameters of the four matrices of attention, 4 d², and of the two of the feed-forward
        part with an inner width of 4 d, 8 d². Without biases and LayerNorm.
    per_token : int
        Multiply-adds of these matrices a token, as many as they have parameters.
    attention : int
        Multiply-adds of scores and weighted sums a token, 2 L d.
    """

    width: int
    projections: int
    feed_forward: int
    per_token: int
    attention: int


def layer_cost(width: int, length: int) -> Cost:
    """Count parameters and multiply-adds of one layer, for a sequence of `length` tokens.

    Notes
    -----
    The layer of Vaswani et al. 2017, sections 3.2 and 3.3, where d_ff = 4 d.
    """
    projections, feed_forward = 4 * width * width, 8 * width * width
    return Cost(width, projections, feed_forward, projections + feed_forward, 2 * length * width)
