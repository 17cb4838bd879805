"""Hidden cases of the exercises on words: one-hot, lookup, neighbours."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from posviz.language import tr
from posviz.lesson.cases import Case, Floats, Slip, Task, ids, numbers, once
from posviz.model.similarity import compare, nearest

Ids = NDArray[np.int64]


def one_hot() -> Task:
    """Rows with a single 1."""

    def case(rows: Ids, size: int) -> Case:
        # The identity matrix is multiplied, not indexed: its row i is the one-hot vector of i.
        right = np.zeros((len(rows), size))
        for place, row in enumerate(rows):
            right[place, row] = 1
        return Case((rows, size), right)

    def right(rows: Ids, size: int) -> Floats:
        found: Floats = (np.arange(size) == rows[:, np.newaxis]).astype(np.float64)
        return found

    return Task(
        names=("ids", "size"),
        shape="(L, size)",
        cases=(
            case(ids(2, 0), 4),
            case(ids(1, 2, 0), 3),
            case(ids(3, 1, 3, 0), 5),
            case(ids(6), 7),
        ),
        slips=(
            Slip(
                tr("It looks as if ids were counted from 1: id 0 is the first column."),
                lambda i, n: right((i - 1) % n, n),
            ),
            Slip(
                tr(
                    "It looks as if all tokens were put into one row. Each token has a "
                    "row of its own."
                ),
                lambda i, n: right(i, n).sum(axis=0),
            ),
            Slip(
                tr(
                    "It looks as if all tokens were put into one row. Each token has a "
                    "row of its own."
                ),
                lambda i, n: right(i, n).max(axis=0),
            ),
            Slip(
                tr(
                    "It looks as if a token that comes twice got one row. It has a row "
                    "for each place."
                ),
                lambda i, n: right(once(i), n),
            ),
            Slip(
                tr(
                    "It looks as if the rows followed the ids. Row p belongs to the "
                    "token at place p."
                ),
                lambda i, n: right(np.sort(i), n),
            ),
            Slip(
                tr("It looks as if the id were written into the row. What is written is 1."),
                lambda i, n: right(i, n) * i[:, np.newaxis],
            ),
            Slip(
                tr("It looks as if 0 and 1 had changed places."),
                lambda i, n: 1 - right(i, n),
            ),
        ),
    )


def lookup() -> Task:
    """Rows of E."""

    def case(E: Floats, rows: Ids) -> Case:
        return Case((E, rows), np.eye(len(E))[rows] @ E)

    return Task(
        names=("E", "ids"),
        shape="(L, d)",
        cases=(
            case(numbers(1, 5, 3), ids(2, 1)),
            case(numbers(2, 4, 4), ids(2, 0, 3, 1)),
            case(numbers(3, 6, 2), ids(5, 5, 0)),
            case(numbers(4, 7, 5), ids(3)),
        ),
        slips=(
            Slip(
                tr("It looks as if columns of E were taken. A token is a row."),
                lambda E, i: E[:, i],
            ),
            Slip(
                tr("It looks as if columns of E were taken. A token is a row."),
                lambda E, i: E[:, i].T,
            ),
            Slip(
                tr("It looks as if ids were counted from 1: id 0 is the first row."),
                lambda E, i: E[i - 1],
            ),
            Slip(
                tr(
                    "It looks as if a token that comes twice got one row. It has a row "
                    "for each place."
                ),
                lambda E, i: E[once(i)],
            ),
            Slip(
                tr(
                    "It looks as if the rows followed the ids. Row p belongs to the "
                    "token at place p."
                ),
                lambda E, i: E[np.sort(i)],
            ),
            Slip(
                tr("It looks as if the rows were summed. Each token keeps its own."),
                lambda E, i: E[i].sum(axis=0),
            ),
            Slip(
                tr("It looks as if the first L rows were taken, whatever the ids."),
                lambda E, i: E[: len(i)],
            ),
        ),
    )


def cosine_neighbours() -> Task:
    """Ids of the nearest words."""

    def case(E: Floats, row: int, k: int) -> Case:
        return Case((E, row, k), nearest(E, row, k).ids)

    def first(values: Floats, row: int, k: int) -> Ids:
        order = np.argsort(-values, kind="stable")
        found: Ids = order[order != row][:k]
        return found

    def by_columns(E: Floats, row: int, k: int) -> Ids:
        unit = E / np.linalg.norm(E, axis=0)
        return first(unit @ unit[row], row, k)

    def cosine(E: Floats, row: int) -> Floats:
        return compare(E, E[row], "cosine")

    lengths = np.array([1.0, 4.0, 0.3, 2.0, 0.1, 7.0, 1.5, 0.6]).reshape(-1, 1)
    twins = numbers(13, 8, 4) * lengths
    twins[6] = twins[2]
    return Task(
        names=("E", "id", "k"),
        shape="(k,)",
        cases=(
            case(numbers(11, 8, 3) * lengths, 1, 3),
            case(numbers(12, 8, 8) * lengths, 4, 4),
            case(twins, 6, 3),
            case(numbers(14, 8, 2) * lengths, 0, 1),
        ),
        slips=(
            Slip(
                tr(
                    "It looks as if the word itself were among its neighbours. Leave "
                    "it out by its id."
                ),
                lambda E, i, k: np.argsort(-cosine(E, i), kind="stable")[:k],
            ),
            Slip(
                tr(
                    "It looks as if the best one were dropped, whichever it is. "
                    "Another word can have the same vector, so drop the word itself, "
                    "by its id."
                ),
                lambda E, i, k: np.argsort(-cosine(E, i), kind="stable")[1 : k + 1],
            ),
            Slip(
                tr("It looks as if the least similar came first. The best one does."),
                lambda E, i, k: first(-cosine(E, i), i, k),
            ),
            Slip(
                tr(
                    "It looks as if the right words stood in reverse order. The best "
                    "one comes first."
                ),
                lambda E, i, k: first(cosine(E, i), i, k)[::-1],
            ),
            Slip(
                tr(
                    "It looks as if dot products were compared. A long vector has "
                    "large ones whatever its direction: divide by both lengths."
                ),
                lambda E, i, k: first(E @ E[i], i, k),
            ),
            Slip(
                tr("It looks as if distances were compared instead of cosines."),
                lambda E, i, k: first(-compare(E, E[i], "euclid"), i, k),
            ),
            Slip(
                tr("It looks as if columns were brought to length 1. A word is a row: axis=1."),
                by_columns,
            ),
            Slip(
                tr("It looks as if the cosines were returned. The ids of the words are asked for."),
                lambda E, i, k: np.sort(np.delete(cosine(E, i), i))[::-1][:k],
            ),
        ),
        whole=True,
    )
