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
    the mean, so no centred copy of the table is made and a large mean costs no digits. With
    fewer rows than columns the n × n matrix of the rows' dot products takes its place: it has
    the same values other than 0 (Turk and Pentland 1991, "Eigenfaces", section 2.1).
    """
    if matrix.ndim != 2 or 0 in matrix.shape:
        raise ValueError(f"a matrix of shape {matrix.shape}; there must be rows and columns")
    n, width = matrix.shape
    kind = np.float32 if matrix.dtype == np.float32 else np.float64
    with np.errstate(over="ignore", invalid="ignore"):
        sample = matrix[:: max(1, n // _BLOCK_ROWS)]
        guess = sample.mean(axis=0, dtype=np.float64).astype(kind)  # (d,)
        if n < width:
            offset, square, rows = _of_rows(matrix, guess)
        else:
            offset, square = _of_columns(matrix, guess)
        total = float(np.trace(square))
    if not np.isfinite(total):
        raise ValueError("the table holds a value that is not finite, or too large to square")
    values, vectors = np.linalg.eigh(square)  # rising
    values, vectors = values[::-1][:count], vectors[:, ::-1][:, :count]  # (m, c)
    if n < width:
        vectors, values = _across(rows, vectors, values, min(count, width))
    directions = vectors.T.copy()  # (c, d)
    largest = np.abs(directions).argmax(axis=1)
    directions *= np.sign(directions[np.arange(len(directions)), largest])[:, None]
    points = np.empty((n, len(directions)))
    for start in range(0, n, _BLOCK_ROWS):
        block = matrix[start : start + _BLOCK_ROWS] - guess
        points[start : start + _BLOCK_ROWS] = block @ directions.T.astype(kind)
    points -= directions @ offset
    explained = np.maximum(values, 0) / (total if total > 0 else 1.0)
    return Projection(points, directions, explained, guess + offset)


def _of_columns(
    matrix: NDArray[Any], guess: NDArray[Any]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Offset of the mean from a guess, (d,), and the covariance, (d, d)."""
    n, width = matrix.shape
    covariance = np.zeros((width, width))
    offset = np.zeros(width)
    for start in range(0, n, _BLOCK_ROWS):
        block = matrix[start : start + _BLOCK_ROWS] - guess
        covariance += block.T @ block
        offset += block.sum(axis=0, dtype=np.float64)
    offset /= n
    return offset, covariance / n - np.outer(offset, offset)


def _of_rows(
    matrix: NDArray[Any], guess: NDArray[Any]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Offset of the mean from a guess, (d,), dot products, (n, n), of the rows, (n, d)."""
    rows = (matrix - guess).astype(np.float64)  # (n, d)
    offset = rows.mean(axis=0)
    rows -= offset
    return offset, rows @ rows.T / len(rows), rows


def _across(
    rows: NDArray[np.float64],
    vectors: NDArray[np.float64],
    values: NDArray[np.float64],
    count: int,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Directions in the space of the columns, (d, c), from weights of the rows, (n, c)."""
    directions = np.zeros((rows.shape[1], count))
    directions[:, : len(values)] = rows.T @ vectors
    # Where the rows vary no further, this puts some direction at right angles to the others.
    basis, _ = np.linalg.qr(directions)
    return basis, np.pad(values, (0, count - len(values)))
