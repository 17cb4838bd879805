"""Everything that can be told about a lesson folder before a class sees it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path

from posviz.lesson.glossary import NAME, read_glossary
from posviz.lesson.goal_reach import goal_doubts
from posviz.lesson.lesson_files import LessonError, line_in, line_of
from posviz.lesson.step_file import Step, parts_of
from posviz.lesson.step_text import text_faults
from posviz.lesson.steps import Chapter, step_files, survey
from posviz.state import State
from posviz.state_fields import StateError

_PLACE = re.compile(r"(.*?), line (\d+): ", re.DOTALL)
_NUMBER = re.compile(r"[1-9]\d{0,3}")
_NEARLY_STEPS = (".markdown", ".mdown", ".mkd", ".txt")


def check_names(
    lesson: Collection[Chapter], panels: Collection[str], arrangements: Collection[str]
) -> None:
    """Refuse steps with panels, or arrangements, that the program does not have.

    Raises
    ------
    LessonError
        With all of them.
    """
    steps = [step for chapter in lesson for step in chapter.steps]
    faults = [fault for step in steps for fault in _name_faults(step, panels, arrangements)]
    if faults:
        raise LessonError(*faults)


def check_folder(
    folder: Path, panels: Collection[str], arrangements: Collection[str]
) -> tuple[Chapter, ...]:
    """Read a lesson as the program does, and look at all that it does not ask for in a class.

    Besides what `read_lesson` refuses these are: names of panels and arrangements, values that
    the step's table does not allow, goals that cannot be reached, formulas and tables that are
    not closed, files that are no step although they look like one, and the glossary.

    Raises
    ------
    LessonError
        With every fault of the folder, in the order of files and lines.
    """
    lesson, faults = survey(folder)
    for chapter in lesson:
        faults += _folder_faults(folder / chapter.id)
        for path in step_files(folder / chapter.id):
            faults += _text_faults(path)
        for step in chapter.steps:
            faults += _name_faults(step, panels, arrangements)
            faults += _start_faults(step)
    faults += _left_out(folder, {chapter.id for chapter in lesson})
    if (folder / NAME).exists() or (folder / NAME).is_symlink():
        try:
            read_glossary(folder / NAME)
        except LessonError as error:
            faults += error.faults
    if faults:
        raise LessonError(*sorted(dict.fromkeys(faults), key=_place))
    return tuple(lesson)


def _place(fault: str) -> tuple[str, int, str, int]:
    """Order faults by folder, number of the step and line."""
    found = _PLACE.match(fault)
    if found is None:
        return fault, 0, "", 0
    path = Path(found.group(1))
    number = int(path.stem) if _NUMBER.fullmatch(path.stem) else 0
    return str(path.parent), number, path.name, int(found.group(2))


def _name_faults(
    step: Step, panels: Collection[str], arrangements: Collection[str]
) -> Iterator[str]:
    lines = parts_of(step.source)[0]
    for name in (name for column in step.panels for name in column):
        if name not in panels:
            line = line_in("", "panels", lines)
            yield (
                f"{step.source}, line {line}: there is no panel “{name}”. There are "
                f"{', '.join(sorted(panels))}."
            )
    named = not step.panels and step.arrangement != step.chapter
    if named and step.arrangement not in arrangements:
        line = line_in("", "arrangement", lines)
        yield (
            f"{step.source}, line {line}: there is no arrangement “{step.arrangement}”. There are "
            f"{', '.join(sorted(arrangements))}; or list panels = [[…], […]] instead."
        )


def _text_faults(path: Path) -> Iterator[str]:
    try:
        header, text = parts_of(path)
    except LessonError:  # told already
        return
    for index, fault in text_faults(text):
        yield f"{path}, line {len(header) + 1 + index}: {fault}"


def _start_faults(step: Step) -> Iterator[str]:
    """What is wrong with the State that a step sets, and with its goal there."""
    lines = parts_of(step.source)[0]
    try:
        start = step.applied_to(State())
    except StateError as error:
        yield f"{step.source}, line {line_of(error, lines)}: {error}"
        return
    if step.goal is not None:
        for doubt in goal_doubts(step.goal, start):
            yield f"{step.source}, line {line_in('goal', doubt.key, lines)}: {doubt}"


def _folder_faults(folder: Path) -> Iterator[str]:
    """Files that are no step although they look like one, and numbers that are left out."""
    numbers = []
    for path in step_files(folder):
        if _NUMBER.fullmatch(path.stem):
            numbers.append(int(path.stem))
        else:
            yield (
                f"{path}, line 1: a step is named by its number, 1.md, 2.md and so on. Rename "
                "this file, or move it out of the folder."
            )
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        other = path.suffix != ".md" and path.suffix.lower() in (".md", *_NEARLY_STEPS)
        if other and path.stem.isdecimal():
            yield f"{path}, line 1: this file is not shown. A step is named {path.stem}.md."
    missing = sorted(set(range(1, max(numbers, default=0) + 1)) - set(numbers))
    if numbers and missing:
        names = ", ".join(f"{number}.md" for number in missing[:5])
        more = ", …" if len(missing) > 5 else ""
        yield (
            f"{folder / f'{max(numbers)}.md'}, line 1: before this step {names}{more} is missing. "
            "Number the steps 1.md, 2.md and so on."
        )


def _left_out(folder: Path, known: Collection[str]) -> Iterator[str]:
    """Folders of steps that the index does not list."""
    for path in sorted(folder.iterdir()):
        if path.is_dir() and path.name not in known and step_files(path):
            yield (
                f"{folder / 'chapters.toml'}, line 1: the folder “{path.name}” holds steps, but no "
                "chapter has this id. Add it under [[chapter]], or move the folder elsewhere."
            )
