"""Where files lie."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from posviz.paths import cache_folder, resource, user_file, user_folder
from posviz.settings import load_settings, why_not_kept


@pytest.mark.parametrize("name", ["fonts", "icons/posviz.svg", "lesson/chapters.toml"])
def test_shipped_files_are_found_from_any_folder(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert resource(name).exists()


def test_the_environment_names_the_user_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POSVIZ_HOME", "/somewhere/else")
    assert user_folder() == Path("/somewhere/else")
    assert user_file("a.json") == Path("/somewhere/else/a.json")


@pytest.mark.parametrize(
    ("platform", "variable", "expected"),
    [
        ("linux", "XDG_CONFIG_HOME", "x/posviz"),
        ("linux", None, "home/.config/posviz"),
        ("win32", "APPDATA", "x/posviz"),
        ("win32", None, "home/AppData/Roaming/posviz"),
        ("darwin", None, "home/Library/Application Support/posviz"),
    ],
)
def test_each_system_has_its_place(
    monkeypatch: pytest.MonkeyPatch, platform: str, variable: str | None, expected: str
) -> None:
    for name in ("POSVIZ_HOME", "XDG_CONFIG_HOME", "APPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", platform)
    monkeypatch.setattr(Path, "home", lambda: Path("home"))
    if variable:
        monkeypatch.setenv(variable, "x")
    assert user_folder() == Path(expected)


def test_a_user_without_a_home_has_no_place_and_the_program_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def nobody() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("POSVIZ_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "APPDATA", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", nobody)
    assert why_not_kept().startswith("Nothing can be remembered: the folder")
    assert load_settings()[1] == []
    assert cache_folder().parts[-1] == ("posviz" if sys.platform != "win32" else "cache")
