import gc

import numpy as np
import pytest
from numpy.typing import NDArray

from posviz.model.embeddings import EmbeddingTable, Group, table
from posviz.model.vocabulary import Vocabulary
from posviz.model.word_map import WordMap, is_map_ready, map_of_table, map_of_tokens


def made(
    matrix: NDArray[np.floating], only_ids: list[int] | None = None, words: list[str] | None = None
) -> EmbeddingTable:
    words = words or [f"w{i}" for i in range(len(matrix))]
    ids = None if only_ids is None else np.array(only_ids)
    return EmbeddingTable("t", "T", "", matrix, Vocabulary(tuple(words)), only_ids=ids)


def random_matrix(rows: int, width: int, seed: int = 0) -> NDArray[np.float64]:
    return np.random.default_rng(seed).normal(0, np.linspace(3, 1, width), (rows, width))


def flat(points: list[tuple[float, float]]) -> WordMap:
    places = np.array(points)
    return WordMap(np.arange(len(places)), places, np.array([0.5, 0.5]), 2, np.arange(len(places)))


def test_points_are_those_of_numpys_svd() -> None:
    matrix = random_matrix(80, 6)
    found = map_of_table(made(matrix))
    centred = matrix - matrix.mean(axis=0)
    u, sizes, _ = np.linalg.svd(centred, full_matrices=False)
    expected = (u * sizes)[:, :2]
    assert np.abs(found.points) == pytest.approx(np.abs(expected), abs=1e-10)
    assert found.explained == pytest.approx((sizes**2 / (sizes**2).sum())[:2])
    assert found.ids.tolist() == list(range(80))
    assert found.width == 6


def test_some_tokens_are_mapped_by_their_own_variance() -> None:
    matrix = random_matrix(40, 5)
    found = map_of_tokens(made(matrix), [7, 3, 7, 20, 11])
    assert found.ids.tolist() == [3, 7, 11, 20]
    alone = map_of_table(made(matrix[[3, 7, 11, 20]]))
    assert found.points == pytest.approx(alone.points, abs=1e-12)
    assert found.place_of(11) == 2
    assert found.place_of(12) == found.place_of(99) == -1


def test_tokens_without_a_vector_have_no_place() -> None:
    matrix = random_matrix(10, 3)
    matrix[[2, 5]] = 0
    found = map_of_table(made(matrix, only_ids=[0, 1, 3, 4, 6, 7, 8, 9]))
    assert found.ids.tolist() == [0, 1, 3, 4, 6, 7, 8, 9]
    assert map_of_tokens(made(matrix, only_ids=[0, 1]), [1, 2]).ids.tolist() == [1]


def test_a_row_of_zeros_that_is_a_vector_has_a_place() -> None:
    matrix = random_matrix(10, 3)
    matrix[4] = 0
    assert map_of_table(made(matrix)).place_of(4) == 4


def test_rows_that_are_not_finite_are_left_out() -> None:
    matrix = random_matrix(12, 3)
    good = np.delete(matrix, [4, 9], axis=0)
    matrix[4, 1], matrix[9, 2] = np.nan, np.inf
    found = map_of_table(made(matrix))
    assert found.ids.tolist() == [0, 1, 2, 3, 5, 6, 7, 8, 10, 11]
    assert found.points == pytest.approx(map_of_table(made(good)).points, abs=1e-12)


def test_values_too_large_to_square_are_mapped_all_the_same() -> None:
    matrix = random_matrix(20, 3)
    found = map_of_table(made(matrix * 1e180))
    assert found.points / 1e180 == pytest.approx(map_of_table(made(matrix)).points, abs=1e-9)


def test_one_dimension_is_a_line() -> None:
    found = map_of_table(made(np.array([[1.0], [4.0], [-2.0]])))
    assert found.points.tolist() == [[0, 0], [3, 0], [-3, 0]]
    assert found.explained.tolist() == [1, 0]


@pytest.mark.parametrize("rows", [1, 5])
def test_equal_rows_stand_on_one_place(rows: int) -> None:
    found = map_of_table(made(np.full((rows, 3), 2.0)))
    assert found.points.tolist() == [[0, 0]] * rows
    assert found.explained.tolist() == [0, 0]


def test_no_tokens_make_an_empty_map() -> None:
    matrix = random_matrix(5, 3)
    for found in (
        map_of_tokens(made(matrix), []),
        map_of_table(made(np.full((3, 2), np.nan))),
        map_of_tokens(made(matrix, only_ids=[1]), [2]),
    ):
        assert found.points.shape == (0, 2)
        assert found.place_of(0) == -1


def test_an_unknown_id_is_refused() -> None:
    with pytest.raises(ValueError, match=r"not in 0 \.\. 4"):
        map_of_tokens(made(random_matrix(5, 2)), [5])
    with pytest.raises(ValueError, match=r"not in 0 \.\. 4"):
        map_of_tokens(made(random_matrix(5, 2)), [-1])


def test_a_table_is_mapped_once_and_let_go() -> None:
    one = made(random_matrix(20, 3))
    assert not is_map_ready(one)
    assert map_of_table(one) is map_of_table(one)
    assert is_map_ready(one)
    found = map_of_table(one)
    import weakref

    reference = weakref.ref(one)
    del one
    gc.collect()
    assert reference() is None
    assert len(found.ids) == 20


def test_nearest_on_the_map_and_its_ranks_by_hand() -> None:
    found = flat([(0, 0), (3, 0), (0, 1), (0, -1), (5, 5), (0, 0)])
    assert found.nearest(0, 3).tolist() == [5, 2, 3]
    assert found.nearest(0, 99).tolist() == [5, 2, 3, 1, 4]
    assert found.ranks(0, [5, 2, 3, 1, 4, 0]).tolist() == [1, 2, 3, 4, 5, 0]
    assert found.nearest(0, 0).tolist() == []
    assert flat([(1, 1)]).nearest(0, 4).tolist() == []


def test_ranks_on_the_map_are_places_in_a_sorted_list() -> None:
    rng = np.random.default_rng(4)
    points = rng.integers(0, 8, (300, 2)).astype(float)  # many ties
    found = flat([(float(x), float(y)) for x, y in points])
    for place in (0, 17, 299):
        squares = ((points - points[place]) ** 2).sum(axis=1).tolist()
        others = [row for _, row in sorted(zip(squares, range(300), strict=True)) if row != place]
        assert found.nearest(place, 20).tolist() == others[:20]
        assert found.ranks(place, others).tolist() == list(range(1, 300))


def test_groups_and_words_are_named_before_signs() -> None:
    words = ["##ing", "!", "the", "of", "élan", "cat", "e2"]
    matrix = random_matrix(7, 2)
    one = EmbeddingTable(
        "t", "T", "", matrix, Vocabulary(tuple(words)), groups=(Group("animals", (5,)),)
    )
    order = [words[row] for row in map_of_table(one).importance]
    assert order == ["cat", "the", "élan", "##ing", "!", "of", "e2"]


def test_no_result_can_be_written_to() -> None:
    found = map_of_table(table("toy4"))
    for array in (found.ids, found.points, found.explained, found.importance):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
