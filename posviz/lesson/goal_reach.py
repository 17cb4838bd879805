"""Whether a goal can be reached from where its step begins, and is not reached there already."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from posviz.lesson.goals import KINDS, Goal, GoalError
from posviz.model.notation import inserted, plain
from posviz.state import State
from posviz.state_fields import StateError

_MOST_ROWS = 2000
"""Of larger tables the cosines of all pairs are not computed."""


def goal_doubts(goal: Goal, start: State) -> Iterator[GoalError]:
    """Find why a goal makes no sense in a step that begins on `start`."""
    doubts = list(_DOUBTS[goal.kind](goal.settings, start)) if goal.kind in _DOUBTS else []
    yield from doubts
    if not doubts and KINDS[goal.kind].reached(start, start, goal.settings):
        yield GoalError(
            "the step begins with its goal reached: any change would tick it. Let the step begin "
            "elsewhere, or ask for something else.",
            "kind",
        )


def _select(settings: Mapping[str, Any], start: State) -> Iterator[GoalError]:
    yield from _lacks(settings, start)
    yield from _in_state({n: v for n, v in settings.items() if n != "token"}, start)


def _lacks(settings: Mapping[str, Any], start: State) -> Iterator[GoalError]:
    """Find a token that cannot be selected."""
    token = settings.get("token")
    if token is not None and start.id_of(token) < 0 and token not in start.tokens:
        yield GoalError(
            f"the goal cannot be reached: “{inserted(token)}” is neither in the vocabulary of "
            f"{start.embeddings.title} nor in the sentence of the step.",
            "token",
        )


def _in_state(settings: Mapping[str, Any], start: State) -> Iterator[GoalError]:
    if "token" in settings:
        yield from _lacks(settings, start)
    try:
        there = start.with_changes(**settings)
    except StateError as error:
        key = next((n for n in settings if str(error).startswith(f"{n} =")), "kind")
        yield GoalError(f"the goal cannot be reached: {error}", key)
        return
    for name, value in settings.items():
        if getattr(there, name) != value:
            yield GoalError(
                f"the goal cannot be reached: {name} cannot be {_shown(value)} in this step; it "
                f"becomes {_shown(getattr(there, name))}.",
                name,
            )


def _shown(value: Any) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(str, value))}]"
    return str(value)


def _other_place(_settings: Mapping[str, Any], start: State) -> Iterator[GoalError]:
    if start.tokens.count(start.token) < 2:
        yield GoalError(
            f"the goal cannot be reached: “{inserted(start.token)}” does not stand twice in the "
            "sentence of the step.",
            "kind",
        )


def _alike(settings: Mapping[str, Any], start: State) -> Iterator[GoalError]:
    table = start.embeddings
    if table.size > _MOST_ROWS:
        return
    rows = np.array([table.row(index) for index in range(table.size) if table.has_vector(index)])
    lengths = np.linalg.norm(rows, axis=1)  # (n,)
    rows = rows[lengths > 0] / lengths[lengths > 0, None]  # (n, d)
    cosines = (rows @ rows.T)[np.triu_indices(len(rows), 1)]  # each pair once
    most, least = float(cosines.max(initial=-1)), float(cosines.min(initial=1))
    if settings.get("above", -1.0) >= most:
        yield GoalError(
            f"the goal cannot be reached: the largest cosine of two tokens of {table.title} is "
            f"{plain(most, 3)}.",
            "above",
        )
    if settings.get("below", 1.0) <= least:
        yield GoalError(
            f"the goal cannot be reached: the smallest cosine of two tokens of {table.title} is "
            f"{plain(least, 3)}.",
            "below",
        )


def _at_least(settings: Mapping[str, Any], start: State) -> Iterator[GoalError]:
    try:
        start.with_changes(**settings)
    except StateError as error:
        key = next((n for n in settings if str(error).startswith(f"{n} =")), "kind")
        yield GoalError(f"the goal cannot be reached: {error}", key)


def _moved(settings: Mapping[str, Any], start: State) -> Iterator[GoalError]:
    words = start.tokens
    front = settings.get("front")
    if len(set(words)) < 2:
        yield GoalError(
            "the goal cannot be reached: the sentence of the step has no two different words.",
            "kind",
        )
    elif front is not None and front not in words:
        yield GoalError(
            f"the goal cannot be reached: “{inserted(front)}” does not stand in the sentence of "
            "the step.",
            "front",
        )


_DOUBTS = {
    "least": _at_least,
    "moved": _moved,
    "select": _select,
    "state": _in_state,
    "other_place": _other_place,
    "alike": _alike,
}
