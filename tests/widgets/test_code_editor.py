"""The editor: indents, ways out, undo steps of each document, marks, colours, any letters."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import pytest
from PySide6.QtCore import QMimeData, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QTextCursor, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from posviz.widgets import theme
from posviz.widgets.code_editor import CodeEditor, new_document
from posviz.widgets.theme import LOOKS, contrast

Key, Mods = Qt.Key, Qt.KeyboardModifier
Make = Callable[[str], CodeEditor]


@pytest.fixture
def make(qtbot: QtBot) -> Iterator[Make]:
    """Put an editor between two other controls, with the focus."""
    hosts = []

    def make_editor(text: str) -> CodeEditor:
        host = QWidget()
        hosts.append(host)
        qtbot.addWidget(host)
        column = QVBoxLayout(host)
        before, editor, after = QLineEdit(), CodeEditor(), QLineEdit()
        before.setObjectName("before")
        after.setObjectName("after")
        for part in (before, editor, after):
            column.addWidget(part)
        host.resize(500, 400)
        host.show()
        host.activateWindow()
        qtbot.waitUntil(host.isActiveWindow)
        editor.show_document(new_document(text, editor))
        editor.setFocus()
        qtbot.waitUntil(editor.hasFocus)
        return editor

    yield make_editor
    hosts.clear()


def to_end(editor: CodeEditor) -> None:
    editor.moveCursor(QTextCursor.MoveOperation.End)


def select(editor: CodeEditor, start: int, end: int) -> None:
    cursor = editor.textCursor()
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    editor.setTextCursor(cursor)


def paste(editor: CodeEditor, text: str) -> None:
    data = QMimeData()
    data.setText(text)
    editor.insertFromMimeData(data)


# Indents


@pytest.mark.parametrize(
    ("line", "begins"),
    [
        ("def f(x):", "    "),
        ("    for i in x:  # all: of them", "        "),
        ("    y = 1", "    "),
        ("    return y", ""),
        ("        return y", "    "),
        ("    returned = 2", "    "),
        ("x = np.array([", "    "),
        ("x = 1  # not a block:", ""),
        ("", ""),
        ("    s = '👋'", "    "),
    ],
)
def test_return_indents_as_the_line_asks(make: Make, line: str, begins: str) -> None:
    editor = make(line)
    to_end(editor)
    QTest.keyClick(editor, Key.Key_Return)
    assert editor.toPlainText() == f"{line}\n{begins}"
    editor.undo()
    assert editor.toPlainText() == line


def test_shift_return_is_a_line_of_python_too(make: Make) -> None:
    editor = make("a = 1")
    to_end(editor)
    QTest.keyClick(editor, Key.Key_Return, Mods.ShiftModifier)
    assert editor.blockCount() == 2
    paste(editor, "b = 1\u2028c = 2\u2029d = 3\r\ne = 4")
    assert editor.blockCount() == 5
    assert editor.toPlainText().splitlines() == ["a = 1", "b = 1", "c = 2", "d = 3", "e = 4"]


def test_tab_goes_to_the_next_fourth_column_and_shift_tab_back(make: Make) -> None:
    editor = make("ab")
    to_end(editor)
    QTest.keyClick(editor, Key.Key_Tab)
    assert editor.toPlainText() == "ab  "
    editor.put_text("      x = 1")
    QTest.keyClick(editor, Key.Key_Backtab, Mods.ShiftModifier)
    assert editor.toPlainText() == "    x = 1"
    QTest.keyClick(editor, Key.Key_Backtab, Mods.ShiftModifier)
    assert editor.toPlainText() == "x = 1"
    QTest.keyClick(editor, Key.Key_Backtab, Mods.ShiftModifier)
    assert editor.toPlainText() == "x = 1"
    assert editor.hasFocus()


def test_a_selection_of_lines_is_indented_as_one_step(make: Make) -> None:
    editor = make("a\n\nb\nc")
    select(editor, 0, 5)  # up to the start of the last line, which is not meant
    QTest.keyClick(editor, Key.Key_Tab)
    assert editor.toPlainText() == "    a\n\n    b\nc"
    QTest.keyClick(editor, Key.Key_Backtab, Mods.ShiftModifier)
    assert editor.toPlainText() == "a\n\nb\nc"
    editor.undo()
    editor.undo()
    assert editor.toPlainText() == "a\n\nb\nc"
    assert not editor.document().isUndoAvailable()


def test_backspace_takes_a_whole_indent_and_else_a_letter(make: Make) -> None:
    editor = make("      x")
    for expected in ("    x", "x"):
        cursor = editor.textCursor()
        cursor.setPosition(len(editor.toPlainText()) - 1)
        editor.setTextCursor(cursor)
        QTest.keyClick(editor, Key.Key_Backspace)
        assert editor.toPlainText() == expected
    to_end(editor)
    QTest.keyClick(editor, Key.Key_Backspace)
    assert editor.toPlainText() == ""


def test_pasted_tabs_at_the_start_of_lines_become_blanks(make: Make) -> None:
    editor = make("")
    paste(editor, "def f():\n\treturn '\t'\n  \tx")
    assert editor.toPlainText() == "def f():\n    return '\t'\n    x"


def test_too_long_a_text_is_refused_and_nothing_is_lost(qtbot: QtBot) -> None:
    editor = CodeEditor(most=100)
    qtbot.addWidget(editor)
    editor.put_text("x = 1")
    with qtbot.waitSignal(editor.refused) as told:
        paste(editor, "y" * 101)
    assert told.args == [101]
    assert editor.toPlainText() == "x = 1"


# The way out


def test_ctrl_tab_leaves_in_both_directions(make: Make) -> None:
    editor = make("x")
    QTest.keyClick(editor, Key.Key_Tab, Mods.ControlModifier)
    focus = QApplication.focusWidget()
    assert focus is not None
    assert focus.objectName() == "after"
    editor.setFocus()
    QTest.keyClick(editor, Key.Key_Backtab, Mods.ControlModifier | Mods.ShiftModifier)
    focus = QApplication.focusWidget()
    assert focus is not None
    assert focus.objectName() == "before"
    assert editor.toPlainText() == "x"


def test_f6_is_left_to_the_window(make: Make) -> None:
    editor = make("x")
    host = editor.parentWidget()
    assert host is not None
    QTest.keyClick(editor, Key.Key_F6)
    assert editor.toPlainText() == "x"


# Documents


def test_each_document_keeps_its_undo_steps_and_its_cursor(make: Make) -> None:
    editor = make("one")
    first, second = editor.document(), new_document("two", editor)
    to_end(editor)
    QTest.keyClicks(editor, "1")
    editor.show_document(second)
    assert not second.isUndoAvailable()
    to_end(editor)
    QTest.keyClicks(editor, "2")
    editor.show_document(first)
    assert editor.textCursor().position() == 4
    editor.undo()
    assert (first.toPlainText(), second.toPlainText()) == ("one", "two2")
    editor.redo()
    assert first.toPlainText() == "one1"
    editor.show_document(second)
    editor.undo()
    assert second.toPlainText() == "two"


def test_another_text_in_place_is_one_step(make: Make, qtbot: QtBot) -> None:
    editor = make("mine\nof two lines")
    with qtbot.waitSignal(editor.edited):
        editor.put_text("starter")
    assert editor.toPlainText() == "starter"
    editor.undo()
    assert editor.toPlainText() == "mine\nof two lines"


def test_only_a_change_of_the_text_counts_as_one(
    make: Make, qtbot: QtBot, dark_again: QApplication
) -> None:
    editor = make("def f(): pass")
    with qtbot.assertNotEmitted(editor.edited):
        theme.apply(dark_again, "light")
        editor.show_document(new_document("other", editor))
        editor.mark_line(1)


# Marks


def pixels(editor: CodeEditor, line: int) -> QColor:
    image = editor.viewport().grab().toImage()
    block = editor.document().findBlockByNumber(line)
    place = editor.blockBoundingGeometry(block).translated(editor.contentOffset())
    return image.pixelColor(image.width() - 8, round(place.center().y()))


def test_the_line_of_the_cursor_and_the_wrong_one_are_marked(make: Make) -> None:
    editor = make("a\nb\nc")
    editor.mark_line(2)
    assert editor.marked_line == 2
    assert editor.textCursor().blockNumber() == 1
    cursor = editor.textCursor()
    cursor.setPosition(0)
    editor.setTextCursor(cursor)
    current, wrong, plain = (pixels(editor, line) for line in range(3))
    assert current == theme.look().colour("raised")
    assert len({current.name(), wrong.name(), plain.name()}) == 3
    assert wrong.red() > max(wrong.green(), wrong.blue())
    QTest.keyClicks(editor, "x")
    assert pixels(editor, 1) == plain


def test_a_mark_beyond_the_end_is_the_last_line(make: Make) -> None:
    editor = make("a\nb")
    editor.mark_line(99)
    assert editor.marked_line == 2


def test_a_mark_can_be_taken_away(make: Make) -> None:
    editor = make("a\nb")
    for act in (partial(editor.mark_line, None), partial(editor.insertPlainText, "c")):
        editor.mark_line(1)
        act()
        assert editor.marked_line is None


def test_numbers_have_room_however_many_lines_there_are(make: Make) -> None:
    editor = make("a")
    narrow = editor.gutter_width()
    editor.put_text("\n" * 12_000)
    assert editor.gutter_width() > narrow
    assert editor.viewport().geometry().left() >= editor.gutter_width()
    metrics = editor.fontMetrics()
    assert metrics.horizontalAdvance("12001") < editor.gutter_width()


# Colours


def colour_at(editor: CodeEditor, text: str) -> str:
    """Colour of the first letter of a text."""
    found = editor.document().find(text, 0, QTextDocument.FindFlag.FindCaseSensitively)
    block = editor.document().findBlock(found.selectionStart())
    at = found.selectionStart() - block.position()
    for part in block.layout().formats():
        if part.start <= at < part.start + part.length:
            colour: str = part.format.foreground().color().name()
            return colour
    return ""


CODE = '''\
import numpy as np  # a note with def in it
def turned(x, base=1.5e3):
    """All of this
    is a string: return 5"""
    return x.sum() + 0x1F + len('it\\'s "quoted"') + xs2
'''


@pytest.mark.parametrize("name", LOOKS)
def test_python_has_its_colours_in_both_looks(
    make: Make, name: theme.ThemeName, dark_again: QApplication
) -> None:
    editor = make(CODE)
    theme.apply(dark_again, name)
    look = LOOKS[name]
    word, number, string = (colour.lower() for colour in look.code)
    for text in ("import", "def turned", "return x"):
        assert colour_at(editor, text) == word
    for text in ("1.5e3", "0x1F"):
        assert colour_at(editor, text) == number
    for text in ('"""All', "is a string", "return 5", "'it", '"quoted"'):
        assert colour_at(editor, text) == string
    assert colour_at(editor, "# a note") == look.muted.lower()
    assert colour_at(editor, "def in it") == look.muted.lower()
    for text in ("sum()", "xs2", "x, base"):
        assert colour_at(editor, text) == ""


@pytest.mark.parametrize("name", LOOKS)
def test_the_colours_can_be_read_on_every_plate(name: theme.ThemeName) -> None:
    look = LOOKS[name]
    for colour in (*look.code, look.text, look.muted):
        for plate in (look.panel, look.raised):
            assert contrast(colour, plate) >= 4.5, (colour, plate)


def test_a_string_over_lines_ends_where_it_ends(make: Make) -> None:
    editor = make("x = 1\ny = 2")
    string = theme.look().code[2].lower()
    assert colour_at(editor, "y") != string
    cursor = QTextCursor(editor.document())
    cursor.insertText("'''")
    assert colour_at(editor, "y = 2") == string
    editor.undo()
    assert colour_at(editor, "y = 2") != string


def test_letters_of_two_units_do_not_shift_the_colours(make: Make) -> None:
    editor = make("'👨‍👩‍👧 𝕏' + 12 # 🎉 note")
    assert colour_at(editor, "12") == theme.look().code[1].lower()
    assert colour_at(editor, "note") == theme.look().muted.lower()
    assert colour_at(editor, "+ 12") == ""


# Any letters


def test_a_line_that_begins_from_the_right_stays_at_the_left(
    make: Make, right_to_left: Callable[[], None]
) -> None:
    right_to_left()
    editor = make("# שלום\nx = 1")
    to_end(editor)
    QTest.keyClick(editor, Key.Key_Return)
    paste(editor, "# עולם\n# שלום")
    block = editor.document().firstBlock()
    while block.isValid():
        assert block.textDirection() == Qt.LayoutDirection.LeftToRight
        block = block.next()
    assert editor.layoutDirection() == Qt.LayoutDirection.LeftToRight
    assert editor.toPlainText() == "# שלום\nx = 1\n# עולם\n# שלום"


def test_code_is_drawn_into_pictures(make: Make) -> None:
    editor = make("def f(x):\n    return 1.5")
    image = QImage(400, 200, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(theme.look().colour("panel"))
    painter = QPainter(image)
    editor.draw(painter, QSizeF(400, 200), theme.look())
    painter.end()
    word = QColor(theme.look().code[0])
    assert any(
        QColor(image.pixel(x, y)) == word
        for x in range(editor.gutter_width(), 200)
        for y in range(60)
    )
