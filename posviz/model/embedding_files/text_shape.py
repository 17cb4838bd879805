"""What the start of a text table says: its width, its header, and whether it holds words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from posviz.language import tr
from posviz.model.embedding_files.errors import AGAIN, EmbeddingFileError
from posviz.model.embedding_files.number_lines import (
    ends_with_cr,
    is_number,
    normal,
    trailing_numbers,
)
from posviz.model.embedding_files.source import BLOCK, MAX_LINE, Source
from posviz.model.notation import plural

_SAMPLE = 100
_HEADER = re.compile(rb" *([0-9]{1,18}) +([0-9]{1,9})")


class Shape(NamedTuple):
    """What the start of a file says.

    Attributes
    ----------
    width : int
        d.
    promised : int or None
        The n of the header; None if there is no header.
    bare : bool
        Whether the first words are such as 0.25, so that the lines hold numbers only.
    numeric : bool
        Whether all first words are numbers, such as 1999.
    """

    width: int
    promised: int | None
    bare: bool
    numeric: bool


def blocks(source: Source, start: bytes) -> Iterator[tuple[bytes, bool]]:
    """Yield whole lines in normal form, and whether their last newline was there."""
    rest = start
    while True:
        cut = rest.rfind(b"\n") + 1
        if cut:
            yield normal(rest[:cut]), True
            rest = rest[cut:]
        if not (more := source.read(BLOCK)):
            break
        rest += more
        _check_line(source, rest)
    if rest:
        yield normal(rest + b"\n"), False


def _check_line(source: Source, rest: bytes) -> None:
    if len(rest) > MAX_LINE and b"\n" not in rest[-MAX_LINE:]:
        raise EmbeddingFileError(
            source.path,
            tr("a line is longer than {max_line} MiB").format(max_line=MAX_LINE // 1024**2),
            tr("This is no table of vectors in text form; choose another file."),
        )


def first_lines(source: Source) -> bytes:
    """Return the first block, longer if it holds no two whole lines, without a byte order mark."""
    start = source.read(BLOCK)
    if ends_with_cr(start):
        source.old_mac = True
        start = start.replace(b"\r", b"\n")
    while start.count(b"\n") < 2 and (more := source.read(BLOCK)):
        start += more
        _check_line(source, start)
    return start.removeprefix(b"\xef\xbb\xbf")


def look_at(source: Source, start: bytes, bare: bool = False) -> Shape:
    """Find the width, and whether there is a header.

    Parameters
    ----------
    source : Source
        The file, for messages.
    start : bytes
        Its first lines.
    bare : bool
        Whether the words are known to stand elsewhere.

    Raises
    ------
    EmbeddingFileError
        If it is no table, or its lines disagree.
    """
    whole = start[: start.rfind(b"\n") + 1] if start.count(b"\n") > 1 else start + b"\n"
    lines = normal(whole).split(b"\n", _SAMPLE)[:_SAMPLE]
    header = None if bare else _HEADER.fullmatch(lines[0])
    rows = [
        (number, [field for field in line.split(b" ") if field])
        for number, line in enumerate(lines, 1)
        if line and not (header and number == 1)
    ]
    if not rows:
        what = tr("it holds only a header") if header else tr("it holds only blank lines")
        raise EmbeddingFileError(source.path, what, tr(AGAIN))
    counts = [min(trailing_numbers(fields), len(fields) - (not bare)) for _, fields in rows]
    votes = Counter(counts)
    promised_width = int(header[2]) if header else 0
    width = max(votes, key=lambda count: (votes[count], count == promised_width))
    if width == 0 or (votes[width] * 2 <= len(counts) and width != promised_width):
        raise _no_width(source, rows, counts, width)

    first_words = [fields[0] for _, fields in rows]
    numeric = all(trailing_numbers([word]) for word in first_words)
    promised = None
    if header and (width > 1 or promised_width == 1 or not numeric):
        if width != promised_width:
            raise EmbeddingFileError(
                source.path,
                tr(
                    "the header says {promised_width} {unit} in a row, the rows have {width}"
                ).format(
                    promised_width=promised_width, unit=plural(promised_width, "value"), width=width
                ),
                tr("Correct the first line to “{header} {width}”, or remove it.").format(
                    header=int(header[1]), width=width
                ),
                line=1,
            )
        promised = int(header[1])
        if width == 1 and numeric and promised != count_rows(source) - 1:
            promised = None  # two columns of numbers: the first line is a row like the others
    numbers = [word for word in first_words if is_number(word)]  # nan is bread, too
    fractions = numeric and bool(numbers) and not any(word.isdigit() for word in numbers)
    return Shape(width, promised, fractions, numeric)


def _no_width(
    source: Source, rows: list[tuple[int, list[bytes]]], counts: list[int], width: int
) -> EmbeddingFileError:
    number, fields = rows[0]
    if width:
        other = next(i for i, count in enumerate(counts) if count != width)
        number = rows[other][0]
        reason = tr(
            "its lines have different numbers of values ({counts} here, {width} in line {rows})"
        ).format(counts=counts[other], width=width, rows=rows[counts.index(width)][0])
        remedy = tr(
            "Every line needs a word and the same number of values; copy or download it again."
        )
    elif any(field.count(b",") > 1 for field in fields):
        reason, remedy = (
            tr("its values are separated by commas"),
            tr("Separate them by blanks or tabs."),
        )
    else:
        reason = tr("it holds no word followed by numbers")
        remedy = tr("Choose a word2vec, GloVe, numpy or safetensors file.")
    return EmbeddingFileError(source.path, reason, remedy, line=number)


def count_rows(source: Source) -> int:
    """Count the lines that are not blank, in a pass of its own."""
    with Source(source.path) as again:
        count = 0
        for block, _ in blocks(again, first_lines(again)):
            count += sum(1 for line in block.split(b"\n") if line)
    return count
