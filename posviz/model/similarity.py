"""How alike two vectors are: the cosine, the nearest neighbours, and what one-hot gives."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

_BLOCK_VALUES = 1 << 17  # 1 MiB of float64: a block and its square stay in the cache


Metric = Literal["cosine", "dot", "euclid"]
"""How two vectors are compared: by angle, by inner product or by distance."""


@dataclass(frozen=True, eq=False)
class Neighbours:
    """The nearest rows of a table, most similar first; read-only.

    Parameters
    ----------
    ids : ndarray of int, shape (k,)
        Row numbers.
    values : ndarray of float64, shape (k,)
        The cosine, inner product or distance of each; NaN where it is undefined.
    metric : {"cosine", "dot", "euclid"}
        Which of them.
    """

    ids: NDArray[np.int64]  # (k,)
    values: NDArray[np.float64]  # (k,)
    metric: Metric = "cosine"

    def __post_init__(self) -> None:
        self.ids.flags.writeable = self.values.flags.writeable = False

    @property
    def cosines(self) -> NDArray[np.float64]:
        """The values, where they are cosines, (k,).

        Raises
        ------
        ValueError
            If they are something else.
        """
        if self.metric != "cosine":
            raise ValueError(f"these values are no cosines; the metric is {self.metric!r}")
        return self.values


def _scaled(rows: NDArray[Any]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return rows divided by their largest magnitude, and the squared norms of the results.

    Neither can overflow or underflow: the largest value becomes 1, so a squared norm is
    between 1 and the width. A row that has no direction gets the squared norm NaN.
    """
    wide = np.array(rows, dtype=np.float64, order="C")  # (n, d)
    wide[~np.isfinite(wide).all(axis=1)] = 0.0
    largest = np.abs(wide).max(axis=1, initial=0.0)  # (n,)
    wide /= np.where(largest > 0, largest, 1.0)[:, None]
    norms = (wide * wide).sum(axis=1)  # (n,)
    norms[largest == 0] = np.nan
    return wide, norms


def cosines(matrix: ArrayLike, query: ArrayLike) -> NDArray[np.float64]:
    """Return the cosine of every row with one vector.

    Proportional rows, and so equal ones, get values equal to the last bit: a matrix product
    would not promise that, because it may add up different rows in different orders.

    Parameters
    ----------
    matrix : array_like, shape (n, d)
        The rows, in any real type; they are computed with as float64.
    query : array_like, shape (d,)
        The vector they are compared with.

    Returns
    -------
    ndarray of float64, shape (n,)
        x . y / (|x| |y|), in -1 .. 1; NaN ("undefined") where either vector is zero or
        holds a value that is not finite.

    Raises
    ------
    ValueError
        If the shapes do not fit.
    """
    rows, vector = np.asarray(matrix), np.asarray(query)
    if rows.ndim != 2 or vector.shape != rows.shape[1:]:
        raise ValueError(f"rows of shape {rows.shape} and a query of shape {vector.shape}")
    unit, norm = _scaled(vector[None, :])  # (1, d), (1,)
    result = np.empty(len(rows))  # (n,)
    step = max(1, _BLOCK_VALUES // max(1, rows.shape[1]))
    for start in range(0, len(rows), step):
        block, norms = _scaled(rows[start : start + step])
        block *= unit
        # sqrt(a * b), not sqrt(a) * sqrt(b): for a == b it is exactly a, so a twin gets 1.
        result[start : start + step] = block.sum(axis=1) / np.sqrt(norms * norm)
    return np.clip(result, -1.0, 1.0)


def cosine(a: ArrayLike, b: ArrayLike) -> float:
    """Return the cosine of two vectors of shape (d,); NaN where it is undefined.

    See :func:`cosines` for the definition and the errors.
    """
    return float(cosines(np.asarray(a)[None, ...], b)[0])


def compare(matrix: ArrayLike, query: ArrayLike, metric: Metric) -> NDArray[np.float64]:
    """Return how every row compares with one vector.

    Parameters
    ----------
    matrix : array_like, shape (n, d)
        The rows.
    query : array_like, shape (d,)
        The vector.
    metric : {"cosine", "dot", "euclid"}
        The cosine, the inner product or the distance.

    Returns
    -------
    ndarray of float64, shape (n,)
        Equal rows get equal values. NaN where a vector holds a value that is not finite;
        only the cosine is undefined for a zero vector.

    Raises
    ------
    ValueError
        If the shapes do not fit or the metric is unknown.
    """
    if metric == "cosine":
        return cosines(matrix, query)
    rows, vector = np.asarray(matrix), np.asarray(query, dtype=np.float64)
    if rows.ndim != 2 or vector.shape != rows.shape[1:]:
        raise ValueError(f"rows of shape {rows.shape} and a query of shape {vector.shape}")
    if metric not in ("dot", "euclid"):
        raise ValueError(f"the metric must be cosine, dot or euclid, not {metric!r}")
    result = np.empty(len(rows))  # (n,)
    step = max(1, _BLOCK_VALUES // max(1, rows.shape[1]))
    with np.errstate(over="ignore", invalid="ignore"):
        for start in range(0, len(rows), step):
            block = np.array(rows[start : start + step], dtype=np.float64, order="C")
            undefined = ~(np.isfinite(block).all(axis=1) & np.isfinite(vector).all())
            if metric == "dot":
                block *= vector
                values = block.sum(axis=1)
            else:
                block -= vector
                largest = np.abs(block).max(axis=1, initial=0.0)  # so that no square overflows
                block /= np.where(largest > 0, largest, 1.0)[:, None]
                block *= block
                values = np.sqrt(block.sum(axis=1)) * largest
            values[undefined] = np.nan
            result[start : start + step] = values
    return result


def ranked(values: NDArray[np.float64], metric: Metric) -> NDArray[np.int64]:
    """Return the places of values from best to worst; ties by place, NaN last."""
    return np.argsort(values if metric == "euclid" else -values, kind="stable").astype(np.int64)


def nearest(matrix: ArrayLike, id_: int, k: int, metric: Metric = "cosine") -> Neighbours:
    """Return the k rows most similar to row `id_`, which is left out itself.

    For a large table that is asked more than once there is
    :class:`posviz.model.neighbour_search.NeighbourSearch`.

    Parameters
    ----------
    matrix : array_like, shape (|V|, d)
        The table.
    id_ : int
        The query. It is excluded by its id, so a different row with the same values stays
        and comes first, at 1.
    k : int
        How many; at most |V| - 1 are given.
    metric : {"cosine", "dot", "euclid"}
        What similar means.

    Returns
    -------
    Neighbours
        Best first: by falling cosine or inner product, by rising distance. Equal ones, and
        the undefined ones at the end, by id.

    Raises
    ------
    ValueError
        If the id is not in 0 .. |V| - 1, or k is negative.
    """
    rows = np.asarray(matrix)
    if not 0 <= id_ < len(rows):
        raise ValueError(f"id {id_} is not in 0 .. {len(rows) - 1}")
    if k < 0:
        raise ValueError(f"k is {k}; it cannot be negative")
    values = compare(rows, rows[id_], metric)  # (|V|,)
    order = ranked(values, metric)
    ids = order[order != id_][:k]
    return Neighbours(ids, values[ids], metric)


def one_hot_cosine(a_id: int, b_id: int) -> float:
    """Return the cosine of two one-hot vectors: 1 for a token with itself, otherwise 0."""
    return 1.0 if a_id == b_id else 0.0


def one_hot_distance(a_id: int, b_id: int) -> float:
    """Return the distance of two one-hot vectors: 0 for a token with itself, otherwise sqrt 2."""
    return 0.0 if a_id == b_id else math.sqrt(2.0)
