"""Numbers as an array (NPY) or as text (CSV), in memory or made while they are written."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from posviz.export.files import beside, format_of
from posviz.model.embedding_files import Cancelled, Progress

LARGE_FILE = 200_000_000
"""Bytes from which a file is not written without asking."""

_AT_A_TIME = 1 << 18
"""So many numbers are worked out at a time: 2 MB, which stay in the processor's cache."""

_CELLS_BETWEEN = 1 << 14
"""So many cells of text are written before progress is told again."""

_CELLS_AT_A_TIME = 512

_SAMPLE = 64

_A_NUMBER = 20
"""Characters of a number in full precision and its comma, more or less."""


@dataclass(frozen=True)
class RowBlocks:
    """An array of float64 that is made block by block, so that its size needs no memory.

    Attributes
    ----------
    shape
        (n,) or (n, c).
    make
        Returns some of the n rows, in order.
    label
        What stands before the numbers of a row in a line of text; its number if not given.
    each
        How many rows are made at a time; about two megabytes of them if not given.
    """

    shape: tuple[int, ...]
    make: Callable[[range], NDArray[np.float64]]
    label: Callable[[int], Sequence[object]] = lambda row: (row,)
    each: int = 0

    @property
    def dtype(self) -> np.dtype[np.float64]:
        """The kind of number, float64."""
        return np.dtype(np.float64)

    def __iter__(self) -> Iterator[NDArray[np.float64]]:
        """Yield the rows in blocks."""
        each = self.each or max(1, _AT_A_TIME // max(1, *self.shape[1:]))
        for start in range(0, self.shape[0], each):
            yield self.make(range(start, min(start + each, self.shape[0])))

    def __array__(
        self, dtype: np.dtype[Any] | None = None, copy: bool | None = None
    ) -> NDArray[Any]:
        """Make all of it at once."""
        whole = self.make(range(self.shape[0]))
        return whole if dtype is None else whole.astype(dtype)

    def lines(self) -> Iterator[list[object]]:
        """Yield label and numbers of each row."""
        row = 0
        for block in self:
            # Row by row: to turn a whole block into Python's numbers would hold up the window.
            for numbers in block:
                yield [*self.label(row), *np.atleast_1d(numbers).tolist()]
                row += 1

    def numbers(self, header: Sequence[str]) -> Numbers:
        """Return them as the numbers of a panel; the header names labels and columns."""
        return Numbers(self, header, _Lines(self))

    def line_size(self) -> float:
        """Mean length of a line of text in bytes, from a few lines."""
        rows = sorted({(2 * i + 1) * self.shape[0] // (2 * _SAMPLE) for i in range(_SAMPLE)})
        text = io.StringIO()
        for row in rows:
            (numbers,) = self.make(range(row, row + 1))
            _write_line(text, [*self.label(row), *np.atleast_1d(numbers).tolist()])
        return len(text.getvalue()) / len(rows)


class _Lines:
    """The lines of blocks, as often as they are asked for."""

    def __init__(self, blocks: RowBlocks) -> None:
        self._blocks = blocks

    def __iter__(self) -> Iterator[list[object]]:
        return self._blocks.lines()


@dataclass(frozen=True)
class Numbers:
    """The numbers that a panel shows.

    Attributes
    ----------
    values
        What an ``.npy`` file holds.
    header, rows
        The lines of a ``.csv`` file, where a missing value is an empty cell.
    """

    values: NDArray[Any] | RowBlocks
    header: Sequence[str]
    rows: Iterable[Sequence[object]]

    @property
    def array(self) -> NDArray[Any]:
        """All values in memory; made now if they come in blocks."""
        return np.asarray(self.values)


def file_size(numbers: Numbers, ending: str) -> int:
    """Return how many bytes the file of some numbers will hold: exactly for ``.npy``.

    For ``.csv`` it is an estimate, from a few lines.
    """
    values = numbers.values
    if ending == ".npy":
        return len(_npy_header(values)) + int(np.prod(values.shape, dtype=object)) * (
            values.dtype.itemsize
        )
    header = sum(len(name.encode()) + 1 for name in numbers.header) + 1
    if isinstance(values, RowBlocks):
        return header + round(values.shape[0] * values.line_size()) if values.shape[0] else header
    return header + _A_NUMBER * values.size


def _npy_header(values: NDArray[Any] | RowBlocks) -> bytes:
    header = io.BytesIO()
    descr = npy.dtype_to_descr(values.dtype)
    npy.write_array_header_1_0(
        header, {"descr": descr, "fortran_order": False, "shape": values.shape}
    )
    return header.getvalue()


def write_numbers(path: Path, numbers: Numbers, progress: Progress | None = None) -> int:
    """Write the numbers as text with full precision, or as a plain array.

    Parameters
    ----------
    path : Path
        The file; its ending chooses the format.
    numbers : Numbers
        What to write.
    progress : callable, optional
        Told (rows written, rows in all); False cancels.

    Returns
    -------
    int
        Bytes of the file.

    Raises
    ------
    ExportError
        If the file cannot be written; the old one is as it was.
    Cancelled
        If `progress` said no; the old file is as it was.
    """
    ending = format_of(path)

    def tell(rows: int) -> None:
        if progress is not None and not progress(rows, numbers.values.shape[0]):
            raise Cancelled

    with beside(path) as temporary:
        if ending == ".npy":
            with temporary.open("wb") as file:
                _write_array(file, numbers, tell)
        else:
            with temporary.open("w", encoding="utf-8", newline="") as text:
                _write_lines(text, numbers, tell)
        return temporary.stat().st_size


def _write_array(file: IO[bytes], numbers: Numbers, tell: Callable[[int], None]) -> None:
    if not isinstance(numbers.values, RowBlocks):
        np.save(file, numbers.values, allow_pickle=False)
        return
    file.write(_npy_header(numbers.values))
    done = 0
    for block in numbers.values:
        file.write(np.ascontiguousarray(block).data)
        done += len(block)
        tell(done)


def _write_lines(file: IO[str], numbers: Numbers, tell: Callable[[int], None]) -> None:
    _write_line(file, numbers.header)
    each = max(1, _CELLS_BETWEEN // max(1, len(numbers.header)))
    for done, row in enumerate(numbers.rows, start=1):
        _write_line(file, row)
        if done % each == 0:
            tell(done)


def _write_line(file: IO[str], row: Sequence[object]) -> None:
    # In parts: while the writer is at work, no other thread is, and the window waits.
    writer = csv.writer(file, lineterminator="")
    for start in range(0, len(row), _CELLS_AT_A_TIME):
        if start:
            file.write(",")
        writer.writerow([_cell(value) for value in row[start : start + _CELLS_AT_A_TIME]])
    file.write("\r\n")


def _cell(value: object) -> object:
    if type(value) is float:  # nearly all of them
        return value if value == value else ""
    if isinstance(value, float | np.floating):
        return "" if np.isnan(value) else repr(float(value))
    return "" if value is None else value
