"""A paragraph of text inside a figure, with **bold** and `code`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from unicodedata import bidirectional

from PySide6.QtCore import QEvent, QPointF, QSize, QSizeF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QHelpEvent,
    QPainter,
    QPalette,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from posviz.model.notation import inserted
from posviz.widgets.painted import PaintedView
from posviz.widgets.theme import MONO_FAMILY, Look, look

_LINE_HEIGHT = 122.0  # per cent of the font's own
_LIST_INDENT = 20.0
_KEPT = 8
_MARKS = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~&])")

_ISOLATED = re.compile("\u2068.*?\u2069")

_FEATURES = (
    QTextDocument.MarkdownFeature.MarkdownDialectCommonMark
    | QTextDocument.MarkdownFeature.MarkdownNoHTML
)


def literal(text: str, most: int = 40) -> str:
    """Return a word so that Markdown shows it as it is, whatever marks it holds.

    Letters that run from right to left do not turn the sentence round.

    A very long one is shortened: it would fill the figure, and take seconds to wrap.
    """
    return _MARKS.sub(r"\\\1", inserted(text, most))


def join_pieces(pieces: Sequence[str]) -> str:
    """Write pieces as a sum for a note; of very many only the first ones."""
    shown = " + ".join(literal(piece) for piece in pieces[:12])
    return shown if len(pieces) <= 12 else f"{shown} + …"


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


class Note(PaintedView):
    """Wrapped text; its height follows its width. Hidden while it is empty.

    `mono` sets it in the letters of code.
    """

    def __init__(
        self,
        text: str = "",
        *,
        role: str = "muted",
        size: float = 13,
        mono: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._text = ""
        self._role = role
        self._size = size
        self._mono = mono
        self._glossary: Mapping[str, str] = {}
        self.explained: frozenset[str] = frozenset()
        """The explanations that are found in the text."""
        self._document = QTextDocument(self)
        self._heights: dict[tuple[int, Look], int] = {}
        self._document.setDocumentMargin(0)
        self._document.setIndentWidth(_LIST_INDENT)
        # The height follows the width alone: a hint for another width must not be the least.
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.set_text(text)

    def set_text(self, text: str) -> None:
        """Show a text in Markdown's **bold**, *italic* and `code`."""
        if text == self._text and not self._document.isEmpty():
            return
        self._text = text
        self._set_up()
        if text and self.parentWidget() is None:
            # To show it now would open a window; the layout that takes it will show it.
            self.setAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide, False)
        else:
            self.setVisible(bool(text))

    def set_role(self, role: str) -> None:
        """Set the text in the colour of another role."""
        self._role = role
        self.update()

    def _set_up(self) -> None:
        self._heights.clear()
        self._read(self._document)
        self.explained = self._mark_terms()
        self.setAccessibleName(self.spoken_text())
        self.setAccessibleDescription(" ".join(sorted(self.explained)))
        self.updateGeometry()
        self.update()

    def _read(self, document: QTextDocument) -> None:
        """Put the text into the document."""
        document.setMarkdown(self._text, _FEATURES)
        open_lines(document)
        use_own_letters(document)

    def spoken_text(self) -> str:
        """The words without their marks, for a screen reader."""
        return self._document.toPlainText()

    def explain(self, glossary: Mapping[str, str]) -> None:
        """Underline the terms of a glossary, in lower case, and explain them on hover."""
        self._glossary = glossary
        self._set_up()

    def _mark_terms(self) -> frozenset[str]:
        """Underline each term where it stands first, and return what explains them."""
        if not self._glossary:
            return frozenset()
        words = self._document.toPlainText()
        explained: set[str] = set()
        for found in _terms(tuple(self._glossary)).finditer(words):
            explanation = self._glossary[found.group().lower()]
            if explanation in explained:
                continue
            explained.add(explanation)
            mark = QTextCharFormat()
            mark.setAnchor(True)
            mark.setAnchorHref(explanation)
            mark.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
            cursor = QTextCursor(self._document)
            cursor.setPosition(_units(words[: found.start()]))
            keep = QTextCursor.MoveMode.KeepAnchor
            cursor.setPosition(_units(words[: found.end()]), keep)
            cursor.mergeCharFormat(mark)
        return frozenset(explained)

    def explanation_at(self, at: QPointF) -> str:
        """What explains the term at a point of the view; empty where there is none."""
        layout = self._laid_out(self._document.textWidth(), look()).documentLayout()
        return layout.anchorAt(at - self.text_origin())

    def text_origin(self) -> QPointF:
        """Where the text begins in the view."""
        return QPointF(0, 0)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            explanation = self.explanation_at(QPointF(event.pos()))
            if explanation:
                QToolTip.showText(event.globalPos(), explanation, self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)

    @property
    def text(self) -> str:
        """The text as set."""
        return self._text

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        # A layout asks for the same few widths again and again, each of which is a new layout.
        key = width, look()
        if key not in self._heights:
            if len(self._heights) >= _KEPT:
                self._heights.clear()
            self._heights[key] = round(self.height_at(*key) + 0.5)
        return self._heights[key]

    def height_at(self, width: float, look: Look) -> float:
        """Height of the text at a width in any look."""
        return self._laid_out(width, look).size().height()

    def sizeHint(self) -> QSize:
        return QSize(round(look().px(260)), self.heightForWidth(round(look().px(260))))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(look().px(120)), round(look().px(self._size * 1.4)))

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        context = QAbstractTextDocumentLayout.PaintContext()
        context.palette.setColor(QPalette.ColorRole.Text, look.colour(self._role))
        self._laid_out(size.width(), look).documentLayout().draw(painter, context)

    def _laid_out(self, width: float, look: Look) -> QTextDocument:
        # Either call lays the text out anew, even when nothing has changed.
        font = look.font(self._size, mono=self._mono)
        if self._document.defaultFont() != font:
            self._document.setDefaultFont(font)
        if self._document.textWidth() != width:
            self._document.setTextWidth(width)
        return self._document


def _units(text: str) -> int:
    """Length of a text as Qt counts it, in units of UTF-16."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


@lru_cache(maxsize=4)
def _terms(terms: tuple[str, ...]) -> re.Pattern[str]:
    """Find whole terms, the longest first; a hyphen is part of a word."""
    longest_first = sorted(terms, key=len, reverse=True)
    joined = "|".join(map(re.escape, longest_first))
    return re.compile(rf"(?<![\w-])(?:{joined})(?![\w-])", re.IGNORECASE)


def spoken(*notes: str) -> str:
    """Join Markdown notes into words for a screen reader; empty ones are left out."""
    joined = " ".join(note for note in notes if note)
    return joined.replace("**", "").replace("\\", "").replace("\n\n", " ")
