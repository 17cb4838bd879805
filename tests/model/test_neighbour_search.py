import math
from itertools import combinations
from statistics import fmean, pstdev

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from posviz.model.embeddings import table
from posviz.model.neighbour_search import NeighbourSearch
from posviz.model.similarity import Metric, cosine, nearest

METRICS: tuple[Metric, ...] = ("cosine", "dot", "euclid")
every_metric = pytest.mark.parametrize("metric", METRICS)


def random_table(rows: int, width: int, seed: int = 0) -> NDArray[np.float32]:
    return np.random.default_rng(seed).standard_normal((rows, width), dtype=np.float32)


def check(matrix: NDArray[np.floating], ids: list[int], k: int, metric: Metric) -> None:
    """Hold the fast way to the plain one, to the last bit."""
    search = NeighbourSearch(matrix)
    for id_ in ids:
        plain, fast = nearest(matrix, id_, k, metric), search.nearest(id_, k, metric)
        assert fast.ids.tolist() == plain.ids.tolist()
        assert np.array_equal(fast.values, plain.values, equal_nan=True)
        assert fast.metric == plain.metric == metric


@every_metric
@pytest.mark.parametrize("k", [0, 1, 20, 100])
def test_a_random_table(metric: Metric, k: int) -> None:
    check(random_table(30_001, 40), [0, 7, 256, 30_000], k, metric)


@every_metric
@pytest.mark.parametrize("rows", [1, 2, 255, 256, 257, 5000])
def test_few_rows_and_every_k(metric: Metric, rows: int) -> None:
    matrix = random_table(rows, 300, seed=rows)
    for k in (1, 5, rows - 1, rows + 5):
        check(matrix, [0, rows - 1], k, metric)


@every_metric
def test_equal_rows_tie_exactly_and_stand_by_id(metric: Metric) -> None:
    few = random_table(40, 64)
    matrix = few[np.random.default_rng(1).integers(40, size=9000)]
    check(matrix, [0, 4321, 8999], 500, metric)
    found = NeighbourSearch(matrix).nearest(0, 300, metric)
    for value in set(found.values.tolist()):
        tied = found.ids[found.values == value]
        assert (np.diff(tied) > 0).all()


@every_metric
def test_rows_closer_than_float32_can_tell(metric: Metric) -> None:
    """Their float32 scores are noise; only the float64 values rank them."""
    rng = np.random.default_rng(2)
    matrix = rng.normal(size=(1, 200)) + 1e-9 * rng.normal(size=(3000, 200))
    check(matrix, [0, 1500, 2999], 30, metric)


@every_metric
def test_trained_rows_of_very_different_length(metric: Metric) -> None:
    matrix = random_table(4000, 50)
    matrix *= np.logspace(-6, 6, 4000, dtype=np.float32)[:, None]
    check(matrix, [0, 2000, 3999], 25, metric)


@every_metric
@pytest.mark.parametrize("scale", [1e-30, 1e30])
def test_lengths_that_float32_cannot_square(metric: Metric, scale: float) -> None:
    check(random_table(2000, 50) * np.float32(scale), [3], 10, metric)


@every_metric
def test_zero_rows_and_values_that_are_not_finite(metric: Metric) -> None:
    matrix = random_table(3000, 40)
    matrix[[5, 300, 2999]] = 0
    matrix[700, 3] = np.nan
    matrix[701, 4] = np.inf
    check(matrix, [0, 5, 700], 10, metric)
    check(matrix, [0, 5, 700], 2998, metric)


@given(st.integers(0, 10**6), st.integers(1, 30), st.sampled_from(METRICS), st.sampled_from([1, 9]))
def test_tables_of_small_whole_numbers(seed: int, k: int, metric: Metric, largest: int) -> None:
    rng = np.random.default_rng(seed)
    matrix = rng.integers(-largest, largest + 1, (2000, 33)).astype(np.float32)
    check(matrix, [0, 1999], k, metric)


def test_the_shipped_tables() -> None:
    for name in ("minilm", "glove"):
        trained = table(name)
        for id_ in trained.ids[[100, 5000, -1]].tolist():
            fast, plain = trained.search.nearest(id_, 20), nearest(trained.matrix, id_, 20)
            assert fast.ids.tolist() == plain.ids.tolist()
            assert fast.values.tolist() == plain.values.tolist()


@every_metric
def test_rows_that_are_no_vectors_come_last_everywhere(metric: Metric) -> None:
    matrix = random_table(3000, 40)
    absent = np.arange(0, 3000, 3)
    matrix[absent] = 0
    present = np.setdiff1d(np.arange(3000), absent)
    search = NeighbourSearch(matrix, present)
    assert set(search.nearest(1, 1999, metric).ids.tolist()) == set(present.tolist()) - {1}
    every = search.nearest(1, 3000, metric)
    assert every.ids[1999:].tolist() == absent.tolist()
    assert np.isnan(every.values[1999:]).all()
    assert np.isnan(search.nearest(0, 10, metric).values).all()


def test_a_vector_that_is_no_row() -> None:
    matrix = random_table(3000, 40)
    search = NeighbourSearch(matrix)
    query = matrix[7] * 3.0
    assert search.nearest_to(query, 1).ids.tolist() == [7]
    assert search.nearest_to(query, 1, exclude=(7, 7)).ids.tolist() == [
        int(nearest(matrix, 7, 1).ids[0])
    ]
    with pytest.raises(ValueError, match=r"\(3000, 40\) and a query of \(39,\)"):
        search.nearest_to(query[:39], 1)


def test_an_analogy_takes_directions_and_leaves_out_what_went_in() -> None:
    # Unit vectors 0, 30, 90 degrees; 0 - 30 + 90 is nearest to 60.
    angles = np.radians([0, 30, 90, 60, 200])
    matrix = np.column_stack([np.cos(angles), np.sin(angles)]) * [[5], [1], [0.1], [1], [9]]
    search = NeighbourSearch(matrix)
    found = search.analogy(0, 1, 2, 9)
    assert found.ids.tolist() == [3, 4]
    turned = np.array([1 - np.cos(angles[1]), 0.5])
    assert found.values[0] == pytest.approx(cosine(turned, matrix[3]), abs=1e-15)
    assert len(search.analogy(0, 1, 2, 9, exclude_inputs=False).ids) == 5
    with pytest.raises(ValueError, match="id 5 is not"):
        search.analogy(0, 1, 5, 1)


def test_an_analogy_with_a_zero_vector_is_undefined() -> None:
    found = NeighbourSearch(np.array([[1.0, 0], [0, 0], [0, 1], [1, 1]])).analogy(0, 1, 2, 1)
    assert found.ids.tolist() == [3]
    assert np.isnan(found.values).all()


@every_metric
def test_the_baseline_is_the_mean_over_all_pairs(metric: Metric) -> None:
    matrix = random_table(30, 8) + np.float32(0.5)
    search = NeighbourSearch(matrix)
    values = np.concatenate([nearest(matrix, i, 29, metric).values for i in range(30)])
    found = search.random_baseline(metric, pairs=60_000, seed=3)
    assert found.mean == pytest.approx(values.mean(), abs=0.05 * values.std())
    assert found.deviation == pytest.approx(values.std(), rel=0.05)
    assert search.random_baseline(metric, 2500, seed=3) == search.random_baseline(metric, 2500, 3)
    assert search.random_baseline(metric, 2500, seed=3) != search.random_baseline(metric, 2500, 4)


def test_no_baseline_without_two_rows() -> None:
    for matrix in (np.zeros((5, 2)), np.array([[1.0, 2], [0, 0]])):
        search = NeighbourSearch(matrix)
        for found in (search.random_baseline(), search.baseline()):
            assert np.isnan([found.mean, found.deviation]).all()
            assert found.pairs == 0


@every_metric
def test_a_small_table_is_compared_pair_by_pair(metric: Metric) -> None:
    matrix = random_table(30, 8)
    matrix[7] = 0  # it has no direction, so it is in no pair
    found = NeighbourSearch(matrix).baseline(metric)
    rows = [row.astype(float).tolist() for i, row in enumerate(matrix) if i != 7]
    values = []
    for a, b in combinations(rows, 2):
        if metric == "euclid":
            values.append(math.dist(a, b))
        else:
            lengths = math.hypot(*a) * math.hypot(*b) if metric == "cosine" else 1.0
            values.append(math.fsum(x * y for x, y in zip(a, b, strict=True)) / lengths)
    assert found.mean == pytest.approx(fmean(values), abs=1e-12)
    assert found.deviation == pytest.approx(pstdev(values), abs=1e-12)
    assert (found.pairs, found.every) == (29 * 28 // 2, True)


@every_metric
def test_a_large_table_is_compared_by_10_000_random_pairs_once(metric: Metric) -> None:
    search = NeighbourSearch(random_table(143, 8))
    found = search.baseline(metric)
    assert found == search.random_baseline(metric, 10_000)
    assert (found.pairs, found.every) == (10_000, False)
    assert search.baseline(metric) is found


@pytest.mark.parametrize("id_", [-1, 3])
def test_a_query_outside_is_refused(id_: int) -> None:
    search = NeighbourSearch(np.eye(3))
    with pytest.raises(ValueError, match=rf"id {id_} is not in 0 \.\. 2"):
        search.nearest(id_, 1)
    with pytest.raises(ValueError, match="k is -1"):
        search.nearest(0, -1)


def clustered(rows: int, width: int, kind: type[np.floating]) -> NDArray[np.floating]:
    """Rows with twins, near twins, zeros and a large spread of lengths."""
    rng = np.random.default_rng(rows + width)
    matrix = rng.normal(size=(rows, width)) + 0.5
    matrix[rows // 2 :] = (
        matrix[: rows - rows // 2] * rng.choice([1, 1, 2], rows - rows // 2)[:, None]
    )
    matrix[5::50] = matrix[4::50][: len(matrix[5::50])] * (1 + 1e-7)
    matrix[7] = 0
    return matrix.astype(kind)


@pytest.mark.parametrize("metric", ["cosine", "dot", "euclid"])
@pytest.mark.parametrize(("rows", "width"), [(60, 4), (3000, 40)])
@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_ranks_are_the_places_in_the_list_of_all_neighbours(
    metric: Metric, rows: int, width: int, kind: type[np.floating]
) -> None:
    matrix = clustered(rows, width, kind)
    search = NeighbourSearch(matrix)
    for id_ in (0, 3, rows - 1):
        everything = nearest(matrix, id_, rows, metric)
        ranked = everything.ids[np.isfinite(everything.values)]
        ranking = search.ranking(id_, metric)
        assert ranking.size == len(ranked)
        assert ranking.ranks_of(ranked).tolist() == list(range(1, len(ranked) + 1))
        assert ranking.ranks_of([id_]).tolist() == [0]


def test_a_row_without_a_direction_has_no_rank() -> None:
    matrix = clustered(3000, 40, np.float32)
    search = NeighbourSearch(matrix)
    assert search.ranking(0).ranks_of([7, 7]).tolist() == [0, 0]
    assert search.ranking(7).size == 0
    assert search.ranking(7).ranks_of([1]).tolist() == [0]


def test_tokens_without_a_vector_have_no_rank() -> None:
    matrix = np.random.default_rng(0).normal(size=(2000, 40)).astype(np.float32)
    search = NeighbourSearch(matrix, np.arange(0, 2000, 2))
    ranking = search.ranking(4)
    assert ranking.size == 999
    assert ranking.ranks_of([1, 3]).tolist() == [0, 0]
    assert sorted(ranking.ranks_of(np.delete(np.arange(0, 2000, 2), 2))) == list(range(1, 1000))
    assert search.ranking(3).size == 0


def test_many_equal_rows_rank_by_id() -> None:
    matrix = np.ones((30_000, 4), dtype=np.float32)
    ranking = NeighbourSearch(matrix).ranking(10)
    assert ranking.ranks_of([0, 9, 11, 29_999]).tolist() == [1, 10, 11, 29_999]
