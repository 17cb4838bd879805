"""Embedding tables: the matrix E that holds one dense vector for each token."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from posviz.language import marked, tr
from posviz.model import toy_tables
from posviz.model.neighbour_search import NeighbourSearch
from posviz.model.notation import shape_text
from posviz.model.similarity import Metric
from posviz.model.tokenizers import Piece, Tokenizer, Words, bert
from posviz.model.vocabulary import Vocabulary
from posviz.paths import resource

_ROWS = 1_024
_FEW_VALUES = 1 << 20
_MANY_VALUES = 75_000_000  # 150 000 rows of 500: about 8 ms


@dataclass(frozen=True)
class Group:
    """Words that belong together, such as the animals.

    Parameters
    ----------
    name : str
        What they have in common.
    ids : tuple of int
        Their ids.
    """

    name: str
    ids: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class EmbeddingTable:
    """The matrix E with the tokens its rows belong to.

    Parameters
    ----------
    name : str
        How State, session files and the command line call it.
    label : str
        How the screen calls it, in British words that can be translated.
    origin : str
        Where the numbers come from, in a sentence.
    matrix : ndarray of float32 or float64, shape (|V|, d)
        One row per token, so that the id is the number of the row. Kept read-only: what is
        writeable is copied, other types become float64.
    vocabulary : Vocabulary
        The |V| tokens, in the order of the rows.
    groups : tuple of Group
        Groups that are known; may be empty.
    hand_made : bool
        Whether the numbers were made up for teaching instead of learned from text.
    own_tokenizer : Tokenizer, optional
        How a text becomes tokens of this vocabulary, if not by cutting it into words.
    only_ids : ndarray of int, shape (n,), optional
        The ids that have a vector, rising, if not all have one. The row of another token is
        all zeros, and :meth:`row` and :func:`embed` do not pass that off as its vector.
    report : tuple of str
        What a reader of the file it came from should know, in sentences.

    Raises
    ------
    ValueError
        If the matrix has not one row per token.
    """

    name: str
    label: str
    origin: str
    matrix: NDArray[np.floating[Any]]  # (|V|, d)
    vocabulary: Vocabulary
    groups: tuple[Group, ...] = ()
    hand_made: bool = False
    own_tokenizer: Tokenizer | None = None
    only_ids: NDArray[np.int64] | None = None  # (n,)
    report: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        matrix = self.matrix
        kind = np.float32 if matrix.dtype == np.float32 else np.float64
        if matrix.flags.writeable or matrix.base is not None or matrix.dtype != kind:
            matrix = np.array(matrix, dtype=kind, order="C")
        if matrix.ndim != 2 or len(matrix) != len(self.vocabulary):
            raise ValueError(
                f"a matrix of shape {matrix.shape} for {len(self.vocabulary)} tokens; "
                "it must have one row per token"
            )
        matrix.flags.writeable = False
        object.__setattr__(self, "matrix", matrix)

    @property
    def title(self) -> str:
        """The label in the language on screen, with the number of vectors and their width."""
        return _titled(self.label, (len(self.ids), self.width))

    @property
    def size(self) -> int:
        """|V|, the number of tokens."""
        return int(self.matrix.shape[0])

    @property
    def width(self) -> int:
        """The width d, the number of values in a vector."""
        return int(self.matrix.shape[1])

    @cached_property
    def tokenizer(self) -> Tokenizer:
        """How a text becomes tokens of this vocabulary."""
        return self.own_tokenizer or Words(self.vocabulary)

    @cached_property
    def pieces_of(self) -> Callable[[str], tuple[Piece, ...]]:
        """Cut a text into L tokens; the last few texts are remembered, since all panels ask."""
        return lru_cache(maxsize=8)(self.tokenizer.tokenize)

    @cached_property
    def tokens_of(self) -> Callable[[str], tuple[str, ...]]:
        """The L tokens of a text as strings."""
        pieces_of = self.pieces_of
        return lru_cache(maxsize=8)(lambda text: tuple(piece.text for piece in pieces_of(text)))

    @cached_property
    def ids(self) -> NDArray[np.int64]:
        """The ids that have a vector, rising, (n,), read-only."""
        ids = np.arange(self.size) if self.only_ids is None else self.only_ids.astype(np.int64)
        ids.flags.writeable = False
        return ids

    @cached_property
    def level(self) -> float:
        """The value that takes the end colour: 1, 2 or 5 times a power of ten.

        The least of these that 99 of 100 values stay below, judged by a sample; 1 for a
        table made by hand, so that its colours are those of the encodings.
        """
        if self.hand_made:
            return 1.0
        some = self.ids[:: max(1, len(self.ids) // 2000)]
        usual = float(np.quantile(np.abs(self.matrix[some]), 0.99)) if len(some) else 0.0
        if not 1e-30 < usual < 1e30:
            return 1.0
        power = 10.0 ** math.floor(math.log10(usual))
        return next(step * power for step in (1, 2, 5, 10) if step * power >= usual)

    @cached_property
    def search(self) -> NeighbourSearch:
        """The nearest neighbours in this table; made ready at first use."""
        return NeighbourSearch(self.matrix, self.ids)

    def answers_at_once(self, metric: Metric) -> bool:
        """Tell whether `search` gives neighbours and their baseline within a frame.

        The first question to any but a small table takes longer, since `search` has to be
        made ready, and so does every question to a very large one.
        """
        values = self.matrix.size
        if values <= _FEW_VALUES:
            return True
        ready = "search" in vars(self) and self.search.has_baseline(metric)
        return ready and values <= _MANY_VALUES

    def has_vector(self, id_: int) -> bool:
        """Tell whether a token has a vector.

        Raises
        ------
        ValueError
            If the id is not in 0 .. |V| - 1.
        """
        _check_id(id_, self.size)
        place = int(np.searchsorted(self.ids, id_))
        return place < len(self.ids) and int(self.ids[place]) == id_

    def row(self, id_: int) -> NDArray[np.float64]:
        """Return E[id], shape (d,), read-only; all NaN for a token that has no vector.

        Raises
        ------
        ValueError
            If the id is not in 0 .. |V| - 1. Negative ids do not count from the end.
        """
        row = np.full(self.width, np.nan)
        if self.has_vector(id_):
            row[:] = self.matrix[id_]
        row.flags.writeable = False
        return row

    def group_of(self, id_: int) -> Group | None:
        """Return the group a token is in, or None."""
        return next((group for group in self.groups if id_ in group.ids), None)


def _check_id(id_: int, size: int) -> None:
    if not 0 <= id_ < size:
        raise ValueError(f"id {id_} is not in 0 .. {size - 1}")


def one_hot(id_: int, size: int) -> NDArray[np.float64]:
    """Return the one-hot vector of a token: 1 at its id, 0 elsewhere.

    Parameters
    ----------
    id_ : int
        The id, in 0 .. size - 1.
    size : int
        |V|.

    Returns
    -------
    ndarray of float64, shape (size,)
        ``one_hot(id, |V|) @ E`` is E[id], exactly.

    Raises
    ------
    ValueError
        If the id is outside that range.
    """
    _check_id(id_, size)
    vector = np.zeros(size)
    vector[id_] = 1.0
    return vector


def embed(table: EmbeddingTable, ids: Sequence[int | None]) -> NDArray[np.float64]:
    """Look up a sentence.

    Parameters
    ----------
    table : EmbeddingTable
        Where the vectors come from.
    ids : sequence of int or None
        The L tokens; None for a word the vocabulary does not hold.

    Returns
    -------
    ndarray of float64, shape (L, d)
        X, row i being E[ids[i]]. An unknown word has no vector, nor has a token for which
        the table has none, and nothing is invented for it: its row is NaN.

    Raises
    ------
    ValueError
        If an id is not in 0 .. |V| - 1.
    """
    X = np.full((len(ids), table.width), np.nan)  # (L, d)
    for place, id_ in enumerate(ids):
        if id_ is not None:
            X[place] = table.row(id_)
    return X


def _titled(label: str, shape: tuple[int, int]) -> str:
    return f"{tr(label)} · {shape_text(shape)}"


@dataclass(frozen=True)
class Shipped:
    """A table that comes with the program and is loaded when it is first asked for.

    Parameters
    ----------
    label : str
        That of the table.
    shape : (int, int)
        Its tokens and width, known without loading it.
    load : callable
        Makes the table, given its name and label.
    """

    label: str
    shape: tuple[int, int]
    load: Callable[[str, str], EmbeddingTable]

    @property
    def title(self) -> str:
        """That of the table, known without loading it."""
        return _titled(self.label, self.shape)


def _toy(rows: Mapping[str, tuple[float, ...]]) -> Shipped:
    def load(name: str, label: str) -> EmbeddingTable:
        place = {token: id_ for id_, token in enumerate(rows)}
        return EmbeddingTable(
            name=name,
            label=label,
            origin=marked("Made by hand for this lesson, not learned from text."),
            matrix=np.array(list(rows.values())),  # (|V|, d)
            vocabulary=Vocabulary(tuple(rows)),
            groups=tuple(
                Group(group, tuple(place[token] for token in tokens))
                for group, tokens in toy_tables.GROUPS.items()
            ),
            hand_made=True,
        )

    width = len(next(iter(rows.values())))
    return Shipped(marked("Hand-made"), (len(rows), width), load)


def _load_minilm(name: str, label: str) -> EmbeddingTable:
    tokenizer = bert()
    matrix = np.zeros((len(tokenizer.vocabulary), 384), dtype=np.float32)  # (|V|, d)
    ids = []
    for part in (0, 1):
        with np.load(resource(f"embeddings/minilm_ascii_i8_part{part}.npz")) as arrays:
            part_ids = arrays["ids"].astype(np.int64)  # (n,)
            q, scale = arrays["q"], arrays["scale"]
            # Some rows at a time: all at once would need the room of half the table beside it.
            for first in range(0, len(part_ids), _ROWS):
                rows = slice(first, first + _ROWS)
                matrix[part_ids[rows]] = q[rows] * scale[rows, None]  # (rows, d)
            ids.append(part_ids)
    matrix.flags.writeable = False
    return EmbeddingTable(
        name=name,
        label=label,
        origin=marked(
            "The input embeddings of all-MiniLM-L6-v2, a small BERT, rounded to 8 bits; "
            "27 628 of 30 522 tokens, those in ASCII."
        ),
        matrix=matrix,
        vocabulary=tokenizer.vocabulary,
        own_tokenizer=tokenizer,
        only_ids=np.concatenate(ids),
    )


def _load_glove(name: str, label: str) -> EmbeddingTable:
    with np.load(resource("embeddings/glove6b50d_20k_f16.npz")) as arrays:
        matrix = arrays["emb"].astype(np.float32)  # (|V|, d)
        words = arrays["words"].tobytes().decode("utf-8").split("\n")
    matrix.flags.writeable = False
    return EmbeddingTable(
        name=name,
        label=label,
        origin=marked(
            "GloVe 6B, 50 dimensions, learned from Wikipedia and newswire; its 20 000 most "
            "frequent words."
        ),
        matrix=matrix,
        vocabulary=Vocabulary(tuple(words)),
    )


TABLES: dict[str, Shipped] = {
    "toy4": _toy(toy_tables.TOY4),
    "toy16": _toy(toy_tables.TOY16),
    "minilm": Shipped("MiniLM", (27_628, 384), _load_minilm),
    "glove": Shipped("GloVe", (20_000, 50), _load_glove),
}
"""The shipped tables by name; :func:`table` makes each once."""

HAND_MADE = ("toy4", "toy16")
"""Those that are ready at once."""


@lru_cache
def table(name: str) -> EmbeddingTable:
    """Return a shipped table; always the same object for a name.

    The trained ones take about 0.1 s the first time.

    Raises
    ------
    ValueError
        If there is no table of that name; the message lists those there are.
    """
    if name not in TABLES:
        raise ValueError(f"no embedding table is called {name!r}; there are {', '.join(TABLES)}")
    shipped = TABLES[name]
    return shipped.load(name, shipped.label)
