"""What the schemes give to a head, held to the single cases of the papers."""

from __future__ import annotations

import math

import numpy as np
import pytest

from posviz.model.positional.in_attention import Placement, untrained_buckets, untrained_rows


def test_sines_are_added_in_either_layout() -> None:
    P = Placement("sinusoidal", base=100.0).added(4, 4)
    halves = Placement("sinusoidal", base=100.0, layout="halves").added(4, 4)
    assert P is not None
    assert halves is not None
    w = 100 ** (-2 / 4)
    np.testing.assert_allclose(
        P[3], [math.sin(3), math.cos(3), math.sin(3 * w), math.cos(3 * w)], atol=1e-15
    )
    np.testing.assert_array_equal(halves, P[:, [0, 2, 1, 3]])


def test_rows_before_training_do_not_depend_on_the_length_and_are_about_1_long() -> None:
    rows = untrained_rows(200, 100, seed=2)
    np.testing.assert_array_equal(rows[:5], untrained_rows(5, 100, seed=2))
    assert np.linalg.norm(rows, axis=1).mean() == pytest.approx(1, abs=0.02)
    assert not np.array_equal(rows[:5], untrained_rows(5, 100, seed=3))


@pytest.mark.parametrize("scheme", ["none", "rotary", "alibi", "t5"])
def test_other_schemes_add_nothing(scheme: str) -> None:
    assert Placement(scheme).added(3, 4) is None  # type: ignore[arg-type]


@pytest.mark.parametrize(("width", "pairs"), [(1, 0), (2, 1), (7, 3), (8, 4)])
def test_rotary_turns_whole_pairs(width: int, pairs: int) -> None:
    speeds = Placement("rotary", base=10_000.0).speeds(width)
    assert speeds is not None
    np.testing.assert_allclose(speeds, [10_000 ** (-k / pairs) for k in range(pairs)])
    assert Placement("alibi").speeds(width) is None


def test_alibi_takes_the_slope_of_the_head_times_the_distance() -> None:
    bias = Placement("alibi", heads=8, head=1).bias(4)
    assert bias is not None
    slope = 1 / 4  # the second of 2^-1, 2^-2, ... for 8 heads
    for query in range(4):
        for key in range(4):
            assert bias[query, key] == -slope * abs(query - key)


@pytest.mark.parametrize("causal", [False, True])
def test_t5_reads_the_number_of_the_bucket(causal: bool) -> None:
    length, seed, head = 200, 7, 3
    bias = Placement("t5", head=head, causal=causal, seed=seed).bias(length)
    assert bias is not None
    numbers = untrained_buckets(head, seed)
    # Raffel et al.: 32 buckets; both ways, 8 exact distances a side; one way, 16.
    if causal:
        cases = [(5, 5, 0), (5, 6, 0), (9, 2, 7), (20, 5, 15), (199, 0, 31)]
    else:
        cases = [(5, 5, 0), (9, 2, 7), (5, 6, 17), (2, 9, 23), (199, 0, 15), (0, 199, 31)]
    for query, key, bucket in cases:
        assert bias[query, key] == numbers[bucket]
    assert numbers.shape == (32,)
    assert not np.array_equal(numbers, untrained_buckets(head + 1, seed))


@pytest.mark.parametrize("scheme", ["none", "sinusoidal", "learned", "rotary"])
def test_other_schemes_have_no_bias(scheme: str) -> None:
    assert Placement(scheme).bias(3) is None  # type: ignore[arg-type]
