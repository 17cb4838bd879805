"""Generated questions about the positional table and its waves."""

from __future__ import annotations

import math
from random import Random
from typing import Any

import numpy as np

from posviz.lesson.quiz_drafts import Choices, Number, kind, numbers, speed, view
from posviz.model.notation import grouped, plain, signed, significant
from posviz.model.number_formats import NumberFormat, rounded
from posviz.model.positional import clocks, shift, sinusoidal

_BASE = 10_000.0
_TABLE: dict[str, Any] = {"length": 64, "base": _BASE, "layout": "interleaved"}
"""What the panels of the positional table show."""
_EXACT: dict[NumberFormat, int] = {"float16": 2048, "bfloat16": 256}
"""Up to here each format holds every whole number."""


@kind("table-entry", "Positional table")
def entry(chance: Random) -> Choices:
    """Ask for one value of the table."""
    d, p, column = chance.choice((8, 16, 32)), chance.randint(3, 12), chance.randrange(4)
    pair = sinusoidal.pair_of(column, d)
    cosine = sinusoidal.is_cosine(column, d)
    wave, other = (math.cos, math.sin) if cosine else (math.sin, math.cos)
    name, swapped = ("cosine", "sine") if cosine else ("sine", "cosine")
    angle = p * float(sinusoidal.frequencies(d)[pair])
    value = sinusoidal.value(p, column, d)
    wrong = (
        (other(angle), f"This is the {swapped}; dimension {column} holds the {name}."),
        (wave(p * _BASE ** (-2 * column / d)), "The exponent is doubled: i is the pair, not the "
         "dimension."),
        (wave(p * _BASE ** (-column / d)), "Both dimensions of a pair share one frequency."),
        (wave(math.radians(angle)), "The angle is in radians, not in degrees."),
        (wave(angle * (p + 1) / p), "This is one position too far: positions count from 0."),
        (-value, "The sign is turned round."),
    )  # fmt: skip
    return Choices(
        f"What stands at position {p}, dimension {column} of the sinusoidal table with d = {d}, "
        "base 10 000 and interleaved columns?",
        f"Dimension {column} is the {name} of pair {pair}: {wave.__name__}({p} · {speed(pair, d)}) "
        f"= {wave.__name__}({plain(angle, 3)}) = {signed(value, 2)}.",
        view("positional_table", **_TABLE, width=d, position=p, dimension=column),
        signed(value, 2),
        numbers(value, wrong, lambda x: signed(x, 2), apart=0.03),
    )


@kind("wavelength", "Wavelengths")
def wavelength(chance: Random) -> Choices:
    """Ask after how many positions a pair repeats."""
    d = chance.choice((8, 16, 32, 64, 512))
    pair = chance.randint(1, d // 4)
    value, mirrored = (sinusoidal.wavelength(i, d) for i in (pair, d // 2 - 1 - pair))
    wrong = (
        (2 * math.pi * _BASE ** (4 * pair / d), "The exponent is doubled: it is 2i/d."),
        (_BASE ** (2 * pair / d), "A turn is 2π: that factor is missing."),
        (
            mirrored,
            "Counted from the wrong end: pair 0 is fast.",
        ),
        (2 * math.pi * _BASE ** (pair / d), "The exponent is halved: it is 2i/d."),
    )
    return Choices(
        f"After how many positions does pair {pair} repeat, with d = {d} and base 10 000?",
        f"Its wavelength is 2π · 10 000^({2 * pair}/{d}) = {significant(value, 4)}.",
        view("waves", length=64, width=d, base=_BASE, pair=pair, pairs=(0, pair)),
        significant(value, 4),
        numbers(value, wrong, lambda x: significant(x, 4), ratio=1.05),
    )


@kind("unfinished-turns", "Wavelengths")
def unfinished_turns(chance: Random) -> Number:
    """Count the pairs that never come round in a text."""
    d, L = chance.choice((8, 16, 32)), chance.choice((10, 50, 100, 200, 500, 1000))
    count = int(np.count_nonzero(clocks.turns(L, d) < 1))
    last = count if count > 1 else "one"
    return Number(
        f"With d = {d} and base 10 000, how many of the {d // 2} pairs do not finish one turn "
        f"from position 0 to {L - 1}? Type a whole number.",
        f"Those whose wavelength 2π · 10 000^(2i/{d}) is above {L - 1}: the last {last}. Pair 0, "
        "on the left, is the fastest.",
        view("clocks", **{**_TABLE, "length": L}, width=d, position=L - 1),
        count,
        unit="pairs",
    )


@kind("shift-entry", "Shift and similarity")
def shift_entry(chance: Random) -> Choices:
    """Ask for a number in the matrix that moves a row on."""
    d, k, pair = chance.choice((8, 16, 32)), chance.randint(1, 12), chance.randrange(2)
    column = chance.randrange(2)  # what the new sine is made of: the sine or the cosine
    angle = float(shift.angles(k, d)[pair])
    value = float(shift.blocks(k, d)[pair, 0, column])
    wave, other = (math.sin, math.cos) if column else (math.cos, math.sin)
    name = "sin" if column else "cos"
    wrong = (
        (other(angle), "Sine and cosine are confused: at k = 0 the row stays as it is."),
        (wave(k), "The frequency of the pair is missing."),
        (-value, "The minus stands in the row of the cosine."),
        (wave(k * _BASE ** (-4 * pair / d)), "The exponent of the frequency is doubled."),
        (wave(math.radians(angle)), "The angle is in radians, not in degrees."),
        (wave(angle * (k + 1) / k), "This would move the row one position too far."),
    )
    return Choices(
        f"M moves a row of the sinusoidal table by k = {k} (d = {d}, base 10 000). By what is the "
        f"{'cosine' if column else 'sine'} of pair {pair} multiplied to make the new sine?",
        f"sin((p + k) w) = cos(kw) sin(pw) + sin(kw) cos(pw), with w = {speed(pair, d)}. Here "
        f"{name}(kw) = {name}({plain(angle, 3)}) = {signed(value, 2)}, whatever p is.",
        view("shift", **_TABLE, width=d, shift=k, pair=pair, position=1),
        signed(value, 2),
        numbers(value, wrong, lambda x: signed(x, 2), apart=0.03),
    )


@kind("float-position", "Number formats")
def float_position(chance: Random) -> Choices:
    """Ask what a position becomes in a short format."""
    number_format = chance.choice(tuple(_EXACT))
    step = chance.choice((2, 4))
    least = _EXACT[number_format] * step // 2
    p = chance.randrange(least, 2 * least, step) + chance.randrange(1, step)
    value = int(rounded(p, number_format))
    other = value + step if value < p else value - step
    every = "second" if step == 2 else "fourth"
    return Choices(
        f"Position {p} is stored in {number_format}. Which number is left?",
        f"From {least} to {2 * least} {number_format} holds only every {every} "
        f"whole number; {p} becomes the nearest, a tie the one whose last bit is 0: {value}.",
        view("collisions", number_format=number_format, length=2 * least),
        grouped(value),
        [
            (grouped(p), f"{number_format} has too few bits for it."),
            (grouped(other), "This is the neighbour on the other side."),
            (grouped(2 * value - other), "A nearer number is held exactly."),
        ],
    )


@kind("learned-parameters", "Learned positions")
def learned_parameters(chance: Random) -> Choices:
    """Ask how many numbers learned positions have."""
    L, d = chance.choice((128, 512, 1024, 2048)), chance.choice((64, 256, 384, 768))
    wrong = (
        (0, "The sinusoidal table has none; learned rows are all parameters."),
        (L, "Each position has a row of d numbers, not one."),
        (d * d, "There is a row for each position, not for each dimension."),
        (2 * L * d, "There is one row a position, not one for the sine and one for the cosine."),
    )
    return Choices(
        f"A model learns its positions for texts of up to {L} tokens, d = {d}. How many "
        "parameters are these?",
        f"One row of d numbers for each position: {L} · {d} = {grouped(L * d)}.",
        view("schemes", scheme="learned", trained_length=L),
        grouped(L * d),
        numbers(L * d, wrong, lambda n: grouped(round(n))),
    )
