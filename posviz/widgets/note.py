"""A paragraph of text inside a figure, with **bold** and `code`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QAccessible,
    QAccessibleAnnouncementEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QPainter,
    QPalette,
    QPen,
    QTextDocument,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from posviz.model.notation import inserted
from posviz.widgets.document import open_lines, use_own_letters
from posviz.widgets.key_focus import BY_KEYS
from posviz.widgets.painted import PaintedView
from posviz.widgets.terms import Term, mark_terms, places_of
from posviz.widgets.theme import Look, look

_LIST_INDENT = 20.0
_KEPT = 8
_LONG_MS = 600_000
_LEFT, _RIGHT = Qt.Key.Key_Left, Qt.Key.Key_Right
_MARKS = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~&])")


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


class Note(PaintedView):
    """Wrapped text; its height follows its width. Hidden while it is empty.

    `mono` sets it in the letters of code.

    Signals
    -------
    went_to(QRectF)
        The keys came to a term here, which is to be in sight.
    """

    went_to = Signal(QRectF)

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
        self._terms: tuple[Term, ...] = ()
        self._here = -1
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
        self._terms = mark_terms(self._document, self._glossary)
        self._here = min(self._here, len(self._terms) - 1)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if self._terms else Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(self.spoken_text())
        self._describe()
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
        """Underline the terms of a glossary, in lower case, and explain them.

        The pointer shows what explains the term that it rests on; so do the keys: Tab goes to
        the text, the arrow keys to its other terms, Escape puts the explanation away.
        """
        self._glossary = glossary
        self._set_up()

    @property
    def explained(self) -> frozenset[str]:
        """The explanations that are found in the text."""
        return frozenset(term.why for term in self._terms)

    def _describe(self) -> None:
        """Say what the keys are at, else all that is explained."""
        if self._here >= 0:
            term = self._terms[self._here]
            said = self.tr("{term}: {explanation} {number} of {count}.").format(
                term=term.word, explanation=term.why, number=self._here + 1, count=len(self._terms)
            )
        else:
            said = " ".join(sorted(self.explained))
        if said != self.accessibleDescription():
            self.setAccessibleDescription(said)

    def _go_to_term(self, index: int) -> None:
        """Outline a term, and show and tell what explains it; −1: none."""
        self._here = index
        self._describe()
        self.update()
        if index < 0:
            QToolTip.hideText()
            return
        QAccessible.updateAccessibility(
            QAccessibleAnnouncementEvent(self, self.accessibleDescription())
        )
        # Afterwards, as the change of focus puts every explanation away that it finds.
        QTimer.singleShot(0, self, self._show_explanation)

    def _show_explanation(self) -> None:
        if not 0 <= self._here < len(self._terms):
            return
        term = self._terms[self._here]
        self._laid_out(self._room(), look())
        last = self._to_view(places_of(term, self._document)[-1])
        self.went_to.emit(last)
        below = self.mapToGlobal(last.bottomLeft().toPoint())
        QToolTip.showText(below, term.why, self, QRect(), _LONG_MS)

    def _room(self) -> float:
        """Width that the text was laid out for, which it is drawn in."""
        return self._document.textWidth()

    def _to_view(self, place: QRectF) -> QRectF:
        """Return a place of the document as one of the view."""
        return place.translated(self.text_origin())

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() in BY_KEYS and self._terms:
            back = event.reason() == Qt.FocusReason.BacktabFocusReason
            self._go_to_term(len(self._terms) - 1 if back else 0)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._go_to_term(-1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        last, key = len(self._terms) - 1, Qt.Key(event.key())
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        on, back = (_LEFT, _RIGHT) if mirrored else (_RIGHT, _LEFT)
        if key == Qt.Key.Key_Escape and QToolTip.isVisible():
            QToolTip.hideText()
        elif last < 0:
            super().keyPressEvent(event)
        elif key in (on, Qt.Key.Key_Down):
            self._go_to_term(min(self._here + 1, last))
        elif key in (back, Qt.Key.Key_Up):
            self._go_to_term(max(self._here - 1, 0))
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._go_to_term(0 if key == Qt.Key.Key_Home else last)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._go_to_term(max(self._here, 0))
        else:
            super().keyPressEvent(event)

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
        self._draw_focus(painter, look)

    def _draw_focus(self, painter: QPainter, look: Look) -> None:
        """Outline the term that the keys are at; the painter is that of the document."""
        if self._here < 0:
            return
        painter.setPen(QPen(look.colour("accent"), max(1.0, look.px(1.5))))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for place in places_of(self._terms[self._here], self._document):
            painter.drawRoundedRect(place.adjusted(-2, 0, 2, 0), look.px(3), look.px(3))

    def _laid_out(self, width: float, look: Look) -> QTextDocument:
        # Either call lays the text out anew, even when nothing has changed.
        font = look.font(self._size, mono=self._mono)
        if self._document.defaultFont() != font:
            self._document.setDefaultFont(font)
        if self._document.textWidth() != width:
            self._document.setTextWidth(width)
        return self._document


def spoken(*notes: str) -> str:
    """Join Markdown notes into words for a screen reader; empty ones are left out."""
    joined = " ".join(note for note in notes if note)
    return joined.replace("**", "").replace("\\", "").replace("\n\n", " ")
