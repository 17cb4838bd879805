"""What BERT's input layer makes of one word at two positions.

BERT adds three rows, word, position and token type, and normalises the sum (Devlin et al.
2018, section 3.2, and its released code). The positions are learned.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from posviz.model.input_layer import input_layer, layer_norm
from posviz.model.positional.learned import LearnedPositions
from posviz.model.similarity import cosine


@dataclass(frozen=True)
class TwoPlaces:
    """Cosine of a word at one position with itself at another, step by step.

    Attributes
    ----------
    added
        Of the sums E + P.
    normed
        After the token type was added, too, and LayerNorm: what the first layer reads.
    """

    added: float
    normed: float


def at_two_places(
    word: ArrayLike, positions: tuple[int, int], learned: LearnedPositions
) -> TwoPlaces:
    """Compare a word with itself at two positions of a single sentence.

    Parameters
    ----------
    word : array_like, shape (d,)
        Its row of E.
    positions : (int, int)
        The two places.
    learned : LearnedPositions
        Positions, token types and LayerNorm of the model that E belongs to.

    Returns
    -------
    TwoPlaces

    Raises
    ------
    IndexError
        If a position has no row.
    ValueError
        If the word is not as wide as the positions.
    """
    X = np.stack([word, word])  # (2, d)
    Z = input_layer(X, learned.encode(positions), scaled=False).Z
    normed = layer_norm(
        Z + learned.token_types[0], learned.norm_weight, learned.norm_bias, learned.norm_epsilon
    )
    return TwoPlaces(cosine(*Z), cosine(*normed))
