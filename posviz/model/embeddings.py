"""Embedding tables: the matrix E that holds one dense vector for each token."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from posviz.model.vocabulary import Vocabulary


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
    title : str
        How the screen calls it.
    origin : str
        Where the numbers come from, in a sentence.
    matrix : ndarray of float64, shape (|V|, d)
        One row per token. A read-only copy is kept.
    vocabulary : Vocabulary
        The |V| tokens, in the order of the rows.
    groups : tuple of Group
        Groups that are known; may be empty.
    hand_made : bool
        Whether the numbers were made up for teaching instead of learned from text.

    Raises
    ------
    ValueError
        If the matrix has not one row per token.
    """

    name: str
    title: str
    origin: str
    matrix: NDArray[np.float64]  # (|V|, d)
    vocabulary: Vocabulary
    groups: tuple[Group, ...] = ()
    hand_made: bool = False

    def __post_init__(self) -> None:
        matrix = np.array(self.matrix, dtype=np.float64, order="C")
        if matrix.ndim != 2 or len(matrix) != len(self.vocabulary):
            raise ValueError(
                f"a matrix of shape {matrix.shape} for {len(self.vocabulary)} tokens; "
                "it must have one row per token"
            )
        matrix.flags.writeable = False
        object.__setattr__(self, "matrix", matrix)

    @property
    def size(self) -> int:
        """|V|, the number of tokens."""
        return int(self.matrix.shape[0])

    @property
    def width(self) -> int:
        """The width d, the number of values in a vector."""
        return int(self.matrix.shape[1])

    def row(self, id_: int) -> NDArray[np.float64]:
        """Return E[id], shape (d,), read-only.

        Raises
        ------
        ValueError
            If the id is not in 0 .. |V| - 1. Negative ids do not count from the end.
        """
        _check_id(id_, self.size)
        row: NDArray[np.float64] = self.matrix[id_]
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
        X, row i being E[ids[i]]. An unknown word has no vector, and nothing is invented for
        it: its row is NaN.

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


_GROUPS = {
    "animals": ("cat", "dog", "kitten", "puppy"),
    "royalty": ("king", "queen", "prince"),
    "food": ("apple", "bread", "cheese"),
    "motion": ("run", "walk", "sat"),
    "function words": ("the", "on"),
}

# Made up so that words of a group point the same way. No column stands for anything.
# fmt: off
_TOY4 = {
    "cat": ( 0.90,  0.72, -0.35,  0.10),
    "dog": ( 0.42,  0.27, -0.45,  0.09),
    "kitten": ( 1.07,  0.67, -0.23, -0.19),
    "puppy": ( 0.43,  0.23, -0.30,  0.05),
    "king": ( 0.14, -0.61,  0.07,  1.01),
    "queen": ( 0.46, -0.51,  0.28,  0.64),
    "prince": ( 0.15, -0.32,  0.03,  0.40),
    "apple": ( 0.07, -0.76, -0.48, -0.71),
    "bread": ( 0.21, -0.54, -0.36, -0.71),
    "cheese": ( 0.13, -0.38, -0.60, -0.77),
    "run": ( 0.80,  0.44,  0.53, -0.78),
    "walk": ( 0.53,  0.12,  0.44, -0.26),
    "sat": ( 0.37,  0.09,  0.12, -0.65),
    "the": (-0.03, -0.98,  0.42, -0.17),
    "on": (-0.13, -0.72,  0.47, -0.10),
}
_TOY16 = {
    "cat": (
        -0.15, -0.06, -0.11, -0.73, -0.87,  0.53,  0.01,  0.30,
        -0.49,  0.15,  0.85,  0.15, -0.65, -0.04, -0.26,  0.71,
    ),
    "dog": (
        -0.18, -0.01,  0.42, -0.36, -1.07,  0.72, -0.14, -0.10,
        -0.43,  0.24,  0.58,  0.34, -0.79,  0.43, -0.07,  0.89,
    ),
    "kitten": (
        -0.25,  0.15, -0.19, -0.35, -0.93,  0.38,  0.05,  0.47,
        -0.54,  0.16,  0.69,  0.24, -0.74,  0.03, -0.47,  0.40,
    ),
    "puppy": (
        -0.31,  0.01,  0.39, -0.26, -1.15,  0.68, -0.04, -0.07,
        -0.44,  0.27,  0.52,  0.49, -0.79,  0.19, -0.08,  0.80,
    ),
    "king": (
         0.06, -0.08, -0.25,  1.03,  0.75,  0.11, -0.10, -0.31,
        -0.79, -0.42, -0.62,  0.31, -0.13, -0.08,  0.41,  0.24,
    ),
    "queen": (
         0.11, -0.05, -0.50,  0.93,  0.74, -0.11, -0.06, -0.48,
        -0.35, -0.47, -0.63, -0.10, -0.68, -0.03, -0.02,  0.60,
    ),
    "prince": (
         0.16,  0.23,  0.04,  0.63,  0.91, -0.30, -0.44, -0.23,
        -1.13, -0.53, -0.66,  0.48, -0.30,  0.13,  0.56,  0.13,
    ),
    "apple": (
        -0.46,  0.30, -0.06,  0.04, -0.01, -0.81,  1.11,  0.69,
         0.13, -0.58,  0.27, -0.11, -0.01,  1.16, -0.15, -0.76,
    ),
    "bread": (
        -0.35,  0.44,  0.23,  0.10,  0.04, -0.09,  0.93,  0.57,
         0.11, -0.46, -0.05, -0.07,  0.02,  1.18,  0.19, -0.58,
    ),
    "cheese": (
        -0.29,  0.55,  0.28,  0.05,  0.12,  0.18,  0.77,  0.45,
         0.11, -0.33,  0.18,  0.09, -0.19,  0.38,  0.45, -0.45,
    ),
    "run": (
         0.21,  0.23, -0.47,  0.93, -0.62, -0.76,  0.13, -0.58,
        -0.35,  0.96,  0.38, -0.12,  0.49, -0.16, -0.07, -0.58,
    ),
    "walk": (
         0.13,  0.29, -0.23,  0.26, -0.56, -0.83,  0.14, -0.16,
        -0.32,  0.90,  0.24, -0.15,  0.27, -0.03,  0.12, -0.11,
    ),
    "sat": (
         0.59, -0.07, -0.95,  0.53, -0.98, -1.07, -0.01, -0.21,
        -0.33,  0.93,  0.63, -0.25,  0.16, -0.39,  0.01, -0.24,
    ),
    "the": (
        -0.20,  0.32,  0.16, -0.69,  0.78, -0.26,  0.67, -0.08,
         1.11,  0.92,  0.15, -0.19,  0.43, -0.33, -0.45,  0.46,
    ),
    "on": (
        -0.17,  0.29,  0.44, -0.84,  0.26,  0.55,  0.80,  0.10,
         0.12,  0.35, -0.64, -0.06,  0.57, -0.12, -0.74,  0.65,
    ),
}
# fmt: on


def _toy(name: str, rows: Mapping[str, tuple[float, ...]]) -> EmbeddingTable:
    vocabulary = Vocabulary(tuple(rows))
    matrix = np.array(list(rows.values()))  # (|V|, d)
    place = {token: id_ for id_, token in enumerate(rows)}
    groups = tuple(
        Group(title, tuple(place[token] for token in tokens)) for title, tokens in _GROUPS.items()
    )
    return EmbeddingTable(
        name=name,
        title=f"Hand-made · {matrix.shape[0]} × {matrix.shape[1]}",
        origin="Made by hand for this lesson, not learned from text.",
        matrix=matrix,
        vocabulary=vocabulary,
        groups=groups,
        hand_made=True,
    )


TABLES: dict[str, Callable[[], EmbeddingTable]] = {
    "toy4": lambda: _toy("toy4", _TOY4),
    "toy16": lambda: _toy("toy16", _TOY16),
}
"""The shipped tables by name; :func:`table` makes each once."""


@lru_cache
def table(name: str) -> EmbeddingTable:
    """Return a shipped table; always the same object for a name.

    Raises
    ------
    ValueError
        If there is no table of that name; the message lists those there are.
    """
    if name not in TABLES:
        raise ValueError(f"no embedding table is called {name!r}; there are {', '.join(TABLES)}")
    return TABLES[name]()
