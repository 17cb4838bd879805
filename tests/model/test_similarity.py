import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from posviz.model.embeddings import table
from posviz.model.similarity import (
    compare,
    cosine,
    cosines,
    nearest,
    one_hot_cosine,
    one_hot_distance,
)

finite = st.floats(allow_nan=False, allow_infinity=False, width=64)


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ([1, 0], [0, 1], 0.0),
        ([1, 0], [1, 1], math.sqrt(0.5)),
        ([3, 4], [4, 3], 0.96),
        ([1, 2, 3], [-1, -2, -3], -1.0),
        ([1, 2, 3], [10, 20, 30], 1.0),
        ([5], [-0.1], -1.0),
    ],
)
def test_by_hand(a: list[float], b: list[float], expected: float) -> None:
    assert cosine(a, b) == pytest.approx(expected, abs=1e-15)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (np.array([3e38, 3e38], np.float32), np.array([1, 1], np.float32)),
        (np.full(4, 200, np.float16), np.full(4, 200, np.float16)),
        (np.full(3, 1e-200), np.full(3, 1e-200)),
        (np.full(3, 5e-324), np.full(3, 1e308)),
    ],
)
def test_norms_neither_overflow_nor_underflow(
    a: NDArray[np.float64], b: NDArray[np.float64]
) -> None:
    assert cosine(a, b) == 1.0


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ([0, 0, 0, 0], [1, 1, 1, 1]),
        ([1, 1], [0, 0]),
        ([0, -0.0], [0, 0]),
        ([math.nan, 1], [1, 1]),
        ([1, 1], [math.inf, 1]),
    ],
)
def test_without_a_direction_it_is_undefined(a: list[float], b: list[float]) -> None:
    assert math.isnan(cosine(a, b))


@given(st.lists(st.tuples(finite, finite), min_size=1, max_size=9))
def test_it_agrees_with_exact_arithmetic(pairs: list[tuple[float, float]]) -> None:
    a, b = ([Fraction(pair[side]) for pair in pairs] for side in (0, 1))
    norms = sum(x * x for x in a) * sum(x * x for x in b)
    value = cosine(*zip(*pairs, strict=True))
    if norms == 0:
        assert math.isnan(value)
        return
    dot = sum((x * y for x, y in zip(a, b, strict=True)), Fraction(0))
    # An integer root, to 30 digits: the fractions themselves can leave the range of float.
    expected = math.isqrt(dot * dot * 10**60 // norms) / 10**30 * (1 if dot > 0 else -1)
    assert -1 <= value <= 1
    assert value == pytest.approx(expected, abs=4e-15)


@given(st.lists(finite, min_size=1, max_size=40).filter(any), st.integers(1, 30))
def test_with_itself_it_is_exactly_one(vector: list[float], copies: int) -> None:
    assert cosines([vector] * copies, vector).tolist() == [1.0] * copies


def test_proportional_rows_get_identical_values_wherever_they_stand() -> None:
    """A matrix product may sum the rows at the end of a block in another order."""
    rng = np.random.default_rng(0)
    row, query = rng.integers(-9, 10, (2, 67)).astype(float)
    matrix = rng.normal(size=(10_007, 67))
    places = [0, 1, 2, 3, 1955, 1956, 1957, 5000, 10_005, 10_006]
    matrix[places] = row * np.arange(1, 11)[:, None]
    assert len(set(cosines(matrix, query)[places].tolist())) == 1
    assert len(set(cosines(np.asfortranarray(matrix), query)[places].tolist())) == 1


def test_blocks_change_nothing() -> None:
    rng = np.random.default_rng(1)
    matrix, query = rng.normal(size=(5000, 64)), rng.normal(size=64)
    values = cosines(matrix, query)
    assert values.shape == (5000,)
    for i in (0, 2047, 2048, 4999):
        dot = math.fsum(x * y for x, y in zip(matrix[i], query, strict=True))
        assert values[i] == pytest.approx(
            dot / math.hypot(*matrix[i]) / math.hypot(*query), abs=1e-15
        )


def test_the_arguments_are_left_alone() -> None:
    matrix = np.array([[1.0, 2.0], [math.nan, 1.0]])
    cosines(matrix, matrix[0])
    assert matrix[0].tolist() == [1, 2]
    assert math.isnan(matrix[1, 0])


def test_shapes_that_do_not_fit_are_named() -> None:
    with pytest.raises(ValueError, match=r"\(2, 3\).*\(2,\)"):
        cosines(np.ones((2, 3)), np.ones(2))
    with pytest.raises(ValueError, match=r"\(1, 3\).*\(2,\)"):
        cosine(np.ones(3), np.ones(2))


def test_a_twin_stays_and_the_query_goes() -> None:
    matrix = [[1, 2, 3], [0, 1, 0], [1, 2, 3], [3, 2, 1]]
    found = nearest(matrix, 2, 3)
    assert found.ids.tolist() == [0, 3, 1]
    assert found.cosines[0] == 1.0
    assert nearest(matrix, 0, 3).ids.tolist() == [2, 3, 1]


def test_ties_are_in_order_of_id_and_undefined_ones_last() -> None:
    matrix = np.array([[0, 0], [1, 1], [1, 0], [0, 2], [math.nan, 1], [1, 0], [3, 0], [-1, -1]])
    found = nearest(matrix, 1, 99)
    assert found.ids.tolist() == [2, 3, 5, 6, 7, 0, 4]
    assert found.cosines[:5].tolist() == [found.cosines[0]] * 4 + [-1.0]
    assert np.isnan(found.cosines[5:]).all()


def test_a_query_without_direction_has_only_undefined_neighbours() -> None:
    found = nearest([[1, 0], [0, 0], [0, 1]], 1, 2)
    assert found.ids.tolist() == [0, 2]
    assert np.isnan(found.cosines).all()


@pytest.mark.parametrize(("k", "count"), [(0, 0), (1, 1), (14, 14), (15, 14), (10**9, 14)])
def test_k_is_cut_to_what_there_is(k: int, count: int) -> None:
    found = nearest(table("toy4").matrix, 0, k)
    assert len(found.ids) == len(found.cosines) == count
    assert 0 not in found.ids
    assert (np.diff(found.cosines) < 0).all()


def test_a_table_of_one_word_has_no_neighbours() -> None:
    assert nearest([[1.0, 2.0]], 0, 5).ids.shape == (0,)


def test_the_neighbours_of_cat() -> None:
    found = nearest(table("toy4").matrix, 0, 3)
    assert [table("toy4").vocabulary.token_of(int(i)) for i in found.ids] == [
        "kitten",
        "puppy",
        "dog",
    ]
    # cat . kitten = .963 + .4824 + .0805 - .019, |cat|^2 = 1.4609, |kitten|^2 = 1.6828
    assert found.cosines[0] == pytest.approx(1.5069 / math.sqrt(1.4609 * 1.6828), abs=1e-15)


@pytest.mark.parametrize("id_", [-1, 2])
def test_a_query_outside_is_refused(id_: int) -> None:
    with pytest.raises(ValueError, match=rf"id {id_} is not in 0 \.\. 1"):
        nearest([[1.0], [2.0]], id_, 1)
    with pytest.raises(ValueError, match="k is -1"):
        nearest([[1.0], [2.0]], 0, -1)


def test_inner_products_and_distances_by_hand() -> None:
    matrix = [[1.0, 2], [4.0, 6], [0.0, 0], [-1.0, 2], [math.nan, 0], [math.inf, 0]]
    dots = nearest(matrix, 0, 9, "dot")
    assert dots.ids.tolist() == [1, 3, 2, 4, 5]
    assert dots.values[:3].tolist() == [16, 3, 0]
    assert np.isnan(dots.values[3:]).all()
    distances = nearest(matrix, 0, 9, "euclid")
    assert distances.ids.tolist() == [3, 2, 1, 4, 5]
    assert distances.values[:3].tolist() == pytest.approx([2, 5**0.5, 5], abs=1e-15)
    with pytest.raises(ValueError, match="no cosines"):
        _ = distances.cosines


def test_distances_do_not_overflow() -> None:
    assert compare([[3e200, 0], [3e-200, 0]], [0, 0], "euclid").tolist() == [3e200, 3e-200]
    assert compare([[1, 1]], [1, 1], "euclid").tolist() == [0]


def test_an_unknown_metric_and_shapes_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="cosine, dot or euclid, not 'manhattan'"):
        compare([[1, 1]], [1, 1], "manhattan")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"\(1, 2\).*\(3,\)"):
        compare([[1, 1]], [1, 1, 1], "dot")


def test_neighbours_cannot_be_written_to() -> None:
    found = nearest([[1.0], [2.0]], 0, 1)
    with pytest.raises(ValueError, match="read-only"):
        found.ids[0] = 0
    with pytest.raises(ValueError, match="read-only"):
        found.cosines[0] = 0


def test_one_hot_vectors_know_only_same_and_different() -> None:
    ones = np.eye(4)
    for a in range(4):
        for b in range(4):
            assert one_hot_cosine(a, b) == ones[a] @ ones[b]
            assert one_hot_distance(a, b) == np.linalg.norm(ones[a] - ones[b])
