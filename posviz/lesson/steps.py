"""The guided steps: Markdown files, each with a header of the State values it sets.

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
column beside the lesson, from left to right. ``chapters.toml`` beside
the folders lists the chapters in order, each with the values that all of its steps begin with.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
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


@dataclass(frozen=True)
class Chapter:
    """A chapter and its steps in order."""

    id: str
    title: str
    steps: tuple[Step, ...]


@lru_cache(maxsize=1)
def shipped_lesson() -> tuple[Chapter, ...]:
    """Return the lesson that ships with the program."""
    return read_lesson(resource("lesson"))


@lru_cache(maxsize=4)
def lesson_at(folder: str) -> tuple[Chapter, ...]:
    """Return the lesson of a folder, read once; the one that ships for an empty name.

    Raises
    ------
    LessonError
        If a file is missing or wrong.
    """
    return read_lesson(Path(folder)) if folder else shipped_lesson()


def lesson_of(state: State) -> tuple[Chapter, ...]:
    """Return the lesson of a State; the one that ships where that cannot be read."""
    try:
        return lesson_at(state.lesson)
    except LessonError:
        return shipped_lesson()


def check_names(
    lesson: tuple[Chapter, ...], panels: Collection[str], arrangements: Collection[str]
) -> None:
    """Refuse steps with panels, or arrangements, that the program does not have.

    Raises
    ------
    LessonError
        Naming file and line.
    """
    for step in (step for chapter in lesson for step in chapter.steps):
        key, reason = "panels", ""
        for name in (name for column in step.panels for name in column):
            if name not in panels:
                reason = f"there is no panel “{name}”. There are {', '.join(sorted(panels))}."
        named = not step.panels and step.arrangement != step.chapter
        if named and step.arrangement not in arrangements:
            key = "arrangement"
            reason = (
                f"there is no arrangement “{step.arrangement}”. There are "
                f"{', '.join(sorted(arrangements))}; or list panels = [[…], […]] instead."
            )
        if reason:
            line = _line_in("", key, _read(step.source).split("\n"))
            raise LessonError(f"{step.source}, line {line}: {reason}")


def read_lesson(folder: Path) -> tuple[Chapter, ...]:
    """Read a lesson folder.

    Raises
    ------
    LessonError
        If a file is missing or wrong.
    """
    index = folder / "chapters.toml"
    listed = _toml(_read(index), index, first_line=1).get("chapter")
    if not isinstance(listed, list) or not listed:
        raise LessonError(f"{index}, line 1: list the chapters, each under [[chapter]].")
    for number, entry in enumerate(listed, start=1):
        for key in ("id", "title"):
            if not isinstance(entry, dict) or not isinstance(entry.get(key), str):
                raise LessonError(f"{index}, line 1: chapter {number} needs the text “{key}”.")
    return tuple(
        Chapter(entry["id"], entry["title"], _steps(folder / entry["id"], _common(entry, index)))
        for entry in listed
    )


def _common(entry: Mapping[str, Any], index: Path) -> Mapping[str, Any]:
    """Values of a chapter, which each of its steps sets unless it names others."""
    values = entry.get("state", {})
    if not isinstance(values, dict):
        raise LessonError(f"{index}, line 1: write State values under a line [chapter.state].")
    try:
        State().sources_after(**values)
    except StateError as error:
        raise LessonError(
            f"{index}, line {_line_of(error, _read(index).split(chr(10)))}: {error}"
        ) from None
    return values


def read_step(path: Path) -> Step:
    """Read one step; its id comes from its folder and file name.

    Raises
    ------
    LessonError
        If the file cannot be read, has no header, or sets a value that no State can have.
    """
    source = _read(path)
    lines = source.split("\n")
    if lines[0].strip() != _FENCE or _FENCE not in (line.strip() for line in lines[1:]):
        raise LessonError(
            f"{path}, line 1: a step begins with a header between two {_FENCE} lines."
        )
    end = next(n for n, line in enumerate(lines) if n and line.strip() == _FENCE)
    header = _toml("\n".join(lines[1:end]), path, first_line=2)
    title = header.get("title")
    if not isinstance(title, str) or not title:
        raise LessonError(f"{path}, line 1: the header needs a title.")
    values = header.get("state", {})
    if not isinstance(values, dict):
        raise LessonError(f"{path}, line 1: write the State values under a line [state].")
    if "step" in values:
        line = _line_of(StateError("step ="), lines)
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
        raise LessonError(f"{path}, line {_line_of(error, lines)}: {error}") from None
    return step


def chapter_of(step_id: str, lesson: tuple[Chapter, ...]) -> Chapter:
    """Chapter that a step belongs to; the first one for a step that does not exist."""
    name = step_id.partition("/")[0]
    return next((chapter for chapter in lesson if chapter.id == name), lesson[0])


def find_step(step_id: str, lesson: tuple[Chapter, ...]) -> Step:
    """Return the step of an id; the first of its chapter for one that does not exist."""
    chapter = chapter_of(step_id, lesson)
    return next((step for step in chapter.steps if step.id == step_id), chapter.steps[0])


def beside(step_id: str, offset: int, lesson: tuple[Chapter, ...]) -> Step | None:
    """Return the step that stands `offset` places after one, through all chapters."""
    steps = [step for chapter in lesson for step in chapter.steps]
    index = steps.index(find_step(step_id, lesson)) + offset
    return steps[index] if 0 <= index < len(steps) else None


def _panels(header: Mapping[str, Any], path: Path, lines: list[str]) -> tuple[tuple[str, ...], ...]:
    columns = header.get("panels", [])
    names = [name for column in columns for name in column] if _is_lists(columns) else None
    if names is None or not all(isinstance(name, str) for name in names):
        line = _line_in("", "panels", lines)
        raise LessonError(
            f'{path}, line {line}: write panels as lists of columns, [["tokens"], ["vectors"]].'
        )
    if len(set(names)) != len(names):
        line = _line_in("", "panels", lines)
        raise LessonError(f"{path}, line {line}: a panel can stand in one place only.")
    return tuple(tuple(column) for column in columns if column)


def _is_lists(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(column, list) for column in value)


def _prediction(header: Mapping[str, Any], path: Path, lines: list[str]) -> Prediction | None:
    values = header.get("predict")
    if values is None:
        return None

    def wrong(key: str, message: str) -> LessonError:
        return LessonError(f"{path}, line {_line_in('predict', key, lines)}: {message}")

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
        line = _line_in("goal", "goal", lines)
        raise LessonError(f"{path}, line {line}: write a goal under a line [goal].")
    try:
        goal = read_goal(values)
        return replace(goal, text=_unbroken(goal.text))
    except GoalError as error:
        line = _line_in("goal", error.key, lines)
        raise LessonError(f"{path}, line {line}: {error}") from None


def _unbroken(text: str) -> str:
    """Keep each number on one line."""
    return _NUMBER.sub("\u202f", text)


def _line_in(table: str, key: str, lines: list[str]) -> int:
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


def _steps(folder: Path, common: Mapping[str, Any]) -> tuple[Step, ...]:
    paths = sorted(folder.glob("*.md"), key=lambda path: (len(path.stem), path.stem))
    if not paths:
        raise LessonError(f"{folder}: there are no steps here. A step is a file such as 1.md.")
    steps = map(read_step, paths)
    return tuple(replace(step, values={**common, **step.values}) for step in steps)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise LessonError(f"{path}: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise LessonError(f"{path}: this is not UTF-8 text. Save it as UTF-8.") from None


def _toml(source: str, path: Path, first_line: int) -> dict[str, Any]:
    try:
        return tomllib.loads(source)
    except tomllib.TOMLDecodeError as error:
        found = _LINE.search(str(error))
        # Without a place the reason is that the document ends too soon.
        line = first_line + (int(found.group(1)) - 1 if found else source.count("\n"))
        raise LessonError(f"{path}, line {line}: {str(error).split(' (at')[0]}.") from None
    except ValueError:  # a whole number of more than 4300 digits
        raise LessonError(f"{path}, line {first_line}: a number is too long.") from None


def _line_of(error: StateError, lines: list[str]) -> int:
    """Line of the header that sets the value which was refused."""
    for number, line in enumerate(lines, start=1):
        name = line.partition("=")[0].strip()
        if name and (str(error).startswith(f"{name} =") or f"“{name}”" in str(error)):
            return number
    return 1
