"""Writing lesson files: a step made from what is on screen."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Collection
from dataclasses import fields
from pathlib import Path
from typing import Any
from unicodedata import normalize

from posviz.lesson.lesson_files import LessonError, read_text
from posviz.lesson.steps import read_lesson
from posviz.state import State

_NOT_OF_A_STEP = ("lesson", "step")
_ALWAYS = ("token", "position")
"""Each follows the other where it is not set."""
_LINE_END = re.compile(r"[\r\n\t]+")


def capture_step(
    folder: Path,
    chapter: str,
    title: str,
    text: str,
    state: State,
    panels: tuple[tuple[str, ...], ...],
    used: Collection[str],
) -> Path:
    """Write a step at the end of a chapter.

    Parameters
    ----------
    folder : Path
        The lesson folder; it is made, as is its ``chapters.toml``, where it does not exist.
    chapter : str
        Title of the chapter, which is added to the lesson if it has none of that title.
    title, text : str
        Of the step; the text in Markdown.
    state : State
        What the step sets: the fields that are not at their default, and those in `used`.
    panels : tuple of tuple of str
        The panels of each column beside the lesson.
    used : collection of str
        Fields that the panels depend on.

    Returns
    -------
    Path
        The new file.

    Raises
    ------
    LessonError
        If the folder holds a lesson that cannot be read, or a file cannot be written.
    """
    index = folder / "chapters.toml"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        chapters = read_lesson(folder) if index.exists() else ()
        known = {found.title: found.id for found in chapters}
        chapter_id = known.get(chapter) or _new_id(chapter, set(known.values()), folder)
        path = _next_file(folder / chapter_id)
        path.parent.mkdir(exist_ok=True)
        _write_new(path, _step_source(title, text, state, panels, used))
        if chapter not in known:
            entry = f"[[chapter]]\nid = {_toml(chapter_id)}\ntitle = {_toml(chapter)}\n"
            before = read_text(index).rstrip() if chapters else ""
            _replace(index, f"{before}\n\n{entry}".lstrip())
    except OSError as error:
        raise LessonError(f"{error.filename or folder}: {error.strerror}.") from None
    return path


def _step_source(
    title: str,
    text: str,
    state: State,
    panels: tuple[tuple[str, ...], ...],
    used: Collection[str],
) -> str:
    start, values = State(), state.to_dict()
    lines = [f"title = {_toml(_LINE_END.sub(' ', title).strip())}"]
    if panels:
        lines.append(f"panels = {_toml([list(column) for column in panels])}")
    lines += ["", "[state]"]
    for field in fields(State):
        name = field.name
        changed = getattr(state, name) != getattr(start, name)
        if name not in _NOT_OF_A_STEP and (changed or name in used or name in _ALWAYS):
            lines.append(f"{name} = {_toml(values[name])}")
    header = "\n".join(lines)
    return f"+++\n{header}\n+++\n{text.strip()}\n"


def _toml(value: Any) -> str:
    """Write a value of State in TOML, whose texts, numbers and lists are those of JSON."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")


def _new_id(title: str, taken: set[str], folder: Path) -> str:
    """Return a folder name for a chapter: its words in small letters, or a number."""
    plain = normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    words = "-".join(re.findall("[a-z0-9]+", plain))[:40] or "chapter"
    name, number = words, 2
    while name in taken or (folder / name).exists():
        name, number = f"{words}-{number}", number + 1
    return name


def _next_file(folder: Path) -> Path:
    """Return the file after the last numbered one."""
    numbers = [int(path.stem) for path in folder.glob("*.md") if path.stem.isdecimal()]
    return folder / f"{max(numbers, default=0) + 1}.md"


def _write_new(path: Path, source: str) -> None:
    # Half a character can be pasted, but not written.
    with path.open("x", encoding="utf-8", errors="replace", newline="\n") as file:
        file.write(source)


def _replace(path: Path, source: str) -> None:
    """Write beside and rename, so that a lesson never has half an index."""
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", newline="\n", dir=path.parent, prefix=".", delete=False
    ) as file:
        file.write(source)
    temporary = Path(file.name)
    try:
        temporary.chmod(0o644)
        temporary.replace(path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
