"""Adding against concatenating: the products by hand, and the cost of a layer counted."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from posviz.model.combine import layer_cost, products, seeded_weights

W1 = [[1, 2], [3, 4], [0, -1]]
W2 = [[0, 1], [-1, 0], [2, 2]]


def test_the_products_by_hand() -> None:
    found = products(W1, W2, [1, -1], [2, 0.5])  # x + p = [3, −0.5]
    assert found.added.tolist() == [2, 7, 0.5]
    assert found.tied.tolist() == [2, 7, 0.5]
    assert found.parts.tolist() == [[-1, -1, 1], [0.5, -2, 5]]
    assert found.free.tolist() == [-0.5, -3, 6]
    assert found.difference == 0


def test_equal_blocks_are_the_sum_up_to_rounding_and_others_are_not() -> None:
    weights = seeded_weights(6, 512, 4)
    x, p = np.random.default_rng(0).standard_normal((2, 512))
    found = products(weights[0], weights[1], x, p)
    assert found.difference < 1e-13
    assert np.abs(found.free - found.added).max() > 0.1
    assert np.allclose(found.parts.sum(axis=0), found.free, rtol=0, atol=1e-13)
    twins = products(weights[0], weights[0], x, p)
    assert np.array_equal(twins.free, twins.tied)


def test_the_weights_are_seeded_and_sized_to_keep_the_length() -> None:
    weights = seeded_weights(300, 400, 7)
    assert weights.shape == (2, 300, 400)
    assert np.array_equal(weights, seeded_weights(300, 400, 7))
    assert not np.array_equal(weights, seeded_weights(300, 400, 8))
    assert weights.std() == pytest.approx(0.05, rel=0.01)
    assert abs(np.corrcoef(weights[0].ravel(), weights[1].ravel())[0, 1]) < 0.02


def test_an_unknown_word_has_no_product() -> None:
    found = products(W1, W2, [np.nan, np.nan], [1, 1])
    assert np.isnan(found.added).all()
    assert np.isnan(found.free).all()
    assert found.parts[1].tolist() == [1, -1, 4]


@pytest.mark.parametrize(
    ("W1", "W2", "x", "p"),
    [
        ([[1, 2]], [[1]], [1, 2], [1, 2]),
        ([[1, 2]], [[1, 2]], [1], [1, 2]),
        ([[1, 2]], [[1, 2]], [1], [1]),
        ([1, 2], [1, 2], [1, 2], [1, 2]),
    ],
)
def test_shapes_that_do_not_fit_are_refused(
    W1: Any, W2: Any, x: list[float], p: list[float]
) -> None:
    with pytest.raises(ValueError, match="must be"):
        products(W1, W2, x, p)


def test_the_cost_of_the_papers_layer_is_counted_matrix_by_matrix() -> None:
    matrices = [(512, 512)] * 4 + [(512, 2048), (2048, 512)]
    cost = layer_cost(512, 100)
    assert cost.projections + cost.feed_forward == sum(np.zeros(m).size for m in matrices)
    assert cost.per_token == 3_145_728
    # A token's scores: 100 dot products of 512 numbers; then 100 values of 512 are added up.
    assert cost.attention == 100 * 512 + 100 * 512
    twice = layer_cost(1024, 100)
    assert (twice.per_token, twice.attention) == (4 * cost.per_token, 2 * cost.attention)
