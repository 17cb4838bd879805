"""Similarity of positions: against whole tables, 60-digit products and published figures."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import get_args

import numpy as np
import numpy.typing as npt
import pytest

from posviz.model.positional import sinusoidal
from posviz.model.positional.similarity import (
    PositionSimilarity,
    asymmetry,
    first_rise,
)
from posviz.model.positional.weights import (
    Weights,
    matrix_text,
    random_weights,
    turning,
)

ORACLE = json.loads(
    (Path(__file__).parents[2] / "data" / "positional_oracle.json").read_text("utf-8")
)
NOT_TYPED = [name for name in get_args(Weights) if name != "typed"]
EACH_WEIGHTS = pytest.mark.parametrize("weights", NOT_TYPED)
EACH_WIDTH = pytest.mark.parametrize("width", [1, 2, 7, 16, 130])


def brute_force(s: PositionSimilarity) -> npt.NDArray[np.float64]:
    """The whole matrix as E A E.T with every A as a dense d × d matrix."""
    E = sinusoidal.encode(np.arange(s.length), s.width, s.base)
    d, h = s.width, min(s.width, 64)
    if s.weights == "identity":
        return E @ E.T / (d / 2)
    if s.weights == "turned":
        M = np.eye(d)
        for k in range(d // 2):
            a = s.turn * s.base ** (-2 * k / d)
            M[2 * k : 2 * k + 2, 2 * k : 2 * k + 2] = [
                [math.cos(a), math.sin(a)],
                [-math.sin(a), math.cos(a)],
            ]
        return E @ (E @ M.T).T / (d / 2)
    Q = random_weights(d, h, s.seed, 0)
    if s.weights == "same":
        return (E @ Q) @ (E @ Q).T / (h / 2)
    return (E @ Q) @ (E @ random_weights(d, h, s.seed, 1)).T / math.sqrt(h)


@pytest.mark.parametrize("case", ORACLE["dot_of_two_rows"])
def test_dot_products_of_60_digits(case: dict[str, str]) -> None:
    a, b, d = int(case["a"]), int(case["b"]), int(case["d"])
    s = PositionSimilarity(200, d)
    expected = float(case["value"]) / (d / 2)
    assert s.values([a], [b])[0, 0] == pytest.approx(expected, abs=1e-13)
    assert s.profile(a).at([b - a])[0] == pytest.approx(expected, abs=1e-13)


@pytest.mark.parametrize(
    ("width", "figures"),
    [
        (384, {1: 0.973, 2: 0.904, 8: 0.722, 64: 0.484, 256: 0.360}),
        (512, {0: 1, 1: 0.973, 2: 0.905, 5: 0.741, 10: 0.679, 50: 0.512, 100: 0.437}),
    ],
)
def test_the_figures_of_the_sinusoid(width: int, figures: dict[int, float]) -> None:
    values = PositionSimilarity(1000, width).profile(0).at(list(figures))
    assert values == pytest.approx(list(figures.values()), abs=5e-4)


@EACH_WEIGHTS
@EACH_WIDTH
def test_values_are_those_of_the_whole_matrix(weights: Weights, width: int) -> None:
    s = PositionSimilarity(40, width, 100.0, weights, seed=3)
    whole = brute_force(s)
    assert s.values(range(40), range(40)) == pytest.approx(whole, abs=1e-12)
    for position in (0, 17, 39):
        row = s.profile(position).at(np.arange(40) - position)
        assert row == pytest.approx(whole[position], abs=1e-12)


@EACH_WEIGHTS
@EACH_WIDTH
def test_a_tile_holds_means_of_blocks(weights: Weights, width: int) -> None:
    s = PositionSimilarity(40, width, 100.0, weights, seed=4)
    whole = brute_force(s)
    out = np.empty((5, 3), dtype=np.float32)
    s.tile(6, 9, 4, 13, out)  # the last blocks reach over both edges
    for r in range(4):
        for c in range(3):
            block = whole[6 + 9 * r : 15 + 9 * r, 4 + 13 * c : 17 + 13 * c]
            assert out[r, c] == pytest.approx(block.mean(), abs=3e-6)
    assert np.isnan(out[4]).all()


@EACH_WEIGHTS
def test_means_of_a_profile(weights: Weights) -> None:
    profile = PositionSimilarity(50, 9, 1e-3, weights, seed=1).profile(11)
    single = profile.at(np.arange(-20, 15))  # (35,)
    assert profile.means(np.arange(-20, 15, 7), 7) == pytest.approx(
        single.reshape(5, 7).mean(axis=1), abs=1e-12
    )


@pytest.mark.parametrize("count", [15, 16, 17, 25, 26, 300])
def test_equally_spaced_offsets_are_no_exception(count: int) -> None:
    profile = PositionSimilarity(50, 9, 10.0, "turned", seed=1).profile(11)
    offsets = np.arange(count) * 37 - 400
    each = [profile.at([offset])[0] for offset in offsets]
    assert profile.at(offsets) == pytest.approx(each, abs=1e-12)
    assert profile.at(offsets[::-1]) == pytest.approx(each[::-1], abs=1e-12)
    uneven = offsets**2
    assert profile.at(uneven)[-1] == pytest.approx(profile.at([uneven[-1]])[0], abs=1e-12)


def test_a_mean_over_a_million_offsets_is_exact() -> None:
    profile = PositionSimilarity(1_000_000, 4).profile(0)
    one_by_one = np.cos(np.arange(1_000_000)[:, None] * [1, 0.01]).mean()
    assert profile.means([0], 1_000_000)[0] == pytest.approx(one_by_one, abs=1e-10)


def test_only_even_widths_without_weights_depend_on_the_offset_alone() -> None:
    assert PositionSimilarity(200, 64).spread_along_diagonals()[0] < 1e-12
    assert PositionSimilarity(200, 64, weights="turned", seed=2).spread_along_diagonals()[0] < 1e-12
    odd, positions, offsets = PositionSimilarity(200, 5, 10.0).spread_along_diagonals()
    whole = brute_force(PositionSimilarity(200, 5, 10.0))
    truth = max(np.ptp(np.diagonal(whole, k)) for k in range(100))
    assert positions == offsets == 24
    assert 0.5 * truth < odd <= truth
    for weights in ("same", "separate"):
        s = PositionSimilarity(200, 64, weights=weights)
        assert s.spread_along_diagonals()[0] > 0.1
    assert PositionSimilarity(1, 3).spread_along_diagonals() == (0.0, 1, 1)


def test_direction_comes_with_weights() -> None:
    assert asymmetry(PositionSimilarity(100, 64).profile(50), 40) < 1e-12
    turned = PositionSimilarity(100, 64, weights="turned", seed=5)
    assert asymmetry(turned.profile(50), 40) > 0.1
    offsets = np.arange(-40, 41)
    assert offsets[turned.profile(50).at(offsets).argmax()] == -turned.turn
    separate = PositionSimilarity(100, 64, weights="separate").profile(50)
    assert asymmetry(separate, 40) > 0.1
    assert asymmetry(separate, 0) == 0
    # One matrix for both: the matrix is its own transpose, though no longer of the offset alone.
    same = brute_force(PositionSimilarity(60, 64, weights="same"))
    assert same == pytest.approx(same.T, abs=1e-12)


@pytest.mark.parametrize("width", [2, 16, 64, 512])
def test_the_first_rise_is_that_of_the_whole_table(width: int) -> None:
    E = sinusoidal.encode(np.arange(2000), width)
    row = E @ E[0] / (width / 2)
    expected = next(n for n in range(1, 2000) if row[n] > row[n - 1])
    rise = first_rise(PositionSimilarity(2000, width).profile(0), 1999)
    assert rise.offset == expected
    assert rise.before == pytest.approx(row[expected - 1])
    assert rise.after == pytest.approx(row[expected])
    short = first_rise(PositionSimilarity(2000, width).profile(0), expected - 1)
    assert (short.offset, short.looked_at) == (None, expected - 1)


def test_the_search_for_a_rise_is_bounded() -> None:
    profile = PositionSimilarity(1_000_000, 12_288).profile(0)
    assert first_rise(profile, 999_999, most_waves=6144 * 100).looked_at == 100
    assert first_rise(profile, 0).offset is None


# Typed matrices: products written out in loops, and values by hand.

TYPED = ("1.5 −2 0; 0 1 3; 2 0 1; −1 0.5 0.25; 0 0 1", "0 1 1; 2 0 0; 1 1 −3; 0 0 1; 4 0 0")
ROWS = tuple(
    [[float(x.replace("−", "-")) for x in line.split()] for line in text.split(";")]
    for text in TYPED
)


def in_loops(i: int, j: int, base: float) -> float:
    """q · k / (d/2) at d = 5, one product after another."""
    W_Q, W_K = ROWS

    def encoded(p: int) -> list[float]:
        w = [base ** (-2 * pair / 5) for pair in range(3)]
        return [(math.cos if c % 2 else math.sin)(p * w[c // 2]) for c in range(5)]

    total = 0.0
    for column in range(3):
        q = sum(encoded(i)[row] * W_Q[row][column] for row in range(5))
        k = sum(encoded(j)[row] * W_K[row][column] for row in range(5))
        total += q * k
    return total / 2.5


def test_typed_matrices_against_loops() -> None:
    s = PositionSimilarity(40, 5, 100.0, "typed", typed=TYPED)
    assert (s.head_size, s.scale) == (3, 2.5)
    whole = np.array([[in_loops(i, j, 100.0) for j in range(40)] for i in range(40)])
    assert s.values(range(40), range(40)) == pytest.approx(whole, abs=1e-12)
    for position in (0, 17, 39):
        row = s.profile(position).at(np.arange(40) - position)
        assert row == pytest.approx(whole[position], abs=1e-12)
    out = np.empty((4, 3), dtype=np.float32)
    s.tile(6, 9, 4, 13, out)
    for r in range(4):
        for c in range(3):
            block = whole[6 + 9 * r : 15 + 9 * r, 4 + 13 * c : 17 + 13 * c]
            assert out[r, c] == pytest.approx(block.mean(), abs=3e-5)
    diagonals = max(np.ptp(np.diagonal(whole, k)) for k in range(20))
    assert 0.5 * diagonals < s.spread_along_diagonals()[0] <= diagonals + 1e-12


def test_typed_matrices_by_hand_at_two_dimensions() -> None:
    # W_K swaps sine and cosine: sin i cos j + cos i sin j = sin(i + j), not the offset at all.
    swap = PositionSimilarity(30, 2, weights="typed", typed=("", "0 1; 1 0"))
    assert swap.values([3], [4])[0, 0] == pytest.approx(math.sin(7), abs=1e-14)
    assert swap.profile(3).at([1])[0] == pytest.approx(math.sin(7), abs=1e-14)
    assert swap.spread_along_diagonals()[0] > 1
    # Only sines are kept: sin i sin j.
    sines = PositionSimilarity(30, 2, weights="typed", typed=("1; 0", "1; 0"))
    assert sines.values([3], [4])[0, 0] == pytest.approx(math.sin(3) * math.sin(4), abs=1e-14)
    # A quarter turn: W_K = (0 −1; 1 0) gives sin j·0 + … = cos i · (−sin j) + sin i cos j.
    turn = PositionSimilarity(30, 2, weights="typed", typed=("", "0 −1; 1 0"))
    assert turn.values([3], [4])[0, 0] == pytest.approx(math.sin(3 - 4), abs=1e-14)
    assert turn.spread_along_diagonals()[0] < 1e-12
    assert asymmetry(turn.profile(3), 20) > 1
    nothing = PositionSimilarity(30, 2, weights="typed", typed=("0 0; 0 0", "1 2; 3 4"))
    assert not nothing.values(range(30), range(30)).any()


def test_empty_matrices_are_the_identity() -> None:
    plain, typed = PositionSimilarity(50, 7), PositionSimilarity(50, 7, weights="typed")
    assert np.array_equal(plain.values(range(50), range(50)), typed.values(range(50), range(50)))


@pytest.mark.parametrize("typed", [TYPED, ("100 0 0 0 0;" + "0 0 0 0 0;" * 4, "")])
def test_no_value_exceeds_the_reach(typed: tuple[str, str]) -> None:
    s = PositionSimilarity(200, 5, 100.0, "typed", typed=typed)
    most = np.abs(s.values(range(200), range(200))).max()
    assert 0.3 * s.reach < most <= s.reach


def test_the_reach_of_turns_and_of_nothing_is_1() -> None:
    turned = matrix_text(turning(sinusoidal.frequencies(4), 4, 3))
    assert PositionSimilarity(9, 4, weights="typed", typed=("", turned)).reach == 1
    assert PositionSimilarity(9, 2, weights="typed", typed=("0;0", "1;1")).reach == 1
    assert PositionSimilarity(9, 2, weights="typed", typed=("3 0;0 3", "")).reach == 3
    assert PositionSimilarity(9, 64, weights="separate").reach == 1
