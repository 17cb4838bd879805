"""Small files: read whole, or refused in words; never waited for, never larger than they may be."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from posviz.__main__ import main
from posviz.lesson.glossary import read_glossary
from posviz.lesson.lesson_files import LessonError
from posviz.lesson.step_file import read_step
from posviz.lesson.steps import read_lesson
from posviz.settings import load_settings
from posviz.user_files import UserFileError, read_drafts, read_progress, read_session
from posviz.whole_files import UnreadableError, read_whole

MOST = 1 << 20


def _pipe(path: Path) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("this system has no such pipes")
    os.mkfifo(path)


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        here = Path.cwd()
        os.chdir(path.parent)  # the path of a socket may not be long
        try:
            made.bind(path.name)
        finally:
            os.chdir(here)


def _device(path: Path) -> None:
    if not Path("/dev/zero").exists():
        pytest.skip("this system has no such device")
    path.symlink_to("/dev/zero")


def _large(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(5 << 30)  # a hole: no bytes are written


BAD: dict[str, tuple[Callable[[Path], None], str]] = {
    "pipe": (_pipe, "pipe or a device"),
    "socket": (_socket, "pipe or a device"),
    "device": (_device, "pipe or a device"),
    "folder": (Path.mkdir, "is a folder, not a file"),
    "link to itself": (lambda path: path.symlink_to(path.name), "leads round in a circle"),
    "link to nowhere": (lambda path: path.symlink_to("gone"), "cannot be read"),
    "5 GB": (_large, "is too large"),
}
each = pytest.mark.parametrize(("make", "said"), BAD.values(), ids=BAD)


def test_a_file_of_the_largest_size_is_read(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x" * MOST)
    assert len(read_whole(tmp_path / "a", MOST)) == MOST
    (tmp_path / "a").write_bytes(b"x" * (MOST + 1))
    with pytest.raises(UnreadableError, match="at most 1 MB"):
        read_whole(tmp_path / "a", MOST)


def test_a_file_that_is_larger_than_it_says_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").write_bytes(b"x" * (MOST + 1))
    small = tmp_path / "small"
    small.write_bytes(b"")
    said = small.stat()
    monkeypatch.setattr(Path, "stat", lambda _path: said)
    monkeypatch.setattr(os, "fstat", lambda _handle: said)
    with pytest.raises(UnreadableError, match="too large"):
        read_whole(tmp_path / "a", MOST)


@each
def test_a_step_that_is_no_such_file(
    tmp_path: Path, make: Callable[[Path], None], said: str
) -> None:
    make(tmp_path / "1.md")
    with pytest.raises(LessonError, match=said) as caught:
        read_step(tmp_path / "1.md")
    assert str(caught.value).startswith(f"{tmp_path / '1.md'}, line 1: the file ")


@each
def test_an_index_or_a_glossary_that_is_no_such_file(
    tmp_path: Path, make: Callable[[Path], None], said: str
) -> None:
    for name in ("chapters.toml", "glossary.toml"):
        make(tmp_path / name)
    with pytest.raises(LessonError, match=said):
        read_lesson(tmp_path)
    with pytest.raises(LessonError, match=said):
        read_glossary(tmp_path / "glossary.toml")
    assert main(["lesson", "check", str(tmp_path)]) == 1


@each
@pytest.mark.parametrize("read", [read_session, read_progress, read_drafts])
def test_a_file_of_the_user_that_is_no_such_file(
    tmp_path: Path, make: Callable[[Path], None], said: str, read: Callable[[Path], object]
) -> None:
    make(tmp_path / "state.json")
    with pytest.raises(UserFileError, match=said):
        read(tmp_path / "state.json")


@each
def test_settings_that_are_no_such_file_are_told_and_kept_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make: Callable[[Path], None], said: str
) -> None:
    monkeypatch.setenv("POSVIZ_HOME", str(tmp_path))
    make(tmp_path / "settings.json")
    _, (problem,) = load_settings()
    assert said in problem
    assert "It is kept as “settings.bad1.json”." in problem
    assert os.path.lexists(tmp_path / "settings.bad1.json")


@each
def test_code_that_is_no_such_file_is_refused(
    tmp_path: Path,
    make: Callable[[Path], None],
    said: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    make(tmp_path / "a.py")
    assert main(["practice", "check", "fuse", str(tmp_path / "a.py")]) == 2
    told = capsys.readouterr().err
    assert said in told or "is a folder" in told
