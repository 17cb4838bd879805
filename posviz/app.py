"""The only place that builds things: application, fonts, theme, session, window."""

from __future__ import annotations

import sys
from functools import partial
from importlib import import_module
from pathlib import Path

from PySide6.QtCore import (
    QLibraryInfo,
    QLocale,
    QObject,
    QRunnable,
    QSize,
    QThreadPool,
    QTranslator,
    Signal,
    qInstallMessageHandler,
)
from PySide6.QtWidgets import QApplication

from posviz import __version__, crash
from posviz.lesson.steps import shipped_lesson
from posviz.panels import PANELS
from posviz.paths import user_file
from posviz.session import Session
from posviz.settings import Settings, explain_bad_file, load_settings
from posviz.state import State
from posviz.user_files import UserFileError, is_there, read_session, write_session
from posviz.widgets import theme
from posviz.widgets.theme import ThemeName
from posviz.window.main_window import MainWindow

_LAST_STATE = "state"
_SMALLEST = QSize(720, 460)
"""Below this the bars of the window would be cut."""


def make_application() -> QApplication:
    """Return the application with its fonts; the one that exists, if there is one."""
    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        return existing
    qInstallMessageHandler(crash.log_qt_message)
    app = QApplication(["posviz"])
    app.setApplicationName("posviz")
    app.setApplicationDisplayName("posviz")
    app.setApplicationVersion(__version__)
    app.setDesktopFileName("posviz")
    app.setStyle("Fusion")
    translator = QTranslator(app)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if translator.load(QLocale(), "qtbase", "_", folder):
        app.installTranslator(translator)
    theme.load_fonts()
    return app


def run(file: Path | None) -> int:
    """Open the window and stay until it is closed; return the exit code."""
    app = make_application()
    crash.install()
    settings, problems = load_settings()
    state, more = _first_state(file)
    session = Session(state)
    window = MainWindow(session, settings)
    window.apply_theme()
    window.setMinimumSize(_SMALLEST.boundedTo(window.screen().availableSize()))
    app.styleHints().colorSchemeChanged.connect(window.apply_theme)
    if not (settings.geometry and window.restoreGeometry(settings.geometry)):
        _fit_to_screen(window)
    for problem in (*problems, *more):
        window.notices.tell(problem)
    warm_up = WarmUp()
    warm_up.done.connect(window.allow_heavy_panels)
    window.shown.connect(warm_up.start)
    window.show()
    code = app.exec()
    QThreadPool.globalInstance().waitForDone()
    last = partial(write_session, user_file(f"{_LAST_STATE}.json"), session.state)
    for save in (settings.save, last):
        try:
            save()
        except UserFileError as error:
            print(f"posviz: {error}", file=sys.stderr)  # noqa: T201 - the window is gone
    return code


def make_window(state: State, size: QSize, name: ThemeName) -> MainWindow:
    """Return a window for pictures: nothing is read from or written to the user's files."""
    app = make_application()
    theme.apply(app, name)
    window = MainWindow(Session(state), Settings())
    for module in _needed_modules():
        import_module(module)
    window.allow_heavy_panels()
    window.resize(size)
    return window


class _ImportJob(QRunnable):
    def __init__(self, warm_up: WarmUp) -> None:
        super().__init__()
        self._warm_up = warm_up

    def run(self) -> None:
        for module in _needed_modules():
            import_module(module)
        self._warm_up.done.emit()


class WarmUp(QObject):
    """Imports slow modules in a worker thread, after the window has been painted.

    Signals
    -------
    done()
        All are imported.
    """

    done = Signal()

    def start(self) -> None:
        """Begin."""
        QThreadPool.globalInstance().start(_ImportJob(self))


def _needed_modules() -> list[str]:
    return sorted({module for panel in PANELS for module in panel.needs})


def _first_state(file: Path | None) -> tuple[State, list[str]]:
    """State to start on: of the file that was asked for, of the last run, or the lesson's."""
    first_step = shipped_lesson()[0].steps[0]
    fresh = first_step.applied_to(State())
    if file is not None:
        try:
            return read_session(file), []
        except UserFileError as error:
            return fresh, [str(error)]
    last = user_file(f"{_LAST_STATE}.json")
    if not is_there(last):
        return fresh, []
    try:
        return read_session(last), []
    except UserFileError as error:
        return fresh, [explain_bad_file(str(error), _LAST_STATE)]


def _fit_to_screen(window: MainWindow) -> None:
    room = window.screen().availableGeometry()
    window.resize(QSize(1600, 1000).boundedTo(room.size() * 0.94))
    frame = window.frameGeometry()
    frame.moveCenter(room.center())
    window.move(frame.topLeft())
