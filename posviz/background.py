"""Work in a thread while the window goes on: one job at a time, and the newest request wins."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal


class _Messenger(QObject):
    finished = Signal(object, object)


class _Job(QRunnable):
    def __init__(self, work: Callable[[], object], messenger: _Messenger) -> None:
        super().__init__()
        self._work, self._messenger = work, messenger

    def run(self) -> None:
        result: object = None
        error: Exception | None = None
        try:
            result = self._work()
        except Exception as raised:  # told to whoever asked, in their own thread
            error = raised
        with suppress(RuntimeError):  # the program has ended; nobody listens
            self._messenger.finished.emit(result, error)


class Background(QObject):
    """Runs one function at a time in a worker thread.

    While one runs, only the newest of the further requests is kept, and the result of an
    older one is dropped.

    Signals
    -------
    done(object)
        What the newest function returned.
    failed(object)
        The exception that it raised.
    """

    done = Signal(object)
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._running: Callable[[], object] | None = None
        self._waiting: Callable[[], object] | None = None
        self._wanted = False

    @property
    def busy(self) -> bool:
        """Whether a result is still to come."""
        return self._wanted

    def ask(self, work: Callable[[], object]) -> None:
        """Run a function in the background; it must not touch widgets."""
        self._wanted = True
        if self._running is None:
            self._start(work)
        else:
            self._waiting = work

    def drop(self) -> None:
        """Forget what was asked for; what runs already ends unheard."""
        self._wanted, self._waiting = False, None

    def _start(self, work: Callable[[], object]) -> None:
        self._running = work
        # A messenger for each job: Qt may delete this object while the job still runs.
        messenger = _Messenger()
        messenger.finished.connect(self._on_finished)
        QThreadPool.globalInstance().start(_Job(work, messenger))

    def _on_finished(self, result: object, error: Exception | None) -> None:
        self._running = None
        if self._waiting is not None:
            work, self._waiting = self._waiting, None
            self._start(work)
        elif self._wanted:
            self._wanted = False
            if error is None:
                self.done.emit(result)
            else:
                self.failed.emit(error)


def wait_for_all() -> None:
    """Wait until no job runs, such as before the program ends."""
    QThreadPool.globalInstance().waitForDone()
