"""Positions that become equal, against whole tables rounded and compared row by row."""

from __future__ import annotations

import math

import numpy as np
import pytest

from posviz.model.number_formats import NumberFormat, rounded
from posviz.model.positional import sinusoidal
from posviz.model.positional.collisions import (
    _equal,
    closest_rounded,
    equal_positions,
    equal_rows,
    first_infinite,
)


@pytest.mark.parametrize(
    ("number_format", "first", "count"),
    [
        ("float64", (), 0),
        ("float32", (), 0),
        # 2049 → 2048; 2051 → 2052, 2053 → 2052: every odd one falls on an even one, of which
        # 3000, to which 2999 goes, is not there.
        ("float16", ((2048, 2049), (2051, 2052), (2051, 2053)), 475),
        ("bfloat16", ((256, 257), (259, 260), (259, 261)), None),
    ],
)
def test_positions_that_fall_together(
    number_format: NumberFormat, first: tuple[tuple[int, int], ...], count: int | None
) -> None:
    found = equal_positions(3000, number_format)
    assert found.pairs[:3] == first
    seen = {float(x) for x in rounded(np.arange(3000), number_format)}
    assert found.count == 3000 - len(seen)
    if count is not None:
        assert found.count == count


def test_positions_beyond_the_format_are_infinite() -> None:
    assert first_infinite(70_000, "float16") == 65_520
    assert first_infinite(65_520, "float16") is None
    assert first_infinite(1_000_000, "bfloat16") is None


@pytest.mark.parametrize("number_format", ["float32", "float16", "bfloat16"])
@pytest.mark.parametrize(
    ("length", "width", "base"),
    [(1, 4, 1e4), (2000, 1, 1e4), (2000, 2, 1e4), (2000, 3, 10.0), (3000, 4, 1.0), (300, 64, 1e4)],
)
def test_equal_rows_are_those_of_the_whole_table(
    number_format: NumberFormat, length: int, width: int, base: float
) -> None:
    table = rounded(sinusoidal.encode(np.arange(length), width, base), number_format)
    first: dict[tuple[float, ...], int] = {}
    pairs = []
    for position, row in enumerate(map(tuple, table.tolist())):
        if row in first:
            pairs.append((first[row], position))
        first.setdefault(row, position)
    found = equal_rows(length, width, base, number_format)
    assert found.proven
    assert found.count == len(pairs)
    assert found.pairs == tuple(pairs[:12])


def test_a_narrow_table_has_equal_rows_and_a_wide_one_has_none() -> None:
    assert equal_rows(2000, 2, 1e4, "bfloat16").count > 0
    assert equal_rows(2000, 64, 1e4, "bfloat16").count == 0


def test_a_search_cut_short_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("posviz.model.positional.collisions._MOST_VALUES", 1500)
    equal_rows.cache_clear()
    found = equal_rows(1000, 4, 1.0, "bfloat16")
    equal_rows.cache_clear()
    assert not found.proven


def test_groups_may_come_in_any_order() -> None:
    found = _equal(np.array([3, 5, 8, 9]), np.array([7, 2, 7, 2]), 12, proven=True)
    assert found.pairs == ((3, 8), (5, 9))


@pytest.mark.parametrize("number_format", ["float32", "float16", "bfloat16"])
@pytest.mark.parametrize(("length", "width"), [(2, 2), (40, 8), (100, 16), (64, 64)])
def test_the_nearest_rounded_rows(number_format: NumberFormat, length: int, width: int) -> None:
    table = rounded(sinusoidal.encode(np.arange(length), width), number_format)
    D = np.sqrt(((table[:, None] - table[None]) ** 2).sum(axis=2))
    best = D[~np.eye(length, dtype=bool)].min()
    found = closest_rounded(length, width, 1e4, number_format)
    assert found.pair is not None
    assert found.low == found.high == found.pair.distance == pytest.approx(best, abs=1e-12)
    assert D[found.pair.first, found.pair.second] == pytest.approx(best, abs=1e-12)


def test_limits_are_given_where_comparing_is_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = closest_rounded(100, 16, 1e4, "bfloat16")
    monkeypatch.setattr("posviz.model.positional.collisions._MOST_COMPARED", 100)
    closest_rounded.cache_clear()
    found = closest_rounded(100, 16, 1e4, "bfloat16")
    closest_rounded.cache_clear()
    assert found.pair is None
    assert found.low < exact.low < found.high
    assert found.high - found.low == pytest.approx(4 * 2**-9 * 4)


def test_no_format_and_no_other_position() -> None:
    assert closest_rounded(64, 8, 1e4, "float64").pair is not None
    alone = closest_rounded(1, 8, 1e4, "float16")
    assert alone.pair is None
    assert math.isnan(alone.low)
