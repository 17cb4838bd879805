"""A notice goes when what it tells is over."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from posviz import app
from posviz.export import ExportError
from posviz.lesson.authoring import capture_step
from posviz.lesson.steps import lesson_at
from posviz.panels.output import PanelPicture
from posviz.session import Session
from posviz.state import State
from posviz.user_files import UserFileError
from posviz.window import file_dialogs
from posviz.window.capture_dialog import CaptureDialog
from posviz.window.export_dialog import ExportDialog
from posviz.window.main_window import MainWindow
from posviz.window.notice_bar import NoticeBar


def test_of_one_thing_only_the_last_message_stands_until_it_is_over(qtbot: QtBot) -> None:
    bar = NoticeBar()
    qtbot.addWidget(bar)
    bar.tell("other")
    for message in ("first", "second", "second"):
        bar.tell(message, about="export")
    assert list(bar.messages) == ["other", "second"]
    bar.over("nothing")
    bar.over("export")
    assert list(bar.messages) == ["other"]
    bar.over("")
    bar.tell("more")
    assert "more" in bar.messages


def test_a_lesson_that_was_mended_is_blamed_no_more(window: MainWindow, tmp_path: Path) -> None:
    path = capture_step(tmp_path, "Mine", "T", "Text.", State(), (("tokens",),), ())
    good = path.read_text(encoding="utf-8")
    path.write_text("bad", encoding="utf-8")
    window.guide.open(tmp_path)
    assert "cannot be opened" in window.notices.messages[0]
    path.write_text(good.replace('"tokens"', '"nothing"'), encoding="utf-8")
    window.guide.open(tmp_path)
    (told,) = window.notices.messages
    assert "no panel" in told
    path.write_text(good, encoding="utf-8")
    window.guide.open(tmp_path)
    assert not list(window.notices.messages)
    lesson_at.cache_clear()


def test_that_a_lesson_is_gone_is_not_told_in_another(
    make_main_window: Callable[..., MainWindow], tmp_path: Path
) -> None:
    window = make_main_window(State(lesson=str(tmp_path / "gone")))
    assert len(window.notices.messages) == 1
    window.guide.open_shipped()
    assert not list(window.notices.messages)


def test_that_a_step_was_written_is_told_while_it_is_on_show(
    window: MainWindow, tmp_path: Path
) -> None:
    window.actions_by_id["capture_step"].trigger()
    (dialog,) = window.findChildren(CaptureDialog)
    dialog._folder.setText(str(tmp_path / "new"))
    dialog._chapter.setEditText("Mine")
    dialog._title.setText("T")
    dialog.act.click()
    assert "was written" in window.notices.messages[0]
    window.session.update(k=9)
    assert "was written" in window.notices.messages[0]
    window.guide.open_shipped()
    assert not list(window.notices.messages)


@pytest.mark.usefixtures("dark_again")
@pytest.mark.parametrize("then", ["undo", "change"])
def test_that_undo_keeps_what_was_put_back_is_told_while_it_does(
    window: MainWindow, qtbot: QtBot, then: str
) -> None:
    window.actions_by_id["present"].trigger()
    qtbot.waitUntil(window.isFullScreen)
    window.session.update(k=9)
    window.talk.stop()
    assert "was put back" in window.notices.messages[0]
    if then == "undo":
        window.session.undo()
        assert window.session.state.k == 9
    else:
        window.session.update(width=12)
    assert not list(window.notices.messages)


def test_what_was_told_of_a_file_goes_when_another_table_is_chosen(window: MainWindow) -> None:
    window.files.warn("“x” cannot be read.")
    window.session.update(k=9)
    assert window.notices.messages
    window.session.update(table="toy16")
    assert not list(window.notices.messages)


def test_a_report_on_a_table_is_there_while_the_table_is(
    reading_window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    window, path = reading_window, tmp_path / "a.txt"
    path.write_text("the 1 2\ncat 3 4\ncat 5 6\n", encoding="utf-8")
    window.files.open(path)
    qtbot.waitUntil(lambda: window.session.state.table == str(path))
    assert "a.txt: 2 tokens" in window.notices.messages[0]
    window.session.update(k=9)
    assert len(window.notices.messages) == 1
    window.session.update(table="toy16")
    assert not list(window.notices.messages)


def test_a_file_that_could_not_be_written_is_told_until_the_next(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ExportDialog, "exec", lambda _self: QDialog.DialogCode.Accepted)
    monkeypatch.setattr(file_dialogs, "save_file", lambda *_: tmp_path / "a.png")
    fail = [True]

    def write(_picture: PanelPicture, _path: Path, _style: object) -> None:
        if fail[0]:
            raise ExportError("The disk is full.")

    monkeypatch.setattr(PanelPicture, "write", write)
    window.exports.export(window.session.state, "vectors", lambda _panel: {})
    assert list(window.notices.messages) == ["The disk is full."]
    fail[0] = False
    window.exports.export(window.session.state, "vectors", lambda _panel: {})
    assert not list(window.notices.messages)


def test_what_could_not_be_kept_is_told_until_it_is(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, bar = Session(State()), NoticeBar()
    qtbot.addWidget(bar)
    keeper = app.Keeper(session)
    keeper.failed.connect(partial(bar.tell, about="keeping"))
    keeper.kept.connect(partial(bar.over, "keeping"))

    def full(*_: object) -> None:
        raise UserFileError("“state.json” cannot be written: No space left on device.")

    with monkeypatch.context() as patched:
        patched.setattr(app, "write_session", full)
        session.update(k=9)
        qtbot.waitUntil(lambda: bool(bar.messages))
    assert "No space left" in bar.messages[0]
    session.update(k=8)
    qtbot.waitUntil(lambda: not bar.messages)


@pytest.mark.usefixtures("dark_again")
@pytest.mark.parametrize("title", ["A token becomes a row of E", "A title " * 30])
@pytest.mark.parametrize("width", [900, 1366, 1920])
def test_the_header_is_as_high_as_its_title(
    make_main_window: Callable[..., MainWindow], qtbot: QtBot, title: str, width: int
) -> None:
    window = make_main_window(size=QSize(width, 768))
    window.presentation.start()
    try:
        window.show_presenting()
        window.slide.show_step(title.strip(), 3, 7)
        slide, label = window.slide, window.slide._title
        qtbot.waitUntil(lambda: slide.height() == slide.heightForWidth(slide.width()))
        assert label.height() == label.heightForWidth(label.width())
        line = label.fontMetrics().height()
        assert (label.height() < 2 * line) == (len(title) < 40)
    finally:
        window.talk.stop()
