"""A flat map of a table: its two or three directions of greatest variance (PCA)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

_BLOCK_ROWS = 4096


@dataclass(frozen=True, eq=False)
class Projection:
    """A table seen along a few directions; all arrays read-only.

    Parameters
    ----------
    points : ndarray of float64, shape (n, c)
        The rows, less their mean, along each direction.
    directions : ndarray of float64, shape (c, d)
        Unit vectors at right angles, the one of greatest variance first. The largest of the
        values of each, by magnitude, is positive, so that a map is never mirrored by chance.
    explained : ndarray of float64, shape (c,)
        The share of the whole variance along each, 0 to 1; 0 if all rows are equal.
    mean : ndarray of float64, shape (d,)
        The mean row.
    """

    points: NDArray[np.float64]  # (n, c)
    directions: NDArray[np.float64]  # (c, d)
    explained: NDArray[np.float64]  # (c,)
    mean: NDArray[np.float64]  # (d,)

    def __post_init__(self) -> None:
        for array in (self.points, self.directions, self.explained, self.mean):
            array.flags.writeable = False


def principal_components(matrix: NDArray[Any], count: int = 2) -> Projection:
    """Project the rows of a table on their directions of greatest variance.

    Parameters
    ----------
    matrix : ndarray, shape (n, d)
        The rows, all finite: leave out tokens that have no vector.
    count : int
        How many directions; at most d are given.

    Returns
    -------
    Projection
        Points on a map; what else the table holds, 1 less the sum of `explained`, is lost.

    Raises
    ------
    ValueError
        If the matrix is no table, has no rows, or holds a value that is not finite.

    Notes
    -----
    Pearson 1901. The d × d covariance is summed up by blocks of rows less a first guess of
    the mean, so no centred copy of the table is made and a large mean costs no digits.
    """
    if matrix.ndim != 2 or 0 in matrix.shape:
        raise ValueError(f"a matrix of shape {matrix.shape}; there must be rows and columns")
    n, width = matrix.shape
    kind = np.float32 if matrix.dtype == np.float32 else np.float64
    covariance = np.zeros((width, width))
    offset = np.zeros(width)  # of the mean from the guess, times n
    with np.errstate(over="ignore", invalid="ignore"):
        sample = matrix[:: max(1, n // _BLOCK_ROWS)]
        guess = sample.mean(axis=0, dtype=np.float64).astype(kind)  # (d,)
        for start in range(0, n, _BLOCK_ROWS):
            block = matrix[start : start + _BLOCK_ROWS] - guess
            covariance += block.T @ block
            offset += block.sum(axis=0, dtype=np.float64)
        offset /= n
        covariance = covariance / n - np.outer(offset, offset)
        total = float(np.trace(covariance))
    if not np.isfinite(total):
        raise ValueError("the table holds a value that is not finite, or too large to square")
    values, vectors = np.linalg.eigh(covariance)  # rising
    directions = vectors[:, ::-1][:, :count].T.copy()  # (c, d)
    largest = np.abs(directions).argmax(axis=1)
    directions *= np.sign(directions[np.arange(len(directions)), largest])[:, None]
    points = np.empty((n, len(directions)))
    for start in range(0, n, _BLOCK_ROWS):
        block = matrix[start : start + _BLOCK_ROWS] - guess
        points[start : start + _BLOCK_ROWS] = block @ directions.T.astype(kind)
    points -= directions @ offset
    explained = np.maximum(values[::-1][:count], 0) / (total if total > 0 else 1.0)
    return Projection(points, directions, explained, guess + offset)
