"""What the scale panel shows, computed: lengths, and the nearest of all words at all places."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from posviz.export import Numbers
from posviz.model.embeddings import EmbeddingTable, embed
from posviz.model.input_layer import dropout
from posviz.model.positional.sinusoidal import encode
from posviz.model.similarity import cosine, ranked
from posviz.panels.scale_sums import Drowns, Sums, which_drowns
from posviz.state import State

RATE = 0.1
_MOST_PLACES = 48
_BLOCK = 1 << 16

_word_norms: WeakKeyDictionary[EmbeddingTable, float] = WeakKeyDictionary()


@dataclass(frozen=True)
class Near:
    """A word at a place, by the cosine of its z with the selected one.

    `stands` says whether the sentence has the word at that place.
    """

    word: str
    position: int
    cosine: float
    stands: bool


@dataclass(frozen=True)
class Norms:
    """Lengths of s·x and p: of the selected ones, and means over sentence and tables.

    NaN where there is none.
    """

    word: float
    position: float
    sentence_words: float
    sentence_positions: float
    table_words: float
    table_positions: float


@dataclass(frozen=True)
class Trial:
    """What one value of s does.

    Attributes
    ----------
    s
        What x is multiplied by.
    cosine
        Of the selected word's z with its z at the other place.
    same_word, same_place
        How many of the nearest are the same word elsewhere, and another word at the same place.
    near
        The nearest, best first.
    drowns
        What decides alone: "position" if every other word at the same place is nearer to z than
        the same word at any other place, "word" if it is the other way round, else "neither".
        Empty where there is nothing to compare.
    """

    s: float
    cosine: float
    same_word: int
    same_place: int
    near: tuple[Near, ...]
    drowns: Drowns = ""


@dataclass(frozen=True)
class Scale:
    """The selected word's sum under a factor, and what becomes near to it.

    Attributes
    ----------
    token, position, other
        The selected word, its place, and another place that it is held against.
    in_sentence
        Whether the sentence has the word at that other place.
    length, width, dimension
        L of the positional table, d of the table of words, and the selected column.
    scale, s
        Whether √d is in s, and s, what x is multiplied by.
    rows : ndarray of float64, shape (3, d)
        s·x, p and their sum z; x and z are NaN for a word that has no vector.
    dropped : ndarray of float64, shape (d,)
        z after dropout, or z where that is off.
    dropout
        Whether it is on.
    norms
        The lengths.
    words, places
        How many words and places are compared; `all_places` if the whole sentence is.
    trials
        s = 1, s = √d and the s chosen.
    """

    token: str
    position: int
    other: int
    in_sentence: bool
    length: int
    width: int
    dimension: int
    scale: bool
    s: float
    rows: NDArray[np.float64]
    dropped: NDArray[np.float64]
    dropout: bool
    norms: Norms
    words: int
    places: int
    all_places: bool
    trials: tuple[Trial, Trial, Trial]

    @property
    def known(self) -> bool:
        """Whether the word has a vector."""
        return not bool(np.isnan(self.rows[0]).any())

    @property
    def now(self) -> Trial:
        """What the chosen s does."""
        return self.trials[2]


def is_known(state: State) -> bool:
    """Whether the lengths of the table's rows have been computed."""
    return state.embeddings in _word_norms


@dataclass(frozen=True)
class Places:
    """Places of a sentence as seen from the selected one.

    Attributes
    ----------
    again
        The other places of the selected word.
    other
        The place that the selected one is held against.
    whole
        All places, the nearest first.
    compared
        Those of them that are compared, rising; always with the selected one and `other`.
    """

    again: tuple[int, ...]
    other: int
    whole: tuple[int, ...]
    compared: list[int]


def places_of(state: State) -> Places:
    """Return the places that are compared."""
    tokens, p = state.tokens, state.position
    again = tuple(q for q, word in enumerate(tokens) if word == state.token and q != p)
    last = max(state.length, len(tokens)) - 1
    beside = p - 1 if p == last and p else p + 1
    other = min(again, key=lambda q: abs(q - p)) if again else beside
    # The places nearest to the selected one, in order, which is always among them.
    whole = tuple(sorted({*range(len(tokens)), p, other}, key=lambda q: (abs(q - p), q)))
    return Places(again, other, whole, sorted({*whole[:_MOST_PLACES], other}))


def content_of(state: State) -> Scale:
    """Compute the content."""
    table, tokens = state.embeddings, state.tokens
    d, p = table.width, state.position
    s = state.factor * (math.sqrt(d) if state.scale else 1.0)

    def vectors(words: list[str]) -> NDArray[np.float64]:
        return embed(table, table.vocabulary.ids_of(words))  # (n, d)

    def encodings(places: list[int]) -> NDArray[np.float64]:
        return encode(places, d, state.base, state.layout)  # (n, d)

    there = places_of(state)
    again, other, whole, places = there.again, there.other, there.whole, there.compared
    words = list(dict.fromkeys([state.token, *(tokens[q] for q in places if q < len(tokens))]))
    X = vectors(words)  # (m, d)
    usable = [not np.isnan(row).any() for row in X]  # (m,)
    x = X[0]
    words, X = [w for w, ok in zip(words, usable, strict=True) if ok], X[usable]
    P = encodings(places)  # (n, d)
    here = encodings([p])[0]  # (d,)
    own = [(w, q) for w in words for q in places]
    sums = Sums(X, P)

    def trial(s: float) -> Trial:
        if np.isnan(x).any():
            return Trial(s, math.nan, 0, 0, ())
        z = s * x + here  # (d,)
        table = sums.cosines(s, z)  # (m, n)
        values = table.ravel()  # (m n,)
        order = (int(i) for i in ranked(values, "cosine") if own[int(i)] != (state.token, p))
        near = tuple(
            Near(*own[i], float(values[i]), tokens[own[i][1] : own[i][1] + 1] == (own[i][0],))
            for i, _ in zip(order, range(state.k), strict=False)
        )
        return Trial(
            s,
            cosine(z, s * x + encodings([other])[0]),
            sum(n.word == state.token for n in near),
            sum(n.position == p for n in near),
            near,
            which_drowns(table, places.index(p)),
        )

    z = s * x + here  # (d,)
    different = list(dict.fromkeys(tokens))
    norm_of = dict(zip(different, np.linalg.norm(vectors(different), axis=1), strict=True))
    norms = Norms(
        s * float(np.linalg.norm(x)),
        float(np.linalg.norm(here)),
        s * _mean(np.array([norm_of[word] for word in tokens])),
        mean_position_norm(len(tokens), d, state.base),
        s * mean_word_norm(table),
        mean_position_norm(state.length, d, state.base),
    )
    return Scale(
        token=state.token,
        position=p,
        other=other,
        in_sentence=bool(again),
        length=state.length,
        width=d,
        dimension=state.dimension,
        scale=state.scale,
        s=s,
        rows=np.stack([s * x, here, z]),
        dropped=dropout(z, RATE, state.seed) if state.dropout else z,
        dropout=state.dropout,
        norms=norms,
        words=len(words),
        places=len(places),
        all_places=len(places) == len(whole),
        trials=(trial(1.0), trial(math.sqrt(d)), trial(s)),
    )


def _mean(values: NDArray[np.float64]) -> float:
    known = values[~np.isnan(values)]
    return float(known.mean()) if known.size else math.nan


def mean_word_norm(table: EmbeddingTable) -> float:
    """Mean length of the rows of a table, of those that are a token's vector."""
    found = _word_norms.get(table)
    if found is None:
        matrix = table.matrix if table.only_ids is None else table.matrix[table.only_ids]
        total = 0.0
        for start in range(0, len(matrix), 4096):
            block = matrix[start : start + 4096].astype(np.float64)
            total += float(np.sqrt(np.einsum("ij,ij->i", block, block)).sum())
        found = _word_norms[table] = total / len(matrix) if len(matrix) else math.nan
    return found


@lru_cache(maxsize=256)
def mean_position_norm(length: int, width: int, base: float) -> float:
    """Mean length of the rows of the positional table; NaN where there are none.

    A pair adds sin² + cos² = 1 to the square, so every row has √(d/2) at even d. At odd d the
    last sine stands alone and differs from row to row.
    """
    if not length:
        return math.nan
    if width % 2 == 0:
        return math.sqrt(width / 2)
    w = base ** (-(width - 1) / width)
    total = 0.0
    for start in range(0, length, _BLOCK):
        sines = np.sin(w * np.arange(start, min(start + _BLOCK, length)))
        total += float(np.sqrt(width // 2 + sines * sines).sum())
    return total / length


def numbers_of(content: Scale) -> Numbers:
    """The nearest, best first, for each of the three values of s."""
    lines = [
        (trial.s, rank, near.word, near.position, near.stands, near.cosine)
        for trial in content.trials
        for rank, near in enumerate(trial.near, start=1)
    ]
    header = ("s", "rank", "word", "position", "in_sentence", "cosine")
    return Numbers(np.array([line[-1] for line in lines], dtype=np.float64), header, lines)
