"""The start: on the last state, on a file, on defaults when something is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QSize
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from posviz import app, crash
from posviz.lesson.steps import shipped_lesson
from posviz.paths import user_file
from posviz.session import Session
from posviz.settings import Settings
from posviz.state import State
from posviz.user_files import VERSION, read_session, write_session
from posviz.widgets import theme
from posviz.window.main_window import MainWindow

pytestmark = pytest.mark.usefixtures("dark_again")
FIRST_STEP = shipped_lesson()[0].steps[0]


@dataclass
class Seen:
    """What a window was when it stood on screen."""

    state: State
    notices: tuple[str, ...]
    title_bar: QPoint
    on_a_screen: bool
    docks: dict[str, bool]


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch, qapp: QApplication) -> Callable[..., Seen]:
    """Run the program, look at its window, do something and close it."""
    seen: list[Seen] = []
    todo: list[Callable[[MainWindow], None]] = []

    def look(_app: QApplication) -> int:
        windows = [w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow)]
        window = next(w for w in windows if w.isVisible())
        place = window.frameGeometry()
        title_bar = place.topLeft() + QPoint(min(100, place.width() // 2), 5)
        seen.append(
            Seen(
                window.session.state,
                window.notices.messages,
                title_bar,
                any(s.availableGeometry().contains(title_bar) for s in QApplication.screens()),
                {name: dock.isVisible() for name, dock in window.docks.items()},
            )
        )
        for act in todo:
            act(window)
        window.close()
        window.deleteLater()
        return 0

    monkeypatch.setattr(QApplication, "exec", look)
    monkeypatch.setattr(crash, "install", lambda: None)

    def run(
        file: Path | None = None, act: Callable[[MainWindow], None] | None = None, code: int = 0
    ) -> Seen:
        todo[:] = [act] if act else []
        assert app.run(file) == code
        return seen[-1]

    return run


def test_the_first_start_is_the_first_step(start: Callable[..., Seen]) -> None:
    seen = start()
    assert seen.state == FIRST_STEP.applied_to(State())
    assert seen.notices == ()
    assert seen.on_a_screen


def test_the_next_start_goes_on_where_the_last_one_ended(start: Callable[..., Seen]) -> None:
    start(act=lambda window: window.session.update(text="half \ud800 a king", k=3))
    seen = start()
    assert (seen.state.text, seen.state.k) == ("half \ud800 a king", 3)
    assert seen.notices == ()


def test_a_file_is_opened(start: Callable[..., Seen], tmp_path: Path) -> None:
    write_session(tmp_path / "a.posviz", State(k=4))
    assert start(tmp_path / "a.posviz").state == State(k=4)


def test_a_damaged_file_is_told_and_left(start: Callable[..., Seen], tmp_path: Path) -> None:
    (tmp_path / "a.posviz").write_bytes(b"\0" * 50)
    seen = start(tmp_path / "a.posviz")
    assert seen.state == FIRST_STEP.applied_to(State())
    assert len(seen.notices) == 1
    assert "a.posviz" in seen.notices[0]
    assert (tmp_path / "a.posviz").read_bytes() == b"\0" * 50


@pytest.mark.parametrize("name", ["state", "settings"])
@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\0" * 100,
        b'{"kind": "se',
        json.dumps({"kind": "session", "version": VERSION + 1, "state": {}}).encode(),
        json.dumps({"kind": "session", "version": VERSION, "state": {"width": []}}).encode(),
    ],
    ids=["empty", "NUL-filled", "cut", "newer", "wrong type"],
)
def test_a_bad_user_file_is_told_once_and_kept(
    start: Callable[..., Seen], name: str, data: bytes
) -> None:
    path = user_file(f"{name}.json")
    path.parent.mkdir(parents=True)
    path.write_bytes(data)
    seen = start()
    assert seen.state == FIRST_STEP.applied_to(State())
    assert len(seen.notices) == 1
    assert path.with_name(f"{name}.bad1.json").read_bytes() == data
    assert start().notices == ()


def test_folders_in_the_place_of_both_files_are_kept(start: Callable[..., Seen]) -> None:
    for name in ("state", "settings"):
        user_file(f"{name}.json").mkdir(parents=True)
    assert len(start().notices) == 2
    assert start().notices == ()


def test_a_user_folder_that_cannot_be_written_is_told(
    start: Callable[..., Seen],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    monkeypatch.setenv("POSVIZ_HOME", str(tmp_path / "file"))
    seen = start()
    assert any("Nothing can be remembered" in notice for notice in seen.notices)
    captured = capsys.readouterr().err
    assert captured.count("cannot be written") == 2
    assert "Traceback" not in captured


def test_a_layout_that_qt_refuses_gives_the_default_one(
    start: Callable[..., Seen], arrangements: dict[str, list[str]]
) -> None:
    chapters = {chapter.id: b"not a layout" for chapter in shipped_lesson()}
    Settings(layouts=chapters, geometry=b"not a geometry").save()
    seen = start()
    assert {name for name, shown in seen.docks.items() if shown} == set(
        arrangements[FIRST_STEP.chapter]
    )
    assert seen.on_a_screen
    assert seen.notices == ()


@pytest.mark.parametrize("place", [QPoint(9999, 9999), QPoint(-9999, 200), QPoint(100, -9999)])
def test_a_window_that_was_off_screen_comes_back(start: Callable[..., Seen], place: QPoint) -> None:
    start(act=lambda window: window.move(place))
    assert start().on_a_screen


def test_closed_panels_stay_closed_and_can_be_got_back(start: Callable[..., Seen]) -> None:
    def close_all(window: MainWindow) -> None:
        for dock in window.docks.values():
            dock.close()

    def bring_back(window: MainWindow) -> None:
        for dock in window.docks.values():
            dock.toggleViewAction().trigger()
            assert dock.isVisible()
            assert dock.toggleViewAction() in window.menus["view"].actions()

    start(act=close_all)
    seen = start(act=bring_back)
    assert not any(seen.docks.values())
    assert all(start().docks.values())


def test_the_theme_is_remembered(start: Callable[..., Seen]) -> None:
    start(act=lambda window: window._on_theme("light"))
    themes: list[str] = []
    start(act=lambda window: themes.append(theme.look().name))
    assert themes == ["light"]
    assert read_session(user_file("state.json")) == FIRST_STEP.applied_to(State())


def test_a_window_for_pictures_touches_no_user_file(qtbot: QtBot) -> None:
    window = app.make_window(State(), QSize(900, 700), "light")
    qtbot.addWidget(window)
    window.show()
    assert window.size() == QSize(900, 700)
    assert window.session.state == State()
    assert isinstance(window.session, Session)
    window.close()
    assert not user_file("settings.json").parent.exists()


def test_slow_modules_are_imported_in_the_background(qtbot: QtBot) -> None:
    warm_up = app.WarmUp()
    with qtbot.waitSignal(warm_up.done):
        warm_up.start()
