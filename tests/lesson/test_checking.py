"""Checking a lesson folder: every fault is told with file and line, and all of them at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from posviz.lesson.checking import check_folder
from posviz.lesson.lesson_files import LessonError
from posviz.panels import ENTRIES
from posviz.paths import resource
from posviz.window.layouts import ARRANGEMENTS

PANELS = {entry.id for entry in ENTRIES}
INDEX = '[[chapter]]\nid = "one"\ntitle = "One"\n'
HEAD = '+++\ntitle = "T"\npanels = [["tokens"]]\n'
START = '[state]\ntable = "toy4"\ntext = "the cat sat"\ntoken = "cat"\nposition = 1\nwidth = 8\n'


def make(folder: Path, files: dict[str, str], index: str = INDEX) -> Path:
    (folder / "chapters.toml").write_text(index, encoding="utf-8")
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def faults(folder: Path) -> list[str]:
    """Faults of a folder, with the folder's own name left out."""
    try:
        check_folder(folder, PANELS, ARRANGEMENTS)
    except LessonError as error:
        return [fault.replace(f"{folder}/", "") for fault in error.faults]
    return []


def step(header: str = "", text: str = "Text.") -> dict[str, str]:
    return {"one/1.md": f"{HEAD}{header}+++\n{text}\n"}


def test_the_lesson_that_ships_has_no_fault() -> None:
    assert len(check_folder(resource("lesson"), PANELS, ARRANGEMENTS)) == 8


GOOD = """\
Costs \\$5, and `$x` is code. A bar | too.

$$\\frac{a}{b}$$
a over b

    $ typed as it stands

The shapes:
| matrix | shape |
|:-------|------:|
| **E** | `V|d` |
| X \\| x | L |
Words below it.
"""


def test_what_is_right_is_not_blamed(tmp_path: Path) -> None:
    header = 'notes = "Ask first."\n' + START
    assert faults(make(tmp_path, step(header, GOOD))) == []


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("$$a^2\nsquared", 0, "not closed"),
        ("$$\na^2\n$$", 0, "not closed"),
        ("$$", 0, "not closed"),
        ("Words.\n\n$$a^2$\nsquared", 2, "not closed"),
        ("$$\\frac{a}{b$$\nread", 0, "brace"),
        ("$$a$ b$$\nread", 0, "a $ inside"),
        ("$$a^2$$", 0, "how the formula is read out"),
        ("Words $$a^2$$ here.", 0, "beginning of a paragraph"),
        ("One.\nThe value $x is open.", 1, "this $ is not closed"),
        ("The value $x$ is inside.", 0, "no formula is drawn inside a sentence"),
        ("> Try $x now.", 0, "not closed"),
        ("| a | b |\n| 1 | 2 |", 0, "|---|---|"),
        ("| a | b |\n|---|---|", 0, "no rows"),
        ("| a | b |\n|---|---|\n| 1 | 2 |\n| 3 |", 3, "has 1 cell, its heading 2"),
        ("| a | b |\n|---|\n| 1 | 2 |", 1, "has 1 cell"),
        ("| a | b |\n|---|---|\n| 1 | $2 |", 2, "this $ is not closed"),
    ],
)
def test_formulas_and_tables_that_are_not_closed(
    tmp_path: Path, text: str, line: int, said: str
) -> None:
    (fault,) = faults(make(tmp_path, step(text=text)))
    assert fault.startswith(f"one/1.md, line {line + 5}: ")
    assert said in fault


@pytest.mark.parametrize(
    ("header", "line", "said"),
    [
        ('titel = "T"\n', 4, "the header of a step has no “titel”. Did you mean “title”?"),
        ('[predct]\nquestion = "Q"\n', 4, "has no “predct”. Did you mean “predict”?"),
        ("\n[notes]\na = 1\n", 5, "the notes are a text"),
        ('panel = [["tokens"]]\n', 4, "Did you mean “panels”?"),
        ('[state]\nlesson = "x"\n', 5, "leave it out"),
        ('[state]\nwidth = 8\ntable = "toy4"\ntoken = 5\n', 7, "one token"),
    ],
)
def test_names_that_a_header_does_not_have(
    tmp_path: Path, header: str, line: int, said: str
) -> None:
    (fault,) = faults(make(tmp_path, step(header)))
    assert fault.startswith(f"one/1.md, line {line}: ")
    assert said in fault


@pytest.mark.parametrize(
    ("goal", "line", "said"),
    [
        ('kind = "alike"\nabove = 5', 3, "no cosine is above 1"),
        ('kind = "alike"\nabove = 1', 3, "no cosine is above 1"),
        ('kind = "alike"\nabove = nan', 3, "no cosine is above 1"),
        ('kind = "alike"\nbelow = -1.5', 3, "no cosine is below −1"),
        ('kind = "alike"\nbelow = inf', 3, "no cosine is below −1"),
        ('kind = "alike"\nabove = 0.9999', 3, "the largest cosine of two tokens"),
        ('kind = "alike"\nbelow = -0.9999', 3, "the smallest cosine of two tokens"),
        ('kind = "alike"', 2, "needs “above”, “below” or both"),
        ('kind = "collide"\nwithin = -0.1', 3, "no distance is below 0"),
        ('kind = "collide"\nwithin = nan', 3, "no distance is below 0"),
        ('kind = "collide"\nwithin = inf', 3, "no distance is below 0"),
        ('kind = "select"\ntoken = "zyxw"', 3, "neither in the vocabulary"),
        ('kind = "state"\ntoken = "zyxw"', 3, "neither in the vocabulary"),
        ('kind = "select"\nposition = 5000', 3, "cannot be reached: position = 5000"),
        ('kind = "select"\ndimension = 8', 3, "cannot be reached: dimension = 8"),
        ('kind = "select"\ntoken = "cat"\nposition = 1', 2, "begins with its goal reached"),
        ('kind = "state"\norder = [3, 2, 1, 0]', 3, "cannot be reached"),
        ('kind = "state"\nwidth = 8', 2, "begins with its goal reached"),
        ('kind = "state"\nwidth = 4\ndimension = 6', 4, "cannot be reached: dimension = 6"),
        ('kind = "other_place"', 2, "“cat” does not stand twice"),
        ('kind = "changed"\nfields = ["widht"]', 3, "did you mean “width”"),
    ],
)
def test_goals_that_cannot_be_reached(tmp_path: Path, goal: str, line: int, said: str) -> None:
    header = f'{START}[goal]\ntext = "Do it."\n{goal}\n'
    (fault,) = faults(make(tmp_path, step(header)))
    assert fault.startswith(f"one/1.md, line {line + 10}: "), fault
    assert said in fault


def test_a_goal_for_an_unknown_word_is_not_there_already(tmp_path: Path) -> None:
    header = START.replace("the cat sat", "the zyxw sat").replace('"cat"', '"zyxw"')
    (fault,) = faults(make(tmp_path, step(f'{header}[goal]\ntext = "G"\nkind = "unknown"\n')))
    assert "begins with its goal reached" in fault


@pytest.mark.parametrize(
    ("index", "line", "said"),
    [
        (INDEX + '[[chapter]]\nid = "one"\ntitle = "Two"\n', 5, "there is a chapter “one” already"),
        (INDEX + '[[chapter]]\nid = "ONE"\ntitle = "Two"\n', 5, "there is a chapter “ONE” already"),
        (INDEX + '[[chapter]]\nid = "../one"\ntitle = "Two"\n', 5, "cannot be the id"),
        (INDEX + '[[chapter]]\nid = ".."\ntitle = "Two"\n', 5, "cannot be the id"),
        (INDEX + '[[chapter]]\nid = "a/b"\ntitle = "Two"\n', 5, "cannot be the id"),
        (INDEX + '[[chapter]]\nid = "a\\\\b"\ntitle = "Two"\n', 5, "cannot be the id"),
        (INDEX + '[[chapter]]\ntitle = "Two"\n', 4, "chapter 2 needs the text “id”"),
        (INDEX + 'colour = "red"\n', 4, "a chapter has no “colour”"),
        (INDEX + '[[chaptr]]\nid = "two"\n', 4, "Did you mean “chapter”?"),
        (INDEX + "[chapter.state]\nk = 3\nwidht = 5\n", 6, "no field “widht”"),
        (INDEX + '[chapter.state]\nstep = "a/1"\n', 5, "not set by a chapter"),
    ],
)
def test_faults_of_the_index(tmp_path: Path, index: str, line: int, said: str) -> None:
    (fault,) = faults(make(tmp_path, step(), index))
    assert fault.startswith(f"chapters.toml, line {line}: "), fault
    assert said in fault


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["01.md"], "one/01.md, line 1: a step is named by its number"),
        (["1.md", "02.md"], "one/02.md, line 1: a step is named by its number"),
        (["1.md", "notes.md"], "one/notes.md, line 1: a step is named by its number"),
        (["1.md", "2.markdown"], "one/2.markdown, line 1: this file is not shown"),
        (["1.md", "2.MD"], "one/2.MD, line 1: this file is not shown"),
        (["1.md", "4.md"], "one/4.md, line 1: before this step 2.md, 3.md is missing"),
        (["2.md"], "one/2.md, line 1: before this step 1.md is missing"),
    ],
)
def test_steps_that_their_name_hides(tmp_path: Path, names: list[str], said: str) -> None:
    text = step()["one/1.md"]
    (fault,) = faults(make(tmp_path, {f"one/{name}": text for name in names}))
    assert fault.startswith(said)


def test_a_folder_of_steps_that_no_chapter_lists_is_told(tmp_path: Path) -> None:
    (fault,) = faults(make(tmp_path, {**step(), "two/1.md": step()["one/1.md"]}))
    assert "the folder “two” holds steps" in fault


def test_a_glossary_is_checked_too(tmp_path: Path) -> None:
    found = faults(make(tmp_path, {**step(), "glossary.toml": 'a = "A."\nb = 5\nc = ""\n'}))
    assert [fault.partition(": ")[0] for fault in found] == [
        "glossary.toml, line 2",
        "glossary.toml, line 3",
    ]


def test_all_faults_are_listed_in_the_order_of_the_files(tmp_path: Path) -> None:
    bad = HEAD + "[state]\nk = 0\nwidth = 0\n[goal]\nkind = 5\n+++\nOpen $x.\n\n$$a\n"
    index = INDEX + '[[chapter]]\nid = "two"\ntitle = ""\n'
    files = {"one/10.md": bad, "one/2.md": "No header.", "two/1.md": bad}
    found = faults(make(tmp_path, files, index))
    places = [fault.partition(": ")[0] for fault in found]
    assert places == [
        "chapters.toml, line 6",
        "one/2.md, line 1",
        "one/10.md, line 1",
        *(f"one/10.md, line {line}" for line in (5, 6, 7, 8, 10, 12)),
        *(f"two/1.md, line {line}" for line in (5, 6, 7, 8, 10, 12)),
    ]
