"""Settings: they come back, and a bad file never stops the start."""

from __future__ import annotations

import errno
import json
from pathlib import Path
from typing import Any

import pytest

from posviz.paths import user_file, user_folder
from posviz.settings import PREFERENCES, Settings, load_settings, why_not_kept
from posviz.user_files import VERSION

GOOD: dict[str, Any] = {
    "kind": "settings",
    "version": VERSION,
    "preferences": {"theme": "light"},
    "layouts": {"add-position": "00ff"},
    "geometry": "01",
}

BAD = {
    "empty": b"",
    "NUL-filled": b"\0" * 100,
    "cut in half": json.dumps(GOOD).encode()[:60],
    "newer": json.dumps({**GOOD, "version": VERSION + 1}).encode(),
    "another kind": json.dumps({**GOOD, "kind": "session"}).encode(),
    "preferences a list": json.dumps({**GOOD, "preferences": [1]}).encode(),
    "layouts a number": json.dumps({**GOOD, "layouts": 5}).encode(),
    "layout not hexadecimal": json.dumps({**GOOD, "layouts": {"a": "xyz"}}).encode(),
    "layout a number": json.dumps({**GOOD, "layouts": {"a": 5}}).encode(),
    "geometry a list": json.dumps({**GOOD, "geometry": []}).encode(),
}


def write(data: bytes) -> Path:
    path = user_file("settings.json")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def test_without_a_file_there_are_defaults_and_nothing_to_say() -> None:
    assert load_settings() == (Settings(), [])
    assert not user_folder().exists()


def test_settings_come_back() -> None:
    preferences = {**Settings().preferences, "theme": "dark"}
    settings = Settings(preferences, {"add-position": b"\0\xff"}, b"\1")
    settings.save()
    assert load_settings() == (settings, [])


@pytest.mark.parametrize("theme", ["pink", ["dark"]])
def test_an_unknown_theme_costs_nothing_but_the_theme(theme: object) -> None:
    write(json.dumps({**GOOD, "preferences": {"theme": theme, "newer": "x"}}).encode())
    settings, (told,) = load_settings()
    assert settings.preferences == Settings().preferences
    assert settings.layouts == {k: bytes.fromhex(v) for k, v in GOOD["layouts"].items()}
    assert settings.geometry == bytes.fromhex(GOOD["geometry"])
    assert "is no theme that this posviz knows" in told


def test_a_part_that_is_not_there_costs_nothing_else() -> None:
    write(json.dumps({k: v for k, v in GOOD.items() if k != "geometry"}).encode())
    settings, told = load_settings()
    assert settings.layouts
    assert told == []


def test_a_language_that_is_gone_takes_nothing_else_along() -> None:
    write(json.dumps({**GOOD, "preferences": {"theme": "light", "language": "xx"}}).encode())
    settings, problems = load_settings()
    assert settings.preferences == {**Settings().preferences, "theme": "light"}
    assert not problems


@pytest.mark.parametrize("name", PREFERENCES)
def test_every_default_is_one_of_the_choices(name: str) -> None:
    assert PREFERENCES[name].default in PREFERENCES[name].choices
    assert Settings().preferences[name] == PREFERENCES[name].default


def test_an_unknown_preference_is_passed_over() -> None:
    write(json.dumps({**GOOD, "preferences": {"theme": "light", "font": "x"}}).encode())
    settings, problems = load_settings()
    assert settings.preferences == {**Settings().preferences, "theme": "light"}
    assert problems == []


@pytest.mark.parametrize("data", BAD.values(), ids=BAD)
def test_a_bad_file_gives_defaults_is_told_once_and_kept(data: bytes) -> None:
    path = write(data)
    settings, problems = load_settings()
    assert settings == Settings()
    assert len(problems) == 1
    assert "starts on defaults" in problems[0]
    kept = path.with_name("settings.bad1.json")
    assert kept.name in problems[0]
    assert kept.read_bytes() == data
    assert load_settings() == (Settings(), [])


def test_a_folder_in_the_place_of_the_file_is_kept_too() -> None:
    path = user_file("settings.json")
    path.mkdir(parents=True)
    settings, problems = load_settings()
    assert settings == Settings()
    assert len(problems) == 1
    assert path.with_name("settings.bad1.json").is_dir()


def test_a_bad_file_that_cannot_be_moved_is_told_and_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = write(b"")

    def denied(*_args: object) -> Path:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "rename", denied)
    settings, problems = load_settings()
    assert settings == Settings()
    assert len(problems) == 1
    assert "kept as" not in problems[0]
    assert path.exists()


def test_a_folder_that_cannot_be_written_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    monkeypatch.setenv("POSVIZ_HOME", str(tmp_path / "file" / "deeper"))
    settings, problems = load_settings()
    assert settings == Settings()
    assert not problems
    assert "Nothing can be remembered" in why_not_kept()
    monkeypatch.setenv("POSVIZ_HOME", str(tmp_path / "folder"))
    monkeypatch.setattr("os.access", lambda *_args: False)
    assert "Nothing can be remembered" in why_not_kept()
    monkeypatch.setattr("os.access", lambda *_args: True)
    assert why_not_kept() == ""
