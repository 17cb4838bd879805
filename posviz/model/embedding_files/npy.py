"""numpy's .npy, read without numpy's loader: no pickle, sizes checked before memory."""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np

from posviz.language import marked, tr
from posviz.model.embedding_files.errors import AGAIN, EmbeddingFileError
from posviz.model.embedding_files.raw_rows import Read, collect, exact_reader
from posviz.model.embedding_files.source import Source
from posviz.model.embedding_files.table import Collector, LoadedTable
from posviz.model.embedding_files.word_list import WordList, Words, words_for
from posviz.model.notation import plural

_LONGEST_HEADER = 64 * 1024
_DESCR = re.compile(rb"'descr'\s*:\s*(?:'([^']{1,20})'|\[)")
_ORDER = re.compile(rb"'fortran_order'\s*:\s*(True|False)")
_SHAPE = re.compile(rb"'shape'\s*:\s*\(([0-9L, ]{0,200})\)")
NUMBERS = re.compile(r"[<>=|]?(?:f[248]|[iu][1248])")
_TEXT = re.compile(r"[<>=|]?(?:U[0-9]{1,6}|[Su][0-9]{1,6})")


class Header(NamedTuple):
    """What an .npy header says; ``length`` is where the numbers start."""

    descr: str
    columns_first: bool
    shape: tuple[int, ...]
    length: int

    @property
    def dtype(self) -> np.dtype[np.generic]:
        """The type of the numbers."""
        return np.dtype(self.descr)

    @property
    def size(self) -> int:
        """The bytes of the array, in unbounded integers."""
        size = self.dtype.itemsize
        for extent in self.shape:
            size *= extent
        return size

    @property
    def counts(self) -> tuple[int, ...]:
        """How many words a matrix may have: one a row, or one a column if it is transposed.

        One word too few or too many is rather a list with a mistake in it.
        """
        rows, columns = self.shape
        return (rows,) if abs(rows - columns) == 1 else (rows, columns)


def read_npy(source: Source, words: Words, max_rows: int | None) -> LoadedTable:
    """Read an .npy matrix with the word list given or found beside it.

    Raises
    ------
    EmbeddingFileError, Cancelled
        As `read_embeddings` says.
    """
    header = read_header(source, exact_reader(source))
    check_matrix(source, header, "it")
    spare = source.size - header.length - header.size
    if spare < 0:
        raise _too_short(source, header)
    listed = words_for(source.path, words, header.counts)
    rows = start_rows(source, header, listed, max_rows)
    if spare:
        was = "was" if spare == 1 else "were"
        rows.remarks.append(
            tr("{spare} {unit} after the matrix {was} not read.").format(
                spare=spare, unit=plural(spare, "byte"), was=was
            )
        )
    collect(rows, exact_reader(source), header.dtype, listed, is_turned(header, listed))
    return rows.finish(marked("numpy .npy"))


def start_rows(source: Source, header: Header, words: WordList, max_rows: int | None) -> Collector:
    """Return a collector for the words' side of the matrix, which may be stored transposed."""
    count, width = header.shape
    if len(words.words) != count:
        count, width = width, count
    rows = Collector(source.path, width, "row", max_rows)
    if count != header.shape[0]:
        rows.remarks.append(
            tr("The matrix is stored transposed, {width} × {count}, and was turned.").format(
                width=width, count=count
            )
        )
    return rows


def is_turned(header: Header, words: WordList) -> bool:
    """Whether all values of one dimension come first, before those of the next."""
    return header.columns_first ^ (len(words.words) != header.shape[0])


def read_header(source: Source, read: Read, who: str = "it") -> Header:
    """Read the header of an array, by patterns: nothing in it is ever evaluated.

    Raises
    ------
    EmbeddingFileError
        If it is damaged, or of objects or other things that are no numbers or text.
    """
    start = read(8)
    if start[:6] != b"\x93NUMPY" or start[6] not in (1, 2, 3):
        raise EmbeddingFileError(
            source.path, tr("{who} is no numpy array").format(who=who), tr(AGAIN), offset=0
        )
    field = 2 if start[6] == 1 else 4
    length = int.from_bytes(read(field), "little")
    if length > _LONGEST_HEADER:
        raise EmbeddingFileError(
            source.path,
            tr("{who} has an absurdly long header").format(who=who),
            tr(AGAIN),
            offset=8,
        )
    text = read(length)
    descr, order, shape = _DESCR.search(text), _ORDER.search(text), _SHAPE.search(text)
    if not (descr and order and shape):
        raise EmbeddingFileError(
            source.path, tr("{who} has a damaged header").format(who=who), tr(AGAIN), offset=8
        )
    kind = "[structured]" if descr[1] is None else descr[1].decode("latin-1")
    extents = tuple(
        int(part) for part in shape[1].replace(b"L", b"").replace(b" ", b"").split(b",") if part
    )
    if "O" in kind:
        raise EmbeddingFileError(
            source.path,
            tr(
                "{who} holds Python objects (pickle), which could run any program hidden in them"
            ).format(who=who),
            tr("posviz never opens these; save a matrix of float32, and the words as a text file."),
        )
    if not (NUMBERS.fullmatch(kind) or _TEXT.fullmatch(kind)):
        kind_shown = (
            tr("complex numbers")
            if kind[1:2] == "c"
            else tr("numbers of type {kind}").format(kind=kind)
        )
        raise EmbeddingFileError(
            source.path,
            tr("{who} holds {kind_shown}").format(who=who, kind_shown=kind_shown),
            tr("Save it as float32 and open that."),
        )
    return Header(kind, order[1] == b"True", extents, 8 + field + length)


def check_matrix(source: Source, header: Header, who: str) -> None:
    """Refuse what is no matrix of numbers.

    Raises
    ------
    EmbeddingFileError
        If it is text, or has not two dimensions, or is empty.
    """
    if not NUMBERS.fullmatch(header.descr):
        raise EmbeddingFileError(
            source.path,
            tr("{who} holds text, not numbers").format(who=who),
            tr("Choose the file with the matrix."),
        )
    axes = len(header.shape)
    if axes != 2 or 0 in header.shape:
        shape = " × ".join(map(str, header.shape)) or tr("a single number")
        raise EmbeddingFileError(
            source.path,
            tr("{who} has {axes} {unit} ({shape}), not words × width").format(
                who=who, axes=axes, unit=plural(axes, "dimension"), shape=shape
            ),
            tr("Save a matrix with one row per word and open that."),
        )


def _too_short(source: Source, header: Header) -> EmbeddingFileError:
    return EmbeddingFileError(
        source.path,
        tr("its header says {size} bytes of numbers, and there are {size2}").format(
            size=header.size, size2=source.size - header.length
        ),
        tr(AGAIN),
        offset=source.size,
    )
