"""Matrices of .safetensors files: F64, F32, F16 and BF16.

The file is the length of a JSON header (eight bytes, little-endian), the header, and the
numbers, row by row. Source: the format description of the safetensors project.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any, NamedTuple

import numpy as np

from posviz.language import tr
from posviz.model.embedding_files.errors import AGAIN, EmbeddingFileError
from posviz.model.embedding_files.raw_rows import collect, exact_reader
from posviz.model.embedding_files.source import Source
from posviz.model.embedding_files.table import Collector, LoadedTable
from posviz.model.embedding_files.tensors import Tensor, choose
from posviz.model.embedding_files.word_list import WordList, Words, words_for
from posviz.model.notation import plural

_LONGEST_HEADER = 100_000_000
_TYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "V2"}
_POSITIONS = re.compile(
    r"(?:^|\.)(?:wpe|(?:\w*_)?pos(?:ition(?:al|s)?)?_emb(?:ed(?:dings?)?)?s?|embed_positions)"
    r"(?:\.weight)?$"
)
_WORDS = re.compile(
    r"(?:^|\.)(?:wte|embed_tokens|(?:word|tok|token)_emb(?:ed(?:dings?)?)?s?|embed_in|shared"
    r"|embeddings?)(?:\.weight)?$"
)


class Entry(NamedTuple):
    """One tensor of the header; offsets count from the end of the header."""

    dtype: str
    shape: tuple[int, ...]
    start: int
    end: int


def read_safetensors(
    source: Source, words: Words, tensor: str | None, max_rows: int | None, *, ask: bool = False
) -> LoadedTable:
    """Read one matrix; learned positions are named by their numbers and need no words.

    Raises
    ------
    EmbeddingFileError, Cancelled
        As `read_embeddings` says.
    """
    entries, begin = _header(source)
    matrices = {
        name: entry
        for name, entry in entries.items()
        if len(entry.shape) == 2 and 0 not in entry.shape
    }
    tensors = tuple(
        sorted(
            (
                Tensor(name, entry.shape, entry.dtype, _kind(name))
                for name, entry in matrices.items()
                if entry.dtype in _TYPES
            ),
            key=lambda tensor: ("words", "positions", "other").index(tensor.kind),
        )
    )
    if not tensors or (tensor in matrices and matrices[tensor].dtype not in _TYPES):
        raise _no_matrix(source, entries, matrices, tensor)
    chosen = choose(source.path, tensors, tensor, ask=ask)
    entry = matrices[chosen.name]
    count, width = entry.shape
    if chosen.kind == "positions" and words is None:
        listed = WordList([str(position) for position in range(count)])
    else:
        listed = words_for(source.path, words, (count,))
    rows = Collector(source.path, width, "row", max_rows)
    source.seek(begin + entry.start)
    collect(rows, exact_reader(source), np.dtype(_TYPES[entry.dtype]), listed, False)
    kind = "positions" if chosen.kind == "positions" else "words"
    return rows.finish("safetensors", tensors, chosen.name, kind)


def _kind(name: str) -> str:
    if _POSITIONS.search(name):
        return "positions"
    return "words" if _WORDS.search(name) else "other"


def _header(source: Source) -> tuple[dict[str, Entry], int]:
    length = int.from_bytes(source.exactly(8), "little")
    if not 2 <= length <= min(_LONGEST_HEADER, source.size - 8):
        raise EmbeddingFileError(
            source.path,
            tr("its header would be {length} bytes long, the file has {size}").format(
                length=length, size=source.size
            ),
            tr(AGAIN),
            offset=0,
        )
    try:
        content: Any = json.loads(source.exactly(length), object_pairs_hook=_unique)
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, dict):
        raise EmbeddingFileError(
            source.path, tr("its header is no valid JSON"), tr(AGAIN), offset=8
        )
    content.pop("__metadata__", None)
    room = source.size - 8 - length
    return {name: _entry(source, name, value, room) for name, value in content.items()}, 8 + length


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError(tr("a name occurs twice"))
    return made


def _entry(source: Source, name: str, value: Any, room: int) -> Entry:
    try:
        dtype, shape, (start, end) = value["dtype"], tuple(value["shape"]), value["data_offsets"]
    except (TypeError, KeyError, ValueError):
        raise _damaged(source, name, tr("is not described")) from None
    if not isinstance(dtype, str) or not all(
        type(number) is int and number >= 0 for number in (*shape, start, end)
    ):
        raise _damaged(source, name, tr("is not described"))
    if end > room or start > end:
        raise _damaged(
            source,
            name,
            tr("should lie at bytes {start} to {end} of {room}").format(
                start=start, end=end, room=room
            ),
        )
    size = end - start
    if dtype in _TYPES and math.prod(shape) * np.dtype(_TYPES[dtype]).itemsize != size:
        raise _damaged(
            source,
            name,
            tr("has {size} {unit}, not as many as its shape needs").format(
                size=size, unit=plural(size, "byte")
            ),
        )
    return Entry(dtype, shape, start, end)


def _damaged(source: Source, name: str, what: str) -> EmbeddingFileError:
    return EmbeddingFileError(
        source.path,
        tr("the tensor “{name}” {what}: the file is cut off or damaged").format(
            name=name, what=what
        ),
        tr(AGAIN),
        offset=8,
    )


def _no_matrix(
    source: Source, entries: dict[str, Entry], matrices: dict[str, Entry], tensor: str | None
) -> EmbeddingFileError:
    if matrices:
        name = tensor if tensor in matrices else next(iter(matrices))
        return EmbeddingFileError(
            source.path,
            tr("the matrix “{name}” is stored as {dtype}").format(
                name=name, dtype=matrices[name].dtype
            ),
            tr("posviz reads {types}; convert it to one of them.").format(types=", ".join(_TYPES)),
        )
    names = ", ".join(list(entries)[:5]) or "nothing"
    return EmbeddingFileError(
        source.path,
        tr("it holds no matrix ({names})").format(names=names),
        tr("Choose the file that holds the embeddings."),
    )
