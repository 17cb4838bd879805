"""Neighbours by name, against brute force over all rows and values that people have published."""

from __future__ import annotations

import math

import numpy as np
import pytest

from posviz.model.embeddings import EmbeddingTable, table
from posviz.model.neighbour_list import analogy_of, neighbours_of, pieces_of
from posviz.model.similarity import Metric
from posviz.model.vocabulary import Vocabulary


def made(rows: dict[str, tuple[float, float]], only: list[int] | None = None) -> EmbeddingTable:
    ids = None if only is None else np.array(only)
    return EmbeddingTable(
        "t", "T", "a test", np.array(list(rows.values())), Vocabulary(tuple(rows)), only_ids=ids
    )


SQUARE = made({"a": (1, 0), "b": (0, 2), "c": (-3, 0), "d": (1, 1), "zero": (0, 0)})
ROOT = math.sqrt(2)


@pytest.mark.parametrize(
    ("metric", "tokens", "values", "one_hot"),
    [
        ("cosine", ("d", "b", "c", "zero"), (1 / ROOT, 0.0, -1.0, math.nan), 0.0),
        ("dot", ("d", "b", "zero", "c"), (1.0, 0.0, 0.0, -3.0), 0.0),
        ("euclid", ("d", "zero", "b", "c"), (1.0, 1.0, math.sqrt(5), 4.0), ROOT),
    ],
)
def test_every_measure_by_hand(
    metric: Metric, tokens: tuple[str, ...], values: tuple[float, ...], one_hot: float
) -> None:
    found = neighbours_of(SQUARE, "a", 9, metric)
    assert found.tokens == tokens
    assert found.values == pytest.approx(values, nan_ok=True)
    assert found.one_hot == pytest.approx((one_hot,) * 4)
    assert found.ids == tuple(["a", "b", "c", "d", "zero"].index(token) for token in tokens)
    assert (found.troubles, found.alone, found.first_of_all) == ((), (), None)


def test_the_baseline_by_hand() -> None:
    found = neighbours_of(SQUARE, "a", 1, "cosine")
    # ab ac ad bc bd cd; the zero vector is in no pair
    pairs = [0.0, -1.0, 1 / ROOT, 0.0, 1 / ROOT, -1 / ROOT]
    mean = math.fsum(pairs) / 6
    spread = math.sqrt(math.fsum((p - mean) ** 2 for p in pairs) / 6)
    assert found.baseline == pytest.approx((mean, spread, 6, True))
    assert found.deviations(0) == pytest.approx((1 / ROOT - mean) / spread)


def test_equal_rows_have_no_deviation_to_measure_by() -> None:
    same = made({"a": (1, 0), "b": (1, 0), "c": (1, 0)})
    assert math.isnan(neighbours_of(same, "a", 1, "dot").deviations(0))


@pytest.mark.parametrize(
    ("token", "metric", "kind"),
    [
        ("nobody", "dot", "unknown"),
        ("b", "dot", "no vector"),
        ("zero", "cosine", "zero"),
        ("bad", "euclid", "not finite"),
    ],
)
def test_what_cannot_be_compared_says_why(token: str, metric: Metric, kind: str) -> None:
    rows = {"a": (1.0, 0.0), "b": (0.0, 0.0), "zero": (0.0, 0.0), "bad": (1.0, math.inf)}
    gaps = made({**rows, "e": (2.0, 1.0)}, only=[0, 2, 3, 4])
    found = neighbours_of(gaps, token, 3, metric)
    assert [(trouble.token, trouble.kind) for trouble in found.troubles] == [(token, kind)]
    assert (found.tokens, found.values, found.ids) == ((), (), ())


def test_a_zero_vector_has_a_dot_product_and_a_distance() -> None:
    assert neighbours_of(SQUARE, "zero", 9, "dot").values == (0.0,) * 4
    found = neighbours_of(SQUARE, "zero", 9, "euclid")
    assert found.tokens == ("a", "d", "b", "c")
    assert found.values == pytest.approx((1, ROOT, 2, 3))


def test_an_analogy_by_hand() -> None:
    # a − b + c with unit vectors is (1 − 0 − 1, −1): straight down.
    found = analogy_of(SQUARE, "a", "b", "c", 9, exclude_inputs=True)
    assert found.tokens == ("d", "zero")
    assert found.values == pytest.approx((-1 / ROOT, math.nan), nan_ok=True)
    assert found.alone == pytest.approx((1 / ROOT, math.nan), nan_ok=True)
    assert found.one_hot == (0.0, 0.0)
    assert found.first_of_all == "a"
    whole = analogy_of(SQUARE, "a", "b", "c", 9, exclude_inputs=False)
    assert whole.tokens == ("a", "c", "d", "b", "zero")
    assert whole.one_hot == pytest.approx((3**-0.5, 3**-0.5, 0.0, -(3**-0.5), 0.0))
    assert analogy_of(SQUARE, "a", "b", "c", 1, exclude_inputs=True).tokens == ("d",)


def test_one_hot_of_an_analogy_whose_inputs_repeat() -> None:
    # a − b + a: 2 at a, −1 at b.
    found = analogy_of(SQUARE, "a", "b", "a", 9, exclude_inputs=False)
    by_token = dict(zip(found.tokens, found.one_hot, strict=True))
    assert by_token == pytest.approx({"a": 2 / 5**0.5, "b": -1 / 5**0.5, "c": 0, "d": 0, "zero": 0})


def test_every_unknown_input_is_named_once() -> None:
    found = analogy_of(SQUARE, "x", "zero", "x", 3, exclude_inputs=True)
    assert [(t.token, t.kind) for t in found.troubles] == [("x", "unknown"), ("zero", "zero")]


@pytest.mark.parametrize("name", ["minilm", "glove"])
def test_the_classic_analogy_is_its_own_input_until_that_is_left_out(name: str) -> None:
    trained = table(name)
    E = trained.matrix.astype(np.float64)[trained.ids]
    E /= np.linalg.norm(E, axis=1, keepdims=True)
    words = [trained.vocabulary.token_of(int(i)) for i in trained.ids]
    king, man, woman = (E[words.index(word)] for word in ("king", "man", "woman"))
    query = king - man + woman
    scores = E @ (query / np.linalg.norm(query))
    order = [words[i] for i in np.argsort(-scores)[:8]]
    found = analogy_of(trained, "king", "man", "woman", 5, exclude_inputs=True)
    assert order[0] == found.first_of_all == "king"
    assert list(found.tokens) == [w for w in order if w not in ("king", "man", "woman")][:5]
    assert found.tokens[0] == "queen"
    alone = E[words.index("queen")] @ king
    assert found.alone[0] == pytest.approx(alone, abs=1e-6)


def test_pieces() -> None:
    minilm = table("minilm")
    assert pieces_of(minilm, "kittenish") == ("kitten", "##ish")
    assert pieces_of(minilm, "Cat") == ("cat",)
    assert pieces_of(minilm, "x" * 101) == ()  # [UNK]
    assert pieces_of(table("glove"), "kittenish") == ()
    unknown = neighbours_of(minilm, "kittenish", 3, "cosine")
    assert unknown.troubles[0].pieces == ("kitten", "##ish")
    assert [t.kind for t in neighbours_of(minilm, "東", 3, "dot").troubles] == ["no vector"]
