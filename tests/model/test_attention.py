"""One head of attention, held to loops over single numbers."""

from __future__ import annotations

import cmath
import math
from dataclasses import replace
from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from posviz.model.attention import DROPOUT, Part, Pass, Setup, Term, forward, softmax
from posviz.model.positional import SchemeName
from posviz.model.positional.in_attention import Placement
from posviz.model.positional.learned import LearnedPositions, minilm_positions

Floats = NDArray[np.float64]

SCHEMES: tuple[SchemeName, ...] = get_args(SchemeName)
FOUR: tuple[Term, ...] = get_args(Term)[1:]


def words(length: int, width: int, seed: int = 3) -> Floats:
    return np.random.default_rng(seed).normal(size=(length, width))


def reference(Z: Floats, result: Pass, setup: Setup, bias: Floats | None) -> tuple[Floats, Floats]:
    """A and out by loops over single numbers with exact sums; turns are complex products."""
    L, d = Z.shape
    h = result.head_width

    def mapped(row: Floats, W: Floats | None) -> list[float]:
        if W is None:
            return [float(v) for v in row]
        return [math.fsum(row[i] * W[i, j] for i in range(d)) for j in range(h)]

    def turned(row: list[float], position: int) -> list[float]:
        if setup.placement.scheme != "rotary":
            return row
        out = list(row)
        for k in range(h // 2):
            speed = setup.placement.base ** (-2 * k / (h - h % 2))
            point = complex(row[2 * k], row[2 * k + 1]) * cmath.exp(1j * position * speed)
            out[2 * k], out[2 * k + 1] = point.real, point.imag
        return out

    q = [turned(mapped(Z[i], result.WQ), i) for i in range(L)]
    k = [turned(mapped(Z[i], result.WK), i) for i in range(L)]
    v = [mapped(Z[i], result.WV) for i in range(L)]
    A, out = np.zeros((L, L)), np.zeros((L, h))
    for i in range(L):
        powers = {}
        for j in range(L):
            if setup.placement.causal and j > i:
                continue
            score = math.fsum(a * b for a, b in zip(q[i], k[j], strict=True)) / h**0.5
            powers[j] = math.exp(score + (0.0 if bias is None else bias[i, j]))
        total = math.fsum(powers.values())
        for j, power in powers.items():
            A[i, j] = power / total
        for c in range(h):
            out[i, c] = math.fsum(A[i, j] * v[j][c] for j in powers)
    return A, out


@pytest.mark.parametrize("identity", [False, True])
@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(("length", "width"), [(1, 2), (5, 7), (6, 16)])
def test_weights_and_outputs_are_those_of_plain_loops(
    length: int, width: int, scheme: SchemeName, causal: bool, identity: bool
) -> None:
    setup = Setup(Placement(scheme, causal=causal, heads=4, head=2), 6, identity)
    result = forward(words(length, width), setup)
    A, out = reference(result.Z, result, setup, result.bias)
    np.testing.assert_allclose(result.A, A, rtol=0, atol=1e-12)
    np.testing.assert_allclose(result.out, out, rtol=0, atol=1e-12)
    np.testing.assert_allclose(result.A.sum(axis=1), 1, rtol=0, atol=1e-14)
    assert result.head_width == (width if identity else 6)


def test_torch_agrees_on_attention_with_a_bias() -> None:
    torch = pytest.importorskip("torch")
    setup = Setup(Placement("alibi", causal=True, heads=6, head=4), 8)
    result = forward(words(9, 12), setup)
    L = result.length
    assert result.bias is not None
    mask = torch.from_numpy(np.where(np.tri(L, dtype=bool), result.bias, -np.inf))
    expected = torch.nn.functional.scaled_dot_product_attention(
        *(torch.from_numpy(m)[None, None] for m in (result.Q, result.K, result.V)), attn_mask=mask
    )
    np.testing.assert_allclose(result.out, expected[0, 0].numpy(), rtol=0, atol=1e-12)


def test_no_weight_reaches_past_a_causal_mask() -> None:
    result = forward(words(7, 4), Setup(Placement(causal=True), 4))
    for query in range(7):
        for key in range(7):
            hidden = key > query
            assert (result.A[query, key] == 0) == hidden
            assert np.isneginf(result.scores[query, key]) == hidden


@pytest.mark.parametrize("scheme", SCHEMES)
def test_only_some_schemes_add_a_row_to_x(scheme: SchemeName) -> None:
    X = words(5, 8)
    result = forward(X, Setup(Placement(scheme), 4))
    adds = scheme in ("sinusoidal", "learned")
    assert (result.P is not None) == result.has_terms == adds
    assert (result.QR is not None) == (result.KR is not None) == (scheme == "rotary")
    assert (result.bias is not None) == (scheme in ("alibi", "t5"))
    assert np.array_equal(result.Z, X) == (not adds)


def test_x_is_scaled_by_the_root_of_d_before_p_is_added() -> None:
    X = words(3, 16)
    result = forward(X, Setup(Placement("sinusoidal"), scaled=True))
    assert result.P is not None
    np.testing.assert_allclose(result.X, 4 * X)
    np.testing.assert_allclose(result.Z - result.P, 4 * X, rtol=0, atol=1e-14)
    # Row 0 of P is 0, 1, 0, 1, ...
    np.testing.assert_allclose(result.Z[0], 4 * X[0] + np.tile([0, 1], 8))


@pytest.mark.parametrize("scheme", ["sinusoidal", "learned"])
@pytest.mark.parametrize("dropped", [False, True])
def test_four_terms_add_up_to_the_score(scheme: SchemeName, dropped: bool) -> None:
    result = forward(words(6, 8), Setup(Placement(scheme), 4, scaled=True, dropped=dropped))
    total = sum(result.term(term) for term in FOUR)
    np.testing.assert_allclose(total, result.scores, rtol=0, atol=1e-12)
    np.testing.assert_allclose(result.term("all"), result.scores, rtol=0, atol=1e-12)


def test_a_term_is_what_its_two_halves_make() -> None:
    result = forward(words(4, 6), Setup(Placement("sinusoidal"), 2))
    assert result.P is not None
    assert result.WQ is not None
    assert result.WK is not None
    q = [sum(result.X[1, i] * result.WQ[i, c] for i in range(6)) for c in range(2)]
    k = [sum(result.P[3, i] * result.WK[i, c] for i in range(6)) for c in range(2)]
    expected = (q[0] * k[0] + q[1] * k[1]) / math.sqrt(2)
    assert result.term("word-position")[1, 3] == pytest.approx(expected, abs=1e-13)
    one = result.term("word-position", slice(1, 2), slice(3, 4))
    assert one.shape == (1, 1)
    assert one[0, 0] == pytest.approx(expected, abs=1e-13)


def test_dropout_drops_the_same_numbers_of_both_parts() -> None:
    setup = Setup(Placement("sinusoidal", seed=4), dropped=True)
    kept, dropped = (
        forward(words(40, 50), replace(setup, dropped=False)),
        forward(words(40, 50), setup),
    )
    gone = dropped.Z == 0
    assert 0.07 < gone.mean() < 0.13
    assert not dropped.of_words[gone].any()
    assert not dropped.of_positions[gone].any()
    np.testing.assert_allclose(dropped.Z[~gone], kept.Z[~gone] / (1 - DROPOUT))


def test_berts_block_normalises_the_sum_of_word_position_and_type() -> None:
    block = minilm_positions()
    X = words(4, block.width, seed=9) * 0.05
    result = forward(X, Setup(Placement("learned"), 8, scaled=True, block=block))
    np.testing.assert_array_equal(result.X, X)  # BERT does not scale
    assert result.T is not None
    for position in range(4):
        sums = [
            float(X[position, c] + block.matrix[position, c] + block.token_types[0, c])
            for c in range(block.width)
        ]
        mean = math.fsum(sums) / len(sums)
        deviation = math.sqrt(
            math.fsum((s - mean) ** 2 for s in sums) / len(sums) + block.norm_epsilon
        )
        for c in (0, 17, 383):
            weight, bias = float(block.norm_weight[c]), float(block.norm_bias[c])
            expected = (sums[c] - mean) / deviation * weight + bias
            assert result.Z[position, c] == pytest.approx(expected, abs=1e-12)
    total = sum(result.term(term) for term in FOUR)
    np.testing.assert_allclose(total, result.scores, rtol=0, atol=1e-12)
    # What comes from the words has none of the positions: the same word, the same direction.
    again = forward(np.stack([X[1], X[1]]), Setup(Placement("learned"), 8, block=block)).of_words
    a, b = again / np.linalg.norm(again, axis=1, keepdims=True)
    assert a @ b == pytest.approx(1, abs=1e-12)


def test_berts_block_has_no_row_past_its_end() -> None:
    block = LearnedPositions(
        np.zeros((2, 3), np.float32), np.zeros((2, 3), np.float32),
        np.ones(3, np.float32), np.zeros(3, np.float32), 1e-12,
    )  # fmt: skip
    with pytest.raises(IndexError, match="trained with 2 positions"):
        forward(words(3, 3), Setup(Placement("learned"), block=block))


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("width", [1, 5])
def test_an_empty_sentence_has_empty_matrices(scheme: SchemeName, width: int) -> None:
    result = forward(np.empty((0, width)), Setup(Placement(scheme), 4))
    assert result.A.shape == result.scores.shape == (0, 0)
    assert result.out.shape == (0, 4)


@pytest.mark.parametrize("X", [np.ones(3), np.ones((2, 0)), np.ones((2, 2, 2))])
def test_what_is_no_table_of_vectors_is_refused(X: Floats) -> None:
    with pytest.raises(ValueError, match=r"must be \(L, d\)"):
        forward(X, Setup(Placement()))


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_word_without_a_vector_keeps_its_place_and_is_not_seen(scheme: SchemeName) -> None:
    X = words(5, 8)
    X[2] = np.nan
    result = forward(X, Setup(Placement(scheme), 4))
    others = [0, 1, 3, 4]
    assert np.isnan(result.A[2]).all()
    assert np.isnan(result.out[2]).all()
    assert (result.A[others, 2] == 0).all()
    np.testing.assert_allclose(result.A[others].sum(axis=1), 1, rtol=0, atol=1e-14)
    whole = forward(words(5, 8), Setup(Placement(scheme), 4))
    np.testing.assert_array_equal(result.Q[others], whole.Q[others])  # no position has moved
    ratio = whole.A[np.ix_(others, others)]
    np.testing.assert_allclose(
        result.A[np.ix_(others, others)], ratio / ratio.sum(axis=1, keepdims=True), atol=1e-13
    )


def test_identity_leaves_z_as_it_is() -> None:
    result = forward(words(3, 5), Setup(Placement("sinusoidal"), 64, identity=True))
    for matrix in (result.Q, result.K, result.V):
        np.testing.assert_array_equal(matrix, result.Z)
    np.testing.assert_array_equal(result.part("WK"), np.eye(5))


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_part_has_the_shape_that_it_is_drawn_with(scheme: SchemeName) -> None:
    result = forward(words(5, 8), Setup(Placement(scheme), 4))
    shapes: dict[Part, tuple[int, int]] = {
        "X": (5, 8), "P": (5, 8), "Z": (5, 8), "WQ": (8, 4), "WK": (8, 4), "WV": (8, 4),
        "Q": (5, 4), "K": (5, 4), "V": (5, 4), "QR": (5, 4), "KR": (5, 4), "bias": (5, 5),
        "scores": (5, 5), "A": (5, 5), "out": (5, 4), "T": (5, 8),
    }  # fmt: skip
    assert set(shapes) == set(get_args(Part))
    for name, shape in shapes.items():
        part = result.part(name)
        assert part is None or part.shape == shape


def test_seeded_weights_have_variance_1_over_d_and_differ() -> None:
    result = forward(words(2, 100), Setup(Placement(seed=5), 400))
    drawn = [result.WQ, result.WK, result.WV]
    for W in drawn:
        assert W is not None
        assert W.var() == pytest.approx(1 / 100, rel=0.03)
    assert not np.array_equal(result.Q, result.K)
    assert not np.array_equal(result.K, result.V)
    again = forward(words(2, 100), Setup(Placement(seed=6), 400))
    assert not np.array_equal(result.Q, again.Q)


@pytest.mark.parametrize(
    ("scores", "weights"),
    [
        ([1e308, 1e308, -1e308], [0.5, 0.5, 0]),
        ([-1e308, -1e308], [0.5, 0.5]),
        ([800.0, 0.0], [1, 0]),
        ([math.log(3), 0.0, -np.inf], [0.75, 0.25, 0]),
        ([5.0], [1]),
    ],
)
def test_softmax_does_not_overflow(scores: list[float], weights: list[float]) -> None:
    np.testing.assert_allclose(softmax([scores])[0], weights, rtol=0, atol=1e-15)


@given(st.lists(st.floats(-700, 700), min_size=1, max_size=12))
@settings(max_examples=100, deadline=None)
def test_softmax_is_a_share_of_exact_sums(scores: list[float]) -> None:
    top = max(scores)
    powers = [math.exp(s - top) for s in scores]
    expected = [power / math.fsum(powers) for power in powers]
    np.testing.assert_allclose(softmax(scores), expected, rtol=1e-13, atol=0)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_huge_vectors_give_weights_all_the_same(scheme: SchemeName) -> None:
    result = forward(words(4, 6) * 1e38, Setup(Placement(scheme), 4))
    assert np.isfinite(result.A).all()
    np.testing.assert_allclose(result.A.sum(axis=1), 1)
