"""Does attention see the order of words? Move the words, leave the positions, and compare.

A function f of rows is *equivariant* under a permutation matrix P when f(P X) = P f(X): each
output moves with its word and stays as it was. The weights then become P A Pᵀ. It is
*invariant* when f(P X) = f(X), which holds of a mean over all outputs, not of attention.

Source: Zaheer et al. 2017, "Deep Sets", section 2; Lee et al. 2019, "Set Transformer",
section 3; Haviv et al. 2022 on what a causal mask changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posviz.model.attention import Pass, Setup, forward

Floats = NDArray[np.float64]

ROUNDING = 1e-9
"""Differences up to this, relative to the largest number compared, are rounding."""


@dataclass(frozen=True, eq=False)
class OrderTest:
    """One sentence in two orders.

    Parameters
    ----------
    original, moved : Pass
        Of X and of P X.
    order : tuple of int, shape (L,)
        Which word stands at each place after the move.
    by_word : ndarray of float64, shape (L,)
        For each place after the move, the largest difference of its output from that of the
        same word before; NaN where the word has no vector.
    outputs, weights, pooled : float
        Largest |f(PX) − P f(X)|, |A' − P A Pᵀ| and |mean f(PX) − mean f(X)|.
    sizes : tuple of float
        The largest number among those compared, for each of the three.
    """

    original: Pass
    moved: Pass
    order: tuple[int, ...]
    by_word: Floats
    outputs: float
    weights: float
    pooled: float
    sizes: tuple[float, float, float]

    @property
    def equivariant(self) -> bool:
        """Whether outputs only move, up to rounding."""
        return self.outputs <= ROUNDING * self.sizes[0]

    @property
    def invariant(self) -> bool:
        """Whether the mean output stays the same, up to rounding."""
        return self.pooled <= ROUNDING * self.sizes[2]


def order_test(X: ArrayLike, order: Sequence[int], setup: Setup) -> OrderTest:
    """Move the words and compare what comes out.

    Parameters
    ----------
    X : array_like, shape (L, d)
        Word vectors in the original order.
    order : sequence of int, shape (L,)
        Which word stands at each place after the move.
    setup : Setup
        The same for both passes. With dropout the positions drop other numbers of each word.

    Raises
    ------
    ValueError
        If the order is no permutation of 0 .. L − 1.
    """
    words = np.asarray(X, dtype=np.float64)
    places = np.asarray(order, dtype=np.intp)
    if sorted(places.tolist()) != list(range(len(words))):
        raise ValueError(f"the order must hold each number from 0 to {len(words) - 1} once")
    original, moved = forward(words, setup), forward(words[places], setup)
    outputs = np.abs(moved.out - original.out[places])  # (L, h)
    weights = np.abs(moved.A - original.A[places][:, places])  # (L, L)
    pooled = np.abs(pool(moved.out) - pool(original.out))  # (h,)
    return OrderTest(
        original,
        moved,
        tuple(places.tolist()),
        outputs.max(axis=1, initial=0.0),
        largest(outputs),
        largest(weights),
        largest(pooled),
        (
            largest(np.abs(original.out)),
            largest(original.A),
            largest(np.abs(pool(np.abs(original.out)))),
        ),
    )


def pool(out: Floats) -> Floats:
    """Mean of the outputs of all words that have one, (h,); zeros if none has."""
    known = out[~np.isnan(out).any(axis=1)]
    mean: Floats = known.mean(axis=0) if len(known) else np.zeros(out.shape[1])
    return mean


def largest(values: Floats) -> float:
    """Largest of some numbers from 0 on, NaN left out; 0 for none."""
    return float(np.nan_to_num(values).max(initial=0.0))
