"""The lesson: chapters of guided steps, in the order of ``chapters.toml``.

That file lists the chapters, each with the values that all of its steps begin with. A step is
``<chapter>/<number>.md``; :mod:`posviz.lesson.step_file` says what stands in it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from posviz.language import current, in_language, per_language
from posviz.lesson.step_file import (
    LessonError,
    Step,
    line_in,
    line_of,
    read_step,
    read_text,
    read_toml,
)
from posviz.paths import resource
from posviz.state import State
from posviz.state_fields import StateError


@dataclass(frozen=True)
class Chapter:
    """A chapter and its steps in order."""

    id: str
    title: str
    steps: tuple[Step, ...]


@per_language
@lru_cache(maxsize=1)
def shipped_lesson() -> tuple[Chapter, ...]:
    """Return the lesson that ships with the program."""
    return read_lesson(resource("lesson"))


@per_language
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
            line = line_in("", key, read_text(step.source).split("\n"))
            raise LessonError(f"{step.source}, line {line}: {reason}")


def read_lesson(folder: Path) -> tuple[Chapter, ...]:
    """Read a lesson folder: each step, and each title of a chapter, in the language that is on.

    Translated steps lie in ``<language>/<chapter>/<number>.md``, translated titles in
    ``<language>/chapters.toml``; what is not there is read as it was written.

    Raises
    ------
    LessonError
        If a file is missing or wrong.
    """
    translated = folder / current()
    titles = {}
    if (translated / "chapters.toml").is_file():
        titles = {entry["id"]: entry["title"] for entry in _listed(translated)}
    index = folder / "chapters.toml"
    return tuple(
        Chapter(
            entry["id"],
            titles.get(entry["id"], entry["title"]),
            _steps(folder, entry["id"], _common(entry, index)),
        )
        for entry in _listed(folder)
    )


def _listed(folder: Path) -> Sequence[Mapping[str, Any]]:
    """Entries of chapters.toml, each with the texts id and title."""
    index = folder / "chapters.toml"
    listed = read_toml(read_text(index), index, first_line=1).get("chapter")
    if not isinstance(listed, list) or not listed:
        raise LessonError(f"{index}, line 1: list the chapters, each under [[chapter]].")
    for number, entry in enumerate(listed, start=1):
        for key in ("id", "title"):
            if not isinstance(entry, dict) or not isinstance(entry.get(key), str):
                raise LessonError(f"{index}, line 1: chapter {number} needs the text “{key}”.")
    return listed


def _common(entry: Mapping[str, Any], index: Path) -> Mapping[str, Any]:
    """Values of a chapter, which each of its steps sets unless it names others."""
    values = entry.get("state", {})
    if not isinstance(values, dict):
        raise LessonError(f"{index}, line 1: write State values under a line [chapter.state].")
    try:
        State().sources_after(**values)
    except StateError as error:
        raise LessonError(
            f"{index}, line {line_of(error, read_text(index).split(chr(10)))}: {error}"
        ) from None
    return values


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


def _steps(folder: Path, chapter: str, common: Mapping[str, Any]) -> tuple[Step, ...]:
    paths = sorted((folder / chapter).glob("*.md"), key=lambda path: (len(path.stem), path.stem))
    if not paths:
        raise LessonError(
            f"{folder / chapter}: there are no steps here. A step is a file such as 1.md."
        )
    steps = (read_step(in_language(folder, f"{chapter}/{path.name}")) for path in paths)
    return tuple(replace(step, values={**common, **step.values}) for step in steps)
