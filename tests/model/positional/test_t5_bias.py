"""Buckets against 60-digit values and against the published function in plain floats."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from posviz.model.positional.t5_bias import bucket_of

ORACLE: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "data" / "positional_oracle.json").read_text(encoding="utf-8")
)["t5_buckets"]


def test_buckets_agree_with_60_digit_arithmetic() -> None:
    assert {case["bidirectional"] for case in ORACLE} == {True, False}
    for case in ORACLE:
        found = bucket_of(
            np.array([case["relative_position"]]),
            bidirectional=case["bidirectional"],
            buckets=case["num_buckets"],
            farthest=case["max_distance"],
        )
        assert found[0] == case["bucket"], case


def published(relative: int, *, bidirectional: bool, buckets: int, farthest: int) -> int:
    """What _relative_position_bucket of T5 in transformers computes, one number at a time."""
    start, n = 0, -relative
    if bidirectional:
        buckets //= 2
        start = buckets if n < 0 else 0
        n = abs(n)
    n = max(n, 0)
    exact = buckets // 2
    if n < exact:
        return start + n
    grown = math.log(n / exact) / math.log(farthest / exact) * (buckets - exact)
    return start + min(exact + int(grown + 1e-9), buckets - 1)


@pytest.mark.parametrize("bidirectional", [True, False])
@pytest.mark.parametrize(("buckets", "farthest"), [(32, 128), (64, 1000), (4, 5), (8, 20)])
def test_buckets_are_those_of_the_published_code(
    bidirectional: bool, buckets: int, farthest: int
) -> None:
    relative = np.arange(-1200, 1201)
    found = bucket_of(relative, bidirectional=bidirectional, buckets=buckets, farthest=farthest)
    expected = [
        published(int(r), bidirectional=bidirectional, buckets=buckets, farthest=farthest)
        for r in relative
    ]
    assert found.tolist() == expected


def test_small_distances_have_a_bucket_each_and_large_ones_share_the_last() -> None:
    found = bucket_of(-np.arange(2000), bidirectional=False)
    assert found[:16].tolist() == list(range(16))
    assert set(found[113:].tolist()) == {31}  # 16 · 8^(15/16) = 112.4
    assert (np.diff(found) >= 0).all()


def test_the_decoder_has_one_bucket_for_all_that_comes_after() -> None:
    assert bucket_of(np.array([1, 5, 4000]), bidirectional=False).tolist() == [0, 0, 0]


@pytest.mark.parametrize(("buckets", "farthest"), [(2, 128), (32, 8), (0, 128)])
def test_impossible_buckets_are_refused(buckets: int, farthest: int) -> None:
    with pytest.raises(ValueError, match="not possible"):
        bucket_of(np.arange(3), bidirectional=True, buckets=buckets, farthest=farthest)
