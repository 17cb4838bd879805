"""How the text of a document stands: its lines, its letters of code, the way it runs."""

from __future__ import annotations

import re
from unicodedata import bidirectional

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFrameFormat,
    QTextTable,
    QTextTableFormat,
)

from posviz.widgets.theme import MONO_FAMILY, Look

_LINE_HEIGHT = 122.0  # per cent of the font's own
_ISOLATED = re.compile("\u2068.*?\u2069")


def open_lines(document: QTextDocument, *, below: float = 0) -> None:
    """Give every line some air, and every block `below` pixels after it."""
    block = QTextBlockFormat()
    block.setLineHeight(_LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
    block.setBottomMargin(below)
    cursor = QTextCursor(document)
    cursor.select(QTextCursor.SelectionType.Document)
    cursor.mergeBlockFormat(block)
    _set_directions(document)


def use_own_letters(document: QTextDocument) -> None:
    """Set `code` in the program's own letters, at the size of the words around it.

    What Qt reads from Markdown has the letters of the desktop, in a size that stays as it is.
    """
    spans = []
    block = document.begin()
    while block.isValid():
        places = block.begin()
        while not places.atEnd():
            fragment = places.fragment()
            if fragment.charFormat().fontFixedPitch():
                spans.append((fragment.position(), fragment.length(), fragment.charFormat()))
            places += 1
        block = block.next()
    for start, length, before in spans:
        code = QTextCharFormat()
        code.setFontFamilies([MONO_FAMILY])
        code.setFontFixedPitch(True)
        code.setFontWeight(before.fontWeight())
        cursor = QTextCursor(document)
        cursor.setPosition(start)
        cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
        cursor.setCharFormat(code)


def _set_directions(document: QTextDocument) -> None:
    """Let a paragraph run as its own words do: Qt goes by those put into it too."""
    isolated = document.find("\u2068")
    while not isolated.isNull():
        direction = QTextBlockFormat()
        rest = _ISOLATED.sub("", isolated.block().text())
        first = next((way for way in map(bidirectional, rest) if way in ("L", "R", "AL")), "L")
        direction.setLayoutDirection(
            Qt.LayoutDirection.LeftToRight if first == "L" else Qt.LayoutDirection.RightToLeft
        )
        isolated.mergeBlockFormat(direction)
        isolated = document.find("\u2068", isolated)


def rule_tables(document: QTextDocument, look: Look) -> None:
    """Give the tables of a document thin lines, and their cells some room."""
    for frame in document.rootFrame().childFrames():
        if isinstance(frame, QTextTable):
            shape = QTextTableFormat(frame.format())
            shape.setBorderCollapse(True)
            shape.setBorder(1)
            shape.setBorderBrush(look.colour("line"))
            shape.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
            shape.setCellPadding(look.px(6))
            frame.setFormat(shape)
