"""Lesson files: good ones are read, bad ones are named with file, line and reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from posviz.lesson.goals import Goal
from posviz.lesson.lesson_files import LessonError
from posviz.lesson.step_file import Prediction, Step, read_step
from posviz.lesson.steps import beside, chapter_of, find_step, read_lesson, shipped_lesson
from posviz.panels import all_panels
from posviz.state import State
from posviz.window.layouts import ARRANGEMENTS

LESSON = shipped_lesson()
STEPS = [step for chapter in LESSON for step in chapter.steps]


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.id)
def test_every_shipped_step_applies_and_says_something(step: Step) -> None:
    state = step.applied_to(State(text="something else", width=12, position=3))
    assert state.step == step.id
    assert step.title
    assert step.text
    changed = state.to_dict()
    assert {name: changed[name] for name in step.values} == dict(step.values)


def test_steps_are_numbered_from_one_without_a_gap() -> None:
    for chapter in LESSON:
        numbers = [int(step.id.partition("/")[2]) for step in chapter.steps]
        assert numbers == list(range(1, len(numbers) + 1))
        assert {step.chapter for step in chapter.steps} == {chapter.id}


def test_the_first_step_is_where_a_state_begins() -> None:
    assert STEPS[0].id == State().step


def test_every_step_has_an_arrangement_and_every_arrangement_a_step() -> None:
    assert {step.arrangement for step in STEPS} == set(ARRANGEMENTS)
    assert {chapter.id for chapter in LESSON} <= set(ARRANGEMENTS)
    assert "lesson" in {panel.id for panel in all_panels()}


def test_steps_are_found_by_id() -> None:
    assert find_step(STEPS[-1].id, LESSON) is STEPS[-1]
    assert find_step(f"{LESSON[1].id}/99", LESSON) is LESSON[1].steps[0]
    assert find_step("nowhere/1", LESSON) is STEPS[0]
    assert chapter_of("nowhere", LESSON) is LESSON[0]


def test_going_on_and_back_crosses_chapters_and_stops_at_the_ends() -> None:
    walked = [STEPS[0]]
    while (step := beside(walked[-1].id, 1, LESSON)) is not None:
        walked.append(step)
    assert walked == STEPS
    assert beside(STEPS[0].id, -1, LESSON) is None
    assert beside(STEPS[3].id, -1, LESSON) is STEPS[2]


ASKED = """+++
title = "T"
[predict]
question = "Q?"
choices = ["x", "y"]
answer = "x"
why = "W."
+++
Text.
"""


def test_a_step_may_ask_for_a_prediction_and_set_a_goal(tmp_path: Path) -> None:
    source = ASKED.replace("[predict]", '[goal]\ntext = "G"\nkind = "select"\n[predict]')
    step = read_step(write_step(tmp_path, source))
    assert step.prediction == Prediction("Q?", ("x", "y"), "x", "W.")
    assert step.goal == Goal("G", "select")


def write_step(tmp_path: Path, source: str) -> Path:
    path = tmp_path / "chapter" / "1.md"
    path.parent.mkdir(exist_ok=True)
    path.write_text(source, encoding="utf-8")
    return path


def test_a_step_is_read(tmp_path: Path) -> None:
    source = '\ufeff+++\ntitle = "T"\n[state]\nwidth = 8\npairs = [0, 3]\n+++\n\nOne.\n\n> Two.\n'
    step = read_step(write_step(tmp_path, source))
    assert step == Step(
        "chapter/1", "chapter", "T", "One.\n\n> Two.", {"width": 8, "pairs": [0, 3]}, "chapter"
    )
    assert step.applied_to(State()).width == 8


def test_a_step_may_name_its_arrangement(tmp_path: Path) -> None:
    path = write_step(tmp_path, '+++\ntitle = "T"\narrangement = "pieces"\n+++\n')
    assert read_step(path).arrangement == "pieces"


def write_chapter(tmp_path: Path, state: str) -> Path:
    write_step(tmp_path, '+++\ntitle = "T"\n[state]\nk = 3\n+++\n1 000 and 20 of 30 522 in 2 5')
    index = tmp_path / "chapters.toml"
    index.write_text(f'[[chapter]]\nid = "chapter"\ntitle = "C"\n{state}\n', encoding="utf-8")
    return tmp_path


def test_steps_begin_with_the_values_of_their_chapter(tmp_path: Path) -> None:
    folder = write_chapter(tmp_path, "[chapter.state]\nk = 9\nanalogy = false")
    step = read_lesson(folder)[0].steps[0]
    assert step.values == {"k": 3, "analogy": False}
    assert step.applied_to(State(analogy=True, k=50)).analogy is False


@pytest.mark.parametrize(
    ("state", "said"),
    [
        ("state = 5", r"line 4: .*\[chapter.state\]"),
        ("[chapter.state]\nanalogy = true\nk = 0", r"chapters.toml, line 6: .*from 1 to 100"),
    ],
)
def test_bad_values_of_a_chapter_are_refused(tmp_path: Path, state: str, said: str) -> None:
    with pytest.raises(LessonError, match=said):
        read_lesson(write_chapter(tmp_path, state))


def test_no_line_breaks_inside_a_number(tmp_path: Path) -> None:
    text = read_lesson(write_chapter(tmp_path, ""))[0].steps[0].text
    assert text == "1\u202f000 and 20 of 30\u202f522 in 2 5"


def test_steps_on_trained_tables_are_read_without_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("posviz.tables.load", lambda *_: pytest.fail("a table was read"))
    header = '+++\ntitle = "T"\n[state]\ntable = "minilm"\n{}\n+++\n'
    assert read_step(write_step(tmp_path, header.format("k = 2"))).values["k"] == 2
    with pytest.raises(LessonError, match=r"line 5: .*from 1 to 100"):
        read_step(write_step(tmp_path, header.format("k = 0")))


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.id)
def test_every_step_can_be_shown(step: Step) -> None:
    state = step.applied_to(State())
    assert state.id_of(state.token) >= 0


@pytest.mark.parametrize(
    ("source", "line", "reason"),
    [
        ("", 1, "header"),
        ("No header.\n", 1, "header"),
        ('+++\ntitle = "T"\n', 1, "header"),
        ("+++\n+++\nText.", 1, "title"),
        ("+++\ntitle = 5\n+++\n", 2, "title"),
        ('+++\ntitle = ""\n+++\n', 2, "title"),
        ('+++\ntitle = "T"\nwidth\n+++\n', 3, "Expected"),
        ('+++\ntitle = "T"\nk = 1\nk = 2\n+++\n', 4, "the same name stands twice"),
        ('+++\ntitle = "T"\n[state]\n[state]\n+++\n', 4, "the same heading stands twice"),
        ("+++\ntitle = “T”\n+++\n", 2, "straight quotes"),
        ('+++\ntitle = "T\n+++\n', 2, "not closed with a quote"),
        ('+++\ntitle = "T"\narrangement = 5\n+++\n', 3, "arrangement"),
        ('+++\ntitle = "T"\nstate = 5\n+++\n', 3, "[state]"),
        ('+++\ntitle = "T"\n\n[state]\nk = 1\nwidth = 0\n+++\n', 6, "from 1 to 12288"),
        ('+++\ntitle = "T"\n[state]\ncolour = 1\n+++\n', 4, "no field"),
        ('+++\ntitle = "T"\n[state]\nself = 1\n+++\n', 4, "no field"),
        ('+++\ntitle = "T"\n[state]\nwidth = 8\ndimension = 8\n+++\n', 5, "from 0 to 7"),
        ('+++\ntitle = "T"\n[state]\nk = 2\nstep = "a/1"\n+++\n', 5, "leave it out"),
        ('+++\ntitle = "T"\n[state]\nk = 2024-01-01\n+++\n', 4, "from 1 to 100"),
        ('+++\ntitle = "T"\n[state]\nbase = nan\n+++\n', 4, "from 0.001"),
        ('+++\ntitle = "T"\npredict = 5\n+++\n', 3, "[predict]"),
        ('+++\ntitle = "T"\n[predict]\nquestion = "Q"\n+++\n', 3, "“answer”"),
        (ASKED.replace('"Q?"', "5"), 4, "“question”"),
        (ASKED.replace('["x", "y"]', '"x"'), 5, "list of texts"),
        (ASKED.replace('["x", "y"]', '["x", "x"]'), 5, "different"),
        (ASKED.replace('["x", "y"]', '["x"]'), 5, "2 to 5"),
        (ASKED.replace('answer = "x"', 'answer = "z"'), 6, "none of the choices"),
        (ASKED.replace('"W."', '"W."\nhint = "H"'), 8, "no “hint”"),
        ('+++\ntitle = "T"\ngoal = "win"\n+++\n', 3, "[goal]"),
        ('+++\ntitle = "T"\n[goal]\ntext = "G"\nkind = "win"\n+++\n', 5, "one of own_word"),
        ('+++\ntitle = "T"\n[goal]\ntext = "G"\n+++\n', 3, "one of own_word"),
        ('+++\ntitle = "T"\n[state]\nk = ' + "1" * 5000 + "\n+++\n", 2, "too long"),
    ],
)
def test_a_bad_step_is_named_with_its_line(
    tmp_path: Path, source: str, line: int, reason: str
) -> None:
    path = write_step(tmp_path, source)
    with pytest.raises(LessonError) as caught:
        read_step(path)
    assert str(caught.value).startswith(f"{path}, line {line}: ")
    assert reason in str(caught.value)


def test_a_step_that_is_no_text_is_named(tmp_path: Path) -> None:
    path = write_step(tmp_path, "")
    path.write_bytes(b"+++\n\xff\xfe\n")
    with pytest.raises(LessonError, match="UTF-8"):
        read_step(path)
    with pytest.raises(LessonError, match=r"2\.md, line 1: .*No such file"):
        read_step(path.with_name("2.md"))


def test_all_faults_of_a_header_are_told(tmp_path: Path) -> None:
    header = (
        '+++\ntitle = 5\n[state]\nk = 0\n[goal]\ntext = "G"\nkind = "select"\ntokn = "a"\n+++\n'
    )
    with pytest.raises(LessonError) as caught:
        read_step(write_step(tmp_path, header))
    places = [fault.partition(": ")[0].rpartition(" ")[2] for fault in caught.value.faults]
    assert places == ["2", "4", "8"]
    assert str(caught.value).endswith("There are 2 more faults; “posviz lesson check” lists all.")


@pytest.mark.parametrize(
    "index",
    [
        "",
        "chapter = 5",
        "chapter = []",
        '[chapter]\nid = "a"',
        '[[chapter]]\nid = "a"',
        '[[chapter]]\nid = 1\ntitle = "A"',
        "[[chapter",
        '[[chapter]]\nid = "none"\ntitle = "A"',
    ],
)
def test_a_bad_index_is_named(tmp_path: Path, index: str) -> None:
    (tmp_path / "chapters.toml").write_text(index, encoding="utf-8")
    with pytest.raises(LessonError, match=str(tmp_path)):
        read_lesson(tmp_path)


def test_a_lesson_without_an_index_is_named(tmp_path: Path) -> None:
    with pytest.raises(LessonError, match=r"chapters\.toml"):
        read_lesson(tmp_path)


def test_the_tenth_step_comes_after_the_ninth(tmp_path: Path) -> None:
    index = '[[chapter]]\nid = "chapter"\ntitle = "C"'
    (tmp_path / "chapters.toml").write_text(index, encoding="utf-8")
    path = write_step(tmp_path, '+++\ntitle = "1"\n+++\n')
    for number in (9, 10, 2):
        path.with_name(f"{number}.md").write_text(f'+++\ntitle = "{number}"\n+++\n')
    assert [step.title for step in read_lesson(tmp_path)[0].steps] == ["1", "2", "9", "10"]
