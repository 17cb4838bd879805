"""A field for Python: line numbers, colours, indents, and a line that can be marked."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QMimeData, QPointF, QRect, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtWidgets import QPlainTextDocumentLayout, QPlainTextEdit, QTextEdit, QWidget

from posviz.widgets import theme
from posviz.widgets.code_colours import CodeColours
from posviz.widgets.code_indent import INDENT, indent_after, surplus, with_spaces
from posviz.widgets.theme import Look

_GUTTER_LEFT, _GUTTER_RIGHT = 12.0, 14.0
_MARK = 4.0
_AROUND = 26.0
"""Height besides that of the lines."""
_LEAST_DIGITS = 2
_SIZE = 14.0
_MARGIN = 6.0
_INSIDE = 1.0
"""Room for the cursor at both ends of a line; more would part the plates from the numbers."""
_BREAKS = str.maketrans({"\u2028": "\n", "\u2029": "\n"})
"""Qt takes these for ends of lines, Python does not."""


def new_document(text: str, owner: QWidget) -> QTextDocument:
    """Return a document for code, with its colours and a history of its own."""
    document = QTextDocument(owner)
    document.setDocumentLayout(QPlainTextDocumentLayout(document))
    document.setUndoRedoEnabled(False)
    document.setDocumentMargin(_INSIDE)  # that would be a step to be undone later on
    document.setPlainText(text)
    keep_left_to_right(document)
    document.setUndoRedoEnabled(True)
    CodeColours(document).rehighlight()  # else it would wait for the next event
    return document


def keep_left_to_right(document: QTextDocument) -> None:
    """Let every line begin at the left, whatever letters stand in it: code and output do."""
    cursor = QTextCursor(document)
    cursor.select(QTextCursor.SelectionType.Document)
    direction = QTextBlockFormat()
    direction.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    cursor.mergeBlockFormat(direction)


class CodeEditor(QPlainTextEdit):
    """Shows one document at a time; each keeps its own undo steps.

    Tab and Shift+Tab indent; Ctrl+Tab and Ctrl+Shift+Tab leave. Return keeps the indent of the
    line, more after a colon or an open bracket, less after what leaves a block.

    Signals
    -------
    edited()
        The text is another one, by typing or by undo.
    refused(int)
        Text of so many characters was too long to be put in.
    """

    edited = Signal()
    refused = Signal(int)

    def __init__(self, parent: QWidget | None = None, *, most: int = 500_000) -> None:
        super().__init__(parent)
        self._most = most
        self._marked = -1
        self._text = ""
        self.setObjectName("code")
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self._gutter = _Gutter(self)
        self.blockCountChanged.connect(self._make_room)
        self.updateRequest.connect(self._on_update)
        self.cursorPositionChanged.connect(self._show_lines)
        self.textChanged.connect(self._on_changed)
        theme.current().changed.connect(self._restyle)
        self.show_document(new_document("", self))

    # The document

    def show_document(self, document: QTextDocument) -> None:
        """Show another document, with the cursor where it was left."""
        before = self.document()
        if before is document:
            return
        before.setProperty("cursor", self.textCursor().position())
        self._text = document.toPlainText()
        self.setDocument(document)
        self._restyle()
        cursor = self.textCursor()
        last = document.characterCount() - 1
        cursor.setPosition(min(int(document.property("cursor") or 0), last))
        self.setTextCursor(cursor)
        self.mark_line(None)

    def _on_changed(self) -> None:
        text = self.toPlainText()
        if text != self._text:  # new colours are told as a change too
            self._text = text
            if self._marked >= 0:
                self.mark_line(None)
            self.edited.emit()

    def put_text(self, text: str) -> None:
        """Replace the whole text, as one step that can be undone."""
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text)
        self.moveCursor(QTextCursor.MoveOperation.Start)

    @property
    def marked_line(self) -> int | None:
        """The line that is marked, from 1."""
        return self._marked + 1 if self._marked >= 0 else None

    def mark_line(self, number: int | None) -> None:
        """Mark a line, from 1, as the one where something went wrong, and show it; or none."""
        count = self.document().blockCount()
        self._marked = -1 if number is None else max(0, min(number, count) - 1)
        if self._marked >= 0:
            block = self.document().findBlockByNumber(self._marked)
            self.setTextCursor(QTextCursor(block))
            self.ensureCursorVisible()
        self._show_lines()
        self._gutter.update()

    # Looks

    def _restyle(self) -> None:
        font = code_font(theme.look())
        self.document().setDefaultFont(font)
        self.setTabStopDistance(INDENT * self.fontMetrics().horizontalAdvance(" "))
        self._make_room()
        self._show_lines()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            font = code_font(theme.look())
            if self.document().defaultFont() != font:
                self.document().setDefaultFont(font)

    def _show_lines(self) -> None:
        """Put a plate behind the line of the cursor, and one behind the marked line."""
        look = theme.look()
        plates = []
        for block, colour in (
            (self.textCursor().block(), look.colour("raised")),
            (self.document().findBlockByNumber(self._marked), _wrong(look)),
        ):
            if block.isValid() and (block.blockNumber() == self._marked or not self.isReadOnly()):
                plate = QTextEdit.ExtraSelection()
                plate.cursor = QTextCursor(block)
                shown = plate.format
                shown.setBackground(colour)
                shown.setProperty(QTextFormat.Property.FullWidthSelection, True)
                plate.format = shown
                plates.append(plate)
        self.setExtraSelections(plates)

    def gutter_width(self) -> int:
        """Room for the numbers of the lines."""
        digits = max(_LEAST_DIGITS, len(str(self.blockCount())))
        room = self.fontMetrics().horizontalAdvance("0") * digits
        return round(room + theme.look().px(_GUTTER_LEFT + _GUTTER_RIGHT))

    def _make_room(self) -> None:
        top = round(theme.look().px(_MARGIN))
        self.setViewportMargins(self.gutter_width(), top, 0, 0)
        self._place_gutter()

    def _place_gutter(self) -> None:
        inside, seen = self.contentsRect(), self.viewport().geometry()
        self._gutter.setGeometry(inside.left(), seen.top(), self.gutter_width(), seen.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_gutter()

    def _on_update(self, area: QRect, moved: int) -> None:
        if moved:
            self._gutter.scroll(0, moved)
        else:
            self._gutter.update(0, area.y(), self._gutter.width(), area.height())

    def paint_numbers(self, painter: QPainter, area: QRect) -> None:
        """Paint the numbers of the lines in sight; the marked one has a bar beside it."""
        block = self.firstVisibleBlock()
        while block.isValid():
            place = self.blockBoundingGeometry(block).translated(self.contentOffset())
            if place.top() > area.bottom():
                break
            if place.bottom() >= area.top() and block.isVisible():
                self._paint_number(painter, block, place.top(), place.height(), theme.look())
            block = block.next()

    def _paint_number(
        self, painter: QPainter, block: QTextBlock, top: float, height: float, look: Look
    ) -> None:
        number = block.blockNumber()
        width = self.gutter_width()
        marked = number == self._marked
        current = number == self.textCursor().blockNumber() and self.hasFocus()
        if marked:
            painter.fillRect(QRectF(0, top, width, height), _wrong(look))
            painter.fillRect(QRectF(0, top, look.px(_MARK), height), QColor(look.minus))
        painter.setFont(code_font(look))
        painter.setPen(look.colour("text" if marked or current else "muted"))
        room = QRectF(0, top, width - look.px(_GUTTER_RIGHT), height)
        painter.drawText(room, Qt.AlignmentFlag.AlignRight, str(number + 1))

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        """Draw the code from its first line on, into (0, 0, size), for a picture.

        Where a line is too wide, all of it is set smaller.
        """
        painter.setPen(look.colour("line"))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(QRectF(0.5, 0.5, size.width() - 1, size.height() - 1))
        metrics, lines = QFontMetricsF(code_font(look)), self.toPlainText().split("\n")
        widest = max(map(metrics.horizontalAdvance, lines))
        factor = min(1.0, size.width() / (self.gutter_width() + widest + look.px(_MARGIN)))
        painter.save()
        painter.scale(factor, factor)
        y, block = look.px(_MARGIN), self.document().firstBlock()
        while block.isValid() and y * factor < size.height():
            height = self.blockBoundingRect(block).height()
            self._paint_number(painter, block, y, height, look)
            painter.setPen(look.colour("text"))
            block.layout().draw(painter, QPointF(self.gutter_width(), y))
            y += height
            block = block.next()
        painter.restore()

    def height_of_all(self, look: Look) -> int:
        """Height in which no line has to scroll out of sight."""
        lines = self.document().blockCount() * QFontMetricsF(code_font(look)).lineSpacing()
        return round(lines + look.px(_AROUND) + self.horizontalScrollBar().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        look = theme.look()
        return QSize(round(look.px(220)), round(look.px(150)))

    # Keys

    def event(self, event: QEvent) -> bool:
        # Else Qt would take Shift+Tab for the way back to the control before.
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            plain = not event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier
            if event.key() == Qt.Key.Key_Backtab and plain and not self.isReadOnly():
                self._dedent()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, keys = event.key(), event.modifiers()
        control = bool(keys & Qt.KeyboardModifier.ControlModifier)
        if control and key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            self._leave(on=key == Qt.Key.Key_Tab and not keys & Qt.KeyboardModifier.ShiftModifier)
        elif self.isReadOnly():
            super().keyPressEvent(event)
        elif key == Qt.Key.Key_Tab and not control:
            self._indent()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not control:
            self._break_line()
        elif key == Qt.Key.Key_Backspace and not control and self._take_indent():
            pass
        else:
            super().keyPressEvent(event)

    def _leave(self, *, on: bool) -> None:
        """Go on to the next control, or back to the one before."""
        keeps = self.tabChangesFocus()
        self.setTabChangesFocus(True)
        self.focusNextPrevChild(on)
        self.setTabChangesFocus(keeps)

    def _lines(self, cursor: QTextCursor) -> list[QTextBlock]:
        """Lines that a selection touches, without one of which nothing is selected."""
        document = self.document()
        first = document.findBlock(cursor.selectionStart())
        last = document.findBlock(cursor.selectionEnd())
        if last != first and cursor.selectionEnd() == last.position():
            last = last.previous()
        numbers = range(first.blockNumber(), last.blockNumber() + 1)
        return [document.findBlockByNumber(number) for number in numbers]

    def _indent(self) -> None:
        cursor = self.textCursor()
        cursor.beginEditBlock()
        if cursor.hasSelection() and len(self._lines(cursor)) > 1:
            for block in self._lines(cursor):
                if block.text().strip():
                    QTextCursor(block).insertText(" " * INDENT)
        else:
            cursor.insertText(" " * (INDENT - _column(cursor) % INDENT))
        cursor.endEditBlock()

    def _dedent(self) -> None:
        cursor = self.textCursor()
        cursor.beginEditBlock()
        for block in self._lines(cursor):
            start = QTextCursor(block)
            keep = QTextCursor.MoveMode.KeepAnchor
            start.movePosition(QTextCursor.MoveOperation.Right, keep, surplus(block.text()))
            start.removeSelectedText()
        cursor.endEditBlock()

    def _take_indent(self) -> bool:
        """Take back a whole indent, where the cursor stands behind one."""
        cursor = self.textCursor()
        before = cursor.block().text()[: cursor.positionInBlock()]
        if cursor.hasSelection() or not before or before.strip(" "):
            return False
        count = (len(before) - 1) % INDENT + 1
        cursor.movePosition(QTextCursor.MoveOperation.Left, QTextCursor.MoveMode.KeepAnchor, count)
        cursor.removeSelectedText()
        return True

    def _break_line(self) -> None:
        cursor = self.textCursor()
        cursor.beginEditBlock()
        cursor.removeSelectedText()
        units = cursor.block().text().encode("utf-16-le", "surrogatepass")
        before = units[: 2 * cursor.positionInBlock()].decode("utf-16-le", "surrogatepass")
        cursor.insertText("\n" + " " * indent_after(before))
        cursor.endEditBlock()
        self.setTextCursor(cursor)
        self.ensureCursorVisible()

    def insertFromMimeData(self, source: QMimeData) -> None:
        text = source.text().translate(_BREAKS)
        if self.document().characterCount() + len(text) > self._most:
            self.refused.emit(len(text))
            return
        self.textCursor().insertText(with_spaces(text))  # a line keeps its direction
        self.ensureCursorVisible()


class _Gutter(QWidget):
    """The numbers beside the lines; a click goes to a line through the editor's own margin."""

    def __init__(self, editor: CodeEditor) -> None:
        super().__init__(editor)
        self._editor = editor

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), theme.look().colour("panel"))
        self._editor.paint_numbers(painter, event.rect())


def code_font(look: Look) -> QFont:
    """The letters of code; signs such as == are not drawn as one."""
    font = look.font(_SIZE, mono=True)
    font.setFeature(QFont.Tag("calt"), 0)
    return font


def _wrong(look: Look) -> QColor:
    """Plate behind the line where something went wrong."""
    return look.colour("minus", 0.2)


def _column(cursor: QTextCursor) -> int:
    return cursor.selectionStart() - cursor.document().findBlock(cursor.selectionStart()).position()
