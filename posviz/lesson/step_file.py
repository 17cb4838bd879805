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
line. A step that names no arrangement of panels has that of its chapter; instead of an
arrangement it may list ``panels = [["tokens", "vectors"], ["neighbours"]]``, the panels of each
column beside the lesson, from left to right.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from posviz.lesson.goals import Goal, GoalError, read_goal
from posviz.model.embeddings import HAND_MADE
from posviz.paths import resource
from posviz.state import State
from posviz.state_fields import StateError

_FENCE = "+++"
_MOST_CHOICES = 5
_NUMBER = re.compile(r"(?<=\d) (?=\d{3}(?!\d))")
"""The blank inside a number, at which no line may break."""
_LINE = re.compile(r"\(at line (\d+)")


class LessonError(Exception):
    """A lesson file that cannot be used; the message names file, line and reason."""


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


def read_step(path: Path) -> Step:
    """Read one step; its id comes from its folder and file name.

    Raises
    ------
    LessonError
        If the file cannot be read, has no header, or sets a value that no State can have.
    """
    source = read_text(path)
    lines = source.split("\n")
    if lines[0].strip() != _FENCE or _FENCE not in (line.strip() for line in lines[1:]):
        raise LessonError(
            f"{path}, line 1: a step begins with a header between two {_FENCE} lines."
        )
    end = next(n for n, line in enumerate(lines) if n and line.strip() == _FENCE)
    header = read_toml("\n".join(lines[1:end]), path, first_line=2)
    title = header.get("title")
    if not isinstance(title, str) or not title:
        raise LessonError(f"{path}, line 1: the header needs a title.")
    values = header.get("state", {})
    if not isinstance(values, dict):
        raise LessonError(f"{path}, line 1: write the State values under a line [state].")
    if "step" in values:
        line = line_of(StateError("step ="), lines)
        raise LessonError(f"{path}, line {line}: the step is named by its file; leave it out.")
    arrangement = header.get("arrangement", path.parent.name)
    if not isinstance(arrangement, str):
        raise LessonError(f"{path}, line 1: the arrangement is a name.")
    step = Step(
        id=f"{path.parent.name}/{path.stem}",
        chapter=path.parent.name,
        title=title,
        text=_unbroken("\n".join(lines[end + 1 :]).strip()),
        values=values,
        arrangement=arrangement,
        prediction=_prediction(header, path, lines[:end]),
        goal=_goal(header, path, lines[:end]),
        panels=_panels(header, path, lines[:end]),
        source=path,
    )
    try:
        # What a trained table makes of the step is not asked here: reading it takes time.
        if all(source.name in HAND_MADE for source in State().sources_after(**step.changes)):
            step.applied_to(State())
    except StateError as error:
        raise LessonError(f"{path}, line {line_of(error, lines)}: {error}") from None
    return step


def _panels(header: Mapping[str, Any], path: Path, lines: list[str]) -> tuple[tuple[str, ...], ...]:
    columns = header.get("panels", [])
    names = [name for column in columns for name in column] if _is_lists(columns) else None
    if names is None or not all(isinstance(name, str) for name in names):
        line = line_in("", "panels", lines)
        raise LessonError(
            f'{path}, line {line}: write panels as lists of columns, [["tokens"], ["vectors"]].'
        )
    if len(set(names)) != len(names):
        line = line_in("", "panels", lines)
        raise LessonError(f"{path}, line {line}: a panel can stand in one place only.")
    return tuple(tuple(column) for column in columns if column)


def _is_lists(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(column, list) for column in value)


def _prediction(header: Mapping[str, Any], path: Path, lines: list[str]) -> Prediction | None:
    values = header.get("predict")
    if values is None:
        return None

    def wrong(key: str, message: str) -> LessonError:
        return LessonError(f"{path}, line {line_in('predict', key, lines)}: {message}")

    if not isinstance(values, dict):
        raise wrong("predict", "write a prediction under a line [predict].")
    for key in ("question", "answer", "why"):
        if not isinstance(values.get(key), str) or not values[key]:
            raise wrong(key, f"a prediction needs the text “{key}”.")
    choices = values.get("choices")
    if not isinstance(choices, list) or not all(isinstance(c, str) and c for c in choices):
        raise wrong("choices", "a prediction needs “choices”, a list of texts.")
    if len(set(choices)) != len(choices) or not 2 <= len(choices) <= _MOST_CHOICES:
        raise wrong("choices", f"a prediction has 2 to {_MOST_CHOICES} different choices.")
    if values["answer"] not in choices:
        raise wrong("answer", "the answer is none of the choices.")
    for key in values.keys() - {"question", "choices", "answer", "why"}:
        raise wrong(key, f"a prediction has no “{key}”.")
    return Prediction(
        _unbroken(values["question"]),
        tuple(map(_unbroken, choices)),
        _unbroken(values["answer"]),
        _unbroken(values["why"]),
    )


def _goal(header: Mapping[str, Any], path: Path, lines: list[str]) -> Goal | None:
    values = header.get("goal")
    if values is None:
        return None
    if not isinstance(values, dict):
        line = line_in("goal", "goal", lines)
        raise LessonError(f"{path}, line {line}: write a goal under a line [goal].")
    try:
        goal = read_goal(values)
        return replace(goal, text=_unbroken(goal.text))
    except GoalError as error:
        line = line_in("goal", error.key, lines)
        raise LessonError(f"{path}, line {line}: {error}") from None


def _unbroken(text: str) -> str:
    """Keep each number on one line."""
    return _NUMBER.sub("\u202f", text)


def line_in(table: str, key: str, lines: list[str]) -> int:
    """Line of a key below the heading of its table; that of the heading if it is not there.

    The table without a name is the beginning of the header.
    """
    inside, found = not table, 1
    for number, line in enumerate(lines, start=1):
        if line.strip().startswith("["):
            inside = line.strip() == f"[{table}]"
            found = number if inside else found
        elif line.partition("=")[0].strip() in ((key,) if inside else (table,)):
            return number
    return found


def read_text(path: Path) -> str:
    """Return a text file's content; what is wrong with it is a LessonError."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise LessonError(f"{path}: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise LessonError(f"{path}: this is not UTF-8 text. Save it as UTF-8.") from None


def read_toml(source: str, path: Path, first_line: int) -> dict[str, Any]:
    """Read TOML that begins at a line of a file; errors name the file's own line."""
    try:
        return tomllib.loads(source)
    except tomllib.TOMLDecodeError as error:
        found = _LINE.search(str(error))
        # Without a place the reason is that the document ends too soon.
        line = first_line + (int(found.group(1)) - 1 if found else source.count("\n"))
        raise LessonError(f"{path}, line {line}: {str(error).split(' (at')[0]}.") from None
    except ValueError:  # a whole number of more than 4300 digits
        raise LessonError(f"{path}, line {first_line}: a number is too long.") from None


def line_of(error: StateError, lines: list[str]) -> int:
    """Line of the header that sets the value which was refused."""
    for number, line in enumerate(lines, start=1):
        name = line.partition("=")[0].strip()
        if name and (str(error).startswith(f"{name} =") or f"“{name}”" in str(error)):
            return number
    return 1
