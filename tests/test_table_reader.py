"""Reading in the background: told how far it is, stopped, given up for another table."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from posviz import tables
from posviz.background import wait_for_all
from posviz.model.embedding_files import ChooseTensor, EmbeddingFileError
from posviz.table_reader import TableReader
from posviz.tables import TableSource
from tests.conftest import SlowReading
from tests.model.embedding_files.test_safetensors import F, P, written

TEXT = "the 0.5 2.25\ncat -3.125 4.5\n"


class Told:
    """Collects what a reader says, in order."""

    def __init__(self, reader: TableReader) -> None:
        self.said: list[tuple[object, ...]] = []
        reader.started.connect(lambda source: self.said.append(("started", source)))
        reader.loaded.connect(lambda source: self.said.append(("loaded", source)))
        reader.failed.connect(lambda source, error: self.said.append(("failed", source, error)))
        reader.ended.connect(lambda: self.said.append(("ended",)))

    def then(self) -> None:
        """What needed the table."""
        self.said.append(("then",))


@pytest.fixture
def reader(qapp: QApplication) -> TableReader:
    return TableReader()


@pytest.fixture
def told(reader: TableReader) -> Told:
    return Told(reader)


def file(tmp_path: Path, name: str, text: str | bytes = TEXT) -> TableSource:
    (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return TableSource(str(tmp_path / name))


def settle() -> None:
    for _ in range(4):
        wait_for_all()
        QApplication.processEvents()


def test_a_table_is_read_kept_and_used(
    reader: TableReader, told: Told, tmp_path: Path, qtbot: QtBot
) -> None:
    one, two = file(tmp_path, "a.txt"), file(tmp_path, "b.txt", "the 1 2\n")
    with qtbot.waitSignal(reader.ended):
        reader.read([one, two], told.then)
        assert reader.busy
    assert told.said == [
        ("started", one), ("loaded", one), ("started", two), ("loaded", two), ("then",),
        ("ended",),
    ]  # fmt: skip
    assert tables.is_loaded(one)
    assert tables.is_loaded(two)
    assert not reader.busy


def test_progress_is_a_part_of_the_file(reader: TableReader, tmp_path: Path, qtbot: QtBot) -> None:
    parts: list[float] = []
    reader.progressed.connect(parts.append)
    source = file(tmp_path, "a.txt", "".join(f"w{i} 0.5 0.25\n" for i in range(100_000)))
    with qtbot.waitSignal(reader.ended):
        reader.read([source], lambda: None)
    assert len(parts) > 2
    assert parts == sorted(parts)
    assert 0 < parts[0] < parts[-1] == 1


def test_cancelling_stops_the_work_and_changes_nothing(
    reader: TableReader, told: Told, tmp_path: Path, slow_reading: SlowReading, qtbot: QtBot
) -> None:
    source = file(tmp_path, "a.txt")
    with qtbot.waitSignal(reader.progressed):
        reader.read([source], told.then)
    reader.cancel()
    assert not reader.busy
    settle()  # ends by itself: the work was told to stop
    assert slow_reading.stopped == [source]
    assert told.said == [("started", source), ("ended",)]
    assert not tables.is_loaded(source)
    reader.cancel()
    assert told.said[-1:] == [("ended",)]


def test_another_table_is_read_instead(
    reader: TableReader, told: Told, tmp_path: Path, slow_reading: SlowReading, qtbot: QtBot
) -> None:
    one, two = file(tmp_path, "a.txt"), file(tmp_path, "b.txt")
    reader.read([one], lambda: pytest.fail("the first was given up"))
    reader.read([two], told.then)
    slow_reading.go_on.set()
    with qtbot.waitSignal(reader.ended):
        pass
    assert [said for said in told.said if said[0] != "started"] == [
        ("ended",), ("loaded", two), ("then",), ("ended",)
    ]  # fmt: skip
    assert not tables.is_loaded(one)


def test_a_bad_file_is_told_before_the_end(
    reader: TableReader, told: Told, tmp_path: Path, qtbot: QtBot
) -> None:
    source = file(tmp_path, "a.txt", "2 3\nthe 1 2\n")
    with qtbot.waitSignal(reader.ended):
        reader.read([source, file(tmp_path, "b.txt")], told.then)
    assert [said[0] for said in told.said] == ["started", "failed", "ended"]
    error = told.said[1][2]
    assert isinstance(error, EmbeddingFileError)
    assert (error.path.name, error.line) == ("a.txt", 1)


def test_a_file_with_words_and_positions_is_asked_about_only_if_asked_for(
    reader: TableReader, told: Told, tmp_path: Path, qtbot: QtBot
) -> None:
    source = file(tmp_path, "m.safetensors", written({"wpe": P, "wte": F}))
    (tmp_path / "vocab.txt").write_text("the\ncat\ndog\n", encoding="utf-8")
    with qtbot.waitSignal(reader.ended):
        reader.read([source], told.then, ask=True)
    assert isinstance(told.said[1][2], ChooseTensor)
    with qtbot.waitSignal(reader.ended):
        reader.read([source], told.then)
    assert told.said[-3:] == [("loaded", source), ("then",), ("ended",)]
    alone = file(tmp_path, "one.safetensors", written({"h.weight": F, "wte": F}))
    with qtbot.waitSignal(reader.ended):
        reader.read([alone], told.then, ask=True)
    assert told.said[-3:] == [("loaded", alone), ("then",), ("ended",)]


def test_an_error_nobody_expected_is_not_swallowed(
    reader: TableReader, told: Told, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    def odd(*_args: object, **_kwargs: object) -> None:
        raise ZeroDivisionError("odd")

    monkeypatch.setattr(tables, "read", odd)
    with qtbot.captureExceptions() as caught:
        reader.read([file(tmp_path, "a.txt")], told.then)
        settle()
    assert [error[0] for error in caught] == [ZeroDivisionError]
    assert told.said[-1] == ("ended",)
    assert not reader.busy
