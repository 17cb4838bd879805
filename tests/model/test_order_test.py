"""Moving words under attention: what must stay, and what must break."""

from __future__ import annotations

import itertools
from typing import get_args

import numpy as np
import pytest

from posviz.model.attention import Setup, forward
from posviz.model.order_test import largest, order_test, pool
from posviz.model.positional import SchemeName
from posviz.model.positional.in_attention import Placement

X = np.random.default_rng(8).normal(size=(4, 6))
SCHEMES = [name for name in get_args(SchemeName) if name != "none"]


@pytest.mark.parametrize("order", list(itertools.permutations(range(4))))
def test_without_positions_and_mask_outputs_move_with_their_words(order: tuple[int, ...]) -> None:
    test = order_test(X, order, Setup(Placement(), 4))
    assert test.equivariant
    assert test.invariant
    assert test.outputs < 1e-14
    assert test.weights < 1e-14
    assert test.pooled < 1e-14
    P = np.eye(4)[list(order)]  # row n has its 1 where the word of place n stood
    np.testing.assert_allclose(test.moved.out, P @ test.original.out, atol=1e-14)
    np.testing.assert_allclose(test.moved.A, P @ test.original.A @ P.T, atol=1e-14)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_scheme_breaks_it(scheme: SchemeName) -> None:
    test = order_test(X, (2, 3, 0, 1), Setup(Placement(scheme), 4))
    assert not test.equivariant
    assert test.weights > 1e-3
    assert test.outputs > 1e-3


def test_a_causal_mask_alone_breaks_it_and_pooling_does_not_help() -> None:
    test = order_test(X, (1, 0, 2, 3), Setup(Placement(causal=True), 4))
    assert not test.equivariant
    assert not test.invariant
    # The last word sees all others in either order.
    assert test.by_word[3] < 1e-14
    assert test.by_word[0] > 1e-3


def test_differences_are_those_of_single_numbers() -> None:
    order = (3, 0, 1, 2)
    setup = Setup(Placement("sinusoidal"), 4)
    test = order_test(X, order, setup)
    before, after = forward(X, setup), forward(X[[3, 0, 1, 2]], setup)
    worst = [
        max(abs(float(after.out[n, c] - before.out[word, c])) for c in range(4))
        for n, word in enumerate(order)
    ]
    np.testing.assert_allclose(test.by_word, worst, rtol=0, atol=0)
    assert test.outputs == max(worst)
    assert test.weights == max(
        abs(float(after.A[n, m] - before.A[v, w]))
        for n, v in enumerate(order)
        for m, w in enumerate(order)
    )
    assert test.pooled == pytest.approx(
        max(
            abs(sum(float(after.out[n, c] - before.out[n, c]) for n in range(4))) / 4
            for c in range(4)
        ),
        abs=1e-15,
    )


def test_the_same_order_changes_nothing_with_any_scheme() -> None:
    for scheme in SCHEMES:
        test = order_test(X, range(4), Setup(Placement(scheme, causal=True), 4))
        assert test.outputs == test.weights == test.pooled == 0


def test_words_without_vectors_are_left_out() -> None:
    words = X.copy()
    words[1] = np.nan
    test = order_test(words, (1, 2, 3, 0), Setup(Placement(), 4))
    assert test.equivariant
    assert test.outputs < 1e-14
    assert np.isnan(test.by_word).tolist() == [True, False, False, False]


def test_an_empty_sentence_and_one_word_have_no_order_to_see() -> None:
    for length in (0, 1):
        test = order_test(X[:length], range(length), Setup(Placement("sinusoidal"), 4))
        assert test.equivariant
        assert test.invariant


@pytest.mark.parametrize("order", [(0, 1, 2), (0, 1, 2, 2), (1, 2, 3, 4)])
def test_what_is_no_permutation_is_refused(order: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="each number from 0 to 3 once"):
        order_test(X, order, Setup(Placement(), 4))


def test_the_mean_leaves_out_words_without_a_vector() -> None:
    np.testing.assert_array_equal(pool(np.array([[1.0, 2], [np.nan, np.nan], [3, 6]])), [2, 4])
    np.testing.assert_array_equal(pool(np.full((2, 3), np.nan)), [0, 0, 0])
    assert largest(np.array([np.nan, 2.0])) == 2
    assert largest(np.empty(0)) == 0
