"""Notes and callouts: text in Markdown, wrapped, painted at any size."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QPointF, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QImage, QPainter, QTextCursor, QTextDocument
from PySide6.QtWidgets import QApplication, QToolTip, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from posviz.widgets import theme
from posviz.widgets.callout import Callout
from posviz.widgets.note import Note, literal, spoken

LONG = "An embedding is looked up, not computed. " * 8


@given(st.text(alphabet="ab*_`#<>&[]()!|~\\+-.{}1 ", max_size=30))
def test_literal_text_is_shown_as_it_is(qapp: QApplication, text: str) -> None:
    document = QTextDocument()
    document.setMarkdown(f"x{literal(text)}x")
    shown = "·" * len(text) if text.isspace() else text
    assert document.toPlainText().replace("\n", " ").split() == f"x{shown}x".split()


@pytest.mark.parametrize("word", ["\u00a0", "\u2009", "\u2028", "\x85", "\x07"])
def test_a_word_of_blanks_is_seen_in_bold(word: str, qtbot: QtBot) -> None:
    note = Note(f"**{literal(word)}** is far away")
    qtbot.addWidget(note)
    assert note.accessibleName() in (f"‹U+{ord(word):04X}› is far away", "␇ is far away")


def test_marks_are_not_read_out(qtbot: QtBot) -> None:
    note = Note("**cat** has `id` 0")
    qtbot.addWidget(note)
    assert note.accessibleName() == "cat has id 0"
    assert note.text == "**cat** has `id` 0"


@pytest.mark.parametrize("kind", [Note, Callout])
def test_a_new_note_opens_no_window_of_its_own(kind: type[Note], qtbot: QtBot) -> None:
    before = set(QApplication.topLevelWidgets())
    window = QWidget()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    first, second, third = kind("text"), kind(), kind()
    second.set_text("text that comes before its place")
    assert not any(
        w.isVisible() for w in QApplication.topLevelWidgets() if w not in before and w != window
    )
    for note in (first, second, third):
        column.addWidget(note)
    window.show()
    assert [note.isVisible() for note in (first, second, third)] == [True, True, False]
    third.set_text("now")
    first.set_text("")
    assert [note.isVisible() for note in (first, second, third)] == [False, True, True]


@pytest.mark.parametrize("kind", [Note, Callout])
def test_the_height_follows_the_width_and_the_scale(
    kind: type[Note], qtbot: QtBot, dark_again: QApplication
) -> None:
    note = kind(LONG)
    qtbot.addWidget(note)
    heights = [note.heightForWidth(width) for width in (200, 400, 800)]
    assert heights[0] > heights[1] > heights[2] > 15
    theme.apply(dark_again, "dark", 2.0)
    assert note.heightForWidth(400) > 2 * heights[1]


@pytest.mark.parametrize("kind", [Note, Callout])
def test_all_of_a_text_is_inside_its_height(kind: type[Note], qtbot: QtBot) -> None:
    note = kind(LONG, role="text")
    qtbot.addWidget(note)
    width = 240
    height = note.heightForWidth(width)
    room = QImage(width, height + 60, QImage.Format.Format_ARGB32_Premultiplied)
    room.fill(0)
    painter = QPainter(room)
    note.draw(painter, QSizeF(width, height), theme.look())
    painter.end()
    below = [room.pixel(x, y) >> 24 for y in range(height, height + 60) for x in range(width)]
    inside = [room.pixel(x, y) >> 24 for y in range(height - 30, height) for x in range(width)]
    assert max(below) == 0
    assert max(inside) > 0


@pytest.mark.parametrize("word", ["שלום", "سلام", "abc שלום"])
def test_a_word_from_right_to_left_does_not_turn_the_sentence(word: str, qtbot: QtBot) -> None:
    note = Note(f"**{literal(word)}** is the nearest, by cosine.")
    qtbot.addWidget(note)
    assert not note.accessibleName().isascii()
    assert word in note.accessibleName()
    block = note._document.firstBlock()
    assert block.textDirection() == Qt.LayoutDirection.LeftToRight
    note.set_text(f"{literal('cat')} {literal(word)} מילה")
    assert note._document.firstBlock().textDirection() == Qt.LayoutDirection.LeftToRight
    note.set_text(f"{literal(word)} מילה cat")
    assert note._document.firstBlock().textDirection() == Qt.LayoutDirection.RightToLeft


@pytest.mark.parametrize("word", ["cat", "東", "é", "\u202e"])
def test_other_words_are_not_set_apart(word: str) -> None:
    assert "\u2068" not in literal(word)


def test_notes_are_spoken_without_their_marks() -> None:
    assert spoken("**A** bold \\_word.", "", "Next.\n\nLast.") == "A bold _word. Next. Last."


def test_the_terms_of_a_glossary_are_underlined_once_and_explained(qtbot: QtBot) -> None:
    note = Callout("🙂 A **one-hot** vector: one-hot, token; a hot token. Tokens.")
    qtbot.addWidget(note)
    note.explain(
        {"one-hot": "A single 1.", "token": "A piece.", "tokens": "A piece.", "hot": "No."}
    )
    document = note._document
    marked = []
    cursor = QTextCursor(document)
    for place in range(document.characterCount() - 1):
        cursor.setPosition(place + 1)
        if cursor.charFormat().isAnchor():
            marked.append((document.characterAt(place), cursor.charFormat().anchorHref()))
    assert "".join(c for c, why in marked if why == "A single 1.") == "one-hot"
    assert "".join(c for c, why in marked if why == "A piece.") == "token"
    assert "".join(c for c, why in marked if why == "No.") == "hot"
    assert note.accessibleDescription() == "A piece. A single 1. No."
    note.set_text("A token.")
    assert note.accessibleDescription() == "A piece."


@pytest.mark.parametrize("kind", [Note, Callout])
def test_an_explanation_is_found_under_its_term(qtbot: QtBot, kind: type[Note]) -> None:
    note = kind("token and more words")
    qtbot.addWidget(note)
    note.explain({"token": "A piece."})
    note.resize(300, note.heightForWidth(300))
    note.show()
    note.grab()
    origin = note.text_origin()
    assert note.explanation_at(origin + QPointF(10, 8)) == "A piece."
    assert note.explanation_at(origin + QPointF(120, 8)) == ""
    at = (origin + QPointF(10, 8)).toPoint()
    event = QHelpEvent(QEvent.Type.ToolTip, at, note.mapToGlobal(at))
    QApplication.sendEvent(note, event)
    qtbot.waitUntil(lambda: QToolTip.text() == "A piece.")
    QToolTip.hideText()


def test_a_height_that_was_asked_for_is_kept_as_long_as_it_is_right(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = Note(LONG)
    qtbot.addWidget(note)
    narrow, wide = note.heightForWidth(200), note.heightForWidth(500)
    assert narrow > wide
    laid: list[float] = []
    lay_out = note._laid_out

    def counted(width: float, look: theme.Look) -> QTextDocument:
        laid.append(width)
        return lay_out(width, look)

    monkeypatch.setattr(note, "_laid_out", counted)
    assert (note.heightForWidth(200), note.heightForWidth(500)) == (narrow, wide)
    assert laid == []
    note.set_text("short")
    assert note.heightForWidth(200) < wide
    assert laid == [200]
    small = note.heightForWidth(200)
    with theme.using(replace(theme.look(), scale=2.0)):
        assert note.heightForWidth(200) > small  # larger letters are another layout


def test_code_is_as_large_as_the_words_around_it(qtbot: QtBot) -> None:
    """Otherwise it is too small to be read where the text is enlarged, as on a projector."""

    def width(text: str, scale: float) -> int:
        note = Note(text, role="text", size=20)
        qtbot.addWidget(note)
        image = QImage(1200, 100, QImage.Format.Format_RGB32)
        image.fill(0)
        painter = QPainter(image)
        note.draw(painter, QSizeF(1200, 100), replace(theme.DARK, scale=scale))
        painter.end()
        flat = np.frombuffer(image.constBits(), np.uint8).reshape(100, 1200, 4)
        return int(np.flatnonzero((flat[:, :, :3] > 40).any(axis=(0, 2)))[-1])

    mono = QFontMetricsF(theme.DARK.font(20, mono=True)).horizontalAdvance("mmmmmmmmmm")
    assert width("`mmmmmmmmmm`", 1.0) == pytest.approx(mono, abs=3)
    assert width("`mmmmmmmmmm`", 2.0) == pytest.approx(2 * mono, rel=0.03)
