"""The bar that tells how far a table has been read."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QProgressBar, QPushButton
from pytestqt.qtbot import QtBot

from posviz.widgets import theme
from posviz.window.reading_bar import ReadingBar


@pytest.fixture
def bar(qtbot: QtBot) -> ReadingBar:
    bar = ReadingBar()
    qtbot.addWidget(bar)
    return bar


def test_it_comes_after_a_moment_and_tells_the_part(bar: ReadingBar, qtbot: QtBot) -> None:
    bar.start("vectors.txt")
    assert not bar.isVisible()
    qtbot.waitUntil(bar.isVisible)
    assert bar.text == "Reading vectors.txt …"
    bar.show_part(0.434)
    assert bar.text == "Reading vectors.txt … 43 %"
    (progress,) = bar.findChildren(QProgressBar)
    assert progress.value() == 43
    assert progress.accessibleName() == "Reading vectors.txt"
    for part, percent in ((-1.0, 0), (7.0, 100)):
        bar.show_part(part)
        assert progress.value() == percent
    bar.end()
    assert not bar.isVisible()


def test_what_is_quick_shows_no_bar(bar: ReadingBar, qtbot: QtBot) -> None:
    bar.start("a.txt")
    bar.end()
    assert not bar._timer.isActive()
    bar.show_part(0.5)  # told late, from the other thread
    assert not bar.isVisible()


def test_the_next_table_takes_the_bar_over(bar: ReadingBar, qtbot: QtBot) -> None:
    bar.start("a.txt")
    qtbot.waitUntil(bar.isVisible)
    bar.show_part(0.9)
    bar.start("b.txt")
    assert bar.isVisible()
    assert bar.text == "Reading b.txt …"


def test_cancel_by_mouse_and_by_escape(bar: ReadingBar, qtbot: QtBot) -> None:
    bar.start("a.txt")
    qtbot.waitUntil(bar.isVisible)
    (button,) = bar.findChildren(QPushButton)
    assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
    assert "a.txt" in button.accessibleName()
    with qtbot.waitSignal(bar.cancelled):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    button.setFocus()
    with qtbot.waitSignal(bar.cancelled):
        qtbot.keyClick(button, Qt.Key.Key_Escape)
    with qtbot.assertNotEmitted(bar.cancelled):
        qtbot.keyClick(button, Qt.Key.Key_Left)


@pytest.mark.usefixtures("dark_again")
@pytest.mark.parametrize("name", ["dark", "light"])
def test_a_name_of_any_length_leaves_room(bar: ReadingBar, name: str, qtbot: QtBot) -> None:
    bar.start("x" * 250 + ".txt")
    qtbot.waitUntil(bar.isVisible)
    assert bar.minimumSizeHint().width() < 720
    assert theme.look() is not None
