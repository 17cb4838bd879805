"""What the practice panel knows of an exercise, and of arrays that code has made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from posviz.export import Numbers
from posviz.lesson.exercises import IDS, Exercise, find_exercise, shipped_exercises
from posviz.lesson.progress import Progress
from posviz.sandbox.results import NamedArray
from posviz.state import State
from posviz.widgets.matrix_source import MatrixTable, reach

_MOST_ROWS = 100_000


@dataclass(frozen=True)
class OpenExercise:
    """The exercise that is open, of all that there are; nothing of what the learner did."""

    exercise: Exercise
    number: int
    count: int


def exercise_in(state: State) -> OpenExercise:
    """Return the exercise that a State opens, counted from 1."""
    return OpenExercise(find_exercise(state.exercise), IDS.index(state.exercise) + 1, len(IDS))


def listed(content: OpenExercise) -> Numbers:
    """Return all exercises as lines of a file; the array holds the number of the open one."""
    header = ("number", "id", "title", "function", "open", "statement", "starter")
    rows = [
        (
            number,
            exercise.id,
            exercise.title,
            exercise.function,
            "yes" if number == content.number else "no",
            exercise.statement,
            exercise.starter,
        )
        for number, exercise in enumerate(shipped_exercises(), start=1)
    ]
    return Numbers(np.array([content.number], dtype=np.int64), header, rows)


def passed_count(progress: Progress) -> int:
    """Return how many exercises were passed."""
    return sum(progress.practised(id_).passed for id_ in IDS)


def table_of(array: NamedArray) -> MatrixTable | None:
    """Return an array as a heat map: a row where it has one axis, and no number left out.

    Of more than two axes the last goes across and all others go down, each row with its
    indices. None where there are no numbers to show.
    """
    values = array.value
    if not isinstance(values, np.ndarray) or values.dtype.kind not in "biuf" or not values.size:
        return None
    matrix = _matrix(values)
    if matrix is None:
        return None
    highest = reach(matrix)
    signed = bool((matrix[np.isfinite(matrix)] < 0).any())
    labels: tuple[str, ...] = ()
    if values.ndim > 2:
        places = product(*map(range, values.shape[:-1]))
        labels = tuple(", ".join(map(str, place)) for place in places)
    return MatrixTable(
        array.name,
        matrix,
        (-highest if signed else 0.0, highest),
        "row",
        "column",
        labels,
    )


def _matrix(values: NDArray[np.generic]) -> NDArray[np.float64] | None:
    matrix = np.atleast_1d(values).astype(np.float64)
    matrix = matrix.reshape(-1, matrix.shape[-1])
    return matrix if len(matrix) <= _MOST_ROWS else None


def shown_first(arrays: Sequence[NamedArray], before: str) -> int:
    """Return which array to show: the one of the same name as before, else the largest."""
    names = [array.name for array in arrays]
    if before in names:
        return names.index(before)
    sizes = [0 if table_of(array) is None else int(np.size(array.value)) for array in arrays]
    return sizes.index(max(sizes))
