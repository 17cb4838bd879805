"""Work in a thread: the newest request wins, and nobody is told who no longer listens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Event, current_thread, main_thread

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from posviz.background import Background, wait_for_all


class Told:
    """Collects what a Background says, and in which thread."""

    def __init__(self, background: Background) -> None:
        self.results: list[object] = []
        self.threads: list[object] = []
        background.done.connect(self._take)
        background.failed.connect(self._take)

    def _take(self, result: object) -> None:
        self.results.append(result)
        self.threads.append(current_thread())


@pytest.fixture
def gate() -> Iterator[Event]:
    """Holds work up until it is set."""
    gate = Event()
    yield gate
    gate.set()
    wait_for_all()


def after(gate: Event, result: object, ran: list[object]) -> Callable[[], object]:
    def work() -> object:
        ran.append(result)
        gate.wait(20)
        return result

    return work


def let_all_end(gate: Event) -> None:
    gate.set()
    for _ in range(3):  # what ends may start what waits
        wait_for_all()
        QApplication.processEvents()


def test_the_result_comes_in_the_thread_of_the_window(qapp: QApplication, qtbot: QtBot) -> None:
    background = Background()
    told = Told(background)
    worked_in: list[object] = []
    with qtbot.waitSignal(background.done):
        background.ask(lambda: worked_in.append(current_thread()))
    assert told.results == [None]
    assert told.threads == [main_thread()]
    assert worked_in != [main_thread()]
    assert not background.busy


def test_the_newest_request_wins_and_those_between_never_run(
    qapp: QApplication, gate: Event
) -> None:
    background = Background()
    told = Told(background)
    ran: list[object] = []
    for name in "abcd":
        background.ask(after(gate, name, ran))
    assert background.busy
    let_all_end(gate)
    assert told.results == ["d"]
    assert ran == ["a", "d"]
    assert not background.busy


def test_what_is_dropped_is_not_told(qapp: QApplication, gate: Event) -> None:
    background = Background()
    told = Told(background)
    ran: list[object] = []
    background.ask(after(gate, "running", ran))
    background.ask(after(gate, "waiting", ran))
    background.drop()
    assert not background.busy
    let_all_end(gate)
    assert told.results == []
    assert "waiting" not in ran


def test_asking_again_after_dropping_tells_only_the_new(qapp: QApplication, gate: Event) -> None:
    background = Background()
    told = Told(background)
    background.ask(after(gate, "old", []))
    background.drop()
    background.ask(after(gate, "new", []))
    let_all_end(gate)
    assert told.results == ["new"]


def test_an_error_is_told_and_work_goes_on(qapp: QApplication, qtbot: QtBot) -> None:
    background = Background()

    def fails() -> object:
        raise ZeroDivisionError("odd")

    with qtbot.waitSignal(background.failed) as failed:
        background.ask(fails)
    assert str(failed.args[0]) == "odd"
    with qtbot.waitSignal(background.done) as done:
        background.ask(lambda: 3)
    assert done.args == [3]


def test_the_error_of_an_older_request_is_not_told(qapp: QApplication, gate: Event) -> None:
    background = Background()
    told = Told(background)

    def fails() -> object:
        gate.wait(20)
        raise ZeroDivisionError

    background.ask(fails)
    background.ask(lambda: "new")
    let_all_end(gate)
    assert told.results == ["new"]


def test_who_asked_may_be_deleted_while_the_work_runs(
    qapp: QApplication, gate: Event, qtbot: QtBot
) -> None:
    owner = QObject()
    background = Background(owner)
    told = Told(background)
    background.ask(after(gate, "unheard", []))
    with qtbot.waitSignal(background.destroyed):
        owner.deleteLater()
    del background, owner
    let_all_end(gate)
    assert told.results == []
