"""Tokens as points on a flat map, and what such a map makes of their neighbours."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from posviz.model.embeddings import EmbeddingTable
from posviz.model.projection import Projection, principal_components


@dataclass(frozen=True, eq=False)
class WordMap:
    """Tokens at their places along the two directions of greatest variance; read-only.

    Parameters
    ----------
    ids : ndarray of int, shape (n,)
        The tokens, rising; only those that have a vector.
    points : ndarray of float64, shape (n, 2)
        Their places; where the table has one dimension the second value is 0.
    explained : ndarray of float64, shape (2,)
        The share of these tokens' variance along each direction, 0 to 1.
    width : int
        The width d of the table: how many directions there are.
    importance : ndarray of int, shape (n,)
        Rows of the map, those first that help most to find one's way: the groups that are
        known, then words before signs and pieces, by id, which most vocabularies give by
        frequency.
    """

    ids: NDArray[np.int64]  # (n,)
    points: NDArray[np.float64]  # (n, 2)
    explained: NDArray[np.float64]  # (2,)
    width: int
    importance: NDArray[np.int64]  # (n,)

    def __post_init__(self) -> None:
        for array in (self.ids, self.points, self.explained, self.importance):
            array.flags.writeable = False

    def place_of(self, id_: int) -> int:
        """Row of a token on the map; −1 if it is not there."""
        place = int(np.searchsorted(self.ids, id_))
        return place if place < len(self.ids) and self.ids[place] == id_ else -1

    def distances(self, place: int) -> NDArray[np.float64]:
        """Distance of every point from one of them, (n,)."""
        way = self.points - self.points[place]
        distances: NDArray[np.float64] = np.hypot(way[:, 0], way[:, 1])
        return distances

    def nearest(self, place: int, k: int) -> NDArray[np.int64]:
        """Rows of the k points nearest to one of them on the map, nearest first.

        Of points equally far the one in the earlier row comes first.
        """
        distances = self.distances(place)
        distances[place] = np.inf
        k = min(k, len(distances) - 1)
        if k < 1:
            return np.empty(0, dtype=np.int64)
        close = np.flatnonzero(distances <= np.partition(distances, k - 1)[k - 1])
        found = close[np.argsort(distances[close], kind="stable")][:k]
        return found.astype(np.int64)

    def ranks(self, place: int, places: Iterable[int]) -> NDArray[np.int64]:
        """What number points are by their distance from one of them on the map, 1 the nearest.

        Ties stand as in :meth:`nearest`; the point itself is number 0.
        """
        distances = self.distances(place)
        distances[place] = -np.inf
        return np.array(
            [
                np.count_nonzero(distances < distances[row])
                + np.count_nonzero(distances[:row] == distances[row])
                for row in places
            ],
            dtype=np.int64,
        )


_WHOLE: WeakKeyDictionary[EmbeddingTable, WordMap] = WeakKeyDictionary()


def map_of_table(table: EmbeddingTable) -> WordMap:
    """Map all tokens of a table that have a vector; made once for each table."""
    made = _WHOLE.get(table)
    if made is None:
        made = _WHOLE[table] = map_of_tokens(table, table.ids)
    return made


def is_map_ready(table: EmbeddingTable) -> bool:
    """Tell whether the map of a whole table is made."""
    return table in _WHOLE


def map_of_tokens(table: EmbeddingTable, ids: Iterable[int]) -> WordMap:
    """Map some tokens of a table by the directions in which they differ most.

    Parameters
    ----------
    table : EmbeddingTable
        Where the vectors come from.
    ids : iterable of int
        The tokens; each is taken once, and left out if it has no vector or one that is not
        finite.

    Returns
    -------
    WordMap
        The tokens in rising order of id.

    Raises
    ------
    ValueError
        If an id is not in 0 .. |V| - 1.
    """
    wanted = np.unique(np.fromiter(ids, dtype=np.int64))  # (n,)
    if len(wanted) and not 0 <= wanted[0] <= wanted[-1] < table.size:
        raise ValueError(f"ids {wanted[0]} .. {wanted[-1]} are not in 0 .. {table.size - 1}")
    if len(wanted) < table.size or len(table.ids) < table.size:
        wanted = wanted[np.isin(wanted, table.ids)]
    rows = table.matrix if len(wanted) == table.size else table.matrix[wanted]  # (n, d)
    scale = 1.0
    found: Projection | None
    try:
        found = principal_components(rows)
    except ValueError:
        finite = np.isfinite(rows).all(axis=1)
        wanted, rows = wanted[finite], rows[finite].astype(np.float64)
        # Values too large to square: the map of smaller ones is the same but for its scale.
        scale = float(np.abs(rows).max(initial=0.0)) or 1.0
        found = principal_components(rows / scale) if rows.size else None
    points, explained = np.zeros((len(wanted), 2)), np.zeros(2)
    if found is not None:
        count = len(found.explained)
        points[:, :count] = found.points * scale
        explained[:count] = found.explained
    return WordMap(wanted, points, explained, table.width, _by_importance(table, wanted))


def _by_importance(table: EmbeddingTable, ids: NDArray[np.int64]) -> NDArray[np.int64]:
    tokens = table.vocabulary.tokens
    grouped = {id_ for group in table.groups for id_ in group.ids}
    kinds = [
        0 if id_ in grouped else 1 if len(tokens[id_]) > 2 and tokens[id_].isalpha() else 2
        for id_ in ids.tolist()
    ]
    return np.argsort(np.array(kinds, dtype=np.int8), kind="stable").astype(np.int64)
