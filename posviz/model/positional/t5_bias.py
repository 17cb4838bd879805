"""T5's relative bias: one learned number for each head and each bucket of offsets.

Small distances have a bucket each; larger ones share buckets that grow by a constant factor;
all from a largest distance on share the last. Which number a bucket holds is learned, so only
the buckets are computed here.

Source: Raffel et al. 2020, "Exploring the Limits of Transfer Learning", section 2.1, and
relative_position_bucket of its released code. Bucket edges are found in whole numbers: a
logarithm may land a hair below an edge.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

BUCKETS = 32
FARTHEST = 128


def bucket_of(
    relative: NDArray[Any],
    *,
    bidirectional: bool,
    buckets: int = BUCKETS,
    farthest: int = FARTHEST,
) -> NDArray[np.int64]:
    """Bucket of each relative position.

    Parameters
    ----------
    relative : ndarray of int, shape (n,)
        n − m, key less query as in T5's code: below 0 where the key stands before.
    bidirectional : bool
        True in the encoder: half of the buckets for each side. False in the decoder, where all
        keys after the query have bucket 0; no query sees them.
    buckets, farthest : int
        32 and 128 in T5: how many buckets, and from which distance on the last holds all.

    Returns
    -------
    ndarray of int64, shape (n,)
        From 0 to buckets − 1.

    Raises
    ------
    ValueError
        If the buckets are too few, or `farthest` leaves nothing for those that grow.
    """
    back = -np.asarray(relative, dtype=np.int64)
    sides = 2 if bidirectional else 1
    exact = buckets // sides // 2
    if exact < 1 or farthest <= exact:
        raise ValueError(f"{buckets} buckets up to a distance of {farthest} are not possible.")
    edges = np.array(_edges(exact, farthest, buckets // sides - exact))
    distance = np.abs(back) if bidirectional else np.maximum(back, 0)
    far = exact - 1 + np.searchsorted(edges, distance, side="right")
    bucket = np.where(distance < exact, distance, far)
    if bidirectional:
        bucket += np.where(back < 0, buckets // 2, 0)
    return bucket.astype(np.int64)


@lru_cache
def _edges(exact: int, farthest: int, growing: int) -> tuple[int, ...]:
    """Least distance of each growing bucket j: exact · (farthest / exact)^(j / growing)."""
    return tuple(
        next(
            n
            for n in count(exact)
            if n**growing * exact**j >= exact**growing * farthest**j  # exact, unlike a logarithm
        )
        for j in range(growing)
    )
