"""The bytes of a file: unpacked where they are gzip, with progress, and with plain errors."""

from __future__ import annotations

import gzip
import io
import zlib
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

from posviz.language import tr
from posviz.model.embedding_files.errors import AGAIN, Cancelled, EmbeddingFileError, Progress

BLOCK = 512 * 1024
"""Bytes read at a time: large enough for numpy, small enough for the processor's cache."""

MAX_LINE = 4 * 1024 * 1024
"""The longest line, in bytes."""

SUSPECT_RATIO = 100
SUSPECT_SIZE = 256 * 1024 * 1024
"""Packed data that grow more than a hundredfold beyond 256 MiB are taken for a bomb."""


class Source:
    """A file opened for reading from its start.

    Parameters
    ----------
    path : Path
        The file.
    progress : callable or None
        Told (bytes of the file done, bytes in all) with each block; False cancels.

    Raises
    ------
    EmbeddingFileError
        If it cannot be opened, or is empty.
    """

    def __init__(self, path: Path, progress: Progress | None = None) -> None:
        self.path = path
        self._progress = progress
        self._ahead = b""
        self._unpacked = 0
        self.old_mac = False  # whether lines end with CR alone, which is read as LF
        try:
            self.raw: BinaryIO = path.open("rb")
        except (OSError, ValueError) as error:
            raise _unreadable(path, error) from None
        try:
            self.size = self.raw.seek(0, io.SEEK_END)
            self.raw.seek(0)
            self.packed = self.raw.read(2) == b"\x1f\x8b"
            self.raw.seek(0)
        except OSError as error:
            self.raw.close()
            raise _unreadable(path, error) from None
        if self.size == 0:
            self.raw.close()
            raise EmbeddingFileError(path, tr("the file is empty"), tr(AGAIN))
        self._stream = gzip.GzipFile(fileobj=self.raw) if self.packed else self.raw

    def __enter__(self) -> Source:
        """Return itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file."""
        self.raw.close()

    @property
    def done(self) -> float:
        """The part of the file that is read, 0 .. 1."""
        return self.raw.tell() / self.size

    def step(self) -> None:
        """Tell the progress.

        Raises
        ------
        Cancelled
            If the reader no longer wants the file.
        """
        if self._progress is not None and not self._progress(self.raw.tell(), self.size):
            raise Cancelled

    def peek(self, count: int) -> bytes:
        """Return the next bytes without taking them; fewer at the end."""
        if len(self._ahead) < count:
            self._ahead += self._read(count - len(self._ahead))
        return self._ahead[:count]

    def read(self, count: int) -> bytes:
        """Return the next bytes, fewer only at the end of the file.

        Raises
        ------
        EmbeddingFileError
            If the file cannot be read, or its gzip data are damaged.
        Cancelled
            As `step` says.
        """
        taken, self._ahead = self._ahead[:count], self._ahead[count:]
        if len(taken) < count:
            taken += self._read(count - len(taken))
        self.step()
        return taken

    def exactly(self, count: int) -> bytes:
        """Return the next bytes, all of them.

        Raises
        ------
        EmbeddingFileError
            If the file ends before.
        """
        data = self.read(count)
        if len(data) < count:
            raise EmbeddingFileError(
                self.path, tr("the file ends too early"), tr(AGAIN), offset=self.raw.tell()
            )
        return data

    def seek(self, offset: int) -> None:
        """Go to a byte of a file that is not packed."""
        self.raw.seek(offset)
        self._ahead = b""

    def _read(self, count: int) -> bytes:
        try:
            data = self._stream.read(count)
        except (EOFError, gzip.BadGzipFile, zlib.error):
            raise EmbeddingFileError(
                self.path,
                tr("the gzip data are cut off or damaged"),
                tr(AGAIN),
                offset=self.raw.tell(),
            ) from None
        except OSError as error:
            raise _unreadable(self.path, error) from None
        self._unpacked += len(data)
        if self.packed:
            check_ratio(self.path, self._unpacked, self.raw.tell())
        return data.replace(b"\r", b"\n") if self.old_mac else data


def check_ratio(path: Path, unpacked: int, packed: int) -> None:
    """Refuse data that grow suspiciously when they are unpacked.

    Raises
    ------
    EmbeddingFileError
        If they do.
    """
    if unpacked > SUSPECT_SIZE and unpacked > SUSPECT_RATIO * packed:
        raise EmbeddingFileError(
            path,
            tr("the packed data grow more than {suspect_ratio} times").format(
                suspect_ratio=SUSPECT_RATIO
            ),
            tr("If you trust the file, unpack it and open the result."),
        )


def _unreadable(path: Path, error: OSError | ValueError) -> EmbeddingFileError:
    why = getattr(error, "strerror", None) or str(error)
    return EmbeddingFileError(
        path,
        tr("it cannot be read ({why})").format(why=why),
        tr("Check that the file exists and that you may read it."),
    )
