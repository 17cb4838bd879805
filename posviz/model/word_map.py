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
        The tokens; only those that have a vector.
    points : ndarray of float64, shape (n, 2)
        Their places; where the table has one dimension the second value is 0.
    explained : ndarray of float64, shape (2,)
        The share of these tokens' variance along each direction, 0 to 1.
    width : int
        The width d of the table: how many directions there are.
    """

    ids: NDArray[np.int64]  # (n,)
    points: NDArray[np.float64]  # (n, 2)
    explained: NDArray[np.float64]  # (2,)
    width: int

    def __post_init__(self) -> None:
        for array in (self.ids, self.points, self.explained):
            array.flags.writeable = False

    def place_of(self, id_: int) -> int:
        """Row of a token on the map; −1 if it is not there."""
        places = np.flatnonzero(self.ids == id_)
        return int(places[0]) if len(places) else -1

    def distances(self, place: int) -> NDArray[np.float64]:
        """Distance of every point from one of them, (n,)."""
        way = self.points - self.points[place]
        return np.hypot(way[:, 0], way[:, 1])

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
    try:
        return _as_map(wanted, principal_components(rows), table.width)
    except ValueError:
        finite = np.isfinite(rows).all(axis=1)
    wanted, rows = wanted[finite], rows[finite].astype(np.float64)
    largest = float(np.abs(rows).max(initial=0.0))
    if rows.size == 0:
        return WordMap(wanted, np.zeros((len(wanted), 2)), np.zeros(2), table.width)
    # Too large to square: the map of smaller rows is the same but for its scale.
    found = principal_components(rows / (largest or 1.0))
    return _as_map(wanted, found, table.width, largest)


def _as_map(
    ids: NDArray[np.int64], found: Projection, width: int, scale: float = 1.0
) -> WordMap:
    points = np.zeros((len(ids), 2))  # (n, 2)
    explained = np.zeros(2)
    count = len(found.explained)
    points[:, :count] = found.points * scale
    explained[:count] = found.explained
    return WordMap(ids, points, explained, width)
