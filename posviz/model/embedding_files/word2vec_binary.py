"""word2vec .bin: a text header "n d", then word, blank, d little-endian float32, n times.

The original program writes a newline after each vector, others do not; those before a word are
dropped. Rows are found by counting bytes, never by looking for line ends, since the bytes of a
number may be anything.
"""

from __future__ import annotations

import re

import numpy as np

from posviz.language import marked, tr
from posviz.model.embedding_files.errors import EmbeddingFileError
from posviz.model.embedding_files.source import BLOCK, MAX_LINE, Source
from posviz.model.embedding_files.table import Collector, LoadedTable, Reason
from posviz.model.notation import plural

_LONGEST_WORD = 4096
_NO_WORD_BYTES = re.compile(rb"[\x00-\x08\x0a\x0e-\x1f]")


def read_binary(source: Source, max_rows: int | None) -> LoadedTable:
    """Read a word2vec binary file.

    Raises
    ------
    EmbeddingFileError, Cancelled
        As `read_embeddings` says.
    """
    header = source.peek(_LONGEST_WORD).partition(b"\n")[0]
    offset = len(source.exactly(len(header) + 1))
    promised, width = (int(field) for field in header.split())
    size = 4 * width
    if width == 0 or size > MAX_LINE or (not source.packed and size > source.size):
        raise EmbeddingFileError(
            source.path,
            tr("its header says {width} {unit} in a row, which cannot be").format(
                width=width, unit=plural(width, "value")
            ),
            tr("It is no word2vec file, or damaged: copy or download it again."),
            line=1,
        )
    rows = Collector(source.path, width, "row", max_rows)
    data, at, row = b"", 0, 0
    while not rows.full:
        more = source.read(BLOCK)
        data, offset, at = data[at:] + more, offset + at, 0
        words: list[str | Reason] = []
        values: list[bytes] = []
        first = row + 1
        while True:
            while data[at : at + 1] == b"\n":
                at += 1
            start = at
            end = data.find(b" ", start, start + _LONGEST_WORD)
            word = data[start : end if end >= 0 else start + _LONGEST_WORD]
            if (end >= 0 or len(word) == _LONGEST_WORD) and (
                end < 0 or _NO_WORD_BYTES.search(word)
            ):
                raise EmbeddingFileError(
                    source.path,
                    tr(
                        "row {row} begins with bytes that are no word: the header names a "
                        "wrong width, or a word holds a blank"
                    ).format(row=row + 1),
                    tr("Save the table as word2vec text, which can hold such words."),
                    offset=offset + start,
                )
            if end < 0 or end + 1 + size > len(data):
                break
            try:
                words.append(word.decode())
            except UnicodeDecodeError:
                words.append(Reason.NOT_UTF8)
            values.append(data[end + 1 : end + 1 + size])
            at, row = end + 1 + size, row + 1
        if words:
            matrix = np.frombuffer(b"".join(values), "<f4").reshape(-1, width)
            rows.add(words, matrix, range(first, row + 1), source.done)
        if not more:
            break
    if not rows.full:
        if data[at:].strip(b"\n"):
            rows.skip(Reason.CUT_OFF, row + 1)
        if promised != row:
            rows.remarks.append(
                tr("The header promises {promised} {unit}, the file holds {row}.").format(
                    promised=promised, unit=plural(promised, "row"), row=row
                )
            )
    return rows.finish(marked("word2vec binary"))
