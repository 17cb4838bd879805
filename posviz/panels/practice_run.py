"""Runs a learner's code while the window goes on, one run at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Literal

from PySide6.QtCore import QObject, Signal

from posviz.exercise_runner import ExerciseRun, checking, verdict
from posviz.lesson.exercises import Exercise
from posviz.lesson.judging import Verdict
from posviz.sandbox import messages
from posviz.sandbox.results import Outcome

Kind = Literal["run", "check"]
_END_SECONDS = 2.0


class _Messenger(QObject):
    printed = Signal(object, str)
    finished = Signal(object, object, object)
    failed = Signal(object, object)


class _Job:
    """One run in a thread of its own: it waits for the child and would block others' work."""

    def __init__(self, exercise: Exercise, source: str, kind: Kind, messenger: _Messenger) -> None:
        self.exercise, self.source, self.kind = exercise, source, kind
        self._messenger = messenger
        if kind == "check":
            self._run = checking(exercise, source, on_output=self._on_output)
        else:
            self._run = ExerciseRun(source, arrays=True, on_output=self._on_output)
        # Its end must not wait for code that never ends: `stop` ends the child.
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def _work(self) -> None:
        try:
            outcome = self._run.run()
            judged = verdict(self.exercise, outcome) if self.kind == "check" else None
        except Exception as error:  # a fault of the program's own, raised where it is reported
            failure = error
            self._tell(lambda: self._messenger.failed.emit(self, failure))
            return
        self._tell(lambda: self._messenger.finished.emit(self, outcome, judged))

    def _on_output(self, text: str) -> None:
        self._tell(lambda: self._messenger.printed.emit(self, text))

    def _tell(self, emit: Callable[[], None]) -> None:
        with suppress(RuntimeError):  # the panel is gone; nobody listens
            emit()

    def stop(self) -> None:
        """End the child now; the outcome comes in a moment."""
        self._run.stop()

    def end(self) -> None:
        """End the child and wait until nothing is left of it."""
        self._run.stop()
        self._thread.join(_END_SECONDS)


class CodeRunner(QObject):
    """What a panel asks to run code.

    Signals
    -------
    started()
        A run began.
    printed(str)
        The code printed something.
    finished(Outcome, Verdict or None)
        The run came to its end; a verdict if it was a check.
    """

    started = Signal()
    printed = Signal(str)
    finished = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._messenger = _Messenger()
        self._messenger.printed.connect(self._on_printed)
        self._messenger.finished.connect(self._on_finished)
        self._messenger.failed.connect(self._on_failed)
        self._jobs: list[_Job] = []
        self._wanted = False
        self.destroyed.connect(partial(_end_all, self._jobs))

    @property
    def busy(self) -> bool:
        """Whether code runs, whose outcome is wanted."""
        return self._wanted

    @property
    def job(self) -> _Job | None:
        """What runs."""
        return self._jobs[-1] if self._jobs else None

    def start(self, exercise: Exercise, source: str, kind: Kind) -> None:
        """Run code; one that still runs is ended."""
        self.drop()
        self._wanted = True
        self._jobs.append(_Job(exercise, source, kind, self._messenger))
        self.started.emit()

    def stop(self) -> None:
        """End what runs; `finished` tells of it."""
        for job in self._jobs:
            job.stop()

    def drop(self) -> None:
        """End what runs and forget it: nothing is told."""
        self._wanted = False
        self.stop()

    def end(self) -> None:
        """End what runs, and wait for that: the program ends."""
        self._wanted = False
        _end_all(self._jobs)

    def _on_printed(self, job: _Job, text: str) -> None:
        if self._wanted and job is self.job:
            self.printed.emit(text)

    def _on_finished(self, job: _Job, outcome: Outcome, judged: Verdict | None) -> None:
        wanted = self._wanted and job is self.job
        self._jobs.remove(job)
        if wanted:
            self._wanted = False
            self.finished.emit(outcome, judged)

    def _on_failed(self, job: _Job, error: Exception) -> None:
        self._jobs.remove(job)
        outcome = Outcome("not started", messages.not_started(str(error)))
        if self._wanted and not self._jobs:
            self._wanted = False
            self.finished.emit(outcome, None)
        raise error


def _end_all(jobs: list[_Job]) -> None:
    for job in jobs:
        job.end()
