"""The self-test: passes on a whole program, and each check fails on what it is there for."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import posviz
from posviz import picture
from posviz.__main__ import main
from posviz.exercise_runner import check
from posviz.model.embeddings import TABLES
from posviz.model.positional.sinusoidal import encode
from posviz.panels import all_panels
from posviz.panels.panel import Panel
from posviz.paths import resource, user_folder
from posviz.selftest import checks, numbers, start
from posviz.selftest.report import Failed

pytestmark = pytest.mark.usefixtures("dark_again")

ROOT = Path(posviz.__file__).parent.parent


def test_a_whole_program_passes_and_tells_its_versions(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["selftest", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["passed"] is True
    names = [check["name"] for check in told["checks"]]
    assert names == ["fonts", "files", "numbers", "panels", "exercise", "export", "start"]
    assert all(check["passed"] for check in told["checks"])
    assert {"posviz", "Python", "Qt", "numpy", "system", "screen"} <= set(told["versions"])
    assert told["versions"]["numpy"] == np.__version__
    assert 0 < told["first_paint_ms"] < 1000 * told["seconds"]
    if sys.platform == "linux":
        assert told["memory_mb"] > 20
    found = {check["name"]: check["found"] for check in told["checks"]}
    assert found["panels"] == f"{len(all_panels())} panels drawn on {len(TABLES)} tables each"
    assert not user_folder().exists()  # nothing of the user's is made


def test_the_values_are_those_of_the_independent_arithmetic() -> None:
    oracle = json.loads((ROOT / "tests/data/positional_oracle.json").read_text(encoding="utf-8"))
    shipped = json.loads(resource("selftest.json").read_text(encoding="utf-8"))
    del shipped["about"]
    for name, cases in shipped.items():
        if isinstance(cases, dict):
            assert cases == {key: oracle[name][key] for key in cases}
        else:
            assert cases
            assert all(case in oracle[name] for case in cases)
    # Row 0 alone would not tell a wrong formula from the right one.
    assert sum(case["pos"] >= 1 and case["dim"] >= 2 for case in shipped["sinusoidal"]) > 40


def test_a_wrong_number_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(positions: Any, width: int, *more: Any) -> Any:
        row = encode(positions, width, *more)
        row[:, 3] += 1e-6
        return row

    monkeypatch.setattr(numbers, "encode", wrong)
    with pytest.raises(Failed, match="position 0, dimension 3 is computed wrongly"):
        numbers.compare_numbers()


def test_a_number_that_is_none_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numbers, "rotate", lambda x, *_: np.full_like(x, np.nan))
    with pytest.raises(Failed, match="RoPE"):
        numbers.compare_numbers()


def test_a_panel_that_draws_nothing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Panel, "draw_figure", lambda *_: None)
    with pytest.raises(Failed, match=r"“.*” draws nothing on the table toy4"):
        checks.draw_panels()


def test_a_panel_that_does_not_open_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    panel = all_panels()[3]

    def content(state: Any) -> Any:
        if state.table == "glove":
            raise RuntimeError("broken")
        return panel.content(state)

    broken = type(panel.__name__, (panel,), {"content": staticmethod(content)})
    monkeypatch.setattr(checks, "all_panels", lambda: [broken])
    with pytest.raises(Failed, match=r"does not open on the table glove \(RuntimeError: broken\)"):
        checks.draw_panels()


def test_a_font_that_is_damaged_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / "Inter-Bold.ttf").write_bytes(b"no font")
    monkeypatch.setattr("posviz.widgets.theme.resource", lambda name: tmp_path / name)
    with pytest.raises(Failed, match="Inter-Bold"):
        checks.load_fonts()


def test_a_font_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "MONO_FAMILY", "Inter of Nowhere")
    with pytest.raises(Failed, match="Inter of Nowhere"):
        checks.load_fonts()


def test_a_child_that_does_not_run_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    command = [sys.executable, "-c", ""]
    monkeypatch.setattr("posviz.sandbox.process._command", lambda: command)
    with pytest.raises(Failed, match="a right solution does not pass"):
        checks.run_exercise()


def test_a_judge_that_lets_all_pass_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "judge", lambda it, _source: check(it, it.solution))
    with pytest.raises(Failed, match="not solved passes"):
        checks.run_exercise()


@pytest.mark.parametrize("ending", ["png", "svg", "pdf", "csv", "npy"])
def test_a_damaged_export_is_told(
    ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = picture.write

    def damaged(panel: str, state: Any, path: Path, style: Any, *, agreed: bool) -> None:
        write(panel, state, path, style, agreed=agreed)
        if path.suffix == f".{ending}":
            kept = {"png": b"", "svg": b"<g/>", "csv": b"1,2\n"}.get(ending)
            path.write_bytes(path.read_bytes().replace(b"%", b"#") if kept is None else kept)
            if ending == "npy":
                np.save(path, np.zeros((12, 8)))

    monkeypatch.setattr(picture, "write", damaged)
    with pytest.raises(Failed, match=f"the {ending} file"):
        checks.write_files(tmp_path)


def test_a_window_that_does_not_open_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ends(command: list[str], **more: Any) -> Any:
        return subprocess.CompletedProcess(command, 1, b"", b"posviz: no screen.")

    monkeypatch.setattr(subprocess, "run", ends)
    with pytest.raises(Failed, match=r"does not open \(exit code 1\)\. posviz: no screen\."):
        start.try_start(tmp_path, {})


def test_one_check_that_fails_stops_no_other_and_is_told_in_words(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    def broken() -> str:
        raise ValueError("what nobody expected")

    def names_it() -> str:
        raise Failed("the paint has run out.")

    monkeypatch.setattr(checks, "read_files", broken)
    monkeypatch.setattr(checks, "draw_panels", names_it)
    monkeypatch.setattr(start, "try_start", lambda *_: "not tried")
    assert main(["selftest"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "FAILED  files      ValueError: what nobody expected" in lines
    assert "FAILED  panels     the paint has run out." in lines
    assert "ok      start      not tried" in lines
    assert lines[-1].startswith("2 of 7 checks failed. Install posviz again;")
    assert "Traceback" not in "\n".join(lines)
    caplog.clear()
