"""A step captured from a State, read back as the same State."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from posviz.lesson.authoring import capture_step
from posviz.lesson.lesson_files import LessonError
from posviz.lesson.step_file import read_step
from posviz.lesson.steps import read_lesson
from posviz.state import State
from tests.test_state import states

PANELS = (("tokens", "vectors"), ("neighbours",))


def capture(folder: Path, state: State, chapter: str = "One", title: str = "T") -> Path:
    return capture_step(folder, chapter, title, "Text.\n", state, PANELS, {"width"})


def test_steps_are_numbered_in_chapters_in_order(tmp_path: Path) -> None:
    folder = tmp_path / "own" / "lesson"
    first = capture(folder, State())
    second = capture(folder, State())
    other = capture(folder, State(), "Größen: x & y")
    assert (first.name, second.name, other.name) == ("1.md", "2.md", "1.md")
    assert first.parent == second.parent
    lesson = read_lesson(folder)
    assert [chapter.title for chapter in lesson] == ["One", "Größen: x & y"]
    assert [len(chapter.steps) for chapter in lesson] == [2, 1]
    assert lesson[1].id == "groen-x-y"
    assert lesson[0].steps[0].panels == PANELS
    assert lesson[0].steps[0].text == "Text."


@given(states())
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_a_captured_step_sets_the_state_that_it_was_made_from(tmp_path: Path, state: State) -> None:
    step = read_step(capture(tmp_path, state))
    shown = step.applied_to(State())
    assert shown == replace(state, step=step.id, lesson="")


def test_what_the_panels_use_is_set_even_at_its_default(tmp_path: Path) -> None:
    step = read_step(capture(tmp_path, State(k=9)))
    assert step.values == {"token": "cat", "position": 1, "width": 64, "k": 9}


def test_a_token_that_is_not_the_one_at_the_position_stays(tmp_path: Path) -> None:
    state = State().with_changes(token="cat", position=0)
    step = read_step(capture(tmp_path, state))
    assert step.applied_to(State()).token == "cat"
    assert step.applied_to(State()).position == 0


@pytest.mark.parametrize("title", ['a "b" \\ c', "two\nlines", "+++", "💡 \u007f"])
def test_any_title_is_read_back(tmp_path: Path, title: str) -> None:
    assert read_step(capture(tmp_path, State(), title=title)).title == title.replace("\n", " ")


def test_chapters_whose_names_give_the_same_folder_are_kept_apart(tmp_path: Path) -> None:
    first = capture(tmp_path, State(), "A b")
    second = capture(tmp_path, State(), "a, b")
    third = capture(tmp_path, State(), "日本")
    names = [first.parent.name, second.parent.name, third.parent.name]
    assert names == ["a-b", "a-b-2", "chapter"]


def test_a_broken_lesson_is_not_written_to(tmp_path: Path) -> None:
    index = tmp_path / "chapters.toml"
    index.write_text("[[chapter", encoding="utf-8")
    with pytest.raises(LessonError, match="line 1"):
        capture(tmp_path, State())
    assert index.read_text(encoding="utf-8") == "[[chapter"


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(LessonError, match="file"):
        capture(tmp_path / "file" / "lesson", State())


def test_an_index_that_cannot_be_replaced_stays_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    capture(tmp_path, State())
    before = (tmp_path / "chapters.toml").read_text(encoding="utf-8")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device", "chapters.toml")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(LessonError, match="No space left"):
        capture(tmp_path, State(), "Two")
    assert (tmp_path / "chapters.toml").read_text(encoding="utf-8") == before
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]
