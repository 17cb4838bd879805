"""The program in strange surroundings; with POSVIZ_PROGRAM, an installed one."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from posviz import __version__
from tests.installers import FROZEN_ONLY, PROGRAM, ROOT, command

SOUND = {
    name: value
    for name, value in os.environ.items()
    if name in ("PATH", "SYSTEMROOT", "TEMP", "TMPDIR", "LD_LIBRARY_PATH", "OPENBLAS_CORETYPE")
}
"""What a machine has whatever a user does."""


def run(
    *given: str, program: list[str] | None = None, cwd: Path, **environment: str
) -> subprocess.CompletedProcess[str]:
    around = {**SOUND, "QT_QPA_PLATFORM": "offscreen", **environment}
    if PROGRAM is None:
        around["PYTHONPATH"] = os.pathsep.join([str(ROOT), around.get("PYTHONPATH", "")])
    return subprocess.run(
        [*(program or command()), *given],
        env=around,
        cwd=cwd,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


def contents(folder: Path) -> dict[str, tuple[int, int]]:
    return {
        str(path.relative_to(folder)): (path.lstat().st_mtime_ns, path.lstat().st_size)
        for path in folder.rglob("*")
    }


def test_the_version_is_that_of_these_sources(tmp_path: Path) -> None:
    told = run("--version", cwd=tmp_path)
    assert (told.returncode, told.stdout.strip()) == (0, f"posviz {__version__}"), told.stderr


@pytest.mark.parametrize("home", ["/dev/null/nobody", ""], ids=["no place for files", "none"])
@pytest.mark.skipif(sys.platform == "win32", reason="homes are told otherwise")
def test_the_window_opens_without_a_home(home: str, tmp_path: Path) -> None:
    given = {"HOME": home} if home else {"XDG_CONFIG_HOME": str(tmp_path / "config")}
    answer = tmp_path / "start.json"
    told = run("selftest", "--start", str(answer), cwd=tmp_path, program=None, **given)
    assert told.returncode == 0, told.stderr
    assert json.loads(answer.read_text())["painted"] > 0
    # What cannot be kept is said in words, a line a file.
    for line in told.stderr.splitlines():
        assert line.startswith("posviz: “/dev/null/nobody/"), told.stderr
        assert "cannot be written" in line


def test_a_picture_is_made_without_a_home(tmp_path: Path) -> None:
    told = run("picture", "clocks", "-o", "clocks.png", cwd=tmp_path, HOME="/dev/null/nobody")
    assert (told.returncode, told.stderr) == (0, "")
    assert (tmp_path / "clocks.png").read_bytes().startswith(b"\x89PNG")


@FROZEN_ONLY
def test_foreign_packages_plugins_and_libraries_stay_out(tmp_path: Path) -> None:
    fake = tmp_path / "fake"
    for name in ("numpy", "PySide6", "pyqtgraph", "posviz", "shiboken6", "json"):
        (fake / name).mkdir(parents=True)
        (fake / name / "__init__.py").write_text("raise SystemExit('a foreign one')\n")
    plugins = fake / "plugins" / "platforms"
    plugins.mkdir(parents=True)
    for name in ("libqoffscreen.so", "libqxcb.so"):
        (plugins / name).write_bytes(b"no library")
    # Another Qt that the loader is told to look for first.
    for name in ("libQt6Core.so.6", "libQt6Gui.so.6", "libicudata.so.73", "libpython3.11.so.1.0"):
        (fake / name).write_bytes(b"no library")
    told = run(
        "selftest",
        "--json",
        cwd=fake,
        HOME=str(tmp_path),
        PYTHONPATH=str(fake),
        PYTHONHOME=str(fake),
        PYTHONUSERBASE=str(fake),
        PYTHONOPTIMIZE="2",
        PYTHONWARNINGS="error",
        QT_PLUGIN_PATH=str(fake / "plugins"),
        QT_QPA_PLATFORM_PLUGIN_PATH=str(plugins),
        QML2_IMPORT_PATH=str(fake),
        QT_API="pyqt5",
        PYQTGRAPH_QT_LIB="PyQt5",
        LD_LIBRARY_PATH=str(fake),
    )
    assert told.returncode == 0, told.stdout + told.stderr
    assert json.loads(told.stdout)["versions"]["copy"] == "installed"
    assert told.stderr == ""


@FROZEN_ONLY
def test_it_runs_from_a_path_with_spaces_and_letters_and_writes_nothing_there(
    tmp_path: Path,
) -> None:
    assert PROGRAM is not None
    place = tmp_path / "Žofia 测试" / "my apps" / "posviz"
    # Links take no room; they go to the files that are tried.
    shutil.copytree(PROGRAM.resolve().parent, place, symlinks=True, copy_function=os.link)
    before = contents(place)
    program = [str(place / PROGRAM.name)]
    home = tmp_path / "Ève's home"
    (tmp_path / "lösung.py").write_text("def one_hot(ids, size):\n    return 3\n", "utf-8")
    told = run("selftest", program=program, cwd=tmp_path, HOME=str(home), LANG="C")
    assert told.returncode == 0, told.stdout + told.stderr
    told = run(
        "practice", "check", "one_hot", "lösung.py", program=program, cwd=tmp_path, HOME=str(home)
    )
    assert told.returncode == 1, told.stdout + told.stderr
    told = run(
        "picture", "map", "-o", "größe.svg", program=program, cwd=tmp_path, HOME=str(home), LANG="C"
    )
    assert (told.returncode, told.stderr) == (0, "")
    assert (tmp_path / "größe.svg").is_file()
    told = run("selftest", "--start", "s.json", program=program, cwd=tmp_path, HOME=str(home))
    assert told.returncode == 0, told.stderr
    assert contents(place) == before


@FROZEN_ONLY
def test_licences_and_the_list_of_packages_are_in_it() -> None:
    assert PROGRAM is not None
    folder = next(PROGRAM.resolve().parent.glob("**/licences/packages.txt")).parent
    rows = (folder / "packages.txt").read_text(encoding="utf-8").splitlines()[1:]
    names = [row.split()[0] for row in rows]
    assert {"Python", "pyside6-essentials", "shiboken6", "numpy", "pyqtgraph", "ziamath"} <= set(
        names
    )
    for name in names:
        texts = list((folder / name).iterdir())
        assert texts, name
        assert all(text.stat().st_size > 200 for text in texts if "AUTHORS" not in text.name), name
    assert "GNU LESSER GENERAL PUBLIC" in (folder / "pyside6-essentials/LGPL-3.0.txt").read_text()
    resources = next(PROGRAM.resolve().parent.glob("**/resources/licences"))
    for name in ("Inter-OFL.txt", "Apache-2.0.txt", "GloVe-PDDL-1.0.txt"):
        assert (resources / name).is_file()


@FROZEN_ONLY
def test_nothing_of_the_tools_is_in_it() -> None:
    assert PROGRAM is not None
    inside = [str(path) for path in PROGRAM.resolve().parent.rglob("*")]
    for part in ("derive.py", "/tests/", "resources/packaging", "libqgtk3", "libssl", "Qt6Network"):
        assert not [path for path in inside if part in path], part
