"""Languages: texts, plurals and numbers follow them, and what is not translated falls back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QApplication

from posviz import language
from posviz.lesson.steps import lesson_at
from posviz.model.notation import plain, plural
from posviz.widgets import translation
from tests.languages.catalogue import texts
from tests.languages.pseudo import Accented, Hebrew

STEP = '+++\ntitle = "{title}"\n+++\n\nText.\n'


@pytest.fixture
def made_up(qapp: QApplication) -> Iterator[QApplication]:
    yield qapp
    translation.install_translators(qapp, language.BRITISH, [])


def test_texts_words_and_numbers_follow_the_language(made_up: QApplication) -> None:
    translation.install_translators(made_up, "de", [translation.Catalogue(Accented())])
    assert QCoreApplication.translate("AnyClass", "All {n} words") == "ÁÁll {n} wóórdš"
    assert plural(2, "row") == "róów"
    assert plain(1.5, 2) == "1,50"
    translation.install_translators(made_up, language.BRITISH, [])
    assert (plural(1, "row"), plural(2, "row"), plain(1.5, 2)) == ("row", "rows", "1.50")


def test_a_language_from_right_to_left_turns_the_window(made_up: QApplication) -> None:
    translation.install_translators(made_up, "he", [translation.Catalogue(Hebrew())])
    assert made_up.layoutDirection() == Qt.LayoutDirection.RightToLeft


def test_each_step_falls_back_by_itself(made_up: QApplication, tmp_path: Path) -> None:
    (tmp_path / "chapters.toml").write_text('[[chapter]]\nid = "one"\ntitle = "One"\n')
    for name, title in (("one/1.md", "First"), ("one/2.md", "Second"), ("de/one/2.md", "Zweiter")):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(STEP.format(title=title))
    (tmp_path / "de/chapters.toml").write_text('[[chapter]]\nid = "one"\ntitle = "Eins"\n')
    british = lesson_at(str(tmp_path))[0]
    assert (british.title, [step.title for step in british.steps]) == ("One", ["First", "Second"])
    translation.install_translators(made_up, "de", [])
    german = lesson_at(str(tmp_path))[0]
    assert (german.title, [step.title for step in german.steps]) == ("Eins", ["First", "Zweiter"])
    assert [step.id for step in german.steps] == ["one/1", "one/2"]


def test_the_catalogue_lists_the_texts_of_the_program() -> None:
    listed = {text.source for text in texts()}
    assert {"&File", "Shuffle"} <= listed
