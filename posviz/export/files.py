"""What all exports share: the formats, the refusals, and a target that is never half-written."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QCoreApplication

PICTURES = (".png", ".svg", ".pdf")
NUMBERS = (".csv", ".npy")
FORMATS = PICTURES + NUMBERS


class ExportError(Exception):
    """A file that cannot be written; the message says why and what to do."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("export", text)


def format_of(path: Path) -> str:
    """Return the format that a file name asks for.

    Raises
    ------
    ExportError
        If the ending is none of `FORMATS`.
    """
    ending = path.suffix.lower()
    if ending not in FORMATS:
        known = ", ".join(FORMATS)
        raise ExportError(
            _tr("“{name}”: end the name with one of {known}.").format(name=path.name, known=known)
        )
    return ending


def free_space(path: Path) -> int:
    """Return how many bytes there is room for in the folder of a file.

    Raises
    ------
    ExportError
        If there is no such folder.
    """
    try:
        return shutil.disk_usage(path.parent).free
    except OSError as error:
        raise ExportError(_reason(path, error)) from None


@contextmanager
def beside(path: Path) -> Iterator[Path]:
    """Yield a temporary file in the target's folder, and rename it when all went well.

    Raises
    ------
    ExportError
        If the file cannot be written.
    """
    temporary: Path | None = None
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=path.suffix)
        temporary = Path(name)
        os.close(handle)
        yield temporary
        # mkstemp makes private files; an export gets the rights of any new file.
        mask = os.umask(0)
        os.umask(mask)
        temporary.chmod(0o666 & ~mask)
        temporary.replace(path)
    except OSError as error:
        raise ExportError(_reason(path, error)) from None
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)


def _reason(path: Path, error: OSError) -> str:
    return _tr("“{path}” cannot be written: {reason}. Choose another place.").format(
        path=path, reason=error.strerror or str(error)
    )
