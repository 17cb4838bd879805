"""Another language while the program runs: all of the window, and nothing of the work is lost."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from posviz import language
from posviz.app import Desk, make_application
from posviz.session import Session
from posviz.settings import Settings
from posviz.widgets import translation
from posviz.window import shell
from posviz.window.main_window import MainWindow
from tests.languages.pseudo import Accented


@pytest.fixture
def desk(qapp: QApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    monkeypatch.setattr(shell, "languages", lambda: (language.BRITISH, "de"))
    monkeypatch.setattr(translation, "_own_texts", lambda _code: Accented())
    desk = Desk(make_application(), Session(), Settings())
    desk.window.show()
    yield desk
    desk.window.close()
    translation.install(qapp, language.BRITISH)


def menus(window: MainWindow) -> list[str]:
    return [menu.title() for menu in window.menus.values()]


def choose(window: MainWindow, code: str) -> None:
    (action,) = (each for each in window.languages.actions() if each.data() == code)
    action.trigger()


def test_the_window_is_in_the_language_chosen_and_the_work_stays(desk: Desk) -> None:
    british = menus(desk.window)
    assert british[0] == "&File"
    desk.window.session.update(text="a dog ran", width=32)
    state, first = desk.window.session.state, desk.window
    choose(desk.window, "de")
    assert desk.window is not first
    assert menus(desk.window)[0] == "&Fííléé"
    assert [a.data() for a in desk.window.languages.actions() if a.isChecked()] == ["de"]
    assert desk.window.session.state == state
    desk.window.session.undo()
    assert desk.window.session.state.text != "a dog ran"
    desk.window.session.redo()
    choose(desk.window, language.BRITISH)
    assert menus(desk.window) == british
    assert desk.window.session.state == state


def test_the_language_is_remembered(desk: Desk) -> None:
    choose(desk.window, "de")
    assert desk.window.settings.preferences["language"] == "de"


def test_panels_are_in_the_language_too(desk: Desk) -> None:
    choose(desk.window, "de")
    titles = {dock.windowTitle() for dock in desk.window.docks.values()}
    assert not titles & {"Waves", "Lesson", "Scale", "Clocks"}
    dock = desk.window.docks["scale"]
    assert dock.toggleViewAction().text() == Accented().letters("Scale")
