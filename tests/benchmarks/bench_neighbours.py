"""How much longer the nearest neighbours take than the matrix-vector product they need.

    python -m tests.benchmarks.bench_neighbours

Rounds alternate between the bare float32 product, the 20 nearest, and the plain way (all
cosines, then a full sort); the medians are compared, since ratios hold where absolute times
do not. The last row is the map: PCA against the product X'X, eigh and the projection.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import perf_counter

import numpy as np
import numpy.typing as npt

from posviz.model.neighbour_search import NeighbourSearch
from posviz.model.projection import principal_components
from posviz.model.similarity import Metric, nearest

K = 20
ROUNDS = 25
METRICS: tuple[Metric, ...] = ("cosine", "dot", "euclid")
SIZES = [(37_000, 512), (400_000, 300)]


def timed(ways: list[Callable[[int], object]], rounds: int = ROUNDS) -> list[float]:
    """Return the median time of each way in ms, in rounds that take turns."""
    times: list[list[float]] = [[] for _ in ways]
    for turn in range(rounds):
        for way, spent in zip(ways, times, strict=True):
            started = perf_counter()
            way(turn)
            spent.append(1000 * (perf_counter() - started))
    return [median(spent) for spent in times]


def table(rows: int, width: int) -> npt.NDArray[np.float32]:
    return np.random.default_rng(0).standard_normal((rows, width), dtype=np.float32)


def main() -> None:
    print(f"{'20 nearest':<22}{'ours / product':>16}{'plain / product':>17}{'ours ms':>9}")
    for rows, width in SIZES:
        matrix = table(rows, width)
        search = NeighbourSearch(matrix)
        for metric in METRICS:
            product, ours = timed(
                [lambda i: matrix @ matrix[i], lambda i: search.nearest(i, K, metric)]  # noqa: B023
            )
            _, plain = timed([lambda _: None, lambda i: nearest(matrix, i, K, metric)], 3)  # noqa: B023
            name = f"{rows} × {width} {metric}"
            print(f"{name:<22}{ours / product:>16.2f}{plain / product:>17.1f}{ours:>9.2f}")
    rows, width = SIZES[0]
    matrix = table(rows, width)

    def bare(_turn: int) -> object:
        vectors = np.linalg.eigh((matrix.T @ matrix).astype(np.float64)).eigenvectors
        return matrix @ vectors[:, -2:].astype(np.float32)

    floor, ours = timed([bare, lambda _: principal_components(matrix, 2)], 7)
    print(f"{'PCA':<22}{'ours / floor':>16}{'':>17}{'ours ms':>9}")
    print(f"{f'{rows} × {width}':<22}{ours / floor:>16.2f}{'':>17}{ours:>9.2f}")


if __name__ == "__main__":
    main()
