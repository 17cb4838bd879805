"""Stretched speeds: hand values of the papers, and what each method promises."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posviz.model.positional.scaling import (
    Extension,
    attention_factor,
    ntk_base,
    stretched,
    turns,
)

BASE = 10_000.0
widths = st.integers(2, 64).map(lambda half: 2 * half)
factors = st.floats(1, 64)


def ladder(width: int, base: float = BASE) -> list[float]:
    return [math.exp(-2 * k / width * math.log(base)) for k in range(width // 2)]


def test_18_of_64_pairs_never_finish_a_turn_in_4096_positions() -> None:
    seen = turns(np.array(ladder(128)), 4096)
    assert (seen < 1).sum() == 18
    assert seen[0] == pytest.approx(4096 / 6.283185307179586)


def test_known_values() -> None:
    # 10 000 · 4^(128/126) and 0.1 ln 4 + 1, as the released code of YaRN gives them
    assert ntk_base(BASE, 4, 128) == pytest.approx(40_889.94, abs=0.01)
    assert attention_factor(4) == pytest.approx(1.138629436)
    assert attention_factor(1) == 1


@given(widths, factors)
def test_interpolation_never_leaves_the_angles_of_training(width: int, factor: float) -> None:
    found = stretched("interpolation", width, BASE, factor, 100)
    assert found * 100 * factor == pytest.approx(np.array(ladder(width)) * 100)


@given(widths, factors)
def test_ntk_keeps_the_fastest_pair_and_divides_the_slowest(width: int, factor: float) -> None:
    found = stretched("ntk", width, BASE, factor, 100)
    assert found[0] == 1
    assert found[-1] == pytest.approx(ladder(width)[-1] / factor)
    assert found == pytest.approx(ladder(width, ntk_base(BASE, factor, width)))


def test_yarn_by_hand() -> None:
    # d = 8: speeds 1, 0.1, 0.01, 0.001. In 1000 positions the pairs turn 159.2, 15.92, 1.592
    # and 0.159 times; of pair 1 (15.915494 − 1)/31 = 0.4811450 is kept, of pair 2 0.0190823.
    found = stretched("yarn", 8, BASE, 4, 1000)
    kept = [1, 0.48114498, 0.01908224, 0]
    expected = [w * (g + (1 - g) / 4) for w, g in zip(ladder(8), kept, strict=True)]
    assert found == pytest.approx(expected, rel=1e-7)


def test_yarn_brings_every_unfinished_pair_back_and_leaves_the_fast_ones() -> None:
    before = np.array(ladder(128))
    found = stretched("yarn", 128, BASE, 8, 4096)
    seen = before * 4096 / (2 * math.pi)
    assert found[seen < 1] == pytest.approx(before[seen < 1] / 8)
    assert found[seen > 32] == pytest.approx(before[seen > 32])
    between = (seen > 1) & (seen < 32)
    assert (found[between] < before[between]).all()
    assert (found[between] > before[between] / 8).all()


@pytest.mark.parametrize("extension", ["none", "interpolation", "ntk", "yarn"])
def test_a_factor_of_1_changes_nothing(extension: Extension) -> None:
    assert stretched(extension, 16, BASE, 1, 50) == pytest.approx(ladder(16), rel=1e-14)


def test_a_single_pair_has_no_ladder() -> None:
    assert stretched("ntk", 2, BASE, 4, 50).tolist() == [1.0]
    with pytest.raises(ValueError, match="from 3"):
        ntk_base(BASE, 4, 2)


@pytest.mark.parametrize("factor", [0.5, 0, -1, math.nan])
def test_texts_cannot_get_shorter(factor: float) -> None:
    with pytest.raises(ValueError, match="from 1"):
        stretched("interpolation", 16, BASE, factor, 50)
