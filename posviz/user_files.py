"""JSON files that hold what the user made: sessions, settings, last state, progress, code.

A file is replaced whole, never written in place. A file that cannot be used is moved aside,
never deleted, and the reason is told in words.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from posviz.lesson.drafts import Drafts, DraftsError
from posviz.lesson.progress import Progress, ProgressError
from posviz.state import State
from posviz.state_fields import StateError
from posviz.whole_files import UnreadableError, read_whole

VERSION = 1
_LARGEST = 64 << 20
"""Bytes of a file: more than any that the program writes, and read in a moment."""


class UserFileError(Exception):
    """A file that cannot be used; the message says why and what to do."""


def read_json(path: Path, kind: str) -> dict[str, Any]:
    """Read a file that `write_json` wrote.

    Raises
    ------
    UserFileError
        If it cannot be read, is damaged, is of another kind or of a newer version.
    """
    try:
        text = read_whole(path, _LARGEST).decode("utf-8-sig", errors="surrogatepass")
    except UnreadableError as error:
        raise UserFileError(f"“{path}” {error}.") from None
    except UnicodeDecodeError:
        raise UserFileError(f"“{path}” is not a posviz file: it is not text.") from None
    if not text.strip("\0 \r\n\t"):
        raise UserFileError(f"“{path}” is empty.")
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        raise UserFileError(f"“{path}” is damaged or not a posviz file.") from None
    if not isinstance(values, dict) or values.get("kind") != kind:
        raise UserFileError(f"“{path}” is not a posviz {kind} file.")
    version = values.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise UserFileError(f"“{path}” is damaged: it does not say its version.")
    if version > VERSION:
        raise UserFileError(
            f"“{path}” was made by a newer posviz (file version {version}, this one reads up "
            f"to {VERSION}). Update posviz to open it."
        )
    return values


def write_json(path: Path, kind: str, values: dict[str, Any]) -> None:
    """Write values beside the target and put the file in its place when it is complete.

    Raises
    ------
    UserFileError
        If it cannot be written; an older file stays as it was.
    """
    text = json.dumps({"kind": kind, "version": VERSION, **values}, ensure_ascii=False, indent=1)
    temporary: Path | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
        temporary = Path(name)
        with os.fdopen(handle, "w", encoding="utf-8", errors="surrogatepass") as file:
            file.write(text + "\n")
        temporary.replace(path)
    except OSError as error:
        raise UserFileError(f"“{path}” cannot be written: {error.strerror}.") from None
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)


def is_there(path: Path) -> bool:
    """Whether something has this name, so that what is wrong with it is told.

    Yes for a link that leads nowhere or round in a circle, and where the folder cannot be
    looked into.
    """
    try:
        return path.is_symlink() or path.exists()
    except OSError:
        return True


def move_aside(path: Path) -> Path | None:
    """Rename a bad file so that it is kept; None where that is not possible."""
    for number in range(1, 1000):
        target = path.with_name(f"{path.stem}.bad{number}{path.suffix}")
        if not is_there(target):
            try:
                return path.rename(target)
            except OSError:
                return None
    return None


def is_session(path: Path) -> bool:
    """Whether a file is, or calls itself, a session: by its name, else by how it begins."""
    if path.suffix.lower() == ".posviz":
        return True
    try:
        if not path.is_file():  # a pipe would be waited for
            return False
        with path.open("rb") as file:
            return re.match(rb'[^{]{0,16}\{\s*"kind"\s*:\s*"session"', file.read(256)) is not None
    except OSError:
        return False


def session_values(path: Path) -> dict[str, Any]:
    """Read the State values of a session file, without the tables that they need.

    Raises
    ------
    UserFileError
        If the file cannot be used, or holds a value that no State can have.
    """
    values = read_json(path, "session").get("state")
    if not isinstance(values, dict):
        raise UserFileError(f"“{path}” is damaged: it holds no state.")
    with _told(path):
        State().sources_after(**values)
    return values


def read_session(path: Path, *, files: bool = True) -> State:
    """Read the State of a session file.

    Parameters
    ----------
    path : Path
        The session file.
    files : bool
        Whether tables of the user's own are read now; else a hand-made one stands in.

    Raises
    ------
    UserFileError
        If the file cannot be used, or holds a value that no State can have.
    """
    values = session_values(path)
    with _told(path):
        return State.from_dict(values) if files else State.without_files(values)


@contextmanager
def _told(path: Path) -> Iterator[None]:
    try:
        yield
    except StateError as error:
        raise UserFileError(unusable(path, str(error))) from None


def unusable(path: Path, why: str) -> str:
    """Say that a session file holds what no State can have."""
    return f"“{path}” cannot be used. {why}"


def write_session(path: Path, state: State) -> None:
    """Write a State as a session file.

    Raises
    ------
    UserFileError
        If it cannot be written.
    """
    write_json(path, "session", {"state": state.to_dict()})


def read_progress(path: Path) -> Progress:
    """Read what the learner has been through.

    Raises
    ------
    UserFileError
        If the file cannot be used.
    """
    try:
        return Progress.from_dict(read_json(path, "progress"))
    except ProgressError as error:
        raise UserFileError(f"“{path}” is damaged: {error}") from None


def write_progress(path: Path, progress: Progress) -> None:
    """Write what the learner has been through.

    Raises
    ------
    UserFileError
        If it cannot be written.
    """
    write_json(path, "progress", progress.to_dict())


def read_drafts(path: Path) -> Drafts:
    """Read the learner's code.

    Raises
    ------
    UserFileError
        If the file cannot be used.
    """
    try:
        return Drafts.from_dict(read_json(path, "practice"))
    except DraftsError as error:
        raise UserFileError(f"“{path}” is damaged: {error}") from None


def write_drafts(path: Path, drafts: Drafts) -> None:
    """Write the learner's code.

    Raises
    ------
    UserFileError
        If it cannot be written.
    """
    write_json(path, "practice", drafts.to_dict())
