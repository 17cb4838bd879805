"""The start: on the last state, on a file, on defaults when something is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QSize
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from posviz import app, crash, tables
from posviz.lesson.drafts import Drafts
from posviz.lesson.progress import Progress
from posviz.lesson.steps import shipped_lesson
from posviz.paths import user_file
from posviz.session import Session
from posviz.settings import Settings
from posviz.state import State
from posviz.user_files import (
    VERSION,
    UserFileError,
    read_drafts,
    read_progress,
    read_session,
    write_json,
    write_session,
)
from posviz.widgets import theme
from posviz.window.main_window import MainWindow
from tests.conftest import SlowReading

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
def start(monkeypatch: pytest.MonkeyPatch, qapp: QApplication, qtbot: QtBot) -> Callable[..., Seen]:
    """Run the program, look at its window, do something and close it."""
    seen: list[Seen] = []
    todo: list[Callable[[MainWindow], None]] = []
    waits: list[Callable[[MainWindow], bool]] = []

    def look(_app: QApplication) -> int:
        windows = [w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow)]
        window = next(w for w in windows if w.isVisible())
        until(window)
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

    def until(window: MainWindow) -> None:
        for ready in waits:
            qtbot.waitUntil(partial(ready, window))

    def run(
        file: Path | None = None,
        act: Callable[[MainWindow], None] | None = None,
        code: int = 0,
        ready: Callable[[MainWindow], bool] | None = None,
    ) -> Seen:
        todo[:] = [act] if act else []
        waits[:] = [ready] if ready else []
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
    start(
        act=lambda window: next(a for a in window.themes.actions() if a.data() == "light").trigger()
    )
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


# Tables of the user's own


def on_own_table(window: MainWindow) -> bool:
    return not window.session.state.source.shipped


def last_state() -> State:
    return read_session(user_file("state.json"))


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A table of the user's own, in use when the program last ended."""
    path = tmp_path / "v.txt"
    path.write_text("the 0.5 1\ncat 2 3\nowl 4 5\n", encoding="utf-8")
    state = State().with_changes(table=str(path), token="owl", k=3, text="an owl sat")
    write_session(user_file("state.json"), state)
    tables._own.clear()
    return path


def test_the_last_table_is_read_when_the_window_stands(
    start: Callable[..., Seen], own: Path
) -> None:
    undo: list[bool] = []
    seen = start(ready=on_own_table, act=lambda window: undo.append(window.session.can_undo))
    assert (seen.state.table, seen.state.token, seen.state.k) == (str(own), "owl", 3)
    assert seen.notices == ()
    assert undo == [False]
    assert last_state() == seen.state


def test_until_it_is_read_everything_else_is_shown(
    start: Callable[..., Seen], own: Path, slow_reading: SlowReading
) -> None:
    before = user_file("state.json").read_bytes()
    seen = start(ready=lambda window: window.reading.isVisible())
    assert (seen.state.table, seen.state.k, seen.state.text) == ("toy4", 3, "an owl sat")
    # Closed in mid-reading: what was left last time is not lost.
    assert user_file("state.json").read_bytes() == before
    assert slow_reading.stopped == slow_reading.read
    slow_reading.go_on.set()
    assert start(ready=on_own_table).state.table == str(own)


def test_a_table_that_is_gone_is_named_and_nothing_is_called_damaged(
    start: Callable[..., Seen], own: Path
) -> None:
    data, before = own.read_bytes(), user_file("state.json").read_bytes()
    own.unlink()
    seen = start(ready=lambda window: bool(window.notices.messages))
    assert (seen.state.table, seen.state.k, seen.state.text) == ("toy4", 3, "an owl sat")
    (notice,) = seen.notices
    assert str(own) in notice
    assert "not connected" in notice
    assert list(user_file("state.json").parent.glob("*.bad*")) == []
    # The drive comes back.
    assert user_file("state.json").read_bytes() == before
    own.write_bytes(data)
    assert start(ready=on_own_table).state.token == "owl"


def test_what_is_done_without_the_table_is_kept(start: Callable[..., Seen], own: Path) -> None:
    own.unlink()
    start(
        ready=lambda window: bool(window.notices.messages),
        act=lambda window: window.session.update(k=9),
    )
    assert (last_state().table, last_state().k) == ("toy4", 9)


def test_a_table_that_went_bad_is_told_with_its_line(start: Callable[..., Seen], own: Path) -> None:
    own.write_text("2 5\nthe 1 2\n", encoding="utf-8")
    seen = start(ready=lambda window: bool(window.notices.messages))
    assert "“v.txt”, line 1: the header says 5 values" in seen.notices[0]
    assert "hand-made" in seen.notices[0]


def test_a_session_file_with_a_table_of_ones_own(
    start: Callable[..., Seen], own: Path, tmp_path: Path
) -> None:
    user_file("state.json").rename(tmp_path / "a.posviz")
    seen = start(tmp_path / "a.posviz", ready=on_own_table)
    assert (seen.state.table, seen.state.token) == (str(own), "owl")


def test_a_table_named_on_the_command_line(start: Callable[..., Seen], own: Path) -> None:
    other = own.with_name("w.vec")
    other.write_text("2 3\nan 1 2 3\nowl 4 5 6\n", encoding="utf-8")
    seen = start(other, ready=on_own_table)
    assert (seen.state.table, seen.state.k, seen.state.text) == (str(other), 3, "an owl sat")
    assert seen.notices == ()
    other.write_text("", encoding="utf-8")
    seen = start(other, ready=lambda window: bool(window.notices.messages))
    assert "“w.vec”: the file is empty" in seen.notices[0]


def test_a_last_state_with_a_bad_value_and_a_table_loses_that_value_alone(
    start: Callable[..., Seen], own: Path
) -> None:
    values = json.loads(user_file("state.json").read_text(encoding="utf-8"))
    values["state"]["width"] = 0
    user_file("state.json").write_text(json.dumps(values), encoding="utf-8")
    seen = start()
    assert "width = 0" in seen.notices[0]
    assert "“state.bad1.json”" in seen.notices[0]
    assert len(list(user_file("state.json").parent.glob("*.bad1.json"))) == 1


def test_an_unknown_field_in_the_last_state_costs_nothing_else(start: Callable[..., Seen]) -> None:
    kept = FIRST_STEP.applied_to(State()).with_changes(k=9, width=12, text="my own words")
    values = {**kept.to_dict(), "colour": "red"}
    write_json(user_file("state.json"), "session", {"state": values})
    before = user_file("state.json").read_bytes()
    seen = start()
    assert seen.state == kept
    (told,) = seen.notices
    assert "colour is a field that this posviz does not know" in told
    assert user_file("state.bad1.json").read_bytes() == before
    assert start().notices == ()
    assert read_session(user_file("state.json")) == kept


def test_links_in_a_circle_in_place_of_the_files_are_told(start: Callable[..., Seen]) -> None:
    user_file("state.json").parent.mkdir(parents=True)
    names = ("state", "settings", "progress", "practice")
    for name in names:
        user_file(f"{name}.json").symlink_to(f"{name}.json")
    told = start().notices
    assert len(told) == len(names)
    for name in names:
        assert any(f"{name}.json” is a link that leads round in a circle" in t for t in told)
    assert start().notices == ()


def test_progress_is_kept_and_read_again(start: Callable[..., Seen]) -> None:
    progress = Progress().with_reached(FIRST_STEP.id).with_prediction(FIRST_STEP.id, "left")
    start(act=lambda window: window.session.set_progress(progress))
    assert read_progress(user_file("progress.json")) == progress
    found: list[Progress] = []
    start(act=lambda window: found.append(window.session.progress))
    assert found == [progress.with_seen(FIRST_STEP.id)]


def test_damaged_progress_is_told_and_kept(start: Callable[..., Seen]) -> None:
    path = user_file("progress.json")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('{"kind": "progress", "version": 1, "seen": 5}', encoding="utf-8")
    (notice,) = start().notices
    assert "damaged" in notice
    assert path.with_name("progress.bad1.json").exists()


def test_state_and_progress_are_written_while_the_program_runs(qapp: object, qtbot: QtBot) -> None:
    session = Session(State())
    keeper = app.Keeper(session)
    session.update(width=8)
    session.set_progress(Progress().with_seen("a/1"))
    state, progress = user_file("state.json"), user_file("progress.json")
    qtbot.waitUntil(lambda: state.exists() and progress.exists())
    assert read_session(state).width == 8
    assert read_progress(progress) == Progress().with_seen("a/1")
    state.unlink()
    keeper.save()
    assert not state.exists()  # nothing has changed since


def test_a_folder_that_cannot_be_written_does_not_disturb(
    qapp: object, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("POSVIZ_HOME", str(tmp_path / "file"))
    session = Session(State())
    keeper = app.Keeper(session)
    with qtbot.waitSignal(keeper._pause.timeout):
        session.update(width=8)
    with pytest.raises(UserFileError):
        keeper.save()


# The learner's code


@pytest.mark.parametrize(
    "text",
    [
        '{"kind": "practice", "version": 1, "code": 5}',
        json.dumps({"kind": "practice", "version": VERSION + 1, "code": {"fuse": "new"}}),
        '{"kind": "pract',
    ],
    ids=["wrong type", "newer", "cut"],
)
def test_bad_code_is_told_and_never_overwritten(start: Callable[..., Seen], text: str) -> None:
    path = user_file("practice.json")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    drafts = Drafts({"fuse": "typed after that"})
    (notice,) = start(act=lambda window: window.session.set_drafts(drafts)).notices
    assert "practice.json" in notice
    assert "practice.bad1.json" in notice
    assert path.with_name("practice.bad1.json").read_text(encoding="utf-8") == text
    assert read_drafts(path) == drafts


def test_code_is_written_even_if_the_state_cannot_be(qapp: object) -> None:
    session = Session(State())
    keeper = app.Keeper(session)
    (user_file("state.json") / "in the way").mkdir(parents=True)
    session.update(width=8)
    session.set_drafts(Drafts({"fuse": "mine"}))
    with pytest.raises(UserFileError):
        keeper.save()
    assert read_drafts(user_file("practice.json")).code == {"fuse": "mine"}


def test_the_window_ends_what_runs_when_it_is_closed(
    start: Callable[..., Seen], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    runs = tmp_path / "runs"
    runs.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(runs))
    jobs = []

    def run_forever(window: MainWindow) -> None:
        window.session.update(step="practice/1")
        panel: Any = window.panel("practice")
        panel._editor.put_text("print(1, flush=True)\nwhile True: pass\n")
        panel._run.click()
        qtbot.waitUntil(lambda: panel._results.output == "1\n", timeout=30_000)
        jobs.append(panel._runner.job)

    start(act=run_forever)
    assert not jobs[0]._thread.is_alive()
    assert list(runs.iterdir()) == []
