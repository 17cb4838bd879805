"""The shift of the sinusoids: exact for pairs, not for a lone sine, not for learned rows."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posviz.model.positional.learned import minilm_positions
from posviz.model.positional.shift import (
    angles,
    blocks,
    contrast,
    differences,
    fit,
    largest_difference,
    shifted,
)
from posviz.model.positional.sinusoidal import Layout, encode, table

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "data" / "positional_oracle.json").read_text(encoding="utf-8")
)["shift_matrix"]
LAYOUTS: tuple[Layout, ...] = ("interleaved", "halves")


def matrix_of(shift: int, width: int, base: float, layout: Layout) -> np.ndarray:
    """M_k as a full matrix: what it makes of the unit vectors."""
    return shifted(np.eye(width), shift, base, layout).T


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"k={case['k']}")
def test_the_matrix_agrees_with_60_digit_arithmetic(case: dict[str, Any]) -> None:
    expected = np.array(case["rows"], dtype=np.float64)
    assert matrix_of(case["k"], case["d"], 10_000.0, "interleaved") == pytest.approx(
        expected, rel=0, abs=1e-15
    )
    diagonal = [expected[i : i + 2, i : i + 2] for i in range(0, case["d"], 2)]
    assert blocks(case["k"], case["d"]) == pytest.approx(np.array(diagonal), rel=0, abs=1e-15)


def test_the_cases_hold_a_negative_shift() -> None:
    assert {math.copysign(1, case["k"]) for case in CASES} == {1, -1}


@given(
    k=st.integers(-500, 500),
    p=st.integers(0, 2000),
    half=st.integers(1, 20),
    base=st.sampled_from([0.5, 1.0, 100.0, 10_000.0]),
    layout=st.sampled_from(LAYOUTS),
)
def test_row_p_becomes_row_p_plus_k(k: int, p: int, half: int, base: float, layout: Layout) -> None:
    d = 2 * half
    rows = encode([p], d, base, layout)
    assert shifted(rows, k, base, layout) == pytest.approx(
        encode([p + k], d, base, layout), rel=0, abs=1e-11
    )


def test_blocks_are_rotations_and_undo_each_other() -> None:
    forth, back = blocks(7, 64), blocks(-7, 64)
    assert forth @ back == pytest.approx(np.broadcast_to(np.eye(2), (32, 2, 2)), abs=1e-15)
    assert np.linalg.det(forth) == pytest.approx(1)
    assert blocks(0, 8).tolist() == [[[1, 0], [0, 1]]] * 4


def test_halves_holds_the_same_numbers_in_other_places() -> None:
    order = [0, 3, 1, 4, 2, 5]  # sines and cosines of six columns, put pair by pair
    halves = matrix_of(3, 6, 100.0, "halves")
    assert halves[np.ix_(order, order)] == pytest.approx(matrix_of(3, 6, 100.0, "interleaved"))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_lone_sine_misses_what_its_cosine_would_give(layout: Layout) -> None:
    d, k, p = 5, 3, 7
    assert blocks(k, d).shape == (2, 2, 2)
    w = 10_000 ** (-4 / 5)
    column = 4 if layout == "interleaved" else 2
    moved, true = (
        shifted(encode([p], d, layout=layout), k, layout=layout),
        encode([p + k], d, layout=layout),
    )
    assert true[0, column] - moved[0, column] == pytest.approx(math.sin(k * w) * math.cos(p * w))
    found = differences(moved, true, layout)
    assert found.paired < 1e-14
    assert found.lone == pytest.approx(math.sin(k * w) * math.cos(p * w))


def test_one_matrix_serves_every_position() -> None:
    found = largest_difference(5, 2000, 64)
    assert found.positions == 2000
    assert 0 < found.paired < 1e-12
    assert found.lone is None
    odd = largest_difference(5, 2000, 7)
    w = 10_000 ** (-6 / 7)
    assert odd.lone == pytest.approx(math.sin(5 * w))  # at p = 0, where the cosine is 1


def test_the_largest_difference_is_that_of_all_rows_at_once() -> None:
    p = np.arange(700)
    whole = differences(shifted(encode(p, 384), -9), encode(p - 9, 384))
    assert largest_difference(-9, 700, 384).paired == whole.paired


def test_a_shift_of_nothing_is_exact() -> None:
    assert largest_difference(0, 100, 16).paired == 0


def test_a_long_table_is_tried_at_evenly_spread_positions() -> None:
    assert largest_difference(1, 1_000_000, 4, most=100).positions == 100
    assert largest_difference(1, 30, 4, most=100).positions == 30
    # Rounding of the angle grows with the position.
    far = largest_difference(1, 1_000_000, 4, most=100).paired
    assert largest_difference(1, 100, 4).paired < far < 1e-9


def test_a_table_one_wide_has_no_pair() -> None:
    found = largest_difference(1, 10, 1)
    assert found.paired == 0
    assert found.lone == pytest.approx(math.sin(1))


@pytest.mark.parametrize("k", [1, -3])
def test_the_fit_is_that_of_numpy(k: int) -> None:
    P = minilm_positions().matrix.astype(np.float64)
    p = np.array([q for q in range(512) if 0 <= q + k < 512])
    even, odd = p[p % 2 == 0], p[p % 2 == 1]
    M = np.linalg.lstsq(P[even], P[even + k], rcond=None)[0]
    missed = np.linalg.norm(P[odd] @ M - P[odd + k]) / np.linalg.norm(P[odd + k])
    found = fit(P, k)
    assert found is not None
    assert (found.fitted_rows, found.held_out_rows) == (len(even), len(odd))
    assert found.held_out == pytest.approx(missed, rel=1e-6)
    assert found.fitted < 1e-12
    damped = []
    for damping in (1e-3, 1e-2, 1e-1, 1.0):
        square = P[even].T @ P[even] + damping * np.eye(384)
        M = np.linalg.solve(square, P[even].T @ P[even + k])
        damped.append(np.linalg.norm(P[odd] @ M - P[odd + k]) / np.linalg.norm(P[odd + k]))
    assert found.damped == pytest.approx(min(damped), rel=1e-6)
    copied = np.linalg.norm(P[odd] - P[odd + k]) / np.linalg.norm(P[odd + k])
    assert found.unmoved == pytest.approx(copied)


def test_learned_rows_are_not_moved_by_one_matrix_and_sinusoids_are() -> None:
    found = contrast(1)
    assert found is not None
    assert (found.length, found.width) == (512, 384)
    assert found.learned.held_out == pytest.approx(0.294, abs=5e-4)
    assert found.learned.damped == pytest.approx(0.179, abs=5e-4)
    assert found.learned.unmoved == pytest.approx(0.55, abs=5e-3)
    assert found.sinusoidal.held_out < 1e-8
    assert found.exact < 1e-13


def test_the_exact_error_is_taken_over_the_odd_positions() -> None:
    S = table(512, 384)
    for k in (5, -5, 4, -4):
        p = [q for q in range(1, 512, 2) if 0 <= q + k < 512]
        moved = shifted(S[p], k) - S[[q + k for q in p]]
        found = contrast(k)
        assert found is not None
        assert found.exact == np.linalg.norm(moved) / np.linalg.norm(S[[q + k for q in p]])
        assert found.learned.held_out_rows == len(p)


@pytest.mark.parametrize("k", [0, 385, -385, 512, 10_000, -10_000])
def test_there_is_no_fit_without_enough_rows(k: int) -> None:
    assert contrast(k) is None


def test_the_largest_shift_that_can_be_fitted() -> None:
    assert contrast(384) is not None
    assert contrast(-384) is not None


def test_angles_are_k_times_the_frequencies() -> None:
    assert angles(-2, 4).tolist() == [-2.0, -0.02]
    with pytest.raises(ValueError, match="from 1"):
        largest_difference(1, 0, 4)
