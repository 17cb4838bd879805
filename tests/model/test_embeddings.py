import dataclasses
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from posviz.model.embeddings import TABLES, EmbeddingTable, embed, one_hot, table
from posviz.model.vocabulary import Vocabulary

WORDS = [
    *("cat", "dog", "kitten", "puppy", "king", "queen", "prince", "apple"),
    *("bread", "cheese", "run", "walk", "sat", "the", "on"),
]
GROUPS = {
    "animals": {"cat", "dog", "kitten", "puppy"},
    "royalty": {"king", "queen", "prince"},
    "food": {"apple", "bread", "cheese"},
    "motion": {"run", "walk", "sat"},
    "function words": {"the", "on"},
}
every_table = pytest.mark.parametrize("name", ["toy4", "toy16"])


def squared_cosine(a: list[Fraction], b: list[Fraction]) -> Fraction:
    """Return the cosine squared, with its sign, as an exact fraction."""
    dot = sum((x * y for x, y in zip(a, b, strict=True)), Fraction(0))
    return dot * abs(dot) / sum(x * x for x in a) / sum(y * y for y in b)


def exact(name: str) -> dict[frozenset[str], Fraction]:
    rows = [[Fraction(f"{value:.2f}") for value in row] for row in table(name).matrix.tolist()]
    return {
        frozenset((WORDS[i], WORDS[j])): squared_cosine(rows[i], rows[j])
        for i, j in combinations(range(15), 2)
    }


@pytest.mark.parametrize(("name", "width"), [("toy4", 4), ("toy16", 16)])
def test_shape_words_and_labels(name: str, width: int) -> None:
    toy = table(name)
    assert toy.matrix.shape == (15, width) == (toy.size, toy.width)
    assert list(toy.vocabulary.tokens) == WORDS
    assert toy.name == name
    assert toy.title == f"Hand-made · 15 × {width}"
    assert toy.hand_made
    assert "by hand" in toy.origin
    assert {g.name: {WORDS[i] for i in g.ids} for g in toy.groups} == GROUPS


def test_the_cat_of_the_lesson() -> None:
    assert table("toy4").row(0).tolist() == [0.90, 0.72, -0.35, 0.10]


@every_table
def test_values_have_two_decimals_and_are_of_natural_size(name: str) -> None:
    E = table(name).matrix
    assert np.array_equal(E, np.round(E, 2))
    assert np.abs(E).max() < 1.25
    assert (E != 0).all()


@every_table
def test_the_nearest_words_of_a_word_are_its_group(name: str) -> None:
    cosines = exact(name)
    for group in GROUPS.values():
        for word in group:
            others = sorted(
                (other for other in WORDS if other != word),
                key=lambda other: cosines[frozenset((word, other))],
                reverse=True,
            )
            assert set(others[: len(group) - 1]) == group - {word}


@every_table
def test_kitten_is_nearest_to_cat(name: str) -> None:
    cosines = exact(name)
    assert max(WORDS[1:], key=lambda other: cosines[frozenset(("cat", other))]) == "kitten"


@every_table
def test_cosines_are_all_different_with_both_extremes(name: str) -> None:
    values = list(exact(name).values())
    assert len(set(values)) == 105
    assert sum(value > Fraction(81, 100) for value in values) >= 2
    assert sum(value < 0 for value in values) >= 2


def split_by_one_column(name: str, group: set[str]) -> bool:
    """Tell whether in some column all words of the group lie above, or below, all others."""
    inside = np.array([word in group for word in WORDS])
    E = table(name).matrix
    above = E[inside].min(axis=0) > E[~inside].max(axis=0)
    below = E[inside].max(axis=0) < E[~inside].min(axis=0)
    return bool((above | below).any())


@every_table
def test_no_single_number_means_animal(name: str) -> None:
    assert not split_by_one_column(name, GROUPS["animals"])


@pytest.mark.parametrize("group", GROUPS)
def test_no_number_of_the_wide_table_means_any_group(group: str) -> None:
    assert not split_by_one_column("toy16", GROUPS[group])


def test_a_table_is_made_once_and_cannot_be_written_to() -> None:
    assert table("toy4") is table("toy4")
    assert set(TABLES) == {"toy4", "toy16"}
    with pytest.raises(ValueError, match="read-only"):
        table("toy4").matrix[0, 0] = 1
    with pytest.raises(ValueError, match="read-only"):
        table("toy4").row(0)[0] = 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        table("toy4").name = "mine"  # type: ignore[misc]


def test_an_unknown_table_is_answered_with_the_names() -> None:
    with pytest.raises(ValueError, match=r"'glove'.*toy4, toy16"):
        table("glove")


def test_a_table_copies_its_matrix_and_needs_a_row_for_each_token() -> None:
    values = np.ones((2, 3))
    own = EmbeddingTable("own", "Own", "a test", values, Vocabulary(("a", "b")))
    values[0, 0] = 9
    assert own.matrix[0, 0] == 1
    assert not own.hand_made
    assert own.group_of(0) is None
    with pytest.raises(ValueError, match=r"\(2, 3\) for 1 tokens"):
        EmbeddingTable("own", "Own", "a test", values, Vocabulary(("a",)))


def test_group_of_a_word() -> None:
    group = table("toy4").group_of(13)
    assert group is not None
    assert group.name == "function words"


@pytest.mark.parametrize("id_", [-1, 15])
def test_rows_do_not_wrap_around(id_: int) -> None:
    message = rf"id {id_} is not in 0 \.\. 14"
    with pytest.raises(ValueError, match=message):
        table("toy4").row(id_)
    with pytest.raises(ValueError, match=message):
        one_hot(id_, 15)
    with pytest.raises(ValueError, match=message):
        embed(table("toy4"), [0, id_])


def test_one_hot_has_a_single_one() -> None:
    assert one_hot(2, 5).tolist() == [0, 0, 1, 0, 0]
    assert one_hot(2, 5).dtype == np.float64


@every_table
def test_looking_up_is_multiplying_exactly(name: str) -> None:
    E = table(name).matrix
    for id_ in range(15):
        assert np.array_equal(one_hot(id_, 15) @ E, E[id_])


def test_a_sentence_is_looked_up_row_by_row() -> None:
    toy = table("toy4")
    X = embed(toy, toy.vocabulary.ids_of(("the", "zebra", "cat", "cat")))
    assert X.shape == (4, 4)
    assert X[0].tolist() == [-0.03, -0.98, 0.42, -0.17]
    assert np.isnan(X[1]).all()
    assert X[2].tolist() == X[3].tolist() == [0.90, 0.72, -0.35, 0.10]
    assert embed(toy, []).shape == (0, 4)
