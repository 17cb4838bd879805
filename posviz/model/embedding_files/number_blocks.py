"""Many lines of decimal numbers at once, with numpy.

Read here are numbers such as -12, .5, -12.345678 and -1.2345678e-05. Eight digits are eight
bytes, and three multiplications of that 64-bit word turn them into an integer (D. Lemire,
"Quickly parsing eight-digit integers", 2018). Integers of 15 digits stay below 2^53 and the
powers of ten are exact, so one division gives the same float64 as Python's float() (W. Clinger,
"How to read floating point numbers accurately", PLDI 1990). With more digits the float64 may be
off by some units, which is checked not to change the float32. A line with a number where it
might, or with anything else (1e5, nan, two blanks in a row), is left to
`number_lines.parse_line`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

_SPACE, _NEWLINE, _POINT, _MINUS, _PLUS, _ZERO, _E = b" \n.-+0e"
_LOWER = np.uint8(0x20)  # the bit that makes E an e
_POWERS = np.array([float(f"1e{power}") for power in range(23)])  # exact
_INTEGER_POWERS = 10 ** np.arange(9)
_EXACT_DIGITS = 15  # below 2^53
_ENOUGH = 10**12  # with digits cut off: an error below 2^13 units of float64
_SURELY_NORMAL = 1e-37
_U = np.uint64
_BEYOND_FLOAT32 = _U(2**29 - 1)  # the bits of a float64 that rounding drops
_UNUSED_BITS = np.arange(64, -8, -8).astype(np.uint64)  # of eight bytes, by digits
_ZEROS = _U(0x3030303030303030)
_TENS_OVERFLOW = _U(0x7676767676767676)  # carries 10 and above into the high bit of a byte
_HIGH_BITS = _U(0x8080808080808080)
_ODD_PAIRS = _U(0x000000FF000000FF)


class Lines(NamedTuple):
    """The lines of a block, and the values of those that are written plainly.

    Attributes
    ----------
    starts, ends : ndarray of int, shape (lines,)
        Where each line starts, and where its newline is.
    plain : ndarray of int, shape (k,)
        Which lines are read here.
    word_ends : ndarray of int, shape (k,)
        Where their words end.
    values : ndarray of float32, shape (k, d)
        Their values.
    """

    starts: NDArray[np.intp]
    ends: NDArray[np.intp]
    plain: NDArray[np.intp]
    word_ends: NDArray[np.intp]
    values: NDArray[np.float32]


def parse_lines(block: bytes, width: int, has_words: bool) -> Lines:
    """Read the lines of a block that `normal` made and that ends with a newline.

    Parameters
    ----------
    block : bytes
        The lines.
    width : int
        d, the number of values in a line.
    has_words : bool
        Whether a word stands before the values. It may hold blanks: values count from the right.
    """
    margin = 8
    # A newline before the first line, and room for eight bytes to be loaded at every place.
    padded = b"\n".rjust(margin) + block + bytes(24)
    text = np.frombuffer(padded, np.uint8)
    marks = np.flatnonzero((text == _SPACE) | (text == _NEWLINE) | (text == _POINT))
    marks = marks[margin - 1 :]  # the blanks that rjust put there
    kinds = text[marks]
    newlines = np.flatnonzero(kinds == _NEWLINE)
    starts, ends = marks[newlines[:-1]] + 1, marks[newlines[1:]]

    pattern = np.full(2 * width + 1, _POINT, np.uint8)
    pattern[::2] = _SPACE
    pattern[-1] = _NEWLINE
    fields = len(marks) // len(pattern)
    if (
        has_words
        and fields * len(pattern) + 1 == len(marks)
        and (kinds[1:].reshape(fields, -1) == pattern).all()
    ):
        # No word holds a blank or point, and every number has one point.
        columns = marks[1:].reshape(fields, -1)
        plain = np.arange(fields)
        before, point, after = columns[:, :-1:2], columns[:, 1::2], columns[:, 2::2]
    else:
        blanks = np.flatnonzero(kinds != _POINT)
        line_ends = np.flatnonzero(kinds[blanks] == _NEWLINE)
        in_line = np.diff(line_ends)
        plain = np.flatnonzero(in_line > width if has_words else in_line == width)
        columns = blanks[line_ends[1:][plain, None] - np.arange(width, -1, -1)]  # (k, d + 1)
        fits = (np.diff(columns) <= 2).all(axis=1)  # none or one point in a number
        columns, plain = columns[fits], plain[fits]
        before, after = marks[columns[:, :-1]], marks[columns[:, 1:]]
        point = marks[columns[:, :-1] + 1]  # at the end of an integer

    eights = np.ndarray((len(padded) - 7,), np.dtype("<u8"), padded, strides=(1,))
    values, good = _numbers(text, eights, before.ravel(), point.ravel(), after.ravel())
    rows = good.reshape(-1, width).all(axis=1)
    if has_words:
        rows &= before[:, 0] > starts[plain]
    values = values.reshape(-1, width)
    if not rows.all():
        plain, before, values = plain[rows], before[rows], values[rows]
    return Lines(starts - margin, ends - margin, plain, before[:, 0] - margin, values)


def _numbers(
    text: NDArray[np.uint8],
    eights: NDArray[np.uint64],
    before: NDArray[np.intp],
    point: NDArray[np.intp],
    after: NDArray[np.intp],
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Return the numbers between blanks at before and after, and whether each is right.

    Where there is no point, it is where the number ends.
    """
    first = text[before + 1]
    negative = first == _MINUS
    whole_digits = point - before - 1 - (negative | (first == _PLUS))
    digits = after - point - 1

    powers = []
    for length in (3, 4):  # e-5, e-05
        found = np.flatnonzero((text[after - length] | _LOWER) == _E)
        found = found[digits[found] >= length]
        digits[found] -= length
        powers.append(found)
    powered = np.concatenate(powers)
    good = (digits > 0) | (whole_digits > 0)

    missing = _UNUSED_BITS[np.clip(digits, 0, 8)]
    fraction, fine = _integer(((eights[point + 1] ^ _ZEROS) << missing) >> missing)
    units = text[point - 1] - np.uint8(_ZERO)
    units[whole_digits == 0] = 0
    good &= fine & (units <= 9)
    whole = units.astype(np.int64)
    large = np.flatnonzero(whole_digits > 1)
    if large.size:
        count = whole_digits[large]
        missing = _UNUSED_BITS[np.minimum(count, 8)]
        whole[large], fine = _integer(((eights[point[large] - 8] ^ _ZEROS) >> missing) << missing)
        good[large] &= (
            fine & (count <= 8) & ((count < 3) | (count + digits[large] <= _EXACT_DIGITS))
        )
    whole *= 10**8
    mantissa = whole + fraction
    values = mantissa / 1e8

    long = np.flatnonzero(digits > 8)
    inexact = long[:0]
    if long.size:
        count = np.minimum(digits[long], 16)
        rest, fine = _integer((eights[point[long] + 9] ^ _ZEROS) << _UNUSED_BITS[count - 8])
        good[long] &= fine
        mantissa[long] = mantissa[long] * _INTEGER_POWERS[count - 8] + rest
        values[long] = mantissa[long] / _POWERS[count]
        inexact = long[digits[long] + whole_digits[long] > _EXACT_DIGITS]
    if inexact.size:
        # Digits after the sixteenth are not used; _rounds_alike tells where they might matter.
        count = digits[inexact] - 16
        cut = count > 0
        unused = _UNUSED_BITS[np.clip(count, 0, 8)]
        _, fine = _integer((eights[point[inexact] + 17] ^ _ZEROS) << unused)
        good[inexact] &= fine & (count <= 8) & ~(cut & (mantissa[inexact] < _ENOUGH))
    if powered.size:
        end = after[powered]
        tens, ones = text[end - 2] - np.uint8(_ZERO), text[end - 1] - np.uint8(_ZERO)
        sign = text[end - 3]
        sign[: len(powers[0])] = text[end[: len(powers[0])] - 2]
        tens[: len(powers[0])] = 0
        exponent = tens * 10.0 + ones
        exponent[sign == _MINUS] *= -1
        shift = (np.clip(digits[powered], 8, 16) - exponent).astype(np.int64)
        good[powered] &= (tens <= 9) & (ones <= 9) & ((sign == _MINUS) | (sign == _PLUS))
        good[powered] &= abs(shift) < len(_POWERS)
        power = _POWERS[np.minimum(abs(shift), len(_POWERS) - 1)]
        numbers = mantissa[powered]
        values[powered] = np.where(shift < 0, numbers * power, numbers / power)
    if inexact.size:
        good[inexact] &= _rounds_alike(values[inexact])
    if not good.all():
        values[~good] = 0.0  # it may be anything
    np.negative(values, out=values, where=negative)
    return values.astype(np.float32), good


def _rounds_alike(values: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Whether values one part in _ENOUGH away would round to the same normal float32."""
    beyond = (values.view(np.uint64) & _BEYOND_FLOAT32).astype(np.int64)
    return (abs(beyond - 2**28) > 2**13) & (values > _SURELY_NORMAL)


def _integer(digits: NDArray[np.uint64]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the integers of eight digits, first digit in the lowest byte, and which are such."""
    fine = (((digits + _TENS_OVERFLOW) | digits) & _HIGH_BITS) == 0
    pairs = digits * _U(10) + (digits >> _U(8))
    low = (pairs & _ODD_PAIRS) * _U(0x000F424000000064)  # 100 + (1 000 000 << 32)
    high = ((pairs >> _U(16)) & _ODD_PAIRS) * _U(0x0000271000000001)  # 1 + (10 000 << 32)
    return ((low + high) >> _U(32)).view(np.int64), fine
