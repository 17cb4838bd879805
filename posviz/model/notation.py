"""How numbers are written on screen.

The sign before decimals is that of the language on screen. The minus is U+2212, as wide as the
plus; zero never carries a minus; thousands are parted by a narrow no-break space (U+202F) from
five digits on. Files for other programs do not use this: they want a point, an ASCII minus and
no spaces.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from decimal import ROUND_HALF_EVEN, Decimal

from posviz.language import behind, decimal_mark, tr
from posviz.model.spelling import isolated, readable

MINUS = "−"
_NARROW_SPACE = "\u202f"
_UNITS = ("KiB", "MiB", "GiB", "TiB", "PiB", "EiB")
_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def undefined() -> str:
    """Return what stands for a number that there is not."""
    return tr("undefined")


def _special(x: float) -> str | None:
    if math.isnan(x):
        return undefined()
    if math.isinf(x):
        return "∞" if x > 0 else f"{MINUS}∞"
    return None


def _marked(text: str) -> str:
    return text.replace(".", decimal_mark())


def plain(x: float, decimals: int) -> str:
    """Return a number with so many decimals: "0.90", "−0.35", "0.00", "undefined", "∞"."""
    # "z" turns a negative zero, also one that comes of rounding, into a positive one.
    return _special(x) or _marked(f"{x:z.{decimals}f}").replace("-", MINUS)


def signed(x: float, decimals: int) -> str:
    """Return a number with its sign: "+0.90", "−0.35"; zero is "+0.00", NaN "undefined"."""
    text = plain(x, decimals)
    return text if math.isnan(x) or text.startswith(MINUS) else f"+{text}"


def grouped(n: int) -> str:
    """Return a whole number: "512", "2048", and from five digits on "10 000", "1 000 000"."""
    text = f"{n:,}" if abs(n) >= 10_000 else f"{n}"
    return text.replace(",", _NARROW_SPACE).replace("-", MINUS)


def signed_whole(n: int) -> str:
    """Return a whole number with its sign: "+5", "−10 000"; zero has none."""
    return f"+{grouped(n)}" if n > 0 else grouped(n)


def significant(x: float, digits: int) -> str:
    """Return a number with so many significant digits: "6.283", "628.3".

    Digits before the point are never dropped: 60611.4 to four digits is "60 611". From 10^15
    up and below 10^-4 it is written with a power of ten, "1.235 × 10⁻⁷".
    """
    special = _special(x)
    if special is not None:
        return special
    if x == 0:
        return plain(0.0, digits - 1)
    # Decimal holds the float exactly, so the power of ten it has after rounding is certain.
    exact = Decimal(x)
    power = exact.adjusted()
    rounded = round(exact.scaleb(-power), digits - 1)
    if abs(rounded) == 10:
        power, rounded = power + 1, rounded / 10
    if not -4 <= power < 15:
        exponent = f"{power}".translate(_SUPERSCRIPTS)
        return f"{plain(float(rounded), digits - 1)} × 10{exponent}"
    decimals = max(0, digits - 1 - power)
    whole, point, rest = f"{exact:.{decimals}f}".partition(".")
    sign, whole = ("-", whole[1:]) if whole.startswith("-") else ("", whole)
    return f"{sign.replace('-', MINUS)}{grouped(int(whole))}{_marked(point)}{rest}"


def plural(n: int, unit: str) -> str:
    """Return a word as it stands behind a number: "row" behind 1, else "rows"."""
    return behind(n, unit) or (unit if n == 1 else f"{unit}s")


def counted(n: int, unit: str) -> str:
    """Return how many there are of something: "1 row", "2 rows", "10 000 rows"."""
    return f"{grouped(n)} {plural(n, unit)}"


def bytes_text(n: int) -> str:
    """Return a size in memory: exact below 1 KiB, then three digits: "240 B", "1.50 KiB".

    The units are binary, 1 KiB = 1024 B and so on. Digits before the point are never dropped:
    "1010 KiB".

    Raises
    ------
    ValueError
        If n is negative.
    """
    if n < 0:
        raise ValueError(f"a size of {n} bytes is not possible")
    if n < 1024:
        return f"{n} B"
    value = Decimal(n)
    for unit in _UNITS:
        value /= 1024
        decimals = next(
            (2 - i for i, top in enumerate(("9.995", "99.95")) if value < Decimal(top)), 0
        )
        shown = value.quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_EVEN)
        if shown < 1024 or unit == _UNITS[-1]:
            break
    return f"{_marked(f'{shown}') if decimals else grouped(int(shown))} {unit}"


def superscript(n: int) -> str:
    """Return a whole number as an exponent: "¹⁵", as in ℝ¹⁵."""
    return f"{n}".translate(_SUPERSCRIPTS)


def shape_text(shape: Iterable[int]) -> str:
    """Return the shape of an array: "15 × 4"; large numbers are grouped."""
    return " × ".join(map(grouped, shape))


def shortened(word: str, most: int = 40) -> str:
    """Return a word of any length as it fits on screen: its beginning, “…” and its end.

    What would not be seen has a sign, see :func:`posviz.model.spelling.readable`.
    """
    word = readable(word)
    if len(word) <= most:
        return word
    end = most // 3
    return f"{word[: most - end - 1]}…{word[-end:]}"


def inserted(word: str, most: int = 40) -> str:
    """Return a word for the inside of a line: shortened, and never turning the line round."""
    return isolated(shortened(word, most))
