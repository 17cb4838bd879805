"""Hidden cases of the exercises on the sum: add positions, look them up, assemble Z."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from posviz.language import tr
from posviz.lesson.cases import Case, Floats, Slip, Task, ids, numbers, once
from posviz.model.input_layer import input_layer
from posviz.model.positional.learned import LearnedPositions
from posviz.model.positional.sinusoidal import encode

Ids = NDArray[np.int64]


def fuse() -> Task:
    """X + P in every sentence of a batch."""

    def case(seed: int, B: int, L: int, d: int, most: int) -> Case:
        X, P = numbers(seed, B, L, d), encode(range(most), d)
        right = [input_layer(words, P[:L], scaled=False).Z for words in X]
        return Case((X, P), np.array(right))

    return Task(
        names=("X", "P"),
        shape="(B, L, d)",
        cases=(
            case(21, 2, 3, 4, 6),
            case(22, 3, 3, 5, 3),
            case(23, 4, 4, 4, 9),
            case(24, 1, 1, 3, 4),
        ),
        slips=(
            Slip(
                tr(
                    "It looks as if row b of P were added to all of sentence b. "
                    "Positions count along the words of a sentence, not along the "
                    "batch."
                ),
                lambda X, P: X + P[: len(X), np.newaxis],
            ),
            Slip(
                tr("It looks as if every word got the same position. Word p gets row p of P."),
                lambda X, P: X + P[0],
            ),
            Slip(
                tr("It looks as if every word got the same position. Word p gets row p of P."),
                lambda X, P: X + P[1],
            ),
            Slip(
                tr("It looks as if positions began with 1. The first word gets row 0 of P."),
                lambda X, P: X + P[1 : X.shape[1] + 1],
            ),
            Slip(
                tr("It looks as if the last rows of P were added. A sentence begins at row 0."),
                lambda X, P: X + P[-X.shape[1] :],
            ),
            Slip(
                tr("It looks as if P were put beside X. It is added, so the width stays d."),
                lambda X, P: np.concatenate(
                    [X, np.broadcast_to(P[: X.shape[1]], X.shape)], axis=-1
                ),
            ),
            Slip(
                tr("It looks as if X and P were multiplied. They are added."),
                lambda X, P: X * P[: X.shape[1]],
            ),
            Slip(
                tr("It looks as if only the first sentence got positions. All of them do."),
                lambda X, P: np.concatenate([X[:1] + P[: X.shape[1]], X[1:]]),
            ),
            Slip(
                tr("It looks as if X were scaled. Here it is added as it is."),
                lambda X, P: X * math.sqrt(X.shape[-1]) + P[: X.shape[1]],
            ),
            Slip(
                tr("It looks as if X came back without positions."),
                lambda X, P: X,
            ),
        ),
    )


def learned_lookup() -> Task:
    """Rows of a trained table of positions, and its end."""

    def case(table: Floats, places: Ids) -> Case:
        few = np.zeros((2, table.shape[1]), dtype=np.float32)
        trained = LearnedPositions(table.astype(np.float32), few, few[0], few[0], 0.0)
        try:
            return Case((table, places), trained.encode(places))
        except IndexError:
            return Case((table, places), IndexError)

    def fill(table: Floats, places: Ids) -> Floats:
        inside = (places >= 0) & (places < len(table))
        return np.where(inside[:, np.newaxis], table[np.clip(places, 0, len(table) - 1)], 0.0)

    large = numbers(31, 512, 4).astype(np.float32).astype(np.float64)
    square = numbers(32, 6, 6).astype(np.float32).astype(np.float64)
    return Task(
        names=("table", "positions"),
        shape="(L, d)",
        cases=(
            case(large, ids(0, 1, 2)),
            case(square, ids(4, 0, 4)),
            case(large, ids(511)),
            case(large, ids(512)),
            case(large, ids(-1)),
            case(square, ids(0, 6, 2)),
            case(square, ids(3, -2)),
        ),
        slips=(
            Slip(
                tr(
                    "Python counts a negative index from the end, so −1 gets the last "
                    "row. A position has no such row: refuse it."
                ),
                lambda t, p: t[p],
            ),
            Slip(
                tr(
                    "It looks as if a position outside were moved to the nearest row. "
                    "That row was trained for another position."
                ),
                lambda t, p: t[np.clip(p, 0, len(t) - 1)],
            ),
            Slip(
                tr(
                    "It looks as if positions began anew after the last row. Then two "
                    "places of a sentence could not be told apart."
                ),
                lambda t, p: t[p % len(t)],
            ),
            Slip(tr("It looks as if a position outside got zeros. It has no row at all."), fill),
            Slip(
                tr("It looks as if positions were counted from 1. Position 0 has row 0."),
                lambda t, p: t[p - 1],
            ),
            Slip(
                tr("It looks as if columns were taken. A position is a row."),
                lambda t, p: t[:, p].T,
            ),
            Slip(
                tr("It looks as if the rows were put in order. Row i belongs to positions[i]."),
                lambda t, p: t[np.sort(p)],
            ),
            Slip(
                tr("It looks as if a position that comes twice got one row."),
                lambda t, p: t[once(p)],
            ),
        ),
    )


def assemble_z() -> Task:
    """Ids to Z, as in the paper."""

    def case(seed: int, size: int, d: int, most: int, rows: Ids) -> Case:
        E, P = numbers(seed, size, d), encode(range(most), d)
        Z = input_layer(E[rows], P[: len(rows)], scaled=True).Z
        return Case((rows, E, P), Z)

    def slip(text: str, make: Any) -> Slip:
        return Slip(text, lambda i, E, P: make(E[i], P[: len(i)], math.sqrt(E.shape[1])))

    return Task(
        names=("ids", "E", "P"),
        shape="(L, d)",
        cases=(
            case(41, 5, 4, 8, ids(3, 1)),
            case(42, 6, 3, 7, ids(2, 2, 5)),
            case(43, 5, 5, 6, ids(4, 0, 1, 4, 2)),
            case(44, 9, 7, 3, ids(8)),
        ),
        slips=(
            slip(
                tr("It looks as if x were not scaled. The paper multiplies it by sqrt(d) first."),
                lambda X, P, root: X + P,
            ),
            slip(
                tr("It looks as if p were scaled as well. Only x is: sqrt(d) · x + p."),
                lambda X, P, root: root * (X + P),
            ),
            slip(
                tr("It looks as if p were scaled and x were not."),
                lambda X, P, root: X + root * P,
            ),
            slip(
                tr("It looks as if x were divided by sqrt(d). It is multiplied."),
                lambda X, P, root: X / root + P,
            ),
            slip(
                tr("It looks as if x were multiplied by d. It is sqrt(d)."),
                lambda X, P, root: X * root**2 + P,
            ),
            slip(
                tr("It looks as if x were multiplied by sqrt(L). It is sqrt(d), the width."),
                lambda X, P, root: X * math.sqrt(len(X)) + P,
            ),
            Slip(
                tr(
                    "It looks as if x were multiplied by the root of the size of the "
                    "vocabulary. It is sqrt(d), the width."
                ),
                lambda i, E, P: E[i] * math.sqrt(len(E)) + P[: len(i)],
            ),
            slip(
                tr(
                    "It looks as if every token got position 0. The token at place p "
                    "gets row p of P."
                ),
                lambda X, P, root: X * root + P[0],
            ),
            Slip(
                tr("It looks as if positions began with 1. The first token gets row 0 of P."),
                lambda i, E, P: E[i] * math.sqrt(E.shape[1]) + P[1 : len(i) + 1],
            ),
            Slip(
                tr("It looks as if the row of P were chosen by the id. It is chosen by the place."),
                lambda i, E, P: E[i] * math.sqrt(E.shape[1]) + P[i],
            ),
            slip(
                tr("It looks as if no position were added."),
                lambda X, P, root: X * root,
            ),
        ),
    )
