"""Steps that were seen and goals that are reached, whatever panel does it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from posviz.lesson import steps
from posviz.lesson.goals import Goal
from posviz.lesson.progress import Progress
from posviz.lesson.step_file import Step
from posviz.lesson.steps import Chapter
from posviz.session import Session
from posviz.state import State
from posviz.window import step_watcher
from posviz.window.main_window import MainWindow
from posviz.window.step_watcher import StepWatcher

FIRST = Step("a/1", "a", "T", "Text.", {}, "a", goal=Goal("Select.", "select"))
LESSON = (Chapter("a", "A", (FIRST, replace(FIRST, id="a/2", goal=None))),)


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch, qapp: object) -> Session:
    monkeypatch.setattr(step_watcher, "lesson_of", lambda _state: LESSON)
    session = Session(State())
    session._watcher = StepWatcher(session, session)  # type: ignore[attr-defined]
    return session


def test_steps_are_seen_when_they_are_on_show(watched: Session) -> None:
    assert watched.progress.seen == {"a/1"}
    watched.update(step="a/2")
    assert watched.progress.seen == {"a/1", "a/2"}
    watched.undo()
    assert watched.progress.seen == {"a/1", "a/2"}


def test_a_goal_is_reached_by_any_change_and_stays_reached(watched: Session, qtbot: QtBot) -> None:
    watched.update(width=8)
    assert not watched.progress.reached
    with qtbot.waitSignal(watched.progress_changed):
        watched.update(token="king")
    assert watched.progress.reached == {"a/1"}
    watched.undo()
    assert watched.progress.reached == {"a/1"}


def test_what_was_done_before_the_step_counts_for_nothing(watched: Session) -> None:
    watched.update(step="a/2")
    watched.update(token="king")
    watched.update(step="a/1")
    assert not watched.progress.reached
    watched.update(token="sat")
    assert watched.progress.reached == {"a/1"}


def test_a_finished_chapter_has_a_tick(window: MainWindow) -> None:
    chapter = steps.shipped_lesson()[1]
    tab = window.chapters._group.button(1)
    before = tab.icon().pixmap(18).toImage()
    for step in chapter.steps[:-1]:
        window.session.update(**step.changes)
    window.session.update(**steps.shipped_lesson()[0].steps[0].changes)
    assert tab.accessibleDescription() == ""
    window.session.set_progress(window.session.progress.with_seen(chapter.steps[-1].id))
    assert tab.accessibleDescription() == "All steps seen."
    assert tab.icon().pixmap(18).toImage() != before
    window.session.set_progress(Progress())
    assert tab.accessibleDescription() == ""
