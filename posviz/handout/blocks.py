"""What a handout is made of: paragraphs, formulas, code and figures, one below the other."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QPainter,
    QPalette,
    QPen,
    QTextDocument,
)

from posviz.handout.figures import PanelFigure
from posviz.widgets.document import open_lines, use_own_letters
from posviz.widgets.formula_view import FormulaLine, FormulaView
from posviz.widgets.text_table import TextTable
from posviz.widgets.theme import LIGHT

_FEATURES = (
    QTextDocument.MarkdownFeature.MarkdownDialectCommonMark
    | QTextDocument.MarkdownFeature.MarkdownNoHTML
)
_BAR = 12.0
_LONG_CODE = 16
"""From so many lines up code goes on on the next page."""
_TABLE_SIZE = 13.0
_SMALLEST_PART = 0.8
"""A figure may be drawn this much smaller where it then fits on the page."""


class Block:
    """A part of a page; lengths are in pixels of 1/96 inch.

    Attributes
    ----------
    above
        Room above it, unless it stands at the top of a page.
    keeps
        Whether it stands on the same page as what follows: a heading is never the last.
    starts_page, starts_step
        Whether it begins a new page, and whether a step of the lesson.
    floats
        Whether it may stand at the top of the next page, with what follows before it.
    running
        The heading of its pages from here on; empty: as before.
    """

    above = 8.0
    keeps = False
    starts_page = False
    starts_step = False
    floats = False
    running = ""

    def height(self, width: float) -> float:
        """Height at a width."""
        raise TypeError("a block has a height")

    def least(self, width: float) -> float:
        """Height that it can be drawn smaller to."""
        return self.height(width)

    def cuts(self, width: float) -> Sequence[float]:
        """Heights at which it may be parted by the end of a page, rising; none: not at all."""
        return ()

    def draw(self, painter: QPainter, width: float, top: float, bottom: float) -> None:
        """Draw what lies between two heights, the first of them at 0."""
        raise TypeError("a block can be drawn")

    def draw_smaller(
        self, painter: QPainter, width: float, top: float, bottom: float, scale: float
    ) -> None:
        """Draw what lies between two heights into a part of their distance."""
        painter.translate(width * (1 - scale) / 2, 0)
        painter.scale(scale, scale)
        self.draw(painter, width, top, bottom)


class Text(Block):
    """A paragraph in Markdown, or as it stands."""

    def __init__(
        self,
        text: str,
        *,
        size: float = 13.5,
        weight: int = 400,
        role: str = "text",
        mono: bool = False,
        plain: bool = False,
        quoted: bool = False,
        indent: float = 0.0,
        above: float = 8.0,
    ) -> None:
        self.text = text
        self.above = above
        self._role, self._quoted, self._indent = role, quoted, indent
        self._whole = mono and text.count("\n") < _LONG_CODE
        self._document = QTextDocument()
        self._document.setDocumentMargin(0)
        self._document.setDefaultFont(LIGHT.font(size, weight, mono=mono))
        if mono or plain:
            self._document.setPlainText(text)
        else:
            self._document.setMarkdown(text, _FEATURES)
            open_lines(self._document, below=size * 0.4 if "\n" in text else 0)
            use_own_letters(self._document)

    @property
    def _left(self) -> float:
        return self._indent + (_BAR if self._quoted else 0.0)

    def _laid_out(self, width: float) -> QTextDocument:
        inner = max(40.0, width - self._left)
        if self._document.textWidth() != inner:
            self._document.setTextWidth(inner)
        return self._document

    def height(self, width: float) -> float:
        return self._laid_out(width).size().height()

    def cuts(self, width: float) -> Sequence[float]:
        found: list[float] = []
        if self._whole:
            return found
        document = self._laid_out(width)
        layout = document.documentLayout()
        block = document.begin()
        while block.isValid():
            top = layout.blockBoundingRect(block).top()
            lines = block.layout()
            count = lines.lineCount()
            # No single line of a paragraph is left behind, or goes on alone.
            for n in range(1, count - 2):
                line = lines.lineAt(n)
                found.append(top + line.y() + line.height())
            block = block.next()
            if block.isValid():
                found.append(layout.blockBoundingRect(block).top())
        return sorted(found)

    def draw(self, painter: QPainter, width: float, top: float, bottom: float) -> None:
        document = self._laid_out(width)
        leftwards = document.firstBlock().textDirection() == Qt.LayoutDirection.RightToLeft
        if self._quoted:
            place = QRectF(width - 3 if leftwards else 0, 0, 3, bottom - top)
            painter.fillRect(place, LIGHT.colour("accent"))
        context = QAbstractTextDocumentLayout.PaintContext()
        context.palette.setColor(QPalette.ColorRole.Text, LIGHT.colour(self._role))
        painter.save()
        painter.setClipRect(QRectF(-4, 0, width + 8, bottom - top))
        painter.translate(0 if leftwards else self._left, -top)
        document.documentLayout().draw(painter, context)
        painter.restore()


class Heading(Text):
    """A heading, which stands on the page of what it heads."""

    keeps = True

    def __init__(self, text: str, size: float, above: float = 22.0) -> None:
        super().__init__(text, size=size, weight=600, plain=True, above=above)

    def cuts(self, width: float) -> Sequence[float]:
        return ()


class ChapterHeading(Heading):
    """The heading of a chapter, which begins a page."""

    starts_page = True

    def __init__(self, text: str) -> None:
        super().__init__(text, 24)
        self.running = text


class StepHeading(Heading):
    """The heading of a step."""

    starts_step = True

    def __init__(self, text: str) -> None:
        super().__init__(text, 17, above=30)


class Formula(Block):
    """A formula, typeset."""

    above = 10.0

    def __init__(self, latex: str, read_out: str) -> None:
        self._view = FormulaView()
        self._view.set_lines([FormulaLine((latex,), read_out)])

    def height(self, width: float) -> float:
        return self._view.arrangement(width * 0.72, LIGHT).height

    def draw(self, painter: QPainter, width: float, top: float, bottom: float) -> None:
        self._view.draw(painter, QSizeF(width * 0.72, bottom - top), LIGHT)


class Table(Block):
    """A table, which may be parted between two rows."""

    above = 10.0

    def __init__(self, markdown: str) -> None:
        self._view = TextTable(markdown, role="text", size=_TABLE_SIZE)

    def height(self, width: float) -> float:
        return self._view.height_at(width, LIGHT)

    def cuts(self, width: float) -> Sequence[float]:
        # A heading does not stand without a row.
        return self._view.row_tops(width, LIGHT)[1:]

    def draw(self, painter: QPainter, width: float, top: float, bottom: float) -> None:
        painter.save()
        painter.setClipRect(QRectF(-4, 0, width + 8, bottom - top))
        painter.translate(0, -top)
        self._view.draw(painter, QSizeF(width, self.height(width)), LIGHT)
        painter.restore()


class Figure(Block):
    """The picture of a panel with its number and name below; never parted."""

    above = 14.0
    floats = True

    def __init__(self, figure: PanelFigure, caption: str) -> None:
        self._figure = figure
        self._caption = Text(caption, size=11.5, role="muted", plain=True)

    def _below(self, width: float) -> float:
        return 8 + self._caption.height(width)

    def height(self, width: float) -> float:
        size = self._figure.size
        return size.height() * width / size.width() + self._below(width)

    def least(self, width: float) -> float:
        return min(self._flattest(width), _SMALLEST_PART * self.height(width))

    def _flattest(self, width: float) -> float:
        """Height up to which its views take any, so that letters stay as large."""
        return self._figure.least * width / self._figure.size.width() + self._below(width)

    def draw(self, painter: QPainter, width: float, top: float, bottom: float) -> None:
        factor = width / self._figure.size.width()
        size = QSizeF(self._figure.size.width(), (bottom - self._below(width)) / factor)
        painter.save()
        painter.scale(factor, factor)
        painter.save()
        painter.setClipRect(QRectF(QPointF(), size))
        self._figure.draw(painter, size)
        painter.restore()
        painter.setPen(QPen(LIGHT.colour("line"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(QPointF(), size).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
        painter.restore()
        painter.save()
        painter.translate(0, size.height() * factor + 6)
        self._caption.draw(painter, width, 0, self._caption.height(width))
        painter.restore()

    def draw_smaller(
        self, painter: QPainter, width: float, top: float, bottom: float, scale: float
    ) -> None:
        if bottom * scale >= self._flattest(width):
            self.draw(painter, width, 0, bottom * scale)
        else:
            super().draw_smaller(painter, width, top, bottom, scale)
