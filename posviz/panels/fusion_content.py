"""What the fusion panel shows, as a pure function of the State."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from posviz.model.bert_input import TwoPlaces, at_two_places
from posviz.model.embeddings import EmbeddingTable, embed
from posviz.model.input_layer import InputLayer, input_layer
from posviz.model.positional.learned import minilm_positions
from posviz.model.positional.sinusoidal import Layout, encode
from posviz.state import State
from posviz.widgets.row_heatmaps import Tables


@dataclass(frozen=True, eq=False)
class Fusion:
    """The selected word's sum, and where those of the sentence come from.

    Attributes
    ----------
    token, position
        The selected word, and the position that it is shown at.
    words
        The sentence, (L,).
    embeddings
        The table E, d wide.
    word : ndarray of float64, shape (d,)
        E[token] as it stands in the table; NaN where the vocabulary lacks the word.
    x, p, z : ndarray of float64, shape (d,)
        What is added, and the sum: x is `word`, times sqrt(d) where `scale` is on.
    scale
        Whether x is multiplied by sqrt(d).
    base, layout
        Of the positional table.
    dimension, width
        The selected column, and the width, of the positional table; d may be another width.
    last_position
        The last position that can be selected.
    other
        Another place of the word in the sentence; −1 for none.
    in_model
        What the model itself makes of the word at both, where its parts ship with posviz.
    """

    token: str
    position: int
    words: tuple[str, ...]
    embeddings: EmbeddingTable
    word: NDArray[np.float64]  # (d,)
    x: NDArray[np.float64]  # (d,)
    p: NDArray[np.float64]  # (d,)
    z: NDArray[np.float64]  # (d,)
    scale: bool
    base: float
    layout: Layout
    dimension: int
    width: int
    last_position: int
    other: int
    in_model: TwoPlaces | None

    @property
    def d(self) -> int:
        """Width of x, p and z."""
        return len(self.p)

    @property
    def known(self) -> bool:
        """Whether the word has a row of E."""
        return not bool(np.isnan(self.word).any())

    @property
    def in_vocabulary(self) -> bool:
        """Whether the word has an id; some tables lack the rows of some tokens."""
        return self.embeddings.vocabulary.id_of(self.token) is not None

    @property
    def in_place(self) -> bool:
        """Whether the sentence holds the word at the position."""
        return self.words[self.position : self.position + 1] == (self.token,)

    def rows(self, start: int, stop: int) -> InputLayer:
        """X, P and Z of the positions start .. stop − 1 of the sentence, each (n, d)."""
        words = self.words[start:stop]
        X = embed(self.embeddings, self.embeddings.vocabulary.ids_of(words))
        P = encode(np.arange(start, start + len(words)), self.d, self.base, self.layout)
        return input_layer(X, P, scaled=self.scale)

    def tables(self, start: int, stop: int) -> Tables:
        """The rows as the view wants them."""
        layer = self.rows(start, stop)
        return layer.X, layer.P, layer.Z


def fusion_content(state: State) -> Fusion:
    """Compute the content of the fusion panel; a pure function."""
    table = state.embeddings
    X = embed(table, table.vocabulary.ids_of([state.token]))  # (1, d)
    P = encode([state.position], table.width, state.base, state.layout)  # (1, d)
    layer = input_layer(X, P, scaled=state.scale)
    words = state.tokens
    other = _other_place(words, state.position, state.token)
    return Fusion(
        token=state.token,
        position=state.position,
        words=words,
        embeddings=table,
        word=X[0],
        x=layer.X[0],
        p=layer.P[0],
        z=layer.Z[0],
        scale=state.scale,
        base=state.base,
        layout=state.layout,
        dimension=state.dimension,
        width=state.width,
        last_position=max(state.length, len(words)) - 1,
        other=other,
        in_model=_in_model(table, X[0], (state.position, other)),
    )


def _other_place(words: tuple[str, ...], position: int, token: str) -> int:
    """The next place of the token at a position, else its first; −1 if it has no other."""
    if words[position : position + 1] != (token,):
        return -1
    for start, stop in ((position + 1, len(words)), (0, position)):
        if token in words[start:stop]:
            return words.index(token, start, stop)
    return -1


def _in_model(
    table: EmbeddingTable, word: NDArray[np.float64], places: tuple[int, int]
) -> TwoPlaces | None:
    """What MiniLM makes of a word at two places; None without them, a row or their positions."""
    learned = minilm_positions() if table.name == "minilm" else None
    if learned is None or min(places) < 0 or max(places) >= learned.length:
        return None
    return None if np.isnan(word).any() else at_two_places(word, places, learned)
