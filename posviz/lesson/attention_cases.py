"""Hidden cases of the exercises on attention: whether it sees the order, and rotation."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from posviz.language import tr
from posviz.lesson.cases import BASE, Case, Floats, Slip, Task, given, ids, numbers
from posviz.model.attention import Setup, softmax
from posviz.model.order_test import order_test as moved_and_compared
from posviz.model.positional.in_attention import Placement
from posviz.model.positional.rotary import rotate
from posviz.model.positional.sinusoidal import encode


def order_test() -> Task:
    """Whether attention sees an order, without and with positions."""

    def case(seed: int, d: int, order: NDArray[np.int64]) -> Case:
        L = len(order)
        X, P = numbers(seed, L, d), encode(range(L), d)

        def largest(scheme: Any) -> float:
            setup = Setup(Placement(scheme), identity=True)
            return moved_and_compared(X, order.tolist(), setup).outputs

        return Case((X, P, order), np.array([largest("none"), largest("sinusoidal")]))

    def attention(Z: Floats) -> Floats:
        return softmax(Z @ Z.T / math.sqrt(Z.shape[1])) @ Z

    def differences(X: Floats, P: Floats, order: NDArray[np.int64], how: Any) -> Floats:
        return np.array([how(X, 0 * P, order), how(X, P, order)])

    def off(X: Floats, P: Floats, order: NDArray[np.int64]) -> Floats:
        return attention(X[order] + P) - attention(X + P)[order]

    def largest_off(X: Floats, P: Floats, order: NDArray[np.int64]) -> float:
        return float(np.abs(off(X, P, order)).max())

    def slip(text: str, how: Any) -> Slip:
        return Slip(text, partial(differences, how=how))

    return Task(
        names=("X", "P", "order"),
        shape="(2,)",
        cases=(
            case(51, 4, ids(2, 0, 1)),
            case(52, 4, ids(1, 2, 3, 0)),
            case(53, 3, ids(3, 0, 4, 2, 1)),
        ),
        slips=(
            slip(
                tr(
                    "It looks as if the positions moved along with their words. The "
                    "words move, place p keeps row p of P."
                ),
                lambda X, P, order: 0.0,
            ),
            slip(
                tr(
                    "It looks as if outputs of different words were compared. Move the "
                    "first outputs too: attention(...)[order]."
                ),
                lambda X, P, order: np.abs(attention(X[order] + P) - attention(X + P)).max(),
            ),
            slip(
                tr(
                    "It looks as if the outputs were moved the other way round: row p "
                    "after the move belongs to word order[p]."
                ),
                lambda X, P, order: np.abs(
                    attention(X[order] + P) - attention(X + P)[np.argsort(order)]
                ).max(),
            ),
            Slip(
                tr(
                    "It looks as if the two numbers had changed places: without "
                    "positions comes first."
                ),
                lambda X, P, order: differences(X, P, order, largest_off)[::-1],
            ),
            slip(
                tr(
                    "It looks as if the largest difference were taken with its sign. "
                    "Take it from the absolute values."
                ),
                lambda X, P, order: off(X, P, order).max(),
            ),
            slip(
                tr("It looks as if the mean difference were returned. The largest is asked for."),
                lambda X, P, order: np.abs(off(X, P, order)).mean(),
            ),
            slip(
                tr("It looks as if the differences were summed. The largest is asked for."),
                lambda X, P, order: np.abs(off(X, P, order)).sum(),
            ),
        ),
    )


def rope() -> Task:
    """Scores of queries and keys that were turned to their positions."""

    def scores(Q: Floats, K: Floats) -> Floats:
        return Q @ K.T / math.sqrt(Q.shape[1])

    def turned(X: Floats, base: float, **other: Any) -> Floats:
        return rotate(X, np.arange(len(X)), base, **other)

    def right(Q: Floats, K: Floats, base: float = BASE) -> Floats:
        return scores(turned(Q, base), turned(K, base))

    def case(seed: int, L: int, d: int, base: float = BASE) -> Case:
        Q, K = numbers(seed, 2, L, d)
        return Case((Q, K, *given(base)), right(Q, K, base))

    def slip(text: str, make: Callable[[Floats, Floats, float], Floats]) -> Slip:
        return Slip(text, lambda Q, K, base=BASE: make(Q, K, base))

    def plus(X: Floats, base: float) -> Floats:
        return X + encode(range(len(X)), X.shape[1], base)

    return Task(
        names=("Q", "K", "base"),
        shape="(L, L)",
        cases=(
            case(61, 2, 2),
            case(62, 3, 4),
            case(63, 4, 4, 80.0),
            case(64, 5, 8, 500.0),
        ),
        slips=(
            slip(
                tr("It looks as if queries and keys had changed places. Row m belongs to query m."),
                lambda Q, K, base: right(Q, K, base).T,
            ),
            slip(
                tr("It looks as if nothing were turned."),
                lambda Q, K, base: scores(Q, K),
            ),
            slip(
                tr("It looks as if only the queries were turned. Keys turn too."),
                lambda Q, K, base: scores(turned(Q, base), K),
            ),
            slip(
                tr("It looks as if only the keys were turned. Queries turn too."),
                lambda Q, K, base: scores(Q, turned(K, base)),
            ),
            slip(
                tr(
                    "It looks as if queries and keys turned in opposite directions. "
                    "Both turn the same way, and only the difference of their "
                    "positions is left."
                ),
                lambda Q, K, base: scores(turned(Q, base), rotate(K, -np.arange(len(K)), base)),
            ),
            slip(
                tr(
                    "It looks as if both turned backwards, by −m times w. Look at the "
                    "signs of the sines."
                ),
                lambda Q, K, base: scores(*(rotate(X, -np.arange(len(X)), base) for X in (Q, K))),
            ),
            slip(
                tr(
                    "It looks as if dimension i were paired with i + d/2. Here "
                    "neighbours make a pair: 2i and 2i + 1."
                ),
                lambda Q, K, base: scores(
                    turned(Q, base, pairing="halves"), turned(K, base, pairing="halves")
                ),
            ),
            slip(
                tr("It looks as if the scores were not divided by sqrt(d)."),
                lambda Q, K, base: right(Q, K, base) * math.sqrt(Q.shape[1]),
            ),
            slip(
                tr("It looks as if the scores were divided by d. It is sqrt(d)."),
                lambda Q, K, base: right(Q, K, base) / math.sqrt(Q.shape[1]),
            ),
            slip(
                tr("It looks as if a softmax were applied. The scores before it are asked for."),
                lambda Q, K, base: softmax(right(Q, K, base)),
            ),
            slip(
                tr(
                    "It looks as if the encoding were added. RoPE adds nothing: it turns each pair."
                ),
                lambda Q, K, base: scores(plus(Q, base), plus(K, base)),
            ),
            slip(
                tr("It looks as if the exponent were doubled: i is the number of the pair."),
                lambda Q, K, base: right(Q, K, base**2),
            ),
            slip(
                tr("It looks as if the exponent were half as large: it is 2i/d, not i/d."),
                lambda Q, K, base: right(Q, K, math.sqrt(base)),
            ),
            slip(
                tr("It looks as if all pairs turned at the speed of the first."),
                lambda Q, K, base: right(Q, K, 1.0),
            ),
            slip(
                tr("It looks as if the angles were taken as degrees. They are radians already."),
                lambda Q, K, base: scores(
                    *(rotate(X, np.radians(np.arange(len(X))), base) for X in (Q, K))
                ),
            ),
            slip(
                tr("It looks as if the base were always 10 000. Use the argument."),
                lambda Q, K, base: right(Q, K),
            ),
        ),
    )
