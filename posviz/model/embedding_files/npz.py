"""numpy's .npz: a zip archive of .npy arrays, the words often among them."""

from __future__ import annotations

import lzma
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager

from posviz.language import marked, tr
from posviz.model.embedding_files.errors import AGAIN, EmbeddingFileError
from posviz.model.embedding_files.npy import (
    NUMBERS,
    Header,
    check_matrix,
    is_turned,
    read_header,
    start_rows,
)
from posviz.model.embedding_files.raw_rows import Read, collect
from posviz.model.embedding_files.source import BLOCK, Source, check_ratio
from posviz.model.embedding_files.table import LoadedTable
from posviz.model.embedding_files.tensors import Tensor, choose
from posviz.model.embedding_files.word_list import (
    WordList,
    Words,
    decoded,
    exact_words,
    pick_lines,
    words_for,
)
from posviz.model.notation import plural

_WORD_LISTS = ("words", "tokens", "vocab", "vocabulary", "labels")
_ZIP_ERRORS = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    OSError,
    ValueError,
    OverflowError,
    KeyError,
    RuntimeError,  # a password
    NotImplementedError,  # an unknown compression
)


def read_npz(source: Source, words: Words, tensor: str | None, max_rows: int | None) -> LoadedTable:
    """Read a matrix of an .npz archive, with the words in it, given, or found beside it.

    Raises
    ------
    EmbeddingFileError, Cancelled
        As `read_embeddings` says.
    """
    with _told(source):
        archive = zipfile.ZipFile(source.raw)
    with archive:
        return _read_archive(source, archive, words, tensor, max_rows)


@contextmanager
def _told(source: Source) -> Iterator[None]:
    """Turn what zipfile raises for damaged archives into our error."""
    try:
        yield
    except _ZIP_ERRORS as error:
        locked = "password" in str(error)
        why = tr("it is locked with a password") if locked else tr("the archive is damaged")
        raise EmbeddingFileError(source.path, why, tr(AGAIN)) from None


def _read_archive(
    source: Source, archive: zipfile.ZipFile, words: Words, tensor: str | None, most: int | None
) -> LoadedTable:
    # Not is_dir(): Python 3.11's fails for a name that is empty.
    members = {i.filename: i for i in archive.infolist() if not i.filename.endswith("/")}
    arrays = {
        name.removesuffix(".npy"): info for name, info in members.items() if name.endswith(".npy")
    }
    if not arrays:
        _refuse_archive(source, list(members))
    headers, refused = {}, None
    for name, info in arrays.items():
        try:
            headers[name] = _member_header(source, archive, info)
        except EmbeddingFileError as error:
            refused = error
    tensors = tuple(
        Tensor(name, header.shape, header.descr, "words")
        for name, header in headers.items()
        if len(header.shape) == 2 and 0 not in header.shape and NUMBERS.fullmatch(header.descr)
    )
    if not tensors and len(headers) == 1 and refused is None:
        check_matrix(source, next(iter(headers.values())), f"“{next(iter(headers))}”")
    if not tensors:
        raise refused or EmbeddingFileError(
            source.path,
            tr("it holds no matrix"),
            tr("Save a matrix with one row per word and open that."),
        )
    chosen = choose(source.path, tensors, tensor)
    header, info = headers[chosen.name], arrays[chosen.name]
    listed = None
    if words is None:
        listed = _words_inside(source, archive, headers, arrays, header)
    if listed is None:
        listed = words_for(source.path, words, header.counts)
    rows = start_rows(source, header, listed, most)
    with _member(source, archive, info) as read:
        read(header.length)
        collect(rows, read, header.dtype, listed, is_turned(header, listed))
    return rows.finish(marked("numpy .npz"), tensors, chosen.name)


def _words_inside(
    source: Source,
    archive: zipfile.ZipFile,
    headers: dict[str, Header],
    arrays: dict[str, zipfile.ZipInfo],
    matrix: Header,
) -> WordList | None:
    """Read the word list of the archive: an array of strings, or UTF-8 bytes with newlines."""
    lists = {
        name: header
        for name, header in headers.items()
        if len(header.shape) == 1
        and (header.dtype.kind in "US" or (header.descr.endswith("u1") and name in _WORD_LISTS))
    }
    name = next((name for name in _WORD_LISTS if name in lists), next(iter(lists), None))
    if name is None:
        return None
    header, info = lists[name], arrays[name]
    with _member(source, archive, info) as read:
        read(header.length)
        data = read(header.size)
    if header.dtype.kind == "u":
        return pick_lines(source.path, name, data.split(b"\n"), matrix.counts)
    if header.dtype.itemsize == 0:
        return exact_words(source.path, name, [""] * header.shape[0], matrix.counts)
    if header.dtype.kind == "S":
        entries = [entry.rstrip(b"\0") for entry in _split(data, header.dtype.itemsize)]
    else:
        codec = "utf-32-be" if header.dtype.byteorder == ">" else "utf-32-le"
        entries = [
            entry.decode(codec, "replace").rstrip("\0").encode()
            for entry in _split(data, header.dtype.itemsize)
        ]
    return exact_words(source.path, name, [decoded(entry) for entry in entries], matrix.counts)


def _split(data: bytes, size: int) -> list[bytes]:
    return [data[at : at + size] for at in range(0, len(data), size)]


def _member_header(source: Source, archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Header:
    check_ratio(source.path, info.file_size, max(info.compress_size, 1))
    with _member(source, archive, info) as read:
        header = read_header(source, read, f"“{info.filename}”")
    if header.length + header.size != info.file_size:
        raise EmbeddingFileError(
            source.path,
            tr("the header of “{filename}” says {size} {unit}, and there are {file_size}").format(
                filename=info.filename,
                size=header.size,
                unit=plural(header.size, "byte"),
                file_size=info.file_size - header.length,
            ),
            tr(AGAIN),
        )
    return header


@contextmanager
def _member(source: Source, archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Iterator[Read]:
    """Open an array of the archive for reading."""
    with _told(source):
        member = archive.open(info)

    def read(count: int) -> bytes:
        parts = []
        while count:
            with _told(source):
                part = member.read(min(count, 4 * BLOCK))
            if not part:
                raise EmbeddingFileError(source.path, tr("the archive is cut off"), tr(AGAIN))
            parts.append(part)
            count -= len(part)
            source.step()
        return b"".join(parts)

    with member:
        yield read


def _refuse_archive(source: Source, names: list[str]) -> None:
    if any(name.endswith(".pkl") for name in names):
        reason = tr(
            "it is a PyTorch file with Python objects (pickle), which could run any program"
        )
        remedy = tr("posviz never opens these; save the weights as .safetensors.")
    else:
        shown = ", ".join(names[:3]) or "nothing"
        reason = tr("it is a zip archive with no numpy array in it ({shown})").format(shown=shown)
        remedy = tr("Unpack it and open the table inside.")
    raise EmbeddingFileError(source.path, reason, remedy)
