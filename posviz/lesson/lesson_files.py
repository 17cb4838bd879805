"""What all files of a lesson have in common: how they are read, and how a fault is told."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from posviz.state_fields import StateError
from posviz.whole_files import UnreadableError, read_whole

_LARGEST = 1 << 20
"""Bytes of a lesson file: a thousand times what a step of one screen needs."""
_LINE = re.compile(r"\(at line (\d+)")

_PLAIN = {
    "Cannot overwrite a value": "the same name stands twice",
    "Cannot declare": "the same heading stands twice",
    "Invalid value": 'this is no value. A text stands in straight quotes, "like this"',
    "Unterminated string": "a text is not closed with a quote on its line",
    "Expected '='": "a line is name = value. Expected '=' after the name",
}
"""What the reader of TOML says, and what it means."""


class LessonError(Exception):
    """Lesson files that cannot be used.

    Attributes
    ----------
    faults : tuple of str
        Every fault that was found, each with file, line and reason. The message is the first.
    """

    def __init__(self, *faults: str) -> None:
        self.faults = faults
        more = len(faults) - 1
        rest = "1 more fault" if more == 1 else f"{more} more faults"
        told = f" There is {rest}" if more == 1 else f" There are {rest}"
        super().__init__(faults[0] + (f"{told}; “posviz lesson check” lists all." if more else ""))


def read_text(path: Path) -> str:
    """Return a text file's content; what is wrong with it is a LessonError."""
    try:
        text = read_whole(path, _LARGEST).decode("utf-8-sig")
    except UnreadableError as error:
        raise LessonError(f"{path}, line 1: the file {error}.") from None
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise LessonError(
            f"{path}, line {line}: this is not UTF-8 text. Save it as UTF-8."
        ) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_toml(source: str, path: Path, first_line: int) -> dict[str, Any]:
    """Read TOML that begins at a line of a file; errors name the file's own line."""
    try:
        return tomllib.loads(source)
    except tomllib.TOMLDecodeError as error:
        found = _LINE.search(str(error))
        # Without a place the reason is that the document ends too soon.
        line = first_line + (int(found.group(1)) - 1 if found else source.count("\n"))
        raise LessonError(f"{path}, line {line}: {_plain(str(error).split(' (at')[0])}.") from None
    except ValueError:  # a whole number of more than 4300 digits
        raise LessonError(f"{path}, line {first_line}: a number is too long.") from None
    except RecursionError:
        raise LessonError(f"{path}, line {first_line}: lists stand in lists too deeply.") from None


def _plain(reason: str) -> str:
    """Say in plain words what the reader of TOML says in its own."""
    return next((plain for words, plain in _PLAIN.items() if words in reason), reason)


def line_in(table: str, key: str, lines: list[str], *, nth: int = 1) -> int:
    """Line of a key below the heading of its table; that of the heading if it is not there.

    The table without a name is the beginning of the header. Of tables that come more than once,
    as ``[[chapter]]`` does, it is the `nth`; what stands below its sub-tables counts to it.
    """
    inside, found, seen = not table, 1, 0
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if text.startswith("["):
            heading = text.partition("#")[0].strip()
            if heading in (f"[{table}]", f"[[{table}]]"):
                seen += 1
                inside = seen == nth
                found = number if inside else found
                if inside and key == table:
                    return number
            elif not (inside and table and heading.startswith(f"[{table}.")):
                inside = False
            if heading.strip("[] ") == key and (inside or not table):
                return number
        elif text.partition("=")[0].strip().strip("\"'") in ((key,) if inside else (table,)):
            return number
    return found


def line_of(error: StateError, lines: list[str], *, after: int = 0) -> int:
    """Line that sets the value which was refused, below the first `after` lines; else 1."""
    for number, line in enumerate(lines, start=1):
        name = line.partition("=")[0].strip()
        refused = str(error).startswith(f"{name} =") or f"“{name}”" in str(error)
        if number > after and name and refused:
            return number
    return max(1, after)


def unknown(name: str, what: str, known: Collection[str]) -> str:
    """Say that a header has a name which it cannot have, and which it can."""
    near = get_close_matches(name, known, 1, 0.6)
    meant = f" Did you mean “{near[0]}”?" if near else ""
    return f"{what} has no “{name}”.{meant} It can have {', '.join(known)}."


def faults_of(act: Iterable[LessonError]) -> tuple[str, ...]:
    """All faults of several errors."""
    return tuple(fault for error in act for fault in error.faults)


def is_table(value: Any) -> bool:
    """Whether a value of TOML is a table."""
    return isinstance(value, Mapping)
