"""The matrices W_Q and W_K that make queries and keys of positions: random, or typed in.

A typed matrix is a text, one row a line or parted by semicolons, numbers parted by blanks.
It is small (see `MOST`), so that what it does can be followed by hand.
"""

from __future__ import annotations

import math
import re
from functools import lru_cache
from typing import Literal

import numpy as np
import numpy.typing as npt

from posviz.language import tr
from posviz.model.notation import MINUS, plural, shape_text, shortened

Floats = npt.NDArray[np.float64]

Weights = Literal["identity", "same", "turned", "separate", "typed"]
"""What queries and keys are made with.

"identity": nothing, q = PE(i) and k = PE(j).
"same": one random matrix for both, W_Q = W_K.
"turned": W_K turns every pair as a step of a few positions does: M_s of the paper's remark
that PE(p + s) is a linear function of PE(p). A lone sine stays as it is.
"separate": two random matrices.
"typed": two matrices that were typed in; an empty one is the identity.
"""

HEAD_SIZE = 64
"""The most columns of a random W: what one attention head usually has."""
MOST = 8
"""The most rows and columns of a typed W."""
LARGEST = 100.0
"""The largest number in a typed W."""
_DECIMALS = 10
_NUMBER = re.compile(r"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]{1,3})?")


class MatrixError(ValueError):
    """A text that is no matrix, or the wrong one; the message says where and what to do."""


@lru_cache(maxsize=4)
def random_weights(width: int, head_size: int, seed: int, which: int) -> Floats:
    """Return a random matrix W, (d, h): normal, of variance 1/d; read-only."""
    numbers = np.random.default_rng((seed, which))
    weights = numbers.normal(0, 1 / math.sqrt(width), (width, head_size))
    weights.flags.writeable = False
    return weights


@lru_cache(maxsize=16)
def read_matrix(text: str, name: str) -> Floats:
    """Read a typed matrix, (rows, columns); read-only. An empty text gives (0, 0).

    Raises
    ------
    MatrixError
        If it is none; the message calls it `name` and says which row and column to mend.
    """
    rows = [line.split() for line in re.split(r"[;\n]", text) if line.strip()]
    if len(rows) > MOST:
        raise MatrixError(
            tr("{name} has {count} rows. Type {most} at most.").format(
                name=name, count=len(rows), most=MOST
            )
        )
    for number, row in enumerate(rows, 1):
        if len(row) > MOST:
            raise MatrixError(
                tr("{name}, row {number} has {count} numbers. Type {most} at most.").format(
                    name=name, number=number, count=len(row), most=MOST
                )
            )
        if len(row) != len(rows[0]):
            raise MatrixError(
                tr(
                    "{name}, row {number} has {count}, but row 1 has {count2}. Type as "
                    "many in each row."
                ).format(name=name, number=number, count=_count(row), count2=len(rows[0]))
            )
    values = [
        [
            _number(cell, tr("{name}, row {r}, column {c}").format(name=name, r=r, c=c))
            for c, cell in enumerate(row, 1)
        ]
        for r, row in enumerate(rows, 1)
    ]
    matrix = np.array(values, dtype=np.float64).reshape(len(rows), -1 if rows else 0)
    matrix.flags.writeable = False
    return matrix


def _count(row: list[str]) -> str:
    return f"{len(row)} {plural(len(row), 'number')}"


def _number(cell: str, where: str) -> float:
    plain = cell.replace(MINUS, "-")
    shown = shortened(cell, 20)
    if not _NUMBER.fullmatch(plain):
        raise MatrixError(
            tr(
                "{where}: “{shown}” is not a number. Write it with a dot, such as "
                "−1.5, and a blank before the next one."
            ).format(where=where, shown=shown)
        )
    value = float(plain)
    if not abs(value) <= LARGEST:
        raise MatrixError(
            tr("{where}: {shown} is too large. Type −{largest:g} to {largest:g}.").format(
                where=where, shown=shown, largest=LARGEST
            )
        )
    return value + 0.0  # no negative zero


def read_pair(typed: tuple[str, str], width: int) -> tuple[Floats, Floats]:
    """Return typed W_Q and W_K for width d, each (d, h); an empty text is the identity.

    Raises
    ------
    MatrixError
        If one is no matrix, or if they do not fit d or each other.
    """
    named = [
        (name, read_matrix(text, name)) for name, text in zip(("W_Q", "W_K"), typed, strict=True)
    ]
    if width > MOST:
        raise MatrixError(
            tr("d is {width}; W_Q and W_K can be typed for d up to {most}.").format(
                width=width, most=MOST
            )
        )
    q, k = (matrix if matrix.size else np.eye(width) for _, matrix in named)
    for name, matrix in (("W_Q", q), ("W_K", k)):
        if len(matrix) != width:
            raise MatrixError(
                tr("{name} has {count} {unit}, but d is {width}. Type {width} {unit2}.").format(
                    name=name,
                    count=len(matrix),
                    unit=plural(len(matrix), "row"),
                    width=width,
                    unit2=plural(width, "row"),
                )
            )
    if q.shape != k.shape:
        raise MatrixError(
            tr("W_Q is {shape}, W_K {shape2}. Give both as many columns.").format(
                shape=shape_text(q.shape), shape2=shape_text(k.shape)
            )
        )
    return q, k


def largest_typed(typed: tuple[str, str], width: int) -> float:
    """Return what |q · k| / (d/2) cannot exceed with typed matrices, to two digits; not 0.

    A row of the table is at most sqrt(ceil(d/2)) long, so q · k is at most that squared times
    the largest singular value of W_Q W_K^T.
    """
    q, k = read_pair(typed, width)
    most = float(np.linalg.norm(q @ k.T, 2)) * math.ceil(width / 2) / (width / 2)
    if most == 0:
        return 1.0
    digit = 10.0 ** (math.floor(math.log10(most)) - 1)
    return math.ceil(most / digit - 1e-6) * digit  # what is filled in is rounded as well


def typed_width(typed: tuple[str, str]) -> int | None:
    """Return the d that typed matrices are for: the rows of the first one; None if both are empty.

    Raises
    ------
    MatrixError
        If one is no matrix.
    """
    rows = [len(read_matrix(text, name)) for name, text in zip(("W_Q", "W_K"), typed, strict=True)]
    return next(filter(None, rows), None)


def matrix_text(matrix: Floats) -> str:
    """Write a matrix as it is typed, one row a line, to ten decimals and in columns."""
    rows = [
        [f"{value:z.{_DECIMALS}f}".rstrip("0").rstrip(".").replace("-", MINUS) for value in row]
        for row in matrix.tolist()
    ]
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(" ".join(map(str.rjust, row, wide)) for row in rows)


def swapped(width: int) -> Floats:
    """Return the matrix, (d, d), that swaps sine and cosine of each pair; a lone sine stays."""
    order = np.arange(width)
    full = width // 2 * 2
    order[:full] ^= 1
    return np.eye(width)[order]


def turning(frequencies: Floats, width: int, positions: float) -> Floats:
    """Return the matrix W, (d, d), with PE(p) W = PE(p + positions); a lone sine stays."""
    weights = np.eye(width)
    for pair in range(width // 2):
        angle = positions * float(frequencies[pair])
        s, c = 2 * pair, 2 * pair + 1
        weights[s, s] = weights[c, c] = math.cos(angle)
        weights[c, s], weights[s, c] = math.sin(angle), -math.sin(angle)
    return weights
