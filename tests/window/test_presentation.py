"""On the projector: large, light, led by a clicker, and everything back as it was."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from posviz.lesson.steps import shipped_lesson
from posviz.widgets import theme
from posviz.window.main_window import MainWindow
from posviz.window.presentation import scale_for

STEPS = [step for chapter in shipped_lesson() for step in chapter.steps]

pytestmark = pytest.mark.usefixtures("dark_again")


@pytest.fixture
def shown(window: MainWindow, qtbot: QtBot) -> Iterator[MainWindow]:
    """A window that presents."""
    window.actions_by_id["present"].trigger()
    qtbot.waitUntil(window.isFullScreen)
    qtbot.waitUntil(lambda: QApplication.focusWidget() is window.slide)
    yield window
    if window.presentation.is_on:
        window.talk.stop()


def press(qtbot: QtBot, key: Qt.Key, at: QWidget | None = None) -> None:
    widget = at or QApplication.focusWidget()
    assert widget is not None
    qtbot.keyClick(widget, key)


def test_the_step_fills_the_screen_without_the_desk(shown: MainWindow) -> None:
    assert shown.slide.isVisible()
    assert shown.slide.accessibleName() == f"{STEPS[0].title}, step 1 of 7"
    assert not shown.chapters.isVisible()
    assert not shown.statusBar().isVisible()
    assert shown.docks["lesson"].isHidden()
    assert shown.docks["vectors"].isVisible()
    assert theme.look().name == "light"
    assert theme.look().scale >= 1.4


def test_a_clicker_goes_on_and_back_wherever_the_focus_is(shown: MainWindow, qtbot: QtBot) -> None:
    press(qtbot, Qt.Key.Key_PageDown)
    assert shown.session.state.step == STEPS[1].id
    shown.sequence.chips.setFocus()
    press(qtbot, Qt.Key.Key_PageDown)
    assert shown.session.state.step == STEPS[2].id
    press(qtbot, Qt.Key.Key_PageUp)
    assert shown.session.state.step == STEPS[1].id


@pytest.mark.parametrize("key", [Qt.Key.Key_Right, Qt.Key.Key_Space])
def test_other_keys_go_on_while_no_panel_wants_them(
    shown: MainWindow, qtbot: QtBot, key: Qt.Key
) -> None:
    press(qtbot, key)
    assert shown.session.state.step == STEPS[1].id
    press(qtbot, Qt.Key.Key_Left)
    assert shown.session.state.step == STEPS[0].id
    position = shown.session.state.position
    shown.sequence.chips.setFocus()
    press(qtbot, Qt.Key.Key_Right)
    assert shown.session.state.step == STEPS[0].id
    assert shown.session.state.position != position


def test_keys_that_are_typed_stay_text(shown: MainWindow, qtbot: QtBot) -> None:
    shown.actions_by_id["edit_text"].trigger()
    field = QApplication.focusWidget()
    assert field is not None
    press(qtbot, Qt.Key.Key_B)
    press(qtbot, Qt.Key.Key_PageDown)
    assert shown.session.state.step == STEPS[0].id
    assert not shown.presentation.is_blank


def test_b_blanks_and_any_key_brings_the_picture_back(shown: MainWindow, qtbot: QtBot) -> None:
    press(qtbot, Qt.Key.Key_B)
    middle = shown.grab().toImage().pixelColor(shown.width() // 2, shown.height() // 2)
    assert middle.name() == "#000000"
    press(qtbot, Qt.Key.Key_PageDown)
    middle = shown.grab().toImage().pixelColor(shown.width() // 2, shown.height() // 2)
    assert middle.name() != "#000000"
    assert shown.session.state.step == STEPS[0].id


@pytest.mark.parametrize("way", ["Esc", "F5"])
def test_leaving_brings_the_desk_back(shown: MainWindow, qtbot: QtBot, way: str) -> None:
    if way == "Esc":
        press(qtbot, Qt.Key.Key_Escape)
    else:
        shown.actions_by_id["present"].trigger()
    qtbot.waitUntil(lambda: not shown.isFullScreen())
    assert shown.chapters.isVisible()
    assert shown.docks["lesson"].isVisible()
    assert not shown.slide.isVisible()
    assert theme.look().scale == 1
    assert not shown.presentation.is_on
    press(qtbot, Qt.Key.Key_PageDown, shown.sequence.chips)
    assert shown.session.state.step == STEPS[0].id


def test_what_the_lecturer_moved_on_the_projector_leaves_the_desk_as_it_was(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.docks["neighbours"].hide()
    window.actions_by_id["present"].trigger()
    window.docks["vectors"].hide()
    window.presentation.left.emit()
    qtbot.waitUntil(lambda: not window.isFullScreen())
    assert window.docks["vectors"].isVisible()
    assert window.docks["neighbours"].isHidden()


def test_text_is_at_least_26_pixels_on_a_full_screen() -> None:
    assert scale_for(1080) * 14 == pytest.approx(26)
    assert scale_for(2160) * 14 == pytest.approx(52)
    assert scale_for(600) == 1.4
