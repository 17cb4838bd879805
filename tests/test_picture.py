"""Numbers on the command line: blocks, large files, the question, progress and Ctrl+C."""

from __future__ import annotations

import io
import math
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage

import posviz
from posviz import picture
from posviz.__main__ import main
from posviz.export import RowBlocks
from posviz.panels.tokens import TokensPanel

pytestmark = pytest.mark.usefixtures("dark_again")

TABLE = ["picture", "positional_table"]
LARGEST = ["--set", "length=1000000", "--set", "width=12288"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, empty."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


class Terminal(io.StringIO):
    """A stream that somebody sits at."""

    def isatty(self) -> bool:
        return True


def use_terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Send standard error to a terminal from now on; pytest would take it back from a fixture."""
    shown = Terminal()
    monkeypatch.setattr(sys, "stderr", shown)
    return shown


@pytest.fixture
def limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let files be large from 1000 bytes."""
    monkeypatch.setattr(picture, "LARGE_FILE", 1000)


def test_a_block_of_the_largest_table(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    block = ["--set", "first=999000", "--set", "rows=3", "--set", "first_dimension=1"]
    assert main([*TABLE, *LARGEST, *block, "--set", "columns=2", "-o", "x.csv"]) == 0
    lines = (folder / "x.csv").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "position,1,2"
    assert [line.split(",")[0] for line in lines[1:]] == ["999000", "999001", "999002"]
    assert float(lines[1].split(",")[1]) == pytest.approx(math.cos(999_000), abs=1e-12)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("ending", ["csv", "npy"])
def test_the_largest_table_is_never_written_by_accident(
    folder: Path, ending: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture, "free_space", lambda _path: 1 << 50)
    (folder / f"x.{ending}").write_bytes(b"old")
    assert main([*TABLE, *LARGEST, "-o", f"x.{ending}"]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"posviz: “x.{ending}” would hold 1\u202f000\u202f000 × 12\u202f288 ")
    assert ("91.6 GiB" if ending == "npy" else "about 22") in told
    assert "--yes" in told
    assert "--set rows=1000" in told
    assert [path.read_bytes() for path in folder.iterdir()] == [b"old"]


def test_a_disk_without_room_is_told_even_to_those_who_agree(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture, "free_space", lambda _path: 1 << 30)
    assert main([*TABLE, *LARGEST, "--yes", "-o", "x.npy"]) == 2
    assert "the disk has 1.00 GiB free. Choose another place" in capsys.readouterr().err
    assert list(folder.iterdir()) == []


@pytest.mark.usefixtures("limit")
def test_yes_writes_it_and_says_so(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*TABLE, "--yes", "-o", "x.npy"]) == 0
    assert np.load(folder / "x.npy").shape == (64, 64)
    assert capsys.readouterr().err == "posviz: “x.npy” is written, 32.1 KiB.\n"


@pytest.mark.usefixtures("limit")
@pytest.mark.parametrize(
    ("answer", "code"), [("y\n", 0), ("YES\n", 0), ("n\n", 2), ("\n", 2), ("", 2)]
)
def test_a_terminal_is_asked(
    folder: Path, answer: str, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = use_terminal(monkeypatch)
    monkeypatch.setattr(sys, "stdin", Terminal(answer))
    assert main([*TABLE, "-o", "x.npy"]) == code
    shown = terminal.getvalue()
    assert "would hold 64 × 64 numbers, 32.1 KiB; the disk has " in shown
    assert "Write it? [y/N] " in shown
    assert (folder / "x.npy").exists() == (code == 0)
    assert ("nothing is written" in shown) == (code == 2)


def test_progress_is_a_line_that_goes_away(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = use_terminal(monkeypatch)
    monkeypatch.setattr(picture, "_PATIENCE", 0.0)
    monkeypatch.setattr(picture, "_BETWEEN", 0.0)
    assert main([*TABLE, "--set", "length=20000", "-o", "x.npy"]) == 0
    *lines, last = terminal.getvalue().split("\r")
    assert "posviz: writing “x.npy” … 20 %" in lines
    assert "posviz: writing “x.npy” … 100 %" in lines
    assert last == "\x1b[Kposviz: “x.npy” is written, 9.77 MiB.\n"


def test_without_a_terminal_nothing_is_told_in_between(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(picture, "_PATIENCE", 0.0)
    assert main([*TABLE, "--set", "length=20000", "-o", "x.npy"]) == 0
    assert capsys.readouterr().err == ""
    assert np.load(folder / "x.npy").shape == (20_000, 64)


def test_an_interrupt_leaves_the_old_file_and_no_other(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(rows: range) -> NDArray[np.float64]:
        if rows.start > 3:
            raise KeyboardInterrupt
        return np.asarray(rows, dtype=np.float64)

    values = RowBlocks((9,), interrupted, each=1).numbers(("row", "value"))
    monkeypatch.setattr(TokensPanel, "numbers", staticmethod(lambda _content: values))
    (folder / "x.npy").write_bytes(b"old")
    assert main(["picture", "tokens", "-o", "x.npy"]) == 130
    assert [path.read_bytes() for path in folder.iterdir()] == [b"old"]
    assert capsys.readouterr().err == ""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_ctrl_c_in_the_middle_of_a_large_file(folder: Path) -> None:
    size = ["--set", "length=100000", "--set", "width=1000"]
    # Ctrl+C counts, also where these tests run in the background of a shell that ignores it.
    code = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "from posviz.__main__ import main; sys.exit(main(sys.argv[1:]))"
    )
    running = subprocess.Popen(
        [sys.executable, "-c", code, *TABLE, *size, "--yes", "-o", "x.csv"],
        cwd=folder,
        env=dict(os.environ, PYTHONPATH=str(Path(posviz.__file__).parent.parent)),
        stderr=subprocess.PIPE,
    )
    assert running.stderr is not None
    try:
        while not any(path.stat().st_size for path in folder.iterdir()):
            with pytest.raises(subprocess.TimeoutExpired):
                running.wait(0.02)
        running.send_signal(signal.SIGINT)
        _, told = running.communicate(timeout=60)
    finally:
        running.kill()
        running.wait()
        running.stderr.close()
    assert running.returncode == 130
    assert told == b""
    assert list(folder.iterdir()) == []


def test_lines_of_numpy_are_printed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["picture", "waves", "--numpy", "--set", "width=8", "--set", "length=3"]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    space: dict[str, np.ndarray[Any, Any]] = {}
    exec(told.out, space)
    assert space["result"][:, 0].tolist() == [0.0, math.sin(1), math.sin(2)]
    assert list(folder.iterdir()) == []


def test_lines_of_numpy_are_written_with_the_numbers_they_load(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["picture", "neighbours", "--numpy", "--set", "table=glove", "--set", "k=2"]
    assert main([*asked, "-o", "near.py"]) == 0
    assert "near.npz" in capsys.readouterr().err
    assert {path.name for path in folder.iterdir()} == {"near.py", "near.npz"}
    lines = (folder / "near.py").read_text(encoding="utf-8")
    space: dict[str, np.ndarray[Any, Any]] = {}
    exec(lines, space)
    assert main([*asked[:2], *asked[3:], "-o", "near.npy"]) == 0
    assert space["result"] == pytest.approx(np.load("near.npy"), abs=1e-6)


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        (["quiz", "--numpy"], "no numbers of its own"),
        (["waves", "--numpy", "-o", "x.txt"], "end the name with .py"),
        (["waves"], "-o FILE"),
        (["pipeline", "--numpy", "--part", "QR"], "RoPE"),
    ],
)
def test_lines_that_there_are_not(
    more: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["picture", *more]) == 2
    assert reason in capsys.readouterr().err


def test_scale_background_and_legend_of_a_picture(folder: Path) -> None:
    asked = ["picture", "waves", "--size", "300x200"]
    assert main([*asked, "--scale", "3", "--background", "transparent", "-o", "a.png"]) == 0
    image = QImage("a.png")
    assert image.size() == QSize(900, 600)
    assert image.pixelColor(0, 0).alpha() == 0
    assert main([*asked, "--scale", "1", "--background", "white", "-o", "b.png"]) == 0
    assert main([*asked, "--scale", "1", "--no-legend", "-o", "c.png"]) == 0
    with_legend, without = QImage("b.png"), QImage("c.png")
    assert with_legend.size() == without.size() == QSize(300, 200)
    assert with_legend != without
    assert {path.name for path in folder.iterdir()} == {"a.png", "b.png", "c.png"}


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        (["--scale", "5"], "from 1 to 4"),
        (["--scale", "1.5"], "from 1 to 4"),
        (["--background", "red"], "theme, white, transparent"),
        (["--background", "white", "--theme", "dark"], "cannot be read on white"),
    ],
)
def test_a_picture_that_cannot_be_made_is_refused(
    folder: Path, more: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["picture", "waves", "-o", "x.png", *more]) == 2
    assert reason in capsys.readouterr().err
    assert list(folder.iterdir()) == []
