"""In a made-up language no panel says anything of its own in English."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from posviz import language
from posviz.model import toy_tables
from posviz.model.positional.bugs import CATCHERS
from posviz.panels import all_panels
from posviz.panels.panel import Panel
from posviz.paths import resource
from posviz.session import Session
from posviz.state import State
from posviz.widgets import translation
from tests.languages.catalogue import texts
from tests.languages.pseudo import Accented
from tests.panels.saying import CASES, said

_WORD = re.compile(r"[A-Za-z]{4,}(?!\d)\b")
_CODE = re.compile(r"`[^`]*`|\[[A-Z]+\]|<[^>]*>|\$[^$]*\$|\b\w+\([^)]*\)|\b\w+[._=]\w+")


@cache
def program_words() -> frozenset[str]:
    """Words of the program's own texts that change in the made-up language."""
    accented = Accented()
    words = {word for text in texts() for word in _WORD.findall(_CODE.sub(" ", text.source or ""))}
    written = {form for word in words for form in (word, word.lower(), word.capitalize())}
    shown = toy_tables.TOY16.keys() | toy_tables.TOY4.keys() | {"white"}  # this is on the map
    return frozenset(word for word in written - shown if accented.letters(word) != word)


@cache
def written_in_files() -> str:
    """All texts of steps, exercises, questions and the glossary, which are files themselves."""
    folders = ("lesson", "exercises", "quiz")
    paths = (path for folder in folders for path in resource(folder).rglob("*") if path.is_file())
    return _plain(" ".join(path.read_text(encoding="utf-8") for path in paths))


def _plain(text: str) -> str:
    return re.sub(r"[\W_]+", " ", text)


@cache
def _catchers() -> frozenset[str]:
    """Code on screen: what catches each bug."""
    return frozenset(
        _plain(code) for lines in CATCHERS.values() for code in (*lines, "\n".join(lines))
    )


def english(text: str) -> frozenset[str]:
    """The program's words in a text that was not translated."""
    if _plain(text).strip() in written_in_files() or _plain(text) in _catchers():
        return frozenset()
    return program_words() & set(_WORD.findall(_CODE.sub(" ", text)))


@pytest.fixture
def accented(qapp: QApplication) -> Iterator[None]:
    translation.install_translators(qapp, "de", [translation.Catalogue(Accented())])
    yield
    translation.install_translators(qapp, language.BRITISH, [])


@pytest.mark.parametrize("panel_class", all_panels(), ids=lambda panel: panel.id)
@pytest.mark.usefixtures("accented")
def test_a_panel_says_nothing_in_english(panel_class: type[Panel[Any]], qtbot: QtBot) -> None:
    session = Session()
    panel = panel_class(session)
    qtbot.addWidget(panel)
    panel.set_on_screen(True)
    found = {}
    for _of, changes in CASES:
        if not changes.keys() & panel_class.uses:
            continue
        if panel_class.id == "tokens" and changes.get("table") == "minilm":
            continue
        session.replace(State().with_changes(**changes))
        for text in said(panel):
            if english(text):
                found[text[:150]] = english(text)
    assert not found, "\n".join(f"{text}: {set(words)}" for text, words in found.items())
