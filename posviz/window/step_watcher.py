"""Notes which steps were seen and which goals are reached, whatever panel did it."""

from __future__ import annotations

from PySide6.QtCore import QObject

from posviz.lesson.step_file import Step
from posviz.lesson.steps import find_step, lesson_of
from posviz.session import Session


class StepWatcher(QObject):
    """Follows a session and keeps its progress."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._start = session.state
        session.changed.connect(self._on_changed)
        self._see()

    def _step(self) -> Step:
        state = self._session.state
        return find_step(state.step, lesson_of(state))

    def _see(self) -> None:
        self._session.set_progress(self._session.progress.with_seen(self._step().key))

    def _on_changed(self, names: frozenset[str]) -> None:
        if names & {"lesson", "step"}:
            self._start = self._session.state
            self._see()
            return
        state, progress = self._session.state, self._session.progress
        step = self._step()
        if (
            step.goal is not None
            and step.key not in progress.reached
            and step.goal.is_reached(self._start, state)
        ):
            self._session.set_progress(progress.with_reached(step.key))
