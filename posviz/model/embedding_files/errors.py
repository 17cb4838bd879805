"""How reading ends without a table: refused in words, asked for more, or cancelled."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from posviz.language import marked, tr

Progress = Callable[[int, int], bool]
"""Told (bytes done, bytes in all); False cancels."""

AGAIN = marked("Copy or download it again.")


class Cancelled(Exception):
    """The progress callback said no."""


class EmbeddingFileError(Exception):
    """A file that cannot be used; the text names file and place, says why and what to do.

    Parameters
    ----------
    path : Path
        The file.
    reason : str
        Why, without a full stop.
    remedy : str
        What to do, a sentence.
    line, row, offset : int, optional
        Where: a line of text from 1, a row of a matrix from 1, or a byte from 0.
    """

    def __init__(
        self,
        path: Path,
        reason: str,
        remedy: str,
        *,
        line: int | None = None,
        row: int | None = None,
        offset: int | None = None,
    ) -> None:
        self.path, self.reason, self.remedy = path, reason, remedy
        self.line, self.row, self.offset = line, row, offset
        places = {tr(", line {at}"): line, tr(", row {at}"): row, tr(", byte {at}"): offset}
        place = "".join(told.format(at=at) for told, at in places.items() if at is not None)
        super().__init__(f"“{path.name}”{place}: {reason}. {remedy}")


class NeedWords(EmbeddingFileError):
    """The file holds numbers only: ask for a word list and read again with ``words=``.

    Parameters
    ----------
    sizes : tuple of int
        How many words the list may have; two where the matrix may be stored transposed.
    listed : bool
        Whether there is a list, but one that does not fit.
    """

    def __init__(
        self, path: Path, reason: str, remedy: str, sizes: tuple[int, ...], *, listed: bool = False
    ) -> None:
        super().__init__(path, reason, remedy)
        self.sizes, self.listed = sizes, listed
