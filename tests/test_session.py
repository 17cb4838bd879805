"""Session: what is told when, and what can be undone."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from posviz import tables
from posviz.session import Session
from posviz.settling import TableError
from posviz.state import State
from posviz.state_fields import StateError
from posviz.table_reader import TableReader
from posviz.tables import TableSource
from tests.conftest import SlowReading


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


def test_a_gesture_that_joins_belongs_to_the_last_step(session: Session) -> None:
    session.update(k=1)
    for position in (2, 3, 4):
        session.begin_gesture(joins=position > 2)
        session.update(position=position)
        session.end_gesture()
    session.undo()
    assert (session.state.k, session.state.position) == (1, 1)
    session.undo()
    assert session.state == State()


def test_a_gesture_with_no_step_to_join_makes_one(session: Session) -> None:
    session.begin_gesture(joins=True)
    session.update(k=1)
    session.end_gesture()
    session.undo()
    assert session.state == State()


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


# Tables that must be read first


@pytest.fixture
def reading(qapp: QApplication) -> Session:
    """A session that reads tables in the background."""
    return Session(State(), reader=TableReader())


def file(folder: Path, name: str, text: str = "the 1 2\ncat 3 4\nsat 5 6\n") -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


def read(session: Session, qtbot: QtBot, table: str) -> None:
    assert session.reader is not None
    with qtbot.waitSignal(session.reader.ended):
        session.update(table=table)
    assert session.state.table == table


def test_a_table_that_is_not_in_memory_comes_later(
    reading: Session, tmp_path: Path, qtbot: QtBot
) -> None:
    told = Told(reading)
    table = file(tmp_path, "v.txt")
    assert reading.reader is not None
    with qtbot.waitSignal(reading.reader.ended):
        reading.update(table=table)
        assert reading.state == State()
        reading.update(k=3)
        assert reading.state == State(k=3)
    assert (reading.state.table, reading.state.k) == (table, 3)
    assert told.names == [frozenset({"k"}), frozenset({"table"})]


def test_without_a_reader_it_is_read_at_once(session: Session, tmp_path: Path) -> None:
    session.update(table=file(tmp_path, "v.txt"))
    assert session.state.embeddings.size == 3
    with pytest.raises(TableError, match="empty"):
        session.update(table=file(tmp_path, "bad.txt", ""))
    with pytest.raises(TableError, match="empty"):
        session.open_table(file(tmp_path, "bad.txt", ""))


def test_what_the_new_table_does_not_allow_is_refused_late(
    reading: Session, tmp_path: Path, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(reading.refused) as refused:
        reading.update(table=file(tmp_path, "v.txt"), token="two words")
    assert refused.args[0].startswith("token = two words")
    assert reading.state == State()


def test_another_table_gives_up_the_one_that_is_read(
    reading: Session, tmp_path: Path, qtbot: QtBot, slow_reading: SlowReading
) -> None:
    tables.load(TableSource("toy16"))
    assert reading.reader is not None
    with qtbot.waitSignal(reading.reader.progressed):
        reading.update(table=file(tmp_path, "v.txt"))
    reading.update(table="toy16")
    assert reading.state.table == "toy16"
    qtbot.waitUntil(lambda: len(slow_reading.stopped) == 1)
    slow_reading.go_on.set()
    with qtbot.waitSignal(reading.reader.ended):
        reading.update(table=file(tmp_path, "w.txt"))
    assert reading.state.table.endswith("w.txt")


def test_undo_to_a_table_that_was_dropped_reads_it_again(
    reading: Session, tmp_path: Path, qtbot: QtBot
) -> None:
    first = file(tmp_path, "0.txt")
    read(reading, qtbot, first)
    for number in range(1, 5):
        read(reading, qtbot, file(tmp_path, f"{number}.txt"))
    reading.update(table="toy4")
    assert not tables.is_loaded(TableSource(first))
    for _ in range(4):
        reading.undo()
    assert reading.state.table.endswith("1.txt")
    assert reading.reader is not None
    with qtbot.waitSignal(reading.reader.ended):
        reading.undo()
    assert reading.state.table == first
    with qtbot.waitSignal(reading.reader.ended):
        reading.redo()
    assert reading.state.table.endswith("1.txt")


def test_undo_passes_over_a_table_that_is_gone(
    reading: Session, tmp_path: Path, qtbot: QtBot
) -> None:
    read(reading, qtbot, file(tmp_path, "v.txt"))
    reading.update(k=3)
    reading.update(k=4)
    reading.update(table="toy16")
    (tmp_path / "v.txt").unlink()
    tables._own.clear()
    assert reading.reader is not None
    with qtbot.waitSignals([reading.reader.failed, reading.reader.ended]):
        reading.undo()
    assert reading.state.table == "toy16"
    reading.undo()
    assert reading.state == State()
    assert not reading.can_undo


def test_a_change_made_while_undo_reads_is_not_lost(
    reading: Session, tmp_path: Path, qtbot: QtBot, slow_reading: SlowReading
) -> None:
    table = file(tmp_path, "v.txt")
    tables.load(TableSource("toy4"))
    slow_reading.go_on.set()
    read(reading, qtbot, table)
    reading.update(table="toy4")
    tables._own.clear()
    slow_reading.go_on.clear()
    assert reading.reader is not None
    reading.undo()
    reading.update(k=3)
    slow_reading.go_on.set()
    with qtbot.waitSignal(reading.reader.ended):
        pass
    assert (reading.state.table, reading.state.k) == ("toy4", 3)
    reading.undo()
    assert (reading.state.table, reading.state.k) == ("toy4", 7)
    reading.undo()
    assert reading.state.table == table


def test_opening_a_file_again_reads_it_anew(reading: Session, tmp_path: Path, qtbot: QtBot) -> None:
    table = file(tmp_path, "v.txt")
    read(reading, qtbot, table)
    file(tmp_path, "v.txt", "the 7 8\ncat 9 9\n")
    told, before = Told(reading), reading.state
    assert reading.reader is not None
    with qtbot.waitSignal(reading.reader.ended):
        reading.open_table(table)
    assert told.names == [frozenset({"table"})]
    assert reading.state == before
    assert reading.state.embeddings.matrix.tolist() == [[7, 8], [9, 9]]
    reading.undo()
    assert reading.state == State()


def test_the_state_that_a_session_starts_on_is_no_step(
    reading: Session, tmp_path: Path, qtbot: QtBot
) -> None:
    table = file(tmp_path, "v.txt")
    assert reading.reader is not None
    with qtbot.waitSignal(reading.reader.ended):
        reading.resume({"table": table, "k": 3})
    assert (reading.state.table, reading.state.k) == (table, 3)
    assert not reading.can_undo
    with qtbot.waitSignal(reading.reader.ended):
        reading.resume({"table": file(tmp_path, "w.txt"), "k": 5})
        reading.update(text="mine")
    assert reading.state.k == 5
    reading.undo()
    assert reading.state.text == "mine"
