"""Matrices of queries and keys: how a typed one is read, refused and filled in."""

from __future__ import annotations

import math

import numpy as np
import pytest

from posviz.model.positional.sinusoidal import frequencies
from posviz.model.positional.weights import (
    MatrixError,
    matrix_text,
    random_weights,
    read_matrix,
    read_pair,
    swapped,
    turning,
    typed_width,
)


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("1 2; 3 4", [[1, 2], [3, 4]]),
        ("\n 1.5  −2\t3 \n\n .5 1. +1e-2 \n", [[1.5, -2, 3], [0.5, 1, 0.01]]),
        ("-0", [[0]]),
        ("1;2;3;", [[1], [2], [3]]),
    ],
)
def test_rows_and_numbers_are_read(text: str, rows: list[list[float]]) -> None:
    matrix = read_matrix(text, "W_Q")
    assert matrix.tolist() == rows
    assert not np.signbit(matrix).any() or (matrix < 0).any()
    assert read_matrix("  \n;", "W_Q").shape == (0, 0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 2; 3 1,5", "W_K, row 2, column 2: “1,5” is not a number"),
        ("1 x", "W_K, row 1, column 2: “x”"),
        ("1 ١", "W_K, row 1, column 2"),
        ("nan", "W_K, row 1, column 1"),
        ("1_0", "“1_0” is not a number"),
        ("0x1", "“0x1” is not a number"),
        ("1 1e999", "row 1, column 2: 1e999 is too large"),
        ("101", "too large. Type −100 to 100"),
        ("1 2; 3", "W_K, row 2 has 1 number, but row 1 has 2"),
        ("1 " * 9, "W_K, row 1 has 9 numbers. Type 8 at most"),
        ("1;" * 9, "W_K has 9 rows. Type 8 at most"),
        ("y" * 3000, "…"),
    ],
)
def test_a_text_that_is_no_matrix_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(MatrixError) as refused:
        read_matrix(text, "W_K")
    assert message in str(refused.value)
    assert len(str(refused.value)) < 160


def test_both_must_fit_the_width_and_each_other() -> None:
    q, k = read_pair(("1 2 3; 4 5 6", "0 0 0; 1 1 1"), 2)
    assert q.tolist() == [[1, 2, 3], [4, 5, 6]]
    assert k.tolist() == [[0, 0, 0], [1, 1, 1]]
    assert read_pair(("", ""), 3)[1].tolist() == np.eye(3).tolist()
    for typed, width, message in (
        (("1; 2", ""), 2, "W_Q is 2 × 1, W_K 2 × 2"),
        (("", "1 2"), 2, "W_K has 1 row, but d is 2. Type 2 rows"),
        (("1; 2", "1; 2"), 1, "W_Q has 2 rows, but d is 1. Type 1 row."),
        (("", ""), 9, "d is 9; W_Q and W_K can be typed for d up to 8"),
    ):
        with pytest.raises(MatrixError, match=message):
            read_pair(typed, width)


def test_the_width_that_typed_matrices_are_for() -> None:
    assert typed_width(("", "")) is None
    assert typed_width(("", "1; 2; 3")) == 3
    assert typed_width(("1; 2", "1; 2; 3")) == 2


def test_what_is_written_is_read_back() -> None:
    matrix = np.round(random_weights(5, 3, 7, 0), 10)
    assert read_matrix(matrix_text(matrix), "W").tolist() == matrix.tolist()
    assert matrix_text(np.array([[1.0, -0.25], [-1e-15, 100.0]])) == "1 −0.25\n0   100"


@pytest.mark.parametrize("width", [1, 2, 5, 8])
def test_matrices_that_are_filled_in_do_what_they_say(width: int) -> None:
    w = [10.0 ** (-2 * (column // 2) / width) for column in range(width)]

    def encoded(p: float) -> list[float]:
        return [(math.cos if c % 2 else math.sin)(p * w[c]) for c in range(width)]

    row = np.array(encoded(4))
    turned = row @ turning(frequencies(width, 10.0), width, 3)
    full = width // 2 * 2
    assert turned[:full] == pytest.approx(encoded(7)[:full], abs=1e-14)
    assert turned[full:].tolist() == row[full:].tolist()
    swap = (row @ swapped(width)).tolist()
    expected = [row[c + 1 - 2 * (c % 2)] if c < full else row[c] for c in range(width)]
    assert swap == expected


def test_random_matrices_are_seeded_and_of_variance_1_over_d() -> None:
    first = random_weights(400, 64, 1, 0)
    assert np.array_equal(first, random_weights(400, 64, 1, 0))
    assert not np.array_equal(first, random_weights(400, 64, 2, 0))
    assert not np.array_equal(first, random_weights(400, 64, 1, 1))
    assert first.var() == pytest.approx(1 / 400, rel=0.03)
