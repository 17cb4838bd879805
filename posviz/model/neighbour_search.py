"""The nearest rows of a large table, found fast and ranked exactly.

1. One matrix-vector product in float32 scores all rows; for the cosine 1/norm is kept as a
   vector, so there is no second copy of the table.
2. Maxima of blocks of 256 scores: the k-th largest of them is a lower bound of the k-th best
   score, and only blocks that reach it are looked into.
3. A float32 score is off by a known amount at most. All rows that could be among the k best
   within it are computed again in float64, so equal rows tie exactly and stand by id.

Almost all of the time goes to the product, which has to read the table once.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posviz.model.similarity import Metric, Neighbours, compare, ranked

_BLOCK = 256
_MOST_PAIRS = 10_000
_CLOSE_ROWS = 4096
_FEW_VALUES = 1 << 16  # a table of fewer values is compared in float64 at once
# Outside these norms a float32 score could overflow, or lose digits to underflow.
_SMALLEST_NORM, _LARGEST_NORM = 1e-9, 1e9


class Baseline(NamedTuple):
    """How alike two words are that have nothing to do with each other.

    Parameters
    ----------
    mean, deviation : float
        Mean and standard deviation over the pairs; NaN if there are none.
    pairs : int
        How many pairs were compared.
    every : bool
        Whether those are all the pairs of the table, and not drawn at random.
    """

    mean: float
    deviation: float
    pairs: int = 0
    every: bool = False


@dataclass(frozen=True, eq=False)
class Ranking:
    """How the rows of a table rank by likeness to one of them.

    Parameters
    ----------
    id : int
        The row that the others are compared with.
    metric : {"cosine", "dot", "euclid"}
        How.
    matrix : ndarray, shape (|V|, d)
        The table.
    scores : ndarray of float32 or float64, shape (|V|,)
        The better the higher; −inf for `id` and for rows that cannot be compared.
    error : float
        How far off a score may be at most.
    """

    id: int
    metric: Metric
    matrix: NDArray[Any]  # (|V|, d)
    scores: NDArray[np.floating[Any]]  # (|V|,)
    error: float

    @cached_property
    def size(self) -> int:
        """How many rows have a rank."""
        return int(np.count_nonzero(self.scores > -np.inf))

    def ranks_of(self, ids: ArrayLike) -> NDArray[np.int64]:
        """Return what number rows are, (n,): 1 for the nearest; 0 for one without a rank.

        They are the places in what :meth:`NeighbourSearch.nearest` gives for the largest k.
        """
        wanted = np.asarray(ids, dtype=np.int64)
        ranks = np.zeros(len(wanted), dtype=np.int64)
        for place, id_ in enumerate(wanted.tolist()):
            score = float(self.scores[id_])
            if score == -np.inf:
                continue
            ahead = int(np.count_nonzero(self.scores > score + 2 * self.error))
            reach = self.scores >= score - 2 * self.error
            close = np.flatnonzero(reach & (self.scores <= score + 2 * self.error))
            (mine,) = self._values(np.array([id_]))
            for start in range(0, len(close), _CLOSE_ROWS):
                some = close[start : start + _CLOSE_ROWS]
                values = self._values(some)
                ahead += int(np.count_nonzero(values > mine))
                ahead += int(np.count_nonzero((values == mine) & (some < id_)))
            ranks[place] = ahead + 1
        return ranks

    def _values(self, ids: NDArray[np.int64]) -> NDArray[np.float64]:
        """Compare rows exactly; the better the higher, (n,)."""
        values = compare(self.matrix[ids], self.matrix[self.id], self.metric)
        return -values if self.metric == "euclid" else values


class NeighbourSearch:
    """A table made ready to be asked for neighbours again and again.

    Parameters
    ----------
    matrix : ndarray, shape (|V|, d)
        The table; float32 is used as it is, other types are copied to float32 once.
    ids : ndarray of int, shape (n,), optional
        The rows that are vectors; the others are nobody's neighbours. All by default.
    """

    def __init__(self, matrix: NDArray[Any], ids: NDArray[np.int64] | None = None) -> None:
        self._exact = matrix
        norms = _norms(matrix)  # (|V|,)
        absent = np.ones(len(matrix), dtype=bool)
        absent[slice(None) if ids is None else ids] = False
        norms[absent] = np.nan
        self._absent = absent
        self._defined = np.flatnonzero(norms > 0)  # the rows that have a direction
        self._undefined = {
            "cosine": np.flatnonzero(~(norms > 0)),
            "dot": np.flatnonzero(np.isnan(norms)),
            "euclid": np.flatnonzero(np.isnan(norms)),
        }
        usual = norms[self._defined]
        self._largest = float(usual.max(initial=0.0))
        self._fast = matrix.size >= _FEW_VALUES and bool(
            len(usual) and usual.min() >= _SMALLEST_NORM and self._largest <= _LARGEST_NORM
        )
        if self._fast:
            self._rough = np.ascontiguousarray(matrix, dtype=np.float32)  # (|V|, d)
            self._half_squares = (norms * norms / 2).astype(np.float32)  # (|V|,)
            norms[self._undefined["cosine"]] = 1.0
            self._inverse_norms = (1 / norms).astype(np.float32)  # (|V|,)
        self._baselines: dict[Metric, Baseline] = {}

    def nearest(self, id_: int, k: int, metric: Metric = "cosine") -> Neighbours:
        """Return the k rows nearest to row `id_`, which is left out itself.

        It gives what :func:`posviz.model.similarity.nearest` gives.

        Raises
        ------
        ValueError
            If the id is not in 0 .. |V| - 1, or k is negative.
        """
        self._check(id_)
        if self._absent[id_]:
            return self.nearest_to(np.full(self._exact.shape[1], np.nan), k, metric, (id_,))
        return self.nearest_to(self._exact[id_], k, metric, (id_,))

    def ranking(self, id_: int, metric: Metric = "cosine") -> Ranking:
        """Compare all rows with row `id_`, to be asked what number any of them is.

        Raises
        ------
        ValueError
            If the id is not in 0 .. |V| - 1.
        """
        self._check(id_)
        query = np.asarray(self._exact[id_], dtype=np.float64)
        norm = np.nan if self._absent[id_] else float(_norms(query[None, :])[0])
        if self._fast and _SMALLEST_NORM <= norm <= _LARGEST_NORM:
            scores, error = self._scores(query, norm, metric)
        else:
            values = compare(self._exact, query, metric)  # (|V|,)
            scores, error = np.asarray(-values if metric == "euclid" else values), 0.0
            scores[self._absent | np.isnan(scores)] = -np.inf
            if self._absent[id_]:
                scores[:] = -np.inf
        scores[id_] = -np.inf
        return Ranking(id_, metric, self._exact, scores, error)

    def nearest_to(
        self, query: ArrayLike, k: int, metric: Metric = "cosine", exclude: Collection[int] = ()
    ) -> Neighbours:
        """Return the k rows nearest to a vector.

        Parameters
        ----------
        query : array_like, shape (d,)
            The vector.
        k : int
            How many.
        metric : {"cosine", "dot", "euclid"}
            What near means.
        exclude : collection of int
            Ids that are left out.

        Returns
        -------
        Neighbours
            Best first; equal ones, and undefined ones at the end, by id.

        Raises
        ------
        ValueError
            If the shapes do not fit or k is negative.
        """
        vector = np.asarray(query, dtype=np.float64)
        if vector.shape != self._exact.shape[1:]:
            raise ValueError(f"rows of shape {self._exact.shape} and a query of {vector.shape}")
        if k < 0:
            raise ValueError(f"k is {k}; it cannot be negative")
        left_out = np.array(sorted(set(exclude)), dtype=np.int64)
        with np.errstate(over="ignore", invalid="ignore"):
            norm = math.sqrt(float(vector @ vector))
        if (
            self._fast
            and 0 < k <= len(self._defined) - len(left_out)
            and _SMALLEST_NORM <= norm <= _LARGEST_NORM
        ):
            ids = self._candidates(vector, norm, k, metric, left_out)
        else:
            ids = np.setdiff1d(np.arange(len(self._exact)), left_out)
        values = compare(self._exact[ids], vector, metric)  # (n,)
        values[self._absent[ids]] = np.nan
        order = ranked(values, metric)[:k]
        return Neighbours(ids[order], values[order], metric)

    def analogy(self, a: int, b: int, c: int, k: int, *, exclude_inputs: bool = True) -> Neighbours:
        """Return the rows whose direction is nearest to a - b + c, as in king - man + woman.

        Parameters
        ----------
        a, b, c : int
            Ids. Their vectors are brought to length 1 first, as word2vec and GloVe do.
        k : int
            How many.
        exclude_inputs : bool
            Whether a, b and c are left out, as is usual. It flatters the method: otherwise
            the answer is most often a or c itself.

        Notes
        -----
        Mikolov, Yih and Zweig 2013; on the inputs, Linzen 2016 and Rogers et al. 2017.

        Raises
        ------
        ValueError
            If an id is not in 0 .. |V| - 1, or k is negative.
        """
        units = []
        for id_ in (a, b, c):
            self._check(id_)
            row = np.asarray(self._exact[id_], dtype=np.float64)
            norm = np.nan if self._absent[id_] else float(_norms(row[None, :])[0])
            units.append(row / (norm or np.nan))
        query = units[0] - units[1] + units[2]  # (d,)
        return self.nearest_to(query, k, "cosine", (a, b, c) if exclude_inputs else ())

    def random_baseline(
        self, metric: Metric = "cosine", pairs: int = 10_000, seed: int = 0
    ) -> Baseline:
        """Compare random pairs of different rows.

        Parameters
        ----------
        metric : {"cosine", "dot", "euclid"}
            What is compared.
        pairs : int
            How many pairs.
        seed : int
            The same seed gives the same pairs.
        """
        n = len(self._defined)
        if n < 2 or pairs < 1:
            return Baseline(np.nan, np.nan)
        rng = np.random.default_rng(seed)
        first = rng.integers(n, size=pairs)
        second = (first + rng.integers(1, n, size=pairs)) % n  # never the same row
        return self._over_pairs(metric, first, second, every=False)

    def baseline(self, metric: Metric = "cosine") -> Baseline:
        """Compare all pairs of different rows, or 10 000 random ones where there are more.

        It is computed once for each metric.
        """
        if metric not in self._baselines:
            n = len(self._defined)
            if n >= 2 and n * (n - 1) // 2 <= _MOST_PAIRS:
                found = self._over_pairs(metric, *np.triu_indices(n, 1), every=True)
            else:
                found = self.random_baseline(metric, _MOST_PAIRS)
            self._baselines[metric] = found
        return self._baselines[metric]

    def has_baseline(self, metric: Metric) -> bool:
        """Tell whether :meth:`baseline` returns at once."""
        return metric in self._baselines

    def _over_pairs(
        self, metric: Metric, first: NDArray[np.int64], second: NDArray[np.int64], *, every: bool
    ) -> Baseline:
        """Compare rows in pairs; `first` and `second` are places in `_defined`, (n,)."""
        values = np.empty(len(first))
        for start in range(0, len(first), 1000):
            some = slice(start, start + 1000)
            x = self._exact[self._defined[first[some]]].astype(np.float64)  # (1000, d)
            y = self._exact[self._defined[second[some]]].astype(np.float64)  # (1000, d)
            if metric == "euclid":
                values[some] = _norms(x - y)
            else:
                values[some] = np.einsum("ij,ij->i", x, y)
            if metric == "cosine":
                values[some] /= _norms(x) * _norms(y)
        return Baseline(float(values.mean()), float(values.std()), len(values), every)

    def _candidates(
        self,
        query: NDArray[np.float64],
        norm: float,
        k: int,
        metric: Metric,
        left_out: NDArray[np.int64],
    ) -> NDArray[np.int64]:
        """Return the rows that may be among the k best, in order of id."""
        scores, error = self._scores(query, norm, metric)
        scores[left_out] = -np.inf
        whole = len(scores) // _BLOCK * _BLOCK
        blocks = scores[:whole].reshape(-1, _BLOCK)
        tail = np.arange(whole, len(scores))
        maxima = blocks.max(axis=1, initial=-np.inf)
        if len(maxima) < k:
            places = np.arange(len(scores))
        else:
            bound = np.partition(maxima, -k)[-k] - 2 * error
            into = np.flatnonzero(maxima >= bound) * _BLOCK
            places = np.concatenate([(into[:, None] + np.arange(_BLOCK)).ravel(), tail])
        found = scores[places]
        bound = np.partition(found, -k)[-k] - 2 * error
        candidates: NDArray[np.int64] = places[found >= bound]
        return candidates

    def _scores(
        self, query: NDArray[np.float64], norm: float, metric: Metric
    ) -> tuple[NDArray[np.float32], float]:
        """Score all rows, (|V|,), the better the higher, and say how far off a score may be."""
        direction = (query / norm).astype(np.float32)
        scores = self._rough @ direction  # (|V|,)
        # Rounding of d products, their sum, and both operands (Higham 2002, section 3.1).
        error = (self._exact.shape[1] + 8) * 2.0**-24
        if metric == "cosine":
            scores *= self._inverse_norms
        elif metric == "dot":
            error *= self._largest
        else:  # |x - q|^2 is smallest where x.q/|q| - |x|^2 / 2|q| is largest
            scores -= self._half_squares / np.float32(norm)
            error *= self._largest + self._largest**2 / norm
        scores[self._undefined[metric]] = -np.inf
        return scores, error

    def _check(self, id_: int) -> None:
        if not 0 <= id_ < len(self._exact):
            raise ValueError(f"id {id_} is not in 0 .. {len(self._exact) - 1}")


def _norms(matrix: NDArray[Any]) -> NDArray[np.float64]:
    """Return the length of each row, (n,); NaN where a value is not finite."""
    norms = np.empty(len(matrix))
    step = max(1, (1 << 17) // max(1, matrix.shape[1]))
    with np.errstate(over="ignore", under="ignore"):
        for start in range(0, len(matrix), step):
            block = matrix[start : start + step].astype(np.float64)
            norms[start : start + step] = np.sqrt(np.einsum("ij,ij->i", block, block))
    norms[~np.isfinite(norms)] = np.nan
    return norms
