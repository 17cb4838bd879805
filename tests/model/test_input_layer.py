import math

import numpy as np
import pytest

from posviz.model.embeddings import embed, table
from posviz.model.input_layer import dropout, input_layer, layer_norm

P = [[0.0, 1.0, 0.0, 1.0], [0.84, 0.54, 0.01, 1.0], [0.91, -0.42, 0.02, 1.0]]  # (3, 4)


def test_the_paper_scales_by_the_root_of_the_width() -> None:
    layer = input_layer([[1, -2, 3, 0]], [[0.5, 0.5, 0.5, 0.5]], scaled=True)
    assert layer.X.tolist() == [[2, -4, 6, 0]]
    assert layer.P.tolist() == [[0.5, 0.5, 0.5, 0.5]]
    assert layer.Z.tolist() == [[2.5, -3.5, 6.5, 0.5]]


def test_without_scaling_it_is_the_plain_sum() -> None:
    layer = input_layer([[1, -2]], [[0.5, 0.25]], scaled=False)
    assert layer.X.tolist() == [[1, -2]]
    assert layer.Z.tolist() == [[1.5, -1.75]]


@pytest.mark.parametrize("scaled", [False, True])
def test_one_word_three_times_gets_three_positions(scaled: bool) -> None:
    layer = input_layer(embed(table("toy4"), [0, 0, 0]), P, scaled=scaled)
    factor = 2 if scaled else 1
    cat = [0.90 * factor, 0.72 * factor, -0.35 * factor, 0.10 * factor]
    for place in range(3):
        assert layer.X[place].tolist() == cat
        assert layer.Z[place].tolist() == [x + p for x, p in zip(cat, P[place], strict=True)]
    assert np.allclose(layer.Z - layer.X, P, rtol=0, atol=1e-15)
    assert len({tuple(row) for row in layer.Z.tolist()}) == 3


def test_sixteen_words_at_width_sixteen_are_not_transposed() -> None:
    """A square table hides a wrong axis from the shape check, so the values must tell."""
    places = [[float(100 * p + j) for j in range(16)] for p in range(16)]
    layer = input_layer(embed(table("toy16"), [0] * 16), places, scaled=False)
    for p in range(16):
        added = layer.Z[p] - table("toy16").row(0)
        assert np.round(added).tolist() == [100 * p + j for j in range(16)]


def test_an_unknown_word_stays_without_a_vector() -> None:
    layer = input_layer(embed(table("toy4"), [0, None, 0]), P, scaled=True)
    assert np.isnan(layer.X[1]).all()
    assert np.isnan(layer.Z[1]).all()
    assert layer.P[1].tolist() == P[1]
    assert np.isfinite(layer.Z[[0, 2]]).all()


def test_an_empty_sentence() -> None:
    assert input_layer(np.empty((0, 4)), np.empty((0, 4)), scaled=True).Z.shape == (0, 4)


@pytest.mark.parametrize("shape", [(2, 4), (3, 3), (4, 3), (1, 4), (4,), (3, 3, 4)])
def test_shapes_that_differ_are_both_named_and_never_stretched(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="shape") as refused:
        input_layer(np.zeros(shape), P, scaled=False)
    assert str(shape) in str(refused.value)
    assert "(3, 4)" in str(refused.value)


def test_two_vectors_are_not_tables() -> None:
    with pytest.raises(ValueError, match=r"\(4,\)"):
        input_layer([1.0, 2, 3, 4], [1.0, 2, 3, 4], scaled=False)


def test_results_are_read_only_copies() -> None:
    X = np.ones((1, 2))
    layer = input_layer(X, np.zeros((1, 2)), scaled=True)
    assert X.tolist() == [[1, 1]]
    assert layer.X.tolist() == [[math.sqrt(2)] * 2]
    for array in (layer.X, layer.P, layer.Z):
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 1


def test_layer_norm_by_hand() -> None:
    # 1, 2, 6: mean 3, deviations -2, -1, 3, variance 14 / 3.
    normed = layer_norm([[1, 2, 6]], [1, 2, -1], [0, 10, 0], 1 / 3)
    assert normed.tolist() == [
        pytest.approx([-2 / 5**0.5, 10 - 2 / 5**0.5, -3 / 5**0.5], abs=1e-15)
    ]


def test_layer_norm_of_equal_values_and_of_unknown_words() -> None:
    normed = layer_norm(np.array([[7, 7], [np.nan, np.nan]]), [3, 3], [1, 2], 1e-12)
    assert normed[0].tolist() == [1, 2]
    assert np.isnan(normed[1]).all()
    assert layer_norm(np.empty((0, 2)), [1, 1], [0, 0], 1e-12).shape == (0, 2)


def test_layer_norm_names_shapes_that_do_not_fit() -> None:
    with pytest.raises(ValueError, match=r"\(2, 3\), weight \(2,\) and bias \(3,\)"):
        layer_norm(np.ones((2, 3)), [1, 1], [1, 1, 1], 0.1)


def test_dropout_keeps_the_mean_and_repeats_itself() -> None:
    Z = np.full((200, 500), 2.0)
    dropped = dropout(Z, 0.1, seed=5)
    assert set(np.unique(dropped)) == {0.0, 2.0 * (1 / 0.9)}
    # 100 000 numbers: the share that is dropped is 0.1 ± 0.001; five times that.
    assert abs((dropped == 0).mean() - 0.1) < 0.005
    assert abs(dropped.mean() - 2) < 0.02
    assert np.array_equal(dropped, dropout(Z, 0.1, seed=5))
    assert not np.array_equal(dropped, dropout(Z, 0.1, seed=6))


def test_dropout_at_rate_0_changes_nothing_and_nan_stays() -> None:
    assert dropout([1.5, -2.0], 0, seed=1).tolist() == [1.5, -2.0]
    assert np.isnan(dropout([math.nan] * 50, 0.5, seed=1)).all()


@pytest.mark.parametrize("rate", [-0.1, 1.0, math.nan])
def test_dropout_refuses_other_rates(rate: float) -> None:
    with pytest.raises(ValueError, match="at least 0 and less than 1"):
        dropout([1.0], rate, seed=1)
