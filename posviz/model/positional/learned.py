"""Learned positions: a table with one trained row for each position, and no row beyond it.

BERT, GPT-1, GPT-2 and GPT-3 have such tables. Position L_max is not encoded badly but not at
all: there is no row to look up.

Source: Devlin et al. 2018, section 3.2; the numbers shipped are those of all-MiniLM-L6-v2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from posviz.model.notation import MINUS
from posviz.paths import resource


@dataclass(frozen=True, eq=False)
class LearnedPositions:
    """Trained positions, and what the same model does with them; all arrays read-only.

    Parameters
    ----------
    matrix : ndarray of float32, shape (L_max, d)
        The row of each position.
    token_types : ndarray of float32, shape (2, d)
        What BERT adds besides: row 0 to all of a single sentence.
    norm_weight, norm_bias : ndarray of float32, shape (d,)
        Of the LayerNorm after the sum; see :func:`posviz.model.input_layer.layer_norm`.
    norm_epsilon : float
        Added to the variance there.
    """

    matrix: NDArray[np.float32]  # (L_max, d)
    token_types: NDArray[np.float32]  # (2, d)
    norm_weight: NDArray[np.float32]  # (d,)
    norm_bias: NDArray[np.float32]  # (d,)
    norm_epsilon: float

    def __post_init__(self) -> None:
        for array in (self.matrix, self.token_types, self.norm_weight, self.norm_bias):
            array.flags.writeable = False

    @property
    def length(self) -> int:
        """L_max, the number of positions that have a row."""
        return int(self.matrix.shape[0])

    @property
    def width(self) -> int:
        """The width d."""
        return int(self.matrix.shape[1])

    def encode(self, positions: Sequence[int] | NDArray[np.integer[Any]]) -> NDArray[np.float64]:
        """Look up some positions.

        Parameters
        ----------
        positions : sequence of int, shape (L,)
            From 0 to L_max − 1.

        Returns
        -------
        ndarray of float64, shape (L, d)
            Their rows.

        Raises
        ------
        IndexError
            If a position has no row. A negative one has none: it does not count from the end.
        """
        for position in positions:
            if position < 0:
                shown = f"{position}".replace("-", MINUS)
                raise IndexError(f"Position {shown} has no row: positions count from 0.")
            if position >= self.length:
                raise IndexError(
                    f"Position {position} has no row: this table was trained with "
                    f"{self.length} positions, 0 to {self.length - 1}."
                )
        return self.matrix[np.asarray(positions, dtype=np.int64)].astype(np.float64)


@lru_cache
def minilm_positions() -> LearnedPositions:
    """Return the learned positions of all-MiniLM-L6-v2, 512 × 384; always the same object."""
    with np.load(resource("embeddings/minilm_positions_f16.npz")) as arrays:
        return LearnedPositions(
            matrix=arrays["pos"].astype(np.float32),
            token_types=arrays["token_type"].astype(np.float32),
            norm_weight=arrays["ln_weight"],
            norm_bias=arrays["ln_bias"],
            norm_epsilon=float(arrays["ln_eps"]),
        )
