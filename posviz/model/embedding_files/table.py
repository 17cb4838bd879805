"""What a read file becomes, how its rows are collected, and how it is refused.

The one rule for rows: a row that cannot be used is skipped, and counted with its reason and
place; nothing is repaired by a guess. A file of which no row, or fewer rows than not, can be
used is refused with the first bad place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from posviz.language import marked, tr
from posviz.model.embedding_files.errors import EmbeddingFileError
from posviz.model.embedding_files.tensors import Tensor
from posviz.model.notation import grouped, plural

PLACES_SHOWN = 5


class Reason(Enum):
    """Why a row was skipped; the value is what a reader is told."""

    BLANK = marked("blank line")
    NO_WORD = marked("no word before the values")
    DUPLICATE = marked("word seen before")
    NOT_UTF8 = marked("word not in UTF-8")
    NOT_FINITE = marked("a value is nan or infinite")
    TOO_LARGE = marked("a value is too large for 32 bits")
    TOO_FEW = marked("too few values")
    TOO_MANY = marked("too many values")
    NOT_A_NUMBER = marked("a value is not a number")
    DECIMAL_COMMA = marked("numbers with a decimal comma")
    CUT_OFF = marked("cut off at the end of the file")


_HARMLESS = {Reason.BLANK, Reason.DUPLICATE}

_REMEDIES = {
    Reason.NOT_UTF8: marked("Save the file as UTF-8."),
    Reason.DECIMAL_COMMA: marked("Write the numbers with a decimal point."),
    Reason.NO_WORD: marked("Every row needs a word."),
    Reason.CUT_OFF: marked("The file is incomplete: copy or download it again."),
    Reason.TOO_FEW: marked(
        "Every row needs the same number of values; copy or download the file again."
    ),
    Reason.NOT_FINITE: marked("Remove such rows, or train again: this training has diverged."),
    Reason.TOO_LARGE: marked("Scale the values down."),
}


@dataclass(frozen=True)
class Skipped:
    """Rows left out for one reason.

    Parameters
    ----------
    reason : Reason
        Why.
    count : int
        How many.
    places : tuple of int
        The first few line or row numbers, from 1.
    """

    reason: Reason
    count: int
    places: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class LoadedTable:
    """A table read from a file.

    Parameters
    ----------
    words : tuple of str
        The n words, all different; position numbers "0", "1", ... if kind is "positions".
    matrix : ndarray of float32, shape (n, d)
        One finite row per word, read-only.
    skipped : tuple of Skipped
        What was left out.
    format : str
        What the file is, such as "word2vec text".
    unit : str
        What the places in ``skipped`` count: "line" or "row".
    tensors : tuple of Tensor
        The matrices to choose from; empty where a format holds one.
    tensor : str or None
        The name of the one that was read.
    kind : str
        "words" or "positions".
    remarks : tuple of str
        What else a reader should know, in sentences.
    """

    words: tuple[str, ...]
    matrix: NDArray[np.float32]  # (n, d)
    skipped: tuple[Skipped, ...]
    format: str
    unit: str = "line"
    tensors: tuple[Tensor, ...] = ()
    tensor: str | None = None
    kind: str = "words"
    remarks: tuple[str, ...] = ()

    @property
    def report(self) -> tuple[str, ...]:
        """The remarks and what was skipped, one sentence each."""
        lines = list(self.remarks)
        for skipped in self.skipped:
            more = ", …" if skipped.count > len(skipped.places) else ""
            count = grouped(skipped.count)
            places = ", ".join(map(str, skipped.places))
            unit = plural(skipped.count, self.unit)
            lines.append(
                tr("{count} {unit} skipped: {value} ({unit} {places}{more}).").format(
                    count=count, unit=unit, value=tr(skipped.reason.value), places=places, more=more
                )
            )
        return tuple(lines)


class Collector:
    """Gathers rows in file order, and counts what it leaves out.

    Parameters
    ----------
    path : Path
        The file, for messages.
    width : int
        d.
    unit : str
        What places count: "line" or "row".
    max_rows : int or None
        Stop after so many rows.
    """

    def __init__(self, path: Path, width: int, unit: str, max_rows: int | None) -> None:
        self.path, self.width, self.unit, self.max_rows = path, width, unit, max_rows
        self.words: list[str] = []
        self.remarks: list[str] = []
        self._seen: set[str] = set()
        self._matrix = np.empty((0, width), np.float32)
        self._counts: dict[Reason, int] = {}
        self._places: dict[Reason, list[int]] = {}
        self._zeros = 0

    @property
    def full(self) -> bool:
        """Whether max_rows are there."""
        return self.max_rows is not None and len(self.words) >= self.max_rows

    @property
    def rows(self) -> int:
        """Rows met so far, used or skipped, without blank lines."""
        return len(self.words) + sum(self._counts.values()) - self._counts.get(Reason.BLANK, 0)

    def skip(self, reason: Reason, *places: int) -> None:
        """Count rows that are left out; none is fine."""
        if not places:
            return
        self._counts[reason] = self._counts.get(reason, 0) + len(places)
        known = self._places.setdefault(reason, [])
        known.extend(map(int, places[: PLACES_SHOWN - len(known)]))

    def add(
        self,
        words: Sequence[str | Reason],
        values: NDArray[np.generic],
        places: Sequence[int] | NDArray[np.intp],
        done: float,
    ) -> None:
        """Take rows in.

        Parameters
        ----------
        words : sequence of str or Reason
            The word of each row, or why it has none.
        values : ndarray of any real dtype, shape (rows, d)
            Their vectors.
        places : sequence of int
            Their line or row numbers.
        done : float
            The part of the file these rows end at, 0 .. 1, from which the size is foreseen.
        """
        with np.errstate(over="ignore"):
            values32 = values.astype(np.float32, copy=False)
        fine = np.logical_and.reduce(np.isfinite(values32), axis=1).tolist()
        kept = []
        for i, word in enumerate(words):
            if self.max_rows is not None and len(self.words) >= self.max_rows:
                break
            if isinstance(word, Reason):
                self.skip(word, places[i])
            elif not fine[i]:
                finite = bool(np.isfinite(values[i]).all())
                self.skip(Reason.TOO_LARGE if finite else Reason.NOT_FINITE, places[i])
            elif not word:
                self.skip(Reason.NO_WORD, places[i])
            elif word in self._seen:
                self.skip(Reason.DUPLICATE, places[i])
            else:
                self._seen.add(word)
                self.words.append(word)
                kept.append(i)
        if not kept:
            return
        if len(kept) < len(values32):
            values32 = values32[kept]
        self._zeros += int(np.count_nonzero(~values32.any(axis=1)))
        total = len(self.words)
        self._reserve(total, done)
        self._matrix[total - len(kept) : total] = values32

    def _reserve(self, rows: int, done: float) -> None:
        """Make room, foreseeing the whole file but never more than four times what is there."""
        if rows > len(self._matrix):
            foreseen = int(rows / max(done, 1e-9) * 1.01) + 16
            # In place, so that growing needs no second copy; no view of it is ever given out.
            self._matrix.resize((max(rows, min(foreseen, 4 * rows)), self.width), refcheck=False)

    def finish(
        self,
        format_: str,
        tensors: tuple[Tensor, ...] = (),
        tensor: str | None = None,
        kind: str = "words",
    ) -> LoadedTable:
        """Return the table.

        Raises
        ------
        EmbeddingFileError
            If no row, or fewer rows than not, could be used.
        """
        bad = {r: n for r, n in self._counts.items() if r not in _HARMLESS}
        if not self.words or sum(bad.values()) > len(self.words):
            self._refuse(bad)
        if self.full:
            count = len(self.words)
            self.remarks.append(
                tr("Reading stopped after {count} {unit}, as asked.").format(
                    count=count, unit=plural(count, "word")
                )
            )
        if self._zeros:
            one, more = (
                tr("1 of the vectors is all zeros."),
                tr("{n} of the vectors are all zeros."),
            )
            self.remarks.append(one if self._zeros == 1 else more.format(n=self._zeros))
        self._seen.clear()
        self._matrix.resize((len(self.words), self.width), refcheck=False)
        self._matrix.flags.writeable = False
        skipped = tuple(
            Skipped(reason, count, tuple(self._places[reason]))
            for reason, count in self._counts.items()
        )
        return LoadedTable(
            tuple(self.words),
            self._matrix,
            skipped,
            format_,
            self.unit,
            tensors,
            tensor,
            kind,
            tuple(self.remarks),
        )

    def _refuse(self, bad: dict[Reason, int]) -> None:
        if not bad:
            raise EmbeddingFileError(
                self.path, tr("it holds no vectors"), tr("Choose another file.")
            )
        first = min(bad, key=lambda reason: self._places[reason][0])
        count, place = sum(bad.values()), self._places[first][0]
        others = (
            tr("; {count} rows cannot be used, {count2} can").format(
                count=count, count2=len(self.words)
            )
            if count > 1
            else ""
        )
        raise EmbeddingFileError(
            self.path,
            tr(first.value) + others,
            _REMEDIES.get(first, tr("Correct the file, or copy or download it again.")),
            line=place if self.unit == "line" else None,
            row=place if self.unit == "row" else None,
        )
