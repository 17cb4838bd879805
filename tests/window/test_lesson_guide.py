"""Other lessons: opened, refused with their line, and written from what is on screen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from posviz.lesson.authoring import capture_step
from posviz.lesson.steps import lesson_at, lesson_of, shipped_lesson
from posviz.state import State
from posviz.window import file_dialogs
from posviz.window.capture_dialog import CaptureDialog
from posviz.window.main_window import MainWindow

FIRST = shipped_lesson()[0].steps[0]


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A lesson of one chapter with two steps."""
    folder = tmp_path / "own lesson"
    for title, state in (("First", State(width=8)), ("Second", State(width=6, text="my cat"))):
        capture_step(folder, "Mine", title, "Text.", state, (("tokens",), ("fusion",)), {"width"})
    lesson_at.cache_clear()
    return folder


def titles(window: MainWindow) -> list[str]:
    return [tab.text().strip() for tab in window.chapters._group.buttons()]


def test_a_lesson_of_ones_own_is_opened_and_left(window: MainWindow, own: Path) -> None:
    window.guide.open(own)
    state = window.session.state
    assert (state.lesson, state.step, state.width) == (str(own), "mine/1", 8)
    assert titles(window) == ["Mine"]
    shown = {name for name, dock in window.docks.items() if not dock.isHidden()}
    assert shown == {"lesson", "tokens", "fusion"}
    window.actions_by_id["next_step"].trigger()
    assert window.session.state.width == 6
    window.actions_by_id["reset_state"].trigger()
    assert window.session.state.lesson == str(own)
    assert window.session.progress.seen >= {str(own / "mine" / "1.md"), str(own / "mine" / "2.md")}
    window.actions_by_id["shipped_lesson"].trigger()
    assert (window.session.state.lesson, window.session.state.step) == ("", FIRST.id)
    assert len(titles(window)) == len(shipped_lesson())
    window.session.undo()
    assert titles(window) == ["Mine"]


def test_a_bad_lesson_is_told_with_its_line_and_changes_nothing(
    window: MainWindow, own: Path
) -> None:
    path = own / "mine" / "2.md"
    good = path.read_text(encoding="utf-8")
    path.write_text(good.replace("width = 6", "width = 0"), encoding="utf-8")
    before = window.session.state
    window.guide.open(own)
    (said,) = window.notices.messages
    assert f"{path}, line " in said
    assert "from 1 to 12288" in said
    assert window.session.state == before
    path.write_text(good.replace('"fusion"', '"confusion"'), encoding="utf-8")
    window.guide.open(own)
    assert "no panel “confusion”" in window.notices.messages[-1]
    assert f"{path}, line 3: " in window.notices.messages[-1]
    assert window.session.state == before


def test_restarting_a_step_reads_its_file_again(window: MainWindow, own: Path) -> None:
    window.guide.open(own)
    path = own / "mine" / "1.md"
    good = path.read_text(encoding="utf-8")
    path.write_text(good.replace("width = 8", "width = 10"), encoding="utf-8")
    window.actions_by_id["restart_step"].trigger()
    assert window.session.state.width == 10
    path.write_text("+++\n", encoding="utf-8")
    window.actions_by_id["restart_step"].trigger()
    assert "line 1" in window.notices.messages[-1]
    assert window.session.state.width == 10


def test_a_lesson_that_is_gone_is_told_and_the_one_that_ships_stands_in(
    make_main_window: Callable[..., MainWindow], tmp_path: Path
) -> None:
    window = make_main_window(State(lesson=str(tmp_path / "gone")))
    assert "chapters.toml" in window.notices.messages[0]
    assert len(titles(window)) == len(shipped_lesson())
    assert window.session.state.lesson == str(tmp_path / "gone")


def test_a_folder_is_chosen_or_dropped(
    window: MainWindow, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_dialogs, "choose_folder", lambda *_: None)
    window.actions_by_id["open_lesson"].trigger()
    assert window.session.state.lesson == ""
    monkeypatch.setattr(file_dialogs, "choose_folder", lambda *_: own)
    window.actions_by_id["open_lesson"].trigger()
    assert window.session.state.lesson == str(own)
    window.guide.open_shipped()
    window.open_files([own])
    assert window.session.state.lesson == str(own)


def dialog_of(window: MainWindow) -> CaptureDialog:
    window.actions_by_id["capture_step"].trigger()
    (dialog,) = window.findChildren(CaptureDialog)
    return dialog


def test_a_step_is_captured_from_the_screen(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    window.session.update(width=10, text="my own cat")
    dialog = dialog_of(window)
    assert not dialog.act.isEnabled()
    qtbot.keyClicks(dialog._folder, str(tmp_path / "new"))
    dialog._chapter.setEditText("Mine")
    qtbot.keyClicks(dialog._title, "My step")
    qtbot.keyClicks(dialog._text, "Look.")
    assert dialog.act.isEnabled()
    qtbot.mouseClick(dialog.act, Qt.MouseButton.LeftButton)
    state = window.session.state
    assert (state.lesson, state.step) == (str(tmp_path / "new"), "mine/1")
    step = window.guide.step
    assert (step.title, step.text, step.values["width"]) == ("My step", "Look.", 10)
    assert step.panels == (("tokens", "vectors"), ("neighbours", "map"))
    assert "was written" in window.notices.messages[-1]


def test_a_step_that_was_called_off_is_there_again_until_it_is_written(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    dialog = dialog_of(window)
    qtbot.keyClicks(dialog._folder, str(tmp_path / "new"))
    dialog._chapter.setEditText("Mine")
    qtbot.keyClicks(dialog._title, "My step")
    qtbot.keyClicks(dialog._text, "Look.")
    typed = dialog.typed
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not window.findChildren(CaptureDialog))
    dialog = dialog_of(window)
    assert dialog.typed == typed
    assert dialog.act.isEnabled()
    qtbot.mouseClick(dialog.act, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not window.findChildren(CaptureDialog))
    assert window.session.state.step == "mine/1"
    dialog = dialog_of(window)
    assert (dialog.title, dialog.text) == ("", "")
    dialog.reject()


def test_what_cannot_be_written_is_told_in_the_dialog(
    window: MainWindow, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setattr(file_dialogs, "choose_folder", lambda *_: tmp_path / "file" / "x")
    dialog = dialog_of(window)
    dialog._on_browse()
    dialog._chapter.setEditText("Mine")
    qtbot.keyClicks(dialog._title, "My step")
    qtbot.mouseClick(dialog.act, Qt.MouseButton.LeftButton)
    assert dialog.isVisible()
    assert dialog._refusal.isVisible()
    assert "file" in dialog._refusal.text()
    assert dialog.title == "My step"
    dialog.reject()
    assert lesson_of(window.session.state) == shipped_lesson()
