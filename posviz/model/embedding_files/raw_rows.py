"""Rows of numbers that lie in a file as a processor holds them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from posviz.model.embedding_files.source import BLOCK, Source
from posviz.model.embedding_files.table import Collector
from posviz.model.embedding_files.word_list import WordList

Read = Callable[[int], bytes]
"""Gives exactly so many bytes, or raises."""


def collect(
    rows: Collector, read: Read, dtype: np.dtype[np.generic], words: WordList, columns_first: bool
) -> None:
    """Read a matrix block by block, so that no second one is held.

    Parameters
    ----------
    rows : Collector
        Takes the rows; knows d.
    read : callable
        Gives the next bytes.
    dtype : dtype
        How the numbers are stored; "V2" stands for BF16.
    words : WordList
        One per row.
    columns_first : bool
        Whether all values of dimension 0 come first (Fortran order); then the whole is held.
    """
    count = len(words.words)
    if words.remark:
        rows.remarks.append(words.remark)
    at = 0
    blocks = _columns(read, dtype, count, rows.width) if columns_first else None
    for block in blocks or _rows(read, dtype, count, rows.width):
        end = at + len(block)
        rows.add(words.words[at:end], block, range(at + 1, end + 1), end / count)
        at = end
        if rows.full:
            break


def _per_block(dtype: np.dtype[np.generic], width: int) -> int:
    return max(1, BLOCK // (dtype.itemsize * width))


def _rows(
    read: Read, dtype: np.dtype[np.generic], count: int, width: int
) -> Iterator[NDArray[np.generic]]:
    step = _per_block(dtype, width)
    for at in range(0, count, step):
        size = min(step, count - at)
        data = read(size * width * dtype.itemsize)
        yield numbers(data, dtype).reshape(size, width)


def _columns(
    read: Read, dtype: np.dtype[np.generic], count: int, width: int
) -> Iterator[NDArray[np.generic]]:
    whole = np.empty((width, count), dtype)  # (d, n)
    at = 0
    for block in _rows(read, dtype, width, count):
        whole[at : at + len(block)] = block
        at += len(block)
    step = _per_block(dtype, width)
    for at in range(0, count, step):
        yield whole[:, at : at + step].T


def numbers(data: bytes, dtype: np.dtype[np.generic]) -> NDArray[np.generic]:
    """Return the numbers in some bytes; BF16 is the upper half of float32."""
    if dtype.kind == "V":
        return (np.frombuffer(data, "<u2").astype(np.uint32) << 16).view(np.float32)
    return np.frombuffer(data, dtype)


def exact_reader(source: Source) -> Read:
    """Read from a file in pieces, so that progress moves and cancelling works in wide rows."""

    def read(count: int) -> bytes:
        if count <= 4 * BLOCK:
            return source.exactly(count)
        return b"".join(
            source.exactly(min(4 * BLOCK, count - at)) for at in range(0, count, 4 * BLOCK)
        )

    return read
