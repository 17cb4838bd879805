"""Shared set-up: an offscreen application in the bundled fonts, and no file outside tmp_path."""

from __future__ import annotations

import gc
import logging
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from posviz import tables
from posviz.background import wait_for_all
from posviz.model.embedding_files import Cancelled, Progress
from posviz.model.embeddings import TABLES, EmbeddingTable
from posviz.panels import all_panels
from posviz.panels.panel import Panel
from posviz.session import Session
from posviz.state import State
from posviz.tables import TableSource
from posviz.widgets import theme
from posviz.window.layouts import ARRANGEMENTS, leaves


@pytest.fixture(scope="session")
def qapp() -> QApplication:
    """The application as the program makes it, but for the message handler of pytest-qt."""
    app = QApplication.instance() or QApplication(["posviz-tests"])
    assert isinstance(app, QApplication)
    app.setApplicationName("posviz-tests")
    app.setStyle("Fusion")
    assert theme.load_fonts() == []
    theme.apply(app, "dark")
    # What lives through all tests is left out of the search for garbage after each of them.
    for name in TABLES:
        tables.table(TableSource(name))
    all_panels()
    gc.collect()
    gc.freeze()
    return app


@pytest.fixture(autouse=True)
def _own_user_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings, layouts and logs of every test lie in its own folder."""
    monkeypatch.setenv("POSVIZ_HOME", str(tmp_path / "user files"))


@pytest.fixture(autouse=True)
def _no_job_and_no_table_left() -> Iterator[None]:
    """Wait for work in the background, and forget tables of files that are gone."""
    yield
    wait_for_all()
    tables._own.clear()


class SlowReading:
    """Reads tables as the program does, but stays at 43 % of a file until it may go on."""

    def __init__(self) -> None:
        self.go_on = Event()
        self.read: list[TableSource] = []
        self.stopped: list[TableSource] = []
        self._read = tables.read

    def __call__(
        self, source: TableSource, progress: Progress | None = None, *, ask: bool = False
    ) -> EmbeddingTable:
        self.read.append(source)
        while not source.shipped and not self.go_on.wait(0.002):
            if progress is not None and not progress(43, 100):
                self.stopped.append(source)
                raise Cancelled
        return self._read(source, progress, ask=ask)


@pytest.fixture
def slow_reading(monkeypatch: pytest.MonkeyPatch) -> Iterator[SlowReading]:
    """Let every table that is read take as long as the test wants."""
    slow = SlowReading()
    monkeypatch.setattr(tables, "read", slow)
    yield slow
    slow.go_on.set()
    wait_for_all()


@pytest.fixture(autouse=True)
def _no_warning_logged(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail on a logged warning that the test did not take out of the record itself."""
    yield
    records = [r for r in caplog.get_records("call") if r.levelno >= logging.WARNING]
    assert not records, [record.getMessage() for record in records]


@pytest.fixture(autouse=True)
def _no_dangling_widgets(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail if a test leaves a top-level widget behind."""
    app = QApplication.instance()
    if app is None and "qapp" not in request.fixturenames and "qtbot" not in request.fixturenames:
        yield
        return
    before = set(map(id, QApplication.topLevelWidgets()))
    yield
    QApplication.sendPostedEvents(None, 52)  # QEvent::DeferredDelete
    gc.collect()
    left = [w for w in QApplication.topLevelWidgets() if id(w) not in before and w.isVisible()]
    assert not left, left


@pytest.fixture
def arrangements() -> dict[str, list[str]]:
    """Panels that each chapter shows."""
    return {chapter: list(leaves(arrangement)) for chapter, arrangement in ARRANGEMENTS.items()}


@pytest.fixture
def right_to_left(qapp: QApplication) -> Iterator[Callable[[], None]]:
    """Turn the whole application round when called; a view's own direction turns no text."""
    yield lambda: qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


@pytest.fixture
def dark_again(qapp: QApplication) -> Iterator[QApplication]:
    """The application, put back into the dark look afterwards."""
    yield qapp
    theme.apply(qapp, "dark")


@pytest.fixture
def session(qapp: QApplication) -> Session:
    """A session on the defaults."""
    return Session(State())


@pytest.fixture
def make_panel(qtbot: QtBot, session: Session) -> Callable[..., Panel[Any]]:
    """Build a panel on `session`, put it on screen and register it for clean-up."""

    def make(panel_class: type[Panel[Any]], width: int = 600, height: int = 400) -> Panel[Any]:
        panel = panel_class(session)
        qtbot.addWidget(panel)
        panel.resize(width, height)
        panel.show()
        panel.set_on_screen(True)
        return panel

    return make
