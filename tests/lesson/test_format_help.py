"""What lecturers are told about the files of a lesson: enough, true, and nothing left out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from posviz.__main__ import main
from posviz.lesson import step_file
from posviz.lesson.goals import KINDS
from posviz.lesson.steps import lesson_at
from posviz.paths import resource

TEXT = resource("help/lesson-format.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", TEXT, re.DOTALL)
TREE, CHAPTERS, STEP, GLOSSARY = (body for _, body in BLOCKS)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The lesson of the text, written as it says and no other way."""
    made = tmp_path / "my-lesson"
    made.mkdir()
    (made / "chapters.toml").write_text(CHAPTERS, encoding="utf-8")
    (made / "glossary.toml").write_text(GLOSSARY, encoding="utf-8")
    for chapter in re.findall(r'^id = "(.*)"', CHAPTERS, re.MULTILINE):
        (made / chapter).mkdir()
        (made / chapter / "1.md").write_text(STEP, encoding="utf-8")
    return made


def test_a_folder_written_as_it_says_has_no_fault(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lesson", "check", str(folder)]) == 0
    assert capsys.readouterr().out == "A first look: 1 step\nDoes order count?: 1 step\n"
    (step, _) = (chapter.steps[0] for chapter in lesson_at(str(folder)))
    assert step.prediction is not None
    assert step.goal is not None
    assert step.values["text"] == "the cat sat"  # by the chapter
    for name in ("chapters.toml", "glossary.toml", "first-look/", "1.md"):
        assert name in TREE


def test_every_name_of_a_header_is_explained() -> None:
    explained = set(re.findall(r"^- `\[?(\w+)\]?` — ", TEXT, re.MULTILINE))
    assert explained == {*step_file._HEADER, *KINDS}
    for name in step_file._PREDICTION:
        assert f"`{name}`" in TEXT


def test_every_kind_of_goal_is_told_with_its_settings() -> None:
    for kind, row in KINDS.items():
        (told,) = re.findall(rf"^- `{kind}` — (.*)$", TEXT, re.MULTILINE)
        for name in row.settings:
            assert re.search(rf"`{name}\b", told), (kind, name)


EXAMPLES = re.findall(r"^- `(\w+)` — .*?: `(\w+ = .*?)`", TEXT, re.MULTILINE)


@pytest.mark.parametrize("goal", [pair for pair in EXAMPLES if pair[0] in KINDS])
def test_every_example_of_a_goal_is_one(folder: Path, goal: tuple[str, str]) -> None:
    kind, setting = goal
    step = STEP.replace('kind = "select"', f'kind = "{kind}"\n{setting}')
    (folder / "first-look" / "1.md").write_text(step, encoding="utf-8")
    assert main(["lesson", "check", str(folder)]) == 0


def test_the_read_me_and_the_rules_for_contributors_name_it() -> None:
    for name in ("README.md", "CONTRIBUTING.md"):
        text = (resource("..") / name).read_text(encoding="utf-8")
        assert "resources/help/lesson-format.md" in text
