"""The only place that builds things: application, fonts, theme, session, window."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import (
    QObject,
    QRunnable,
    QSize,
    QThreadPool,
    QTimer,
    Signal,
    qInstallMessageHandler,
)
from PySide6.QtWidgets import QApplication

from posviz import __version__, crash, language, tables
from posviz.background import wait_for_all
from posviz.lesson.drafts import Drafts
from posviz.lesson.progress import Progress
from posviz.lesson.steps import shipped_lesson
from posviz.panels import all_panels
from posviz.paths import user_file
from posviz.session import Session
from posviz.settings import Settings, explain_bad_file, load_settings, why_not_kept
from posviz.state import State
from posviz.table_reader import TableReader
from posviz.tables import TableSource
from posviz.user_files import (
    UserFileError,
    copy_aside,
    is_session,
    is_there,
    read_drafts,
    read_progress,
    read_session,
    session_values,
    write_drafts,
    write_progress,
    write_session,
)
from posviz.widgets import theme, translation
from posviz.widgets.theme import ThemeName
from posviz.window.main_window import MainWindow

_LAST_STATE = "state"
_PROGRESS = "progress"
_DRAFTS = "practice"
_PAUSE = 800  # ms
_KEEPING = "keeping"  # what the notices on it tell of
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
    translation.install(app, language.BRITISH)
    theme.load_fonts()
    return app


def run(file: Path | None, on_shown: Callable[[MainWindow], None] | None = None) -> int:
    """Open the window and stay until it is closed; return the exit code.

    Parameters
    ----------
    file
        What to open in it.
    on_shown
        Called with the window after its first paint.
    """
    app = make_application()
    crash.install()
    settings, problems = load_settings()
    translation.install(app, settings.preferences["language"])
    start = _start(file)
    progress, bad_progress = _kept(_PROGRESS, read_progress, Progress())
    drafts, bad_drafts = _kept(_DRAFTS, read_drafts, Drafts())
    session = Session(start.state, reader=TableReader(), progress=progress, drafts=drafts)
    desk = Desk(app, session, settings)
    window = desk.window
    for problem in start.problems:
        window.files.warn(problem)
    for problem in (*problems, *bad_progress, *bad_drafts):
        window.notices.tell(problem)
    if why_not := why_not_kept():
        window.notices.tell(why_not, about=_KEEPING)
    warm_up = WarmUp()
    warm_up.done.connect(window.allow_heavy_panels)
    window.shown.connect(warm_up.start)
    if on_shown is not None:
        window.shown.connect(partial(on_shown, window))
    # A table of the user's may take a while, so the window comes first.
    if start.table is not None:
        window.shown.connect(partial(window.open_files, [start.table]))
    elif start.values is not None:
        window.shown.connect(partial(window.files.resume, start.values))
    # What stands in for a state that is still to be read must not take its place.
    keeper = Keeper(session, written=session.state if start.values is not None else None)
    keeper.failed.connect(lambda why: desk.window.notices.tell(why, about=_KEEPING))
    keeper.kept.connect(lambda: desk.window.notices.over(_KEEPING))
    window.show()
    code = app.exec()
    wait_for_all()
    for save in (settings.save, keeper.save):
        try:
            save()
        except UserFileError as error:
            print(f"posviz: {error}", file=sys.stderr)  # noqa: T201 - the window is gone
    return code


class Desk(QObject):
    """The window, and another one in its place when the language changes.

    Parameters
    ----------
    app, session, settings
        What the window is made of.

    Attributes
    ----------
    window : MainWindow
        That which is in use.
    """

    def __init__(self, app: QApplication, session: Session, settings: Settings) -> None:
        super().__init__()
        self._app, self._session, self._settings = app, session, settings
        self.window = self._make_window()

    def _make_window(self) -> MainWindow:
        window = MainWindow(self._session, self._settings)
        window.apply_theme()
        window.setMinimumSize(_SMALLEST.boundedTo(window.screen().availableSize()))
        self._app.styleHints().colorSchemeChanged.connect(window.apply_theme)
        window.language_wanted.connect(self._on_language)
        if not (self._settings.geometry and window.restoreGeometry(self._settings.geometry)):
            _fit_to_screen(window)
        return window

    def _on_language(self, code: str) -> None:
        old = self.window
        self._settings.preferences["language"] = code
        # Texts are written when a part is built, so all parts are built anew; the State, its
        # history, progress and code are the session's, and stay.
        old.close()
        translation.install(self._app, code)
        self.window = self._make_window()
        self.window.allow_heavy_panels()
        self.window.show()
        old.deleteLater()


class Keeper(QObject):
    """Writes state, progress and code shortly after they changed.

    A crash takes no more than that, however long somebody types without a pause.

    Signals
    -------
    kept()
        All is written that there is to write.
    failed(str)
        Something could not be written; it is tried again at the next change, and at the end.

    Parameters
    ----------
    session
        What is kept.
    written
        The State that need not be written, if there is one.
    """

    kept = Signal()
    failed = Signal(str)

    def __init__(self, session: Session, written: State | None = None) -> None:
        super().__init__()
        self._session = session
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._pause.timeout.connect(self._on_pause)
        self._state, self._progress, self._drafts = written, Progress(), session.drafts
        for change in (session.changed, session.progress_changed, session.drafts_changed):
            change.connect(self._on_change)

    def _on_change(self) -> None:
        if not self._pause.isActive():
            self._pause.start()

    def save(self) -> None:
        """Write what has changed since it was last written.

        Raises
        ------
        UserFileError
            If a file cannot be written; the others are.
        """
        problems = []
        for save in (self._save_state, self._save_progress, self._save_drafts):
            try:
                save()
            except UserFileError as error:
                problems.append(error)
        if problems:
            raise problems[0]

    def _save_state(self) -> None:
        state = self._session.state
        if state != self._state:
            write_session(user_file(f"{_LAST_STATE}.json"), state)
            self._state = state

    def _save_progress(self) -> None:
        progress = self._session.progress
        if progress != self._progress:
            write_progress(user_file(f"{_PROGRESS}.json"), progress)
            self._progress = progress

    def _save_drafts(self) -> None:
        drafts = self._session.drafts
        if drafts != self._drafts:
            write_drafts(user_file(f"{_DRAFTS}.json"), drafts)
            self._drafts = drafts

    def _on_pause(self) -> None:
        try:
            self.save()
        except UserFileError as error:
            self.failed.emit(f"Nothing can be remembered: {error}")
        else:
            self.kept.emit()


_Kept = TypeVar("_Kept")


def _kept(name: str, read: Callable[[Path], _Kept], nothing: _Kept) -> tuple[_Kept, list[str]]:
    """Return what one of the user's files holds, and what the user should know about it."""
    path = user_file(f"{name}.json")
    if not is_there(path):
        return nothing, []
    try:
        return read(path), []
    except UserFileError as error:
        return nothing, [explain_bad_file(str(error), name)]


def make_window(
    state: State,
    size: QSize,
    name: ThemeName,
    reader: TableReader | None = None,
    settings: Settings | None = None,
) -> MainWindow:
    """Return a window for pictures: nothing is read from or written to the user's files.

    Without a reader everything is computed at once.
    """
    app = make_application()
    theme.apply(app, name)
    window = MainWindow(Session(state, reader=reader), settings or Settings())
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
        # The lesson soon asks for it, and a step should not wait.
        tables.table(TableSource("minilm"))


class WarmUp(QObject):
    """Imports all panels and what they need in a thread, after the first paint.

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
    return sorted({module for panel in all_panels() for module in panel.needs})


@dataclass(frozen=True)
class _Start:
    """How the program starts.

    Attributes
    ----------
    state
        What the window shows at first.
    values
        The State to go on to as soon as its tables are read; None if `state` is all.
    table
        A table of embeddings, or a lesson folder, to open.
    problems
        What the user should know.
    """

    state: State
    values: dict[str, Any] | None = None
    table: Path | None = None
    problems: tuple[str, ...] = ()


def _start(file: Path | None) -> _Start:
    """Start on the file that was asked for, on the last state, or on the lesson."""
    first_step = shipped_lesson()[0].steps[0]
    fresh = first_step.applied_to(State())
    if file is not None and is_session(file):
        try:
            return _start_of(file)
        except UserFileError as error:
            return _Start(fresh, problems=(str(error),))
    last = user_file(f"{_LAST_STATE}.json")
    start = _Start(fresh)
    if is_there(last):
        try:
            start = _partly(_start_of(last), last, fresh)
        except UserFileError as error:
            start = _Start(fresh, problems=(explain_bad_file(str(error), _LAST_STATE),))
    return replace(start, table=file)


def _partly(start: _Start, path: Path, fresh: State) -> _Start:
    """Keep a copy of a last state of which a part was left out, and say so."""
    if not start.problems:
        return start
    kept = copy_aside(path)
    told = f"{start.problems[0]} The file is kept as “{kept.name}”." if kept else start.problems[0]
    nothing_used = start.state == State()
    return replace(start, state=fresh if nothing_used else start.state, problems=(told,))


def _start_of(path: Path) -> _Start:
    """Start on a session, first without the tables of the user's own that it needs.

    Raises
    ------
    UserFileError
        If it cannot be used.
    """
    values, left_out = session_values(path)
    problems = (left_out,) if left_out else ()
    if all(source.shipped for source in State().sources_after(**values)):
        return _Start(read_session(path), problems=problems)
    return _Start(read_session(path, files=False), values, problems=problems)


def _fit_to_screen(window: MainWindow) -> None:
    room = window.screen().availableGeometry()
    window.resize(QSize(1600, 1000).boundedTo(room.size() * 0.94))
    frame = window.frameGeometry()
    frame.moveCenter(room.center())
    window.move(frame.topLeft())
