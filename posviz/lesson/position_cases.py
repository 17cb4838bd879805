"""Hidden cases of the exercises on the positional table and its shift."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from posviz.language import tr
from posviz.lesson.cases import BASE, Case, Floats, Slip, Task, given
from posviz.model.positional.bugs import BugName, table_with
from posviz.model.positional.shift import shifted
from posviz.model.positional.sinusoidal import encode


def sinusoidal_table() -> Task:
    """The table of the paper."""

    def case(length: int, d: int, base: float = BASE) -> Case:
        return Case((length, d, *given(base)), encode(range(length), d, base))

    def bug(name: BugName, text: str) -> Slip:
        return Slip(text, lambda L, d, base=BASE: table_with(name, np.arange(L), d, base))

    def other(make: Callable[[Floats, int, float], Floats], text: str) -> Slip:
        return Slip(text, lambda L, d, base=BASE: make(np.arange(float(L)), d, base))

    def swapped(p: Floats, d: int, base: float) -> Floats:
        # cos x is sin(x + π/2) and sin x is cos(x − π/2): both columns a quarter turn on.
        wide = encode(p, d + d % 2, base)
        return wide.reshape(len(p), -1, 2)[:, :, ::-1].reshape(len(p), -1)[:, :d]

    def sines(p: Floats, d: int, base: float) -> Floats:
        return encode(p, 2 * d, base)[:, 0::4].repeat(2, axis=1)[:, :d]

    return Task(
        names=("length", "d", "base"),
        shape="(length, d)",
        cases=(
            case(4, 6),
            case(5, 5, 100.0),
            case(6, 6, 50.0),
            case(3, 8),
            case(20, 7, 1000.0),
            case(1, 1),
        ),
        slips=(
            bug(
                "doubled",
                tr(
                    "It looks as if the exponent were doubled: the number of the "
                    "column took the place of i, the number of the pair."
                ),
            ),
            bug(
                "own",
                tr(
                    "It looks as if each column had a frequency of its own. Sine and "
                    "cosine of a pair share one."
                ),
            ),
            bug(
                "ladder",
                tr(
                    "It looks as if the exponent were divided by the number of pairs "
                    "less one. It is divided by d."
                ),
            ),
            bug(
                "integer",
                tr(
                    "It looks as if the exponent were rounded down to 0. Divide with "
                    "/, not with //."
                ),
            ),
            bug(
                "halves",
                tr("It looks as if all sines came first and then all cosines. They take turns."),
            ),
            bug("batch", tr("It looks as if every row were that of position 0.")),
            bug(
                "odd",
                tr(
                    "It looks as if the last column stayed 0. With odd d it is a sine "
                    "without a cosine beside it."
                ),
            ),
            other(swapped, tr("It looks as if sine and cosine had changed places. Sine is first.")),
            other(sines, tr("It looks as if all columns were sines. The odd ones are cosines.")),
            other(
                lambda p, d, base: encode(p + 1, d, base),
                tr("It looks as if positions began with 1. The first row is that of position 0."),
            ),
            other(
                lambda p, d, base: encode(np.radians(p), d, base),
                tr("It looks as if the angles were taken as degrees. They are radians already."),
            ),
            other(
                lambda p, d, base: encode(p, d, 1 / base),
                tr(
                    "It looks as if the exponent had the wrong sign: the angle is p "
                    "divided by base to the power 2i/d."
                ),
            ),
            other(
                lambda p, d, base: encode(p, d, math.sqrt(base)),
                tr("It looks as if the exponent were half as large: it is 2i/d, not i/d."),
            ),
            other(
                lambda p, d, base: encode(p, d, BASE),
                tr("It looks as if the base were always 10 000. Use the argument."),
            ),
        ),
    )


def shift_matrix() -> Task:
    """The matrix that moves every row of the table on."""

    def case(k: int, d: int, base: float = BASE) -> Case:
        here, there = encode(range(64), d, base), encode(np.arange(64) + k, d, base)

        def moves(M: Floats) -> bool:
            return bool(np.abs(here @ M.T - there).max() < 1e-6)

        return Case((k, d, *given(base)), moved(k, d, base), moves)

    def moved(k: int, d: int, base: float = BASE) -> Floats:
        return shifted(np.eye(d), k, base).T

    def halves(k: int, d: int, base: float = BASE) -> Floats:
        return shifted(np.eye(d), k, base, "halves").T

    def one_speed(k: int, d: int, base: float = BASE) -> Floats:
        return np.kron(np.eye(d // 2), moved(k, 2, base)).astype(np.float64)

    return Task(
        names=("k", "d", "base"),
        shape="(d, d)",
        cases=(
            case(1, 2),
            case(3, 6),
            case(2, 4, 80.0),
            case(0, 4),
            case(-2, 8, 500.0),
        ),
        slips=(
            Slip(
                tr(
                    "It looks as if M moved rows back by k instead of on: look at the "
                    "signs of the sines."
                ),
                lambda k, d, base=BASE: moved(-k, d, base),
            ),
            Slip(
                tr("It looks as if all sines came before all cosines. They take turns in a row."),
                halves,
            ),
            Slip(
                tr(
                    "It looks as if all pairs turned at the speed of the first. Pair i "
                    "turns by k divided by base to the power 2i/d."
                ),
                one_speed,
            ),
            Slip(
                tr("It looks as if M moved by one position whatever k is."),
                lambda k, d, base=BASE: moved(1, d, base),
            ),
            Slip(
                tr("It looks as if the exponent were doubled: i is the number of the pair."),
                lambda k, d, base=BASE: moved(k, d, base**2),
            ),
            Slip(
                tr("It looks as if the exponent were half as large: it is 2i/d, not i/d."),
                lambda k, d, base=BASE: moved(k, d, math.sqrt(base)),
            ),
            Slip(
                tr("It looks as if the exponent had the wrong sign."),
                lambda k, d, base=BASE: moved(k, d, 1 / base),
            ),
            Slip(
                tr("It looks as if the angles were taken as degrees. They are radians already."),
                lambda k, d, base=BASE: shifted(np.eye(d), math.radians(k), base).T,  # type: ignore[arg-type]
            ),
            Slip(
                tr("It looks as if the base were always 10 000. Use the argument."),
                lambda k, d, base=BASE: moved(k, d),
            ),
        ),
    )
