"""Words that explain themselves: by the pointer, by the keys alone, and to a screen reader."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QAccessible, QColor, QImage, QPainter
from PySide6.QtWidgets import QLineEdit, QToolTip, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from posviz.widgets.callout import Callout
from posviz.widgets.goal_note import GoalNote
from posviz.widgets.note import Note
from posviz.widgets.terms import places_of
from posviz.widgets.text_table import TextTable
from posviz.widgets.theme import look

GLOSSARY = {
    "token": "A piece of text.",
    "tokens": "A piece of text.",
    "one-hot": "A one among zeros.",
    "dot product": "A sum of products.",
}
TEXT = "😀 A **token** has a one-hot vector, whose dot product with another token's is 0 or 1."
TABLE = "| a | token |\n|---|---|\n| one-hot | the dot product of both, at length, with more |"


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[QWidget]:
    """A field, a place for a note, and a field."""
    widget = QWidget()
    qtbot.addWidget(widget)
    column = QVBoxLayout(widget)
    column.addWidget(QLineEdit())
    column.addWidget(QLineEdit())
    widget.resize(260, 400)
    widget.show()
    widget.activateWindow()
    qtbot.waitUntil(widget.isActiveWindow)
    yield widget
    QToolTip.hideText()
    qtbot.waitUntil(lambda: not QToolTip.isVisible())


def put(window: QWidget, note: Note) -> Note:
    column = window.layout()
    assert isinstance(column, QVBoxLayout)
    column.insertWidget(1, note)
    first, last = window.findChildren(QLineEdit)
    note.explain(GLOSSARY)
    window.setTabOrder(first, note)
    window.setTabOrder(note, last)
    note.show()
    column.activate()
    first.setFocus()
    return note


def is_shown(why: str) -> bool:
    return bool(QToolTip.isVisible()) and QToolTip.text() == why


def goal() -> GoalNote:
    note = GoalNote()
    note.show_goal(TEXT, reached=False)
    return note


KINDS: dict[str, Callable[[], Note]] = {
    "note": lambda: Note(TEXT, role="text", size=14),
    "callout": lambda: Callout(TEXT, role="text", size=14),
    "goal": goal,
    "table": lambda: TextTable(TABLE, role="text", size=14),
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_keys_go_through_all_terms(kind: str, window: QWidget, qtbot: QtBot) -> None:
    note = put(window, KINDS[kind]())
    first, last = window.findChildren(QLineEdit)
    qtbot.keyClick(first, Qt.Key.Key_Tab)
    assert note.hasFocus()
    told = []
    for why in ("A piece of text.", "A one among zeros.", "A sum of products.", None):
        if why is not None:
            qtbot.waitUntil(partial(is_shown, why))
        told.append(note.accessibleDescription())
        qtbot.keyClick(note, Qt.Key.Key_Right)
    assert told[0] == "token: A piece of text. 1 of 3."
    assert told[1] == "one-hot: A one among zeros. 2 of 3."
    assert told[2] == told[3] == "dot product: A sum of products. 3 of 3."
    qtbot.keyClick(note, Qt.Key.Key_Home)
    qtbot.waitUntil(partial(is_shown, "A piece of text."))
    qtbot.keyClick(note, Qt.Key.Key_Left)
    assert note.accessibleDescription().endswith("1 of 3.")
    qtbot.keyClick(note, Qt.Key.Key_Tab)
    assert last.hasFocus()
    for why in set(GLOSSARY.values()):  # away from it, all of them
        assert why in note.accessibleDescription()
    qtbot.keyClick(last, Qt.Key.Key_Backtab)
    assert note.accessibleDescription().endswith("3 of 3.")


def test_escape_puts_the_explanation_away_and_return_brings_it(
    window: QWidget, qtbot: QtBot
) -> None:
    note = put(window, Note(TEXT))
    qtbot.keyClick(window.findChildren(QLineEdit)[0], Qt.Key.Key_Tab)
    qtbot.waitUntil(QToolTip.isVisible)
    qtbot.keyClick(note, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not QToolTip.isVisible())
    assert note.hasFocus()
    qtbot.keyClick(note, Qt.Key.Key_Return)
    qtbot.waitUntil(QToolTip.isVisible)


def test_a_screen_reader_is_told_at_each_step(
    window: QWidget, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []

    def note_down(event: object) -> None:
        told.append(event.message())  # type: ignore[attr-defined]

    monkeypatch.setattr(QAccessible, "updateAccessibility", note_down)
    note = put(window, Note(TEXT))
    qtbot.keyClick(window.findChildren(QLineEdit)[0], Qt.Key.Key_Tab)
    qtbot.keyClick(note, Qt.Key.Key_Right)
    assert told == ["token: A piece of text. 1 of 3.", "one-hot: A one among zeros. 2 of 3."]


def test_a_text_without_terms_is_no_stop(window: QWidget, qtbot: QtBot) -> None:
    note = put(window, Note("Nothing here."))
    first, last = window.findChildren(QLineEdit)
    qtbot.keyClick(first, Qt.Key.Key_Tab)
    assert last.hasFocus()
    assert note.focusPolicy() == Qt.FocusPolicy.NoFocus


def picture(note: Note) -> NDArray[np.uint8]:
    image = QImage(note.size(), QImage.Format.Format_RGB32)
    image.fill(look().colour("panel"))
    painter = QPainter(image)
    note.draw(painter, QSizeF(note.size()), look())
    painter.end()
    flat = np.frombuffer(image.constBits(), np.uint8)
    return flat.reshape(image.height(), image.width(), 4).copy()


@pytest.mark.parametrize("kind", KINDS)
def test_the_term_that_the_keys_are_at_is_outlined(
    kind: str, window: QWidget, qtbot: QtBot
) -> None:
    note = put(window, KINDS[kind]())
    went: list[QRectF] = []
    note.went_to.connect(went.append)
    before = picture(note)
    qtbot.keyClick(window.findChildren(QLineEdit)[0], Qt.Key.Key_Tab)
    qtbot.waitUntil(lambda: len(went) == 1)
    (place,) = went
    assert note.explanation_at(place.center()) == "A piece of text."
    changed = np.argwhere((picture(note) != before).any(axis=2))
    (top, left), (bottom, right) = changed.min(axis=0), changed.max(axis=0)
    around = place.adjusted(-5, -3, 5, 3)
    assert around.contains(QPointF(left, top))
    assert around.contains(QPointF(right, bottom))
    accent = QColor(look().accent)
    drawn = picture(note)[:, :, :3].reshape(-1, 3).astype(int)
    assert (np.abs(drawn - [accent.blue(), accent.green(), accent.red()]).max(axis=1) < 40).any()


def test_a_term_on_two_lines_has_two_places(qtbot: QtBot) -> None:
    note = Note("A dot product.", role="text", size=14)
    qtbot.addWidget(note)
    note.explain(GLOSSARY)
    note.resize(60, note.heightForWidth(60))
    note.heightForWidth(60)
    first, second = places_of(note._terms[0], note._document)
    assert first.bottom() <= second.top() + 1
    assert second.width() > first.width() > 10
