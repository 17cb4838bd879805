"""Practice in the window: its keys and those of the window do not take each other's place."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from posviz.lesson.exercises import find_exercise
from posviz.panels.practice import PracticePanel
from posviz.window.main_window import MainWindow

Key, Mods = Qt.Key, Qt.KeyboardModifier


@pytest.fixture
def practice(window: MainWindow, qtbot: QtBot) -> PracticePanel:
    """The panel in the last chapter, with the focus in its editor."""
    window.chapters.picked.emit("practice")
    panel: Any = window.panel("practice")
    assert isinstance(panel, PracticePanel)
    panel._editor.setFocus()
    qtbot.waitUntil(panel._editor.hasFocus)
    return panel


def test_undo_in_the_editor_is_that_of_the_code(
    window: MainWindow, practice: PracticePanel
) -> None:
    window.session.update(k=3)
    state, editor = window.session.state, practice._editor
    starter = find_exercise(state.exercise).starter
    QTest.keyClicks(editor, "abc")
    QTest.keyClick(editor, Key.Key_Z, Mods.ControlModifier)
    assert editor.toPlainText() == starter
    assert window.session.state == state
    QTest.keyClick(editor, Key.Key_Z, Mods.ControlModifier)  # nothing is left to be undone
    assert window.session.state == state
    QTest.keyClick(editor, Key.Key_Z, Mods.ControlModifier | Mods.ShiftModifier)
    assert editor.toPlainText() == "abc" + starter
    assert window.session.state == state


def test_f6_leaves_the_editor_for_the_next_panel(
    window: MainWindow, practice: PracticePanel
) -> None:
    assert window.focused_panel() == "practice"
    QTest.keyClick(practice._editor, Key.Key_F6)
    assert window.focused_panel() == "lesson"
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, Key.Key_F6, Mods.ShiftModifier)
    assert window.focused_panel() == "practice"


def test_a_step_opens_its_exercise_and_keeps_the_code(
    window: MainWindow, practice: PracticePanel
) -> None:
    QTest.keyClicks(practice._editor, "mine")
    assert window.session.state.exercise == "one_hot"
    window.actions_by_id["next_step"].trigger()
    assert window.session.state.exercise == "sinusoidal_table"
    assert practice._editor.toPlainText() == find_exercise("sinusoidal_table").starter
    window.actions_by_id["undo"].trigger()
    assert window.session.state.exercise == "one_hot"
    assert practice._editor.toPlainText().startswith("mine")


def test_a_closed_panel_stops_its_code(
    window: MainWindow, practice: PracticePanel, qtbot: QtBot
) -> None:
    practice._editor.put_text("print(1, flush=True)\nwhile True: pass\n")
    practice._run.click()
    qtbot.waitUntil(lambda: practice._results.output == "1\n", timeout=30_000)
    with qtbot.waitSignal(practice._runner.finished, timeout=1000):
        window.docks["practice"].close()
    window.docks["practice"].show()
    assert practice._results.title == "Stopped"


@pytest.mark.parametrize("size", [QSize(1024, 768), QSize(1366, 768)])
def test_the_chapter_fits_a_small_screen(window: MainWindow, size: QSize, qtbot: QtBot) -> None:
    window.resize(size)
    window.chapters.picked.emit("practice")
    panel: Any = window.panel("practice")
    qtbot.waitUntil(lambda: panel.width() > size.width() / 2)
    qtbot.waitUntil(lambda: panel.scroll_area.horizontalScrollBar().maximum() == 0)
    qtbot.waitUntil(lambda: panel.scroll_area.verticalScrollBar().maximum() == 0)
    assert window.size() == size
