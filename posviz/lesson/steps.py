"""The lesson: chapters of guided steps, in the order of ``chapters.toml``.

That file lists the chapters, each with the values that all of its steps begin with. A step is
``<chapter>/<number>.md``; :mod:`posviz.lesson.step_file` says what stands in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from posviz.language import current, in_language, per_language
from posviz.lesson.lesson_files import (
    LessonError,
    line_in,
    line_of,
    read_text,
    read_toml,
    unknown,
)
from posviz.lesson.step_file import Step, read_step
from posviz.paths import resource
from posviz.state import State
from posviz.state_fields import StateError, checked

_CHAPTER = ("id", "title", "state")
_ID = re.compile(r"[^\W_]([\w\-. ]{0,98}[\w\-])?")
"""A chapter's id is the name of a folder, and the part of a step's id before the slash."""


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


def read_lesson(folder: Path) -> tuple[Chapter, ...]:
    """Read a lesson folder: each step, and each title of a chapter, in the language that is on.

    Translated steps lie in ``<language>/<chapter>/<number>.md``, translated titles in
    ``<language>/chapters.toml``; what is not there is read as it was written.

    Raises
    ------
    LessonError
        If files are missing or wrong: all faults of the folder.
    """
    chapters, faults = survey(folder)
    if faults:
        raise LessonError(*faults)
    return tuple(chapters)


def survey(folder: Path) -> tuple[list[Chapter], list[str]]:
    """Read what can be read of a lesson folder, and find all that is wrong with the rest.

    Raises
    ------
    LessonError
        If its index cannot be read at all.
    """
    index = folder / "chapters.toml"
    source = read_text(index)
    values, lines = read_toml(source, index, first_line=1), source.split("\n")
    chapters: list[Chapter] = []
    titles, faults = _translated_titles(folder / current() / "chapters.toml")
    for name in values.keys() - {"chapter"}:
        why = unknown(name, "chapters.toml", ("chapter",))
        faults.append(f"{index}, line {line_in(name, name, lines)}: {why}")
    listed = values.get("chapter")
    if not isinstance(listed, list) or not listed or not all(isinstance(e, dict) for e in listed):
        faults.append(f"{index}, line 1: list the chapters, each under a line [[chapter]].")
        return [], faults
    for number, entry in enumerate(listed, start=1):
        before = [str(other.get("id")).casefold() for other in listed[: number - 1]]
        wrong = list(_entry_faults(entry, number, before, index, lines))
        faults += wrong
        if not _has_folder(entry) or entry["id"].casefold() in before:
            continue
        steps, bad = _steps(folder, entry["id"])
        faults += bad
        common = {} if wrong else entry.get("state", {})
        steps = [replace(step, values={**common, **step.values}) for step in steps]
        chapters.append(
            Chapter(entry["id"], titles.get(entry["id"], str(entry.get("title"))), tuple(steps))
        )
    return chapters, faults


def _translated_titles(index: Path) -> tuple[dict[str, str], list[str]]:
    """Titles of chapters by id, in the language that is on; faults of their file."""
    if not index.is_file():
        return {}, []
    try:
        source = read_text(index)
        listed = read_toml(source, index, first_line=1).get("chapter")
    except LessonError as error:
        return {}, list(error.faults)
    titles, faults = {}, []
    for number, entry in enumerate(listed if isinstance(listed, list) else [None], start=1):
        pair = [entry.get(key) if isinstance(entry, dict) else None for key in ("id", "title")]
        if all(isinstance(text, str) for text in pair):
            titles[str(pair[0])] = str(pair[1])
        else:
            line = line_in("chapter", "chapter", source.split("\n"), nth=number)
            why = f"chapter {number} needs the texts “id” and “title”."
            faults.append(f"{index}, line {line}: {why}")
    return titles, faults


def _has_folder(entry: Mapping[str, Any]) -> bool:
    return isinstance(entry.get("id"), str) and _ID.fullmatch(entry["id"]) is not None


def _entry_faults(
    entry: Mapping[str, Any], number: int, before: list[Any], index: Path, lines: list[str]
) -> Iterator[str]:
    """Find what is wrong with a chapter in the index; `before` are the ids above, case-folded."""

    def fault(key: str, message: str) -> str:
        return f"{index}, line {line_in('chapter', key, lines, nth=number)}: {message}"

    for key in entry.keys() - set(_CHAPTER):
        yield fault(key, unknown(key, "a chapter", _CHAPTER))
    for key in ("id", "title"):
        if not isinstance(entry.get(key), str) or not entry[key].strip():
            yield fault(key, f"chapter {number} needs the text “{key}”.")
    name = entry.get("id")
    if isinstance(name, str) and name and not _has_folder(entry):
        yield fault(
            "id",
            f"“{name}” cannot be the id of a chapter. The id is the name of a folder beside "
            "chapters.toml: letters, digits, hyphens and blanks.",
        )
    elif isinstance(name, str) and name.casefold() in before:
        yield fault("id", f"there is a chapter “{name}” already. Give each an id of its own.")
    yield from _common_faults(entry.get("state", {}), number, index, lines)


def _common_faults(values: Any, number: int, index: Path, lines: list[str]) -> Iterator[str]:
    """Find all that is wrong with the values which each step of a chapter sets."""
    at = line_in("chapter", "state", lines, nth=number)
    if not isinstance(values, dict):
        yield f"{index}, line {at}: write State values under a line [chapter.state]."
        return
    for name, value in values.items():
        try:
            checked(name, value)
            if name in ("step", "lesson"):
                raise StateError(f"“{name}” is not set by a chapter; leave it out.")
        except StateError as error:
            line = line_of(StateError(f"{name} ="), lines, after=at)
            yield f"{index}, line {line}: {error}"


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


def step_files(folder: Path) -> list[Path]:
    """Return the step files of a chapter, in order: 1, 2, … 9, 10."""
    return sorted(folder.glob("*.md"), key=lambda path: (len(path.stem), path.stem))


def _steps(folder: Path, chapter: str) -> tuple[list[Step], list[str]]:
    """Read the steps of a chapter; faults are those of the steps that cannot be used."""
    paths = step_files(folder / chapter)
    steps: list[Step] = []
    faults: list[str] = []
    for path in paths:
        try:
            steps.append(read_step(in_language(folder, f"{chapter}/{path.name}")))
        except LessonError as error:
            faults += error.faults
    if not paths:
        faults.append(
            f"{folder / chapter}: there are no steps here. A step is a file such as 1.md."
        )
    return steps, faults
