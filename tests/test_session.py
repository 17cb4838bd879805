"""Session: what is told when, and what can be undone."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from posviz.session import Session
from posviz.state import State, StateError


class Told:
    """Collects what `changed` said."""

    def __init__(self, session: Session) -> None:
        self.names: list[frozenset[str]] = []
        session.changed.connect(self.names.append)


def test_changed_names_exactly_what_is_different(session: Session) -> None:
    told = Told(session)
    session.update(width=16, k=7)
    assert told.names == [frozenset({"width", "pairs"})]  # pair 10 fell off; k was 7 before
    session.update(position=2)
    assert told.names[1:] == [frozenset({"position", "token"})]


def test_equal_values_tell_nothing_and_make_no_step(session: Session, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(session.changed), qtbot.assertNotEmitted(session.history_changed):
        session.update(width=64)
        session.update()
        session.replace(State())
    assert not session.can_undo


@pytest.mark.parametrize("changes", [{"colour": 1}, {"width": 0}, {"k": 3, "width": 0}])
def test_a_refused_change_changes_nothing(
    session: Session, qtbot: QtBot, changes: dict[str, int]
) -> None:
    with qtbot.assertNotEmitted(session.changed), pytest.raises(StateError):
        session.update(**changes)
    assert session.state == State()
    assert not session.can_undo


def test_the_state_is_new_when_changed_is_told(session: Session) -> None:
    seen: list[int] = []
    session.changed.connect(lambda _names: seen.append(session.state.k))
    session.update(k=3)
    session.undo()
    session.redo()
    assert seen == [3, 7, 3]


def test_undo_and_redo_walk_through_the_states(session: Session) -> None:
    for k in (1, 2, 3):
        session.update(k=k)
    walked = []
    while session.can_undo:
        session.undo()
        walked.append(session.state.k)
    while session.can_redo:
        session.redo()
        walked.append(session.state.k)
    assert walked == [2, 1, 7, 1, 2, 3]


def test_undo_brings_back_what_followed_too(session: Session) -> None:
    session.update(width=5)
    told = Told(session)
    session.undo()
    assert session.state == State()
    assert told.names == [frozenset({"width", "pairs"})]


def test_undo_and_redo_without_history_do_nothing(session: Session, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(session.changed):
        session.undo()
        session.redo()


def test_a_new_change_forgets_what_was_undone(session: Session) -> None:
    session.update(k=1)
    session.undo()
    session.update(k=2)
    assert not session.can_redo
    session.undo()
    assert session.state == State()


def test_a_gesture_is_one_step(session: Session) -> None:
    session.update(k=1)
    session.begin_gesture()
    for width in (10, 20, 30):
        session.update(width=width)
    session.end_gesture()
    session.update(k=2)
    session.undo()
    assert (session.state.k, session.state.width) == (1, 30)
    session.undo()
    assert (session.state.k, session.state.width) == (1, 64)


def test_a_gesture_that_comes_back_leaves_no_step(session: Session, qtbot: QtBot) -> None:
    session.update(k=1)
    session.begin_gesture()
    session.update(width=10)
    session.update(width=64, pairs=(4, 10))
    with qtbot.waitSignal(session.history_changed):
        session.end_gesture()
    session.undo()
    assert session.state == State()
    assert not session.can_undo


def test_undo_within_a_gesture_ends_it(session: Session) -> None:
    session.begin_gesture()
    session.update(k=1)
    session.undo()
    assert session.state == State()
    session.update(k=2)
    session.update(k=3)
    session.undo()
    assert session.state.k == 2


def test_a_gesture_without_a_change_leaves_no_step(session: Session) -> None:
    session.begin_gesture()
    session.end_gesture()
    session.end_gesture()
    assert not session.can_undo


def test_history_is_bounded(session: Session) -> None:
    for position in range(1200):
        session.update(position=position % 60)
    steps = 0
    while session.can_undo:
        session.undo()
        steps += 1
    assert steps == 500


def test_history_changed_tells_when_undo_becomes_possible(session: Session, qtbot: QtBot) -> None:
    with qtbot.waitSignal(session.history_changed, check_params_cb=lambda: session.can_undo):
        session.update(k=1)
