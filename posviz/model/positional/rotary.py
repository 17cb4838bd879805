"""Rotary positions (RoPE): q and k are turned by an angle that grows with their position.

Pair k of a query at position m turns by m · w_k, that of a key at position n by n · w_k. A
dot product of two hands depends on the angle between them alone, so the score depends on m
and n only through the offset m − n. Nothing is added to x, and no length changes.

Source: Su et al. 2021, "RoFormer", section 3.2.2. The paper and GPT-J turn neighbours
(2k, 2k + 1), GPT-NeoX and Llama's released weights in transformers turn (k, k + d/2): the
same up to one fixed order of the dimensions, which training does not mind and loading does.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posviz.model.positional.sinusoidal import Layout, frequencies, sine_and_cosine_columns


def rotate(
    vectors: ArrayLike,
    positions: ArrayLike,
    base: float = 10_000.0,
    pairing: Layout = "interleaved",
    speeds: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """Turn queries or keys to their positions.

    Parameters
    ----------
    vectors : array_like, shape (L, d)
        One row a position; d is the width of a head and even.
    positions : array_like, shape (L,)
        Where each row stands.
    base : float
        10 000 in the paper.
    pairing : {"interleaved", "halves"}
        Which two dimensions make a pair: (2k, 2k + 1) or (k, k + d/2).
    speeds : ndarray of float64, shape (d/2,), optional
        Radians per position, such as stretched ones; those of `base` if left out.

    Returns
    -------
    ndarray of float64, shape (L, d)
        Rows as long as before.

    Raises
    ------
    ValueError
        If d is odd, or the pairing or base is none.
    """
    x = np.asarray(vectors, dtype=np.float64)  # (L, d)
    width = x.shape[1]
    _check_even(width)
    turning = frequencies(width, base) if speeds is None else speeds  # (d/2,)
    angles = np.outer(np.asarray(positions, dtype=np.float64), turning)  # (L, d/2)
    first, second = sine_and_cosine_columns(width, pairing)
    rotated = np.empty_like(x)
    rotated[:, first] = x[:, first] * np.cos(angles) - x[:, second] * np.sin(angles)
    rotated[:, second] = x[:, first] * np.sin(angles) + x[:, second] * np.cos(angles)
    return rotated


def interleaved_from_halves(width: int) -> NDArray[np.intp]:
    """Return the order that makes one pairing the other.

    Returns
    -------
    ndarray of int, shape (d,)
        ``rotate(x[:, order], ..., "halves")[:, argsort(order)]`` is ``rotate(x, ...)``
        interleaved.

    Raises
    ------
    ValueError
        If d is odd.
    """
    _check_even(width)
    return np.arange(width).reshape(-1, 2).T.ravel()


def profile(
    offsets: NDArray[Any],
    width: int,
    base: float = 10_000.0,
    speeds: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """Score of a query and a key by their offset m − n, for two plain choices of q and k.

    Parameters
    ----------
    offsets : ndarray, shape (n,)
        m − n: above 0 where the key stands before the query.
    width : int
        d of a head, even.
    base, speeds
        As in `rotate`.

    Returns
    -------
    ndarray of float64, shape (2, n)
        q · k / (|q| |k|) where q = k before turning, all pairs of one length: the mean of
        cos((m − n) w_k), which is even. And where q is a quarter turn ahead of k in each
        pair: the mean of −sin((m − n) w_k), which tells before from after.

    Raises
    ------
    ValueError
        If d is odd or the base is none.
    """
    _check_even(width)
    turning = frequencies(width, base) if speeds is None else speeds  # (d/2,)
    angles = np.outer(np.asarray(offsets, dtype=np.float64), turning)  # (n, d/2)
    return np.stack([np.cos(angles).mean(axis=1), 0.0 - np.sin(angles).mean(axis=1)])


def _check_even(width: int) -> None:
    if width < 2 or width % 2:
        raise ValueError(f"The width of a head must be even, from 2, not {width}.")
