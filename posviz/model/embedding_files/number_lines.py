"""One line of a table in whatever form, and what its fields are."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from posviz.model.embedding_files.table import Reason

_SPACE = 0x20
_TOO_LARGE = 2.0**128 - 2.0**103  # rounds to infinity in float32
_NUMBER = re.compile(rb"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_NOT_FINITE = re.compile(
    rb"[+-]?(?:nan(?:\(\w*\))?|inf|infinity|[0-9]\.#(?:inf|ind|qnan|snan)\w*)", re.IGNORECASE
)
_COMMA = re.compile(rb"[+-]?[0-9]+,[0-9]+(?:[eE][+-]?[0-9]+)?")


def normal(block: bytes) -> bytes:
    """Bring line ends and blanks of whole lines to one form: no tab, no blank before a newline.

    Only the bytes 0x20, tab, CR LF and LF are touched: a no-break space, U+0085 or U+2028 is a
    word like any other.
    """
    if b"\t" in block:
        block = block.replace(b"\t", b" ")
    if b"\r" in block:
        block = block.replace(b"\r\n", b"\n")
    if b" \n" in block:
        block = block.replace(b" \n", b"\n")
        if b" \n" in block:
            block = b"\n".join([line.rstrip(b" ") for line in block.split(b"\n")])
    return block


def ends_with_cr(start: bytes) -> bool:
    """Whether the lines of a text end with CR alone, as on a Mac before 2001."""
    return b"\n" not in start and b"\r" in start[:-1]  # the last CR may belong to a CR LF


def parse_line(
    line: bytes, width: int, has_words: bool
) -> tuple[bytes, NDArray[np.float64]] | Reason:
    """Read one line in whatever form; return its word and values, or why it has none.

    Parameters
    ----------
    line : bytes
        Without its newline, as `normal` leaves it.
    width : int
        d.
    has_words : bool
        Whether a word stands before the values.
    """
    if not line.strip(b" "):
        return Reason.BLANK
    fields = line.split(b" ")
    word = b" ".join(fields[:-width])
    if b"" in fields:
        fields = [field for field in fields if field]
        word = line[: _start_of_last(line, width)].strip(b" ")
    if len(fields) < width + has_words:
        lone = len(fields) == width and line.startswith(b" ")
        return Reason.NO_WORD if lone else Reason.TOO_FEW
    if word and not has_words:
        return Reason.TOO_MANY
    tail = fields[-width:]
    text = b" ".join(tail)
    # float() takes more than numbers: 1_0, nan, digits of other scripts.
    if text.translate(None, b"0123456789+-.eE "):
        return _why_no_number(tail)
    try:
        values = np.array([float(field) for field in text.decode("ascii").split(" ")])
    except ValueError:
        return _why_no_number(tail)
    if np.abs(values).max() >= _TOO_LARGE:
        return Reason.TOO_LARGE
    if is_overlong(word, text):
        return Reason.TOO_MANY
    return word, values


def is_overlong(word: bytes, values: bytes) -> bool:
    """Whether the word before some values ends in what is rather one more value.

    "room 5 0.1 0.2" names a room; "cat 0.3 0.1 0.2" has a value too many.
    """
    _, blank, field = word.rpartition(b" ")
    return bool(blank) and is_number(field) and (b"." in field or b"." not in values)


def trailing_numbers(fields: list[bytes]) -> int:
    """Return how many fields at the end are written like numbers, nan or 0,5 among them."""
    count = 0
    for field in reversed(fields):
        if not any(form.fullmatch(field) for form in (_NUMBER, _NOT_FINITE, _COMMA)):
            break
        count += 1
    return count


def is_number(field: bytes) -> bool:
    """Whether a field is a decimal number."""
    return _NUMBER.fullmatch(field) is not None


def _start_of_last(line: bytes, count: int) -> int:
    """Return where the last fields start."""
    at = len(line.rstrip(b" "))
    for _ in range(count):
        at = max(line.rfind(b" ", 0, at), 0)
        while at and line[at - 1] == _SPACE:
            at -= 1
    return at


def _why_no_number(fields: list[bytes]) -> Reason:
    odd = [field for field in fields if not _NUMBER.fullmatch(field)]
    if odd and all(_NOT_FINITE.fullmatch(field) for field in odd):
        return Reason.NOT_FINITE
    if any(_COMMA.fullmatch(field) for field in odd):
        return Reason.DECIMAL_COMMA
    return Reason.NOT_A_NUMBER
