"""Export from the window: what is asked, what is written, and how writing is stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QDialog, QFileDialog, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from posviz.background import wait_for_all
from posviz.export import FORMATS, Numbers, RowBlocks
from posviz.panels.tokens import TokensPanel
from posviz.state import State
from posviz.widgets.heatmap_axis import Sight
from posviz.window import exporter
from posviz.window.export_dialog import ExportDialog
from posviz.window.export_dialogs import LargeFileDialog
from posviz.window.exporter import Exporter
from posviz.window.main_window import MainWindow
from posviz.window.notice_bar import NoticeBar
from posviz.window.writing_bar import WritingBar

LARGE = {"length": 1_000_000, "width": 12_288}


def nothing(_panel: str) -> dict[str, int]:
    return {}


@pytest.fixture
def parent(qtbot: QtBot) -> Iterator[QWidget]:
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.show()
    yield widget
    for dialog in widget.findChildren(QDialog):
        dialog.close()


@pytest.fixture
def notices(parent: QWidget) -> NoticeBar:
    bar = NoticeBar()
    bar.setParent(parent)
    return bar


@pytest.fixture
def bar(parent: QWidget) -> WritingBar:
    bar = WritingBar()
    bar.setParent(parent)
    return bar


@pytest.fixture
def exports(parent: QWidget, notices: NoticeBar, bar: WritingBar) -> Exporter:
    return Exporter(parent, notices, bar)


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """A file that was there before."""
    folder = tmp_path / "out"
    folder.mkdir()
    path = folder / "x.npy"
    path.write_bytes(b"old")
    return path


Answer = Callable[..., None]


@pytest.fixture
def answer(monkeypatch: pytest.MonkeyPatch) -> Answer:
    """Let the dialogs be answered with a path, a format and a part."""

    def set_answer(path: Path | str, ending: str = ".npy", part: int = 0, ok: bool = True) -> None:
        def exec_(dialog: ExportDialog) -> int:
            dialog.formats.setCurrentIndex(dialog.formats.findData(ending))
            dialog.parts.setCurrentIndex(part)
            return (QDialog.DialogCode.Accepted if ok else QDialog.DialogCode.Rejected).value

        monkeypatch.setattr(ExportDialog, "exec", exec_)
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: (str(path), ""))

    return set_answer


@pytest.fixture
def limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let files be large from 1000 bytes, on a disk that is empty up to 64 KiB."""
    monkeypatch.setattr(exporter, "LARGE_FILE", 1000)
    monkeypatch.setattr(exporter, "free_space", lambda _path: 1 << 16)


class Slow:
    """Numbers that come as the test wants."""

    def __init__(self) -> None:
        self.go_on, self.begun = Event(), Event()

    def make(self, rows: range) -> NDArray[np.float64]:
        if rows.start >= 2:
            self.begun.set()
            while not self.go_on.wait(0.002):
                pass
        return np.asarray(rows, dtype=np.float64)

    def numbers(self, _content: object) -> Numbers:
        return RowBlocks((8,), self.make, each=1).numbers(("row", "value"))


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    """Let the numbers of Tokens take as long as the test wants."""
    slow = Slow()
    monkeypatch.setattr(TokensPanel, "numbers", staticmethod(slow.numbers))
    yield slow
    slow.go_on.set()
    wait_for_all()


def asked(parent: QWidget, qtbot: QtBot) -> LargeFileDialog:
    def question() -> LargeFileDialog | None:
        found = [q for q in parent.findChildren(LargeFileDialog) if q.isVisible()]
        return found[0] if found else None

    qtbot.waitUntil(lambda: question() is not None)
    found = question()
    assert found is not None
    return found


def text_of(question: QDialog) -> str:
    text = " ".join(label.text() for label in question.findChildren(QLabel))
    return text.replace("\u00a0", " ")


def press(question: QDialog, text: str, qtbot: QtBot) -> None:
    (button,) = [b for b in question.findChildren(QPushButton) if b.text() == text]
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


# The dialog


@pytest.mark.parametrize("ending", FORMATS)
def test_a_panel_is_exported_in_the_chosen_format(
    exports: Exporter,
    answer: Answer,
    tmp_path: Path,
    ending: str,
    notices: NoticeBar,
    qtbot: QtBot,
) -> None:
    answer(tmp_path / "mine.v2", ending)
    exports.export(State(), "neighbours", nothing)
    qtbot.waitUntil(lambda: not exports.busy)
    assert [path.name for path in tmp_path.iterdir()] == [f"mine.v2{ending}"]
    assert notices.messages == ()


def test_an_export_that_fails_is_told_and_one_called_off_is_not(
    exports: Exporter, answer: Answer, tmp_path: Path, notices: NoticeBar, qtbot: QtBot
) -> None:
    answer(tmp_path / "none" / "x.png", ".png", ok=False)
    exports.export(State(), "neighbours", nothing)
    answer("", ".png")
    exports.export(State(), "neighbours", nothing)
    assert not notices.messages
    for ending in (".png", ".npy"):
        answer(tmp_path / "none" / f"x{ending}", ending)
        exports.export(State(), "", nothing)
        qtbot.waitUntil(lambda: not exports.busy)
        (message,) = notices.messages
        assert "cannot be written" in message
        notices.clear()


def dialog_for(parent: QWidget, state: State, panel: str, **seen: int) -> ExportDialog:
    dialog = ExportDialog(parent, state, panel, lambda _panel: seen)
    dialog.show()
    return dialog


def test_the_part_is_asked_for_where_not_all_is_in_sight(parent: QWidget) -> None:
    state = State().with_changes(**LARGE)
    seen = {"first": 999_000, "rows": 40, "first_dimension": 12_000, "columns": 60}
    dialog = dialog_for(parent, state, "positional_table", **seen)
    assert dialog.parts.isVisible()
    assert [dialog.parts.itemText(i) for i in range(dialog.parts.count())] == [
        "In sight · 40 × 60",
        "Whole table · 1\u202f000\u202f000 × 12\u202f288",
    ]
    assert dialog.state.block == (range(999_000, 999_040), range(12_000, 12_060))
    dialog.parts.setCurrentIndex(1)
    assert dialog.state.block == (range(1_000_000), range(12_288))
    dialog.panels.setCurrentIndex(dialog.panels.findData("tokens"))
    assert not dialog.parts.isVisible()
    assert dialog.panel_id == "tokens"


def test_the_part_is_not_asked_for_where_all_is_in_sight(parent: QWidget) -> None:
    assert not dialog_for(parent, State(), "positional_table").parts.isVisible()
    seen = {"first": 0, "rows": 64, "first_dimension": 0, "columns": 64}
    assert not dialog_for(parent, State(), "positional_table", **seen).parts.isVisible()


def test_numbers_have_no_theme(parent: QWidget) -> None:
    dialog = dialog_for(parent, State(), "tokens")
    for ending, shown in ((".csv", False), (".pdf", True), (".npy", False)):
        dialog.formats.setCurrentIndex(dialog.formats.findData(ending))
        assert dialog.themes.isVisible() == shown


def test_a_block_of_a_step_is_a_part_even_where_the_panel_was_never_seen(parent: QWidget) -> None:
    dialog = dialog_for(parent, State().with_changes(first=60), "positional_table")
    assert dialog.parts.currentText() == "In sight · 4 × 64"


# Large files


@pytest.mark.usefixtures("limit")
def test_a_large_file_is_asked_about_with_size_shape_and_room(
    exports: Exporter, parent: QWidget, answer: Answer, target: Path, qtbot: QtBot
) -> None:
    answer(target)
    exports.export(State(), "positional_table", nothing)
    question = asked(parent, qtbot)
    assert "“x.npy” would hold 64 × 64 numbers: 32.1 KiB." in text_of(question)
    assert "The disk has 64.0 KiB free." in text_of(question)
    assert target.read_bytes() == b"old"
    press(question, "Write it", qtbot)
    qtbot.waitUntil(lambda: not exports.busy)
    assert np.load(target).shape == (64, 64)
    assert list(target.parent.iterdir()) == [target]


@pytest.mark.usefixtures("limit")
def test_only_what_is_in_sight_can_be_written_instead(
    exports: Exporter, parent: QWidget, answer: Answer, target: Path, qtbot: QtBot
) -> None:
    answer(target, part=1)
    seen = {"first": 60, "rows": 4, "first_dimension": 2, "columns": 3}
    exports.export(State(), "positional_table", lambda _panel: seen)
    question = asked(parent, qtbot)
    assert "In sight are 4 × 3 of them." in text_of(question)
    press(question, "Only what is in sight", qtbot)
    qtbot.waitUntil(lambda: not exports.busy)
    array = np.load(target)
    assert array.shape == (4, 3)
    assert array[3, 0] == pytest.approx(np.sin(63 * 10_000 ** (-2 / 64)))


@pytest.mark.usefixtures("limit")
def test_cancel_and_return_write_nothing(
    exports: Exporter, parent: QWidget, answer: Answer, target: Path, qtbot: QtBot
) -> None:
    answer(target)
    for key in (Qt.Key.Key_Escape, Qt.Key.Key_Return):
        exports.export(State(), "positional_table", nothing)
        question = asked(parent, qtbot)
        qtbot.keyClick(question, key)
        assert not exports.busy
    assert target.read_bytes() == b"old"


def test_a_disk_without_room_is_told_before_anything_is_written(
    exports: Exporter,
    parent: QWidget,
    answer: Answer,
    target: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(exporter, "free_space", lambda _path: 10_000)
    answer(target, ".csv")
    exports.export(State(), "positional_table", nothing)
    question = asked(parent, qtbot)
    assert "more than the disk has room for" in text_of(question)
    (write,) = [b for b in question.findChildren(QPushButton) if b.text() == "Write it"]
    assert not write.isEnabled()
    press(question, "Cancel", qtbot)
    assert target.read_bytes() == b"old"


def test_the_largest_table_is_told_at_its_full_size(
    exports: Exporter, parent: QWidget, answer: Answer, target: Path, qtbot: QtBot
) -> None:
    answer(target, part=1)
    seen = {"first": 0, "rows": 10, "first_dimension": 0, "columns": 10}
    exports.export(State().with_changes(**LARGE), "positional_table", lambda _panel: seen)
    question = asked(parent, qtbot)
    assert "1\u202f000\u202f000 × 12\u202f288 numbers: 91.6 GiB" in text_of(question)
    exports.stop()
    assert not exports.busy
    assert target.read_bytes() == b"old"


def test_text_is_told_about(parent: QWidget) -> None:
    question = LargeFileDialog(parent, Path("x.csv"), (10, 2), 3 << 30, 4 << 30, None)
    assert "10 × 2 numbers: about 3.00 GiB. The disk has 4.00 GiB free." in text_of(question)


# While it is written


def test_progress_is_told_and_what_took_a_while_is_told_as_written(
    exports: Exporter,
    slow: Slow,
    bar: WritingBar,
    notices: NoticeBar,
    answer: Answer,
    target: Path,
    qtbot: QtBot,
) -> None:
    answer(target)
    exports.export(State(), "tokens", nothing)
    qtbot.waitUntil(bar.isVisible)
    qtbot.waitUntil(lambda: bar.text == "Writing x.npy … 25 %")
    assert target.read_bytes() == b"old"
    slow.go_on.set()
    qtbot.waitUntil(lambda: not exports.busy)
    assert np.load(target).tolist() == list(range(8))
    assert notices.messages == ("“x.npy” is written, 192 B.",)
    assert not bar.isVisible()


def test_a_second_file_waits_for_the_user(
    exports: Exporter,
    slow: Slow,
    notices: NoticeBar,
    answer: Answer,
    target: Path,
    qtbot: QtBot,
) -> None:
    answer(target)
    exports.export(State(), "tokens", nothing)
    qtbot.waitUntil(slow.begun.is_set)
    answer(target.with_name("y.npy"))
    exports.export(State(), "tokens", nothing)
    assert notices.messages == ("“x.npy” is still being written. Wait for it, or cancel it.",)
    slow.go_on.set()
    qtbot.waitUntil(lambda: not exports.busy)
    assert not target.with_name("y.npy").exists()


def test_cancel_leaves_the_old_file_and_nothing_beside_it(
    exports: Exporter,
    slow: Slow,
    bar: WritingBar,
    notices: NoticeBar,
    answer: Answer,
    target: Path,
    qtbot: QtBot,
) -> None:
    answer(target)
    exports.export(State(), "tokens", nothing)
    qtbot.waitUntil(bar.isVisible)
    qtbot.waitUntil(slow.begun.is_set)
    (button,) = bar.findChildren(QPushButton)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not exports.busy
    assert not bar.isVisible()
    assert notices.messages == ("Writing “x.npy” was cancelled; nothing was changed.",)
    slow.go_on.set()
    wait_for_all()
    assert target.read_bytes() == b"old"
    assert list(target.parent.iterdir()) == [target]


def test_after_a_cancel_the_next_file_is_written(
    exports: Exporter, slow: Slow, answer: Answer, target: Path, qtbot: QtBot
) -> None:
    answer(target)
    exports.export(State(), "tokens", nothing)
    qtbot.waitUntil(slow.begun.is_set)
    exports.stop()
    other = target.with_name("y.npy")
    answer(other)
    exports.export(State(), "tokens", nothing)
    slow.go_on.set()
    qtbot.waitUntil(lambda: not exports.busy)
    assert sorted(target.parent.iterdir()) == [target, other]
    assert target.read_bytes() == b"old"
    assert np.load(other).shape == (8,)


def test_a_disk_that_fills_up_meanwhile_is_told(
    exports: Exporter,
    notices: NoticeBar,
    answer: Answer,
    target: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    answer(target)
    exports.export(State(), "positional_table", nothing)
    qtbot.waitUntil(lambda: not exports.busy)
    (message,) = notices.messages
    assert "No space left" in message
    assert list(target.parent.iterdir()) == [target]


# In the window


def test_closing_the_window_in_the_middle_cancels(
    window: MainWindow, slow: Slow, answer: Answer, target: Path, qtbot: QtBot
) -> None:
    answer(target)
    window._export("tokens")
    qtbot.waitUntil(slow.begun.is_set)
    window.close()
    assert not window.exports.busy
    slow.go_on.set()
    wait_for_all()
    assert target.read_bytes() == b"old"
    assert list(target.parent.iterdir()) == [target]


def test_the_picture_of_what_is_in_sight(
    window: MainWindow, answer: Answer, tmp_path: Path, qtbot: QtBot
) -> None:
    window.session.update(step="positional-table/1")
    dock = window.docks["positional_table"]
    qtbot.waitUntil(lambda: dock.on_screen)
    view = dock.build()._view  # type: ignore[attr-defined]
    rows, columns = view.rows.count, view.columns.count
    view.look_at(Sight(rows, 2.5, 3.0), Sight(columns, 0.0, 2.0))
    expected = {"first": 2, "rows": 4, "first_dimension": 0, "columns": 2}
    assert window._in_sight("positional_table") == expected
    assert window._in_sight("tokens") == {}
    images = []
    for part in (0, 1):
        answer(tmp_path / f"{part}.png", ".png", part)
        window._export("positional_table")
        images.append(QImage(str(tmp_path / f"{part}.png")))
    assert not images[0].isNull()
    assert images[0] != images[1]
    assert view.rows.first == 2.5  # the panel itself looks where it looked


def test_a_hidden_panel_is_not_asked_what_is_in_sight(window: MainWindow, qtbot: QtBot) -> None:
    window.session.update(step="positional-table/1", length=1000)
    dock = window.docks["positional_table"]
    qtbot.waitUntil(lambda: dock.on_screen)
    dock.build()._view.look_at(Sight(1000, 900.0, 100.0), Sight(8, 0.0, 8.0))  # type: ignore[attr-defined]
    dock.close()
    qtbot.waitUntil(lambda: not dock.on_screen)
    window.session.update(length=50)
    assert window._in_sight("positional_table") == {}
    dialog = ExportDialog(window, window.session.state, "positional_table", window._in_sight)
    assert dialog.state.block[0] == range(50)
    dialog.deleteLater()
