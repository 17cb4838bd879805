"""Judges what a learner's function returned, and says what is wrong so that it teaches.

What comes in are plain values: numbers, texts, arrays. Nothing of the learner's own takes part
in a comparison.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from posviz.language import tr
from posviz.lesson.cases import Case, Slip, Task
from posviz.sandbox.results import Raised, Returned, Strange

ABSOLUTE, RELATIVE = 5e-6, 1e-5
"""How far a number may be off: float32 stays within, float16 does not."""
_HALF = 2e-3
"""How far float16 puts numbers of these sizes off, relative to the larger of 1 and the number."""
_ROUNDING = 1e-12
"""What is shown as 0: the trace of a sum that should be 0."""


@dataclass(frozen=True)
class Verdict:
    """What is said of a solution.

    Attributes
    ----------
    state
        "passed": every case is right. "unfinished": the code did not come to its end.
    message
        Why, in plain words.
    line
        Line of the code to be marked, from 1, if one is known.
    """

    state: Literal["passed", "failed", "unfinished"]
    message: str
    line: int | None = None


def judge(task: Task, results: Sequence[Returned | Raised]) -> Verdict:
    """Judge the results of a task's cases.

    Parameters
    ----------
    task
        What was asked.
    results
        One for each case that was tried, in order; fewer if the code came to no end.
    """
    for case, result in zip(task.cases, results, strict=False):
        if isinstance(result, Raised):
            verdict = _of_raised(task, case, result)
        else:
            verdict = _of_returned(task, case, result)
        if verdict is not None:
            return verdict
    if len(results) != len(task.cases):
        return Verdict("unfinished", tr("Not all cases could be tried."))
    return Verdict(
        "passed", tr("Passed: all {count} cases are right.").format(count=len(task.cases))
    )


def _of_raised(task: Task, case: Case, result: Raised) -> Verdict | None:
    problem = result.problem
    if isinstance(case.expected, np.ndarray):
        return Verdict(
            "failed",
            tr("With {told}:\n{message}").format(told=task.told(case), message=result.message),
            problem.line,
        )
    if problem.kind == case.expected.__name__:
        return None
    return Verdict(
        "failed",
        tr("With {told}, there should be an {name}, but it is:\n{message}").format(
            told=task.told(case), name=case.expected.__name__, message=result.message
        ),
        problem.line,
    )


def _of_returned(task: Task, case: Case, result: Returned) -> Verdict | None:
    got = _as_numbers(result)
    if not isinstance(case.expected, np.ndarray):
        told = tr(
            "With {told}, your function should raise an {name}, but it returns something."
        ).format(told=task.told(case), name=case.expected.__name__)
        return Verdict("failed", told + _explained(task, case, got))
    if isinstance(got, str):
        return Verdict(
            "failed",
            tr("With {told}, your function returns {got}").format(told=task.told(case), got=got),
        )
    wrong = _difference(task, case, got)
    if wrong is None:
        return None
    return Verdict(
        "failed",
        tr("With {told}, {wrong}").format(told=task.told(case), wrong=wrong)
        + _explained(task, case, got),
    )


def _as_numbers(result: Returned) -> NDArray[Any] | str:
    """Return the numbers of a value, or what it is and what to do, to be put after "returns"."""
    value = result.value
    if value is None:
        return tr("nothing. End it with return and the result.")
    if isinstance(value, str):
        return tr("a text. Return numbers.")
    if isinstance(value, Strange):
        more = tr(" Use return instead of yield.") if value.what == "a generator" else ""
        return tr("{what}. Return an array of numbers.{more}").format(what=value.what, more=more)
    try:
        numbers = np.array(value)
    except (ValueError, TypeError, OverflowError):
        return tr("rows of different lengths. Return an array in which all have one length.")
    if numbers.dtype.kind == "c":
        return tr("complex numbers. Return real ones.")
    if numbers.dtype.kind not in "biuf":
        return tr("a list that holds more than numbers, or rows of different lengths.")
    return numbers


def _difference(task: Task, case: Case, got: NDArray[Any]) -> str | None:
    """Say what is wrong with an array, to be put after the arguments; None if nothing is."""
    right = case.expected
    assert isinstance(right, np.ndarray)
    if got.shape != right.shape:
        letters = f"{task.shape} = " if task.shape != str(right.shape) else ""
        return tr(
            "your function returns an array of shape {shape}. It should be {letters}{shape2}."
        ).format(shape=got.shape, letters=letters, shape2=right.shape)
    if task.whole and got.dtype.kind not in "iu":
        return tr("your function returns numbers of type {dtype}. Ids are whole numbers.").format(
            dtype=got.dtype
        )
    wrong = ~_close(got, right)
    if not wrong.any():
        return None
    if case.accepts is not None and np.isfinite(got).all() and case.accepts(got.astype(float)):
        return None
    at = tuple(int(i) for i in np.argwhere(wrong)[0])
    place = f"[{', '.join(map(str, at))}]"
    value = float(got[at])
    if np.isnan(value):
        return tr("the entry {place} is no number (NaN); it should be {told}.").format(
            place=place, told=_told(right[at])
        )
    return tr("the entry {place} is {told}; it should be {told2}.").format(
        place=place, told=_told(value), told2=_told(right[at])
    )


def _close(got: NDArray[Any], right: NDArray[Any]) -> NDArray[np.bool_]:
    """Whether each number is right; never for NaN or infinity."""
    with np.errstate(invalid="ignore", over="ignore"):
        off = np.abs(got.astype(np.float64) - right)
    close: NDArray[np.bool_] = off <= ABSOLUTE + RELATIVE * np.abs(right)
    return close


def _explained(task: Task, case: Case, got: NDArray[Any] | str) -> str:
    """Name the slip that would give just this, after a blank; else nothing."""
    if isinstance(got, str):
        return ""
    expected = case.expected if isinstance(case.expected, np.ndarray) else None
    for slip in task.slips:
        if _looks_like(slip, case, got, expected):
            return f" {slip.text}"
    text = "" if expected is None else _general_slip(got, expected)
    return f" {text}" if text else ""


def _looks_like(slip: Slip, case: Case, got: NDArray[Any], expected: NDArray[Any] | None) -> bool:
    try:
        with np.errstate(all="ignore"):
            made = np.asarray(slip.make(*case.arguments), dtype=np.float64)
    except (IndexError, ValueError):
        return False  # code with this slip would not get through this case
    if made.shape != got.shape:
        return False
    if expected is not None and made.shape == expected.shape and _close(made, expected).all():
        return False
    both = np.isnan(made) & np.isnan(got.astype(np.float64))
    return bool((_close(got, made) | both).all())


def _general_slip(got: NDArray[Any], right: NDArray[Any]) -> str:
    """Name a slip that can happen with any array."""
    if right.ndim == 2 and got.shape == right.T.shape and _close(got, right.T).all():
        return tr("Rows and columns have changed places.")
    if got.shape != right.shape:
        if got.size == right.size and got.ndim > 1:
            return tr("The numbers are as many as they should be, but not in this form.")
        return ""
    if np.isinf(got).any():
        return tr(
            "There is an infinite number: look for a division by 0 or a power that is too large."
        )
    if np.isnan(got).any():
        return tr("NaN comes of 0/0, or of a calculation with something infinite.")
    if not got.any():
        return tr("All numbers are 0: nothing has been filled in.")
    if got.dtype.kind in "iu" and (got == np.trunc(right)).all():
        return tr(
            "The decimals are cut off. An array of whole numbers, such as that "
            "of np.zeros(…, dtype=int), keeps none."
        )
    far = np.abs(got.astype(np.float64) - right) > _HALF * np.maximum(1, np.abs(right))
    if not far.any():
        if got.dtype == np.float16:
            return tr("float16 has three digits. Compute with float64.")
        return tr(
            "All numbers are nearly right: look for a place where digits are lost, as in float16."
        )
    if right.ndim and _close(got, right[::-1]).all():
        return tr("The rows are in reverse order.")
    if right.ndim == 2 and len(right) > 1 and _close(got, right)[0].all() and not got[1:].any():
        return tr("Only the first row has been filled in. Is return inside the loop?")
    return ""


def _told(value: float) -> str:
    """Return a number so that a difference that counts can be seen."""
    return "0" if abs(value) < _ROUNDING else f"{value:.7g}".replace("-", "−")
