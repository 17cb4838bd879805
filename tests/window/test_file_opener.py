"""What a user meets who opens a file: progress, questions, refusals, and what was skipped."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QDialog, QPushButton, QTextBrowser, QWidget
from pytestqt.qtbot import QtBot

from posviz import tables
from posviz.background import wait_for_all
from posviz.model.embedding_files import Tensor
from posviz.session import Session
from posviz.state import State
from posviz.tables import TableSource
from posviz.user_files import read_session, write_json, write_session
from posviz.window import dialogs
from posviz.window.main_window import MainWindow
from posviz.window.table_dialogs import ChooseTensorDialog, NeedWordsDialog
from tests.conftest import SlowReading
from tests.model.embedding_files import test_text as texts
from tests.model.embedding_files.test_numpy_files import npy, npz
from tests.model.embedding_files.test_reading import GOOD, WITHOUT_WORDS, WORDS, E
from tests.model.embedding_files.test_safetensors import F, P, written

TEXT = b"the 0.5 2.25\ncat -3.125 4.5\nsat 5.75 6\n"


def write(folder: Path, name: str, data: bytes = TEXT) -> Path:
    (folder / name).write_bytes(data)
    return folder / name


def ended(window: MainWindow, qtbot: QtBot, act: Callable[[], object]) -> None:
    """Do something that reads, and wait for its end."""
    reader = window.session.reader
    assert reader is not None
    with qtbot.waitSignal(reader.ended):
        act()
    assert window.reading.isHidden()


def opened(window: MainWindow, qtbot: QtBot, path: Path) -> Session:
    ended(window, qtbot, lambda: window.files.open(path))
    return window.session


def dialog(window: MainWindow) -> QDialog:
    (found,) = [d for d in window.findChildren(QDialog) if d.isVisible()]
    return found


# Opening


@pytest.mark.parametrize("name", GOOD)
def test_every_format_opens(
    reading_window: MainWindow, qtbot: QtBot, tmp_path: Path, name: str
) -> None:
    path = write(tmp_path, name, GOOD[name])
    if name in WITHOUT_WORDS:
        write(tmp_path, "vocab.txt", "".join(f"{word}\n" for word in WORDS).encode())
        if name == "vectors.tsv":
            (tmp_path / "vocab.txt").rename(tmp_path / "metadata.tsv")
    session = opened(reading_window, qtbot, path)
    assert session.state.table == str(path)
    assert session.state.embeddings.vocabulary.tokens == tuple(WORDS)
    np.testing.assert_array_equal(session.state.embeddings.matrix, E)
    told = reading_window.notices.messages
    assert [f"{name}: 3 tokens × 2. The words come from" in text for text in told] == (
        [True] if name in WITHOUT_WORDS | {"table.npz"} else []
    )
    shown = reading_window.sequence.table
    assert shown.currentText() == name
    assert shown.itemData(shown.currentIndex(), Qt.ItemDataRole.ToolTipRole) == str(path)
    assert name in reading_window._origin.text()
    session.undo()
    assert session.state == State()


@pytest.mark.parametrize("case", texts.GOOD, ids=lambda case: case.name)
def test_text_that_loads_right_is_a_state(case: texts.Good, tmp_path: Path) -> None:
    state = State().with_changes(table=str(write(tmp_path, "table.txt", case.data)))
    table = state.embeddings
    assert table.vocabulary.tokens == tuple(case.values)
    assert case.remark in " ".join(table.report)
    assert state.tokens == tuple(piece.text for piece in state.pieces)


@pytest.mark.parametrize("case", texts.BAD, ids=lambda case: case.name)
def test_a_bad_file_is_refused_in_words_and_harms_nothing(
    reading_window: MainWindow, qtbot: QtBot, tmp_path: Path, case: texts.Bad
) -> None:
    window = reading_window
    window.session.update(k=3, position=2)
    before = window.session.state
    opened(window, qtbot, write(tmp_path, "table.txt", case.data))
    assert window.session.state is before
    (message,) = window.notices.messages
    assert case.message in message
    assert message.startswith("“table.txt”")
    assert window.sequence.table.currentText() == "Hand-made · 15 × 4"
    window.session.undo()
    assert window.session.state.k == 7 or window.session.state.position == 1


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("x.npy", npy(np.array([object()], dtype=object)), "pickle"),
        ("x.bin", b"\xba\x16\x4f\x2f\x0c\0\0\0" + bytes(50), "fastText model"),
        ("x.safetensors", b"\xff\xff\xff\xff\xff\xff\xff\x00{" + bytes(99), "header"),
        ("x.npz", npz(words=np.array(["a"])), "holds text, not numbers"),
        ("x.vec", gzip.compress(TEXT, mtime=0)[:-9], "gzip data are cut off"),
        ("x.posviz", b"{}", "is not a posviz session file"),
        ("x.json", b'{"kind": "session", "version": 1, "state": {"width": 0}}', "width = 0"),
    ],
)
def test_other_bad_files_are_refused_too(
    reading_window: MainWindow, qtbot: QtBot, tmp_path: Path, name: str, data: bytes, said: str
) -> None:
    path = write(tmp_path, name, data)
    reading_window.files.open(path)
    qtbot.waitUntil(lambda: bool(reading_window.notices.messages))
    assert said in reading_window.notices.messages[0]
    assert reading_window.session.state == State()


def test_what_is_not_there_or_a_folder_is_told(
    reading_window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    opened(reading_window, qtbot, tmp_path / "none.vec")
    assert "“none.vec”: there is no such file" in reading_window.notices.messages[0]
    opened(reading_window, qtbot, tmp_path)
    (message,) = reading_window.notices.messages
    assert "it is a folder" in message


def test_a_file_with_the_name_of_a_table_is_a_file(
    reading_window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "toy16")
    monkeypatch.chdir(tmp_path)
    assert opened(reading_window, qtbot, Path("toy16")).state.embeddings.size == 3


def test_the_menu_and_the_list_of_tables_ask_for_a_file(
    reading_window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, answers = reading_window, [write(tmp_path, "a.txt"), write(tmp_path, "b.txt"), None]
    monkeypatch.setattr(dialogs, "choose_embeddings", lambda _parent: answers.pop(0))
    ended(window, qtbot, window.actions_by_id["open_embeddings"].trigger)
    assert window.session.state.table.endswith("a.txt")
    last = window.sequence.table.count() - 1
    ended(window, qtbot, lambda: window.sequence.table.activated.emit(last))
    assert window.session.state.table.endswith("b.txt")
    window.actions_by_id["open_embeddings"].trigger()
    assert window.session.state.table.endswith("b.txt")
    assert answers == []
    offered = [window.sequence.table.itemText(i) for i in range(window.sequence.table.count())]
    assert {"a.txt", "b.txt"} < set(offered)


def test_what_was_skipped_is_told_with_details(
    reading_window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    window = reading_window
    opened(window, qtbot, write(tmp_path, "v.txt", TEXT + b"cat 1 2\ndog 1\nowl nan 1\n\n"))
    (message,) = window.notices.messages
    assert message.startswith("v.txt: 3 tokens × 2. 1 line skipped: ")
    assert message.endswith(" …")
    (more,) = [b for b in window.notices.findChildren(QPushButton) if b.text() == "Details"]
    qtbot.mouseClick(more, Qt.MouseButton.LeftButton)
    text = dialog(window).findChildren(QTextBrowser)[0].toPlainText()
    for line in window.session.state.embeddings.report:
        assert line in text
    assert text.count("skipped:") == 4
    dialog(window).close()
    window.actions_by_id["about_table"].trigger()
    assert dialog(window).findChildren(QTextBrowser)[0].toPlainText() == text
    dialog(window).close()
    # Nothing skipped, nothing told; and what was told of the other file is taken back.
    opened(window, qtbot, write(tmp_path, "clean.txt"))
    assert window.notices.messages == ()


def test_a_file_that_changed_is_read_anew_and_shown(
    reading_window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    window, path = reading_window, write(tmp_path, "v.txt")
    opened(window, qtbot, path)
    assert "|E[1]| = 5.48" in window._readout.text()
    write(tmp_path, "v.txt", b"cat 3 4\n")
    opened(window, qtbot, path)
    assert "cat · id 0 · |E[0]| = 5.00" in window._readout.text()
    assert "id 0" in window.sequence.chips._chips[1].caption
    assert "|V| = 1" in window.panel("tokens").figure.accessibleDescription()


def test_a_hostile_name_is_shown_as_it_is(
    reading_window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    window = reading_window
    name = "<b>&x<i>" + "y" * 200 + ".txt"
    opened(window, qtbot, write(tmp_path, name, TEXT + b"bad\n" + b"w" * 50_000 + b" 1 2\n"))
    assert window._origin.textFormat() == Qt.TextFormat.PlainText
    window.session.update(token="w" * 50_000)
    assert window.minimumSizeHint().width() < 1280
    assert "\n" not in window._readout.text()


# Reading


def test_progress_is_shown_and_cancelling_changes_nothing(
    reading_window: MainWindow, qtbot: QtBot, tmp_path: Path, slow_reading: SlowReading
) -> None:
    window, before = reading_window, reading_window.session.state
    window.files.open(write(tmp_path, "v.txt"))
    qtbot.waitUntil(lambda: window.reading.isVisible() and "43 %" in window.reading.text)
    assert window.reading.text == "Reading v.txt … 43 %"
    window.session.update(k=3)  # work goes on meanwhile
    (cancel,) = window.reading.findChildren(QPushButton)
    cancel.setFocus()
    qtbot.keyClick(cancel, Qt.Key.Key_Escape)
    assert not window.reading.isVisible()
    qtbot.waitUntil(lambda: slow_reading.stopped == slow_reading.read)
    assert window.session.state == before.with_changes(k=3)
    assert window.notices.messages == ("Reading was cancelled; nothing was changed.",)
    assert QApplication.focusWidget() is window.sequence.chips


def test_a_table_picked_meanwhile_wins(
    reading_window: MainWindow, qtbot: QtBot, tmp_path: Path, slow_reading: SlowReading
) -> None:
    window = reading_window
    window.files.open(write(tmp_path, "v.txt"))
    ended(window, qtbot, lambda: window.session.update(table="toy16"))
    qtbot.waitUntil(lambda: bool(slow_reading.stopped))
    qtbot.waitUntil(lambda: window.session.state.table == "toy16")
    assert window.notices.messages == ()
    assert not window.session.reader or not window.session.reader.busy


def test_closing_in_mid_reading_ends_promptly(
    reading_window: MainWindow, qtbot: QtBot, tmp_path: Path, slow_reading: SlowReading
) -> None:
    window = reading_window
    reader = window.session.reader
    assert reader is not None
    with qtbot.waitSignal(reader.progressed):
        window.files.open(write(tmp_path, "v.txt"))
    window.close()
    wait_for_all()  # would wait for ever if the work had not been told to stop
    assert slow_reading.stopped == slow_reading.read
    assert not reader.busy


def test_closing_with_a_question_open(
    reading_window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    opened(reading_window, qtbot, write(tmp_path, "e.npy", npy(E)))
    assert isinstance(dialog(reading_window), NeedWordsDialog)
    reading_window.close()
    assert not [d for d in reading_window.findChildren(QDialog) if d.isVisible()]


# Questions


def test_which_matrix_is_asked_and_answered(
    reading_window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    window = reading_window
    path = write(tmp_path, "m.safetensors", written({"h": F, "wpe": P, "wte": F}))
    write(tmp_path, "vocab.txt", b"the\ncat\ndog\n")
    opened(window, qtbot, path)
    asked = dialog(window)
    assert isinstance(asked, ChooseTensorDialog)
    assert asked.chosen == "wte"
    assert window.session.state == State()
    ended(window, qtbot, asked.accept)
    assert window.session.state.source == TableSource(str(path), "wte")
    opened(window, qtbot, path)
    asked = dialog(window)
    assert isinstance(asked, ChooseTensorDialog)
    qtbot.keyClick(asked.list, Qt.Key.Key_Down)
    ended(window, qtbot, asked.accept)
    assert window.session.state.tensor == "wpe"
    assert window.session.state.embeddings.vocabulary.tokens == ("0", "1")
    assert "tokens are place numbers" in window._origin.text()
    window.session.undo()
    assert window.session.state.tensor == "wte"


def test_a_question_called_off_leaves_all_as_it_was(
    reading_window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    opened(reading_window, qtbot, write(tmp_path, "m.npz", npz(a=E, b=E)))
    asked = dialog(reading_window)
    assert isinstance(asked, ChooseTensorDialog)
    assert [t.name for t in asked._candidates] == ["a", "b"]
    assert isinstance(asked._candidates[0], Tensor)
    asked.reject()
    assert reading_window.session.state == State()
    assert reading_window.notices.messages == ()
    assert reading_window.files._dialog is None


def test_the_words_are_asked_for_until_they_fit(
    reading_window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    window = reading_window
    path = write(tmp_path, "m.npz", npz(a=E, b=E))
    opened(window, qtbot, path)
    which = dialog(window)
    ended(window, qtbot, which.accept)
    lists = [
        (write(tmp_path, "short", b"the\n"), "“short” 1 line"),
        (write(tmp_path, "utf16", "the\ncat\ndog\n".encode("utf-16")), "Save the word list as UTF"),
        (tmp_path / "gone", "“gone”: it cannot be read"),
        (write(tmp_path, "x.json", b"{"), "“x.json”: it is no valid JSON"),
    ]
    shown = ""
    for file, said in lists:
        asked = dialog(window)
        assert isinstance(asked, NeedWordsDialog)
        assert shown in "\n".join(w.text() for w in asked.findChildren(type(window._origin)))
        asked.chosen, shown = str(file), said
        ended(window, qtbot, asked.accept)
        assert window.session.state == State()
    asked = dialog(window)
    assert isinstance(asked, NeedWordsDialog)
    asked.chosen = str(write(tmp_path, "list", b"the\ncat\ndog\n"))
    ended(window, qtbot, asked.accept)
    assert window.session.state.source == TableSource(str(path), "a", str(tmp_path / "list"))
    assert window.session.state.id_of("dog") == 2


def test_nobody_is_asked_about_a_file_that_they_did_not_open(
    reading_window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    path = write(tmp_path, "e.npy", npy(E))
    ended(reading_window, qtbot, lambda: reading_window.session.update(other_table=str(path)))
    assert not [d for d in reading_window.findChildren(QDialog) if d.isVisible()]
    assert "numbers but no words" in reading_window.notices.messages[0]


# Sessions


def test_a_session_with_a_table_is_opened(
    reading_window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    table = write(tmp_path, "v.txt")
    saved = State().with_changes(table=str(table), text="sat the cat", position=2, k=3)
    write_session(tmp_path / "a.posviz", saved)
    tables._own.clear()
    assert opened(reading_window, qtbot, tmp_path / "a.posviz").state == saved
    assert read_session(tmp_path / "a.posviz") == saved


def test_a_session_whose_table_is_gone_keeps_everything_else(
    reading_window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    table = write(tmp_path, "v.txt")
    saved = State().with_changes(table=str(table), text="sat the cat", position=2, k=3, width=8)
    expected = saved.with_changes(table="toy4")
    write_session(tmp_path / "a.posviz", saved)
    tables._own.clear()
    table.unlink()
    opened(reading_window, qtbot, tmp_path / "a.posviz")
    session = reading_window.session
    assert session.state == expected
    (message,) = reading_window.notices.messages
    assert str(table) in message
    assert "Open embeddings" in message
    session.undo()
    assert session.state == State()


def test_a_session_under_any_name_is_told_by_its_content(
    reading_window: MainWindow, tmp_path: Path
) -> None:
    write_session(tmp_path / "backup.txt", State(k=9))
    reading_window.files.open(tmp_path / "backup.txt")
    assert reading_window.session.state == State(k=9)


# Dropping


def dragged(*urls: QUrl | str) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl(url) for url in urls])
    return data


def drop(target: QWidget, data: QMimeData) -> tuple[bool, bool]:
    """Drag something onto a widget and drop it; whether each was accepted."""
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    actions = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction
    enter = QDragEnterEvent(QPoint(9, 9), actions, data, buttons, keys)
    QApplication.sendEvent(target, enter)
    if not enter.isAccepted():
        return False, False
    assert enter.dropAction() == Qt.DropAction.CopyAction
    dropped = QDropEvent(QPointF(9, 9), actions, data, buttons, keys)
    QApplication.sendEvent(target.window(), dropped)
    return True, dropped.isAccepted()


def test_a_file_is_dropped_anywhere_on_the_window(
    reading_window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    window = reading_window
    window.sequence.start_editing()
    box = window.panel("neighbours")
    for number, target in enumerate((window, window.sequence.field, box)):
        url = QUrl.fromLocalFile(str(write(tmp_path, f"{number}.txt")))

        def act(target: QWidget = target, url: QUrl = url) -> None:
            assert drop(target, dragged(url)) == (True, True)

        ended(window, qtbot, act)
        assert window.session.state.table.endswith(f"{number}.txt")
    assert window.session.state.text == State().text
    write_session(tmp_path / "a.posviz", State(k=9))
    drop(window, dragged(QUrl.fromLocalFile(str(tmp_path / "a.posviz"))))
    qtbot.waitUntil(lambda: window.session.state == State(k=9))


def test_only_files_of_this_machine_are_taken(reading_window: MainWindow) -> None:
    text = QMimeData()
    text.setText("the cat")
    for data in (text, dragged("https://example.org/glove.txt"), QMimeData()):
        assert drop(reading_window, data) == (False, False)
    assert reading_window.session.state == State()


def test_of_several_files_the_first_is_opened_and_the_others_named(
    reading_window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    urls = [QUrl.fromLocalFile(str(write(tmp_path, name))) for name in ("a.txt", "b.txt", "c.txt")]
    ended(reading_window, qtbot, lambda: drop(reading_window, dragged("http://x/y.vec", *urls)))
    assert reading_window.session.state.table.endswith("a.txt")
    (message,) = reading_window.notices.messages
    assert message == "One file at a time: a.txt is opened, b.txt, c.txt not."


PAIRS = {
    "projector": ("vectors.tsv", b"1.5\t2\n3\t4\n5\t6\n", "metadata.tsv", b"the\ncat\nsat\n"),
    "columns": ("v.tsv", b"1.5\t2\n3\t4\n5\t6\n", "m.tsv", b"word\tn\nthe\t9\ncat\t8\nsat\t7\n"),
    "npy": ("e.npy", npy(E), "list.txt", b"the\ncat\nsat\n"),
    "npz": ("e.npz", npz(e=E), "list.json", b'["the", "cat", "sat"]'),
    "safetensors": ("e.safetensors", written({"wte": F}), "some words.txt", b"the\ncat\nsat\n"),
    "numbers in text": ("numbers.txt", b"1 2\n3 4\n5 6\n", "tokens", b"the\r\ncat\r\nsat\r\n"),
}


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("name", PAIRS)
def test_numbers_and_their_words_dropped_together_are_one_table(
    reading_window: MainWindow, qtbot: QtBot, tmp_path: Path, name: str, turned: bool
) -> None:
    numbers, values, words, listed = PAIRS[name]
    paths = [write(tmp_path, numbers, values), write(tmp_path, words, listed)]
    urls = [QUrl.fromLocalFile(str(path)) for path in (reversed(paths) if turned else paths)]
    ended(reading_window, qtbot, lambda: drop(reading_window, dragged(*urls)))
    state = reading_window.session.state
    assert (state.table, state.word_list) == tuple(map(str, paths))
    assert state.embeddings.vocabulary.tokens == ("the", "cat", "sat")
    assert not any("One file at a time" in text for text in reading_window.notices.messages)


@pytest.mark.parametrize(
    ("second", "data"),
    [
        ("b.npy", npy(E)),
        ("glove.txt", TEXT),
        ("b.vec", b"3 2\n" + TEXT),
        ("d.txt", b""),
        ("comma.csv", b"the,1,2\ncat,3,4\n"),
    ],
)
def test_two_tables_are_no_pair(
    reading_window: MainWindow, qtbot: QtBot, tmp_path: Path, second: str, data: bytes
) -> None:
    write(tmp_path, "vocab.txt", b"x\ny\nz\n")
    paths = [write(tmp_path, "a.npy", npy(E)), write(tmp_path, second, data)]
    urls = [QUrl.fromLocalFile(str(path)) for path in paths]
    ended(reading_window, qtbot, lambda: drop(reading_window, dragged(*urls)))
    assert reading_window.session.state.embeddings.vocabulary.tokens == ("x", "y", "z")
    told = reading_window.notices.messages
    assert f"One file at a time: a.npy is opened, {second} not." in told


def test_a_dropped_word_list_that_does_not_fit_is_asked_for_again(
    reading_window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    paths = [write(tmp_path, "a.npy", npy(E)), write(tmp_path, "b.txt", b"x\ny\n")]
    urls = [QUrl.fromLocalFile(str(path)) for path in paths]
    ended(reading_window, qtbot, lambda: drop(reading_window, dragged(*urls)))
    assert isinstance(dialog(reading_window), NeedWordsDialog)
    assert reading_window.notices.messages == ()


@pytest.mark.parametrize("own", [False, True])
def test_a_session_with_an_impossible_position_is_named(
    reading_window: MainWindow, qtbot: QtBot, tmp_path: Path, own: bool
) -> None:
    table = {"table": str(write(tmp_path, "v.txt"))} if own else {}
    values = {"length": 8, "position": 9, **table}
    write_json(tmp_path / "a.posviz", "session", {"state": values})
    reading_window.files.open(tmp_path / "a.posviz")
    qtbot.waitUntil(lambda: bool(reading_window.notices.messages))
    (message,) = reading_window.notices.messages
    assert message.startswith(f"“{tmp_path / 'a.posviz'}” cannot be used. position = 9 is not")
    assert reading_window.session.state == State()


def test_one_token_is_not_told_as_many(
    reading_window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    opened(reading_window, qtbot, write(tmp_path, "v.txt", b"the 0.5 1\n\n"))
    (message,) = reading_window.notices.messages
    assert message.startswith("v.txt: 1 token × 2. 1 line skipped: blank line")
