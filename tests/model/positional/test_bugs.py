"""Wrong tables against hand values, and the tests that are said to catch them."""

from __future__ import annotations

from math import cos, isnan, nan, sin
from typing import get_args

import numpy as np
import pytest

from posviz.model.positional.bugs import (
    CATCHERS,
    BugName,
    flat_columns,
    similarities,
    table_with,
    telltale,
)
from posviz.model.positional.sinusoidal import encode

BUGS: tuple[BugName, ...] = tuple(name for name in get_args(BugName) if name != "none")
P = np.arange(64)


@pytest.mark.parametrize(
    ("bug", "position", "expected"),
    [
        # d = 4, base 100: the right row is sin p, cos p, sin p/10, cos p/10.
        ("none", 3, [sin(3), cos(3), sin(0.3), cos(0.3)]),
        ("doubled", 3, [sin(3), cos(0.3), sin(0.03), cos(0.003)]),
        ("own", 1, [sin(1), cos(0.31622776601683794), sin(0.1), cos(0.031622776601683794)]),
        ("ladder", 3, [sin(3), cos(3), sin(0.03), cos(0.03)]),
        ("integer", 3, [sin(3), cos(3), sin(3), cos(3)]),
        ("halves", 3, [sin(3), sin(0.3), cos(3), cos(0.3)]),
        ("batch", 3, [0, 1, 0, 1]),
        ("float16", 2049, [sin(2048), cos(2048), sin(204.8), cos(204.8)]),
        ("bfloat16", 257, [sin(256), cos(256), sin(25.6), cos(25.6)]),
        ("odd", 3, [sin(3), cos(3), sin(0.3), cos(0.3)]),
        ("float16", 65_520, [nan] * 4),
    ],
)
def test_rows_by_hand(bug: BugName, position: int, expected: list[float]) -> None:
    row = table_with(bug, [position], 4, 100.0)[0]
    assert row == pytest.approx(expected, abs=1e-12, nan_ok=True)


def test_narrow_and_odd_widths() -> None:
    assert np.isnan(table_with("ladder", [0, 5], 2)).all()
    assert np.isnan(table_with("ladder", [0], 1)).all()
    assert table_with("odd", [1], 3, 1000.0)[0] == pytest.approx([sin(1), cos(1), 0])
    for bug in BUGS:
        for width in (1, 2, 3, 5):
            assert table_with(bug, P, width).shape == (64, width)


def test_42_columns_are_flat_instead_of_20() -> None:
    found = telltale(encode(P, 64), table_with("doubled", P, 64))
    assert (found.flat, found.flat_right) == (42, 20)
    # By hand: a column of range 1 − cos(63 w) or sin(63 w), column by column.
    w = [10_000 ** (-(c // 2) / 32) for c in range(64)]
    ranges = [
        (sin(63 * f) if c % 2 == 0 else 1 - cos(63 * f)) if 63 * f < 1.5 else 1
        for c, f in enumerate(w)
    ]
    assert sum(r < 0.05 for r in ranges) == 20


@pytest.mark.parametrize(
    ("bug", "width", "first"),
    [
        ("none", 64, None),
        ("doubled", 64, (1, 1)),
        ("own", 64, (1, 1)),
        ("ladder", 64, (1, 2)),
        ("integer", 64, (1, 2)),
        ("halves", 64, (0, 1)),
        ("batch", 64, (1, 0)),
        ("float16", 64, (2049, 0)),
        ("bfloat16", 64, (257, 0)),
        ("odd", 64, None),
        ("odd", 5, (1, 4)),
        ("ladder", 2, (0, 0)),
    ],
)
def test_the_first_wrong_cell(bug: BugName, width: int, first: tuple[int, int] | None) -> None:
    p = np.arange(2100)
    assert telltale(encode(p, width), table_with(bug, p, width)).first == first


def test_most_are_right_at_position_0() -> None:
    right = encode([0], 64)
    passing = {b for b in BUGS if telltale(right, table_with(b, [0], 64)).first is None}
    assert passing == set(BUGS) - {"halves"}


def test_share_and_largest() -> None:
    found = telltale(np.zeros((2, 2)), np.array([[0, 0.5], [1e-7, -2]]))
    assert (found.share, found.largest, found.first) == (0.5, 2, (0, 1))
    assert isnan(telltale(np.zeros((1, 2)), np.array([[0, nan]])).largest)
    assert flat_columns(np.array([[0, 0, nan], [0.04, 0.06, nan]])) == 1


def test_a_permutation_keeps_the_similarities_and_the_others_do_not() -> None:
    right = encode(P, 64)
    for bug in ("halves", "doubled", "own", "ladder", "integer", "batch"):
        wrong = table_with(bug, P, 64)
        lines = [similarities(table, table[3]) for table in (right, wrong)]
        brute = [
            [sum(a * b for a, b in zip(table[q], table[3], strict=True)) / 32 for q in range(64)]
            for table in (right, wrong)
        ]
        assert np.array(lines) == pytest.approx(np.array(brute), abs=1e-12)
        assert (np.abs(lines[1] - lines[0]).max() < 1e-12) == (bug == "halves")


@pytest.mark.parametrize("bug", BUGS)
def test_the_test_on_show_catches_the_bug_and_passes_the_right_code(bug: BugName) -> None:
    def run(name: BugName) -> None:
        def encoding(length: int, d: int) -> np.ndarray:
            return table_with(name, np.arange(length), d)

        exec("\n".join(CATCHERS[bug]), {"sin": sin, "cos": cos, "encoding": encoding})

    run("none")
    with pytest.raises(AssertionError):
        run(bug)
