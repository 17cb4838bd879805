"""Generated questions about the positional table and its waves."""

from __future__ import annotations

import math
from random import Random
from typing import Any

import numpy as np

from posviz.language import marked, tr
from posviz.lesson.quiz_drafts import Choices, Number, kind, numbers, speed, view
from posviz.model.notation import grouped, plain, signed, significant
from posviz.model.number_formats import NumberFormat, rounded
from posviz.model.positional import clocks, shift, sinusoidal

_BASE = 10_000.0
_TABLE: dict[str, Any] = {"length": 64, "base": _BASE, "layout": "interleaved"}
"""What the panels of the positional table show."""
_EXACT: dict[NumberFormat, int] = {"float16": 2048, "bfloat16": 256}
"""Up to here each format holds every whole number."""


@kind("table-entry", marked("Positional table"))
def entry(chance: Random) -> Choices:
    """Ask for one value of the table."""
    d, p, column = chance.choice((8, 16, 32)), chance.randint(3, 12), chance.randrange(4)
    pair = sinusoidal.pair_of(column, d)
    cosine = sinusoidal.is_cosine(column, d)
    wave, other = (math.cos, math.sin) if cosine else (math.sin, math.cos)
    name, swapped = (tr("cosine"), tr("sine")) if cosine else (tr("sine"), tr("cosine"))
    angle = p * float(sinusoidal.frequencies(d)[pair])
    value = sinusoidal.value(p, column, d)
    wrong = (
        (
            other(angle),
            tr("This is the {swapped}; dimension {column} holds the {name}.").format(
                swapped=swapped, column=column, name=name
            ),
        ),
        (
            wave(p * _BASE ** (-2 * column / d)),
            tr("The exponent is doubled: i is the pair, not the dimension."),
        ),
        (wave(p * _BASE ** (-column / d)), tr("Both dimensions of a pair share one frequency.")),
        (wave(math.radians(angle)), tr("The angle is in radians, not in degrees.")),
        (wave(angle * (p + 1) / p), tr("This is one position too far: positions count from 0.")),
        (-value, tr("The sign is turned round.")),
    )
    return Choices(
        tr(
            "What stands at position {p}, dimension {column} of the sinusoidal "
            "table with d = {d}, base 10 000 and interleaved columns?"
        ).format(p=p, column=column, d=d),
        tr(
            "Dimension {column} is the {name} of pair {pair}: {name2}({p} · "
            "{speed}) = {name2}({angle}) = {value}."
        ).format(
            column=column,
            name=name,
            pair=pair,
            name2=wave.__name__,
            p=p,
            speed=speed(pair, d),
            angle=plain(angle, 3),
            value=signed(value, 2),
        ),
        view("positional_table", **_TABLE, width=d, position=p, dimension=column),
        signed(value, 2),
        numbers(value, wrong, lambda x: signed(x, 2), apart=0.03),
    )


@kind("wavelength", marked("Wavelengths"))
def wavelength(chance: Random) -> Choices:
    """Ask after how many positions a pair repeats."""
    d = chance.choice((8, 16, 32, 64, 512))
    pair = chance.randint(1, d // 4)
    value, mirrored = (sinusoidal.wavelength(i, d) for i in (pair, d // 2 - 1 - pair))
    wrong = (
        (2 * math.pi * _BASE ** (4 * pair / d), tr("The exponent is doubled: it is 2i/d.")),
        (_BASE ** (2 * pair / d), tr("A turn is 2π: that factor is missing.")),
        (
            mirrored,
            tr("Counted from the wrong end: pair 0 is fast."),
        ),
        (2 * math.pi * _BASE ** (pair / d), tr("The exponent is halved: it is 2i/d.")),
    )
    return Choices(
        tr(
            "After how many positions does pair {pair} repeat, with d = {d} and base 10 000?"
        ).format(pair=pair, d=d),
        tr("Its wavelength is 2π · 10 000^({value}/{d}) = {value2}.").format(
            value=2 * pair, d=d, value2=significant(value, 4)
        ),
        view("waves", length=64, width=d, base=_BASE, pair=pair, pairs=(0, pair)),
        significant(value, 4),
        numbers(value, wrong, lambda x: significant(x, 4), ratio=1.05),
    )


@kind("unfinished-turns", marked("Wavelengths"))
def unfinished_turns(chance: Random) -> Number:
    """Count the pairs that never come round in a text."""
    d, L = chance.choice((8, 16, 32)), chance.choice((10, 50, 100, 200, 500, 1000))
    count = int(np.count_nonzero(clocks.turns(L, d) < 1))
    last = count if count > 1 else tr("one")
    return Number(
        tr(
            "With d = {d} and base 10 000, how many of the {d2} pairs do not "
            "finish one turn from position 0 to {l}? Type a whole number."
        ).format(d=d, d2=d // 2, l=L - 1),
        tr(
            "Those whose wavelength 2π · 10 000^(2i/{d}) is above {l}: the "
            "last {last}. Pair 0, on the left, is the fastest."
        ).format(d=d, l=L - 1, last=last),
        view("clocks", **{**_TABLE, "length": L}, width=d, position=L - 1),
        count,
        unit="pairs",
    )


@kind("shift-entry", marked("Shift and similarity"))
def shift_entry(chance: Random) -> Choices:
    """Ask for a number in the matrix that moves a row on."""
    d, k, pair = chance.choice((8, 16, 32)), chance.randint(1, 12), chance.randrange(2)
    column = chance.randrange(2)  # what the new sine is made of: the sine or the cosine
    angle = float(shift.angles(k, d)[pair])
    value = float(shift.blocks(k, d)[pair, 0, column])
    wave, other = (math.sin, math.cos) if column else (math.cos, math.sin)
    name = "sin" if column else "cos"
    wrong = (
        (other(angle), tr("Sine and cosine are confused: at k = 0 the row stays as it is.")),
        (wave(k), tr("The frequency of the pair is missing.")),
        (-value, tr("The minus stands in the row of the cosine.")),
        (wave(k * _BASE ** (-4 * pair / d)), tr("The exponent of the frequency is doubled.")),
        (wave(math.radians(angle)), tr("The angle is in radians, not in degrees.")),
        (wave(angle * (k + 1) / k), tr("This would move the row one position too far.")),
    )
    return Choices(
        tr(
            "M moves a row of the sinusoidal table by k = {k} (d = {d}, base "
            "10 000). By what is the {value} of pair {pair} multiplied to make "
            "the new sine?"
        ).format(k=k, d=d, value=tr("cosine") if column else tr("sine"), pair=pair),
        tr(
            "sin((p + k) w) = cos(kw) sin(pw) + sin(kw) cos(pw), with w = "
            "{speed}. Here {name}(kw) = {name}({angle}) = {value}, whatever p "
            "is."
        ).format(speed=speed(pair, d), name=name, angle=plain(angle, 3), value=signed(value, 2)),
        view("shift", **_TABLE, width=d, shift=k, pair=pair, position=1),
        signed(value, 2),
        numbers(value, wrong, lambda x: signed(x, 2), apart=0.03),
    )


@kind("float-position", marked("Number formats"))
def float_position(chance: Random) -> Choices:
    """Ask what a position becomes in a short format."""
    number_format = chance.choice(tuple(_EXACT))
    step = chance.choice((2, 4))
    least = _EXACT[number_format] * step // 2
    p = chance.randrange(least, 2 * least, step) + chance.randrange(1, step)
    value = int(rounded(p, number_format))
    other = value + step if value < p else value - step
    every = tr("second") if step == 2 else tr("fourth")
    return Choices(
        tr("Position {p} is stored in {number_format}. Which number is left?").format(
            p=p, number_format=number_format
        ),
        tr(
            "From {least} to {value} {number_format} holds only every {every} "
            "whole number; {p} becomes the nearest, a tie the one whose last "
            "bit is 0: {value2}."
        ).format(
            least=least,
            value=2 * least,
            number_format=number_format,
            every=every,
            p=p,
            value2=value,
        ),
        view("collisions", number_format=number_format, length=2 * least),
        grouped(value),
        [
            (
                grouped(p),
                tr("{number_format} has too few bits for it.").format(number_format=number_format),
            ),
            (grouped(other), tr("This is the neighbour on the other side.")),
            (grouped(2 * value - other), tr("A nearer number is held exactly.")),
        ],
    )


@kind("learned-parameters", marked("Learned positions"))
def learned_parameters(chance: Random) -> Choices:
    """Ask how many numbers learned positions have."""
    L, d = chance.choice((128, 512, 1024, 2048)), chance.choice((64, 256, 384, 768))
    wrong = (
        (0, tr("The sinusoidal table has none; learned rows are all parameters.")),
        (L, tr("Each position has a row of d numbers, not one.")),
        (d * d, tr("There is a row for each position, not for each dimension.")),
        (
            2 * L * d,
            tr("There is one row a position, not one for the sine and one for the cosine."),
        ),
    )
    return Choices(
        tr(
            "A model learns its positions for texts of up to {l} tokens, d = "
            "{d}. How many parameters are these?"
        ).format(l=L, d=d),
        tr("One row of d numbers for each position: {l} · {d} = {l2}.").format(
            l=L, d=d, l2=grouped(L * d)
        ),
        view("schemes", scheme="learned", trained_length=L),
        grouped(L * d),
        numbers(L * d, wrong, lambda n: grouped(round(n))),
    )
