"""What is painted on the pages of a PDF of Qt's, word by word."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

_PAINTS = frozenset({b"S", b"s", b"f", b"f*", b"n", b"B", b"B*", b"b", b"b*"})
"""What ends a path."""


def painted(path: Path) -> list[list[bytes]]:
    """Return the words of each stream that paints."""
    pdf = path.read_bytes()
    found = []
    for stream in re.finditer(rb">>\nstream\n", pdf):
        try:
            text = zlib.decompressobj().decompress(pdf[stream.end() :])
        except zlib.error:
            continue
        if b" scn\n" in text:
            found.append(text.split())
    return found


def paths_ended_before_they_began(path: Path) -> int:
    """Return how many paths are closed that have no point, which readers call an error."""
    wrong = 0
    for words in painted(path):
        begun = False
        for word in words:
            wrong += word == b"h" and not begun
            begun = word in (b"m", b"re", b"h") or (begun and word not in _PAINTS)
    return wrong
