"""Number formats against PyTorch, and by hand."""

from __future__ import annotations

import math
from typing import get_args

import numpy as np
import pytest

from posviz.model.number_formats import (
    SIGNIFICANT_BITS,
    NumberFormat,
    largest_error,
    rounded,
)


@pytest.mark.parametrize(
    ("number_format", "value", "expected"),
    [
        ("float64", 0.1, 0.1),
        ("float32", 16_777_217, 16_777_216),
        ("float32", 0.1, 0.100000001490116),
        ("float16", 2049, 2048),  # a tie: 2048 is even in its last place
        ("float16", 2051, 2052),
        ("float16", 2050, 2050),
        ("float16", 65_519, 65_504),
        ("float16", 65_520, math.inf),
        ("bfloat16", 256, 256),
        ("bfloat16", 257, 256),
        ("bfloat16", 258, 258),
        ("bfloat16", 259, 260),
        ("bfloat16", 1 + 2**-8, 1),
        ("bfloat16", 1 + 3 * 2**-8, 1 + 2**-6),
        ("bfloat16", 1 + 2**-8 + 2**-20, 1 + 2**-7),
        ("bfloat16", -1 - 3 * 2**-8, -1 - 2**-6),
        ("bfloat16", 3.4e38, math.inf),
        ("bfloat16", -math.inf, -math.inf),
    ],
)
def test_by_hand(number_format: NumberFormat, value: float, expected: float) -> None:
    assert rounded([value], number_format)[0] == pytest.approx(expected, rel=1e-15)


@pytest.mark.parametrize("number_format", get_args(NumberFormat))
def test_as_torch_stores_them(number_format: NumberFormat) -> None:
    torch = pytest.importorskip("torch")
    numbers = np.random.default_rng(5)
    values = np.concatenate(
        [
            numbers.uniform(-1, 1, 20_000),
            np.arange(-3000, 70_000, 1.0),
            numbers.normal(0, 1, 2000) * 10.0 ** numbers.integers(-45, 38, 2000),
        ]
    ).astype(np.float32)  # torch goes through float32 on the way to all shorter ones
    theirs = torch.tensor(values).to(getattr(torch, number_format)).to(torch.float64).numpy()
    assert np.array_equal(rounded(values, number_format), theirs)


@pytest.mark.parametrize("number_format", get_args(NumberFormat))
def test_zero_has_one_sign_and_nan_stays(number_format: NumberFormat) -> None:
    zero = rounded([-0.0, -1e-320], number_format)
    assert not np.signbit(zero[0])
    assert np.isnan(rounded([math.nan], number_format)[0])


def test_the_largest_error_is_reached_and_not_exceeded() -> None:
    values = np.linspace(-1, 1, 100_001)
    for name, bits in SIGNIFICANT_BITS.items():
        errors = np.abs(rounded(values, name) - values)
        assert errors.max() <= largest_error(name)
        if bits <= 11:
            assert errors.max() > 0.9 * largest_error(name)
