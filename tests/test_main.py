"""The command line: what it writes, and how it refuses."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtGui import QImage

import posviz
from posviz import app
from posviz.__main__ import main
from posviz.export import FORMATS
from posviz.lesson.authoring import capture_step
from posviz.lesson.exercises import find_exercise, shipped_exercises
from posviz.lesson.steps import shipped_lesson
from posviz.panels import all_panels
from posviz.state import State
from posviz.state_fields import FIELDS
from posviz.system_libraries import LIBRARIES
from posviz.user_files import write_session
from tests.model.embedding_files.test_numpy_files import E, npy
from tests.model.embedding_files.test_safetensors import F, P, written
from tests.panels.head_by_loops import parts_by_loops

pytestmark = pytest.mark.usefixtures("dark_again")

IDS = [panel.id for panel in all_panels()]
STEPS = [step for chapter in shipped_lesson() for step in chapter.steps]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, empty."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.parametrize("panel_id", IDS)
@pytest.mark.parametrize("ending", FORMATS)
def test_every_panel_is_written_in_every_format(
    panel_id: str, ending: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = f"x{ending}"
    assert main(["picture", panel_id, "--size", "640x400", "--theme", "dark", "-o", name]) == 0
    assert [path.name for path in folder.iterdir()] == [name]
    if ending == ".png":
        assert (QImage(name).width(), QImage(name).height()) == (1280, 800)
    elif ending == ".svg":
        root = ElementTree.parse(name).getroot()
        assert root.get("viewBox") == "0 0 640 400"
        kinds = {element.tag.rpartition("}")[2] for element in root.iter()}
        assert kinds & {"text", "path"}
    elif ending == ".pdf":
        assert Path(name).read_bytes().startswith(b"%PDF-")
    elif ending == ".npy":
        np.load(name, allow_pickle=False)
    else:
        with Path(name).open(encoding="utf-8", newline="") as file:
            assert next(csv.reader(file))
    captured = capsys.readouterr()
    assert captured.out + captured.err == ""


def test_values_are_set(folder: Path) -> None:
    given = ["--set", "token=king", "--set", "k=3", "--set", "text=the king"]
    assert main(["picture", "neighbours", *given, "-o", "n.csv"]) == 0
    with (folder / "n.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    assert rows[0][:2] == ["token", "cosine"]
    assert len(rows) == 4
    assert "king" not in [row[0] for row in rows]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--set", "width=0"], "from 1 to 12288"),
        (["--set", "width=ten"], "from 1 to 12288"),
        (["--set", "width"], "field=value"),
        (["--set", "colour=1"], "posviz panels"),
        (["--set", "widht=1"], "Did you mean width"),
        (["--set", "base=nan"], "from 0.001 to 1e+12"),
        (["--set", "width=" + "1" * 5000], "from 1 to 12288"),
        (["--set", "table=word2vec"], "toy4, toy16"),
        (["--set", "width=4", "--set", "dimension=4"], "from 0 to 3"),
        (["--set"], "--help"),
        (["--theme", "pink"], "dark, light"),
        (["--size", "10x10"], "200x200 to 8192x8192"),
        (["--size", "wide"], "200x200 to 8192x8192"),
        (["--size", "99999x400"], "200x200 to 8192x8192"),
        (["-o", "x.jpg"], ".png, .svg, .pdf, .csv, .npy"),
        (["-o", "x"], ".png, .svg, .pdf, .csv, .npy"),
        (["-o", "none/x.png"], "cannot be written"),
        (["-o", "."], ".png, .svg, .pdf, .csv, .npy"),
        (["--colour"], "--help"),
    ],
)
def test_what_cannot_be_done_is_refused_and_nothing_is_written(
    arguments: list[str], said: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["picture", "neighbours", "-o", "x.png", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith("posviz: ")
    assert said in captured.err
    assert captured.err.endswith(".\n")
    assert captured.out == ""
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("values", "parts"),
    [
        ({"causal": True}, "X P Z WQ WK WV Q K V scores A out"),
        ({"scheme": "rotary", "table": "toy16"}, "X Z Q K V QR KR scores A out"),
        ({"scheme": "t5", "head": 3}, "X Z bias scores A out"),
        ({"scheme": "learned", "table": "minilm"}, "X P T Z WV Q A out"),
    ],
)
def test_each_matrix_of_the_pipeline_is_written(
    values: dict[str, object], parts: str, folder: Path
) -> None:
    state = State().with_changes(head_width=4, **values)
    expected = parts_by_loops(state)
    sets = [a for name, value in values.items() for a in ("--set", f"{name}={value}")]
    given = ["picture", "pipeline", "--set", "head_width=4", *sets]
    for part in parts.split():
        assert main([*given, "--part", part, "-o", "m.npy"]) == 0
        wanted = expected[part]
        assert wanted is not None
        np.testing.assert_allclose(np.load(folder / "m.npy"), wanted, rtol=0, atol=1e-12)
    assert main([*given, "--set", f"part={part}", "-o", "same.npy"]) == 0
    assert (folder / "same.npy").read_bytes() == (folder / "m.npy").read_bytes()


def test_masked_scores_and_missing_vectors_are_told_apart_in_a_table(folder: Path) -> None:
    given = ["--set", "causal=true", "--set", "text=the mat cat", "--part", "scores"]
    assert main(["picture", "pipeline", *given, "-o", "m.csv"]) == 0
    with (folder / "m.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    assert rows[0] == ["position", "token", "0 the", "1 mat", "2 cat"]
    assert rows[1][3:] == ["-inf", "-inf"]
    assert rows[2] == ["1", "mat", "", "", ""]
    assert rows[3][3] == "-inf"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["tokens", "--part", "Q"], "the panel “tokens” has no parts"),
        (["pipeline", "--part", "query"], "one of X, P, T, Z"),
        (["pipeline", "--part", "P", "--set", "scheme=rotary"], "RoPE adds nothing to X"),
        (["pipeline", "--part"], "--help"),
    ],
)
def test_parts_that_are_not_there_are_refused(
    arguments: list[str], said: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["picture", *arguments, "-o", "x.npy"]) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith("posviz: ")
    assert said in captured.err
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["picture"], "--help"),
        (["picture", "neighbours"], "-o"),
        (["picture", "atlas", "-o", "x.png"], "The panels are: "),
        (["tour"], "-o"),
        (["tour", "-o", "d", "--theme", "pink"], "dark, light"),
        (["tour", "-o", "d", "--size", "1x1"], "200x200"),
        (["practice"], "list|check"),
        (["practice", "play"], "--help"),
        (["practice", "list", "more"], "--help"),
        (["practice", "check", "lookup"], "FILE.py"),
        (["practice", "check", "atlas", "x.py"], "The exercises are: one_hot, lookup, "),
        (["practice", "check", "lookup", "none.py"], "there is no file “none.py”"),
        (["practice", "check", "lookup", "."], "“.” is a folder. Name a file of Python code"),
        (["panels", "more"], "--help"),
        (["none.posviz"], "there is no file “none.posviz”"),
        (["."], "“.” is a folder without a lesson"),
        (["--colour"], "--help"),
    ],
)
def test_other_requests_are_refused_in_words(
    arguments: list[str], said: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.endswith(".\n")
    assert list(folder.iterdir()) == []


def test_a_refused_export_leaves_the_old_file(folder: Path) -> None:
    (folder / "x.png").write_bytes(b"old")
    assert main(["picture", "neighbours", "--set", "k=0", "-o", "x.png"]) == 2
    assert (folder / "x.png").read_bytes() == b"old"


# Tables of the user's own


def picture(folder: Path, *values: str) -> int:
    sets = [part for value in values for part in ("--set", value)]
    return main(["picture", "tokens", *sets, "-o", "t.csv"])


def first_rows(folder: Path) -> list[str]:
    with (folder / "t.csv").open(encoding="utf-8", newline="") as file:
        return [row[0] for row in csv.reader(file)][1:4]


def test_a_table_of_ones_own_is_named_by_its_file(folder: Path) -> None:
    (folder / "my table.vec").write_bytes(b"2 2\nowl 1 2\ncat 3 4\n")
    assert picture(folder, "table=my table.vec", "token=owl") == 0
    assert first_rows(folder) == ["owl", "cat"]


def test_a_word_list_and_a_tensor_are_named_as_well(folder: Path) -> None:
    (folder / "e.npy").write_bytes(npy(E))
    (folder / "list").write_text("x\ny\nz\n", encoding="utf-8")
    assert picture(folder, "table=e.npy", "word_list=list") == 0
    assert first_rows(folder) == ["x", "y", "z"]
    (folder / "m.safetensors").write_bytes(written({"a": F, "wpe": P, "b": F}))
    assert picture(folder, "table=m.safetensors", "tensor=wpe") == 0
    assert first_rows(folder) == ["0", "1"]
    assert picture(folder, "table=m.safetensors", "tensor=b", "word_list=list") == 0


LEFT_OUT = b"owl 1 2\nbat nan 1\ncat 3 4\n\n"
REPORT = [
    "posviz: “nan.txt”: 1 line skipped: blank line (line 4).",
    "posviz: “nan.txt”: 1 line skipped: a value is nan or infinite (line 2).",
]


@pytest.mark.parametrize("field", ["table", "other_table"])
def test_what_was_left_out_of_a_table_is_told(
    folder: Path, capsys: pytest.CaptureFixture[str], field: str
) -> None:
    (folder / "nan.txt").write_bytes(LEFT_OUT)
    assert picture(folder, f"{field}=nan.txt") == 0
    said = capsys.readouterr()
    assert said.err.splitlines() == REPORT
    assert said.out == ""
    assert (folder / "t.csv").exists()


def test_tokenize_tells_what_was_left_out_beside_its_output(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "nan.txt").write_bytes(LEFT_OUT)
    assert main(["tokenize", "--table", "nan.txt", "cat bat"]) == 0
    said = capsys.readouterr()
    assert said.err.splitlines() == REPORT
    assert said.out.splitlines() == ["1\tcat", "-\tbat"]


def test_what_must_be_chosen_is_listed_with_how_to_choose_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "e.npy").write_bytes(npy(E))
    assert picture(folder, "table=e.npy") == 2
    assert capsys.readouterr().err.endswith("Name it with --set word_list=FILE.\n")
    (folder / "short").write_text("x\ny\nz\nw\n", encoding="utf-8")
    assert picture(folder, "table=e.npy", "word_list=short") == 2
    assert "3 vectors, “short” 4 lines" in capsys.readouterr().err
    (folder / "m.safetensors").write_bytes(written({"a.weight": F, "wpe": P, "b": F}))
    assert picture(folder, "table=m.safetensors") == 2
    said = capsys.readouterr().err
    assert "--set tensor=NAME:" in said
    assert said.splitlines()[1:] == [
        "  wpe       2 x 2  F32  learned positions",
        "  a.weight  3 x 2  F32",
        "  b         3 x 2  F32",
    ]
    assert picture(folder, "table=m.safetensors", "tensor=c") == 2
    assert "no matrix called “c”" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("bad.vec", b"2 3\nthe 1 2\n", "“bad.vec”, line 1: the header says 3 values"),
        ("none.vec", None, "“none.vec”: there is no such file or table"),
        ("empty.txt", b"", "“empty.txt”: the file is empty"),
        ("x.pt", b"\x80\x02}q", "pickle"),
    ],
)
def test_a_bad_table_is_refused_with_file_place_and_reason(
    folder: Path, capsys: pytest.CaptureFixture[str], name: str, data: bytes | None, said: str
) -> None:
    if data is not None:
        (folder / name).write_bytes(data)
    assert picture(folder, f"table={name}") == 2
    captured = capsys.readouterr()
    assert captured.err.startswith("posviz: ")
    assert said in captured.err
    assert not (folder / "t.csv").exists()


def test_panels_lists_every_panel_and_every_field(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["panels"]) == 0
    lines = capsys.readouterr().out.splitlines()
    words = [line.split() for line in lines]
    for panel in all_panels():
        assert [panel.id, *panel.title().split()] in words
    for name, field in FIELDS.items():
        line = next(line for line in lines if line.split()[:1] == [name] and field.allowed in line)
        assert field.allowed in line


def test_version_and_help_go_to_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, said in (
        (["--version"], f"posviz {posviz.__version__}"),
        (["--help"], "picture, panels, tour, tokenize, handout, lesson, quiz"),
        (["picture", "--help"], "--set"),
        (["practice", "--help"], "try the hidden cases on a file"),
        (["practice", "check", "--help"], "0 passed, 1 not passed, 3 did not finish, 2 refused"),
    ):
        with pytest.raises(SystemExit) as caught:
            main(arguments)
        assert caught.value.code == 0
        assert said in capsys.readouterr().out


def test_tour_renders_every_step(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tour", "-o", "new/tour", "--size", "640x480", "--theme", "light"]) == 0
    written = sorted((folder / "new" / "tour").iterdir())
    assert len(written) == len(STEPS)
    assert capsys.readouterr().out.split() == [str(Path("new/tour") / p.name) for p in written]
    assert (QImage(str(written[0])).width(), QImage(str(written[0])).height()) == (640, 480)


def test_tour_into_a_file_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "taken").write_text("mine", encoding="utf-8")
    assert main(["tour", "-o", "taken"]) == 2
    assert "“taken” cannot be made" in capsys.readouterr().err
    assert (folder / "taken").read_text(encoding="utf-8") == "mine"


def test_without_a_display_pictures_are_made_instead(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert main([]) == 0
    captured = capsys.readouterr()
    assert "no display" in captured.out
    assert captured.err == ""
    assert len(list((folder / "posviz-pictures").iterdir())) == len(STEPS)
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")


def test_a_missing_system_library_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("posviz.system_libraries.missing_libraries", lambda *_asked: [LIBRARIES[0]])
    for arguments in (
        [],
        ["panels"],
        ["picture", "neighbours", "-o", "x.png"],
        ["tour", "-o", "d"],
    ):
        assert main(arguments) == 2
        assert LIBRARIES[0].soname in capsys.readouterr().err
    assert list(folder.iterdir()) == []


def test_a_session_file_is_opened(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Path | None] = []

    def run(file: Path | None) -> int:
        opened.append(file)
        return 0

    monkeypatch.setattr(app, "run", run)
    write_session(folder / "a.posviz", State())
    assert main(["a.posviz"]) == 0
    assert main([]) == 0
    (folder / "v.vec").write_bytes(b"1 2\nthe 1 2\n")
    assert main(["v.vec"]) == 0
    assert opened == [Path("a.posviz"), None, Path("v.vec")]


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (ZeroDivisionError("odd"), 1, "ZeroDivisionError: odd"),
        (MemoryError(), 2, "smaller length or width"),
    ],
)
def test_an_unexpected_error_shows_no_traceback(
    error: Exception,
    code: int,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fails(_file: Path | None) -> int:
        raise error

    monkeypatch.setattr(app, "run", fails)
    monkeypatch.setattr("posviz.crash.open_log", lambda: None)
    assert main([]) == code
    captured = capsys.readouterr()
    assert said in captured.err
    assert "Traceback" not in captured.err
    if code == 1:
        assert "Traceback" in caplog.text
        caplog.clear()


def _posviz(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environ = dict(os.environ, PYTHONPATH=str(Path(posviz.__file__).parent.parent))
    return subprocess.run(
        [sys.executable, "-m", "posviz", *arguments],
        cwd=folder,
        env=environ,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


def test_as_a_program(folder: Path) -> None:
    version = _posviz(folder, "--version")
    assert (version.returncode, version.stderr) == (0, "")
    assert version.stdout.strip() == f"posviz {posviz.__version__}"
    written = _posviz(folder, "picture", "neighbours", "--set", "text=ž 猫 cat", "-o", "ž.svg")
    assert (written.returncode, written.stdout, written.stderr) == (0, "", "")
    assert (folder / "ž.svg").is_file()
    refused = _posviz(folder, "picture", "neighbours", "--set", "k=0", "-o", "n.png")
    assert refused.returncode == 2
    assert refused.stderr == "posviz: k = 0 is not allowed: a whole number from 1 to 100.\n"
    assert not (folder / "n.png").exists()


@pytest.mark.parametrize("asked", ["panels", "practice check one_hot wrong.py"])
def test_a_reader_that_leaves_is_told_nothing_and_nothing_has_passed(
    folder: Path, asked: str
) -> None:
    (folder / "wrong.py").write_text("def one_hot(ids, size):\n    return 0\n")
    environ = dict(os.environ, PYTHONPATH=str(Path(posviz.__file__).parent.parent))
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "posviz", *asked.split()],
        cwd=folder,
        env=environ,
        stdout=writer,
        stderr=subprocess.PIPE,
        timeout=120,
        check=False,
    )
    os.close(writer)
    assert done.stderr == b""
    assert done.returncode == 141


def test_tokenize_prints_id_and_token(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tokenize", "--table", "minilm", "The kittens sat."]) == 0
    # Ids of bert-base-uncased, as the tokenizers package gives them.
    lines = ["1996\tthe", "18401\tkitten", "2015\t##s", "2938\tsat", "1012\t."]
    assert capsys.readouterr().out.splitlines() == lines


def test_tokenize_with_byte_pairs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tokenize", "--bpe", "50000", "hello", "world"]) == 0
    # Ids of GPT-2, as tiktoken gives them.
    assert capsys.readouterr().out.splitlines() == ["31373\thello", "995\tĠworld"]
    assert main(["tokenize", "--bpe", "0", "é"]) == 0
    assert capsys.readouterr().out.splitlines() == ["127\tÃ", "102\t©"]


def test_tokenize_reads_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for data, lines in (
        (b"the cat\r\n", ["13\tthe", "0\tcat"]),
        (b"mat", ["-\tmat"]),
        (b"cat \xff", ["0\tcat", "-\t\ufffd"]),
        (b"", []),
    ):
        stdin = io.TextIOWrapper(io.BytesIO(data), "ascii")
        monkeypatch.setattr("sys.stdin", stdin)
        assert main(["tokenize", "--table", "toy4"]) == 0
        assert capsys.readouterr().out.splitlines() == lines


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--bpe", "50001", "x"], "from 0 to 50000"),
        (["--bpe", "many", "x"], "from 0 to 50000"),
        (["--table", "word2vec", "x"], "toy4, toy16, minilm, glove"),
        (["--table", "minilm", "--bpe", "5", "x"], "not allowed with"),
    ],
)
def test_tokenize_refuses(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tokenize", *arguments]) == 2
    shown = capsys.readouterr()
    assert said in shown.err
    assert shown.out == ""


def test_a_lesson_folder_is_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capture_step(tmp_path, "Mine", "T", "Text.", State(), (("tokens",),), ())
    assert main(["lesson", "check", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "Mine: 1 step\n"
    step = tmp_path / "mine" / "1.md"
    good = step.read_text(encoding="utf-8")
    step.write_text(good.replace('"tokens"', '"nothing"'), encoding="utf-8")
    assert main(["lesson", "check", str(tmp_path)]) == 1
    assert f"{step}, line 3: there is no panel “nothing”" in capsys.readouterr().out
    table = str(tmp_path / "gone.vec")
    step.write_text(good.replace("[state]", f"[state]\ntable = {table!r}"), encoding="utf-8")
    assert main(["lesson", "check", str(tmp_path)]) == 1
    assert "gone.vec" in capsys.readouterr().out
    assert main(["lesson", "check", str(tmp_path / "none")]) == 2
    assert "there is no folder" in capsys.readouterr().err


def test_quiz_prints_a_round_and_its_key(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["quiz", "--seed", "7"]) == 0
    asked = capsys.readouterr().out
    assert [line[:3] for line in asked.splitlines() if re.match(r"\d\.", line)] == [
        f"{number}. " for number in range(1, 8)
    ]
    assert main(["quiz", "--seed", "7", "--answers"]) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"{asked}\nAnswers\n\n1. ")
    assert len(re.findall(r"^\d\. ", told, re.MULTILINE)) == 14
    assert main(["quiz", "--seed", "8"]) == 0
    assert capsys.readouterr().out != asked


def test_quiz_prints_json_with_answers_only_if_asked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["quiz", "--seed", "7", "--json"]) == 0
    asked = json.loads(capsys.readouterr().out)
    assert main(["quiz", "--seed", "7", "--json", "--answers"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert len(asked) == len(told) == 7
    for before, after in zip(asked, told, strict=True):
        assert not before.keys() & {"right", "answer", "number", "why", "reasons"}
        assert before == {key: after[key] for key in before}
        if after["kind"] == "choice":
            assert after["choices"][after["right"]] == after["answer"]
        else:
            assert after["kind"] == "number"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "--seed"),
        (["--seed", "-1"], "from 0 to 2147483647"),
        (["--seed", "many"], "--seed"),
        (["--seed", "1", "cat"], "cat"),
    ],
)
def test_quiz_refuses(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["quiz", *arguments]) == 2
    shown = capsys.readouterr()
    assert said in shown.err
    assert shown.out == ""


def test_practice_lists_the_exercises(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["practice", "list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "one_hot\tOne-hot vectors"
    assert [line.partition("\t")[0] for line in lines] == [e.id for e in shipped_exercises()]


@pytest.mark.parametrize(
    ("source", "code", "said", "printed"),
    [
        (find_exercise("lookup").solution, 0, "Passed: all 4 cases are right.\n", True),
        ("\ufeffdef lookup(E, ids): return E[ids]", 0, "Passed: all 4 cases are right.\n", True),
        ("def lookup(E, ids): return E[0]", 1, "It should be (L, d) = (2, 3).\n", True),
        ("def lookup(E, ids:", 1, "Python cannot read this", False),
        ("", 1, "There is no function “lookup” in your code", True),
        ("import os\nos._exit(0)", 3, "ended Python before it was done", False),
    ],
)
def test_practice_checks_a_file(
    source: str,
    code: int,
    said: str,
    printed: bool,
    folder: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (folder / "mine.py").write_text(f"{source}\nprint('mine ž')\n", encoding="utf-8")
    assert main(["practice", "check", "lookup", "mine.py"]) == code
    captured = capsys.readouterr()
    assert said in captured.out
    assert "mine ž" not in captured.out.replace("print('mine ž')", "")
    assert captured.err == ("mine ž\n" if printed else "")
    assert [path.name for path in folder.iterdir()] == ["mine.py"]


def test_practice_refuses_what_is_no_text(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "mine.py").write_bytes(b"\xff\xfe\x00")
    assert main(["practice", "check", "lookup", "mine.py"]) == 2
    assert "“mine.py” is not UTF-8 text. Save it as UTF-8." in capsys.readouterr().err


def test_the_child_imports_nothing_of_the_window(folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "posviz", "--exercise"],
        cwd=folder,
        env=dict(os.environ, PYTHONPATH=str(Path(posviz.__file__).parent.parent)),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=120,
        check=False,
    )
    names = re.findall(rb"\| +([\w.]+)\n", done.stderr)
    assert b"numpy" in names
    assert b"posviz.sandbox.child" in names
    assert not [n for n in names if n.startswith((b"PySide6", b"posviz.state", b"posviz.model"))]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="Linux has it")
@pytest.mark.parametrize(
    "asked", ["panels", "quiz --seed 1", "practice list", "picture waves --numpy"]
)
def test_an_output_that_takes_nothing_is_told_in_a_line(asked: str, tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "posviz", *asked.split()],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=dict(os.environ, PYTHONPATH=str(Path(posviz.__file__).parent.parent)),
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == "posviz: the output cannot be written: No space left on device.\n"
    assert not list(tmp_path.rglob("posviz.log"))
