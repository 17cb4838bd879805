"""How pieces of text are written so that nothing in them stays unseen.

Spaces, line ends, control characters and bytes that are no whole character get a sign of
their own; how wide a piece is drawn is estimated from its characters, without a font.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from unicodedata import bidirectional, category

_SIGNS = {
    " ": "·",
    "\n": "⏎",
    "\t": "→",
    "\x7f": "␡",
    **{chr(code): chr(0x2400 + code) for code in range(32) if code not in (9, 10)},
}
# Control characters, line ends, and marks that turn the direction of what follows.
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


@lru_cache(maxsize=4096)
def _sign(character: str) -> str:
    if character in _SIGNS:
        return _SIGNS[character]
    kind = category(character)
    if kind[0] == "Z" or kind in ("Cc", "Cf", "Cs"):
        return f"‹U+{ord(character):04X}›"
    return character


def visible(text: str) -> str:
    """Return a text with signs for what has no shape: "a b" and a line end are "a·b⏎".

    Characters without a sign of their own are written by their code point, "‹U+200D›". A mark
    with no letter before it stands on a dotted circle.
    """
    shown = "".join(map(_sign, text))
    return f"◌{shown}" if shown and category(shown[0])[0] == "M" else shown


def readable(word: str) -> str:
    """Return a word with signs only where it would not be seen, or would break a line.

    Words of nothing but blanks get a sign for each, control characters get one anywhere:
    "a b" stays, a no-break space alone is "‹U+00A0›".
    """
    if word.isprintable() and not word.isspace():
        return word
    if all(_sign(character) != character for character in word):
        return visible(word)
    return _CONTROLS.sub(lambda found: _sign(found[0]), word)


def isolated(word: str) -> str:
    """Return a word so that it cannot turn the line it is put into.

    One with letters that run from right to left is put between U+2068 and U+2069, first
    strong isolate and its end (Unicode Standard Annex 9); any other is returned as it is.
    """
    if word.isascii() or not any(bidirectional(c) in ("R", "AL", "AN") for c in word):
        return word
    return f"\u2068{word}\u2069"


def hex_text(values: bytes) -> str:
    """Return bytes in hexadecimal, parted by spaces: "F0 9F 98 80"."""
    return values.hex(" ").upper()


def visible_bytes(values: bytes) -> str:
    """Return bytes as text where they make characters, else in hexadecimal: "·‹F0 9F›"."""
    shown: list[str] = []
    rest = bytearray()
    # Bytes that make no character come back as U+DC80 .. U+DCFF.
    for character in values.decode("utf-8", "surrogateescape"):
        if "\udc80" <= character <= "\udcff":
            rest.append(ord(character) - 0xDC00)
            continue
        if rest:
            shown.append(f"‹{hex_text(bytes(rest))}›")
            rest.clear()
        shown.append(visible(character))
    if rest:
        shown.append(f"‹{hex_text(bytes(rest))}›")
    return "".join(shown)


@lru_cache(maxsize=4096)
def _columns_of(character: str) -> int:
    if category(character)[0] == "M" or category(character) == "Cf":
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def columns(text: str) -> int:
    """Return how many columns of a monospaced font a text takes, about; 2 for 東 and emoji."""
    return len(text) if text.isascii() else sum(map(_columns_of, text))
