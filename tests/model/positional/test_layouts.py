"""The three orders of columns against hand values."""

from __future__ import annotations

from math import cos, sin

import numpy as np
import pytest

from posviz.model.positional.layouts import (
    halves_order,
    timing_frequencies,
    timing_order,
    timing_signal,
)
from posviz.model.positional.sinusoidal import dimension_of, encode, is_cosine, pair_of


def test_frequencies_by_hand() -> None:
    assert timing_frequencies(6, 100.0) == pytest.approx([1, 0.1, 0.01])
    assert timing_frequencies(7, 100.0) == pytest.approx([1, 0.1, 0.01])
    assert timing_frequencies(64)[-1] == pytest.approx(1e-4)
    assert timing_frequencies(2).tolist() == [1]
    assert timing_frequencies(3).tolist() == [1]
    assert timing_frequencies(1).tolist() == []


def test_rows_by_hand() -> None:
    row = [sin(3), sin(0.3), sin(0.03), cos(3), cos(0.3), cos(0.03)]
    assert timing_signal([3], 6, 100.0)[0] == pytest.approx(row)
    assert timing_signal([3], 7, 100.0)[0] == pytest.approx([*row, 0])
    assert timing_signal([3], 2)[0] == pytest.approx([sin(3), cos(3)])
    assert timing_signal([3], 1)[0].tolist() == [0]


def test_orders_by_hand() -> None:
    assert halves_order(6).tolist() == timing_order(6).tolist() == [0, 3, 1, 4, 2, 5]
    assert halves_order(5).tolist() == [0, 3, 1, 4, 2]
    assert timing_order(5).tolist() == [0, 2, 1, 3, 4]
    assert halves_order(1).tolist() == timing_order(1).tolist() == [0]


@pytest.mark.parametrize("width", [1, 2, 3, 5, 8, 64])
def test_one_permutation_makes_halves_of_the_papers_table(width: int) -> None:
    order = halves_order(width)
    for c in range(width):
        assert order[c] == dimension_of(
            pair_of(c, width), width, "halves", cosine=is_cosine(c, width)
        )
    p = np.arange(50)
    assert np.array_equal(encode(p, width, 1e4, "halves")[:, order], encode(p, width))
    assert sorted(timing_order(width)) == list(range(width))


def test_no_permutation_makes_tensor2tensor_of_it() -> None:
    p = np.arange(64)
    mine, theirs = encode(p, 64), timing_signal(p, 64)
    # Column 2 of the paper is in no column of theirs.
    assert min(abs(theirs[:, c] - mine[:, 2]).max() for c in range(64)) > 0.05
    assert np.array_equal(timing_signal(p, 2)[:, timing_order(2)], encode(p, 2))
