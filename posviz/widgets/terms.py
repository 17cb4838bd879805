"""Words in a text that explain themselves, to the pointer and to the keys."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QTextCharFormat, QTextCursor, QTextDocument


@dataclass(frozen=True)
class Term:
    """A word of a document, from `start` to `end` in units of UTF-16, and what explains it."""

    word: str
    why: str
    start: int
    end: int


def mark_terms(document: QTextDocument, glossary: Mapping[str, str]) -> tuple[Term, ...]:
    """Underline each term of a glossary, in lower case, where it stands first; return them."""
    if not glossary:
        return ()
    words = document.toPlainText()
    terms: list[Term] = []
    for found in _pattern(tuple(glossary)).finditer(words):
        why = glossary[found.group().lower()]
        if any(term.why == why for term in terms):
            continue
        start, end = (_units(words[:at]) for at in found.span())
        terms.append(Term(found.group(), why, start, end))
        mark = QTextCharFormat()
        mark.setAnchor(True)
        mark.setAnchorHref(why)
        mark.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
        cursor = QTextCursor(document)
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        cursor.mergeCharFormat(mark)
    return tuple(terms)


def places_of(term: Term, document: QTextDocument) -> list[QRectF]:
    """Where a term stands in a document that is laid out: a rectangle on each of its lines."""
    block = document.findBlock(term.start)
    layout = block.layout()
    # The bounds of a block are those of its lines, moved to where the block is.
    origin = document.documentLayout().blockBoundingRect(block).topLeft()
    origin -= layout.boundingRect().topLeft()
    start, end = term.start - block.position(), term.end - block.position()
    places = []
    for number in range(layout.lineCount()):
        line = layout.lineAt(number)
        first = max(start, line.textStart())
        last = min(end, line.textStart() + line.textLength())
        if first < last:
            left, right = sorted((_x(line.cursorToX(first)), _x(line.cursorToX(last))))
            place = QRectF(left, line.y(), right - left, line.height())
            places.append(place.translated(QPointF(origin)))
    return places


def _x(found: object) -> float:
    """The place of a cursor; Qt's Python gives the cursor too."""
    return float(found[0] if isinstance(found, tuple | list) else found)  # type: ignore[arg-type]


def _units(text: str) -> int:
    """Length of a text as Qt counts it, in units of UTF-16."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


@lru_cache(maxsize=4)
def _pattern(terms: tuple[str, ...]) -> re.Pattern[str]:
    """Find whole terms, the longest first; a hyphen is part of a word."""
    longest_first = sorted(terms, key=len, reverse=True)
    joined = "|".join(map(re.escape, longest_first))
    return re.compile(rf"(?<![\w-])(?:{joined})(?![\w-])", re.IGNORECASE)
