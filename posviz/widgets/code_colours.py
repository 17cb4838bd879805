"""The colours of Python in an editor: keywords, numbers, strings and comments."""

from __future__ import annotations

import builtins
import keyword
import re

from PySide6.QtGui import QColor, QFont, QSyntaxHighlighter, QTextCharFormat, QTextDocument

from posviz.widgets import theme

_PLAIN, _SINGLE, _DOUBLE = -1, 1, 2
"""State of a line: whether it ends within a string of three quotes, and of which."""
_QUOTES = {_SINGLE: "'''", _DOUBLE: '"""'}
_WORDS = frozenset(keyword.kwlist)
_NAMES = frozenset(name for name in dir(builtins) if name[0].islower())
_TOKEN = re.compile(
    r"""
      (?P<comment>\#.*)
    | (?P<long>(?<!\w)[bBrRuUfF]{0,2}(?:'''|\"\"\"))
    | (?P<string>(?<!\w)[bBrRuUfF]{0,2}(?:'(?:\\.|[^'\\])*'?|"(?:\\.|[^"\\])*"?))
    | (?P<number>(?<![\w.])(?:0[xX][\da-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+
                |(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?[jJ]?))
    | (?P<word>[^\W\d]\w*)
    """,
    re.VERBOSE,
)


class CodeColours(QSyntaxHighlighter):
    """Colours one document in the current look, and anew when the look changes."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self._formats: dict[str, QTextCharFormat] = {}
        self._set_formats()
        theme.current().changed.connect(self._on_look)

    def _set_formats(self) -> None:
        look = theme.look()
        words, number, string = look.code
        colours = {
            "keyword": words,
            "number": number,
            "string": string,
            "comment": look.muted,
            "name": look.muted,
            "defined": look.text,
        }
        self._formats = {}
        for kind, colour in colours.items():
            text_format = QTextCharFormat()
            text_format.setForeground(QColor(colour))
            self._formats[kind] = text_format
        self._formats["comment"].setFontItalic(True)
        self._formats["defined"].setFontWeight(QFont.Weight.DemiBold)

    def _on_look(self) -> None:
        self._set_formats()
        self.rehighlight()

    def highlightBlock(self, text: str) -> None:
        # Qt counts units of UTF-16: a letter beyond the first 65 536 takes two.
        wide = [i for i, letter in enumerate(text) if ord(letter) > 0xFFFF]
        for start, end, kind in self._parts(text):
            before = sum(1 for i in wide if i < start)
            inside = sum(1 for i in wide if start <= i < end)
            self.setFormat(start + before, end - start + inside, self._formats[kind])

    def _parts(self, text: str) -> list[tuple[int, int, str]]:
        """Find what has a colour in a line: (start, end, kind); sets the state of the line."""
        parts: list[tuple[int, int, str]] = []
        at, state = 0, self.previousBlockState()
        self.setCurrentBlockState(_PLAIN)
        if state in _QUOTES:
            at = _end_of_string(text, 0, _QUOTES[state])
            if at < 0:
                self.setCurrentBlockState(state)
                return [(0, len(text), "string")]
            parts.append((0, at, "string"))
        defines = False
        while found := _TOKEN.search(text, at):
            start, at = found.span()
            kind = found.lastgroup or ""
            if kind == "long":
                quotes = found.group()[-3:]
                at = _end_of_string(text, at, quotes)
                if at < 0:
                    self.setCurrentBlockState(_SINGLE if quotes == "'''" else _DOUBLE)
                    return [*parts, (start, len(text), "string")]
                kind = "string"
            elif kind == "word":
                kind = _kind_of(found.group(), text, start, defines=defines)
                defines = found.group() in ("def", "class")
            if kind:
                parts.append((start, at, kind))
        return parts


def _end_of_string(text: str, at: int, quotes: str) -> int:
    """Return where a string of three quotes ends, after them; −1 if not in this line."""
    while at < len(text):
        if text[at] == "\\":
            at += 2
        elif text.startswith(quotes, at):
            return at + 3
        else:
            at += 1
    return -1


def _kind_of(word: str, text: str, start: int, *, defines: bool) -> str:
    if word in _WORDS:
        return "keyword"
    if defines:
        return "defined"
    is_attribute = text[:start].rstrip().endswith(".")
    return "name" if word in _NAMES and not is_attribute else ""
