import dataclasses
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from posviz.model.embeddings import TABLES, EmbeddingTable, embed, one_hot, table
from posviz.model.positional import sinusoidal
from posviz.model.tokenizers import Piece
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
    assert set(TABLES) == {"toy4", "toy16", "minilm", "glove"}
    with pytest.raises(ValueError, match="read-only"):
        table("toy4").matrix[0, 0] = 1
    with pytest.raises(ValueError, match="read-only"):
        table("toy4").row(0)[0] = 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        table("toy4").name = "mine"  # type: ignore[misc]


def test_an_unknown_table_is_answered_with_the_names() -> None:
    with pytest.raises(ValueError, match=r"'word2vec'.*toy4, toy16, minilm, glove"):
        table("word2vec")


def test_a_table_copies_its_matrix_and_needs_a_row_for_each_token() -> None:
    values = np.ones((2, 3))
    own = EmbeddingTable("own", "Own", "a test", values, Vocabulary(("a", "b")))
    values[0, 0] = 9
    assert own.matrix[0, 0] == 1
    assert own.matrix.dtype == np.float64
    assert not own.hand_made
    assert own.ids.tolist() == [0, 1]
    assert own.tokenizer.tokenize("A c") == (Piece("a", 0, 0, 1), Piece("c", None, 2, 3))
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


# --- tokens without a vector ---


def gaps() -> EmbeddingTable:
    matrix = np.array([[1, 2], [0, 0], [3, 4]], np.float32)
    matrix.flags.writeable = False
    vocabulary = Vocabulary(("a", "b", "c"))
    return EmbeddingTable("own", "Own", "a test", matrix, vocabulary, only_ids=np.array([0, 2]))


def test_a_token_without_a_vector_is_known_but_gets_no_numbers() -> None:
    own = gaps()
    assert own.size == 3
    assert own.ids.tolist() == [0, 2]
    assert [own.has_vector(id_) for id_ in range(3)] == [True, False, True]
    assert np.isnan(own.row(1)).all()
    assert own.row(2).tolist() == [3, 4]
    assert own.row(2).dtype == np.float64
    X = embed(own, [2, 1, None])
    assert X[0].tolist() == [3, 4]
    assert np.isnan(X[1:]).all()
    with pytest.raises(ValueError, match="id 3 is not"):
        own.has_vector(3)


def test_it_is_nobodys_neighbour() -> None:
    for metric in ("cosine", "dot", "euclid"):
        found = gaps().search.nearest(0, 5, metric)
        assert found.ids.tolist() == [2, 1]
        assert np.isnan(found.values[1])
    assert np.isnan(gaps().search.nearest(1, 5).values).all()


def test_float32_is_kept_and_not_copied_when_nobody_can_write_to_it() -> None:
    own = gaps()
    assert own.matrix.dtype == np.float32
    again = EmbeddingTable("b", "B", "a test", own.matrix, own.vocabulary)
    assert again.matrix is own.matrix


# --- the trained tables ---


def neighbours(name: str, word: str, k: int) -> dict[str, float]:
    """Return the neighbours with their cosines to two decimals."""
    trained = table(name)
    id_ = trained.vocabulary.id_of(word)
    assert id_ is not None
    found = trained.search.nearest(id_, k)
    return {
        trained.vocabulary.token_of(int(i)): round(float(cosine), 2)
        for i, cosine in zip(found.ids, found.cosines, strict=True)
    }


@pytest.mark.parametrize(
    ("name", "word", "expected"),
    [
        ("minilm", "cat", {"cats": 0.82, "kitten": 0.56, "kitty": 0.54, "dog": 0.42}),
        ("minilm", "king", {"kings": 0.69, "queen": 0.63, "monarch": 0.49}),
        ("minilm", "sat", {"sitting": 0.54, "sit": 0.53, "sits": 0.51}),
        ("glove", "cat", {"dog": 0.92, "rabbit": 0.85, "monkey": 0.80}),
        ("glove", "king", {"prince": 0.82, "queen": 0.78}),
    ],
)
def test_nearest_words(name: str, word: str, expected: dict[str, float]) -> None:
    found = neighbours(name, word, len(expected))
    assert list(found) == list(expected)
    assert found == pytest.approx(expected, abs=0.011)


def test_paris() -> None:
    found = neighbours("minilm", "paris", 3)
    assert found == pytest.approx({"parisian": 0.57, "france": 0.51, "london": 0.41}, abs=0.011)


@pytest.mark.parametrize(("name", "mean"), [("minilm", 0.010), ("glove", 0.116)])
def test_random_pairs(name: str, mean: float) -> None:
    trained = table(name)
    E = trained.matrix[trained.ids].astype(np.float64)
    n = len(E)
    total = (E / np.linalg.norm(E, axis=1, keepdims=True)).sum(axis=0)
    over_all_pairs = (total @ total - n) / (n * (n - 1))
    assert over_all_pairs == pytest.approx(mean, abs=0.0005)
    baseline = trained.search.random_baseline(pairs=50_000)
    assert baseline.mean == pytest.approx(over_all_pairs, abs=4 * baseline.deviation / 50_000**0.5)


def test_king_less_man_plus_woman() -> None:
    for name in ("minilm", "glove"):
        trained = table(name)
        king, man, woman, queen = trained.vocabulary.ids_of(("king", "man", "woman", "queen"))
        assert king is not None
        assert man is not None
        assert woman is not None
        assert trained.search.analogy(king, man, woman, 1).ids.tolist() == [queen]
        honest = trained.search.analogy(king, man, woman, 2, exclude_inputs=False)
        assert honest.ids.tolist() == [king, queen]


def test_minilm() -> None:
    minilm = table("minilm")
    assert (minilm.size, minilm.width, len(minilm.ids)) == (30_522, 384, 27_628)
    assert minilm.matrix.shape == (30_522, 384)
    assert minilm.title.replace("\u202f", " ") == "MiniLM · 27 628 × 384"
    assert minilm.matrix.dtype == np.float32
    assert not minilm.hand_made
    norms = np.linalg.norm(minilm.matrix[minilm.ids].astype(np.float64), axis=1)
    assert norms.mean() == pytest.approx(1.12, abs=0.005)
    with_vector = [minilm.vocabulary.token_of(int(id_)) for id_ in minilm.ids]
    assert all(token.isascii() for token in with_vector)
    without = set(minilm.vocabulary.tokens) - set(with_vector)
    assert all(not token.isascii() or token.startswith("[unused") for token in without)
    pieces = minilm.tokenizer.tokenize("The kitten 東")
    assert [piece.id for piece in pieces] == [1996, 18401, 1879]
    assert [minilm.has_vector(piece.id) for piece in pieces if piece.id is not None] == [
        True,
        True,
        False,
    ]


def test_glove() -> None:
    glove = table("glove")
    assert glove.matrix.shape == (glove.size, glove.width) == (20_000, 50)
    assert glove.title.replace("\u202f", " ") == "GloVe · 20 000 × 50"
    assert glove.vocabulary.tokens[:5] == ("the", ",", ".", "of", "to")
    assert len(glove.ids) == 20_000


@pytest.mark.parametrize("name", TABLES)
def test_titles_and_names_are_known_before_loading(name: str) -> None:
    assert table(name).title == TABLES[name].title
    assert table(name).name == name


def norm(row: NDArray[np.float64]) -> float:
    return float(np.linalg.norm(row))


def test_sinusoids_drown_unscaled_trained_words() -> None:
    cat = table("minilm").row(table("minilm").vocabulary.ids_of(("cat",))[0] or 0)
    assert norm(sinusoidal.table(8, 384)[5]) == pytest.approx(13.86, abs=0.005)
    assert norm(cat) < 1.5 < 13 < norm(cat * 384**0.5)
