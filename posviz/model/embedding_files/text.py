"""Tables written as text: word2vec .vec, GloVe .txt, and lines of numbers with a word list.

A line is a word, a blank or tab, and d numbers; values are counted from the right, so a word may
hold blanks. Only 0x20, tab, LF and CR LF separate, and CR in a file without LF. The first line
may be a header "n d". The width d is that of most lines at the start; a header that disagrees
with it refuses the file, one whose n is wrong is reported and the rows that are there are read.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from posviz.language import marked, tr
from posviz.model.embedding_files.errors import EmbeddingFileError
from posviz.model.embedding_files.number_blocks import Lines, parse_lines
from posviz.model.embedding_files.number_lines import is_overlong, parse_line
from posviz.model.embedding_files.source import Source
from posviz.model.embedding_files.table import Collector, LoadedTable, Reason
from posviz.model.embedding_files.text_shape import Shape, blocks, count_rows, first_lines, look_at
from posviz.model.embedding_files.word_list import Words, decoded, projector_metadata, words_for
from posviz.model.notation import plural

_MARKERS = (b"<<<<<<< ", b">>>>>>> ")


def read_text(source: Source, words: Words, max_rows: int | None) -> LoadedTable:
    """Read a table in text form; lines of numbers only get their words from a list.

    Raises
    ------
    EmbeddingFileError, Cancelled
        As `read_embeddings` says.
    """
    start = first_lines(source)
    shape = look_at(source, start)
    pair = words is None and shape.numeric and projector_metadata(source.path) is not None
    if words is not None or shape.bare or pair:
        return _read_bare(source, start, words, max_rows)
    reading = _Reading(source, shape, None, max_rows)
    reading.read(start)
    rows = reading.rows
    if shape.promised is None:
        return rows.finish(marked("GloVe text"))
    if not rows.full and shape.promised != rows.rows:
        rows.remarks.append(
            tr("The header promises {promised} {unit}, the file holds {rows}.").format(
                promised=shape.promised, unit=plural(shape.promised, "row"), rows=rows.rows
            )
        )
    return rows.finish(marked("word2vec text"))


def _read_bare(source: Source, start: bytes, words: Words, max_rows: int | None) -> LoadedTable:
    """Read lines of numbers whose words stand in another file, such as a projector's pair."""
    shape = look_at(source, start, bare=True)
    if shape.promised is not None or not shape.numeric:
        raise EmbeddingFileError(
            source.path,
            tr("its lines begin with words already"),
            tr("Open it without a word list."),
        )
    count = count_rows(source)
    listed = words_for(source.path, words or projector_metadata(source.path), (count,))
    reading = _Reading(source, shape, listed.words, max_rows)
    if listed.remark:
        reading.rows.remarks.append(listed.remark)
    reading.read(start)
    return reading.rows.finish(marked("numbers with a word list"))


class _Reading:
    """One pass over the lines of a file."""

    def __init__(
        self, source: Source, shape: Shape, words: Sequence[str | Reason] | None, most: int | None
    ) -> None:
        self.source, self.shape, self.words = source, shape, words
        self.rows = Collector(source.path, shape.width, "line", most)
        self.ordinal = 0  # lines so far that are not blank, the header aside
        self._line = 1

    def read(self, start: bytes) -> None:
        """Read everything."""
        for block, ended in blocks(self.source, start):
            if self.shape.promised is not None and self._line == 1:
                block = block[block.index(b"\n") + 1 :]
                self._line = 2
            if not ended and block.endswith(b".\n"):  # cut behind a point: digits are lost
                block = block[: block.rfind(b"\n", 0, -1) + 1]
                self.rows.skip(Reason.CUT_OFF, self._line + block.count(b"\n"))
                ended = True
            if block:
                self._read_block(block, ended)
            if self.rows.full:
                break

    def _read_block(self, block: bytes, ended: bool) -> None:
        lines = parse_lines(block, self.shape.width, self.words is None)
        filled = lines.ends > lines.starts
        ordinals = self.ordinal - 1 + np.cumsum(filled)
        self.ordinal = int(ordinals[-1]) + 1
        if self.words is not None and self.ordinal > len(self.words):
            raise EmbeddingFileError(
                self.source.path, tr("it changed while it was read"), tr("Open it again.")
            )
        if not ended and filled[-1]:
            self.rows.remarks.append(
                tr(
                    "The last line has no line end; if the file was cut off there, its "
                    "last value may be wrong."
                )
            )
        self.rows.skip(Reason.BLANK, *(self._line + np.flatnonzero(~filled)).tolist())

        which, values = lines.plain, lines.values
        if self.words is not None:
            words = [self.words[ordinal] for ordinal in ordinals[which].tolist()]
        else:
            spans = np.stack((lines.starts[which], lines.word_ends, lines.ends[which]), axis=1)
            words = [_word(block, *span) for span in spans.tolist()]
        filled[which] = False
        if filled.any():
            odd, odd_words, odd_values = self._read_odd(
                block, lines, np.flatnonzero(filled).tolist(), ordinals, ended
            )
            order = np.argsort(np.append(which, np.array(odd, np.intp)))
            which = np.append(which, np.array(odd, np.intp))[order]
            words += odd_words
            words = [words[i] for i in order.tolist()]
            values = np.concatenate((values, *odd_values))[order]
        self.rows.add(words, values, self._line + which, self.source.done)
        self._line += len(lines.starts)

    def _read_odd(
        self, block: bytes, lines: Lines, odd: list[int], ordinals: NDArray[np.intp], ended: bool
    ) -> tuple[list[int], list[str | Reason], list[NDArray[np.float64]]]:
        """Read some lines one by one; return which have values, their words, and the values."""
        which: list[int] = []
        words: list[str | Reason] = []
        values: list[NDArray[np.float64]] = []
        for i in odd:
            line = block[lines.starts[i] : lines.ends[i]]
            last = not ended and i == len(lines.starts) - 1
            parsed = self._parse(line, self._line + i, last)
            if isinstance(parsed, Reason):
                self.rows.skip(parsed, self._line + i)
                continue
            which.append(i)
            if self.words is None:
                words.append(decoded(parsed[0]))
            else:
                words.append(self.words[int(ordinals[i])])
            values.append(parsed[1][None])
        return which, words, values

    def _parse(
        self, line: bytes, number: int, last: bool
    ) -> tuple[bytes, NDArray[np.float64]] | Reason:
        parsed = parse_line(line, self.shape.width, self.words is None)
        if isinstance(parsed, Reason):
            if line.startswith(_MARKERS):
                raise EmbeddingFileError(
                    self.source.path,
                    tr("a merge conflict is left in the file"),
                    tr("Settle the conflict, or copy or download the file again."),
                    line=number,
                )
            return Reason.CUT_OFF if last and parsed is not Reason.BLANK else parsed
        return parsed


def _word(block: bytes, start: int, word_end: int, end: int) -> str | Reason:
    word = block[start:word_end].strip(b" ")
    if b" " in word and is_overlong(word, block[word_end:end]):
        return Reason.TOO_MANY
    return decoded(word)
