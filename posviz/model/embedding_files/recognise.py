"""What a file is, by its first bytes; its name decides only where bytes do not."""

from __future__ import annotations

import re

from posviz.language import marked, tr
from posviz.model.embedding_files.errors import EmbeddingFileError
from posviz.model.embedding_files.number_lines import normal, trailing_numbers
from posviz.model.embedding_files.source import Source

_START = 4096
_BINARY_HEADER = re.compile(rb"([0-9]{1,18}) ([0-9]{1,9}) ?\r?\n")
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1f]")

_PICKLE = (
    marked("it holds Python objects (pickle), which could run any program hidden in them"),
    marked("posviz never opens these; save the vectors as word2vec, numpy or safetensors."),
)
_REFUSED: tuple[tuple[bytes, str, str], ...] = (
    (
        b"version https://git-lfs",
        marked("it is only a Git LFS pointer to the real file"),
        marked("Fetch the real file with “git lfs pull”."),
    ),
    (
        b"\xba\x16\x4f\x2f",
        marked("it is a fastText model, not a table of vectors"),
        marked("Open the .vec file that belongs to it."),
    ),
    (b"\xff\xfe", marked("its text is UTF-16"), marked("Save the file as UTF-8.")),
    (b"\xfe\xff", marked("its text is UTF-16"), marked("Save the file as UTF-8.")),
    (b"\x80\x02", *_PICKLE),
    (b"\x80\x03", *_PICKLE),
    (b"\x80\x04", *_PICKLE),
    (b"\x80\x05", *_PICKLE),
    (b"\x89HDF", marked("it is an HDF5 file"), marked("Save the vectors as numpy or safetensors.")),
    (b"%PDF", marked("it is a PDF document"), marked("Choose a table of vectors.")),
    (b"BZh", marked("it is packed with bzip2"), marked("Unpack it and open the file inside.")),
    (b"\xfd7zXZ", marked("it is packed with xz"), marked("Unpack it and open the file inside.")),
    (
        b"\x28\xb5\x2f\xfd",
        marked("it is packed with zstd"),
        marked("Unpack it and open the file inside."),
    ),
    (b"7z\xbc\xaf", marked("it is a 7z archive"), marked("Unpack it and open the file inside.")),
)
_WEB_PAGES = (b"<!doctype", b"<html", b"<?xml", b"<head")


def recognise(source: Source) -> str:
    """Return "text", "binary", "npy", "zip" or "safetensors".

    Raises
    ------
    EmbeddingFileError
        If it is known to be none of them.
    """
    start = source.peek(_START)
    for magic, reason, remedy in _REFUSED:
        if start.startswith(magic):
            raise EmbeddingFileError(source.path, tr(reason), tr(remedy))
    if start.lstrip(b"\xef\xbb\xbf \t\r\n").lower().startswith(_WEB_PAGES):
        raise EmbeddingFileError(
            source.path,
            tr("it is a web page, perhaps an error page saved instead of the file"),
            tr("Download the file again."),
        )
    kind = _kind(source.path.name.lower().removesuffix(".gz"), start)
    if source.packed and kind in {"npy", "zip", "safetensors"}:
        raise EmbeddingFileError(
            source.path, tr("it is packed with gzip"), tr("Unpack it and open the file inside.")
        )
    if kind == "text" and b"\0" in start:
        raise EmbeddingFileError(
            source.path,
            tr("it holds zero bytes and is no text that posviz knows, perhaps UTF-16"),
            tr("Save text as UTF-8, or choose another file."),
        )
    return kind


def _kind(name: str, start: bytes) -> str:
    if start.startswith(b"\x93NUMPY"):
        return "npy"
    if start.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return "zip"
    if len(start) > 8 and start[8:9] == b"{" and b"\0" in start[:8]:
        return "safetensors"
    header = _BINARY_HEADER.match(start)
    # The bytes of floats may all be letters, so the name counts too.
    if (
        header
        and not _is_text(start[header.end() :], int(header[2]))
        and (name.endswith(".bin") or _CONTROL.search(start, header.end()))
    ):
        return "binary"
    known = {"npy": "npy", "npz": "zip", "safetensors": "safetensors"}
    return known.get(name.rpartition(".")[2], "text")


def _is_text(rows: bytes, width: int) -> bool:
    """Whether the first row, as far as it was read, ends in numbers."""
    first, newline, _ = rows.lstrip(b"\r\n").partition(b"\n")
    fields = normal(first + b"\n").split()
    if not newline:
        fields = fields[:-1]
    return not rows or 0 < min(width, len(fields) - 1) <= trailing_numbers(fields)
