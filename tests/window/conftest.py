"""A window on the defaults, shown."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QSize
from pytestqt.qtbot import QtBot

from posviz.app import make_window
from posviz.settings import Settings
from posviz.state import State
from posviz.table_reader import TableReader
from posviz.window import file_dialogs
from posviz.window.main_window import MainWindow


@pytest.fixture(autouse=True)
def no_last_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let file dialogs begin as in a new run."""
    monkeypatch.setattr(file_dialogs, "_last", [])


@pytest.fixture
def make_main_window(qtbot: QtBot) -> Callable[..., MainWindow]:
    """Build a window and wait until it is painted."""

    def make(
        state: State | None = None,
        settings: Settings | None = None,
        size: QSize = QSize(1280, 800),  # noqa: B008 - never changed
        reader: TableReader | None = None,
    ) -> MainWindow:
        window = make_window(state or State(), size, "dark", reader, settings)
        qtbot.addWidget(window)
        with qtbot.waitSignal(window.shown):
            window.show()
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        return window

    return make


@pytest.fixture
def window(make_main_window: Callable[..., MainWindow]) -> MainWindow:
    """The window as it opens for the first time."""
    return make_main_window()


@pytest.fixture
def reading_window(make_main_window: Callable[..., MainWindow]) -> MainWindow:
    """The window of the program, which reads tables in the background."""
    return make_main_window(reader=TableReader())
