"""Rotary positions against 60-digit values, complex numbers and what follows from turning."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posviz.model.positional.rotary import interleaved_from_halves, profile, rotate
from posviz.model.positional.sinusoidal import Layout, encode

ORACLE: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "data" / "positional_oracle.json").read_text(encoding="utf-8")
)["rope"]
PAIRINGS: tuple[Layout, ...] = ("interleaved", "halves")
positions = st.integers(-2000, 2000)
rng = np.random.default_rng(7)
Q, K = rng.normal(size=(2, 16))


def test_values_agree_with_60_digit_arithmetic() -> None:
    assert {case["pairing"] for case in ORACLE} == set(PAIRINGS)
    for case in ORACLE:
        x = [list(map(float, case["x"]))]
        rotated = rotate(x, [case["pos"]], case["base"], case["pairing"])[0]
        expected = list(map(float, case["value"]))
        assert rotated == pytest.approx(expected, rel=0, abs=1e-11), case


@pytest.mark.parametrize(
    ("pairing", "expected"),
    [
        ("interleaved", [-1.142640, 1.922076, 2.959851, 4.029800]),
        ("halves", [-1.984111, 1.959901, 2.462378, 4.019800]),
    ],
)
def test_the_two_pairings_of_public_reports(pairing: Layout, expected: list[float]) -> None:
    # huggingface/transformers#25199, EleutherAI/gpt-neox#834
    rotated = rotate([[1, 2, 3, 4]], [1], pairing=pairing)[0]
    assert rotated == pytest.approx(expected, abs=6e-7)
    assert np.linalg.norm(rotated) == pytest.approx(30**0.5, rel=1e-14)


def test_interleaved_is_a_complex_product() -> None:
    z = Q[::2] + 1j * Q[1::2]
    w = np.array([10_000 ** (-2 * k / 16) for k in range(8)])
    turned = z * np.exp(1j * 37 * w)
    assert rotate([Q], [37])[0, ::2] == pytest.approx(turned.real, abs=1e-12)
    assert rotate([Q], [37])[0, 1::2] == pytest.approx(turned.imag, abs=1e-12)


def test_halves_is_interleaved_after_one_fixed_order() -> None:
    order = interleaved_from_halves(6)
    assert order.tolist() == [0, 2, 4, 1, 3, 5]
    order = interleaved_from_halves(16)
    for position in (0, 1, 500):
        halves = rotate([Q[order]], [position], pairing="halves")[0]
        assert halves[np.argsort(order)] == pytest.approx(rotate([Q], [position])[0], abs=1e-14)


@given(positions, positions, positions)
def test_the_score_depends_on_the_offset_only(m: int, n: int, shift: int) -> None:
    for pairing in PAIRINGS:
        q = rotate([Q, Q], [m, m + shift], pairing=pairing)
        k = rotate([K, K], [n, n + shift], pairing=pairing)
        scores = (q * k).sum(axis=1)
        assert scores[0] == pytest.approx(scores[1], abs=1e-10)


@given(positions)
def test_no_length_changes(m: int) -> None:
    assert np.linalg.norm(rotate([Q], [m])) == pytest.approx(np.linalg.norm(Q), rel=1e-12)


def test_the_profile_is_the_score_of_rotated_vectors() -> None:
    # q = k in every pair; and q a quarter turn ahead: (cos, sin) of 90 degrees more.
    key = np.tile([1.0, 0.0], 8)
    ahead = np.tile([0.0, 1.0], 8)
    for offset in (0, 1, 9, 300):
        keys = rotate([key], [100])[0]
        even = rotate([key], [100 + offset])[0] @ keys / 8
        odd = rotate([ahead], [100 + offset])[0] @ keys / 8
        assert profile(np.array([offset]), 16)[:, 0] == pytest.approx([even, odd], abs=1e-12)


def test_equal_q_and_k_score_as_sinusoidal_rows_do() -> None:
    rows = encode([0, 12], 16)
    assert profile(np.array([12]), 16)[0, 0] == pytest.approx(rows[0] @ rows[1] / 8, abs=1e-14)


def test_the_second_line_tells_before_from_after() -> None:
    even, odd = profile(np.array([-5, 5]), 16)
    assert even[0] == even[1]
    assert odd[0] == -odd[1] != 0


def test_other_speeds_are_taken() -> None:
    assert rotate([[1.0, 0.0]], [2], speeds=np.array([np.pi / 4]))[0] == pytest.approx([0, 1])
    assert profile(np.array([2]), 2, speeds=np.array([np.pi / 2]))[0, 0] == pytest.approx(-1)


@pytest.mark.parametrize("width", [0, 1, 5])
def test_an_odd_head_is_refused(width: int) -> None:
    with pytest.raises(ValueError, match="even"):
        rotate(np.zeros((1, width)), [0])
    with pytest.raises(ValueError, match="even"):
        profile(np.arange(3), width)
    with pytest.raises(ValueError, match="even"):
        interleaved_from_halves(width)
