"""A dock says when its panel works longer than a moment."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from threading import Event

import pytest
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot

from posviz.background import wait_for_all
from posviz.export import Numbers
from posviz.panels import ENTRIES, PanelEntry
from posviz.panels.panel import Panel
from posviz.session import Session
from posviz.state import State
from posviz.table_reader import TableReader
from posviz.window.panel_dock import PanelDock


class Slow(Panel[int]):
    """Shows k; from 10 on that takes long, and 13 goes wrong."""

    id = "slow"
    uses = frozenset({"k"})
    gate = Event()

    @classmethod
    def title(cls) -> str:
        return "Slow"

    @classmethod
    def help(cls) -> str:
        return "Shows k."

    @staticmethod
    def takes_long(state: State) -> bool:
        return state.k >= 10

    @staticmethod
    def content(state: State) -> int:
        if state.k >= 10:
            Slow.gate.wait(20)
        if state.k == 13:
            raise ZeroDivisionError("odd")
        return state.k

    @staticmethod
    def numbers(content: int) -> Numbers:
        raise NotImplementedError

    def show_content(self, content: int) -> None:
        self.shown = content


@pytest.fixture
def dock(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[PanelDock]:
    Slow.gate.clear()
    window = QMainWindow()
    qtbot.addWidget(window)
    monkeypatch.setattr(PanelEntry, "load", lambda _: Slow)
    entry = PanelEntry("slow", "", "")
    dock = PanelDock(entry, Session(State(k=3), reader=TableReader()), window)
    window.setCentralWidget(dock)
    dock.show()
    window.show()
    dock._on_visibility(True)
    yield dock
    Slow.gate.set()
    wait_for_all()


def shown(dock: PanelDock) -> int:
    panel = dock.panel
    assert isinstance(panel, Slow)
    return panel.shown


def test_long_work_is_told_and_the_last_figure_stays(dock: PanelDock, qtbot: QtBot) -> None:
    assert shown(dock) == 3
    dock._session.update(k=20)
    assert not dock._bar.working.isVisible()
    qtbot.waitUntil(dock._bar.working.isVisible)
    assert dock._bar.working.text() == "working…"
    assert shown(dock) == 3
    dock._session.update(k=21)  # the newest wins, and the word stays meanwhile
    assert dock._bar.working.isVisible()
    Slow.gate.set()
    qtbot.waitUntil(lambda: shown(dock) == 21)
    assert not dock._bar.working.isVisible()


def test_short_work_is_not_spoken_of(dock: PanelDock, qtbot: QtBot) -> None:
    Slow.gate.set()
    dock._session.update(k=20)
    assert dock._busy.isActive()
    qtbot.waitUntil(lambda: shown(dock) == 20)
    assert not dock._busy.isActive()
    assert not dock._bar.working.isVisible()


def test_work_that_is_no_longer_wanted_is_not_spoken_of(dock: PanelDock, qtbot: QtBot) -> None:
    dock._session.update(k=20)
    qtbot.waitUntil(dock._bar.working.isVisible)
    dock._session.update(k=4)
    assert shown(dock) == 4
    assert not dock._bar.working.isVisible()


def test_an_error_in_the_background_reaches_the_crash_dialog(dock: PanelDock, qtbot: QtBot) -> None:
    Slow.gate.set()
    with qtbot.captureExceptions() as caught:
        dock._session.update(k=13)
        qtbot.waitUntil(lambda: bool(caught))
    assert caught[0][0] is ZeroDivisionError
    assert not dock._bar.working.isVisible()
    dock._session.update(k=14)
    qtbot.waitUntil(lambda: shown(dock) == 14)


def test_a_dock_has_its_name_before_its_panel_is_built(qtbot: QtBot) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    dock = PanelDock(ENTRIES[-1], Session(State()), window)
    assert dock.panel is None
    dock.allow_building()
    assert dock.panel is None
    assert dock.windowTitle() == ENTRIES[-1].load().title()


def test_panels_that_no_dock_shows_are_not_imported_at_the_start() -> None:
    code = "import sys, posviz.app; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    imported = {name for name in done.stdout.split() if name.startswith("posviz.panels.")}
    shared = {"panel", "output", "show_numpy", "show_numpy.script", "show_numpy.saving"}
    assert imported == {f"posviz.panels.{name}" for name in shared}
