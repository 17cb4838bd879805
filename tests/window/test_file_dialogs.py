"""Every dialog for files begins where the user last was."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QDialog, QFileDialog, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from posviz.state import State
from posviz.user_files import write_session
from posviz.window import dialogs, file_dialogs
from posviz.window.exporter import Exporter
from posviz.window.main_window import MainWindow
from posviz.window.notice_bar import NoticeBar
from posviz.window.table_dialogs import NeedWordsDialog
from posviz.window.writing_bar import WritingBar


class Answers:
    """Stands in for Qt's file dialogs: answers with a path, and keeps where each began."""

    def __init__(self) -> None:
        self.path, self.began = "", ""

    def __call__(self, _parent: QWidget, _title: str, start: str, *_more: str) -> tuple[str, str]:
        self.began = start
        return self.path, ""


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> Answers:
    answers = Answers()
    for name in ("getOpenFileName", "getSaveFileName"):
        monkeypatch.setattr(QFileDialog, name, answers)
    monkeypatch.setattr(QDialog, "exec", lambda _self: QDialog.DialogCode.Accepted)
    return answers


@pytest.fixture
def parent(qtbot: QtBot) -> QWidget:
    parent = QWidget()
    qtbot.addWidget(parent)
    return parent


def choose_words(parent: QWidget) -> None:
    dialog = NeedWordsDialog(parent, Path("/data/e.npy"), (3,))
    dialog.open()
    dialog.act.click()
    dialog.reject()


def export(parent: QWidget) -> None:
    Exporter(parent, NoticeBar(), WritingBar()).export(State(), "tokens", lambda _panel: {})


DIALOGS: dict[str, tuple[Callable[[QWidget], object], str, str]] = {
    "open session": (dialogs.choose_session, "", "x.posviz"),
    "open embeddings": (dialogs.choose_embeddings, "", "x.vec"),
    "word list": (choose_words, "", "x.txt"),
    "save session": (
        lambda parent: dialogs.save_session(parent, State()),
        "lesson.posviz",
        "x.posviz",
    ),
    "export": (
        export,
        "tokens.png",
        "x.png",
    ),
}


@pytest.mark.parametrize("name", DIALOGS)
def test_the_folder_of_each_is_where_the_next_begins(
    answers: Answers, parent: QWidget, tmp_path: Path, name: str
) -> None:
    act, _, file = DIALOGS[name]
    for number, (other, proposed, _) in enumerate(DIALOGS.values()):
        folder = tmp_path / str(number)
        folder.mkdir()
        answers.path = str(folder / file)
        act(parent)
        answers.path = ""
        other(parent)
        assert answers.began == str(folder / proposed)


def test_a_dialog_called_off_changes_nothing(
    answers: Answers, parent: QWidget, tmp_path: Path
) -> None:
    file_dialogs.remember(tmp_path / "x.vec")
    assert dialogs.choose_session(parent) is None
    dialogs.choose_embeddings(parent)
    assert answers.began == str(tmp_path)


def test_a_folder_that_is_gone_is_forgotten(
    answers: Answers, parent: QWidget, tmp_path: Path
) -> None:
    file_dialogs.remember(tmp_path / "gone" / "x.vec")
    choose_words(parent)
    assert answers.began == str(Path("/data"))
    dialogs.save_session(parent, State())
    assert answers.began == "lesson.posviz"


def test_a_file_opened_without_a_dialog_counts(
    window: MainWindow, answers: Answers, tmp_path: Path
) -> None:
    write_session(tmp_path / "a.posviz", State(k=9))
    window.files.open(tmp_path / "a.posviz")
    dialogs.choose_embeddings(window)
    assert answers.began == str(tmp_path)


@pytest.mark.parametrize(("button", "kept"), [("&Replace", False), ("", True)])
def test_a_name_that_became_another_files_is_asked_about(
    answers: Answers,
    parent: QWidget,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    button: str,
    kept: bool,
) -> None:
    old = tmp_path / "lesson.posviz"
    old.write_text("old")
    asked = []

    def exec_(box: QMessageBox) -> int:
        asked.append(box.text())
        default = box.defaultButton()
        assert default == box.button(QMessageBox.StandardButton.Cancel)
        next((b for b in box.buttons() if b.text() == button), default).click()
        return 0

    monkeypatch.setattr(QMessageBox, "exec", exec_)
    answers.path = str(tmp_path / "lesson")
    dialogs.save_session(parent, State())
    assert asked == ["“lesson.posviz” exists. Replace it?"]
    assert (old.read_text() == "old") is kept
    answers.path = str(tmp_path / "another")
    dialogs.save_session(parent, State())
    assert (tmp_path / "another.posviz").is_file()
    assert len(asked) == 1
