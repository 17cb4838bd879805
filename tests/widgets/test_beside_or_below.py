"""A picture and what explains it: beside each other where there is room, else below."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from posviz.widgets.beside_or_below import BesideOrBelow
from posviz.widgets.note import Note


@pytest.fixture
def parts(qtbot: QtBot) -> Iterator[tuple[QLabel, Note]]:
    """A picture of at least 200 × 100 and a layout with a note, in one window."""
    window = QWidget()
    qtbot.addWidget(window)
    layout = BesideOrBelow(share=0.4)
    window.setLayout(layout)
    picture, note = QLabel(), Note("Some words that explain it.")
    picture.setMinimumSize(200, 100)
    column = QVBoxLayout()
    column.addWidget(note)
    column.addStretch(1)
    layout.addWidget(picture)
    layout.add_layout(column)
    window.show()
    yield picture, note
    window.close()


def test_a_layout_stands_beside_or_below(parts: tuple[QLabel, Note]) -> None:
    picture, note = parts
    window = picture.window()
    window.resize(800, 300)
    assert note.x() > picture.geometry().right()
    assert note.width() == pytest.approx(0.4 * 800, abs=20)
    assert note.y() == picture.y()
    window.resize(320, 500)
    assert note.y() > picture.geometry().bottom()
    assert note.height() >= note.heightForWidth(note.width())


def test_the_second_has_all_the_room_while_the_first_is_hidden(parts: tuple[QLabel, Note]) -> None:
    picture, note = parts
    picture.window().resize(800, 300)
    picture.hide()
    picture.window().resize(801, 300)
    assert note.x() < 20
    assert note.width() > 700


def test_the_first_has_all_the_room_while_the_second_is_empty(parts: tuple[QLabel, Note]) -> None:
    picture, note = parts
    note.set_text("")
    picture.window().resize(800, 300)
    assert picture.width() > 700
