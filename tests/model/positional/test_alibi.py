"""Slopes and biases against 60-digit values and those printed in the paper."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posviz.model.positional.alibi import bias, slopes

ORACLE: dict[str, list[str]] = json.loads(
    (Path(__file__).parents[2] / "data" / "positional_oracle.json").read_text(encoding="utf-8")
)["alibi_slopes"]


@pytest.mark.parametrize("heads", ORACLE)
def test_slopes_agree_with_60_digit_arithmetic(heads: str) -> None:
    assert slopes(int(heads)) == pytest.approx(list(map(float, ORACLE[heads])), rel=1e-15)


def test_eight_heads_have_the_slopes_of_the_paper() -> None:
    # Press et al. 2021, section 3: 1/2, 1/4, ... 1/256
    assert slopes(8).tolist() == [1 / 2**k for k in range(1, 9)]


def test_twelve_heads_as_the_authors_code_gives_them() -> None:
    # ofirpress/attention_with_linear_biases: eight heads, then every other one of sixteen.
    assert slopes(12)[8:].tolist() == slopes(16)[:8:2].tolist()


@given(st.integers(1, 300))
def test_every_head_has_a_slope_of_its_own(heads: int) -> None:
    found = slopes(heads)
    assert len(found) == len(set(found.tolist())) == heads
    assert found.max() < 1
    assert found.min() >= 1 / 256


def test_the_bias_is_the_slope_times_the_distance_taken_off() -> None:
    found = bias(np.array([0, 1, 10, -10]), 2)
    assert found.tolist() == [[0, -1 / 16, -10 / 16, -10 / 16], [0, -1 / 256, -10 / 256, -10 / 256]]
    assert not np.signbit(found[:, 0]).any()


def test_no_head_is_refused() -> None:
    with pytest.raises(ValueError, match="heads"):
        slopes(0)
