"""A table in a text: a heading, rows below it, a thin line between each two."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QPainter,
    QPalette,
    QTextBlockFormat,
    QTextDocument,
    QTextFrameFormat,
    QTextOption,
    QTextTable,
    QTextTableFormat,
)

from posviz.lesson.step_text import heard_row
from posviz.widgets.document import open_lines, use_own_letters
from posviz.widgets.note import Note
from posviz.widgets.theme import Look, look

_FEATURES = (
    QTextDocument.MarkdownFeature.MarkdownDialectGitHub
    | QTextDocument.MarkdownFeature.MarkdownNoHTML
)
_PADDING = 6.0
_RULE = 1.0


class TextTable(Note):
    """Lines of Markdown such as ``| a | b |``, the second of them ``|---|---|``.

    No word is broken: where the words of a row have no room beside each other, the table is set
    smaller. Terms of a glossary are explained in it as in any `Note`.
    """

    def _read(self, document: QTextDocument) -> None:
        document.setMarkdown(self._text, _FEATURES)
        open_lines(document)
        use_own_letters(document)
        whole_words = QTextOption()
        whole_words.setWrapMode(QTextOption.WrapMode.WordWrap)
        document.setDefaultTextOption(whole_words)
        self._least: dict[Look, float] = {}
        table = self._table
        for column in range(table.columns()):
            _align_heading(table, column)

    @property
    def _table(self) -> QTextTable:
        (table,) = self._document.rootFrame().childFrames()
        assert isinstance(table, QTextTable)
        return table

    def rows(self) -> list[list[str]]:
        """Return the words of each cell, row by row, the heading first."""
        table = self._table
        return [
            [
                table.cellAt(row, column).firstCursorPosition().block().text()
                for column in range(table.columns())
            ]
            for row in range(table.rows())
        ]

    def spoken_text(self) -> str:
        """Each row with the names of its columns, as nobody hears what stands above what."""
        heading, *rows = self.rows()
        return "\n".join(heard_row(heading, row) for row in rows)

    def scale_at(self, width: float, look: Look) -> float:
        """Return how much smaller the table is set to have room at a width; 1: not at all."""
        self._shape(look)
        if look not in self._least:
            # Another document, as Qt keeps the cells of one that was as narrow as that.
            narrow = self._document.clone(self)
            narrow.setDocumentMargin(0)
            narrow.setDefaultFont(look.font(self._size, mono=self._mono))
            narrow.setTextWidth(1.0)
            self._least = {look: narrow.size().width()}
            narrow.deleteLater()
        return min(1.0, max(1.0, width) / self._least[look])

    def _shape(self, look: Look) -> None:
        """Give the cells their room, and take the lines around them away."""
        shape = QTextTableFormat(self._table.format())
        padding = look.px(_PADDING)
        if shape.cellPadding() != padding:
            shape.setCellPadding(padding)
            shape.setBorder(0)
            shape.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_None)
            shape.setMargin(0)
            shape.setPadding(0)
            self._table.setFormat(shape)

    def _laid_out(self, width: float, look: Look) -> QTextDocument:
        return super()._laid_out(width / self.scale_at(width, look), look)

    def _frame(self, width: float, look: Look) -> QRectF:
        """Where the table lies in its document, which has an empty line above and below it."""
        return self._laid_out(width, look).documentLayout().frameBoundingRect(self._table)

    def height_at(self, width: float, look: Look) -> float:
        # Qt's frame begins where the words of the first cell do.
        high = self._frame(width, look).height() - look.px(_PADDING)
        return high * self.scale_at(width, look)

    def row_tops(self, width: float, look: Look) -> Sequence[float]:
        """Heights at which the rows below the heading begin."""
        frame, table = self._frame(width, look), self._table
        layout, scale = self._document.documentLayout(), self.scale_at(width, look)
        tops = []
        for row in range(1, table.rows()):
            cells = (table.cellAt(row, column) for column in range(table.columns()))
            blocks = (cell.firstCursorPosition().block() for cell in cells)
            top = min(layout.blockBoundingRect(block).top() for block in blocks)
            tops.append((top - look.px(_PADDING) - frame.top()) * scale)
        return tops

    def explanation_at(self, at: QPointF) -> str:
        width, now = self.width(), look()
        frame, scale = self._frame(width, now), self.scale_at(width, now)
        return self._document.documentLayout().anchorAt(at / scale + frame.topLeft())

    def _room(self) -> float:
        return self.width()

    def _to_view(self, place: QRectF) -> QRectF:
        frame, scale = self._frame(self.width(), look()), self.scale_at(self.width(), look())
        at = place.translated(-frame.topLeft())
        return QRectF(at.topLeft() * scale, at.size() * scale)

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        width = size.width()
        frame, scale = self._frame(width, look), self.scale_at(width, look)
        context = QAbstractTextDocumentLayout.PaintContext()
        context.palette.setColor(QPalette.ColorRole.Text, look.colour(self._role))
        painter.save()
        painter.scale(scale, scale)
        painter.translate(-frame.topLeft())
        self._document.documentLayout().draw(painter, context)
        self._draw_focus(painter, look)
        painter.restore()
        rule = max(1.0, look.px(_RULE))
        for index, top in enumerate(self.row_tops(width, look)):
            colour = look.colour("line" if index else "faint")
            painter.fillRect(QRectF(0, top - rule / 2, frame.width() * scale, rule), colour)


def _align_heading(table: QTextTable, column: int) -> None:
    """Set the name of a column as its cells are set: Qt reads that for the cells alone."""
    if table.rows() < 2:
        return
    cell = table.cellAt(1, column).firstCursorPosition()
    like = QTextBlockFormat()
    like.setAlignment(cell.blockFormat().alignment() & Qt.AlignmentFlag.AlignHorizontal_Mask)
    table.cellAt(0, column).firstCursorPosition().mergeBlockFormat(like)
