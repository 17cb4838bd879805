"""The neighbours of one word in one table, by name, with all that is needed to judge them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from posviz.model.embeddings import EmbeddingTable
from posviz.model.neighbour_search import Baseline
from posviz.model.similarity import Metric, cosines, one_hot_cosine, one_hot_distance


class Trouble(NamedTuple):
    """Why a token cannot be compared.

    Parameters
    ----------
    token : str
        The token.
    kind : {"unknown", "no vector", "zero", "not finite"}
        It is not in the vocabulary; it is, and the table has no vector for it; its vector is
        zero and so has no direction; its vector holds a value that is not a number.
    pieces : tuple of str
        For an unknown one: the tokens that the table's tokeniser makes of it, if it knows
        them all.
    """

    token: str
    kind: Literal["unknown", "no vector", "zero", "not finite"]
    pieces: tuple[str, ...] = ()


@dataclass(frozen=True)
class NeighbourList:
    """The k nearest tokens of a table, nearest first.

    Parameters
    ----------
    table, title : str
        The table, as it is called in State and on screen.
    hand_made : bool
        Whether people, not training, chose the numbers.
    tokens, ids : tuple, (k,)
        The neighbours.
    values : tuple of float, (k,)
        Cosine, inner product or distance; NaN where it is undefined.
    one_hot : tuple of float, (k,)
        What one-hot vectors give for the same tokens, by the same measure.
    alone : tuple of float, (k,)
        For an analogy, the cosine with its first word alone; otherwise empty.
    baseline : Baseline
        The same measure between tokens that have nothing to do with each other.
    troubles : tuple of Trouble
        Why there are no neighbours, if there are none.
    first_of_all : str, optional
        For an analogy, the nearest token when none is left out.
    """

    table: str
    title: str
    hand_made: bool
    baseline: Baseline
    tokens: tuple[str, ...] = ()
    ids: tuple[int, ...] = ()
    values: tuple[float, ...] = ()
    one_hot: tuple[float, ...] = ()
    alone: tuple[float, ...] = ()
    troubles: tuple[Trouble, ...] = ()
    first_of_all: str | None = None

    def deviations(self, place: int) -> float:
        """How many standard deviations a neighbour is above the baseline; NaN without one."""
        spread = self.baseline.deviation
        return (self.values[place] - self.baseline.mean) / spread if spread > 0 else math.nan


def neighbours_of(table: EmbeddingTable, token: str, k: int, metric: Metric) -> NeighbourList:
    """Return the k tokens nearest to one token, which is left out itself."""
    troubles = _troubles(table, (token,), needs_direction=metric == "cosine")
    if troubles:
        return _list(table, metric, troubles=troubles)
    id_ = _id(table, token)
    found = table.search.nearest(id_, k, metric)
    one_hot = one_hot_distance if metric == "euclid" else one_hot_cosine
    return _list(
        table,
        metric,
        ids=found.ids,
        values=found.values,
        one_hot=tuple(one_hot(id_, int(i)) for i in found.ids),
    )


def analogy_of(
    table: EmbeddingTable, token: str, minus: str, plus: str, k: int, *, exclude_inputs: bool
) -> NeighbourList:
    """Return the k tokens whose direction is nearest to token − minus + plus.

    See :meth:`posviz.model.neighbour_search.NeighbourSearch.analogy`.
    """
    inputs = (token, minus, plus)
    troubles = _troubles(table, inputs, needs_direction=True)
    if troubles:
        return _list(table, "cosine", troubles=troubles)
    a, b, c = (_id(table, word) for word in inputs)
    # One look gives both answers: with the inputs, and without them.
    found = table.search.analogy(a, b, c, k + 3, exclude_inputs=False)
    kept = ~np.isin(found.ids, (a, b, c)) if exclude_inputs else np.ones(len(found.ids), bool)
    ids, values = found.ids[kept][:k], found.values[kept][:k]
    weights = Counter({a: 1})
    weights.update({c: 1})
    weights.subtract({b: 1})
    length = math.sqrt(sum(weight * weight for weight in weights.values()))
    return _list(
        table,
        "cosine",
        ids=ids,
        values=values,
        one_hot=tuple(weights[int(i)] / length if length else math.nan for i in ids),
        alone=tuple(cosines(table.matrix[ids], table.matrix[a]).tolist()),
        first_of_all=table.vocabulary.token_of(int(found.ids[0])),
    )


def _list(
    table: EmbeddingTable,
    metric: Metric,
    *,
    ids: NDArray[np.int64] | None = None,
    values: NDArray[np.float64] | None = None,
    one_hot: tuple[float, ...] = (),
    alone: tuple[float, ...] = (),
    troubles: tuple[Trouble, ...] = (),
    first_of_all: str | None = None,
) -> NeighbourList:
    rows = () if ids is None else tuple(ids.tolist())
    return NeighbourList(
        table=table.name,
        title=table.title,
        hand_made=table.hand_made,
        baseline=table.search.baseline(metric),
        tokens=tuple(map(table.vocabulary.token_of, rows)),
        ids=rows,
        values=() if values is None else tuple(values.tolist()),
        one_hot=one_hot,
        alone=alone,
        troubles=troubles,
        first_of_all=first_of_all,
    )


def _id(table: EmbeddingTable, token: str) -> int:
    id_ = table.vocabulary.id_of(token)
    assert id_ is not None
    return id_


def _troubles(
    table: EmbeddingTable, tokens: Sequence[str], *, needs_direction: bool
) -> tuple[Trouble, ...]:
    found = (_trouble(table, token, needs_direction) for token in dict.fromkeys(tokens))
    return tuple(trouble for trouble in found if trouble is not None)


def _trouble(table: EmbeddingTable, token: str, needs_direction: bool) -> Trouble | None:
    id_ = table.vocabulary.id_of(token)
    if id_ is None:
        return Trouble(token, "unknown", pieces_of(table, token))
    if not table.has_vector(id_):
        return Trouble(token, "no vector")
    row = table.row(id_)
    if not np.isfinite(row).all():
        return Trouble(token, "not finite")
    if needs_direction and not row.any():
        return Trouble(token, "zero")
    return None


def has_direction(table: EmbeddingTable, token: str) -> bool:
    """Tell whether a token can be an input of an analogy: it has a vector that is not zero."""
    return _trouble(table, token, needs_direction=True) is None


def pieces_of(table: EmbeddingTable, text: str) -> tuple[str, ...]:
    """Return the tokens that a table's tokeniser makes of a text; empty if it knows not all."""
    pieces = table.pieces_of(text)
    unknown = table.vocabulary.id_of("[UNK]")
    known = all(piece.id is not None and piece.id != unknown for piece in pieces)
    return tuple(piece.text for piece in pieces) if known else ()
