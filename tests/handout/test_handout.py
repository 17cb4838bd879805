"""The handout as a file: from the command line and from the window, with and without answers."""

from __future__ import annotations

import html
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unicodedata import normalize

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog
from pytestqt.qtbot import QtBot

from posviz import language
from posviz.__main__ import main
from posviz.handout import Choices, Handout
from posviz.lesson.steps import lesson_at
from posviz.widgets import translation
from posviz.window.handout_maker import HandoutDialog
from posviz.window.layouts import panels_of
from posviz.window.main_window import MainWindow
from tests.languages.pseudo import Accented
from tests.pdf import painted, paths_ended_before_they_began

pytestmark = pytest.mark.usefixtures("dark_again")

STEP = """+++
title = "First light"
panels = [["fusion"], ["waves"]]
[state]
position = 2
[predict]
question = "What is sin 0?"
choices = ["zero", "one"]
answer = "zero"
why = "It begins at the axis."
+++
A **paragraph** of text.

$$z = x + p$$
z is x plus p.

| Token | Id |
|-------|---:|
| cat | 3 |
| `sat` | 12 |

> Try it.
"""


@pytest.fixture
def lesson(tmp_path: Path) -> Path:
    folder = tmp_path / "my lesson"
    (folder / "one").mkdir(parents=True)
    (folder / "chapters.toml").write_text('[[chapter]]\nid = "one"\ntitle = "One"\n')
    (folder / "one" / "1.md").write_text(STEP)
    return folder


def words(path: Path) -> str:
    program = shutil.which("pdftotext")
    if program is None:
        pytest.skip("needs pdftotext")
    done = subprocess.run([program, "-layout", path, "-"], capture_output=True, check=True)
    return done.stdout.decode()


def box(path: Path) -> list[float]:
    found = re.search(rb"/MediaBox \[\s*0 0 ([\d.]+) ([\d.]+)", path.read_bytes())
    assert found is not None
    return [float(side) for side in found.groups()]


def test_a_lesson_of_ones_own(
    lesson: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "x.pdf"
    assert main(["handout", "-o", str(out), "--lesson", str(lesson)]) == 0
    told = capsys.readouterr()
    assert told.out == ""
    assert "100 %" in told.err
    assert "is written" in told.err
    assert box(out) == pytest.approx([595.3, 841.9], abs=1)
    text = words(out)
    for part in ("my lesson", "Contents", "First light", "What is sin 0?", "Figure 1 · Fusion"):
        assert part in text
    assert "Figure 2 · Waves" in text
    assert "Glossary" in text
    assert "all-MiniLM-L6-v2 (the sentence" in text  # every sign can be found and copied
    assert re.search(r"Token +Id\n+ *cat +3\n+ *sat +12\n", text)
    assert "|--" not in text
    assert "It begins at the axis" not in text
    assert re.search(r"1\.1\s+First light\s+3\b", text)
    pages = text.split("\f")
    assert "First light" in pages[2]
    assert pages[2].rstrip().endswith("3")


def test_answers_paper_and_panels(lesson: Path, tmp_path: Path) -> None:
    out = tmp_path / "x.pdf"
    more = ["--answers", "--paper", "letter", "--panels", "waves"]
    assert main(["handout", "-o", str(out), "--lesson", str(lesson), *more]) == 0
    assert box(out) == pytest.approx([612, 792], abs=1)
    text = words(out)
    assert "It begins at the axis" in text
    assert "Figure 1 · Waves" in text
    assert "Fusion" not in text


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        (["--paper", "a5"], "a4 or letter"),
        (["--panels", "nonsense"], "no panel “nonsense”"),
        (["--lesson", "nowhere"], "no folder"),
    ],
)
def test_what_cannot_be_made_is_refused(
    tmp_path: Path, more: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["handout", "-o", str(tmp_path / "x.pdf"), *more]) == 2
    assert reason in capsys.readouterr().err
    assert not (tmp_path / "x.pdf").exists()


def test_a_full_disk_leaves_the_old_file(
    lesson: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = tmp_path / "x.pdf"
    out.write_bytes(b"old")

    def full(*_args: Any) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    assert main(["handout", "-o", str(out), "--lesson", str(lesson)]) == 2
    monkeypatch.undo()
    assert "No space left" in capsys.readouterr().err
    assert out.read_bytes() == b"old"
    assert not list(tmp_path.glob(".*.pdf"))


def outline(path: Path) -> list[tuple[str, int]]:
    """The bookmarks as Poppler reads them: title and page."""
    program = shutil.which("pdftohtml")
    if program is None:
        pytest.skip("needs pdftohtml")
    done = subprocess.run([program, "-xml", "-i", "-stdout", path], capture_output=True, check=True)
    found = re.findall(r'<item page="(\d+)">(.*?)</item>', done.stdout.decode())
    return [(html.unescape(title), int(page)) for page, title in found]


def test_bookmarks_lead_to_chapters_and_steps(lesson: Path, tmp_path: Path) -> None:
    out = tmp_path / "x.pdf"
    assert main(["handout", "-o", str(out), "--lesson", str(lesson)]) == 0
    assert outline(out) == [("1  One", 3), ("1.1  First light", 3), ("Glossary", 5)]
    assert words(out).split("\f")[4].split()[0] == "Glossary"


def test_the_update_is_a_right_one(lesson: Path, tmp_path: Path) -> None:
    """Every offset of the last table is that of its object, and links lie on the contents."""
    out = tmp_path / "x.pdf"
    assert main(["handout", "-o", str(out), "--lesson", str(lesson)]) == 0
    pdf = out.read_bytes()
    start = int(pdf[pdf.rindex(b"startxref") :].split()[1])
    assert pdf[start:].startswith(b"xref\n")
    listed = re.findall(rb"\n(\d+) 1\n(\d{10}) 00000 n ", pdf[start:])
    assert len(listed) == 6  # catalogue, links of a page, outline and its three lines
    for number, offset in listed:
        assert pdf[int(offset) :].startswith(number + b" 0 obj\n")
    assert b"/Lang (en-GB)" in pdf
    assert pdf.count(b"/Subtype /Link") == 3


def test_no_path_ends_before_it_begins(lesson: Path, tmp_path: Path) -> None:
    out = tmp_path / "x.pdf"
    assert main(["handout", "-o", str(out), "--lesson", str(lesson)]) == 0
    assert len(painted(out)) >= 3
    assert paths_ended_before_they_began(out) == 0


def test_the_quiz_and_exercises_stand_in_their_chapters(lesson: Path, tmp_path: Path) -> None:
    step = STEP.replace('[["fusion"], ["waves"]]', '[["quiz"], ["practice"]]')
    (lesson / "one" / "1.md").write_text(step)
    out = tmp_path / "x.pdf"
    assert main(["handout", "-o", str(out), "--lesson", str(lesson), "--answers"]) == 0
    text = words(out)
    for part in ("A round on paper", "One-hot vectors", "def one_hot(ids, size):"):
        assert text.index("First light") < text.index(part) < text.index("Answers\n")
    # What is typed in an exercise stays in lines.
    assert re.search(r"\n *0 0 1 0\n *1 0 0 0\n", text)
    assert "Figure 1" not in text
    assert "**" not in text.replace("10000 ** ", "").replace("base ** ", "")
    assert text.index("Answers\n") < text.index("rows = np.zeros((len(ids), size))")


def test_every_step_that_ships_has_panels() -> None:
    steps = [step for chapter in lesson_at("") for step in chapter.steps]
    assert all(panels_of(step) and "lesson" not in panels_of(step) for step in steps)


def test_the_window_makes_it_and_goes_on(
    make_main_window: Callable[..., MainWindow], lesson: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    window, out = make_main_window(), tmp_path / "x.pdf"
    maker = window.handouts()
    maker.make(Choices(panels_of, str(lesson)), out)
    assert maker.busy
    window.session.update(position=2)  # nothing waits for it
    qtbot.waitUntil(lambda: not maker.busy, timeout=20_000)
    assert out.read_bytes().startswith(b"%PDF-")


def test_cancelling_leaves_the_old_file(
    make_main_window: Callable[..., MainWindow], lesson: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    window, out = make_main_window(), tmp_path / "x.pdf"
    out.write_bytes(b"old")
    maker = window.handouts()
    maker.make(Choices(panels_of, str(lesson)), out)
    window.writing.cancelled.emit()
    assert not maker.busy
    assert out.read_bytes() == b"old"


def test_the_dialog_by_keys_alone(
    make_main_window: Callable[..., MainWindow],
    lesson: Path,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    out = tmp_path / "x.pdf"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_given: (str(tmp_path / "x"), ""))
    window = make_main_window()
    window.session.update(lesson=str(lesson), step="one/1")
    window.actions_by_id["handout"].trigger()
    (dialog,) = window.findChildren(HandoutDialog)
    qtbot.waitUntil(dialog.paper.hasFocus)
    qtbot.keyClick(dialog.paper, Qt.Key.Key_Down)
    qtbot.keyClick(dialog.paper, Qt.Key.Key_Tab)
    qtbot.keyClick(dialog.answers, Qt.Key.Key_Space)
    qtbot.keyClick(dialog.answers, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not window.handouts().busy, timeout=20_000)
    assert box(out) == pytest.approx([612, 792], abs=1)
    assert "It begins at the axis" in words(out)
    assert any("“x.pdf” is written" in message for message in window.notices.messages)


def test_what_the_window_cannot_write_is_told_and_leaves_the_old_file(
    make_main_window: Callable[..., MainWindow],
    lesson: Path,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    window, out = make_main_window(), tmp_path / "x.pdf"
    maker = window.handouts()
    maker.make(Choices(panels_of, str(lesson)), tmp_path / "nowhere" / "x.pdf")
    assert not maker.busy
    (told,) = window.notices.messages
    assert "No such file or directory" in told

    def full(*_args: Any) -> int:
        raise OSError(28, "No space left on device")

    out.write_bytes(b"old")
    monkeypatch.setattr(Path, "write_bytes", full)
    maker.make(Choices(panels_of, str(lesson)), out)
    qtbot.waitUntil(lambda: not maker.busy, timeout=20_000)
    (told,) = window.notices.messages
    assert "No space left" in told
    assert out.read_bytes() == b"old"


def test_one_file_at_a_time_and_the_notice_goes(
    make_main_window: Callable[..., MainWindow], lesson: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    window = make_main_window()
    maker = window.handouts()
    maker.make(Choices(panels_of, str(lesson)), tmp_path / "x.pdf")
    for action in ("handout", "export"):
        window.actions_by_id[action].trigger()
        assert window.notices.messages == ("A handout is being made. Wait for it, or cancel it.",)
        assert not window.findChildren(QDialog)
    qtbot.waitUntil(lambda: not maker.busy, timeout=20_000)
    assert not any("is being made" in message for message in window.notices.messages)


def test_closing_the_window_gives_it_up(
    make_main_window: Callable[..., MainWindow], lesson: Path, tmp_path: Path
) -> None:
    window, out = make_main_window(), tmp_path / "x.pdf"
    window.handouts().make(Choices(panels_of, str(lesson)), out)
    window.close()
    assert not window.handouts().busy
    assert not list(tmp_path.glob("*.pdf"))


def test_the_handout_speaks_the_language_that_is_on(
    lesson: Path, tmp_path: Path, qapp: QApplication
) -> None:
    translation.install_translators(qapp, "de", [translation.Catalogue(Accented())])
    out = tmp_path / "x.pdf"
    try:
        for _ in Handout(Choices(panels_of, str(lesson), answers=True), out).steps():
            pass
    finally:
        translation.install_translators(qapp, language.BRITISH, [])
    text = words(out)
    english = ("Contents", "Predict first", "My prediction", "With answers", "Answers", "Glossary")
    for told in (*english, "Figure", "Made with", "Licences", "A lesson to read"):
        assert told not in text
        # Poppler writes some letters with accents as two.
        assert Accented().letters(told) in normalize("NFC", text)
    assert b"/Lang (de)" in out.read_bytes()
