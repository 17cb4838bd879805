"""One guided step: a Markdown file with a header of the State values it sets.

A step is ``resources/lesson/<chapter>/<number>.md``::

    +++
    title = "A token becomes a row of E"
    arrangement = "token-to-vector"
    [state]
    token = "cat"
    +++
    Text in **Markdown**.

    > Something to try.

A header may also hold a prediction, to be made before the answer is told, and a goal::

    [predict]
    question = "Which end of the table changes faster?"
    choices = ["the left", "the right"]
    answer = "the left"
    why = "Pair 0 repeats every 6.28 positions."
    [goal]
    text = "Select another word."
    kind = "select"

A paragraph that begins with ``$$`` is a formula in LaTeX, with how it is read out on the next
line; lines that begin with ``|``, the second of them ``|---|---|``, are a table. A step that names
no arrangement of panels has that of its chapter; instead of an arrangement it may list
``panels = [["tokens", "vectors"], ["neighbours"]]``, the panels of each column beside the lesson,
from left to right. ``notes = "..."`` is for the presenter view alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from posviz.lesson.goals import Goal, goal_faults, read_goal
from posviz.lesson.lesson_files import (
    LessonError,
    line_in,
    line_of,
    read_text,
    read_toml,
    unknown,
)
from posviz.model.embeddings import HAND_MADE
from posviz.paths import resource
from posviz.state import State
from posviz.state_fields import StateError, checked

_FENCE = "+++"
_MOST_CHOICES = 5
_HEADER = ("title", "arrangement", "panels", "notes", "state", "predict", "goal")
_PREDICTION = ("question", "choices", "answer", "why")
_NUMBER = re.compile(r"(?<=\d) (?=\d{3}(?!\d))")
"""The blank inside a number, at which no line may break."""


@dataclass(frozen=True)
class Prediction:
    """A question that the learner answers before the program does.

    Attributes
    ----------
    question, choices
        What is asked, and the answers to choose from.
    answer
        The right one of them.
    why
        What is shown after the choice, right or wrong.
    """

    question: str
    choices: tuple[str, ...]
    answer: str
    why: str


@dataclass(frozen=True)
class Step:
    """One step of the lesson.

    Attributes
    ----------
    id
        ``chapter/number``, as in State, on the command line and in links.
    chapter
        Id of its chapter.
    title
        Heading.
    text
        The body in Markdown; a quoted paragraph is something to try.
    values
        The fields of State that it sets.
    arrangement
        Which panels it shows, by the name that the window knows.
    prediction, goal
        What the learner is asked, and what is recognised when it is done; None for none.
    panels
        The panels of each column beside the lesson; empty: those of the arrangement.
    notes
        What only the lecturer reads, in Markdown.
    source
        Its file.
    """

    id: str
    chapter: str
    title: str
    text: str
    values: Mapping[str, Any]
    arrangement: str
    prediction: Prediction | None = None
    goal: Goal | None = None
    panels: tuple[tuple[str, ...], ...] = ()
    notes: str = ""
    source: Path = field(default=Path(), compare=False)

    @property
    def key(self) -> str:
        """Its name in the learner's progress: that of its file unless it ships."""
        shipped = not self.source.name or self.source.is_relative_to(resource("lesson"))
        return self.id if shipped else str(self.source.absolute())

    @property
    def changes(self) -> dict[str, Any]:
        """What a State becomes when it goes to this step."""
        return {"step": self.id, **self.values}

    def applied_to(self, state: State) -> State:
        """Return the State that this step shows."""
        return state.with_changes(**self.changes)


@dataclass(frozen=True)
class _Header:
    """The header of a step: its values, its lines, and how a fault in it is told."""

    path: Path
    values: Mapping[str, Any]
    lines: list[str]

    def fault(self, table: str, key: str, message: str) -> str:
        """Tell a fault of a key below the heading of a table."""
        return f"{self.path}, line {line_in(table, key, self.lines)}: {message}"


def read_step(path: Path) -> Step:
    """Read one step; its id comes from its folder and file name.

    Raises
    ------
    LessonError
        If the file cannot be read, has no header, or has one with faults: all of them.
    """
    head, text = parts_of(path)
    values = read_toml("\n".join(head[1:-1]), path, first_line=2)
    header = _Header(path, values, head[:-1])
    faults = [fault for look in _LOOKS for fault in look(header)]
    if faults:
        raise LessonError(*faults)
    return Step(
        id=f"{path.parent.name}/{path.stem}",
        chapter=path.parent.name,
        title=values["title"],
        text=_unbroken("\n".join(text).strip("\n ")),
        values=values.get("state", {}),
        arrangement=values.get("arrangement", path.parent.name),
        prediction=_prediction(values.get("predict")),
        goal=_goal(values.get("goal")),
        panels=tuple(tuple(column) for column in values.get("panels", []) if column),
        notes=_unbroken(values.get("notes", "").strip()),
        source=path,
    )


def parts_of(path: Path) -> tuple[list[str], list[str]]:
    """Return the lines of the header of a step, both fences among them, and those of its text.

    Raises
    ------
    LessonError
        If the file cannot be read, or has no header.
    """
    lines = read_text(path).split("\n")
    fences = [number for number, line in enumerate(lines) if line.strip() == _FENCE]
    if len(fences) < 2 or fences[0]:
        told = f"a step begins with a header between two {_FENCE} lines."
        raise LessonError(f"{path}, line 1: {told}")
    return lines[: fences[1] + 1], lines[fences[1] + 1 :]


def _look_at_names(header: _Header) -> Iterator[str]:
    for name in header.values.keys() - set(_HEADER):
        yield header.fault("", name, unknown(name, "the header of a step", _HEADER))


def _look_at_texts(header: _Header) -> Iterator[str]:
    title = header.values.get("title")
    if title is None:
        yield header.fault("", "title", 'the header needs a title: title = "…".')
    elif not isinstance(title, str) or not title.strip():
        yield header.fault("", "title", "the title is a text that is not empty.")
    if not isinstance(header.values.get("arrangement", ""), str):
        yield header.fault("", "arrangement", "the arrangement is a name.")
    if not isinstance(header.values.get("notes", ""), str):
        yield header.fault("", "notes", "the notes are a text.")


def _look_at_state(header: _Header) -> Iterator[str]:
    values = header.values.get("state", {})
    if not isinstance(values, dict):
        yield header.fault("", "state", "write the State values under a line [state].")
        return
    faults = list(_state_faults(header, values))
    yield from faults
    if faults:
        return
    try:
        # What a trained table makes of the step is not asked here: reading it takes time.
        if all(source.name in HAND_MADE for source in State().sources_after(**values)):
            State().with_changes(**values)
    except StateError as error:
        yield f"{header.path}, line {line_of(error, header.lines)}: {error}"


def _state_faults(header: _Header, values: Mapping[str, Any]) -> Iterator[str]:
    for name, value in values.items():
        if name in ("step", "lesson"):
            told = "the step is named by its file, and the lesson by its folder; leave it out."
            yield header.fault("state", name, told)
            continue
        try:
            checked(name, value)
        except StateError as error:
            yield header.fault("state", name, str(error))


def _look_at_panels(header: _Header) -> Iterator[str]:
    columns = header.values.get("panels", [])
    names = [name for column in columns for name in column] if _is_lists(columns) else None
    if names is None or not all(isinstance(name, str) for name in names):
        told = 'write panels as lists of columns, [["tokens"], ["vectors"]].'
        yield header.fault("", "panels", told)
    elif len(set(names)) != len(names):
        yield header.fault("", "panels", "a panel can stand in one place only.")


def _is_lists(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(column, list) for column in value)


def _look_at_prediction(header: _Header) -> Iterator[str]:
    values = header.values.get("predict")
    if values is None:
        return
    if not isinstance(values, dict):
        yield header.fault("predict", "predict", "write a prediction under a line [predict].")
        return
    for key in values.keys() - set(_PREDICTION):
        yield header.fault("predict", key, unknown(key, "a prediction", _PREDICTION))
    for key in ("question", "answer", "why"):
        if not isinstance(values.get(key), str) or not values[key].strip():
            yield header.fault("predict", key, f"a prediction needs the text “{key}”.")
    choices = values.get("choices")
    if not isinstance(choices, list) or not all(isinstance(c, str) and c for c in choices):
        yield header.fault("predict", "choices", "a prediction needs “choices”, a list of texts.")
    elif len(set(choices)) != len(choices) or not 2 <= len(choices) <= _MOST_CHOICES:
        told = f"a prediction has 2 to {_MOST_CHOICES} different choices."
        yield header.fault("predict", "choices", told)
    elif isinstance(values.get("answer"), str) and values["answer"] not in choices:
        told = "the answer is none of the choices. Write it as it stands there."
        yield header.fault("predict", "answer", told)


def _look_at_goal(header: _Header) -> Iterator[str]:
    values = header.values.get("goal")
    if values is None:
        return
    if not isinstance(values, dict):
        yield header.fault("goal", "goal", "write a goal under a line [goal].")
        return
    for error in goal_faults(values):
        yield header.fault("goal", error.key, str(error))


_LOOKS = (
    _look_at_names,
    _look_at_texts,
    _look_at_state,
    _look_at_panels,
    _look_at_prediction,
    _look_at_goal,
)


def _prediction(values: Mapping[str, Any] | None) -> Prediction | None:
    if values is None:
        return None
    return Prediction(
        _unbroken(values["question"]),
        tuple(map(_unbroken, values["choices"])),
        _unbroken(values["answer"]),
        _unbroken(values["why"]),
    )


def _goal(values: Mapping[str, Any] | None) -> Goal | None:
    if values is None:
        return None
    goal = read_goal(values)
    return replace(goal, text=_unbroken(goal.text))


def _unbroken(text: str) -> str:
    """Keep each number on one line."""
    return _NUMBER.sub("\u202f", text)
