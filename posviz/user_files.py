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
from shutil import copyfile
from typing import Any, NamedTuple

from posviz.lesson.drafts import Drafts, DraftsError
from posviz.lesson.progress import Progress, ProgressError
from posviz.model.notation import shortened
from posviz.state import State
from posviz.state_fields import FIELDS, StateError, checked
from posviz.whole_files import UnreadableError, read_whole

VERSION = 1
_LARGEST = 64 << 20
"""Bytes of a file: more than any that the program writes, and read in a moment."""

_TOLD = 3
"""So many values that were left out are told one by one."""


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
    target = _aside(path)
    try:
        return path.rename(target) if target else None
    except OSError:
        return None


def copy_aside(path: Path) -> Path | None:
    """Keep a copy of a file that is used in part; None where that is not possible."""
    target = _aside(path)
    try:
        return Path(copyfile(path, target)) if target else None
    except OSError:
        return None


def _aside(path: Path) -> Path | None:
    names = (path.with_name(f"{path.stem}.bad{n}{path.suffix}") for n in range(1, 1000))
    return next((target for target in names if not is_there(target)), None)


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


class SessionValues(NamedTuple):
    """State values of a session file, and what the user should know about those left out."""

    values: dict[str, Any]
    left_out: str


def session_values(path: Path) -> SessionValues:
    """Read the State values of a session file, without the tables that they need.

    A value that no State can have, or of a field that there is not, is left out: the others
    are none the worse for it.

    Raises
    ------
    UserFileError
        If the file cannot be used.
    """
    values = read_json(path, "session").get("state")
    if not isinstance(values, dict):
        raise UserFileError(f"“{path}” is damaged: it holds no state.")
    kept, reasons = dict(values), list[str]()
    for name, value in values.items():
        try:
            checked(name, value)
        except StateError as error:
            del kept[name]
            unknown = f"{shortened(name)} is a field that this posviz does not know."
            reasons.append(str(error) if name in FIELDS else unknown)
    with _told(path):
        while (refused := _refused(kept)) is not None:  # what does not go together
            name, reason = refused
            del kept[name]
            reasons.append(reason)
    return SessionValues(kept, _left_out(path, reasons) if reasons else "")


def _refused(values: dict[str, Any]) -> tuple[str, str] | None:
    """Return the field whose value does not go with the others, and why; None where all do.

    Raises
    ------
    StateError
        If the values are refused and it is not told for which field.
    """
    try:
        State.without_files(values)
    except StateError as error:
        name = next((name for name in values if str(error).startswith(f"{name} =")), None)
        if name is None:
            raise
        return name, str(error)
    return None


def _left_out(path: Path, reasons: list[str]) -> str:
    shown = " ".join(reasons[:_TOLD])
    if len(reasons) > _TOLD:
        shown += f" So it is with {len(reasons) - _TOLD} more."
    return (
        f"Not all of “{path}” could be used. {shown} What cannot be used is left out, all the rest "
        "is as it was."
    )


def read_session(path: Path, *, files: bool = True) -> State:
    """Read the State of a session file, as far as it can be used.

    Parameters
    ----------
    path : Path
        The session file.
    files : bool
        Whether tables of the user's own are read now; else a hand-made one stands in.

    Raises
    ------
    UserFileError
        If the file cannot be used.
    """
    values = session_values(path).values
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
