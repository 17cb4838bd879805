"""No encoding of position at all: what a causal mask gives for free.

Without a mask, attention without positions cannot tell one order of the words from another.
With one, the token at position p sees p + 1 tokens. Where all scores are equal each of them
gets the weight 1/(p + 1), and a value that only the first token has comes out as 1/(p + 1):
a number that tells the position.

Source: Haviv et al. 2022; Kazemnejad et al. 2023, section 5 and theorem 1.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def share_of_first(positions: NDArray[Any]) -> NDArray[np.float64]:
    """Weight that each position gives to the first token under a causal mask, all scores equal.

    Parameters
    ----------
    positions : ndarray of int, shape (n,)
        From 0.

    Returns
    -------
    ndarray of float64, shape (n,)
        1/(p + 1).

    Raises
    ------
    ValueError
        If a position is below 0.
    """
    p = np.asarray(positions, dtype=np.float64)
    if (p < 0).any():
        raise ValueError("Positions count from 0.")
    return 1 / (p + 1)
