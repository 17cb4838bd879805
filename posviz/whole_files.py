"""Reading a small file whole: never one that has no end, that waits, or that fills the memory."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

_PLAIN = {
    errno.ELOOP: "is a link that leads round in a circle. Delete it or mend it",
    errno.EISDIR: "is a folder, not a file",
    errno.ENOTDIR: "lies below something that is no folder",
}
"""What the system's own words leave unclear."""


class UnreadableError(Exception):
    """A file that cannot be read; the message goes on after its name, without a full stop."""


def read_whole(path: Path, most: int) -> bytes:
    """Return what stands in a file of at most `most` bytes.

    Raises
    ------
    UnreadableError
        If it is no regular file, is larger, or cannot be read.
    """
    try:
        _check(path.stat(), most)
        # Another file may have taken its place meanwhile, so it is asked again; to open a pipe
        # would wait for somebody to write into it.
        flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        with os.fdopen(os.open(path, flags), "rb") as file:
            _check(os.fstat(file.fileno()), most)
            data = file.read(most + 1)  # some files are larger than they say
    except OSError as error:
        reason = _PLAIN.get(error.errno or 0, f"cannot be read: {error.strerror}")
        raise UnreadableError(reason) from None
    if len(data) > most:
        raise UnreadableError(_too_large(most))
    return data


def _check(found: os.stat_result, most: int) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise UnreadableError(_PLAIN[errno.EISDIR])
    if not stat.S_ISREG(found.st_mode):
        raise UnreadableError("is not a file that can be read, but a pipe or a device")
    if found.st_size > most:
        raise UnreadableError(_too_large(most))


def _too_large(most: int) -> str:
    return f"is too large: at most {most >> 20} MB are read"
