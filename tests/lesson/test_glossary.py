"""The glossary: terms in lower case, each with its explanation."""

from __future__ import annotations

from pathlib import Path

import pytest

from posviz.lesson.glossary import read_glossary, shipped_glossary
from posviz.lesson.lesson_files import LessonError
from posviz.lesson.steps import shipped_lesson


def test_several_terms_may_share_an_explanation(tmp_path: Path) -> None:
    path = tmp_path / "glossary.toml"
    path.write_text('"Id, ids" = "A number."\nwidth = "d."\n', encoding="utf-8")
    assert read_glossary(path) == {"id": "A number.", "ids": "A number.", "width": "d."}


@pytest.mark.parametrize("source", ["id = 5", 'id = ""', "id", 'id = "a"\nid = "b"'])
def test_a_bad_glossary_is_named(tmp_path: Path, source: str) -> None:
    path = tmp_path / "glossary.toml"
    path.write_text(source, encoding="utf-8")
    with pytest.raises(LessonError, match=r"glossary\.toml, line \d: "):
        read_glossary(path)


def test_a_missing_or_binary_glossary_is_named(tmp_path: Path) -> None:
    path = tmp_path / "glossary.toml"
    with pytest.raises(LessonError, match="No such file"):
        read_glossary(path)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(LessonError, match=r"glossary\.toml"):
        read_glossary(path)


def test_the_lesson_uses_words_of_the_glossary() -> None:
    words = " ".join(step.text.lower() for chapter in shipped_lesson() for step in chapter.steps)
    terms = shipped_glossary()
    assert sum(term in words for term in terms) > len(terms) / 3
    assert all(len(text) <= 120 and text.endswith(".") for text in terms.values())
