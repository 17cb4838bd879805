"""The windows that open for a moment."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QMessageBox,
    QTextBrowser,
    QWidget,
)
from pytestqt.qtbot import QtBot

from posviz.model import text_rules
from posviz.panels import all_panels
from posviz.panels.practice_words import shown_keys
from posviz.state import State
from posviz.state_fields import FIELDS
from posviz.user_files import read_session
from posviz.window import dialogs
from posviz.window.actions import ACTIONS


@pytest.fixture
def parent(qtbot: QtBot) -> Iterator[QWidget]:
    """The widget that the dialogs belong to."""
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.show()
    yield widget
    for dialog in widget.findChildren(QDialog):
        dialog.close()


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Messages that were shown."""
    messages: list[str] = []

    def remember(box: QMessageBox) -> int:
        assert box.textFormat() == Qt.TextFormat.PlainText
        messages.append(box.text())
        return 0

    monkeypatch.setattr(QMessageBox, "exec", remember)
    return messages


def choose(monkeypatch: pytest.MonkeyPatch, path: Path | str) -> None:
    """Let the file dialogs answer with a path."""
    for name in ("getOpenFileName", "getSaveFileName"):
        monkeypatch.setattr(QFileDialog, name, lambda *_args: (str(path), ""))


def shown_text(parent: QWidget) -> str:
    (browser,) = parent.findChildren(QTextBrowser)
    assert browser.isVisible()
    assert browser.accessibleName()
    return browser.toPlainText()


@pytest.mark.parametrize("panel", all_panels(), ids=lambda panel: panel.id)
def test_help_of_a_panel(parent: QWidget, panel: type) -> None:
    panel_class = next(p for p in all_panels() if p is panel)
    dialogs.show_panel_help(parent, panel_class.id)
    text = shown_text(parent)
    assert panel_class.title() in text
    assert len(text) > 60


def test_the_help_for_lecturers_names_every_panel_and_value(parent: QWidget) -> None:
    dialogs.show_lesson_format(parent)
    text = shown_text(parent)
    for panel in all_panels():
        assert f"{panel.id} — {panel.title()}" in text
    for name, row in FIELDS.items():
        assert (f"{name} — {row.allowed}" in text) == (name not in ("lesson", "step"))


def test_shortcuts_name_every_key(parent: QWidget) -> None:
    dialogs.show_shortcuts(parent)
    text = shown_text(parent)
    for action in ACTIONS:
        if action.keys:
            assert action.shown_text.replace("&", "") in text
        for key in action.keys:
            assert key in text
    assert all(key in text for key in shown_keys().values())
    assert "L lights up the place under the pointer." in text


def test_the_rules_for_text_are_those_of_the_module(parent: QWidget) -> None:
    dialogs.show_text_rules(parent)
    text = shown_text(parent)
    assert "NFC" in text
    assert (text_rules.__doc__ or "").split()[0] in text


def test_about_names_version_and_licences(parent: QWidget) -> None:
    dialogs.show_about(parent)
    text = shown_text(parent)
    for word in ("posviz 0.", "MIT", "Inter", "LGPL", "NumPy"):
        assert word in text


def test_texts_are_closed_with_their_button(parent: QWidget, qtbot: QtBot) -> None:
    dialogs.show_about(parent)
    (dialog,) = parent.findChildren(QDialog)
    (buttons,) = dialog.findChildren(QDialogButtonBox)
    with qtbot.waitSignal(dialog.destroyed):
        buttons.button(QDialogButtonBox.StandardButton.Close).click()


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, "cat · id 0 · |E[0]| = "),
        ({"token": "mat"}, "mat · not in the vocabulary   X 3 × 4"),
        ({"text": ""}, "X 0 × 4"),
        ({"table": "toy16", "text": "a b"}, "X 2 × 16"),
    ],
)
def test_the_status_line_says_what_is_selected(changes: dict[str, object], expected: str) -> None:
    assert expected in dialogs.status_text(State().with_changes(**changes))


def test_a_session_is_saved_and_opened(
    parent: QWidget, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(monkeypatch, tmp_path / "mine")
    dialogs.save_session(parent, State(k=3))
    assert read_session(tmp_path / "mine.posviz") == State(k=3)
    choose(monkeypatch, tmp_path / "mine.posviz")
    assert dialogs.choose_session(parent) == tmp_path / "mine.posviz"
    assert dialogs.choose_embeddings(parent) == tmp_path / "mine.posviz"


def test_calling_a_file_dialog_off_does_nothing(
    parent: QWidget, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: list[str]
) -> None:
    choose(monkeypatch, "")
    dialogs.save_session(parent, State())
    assert dialogs.choose_session(parent) is None
    assert dialogs.choose_embeddings(parent) is None
    assert told == []
    assert list(tmp_path.iterdir()) == []


def test_a_session_that_cannot_be_saved_is_told(
    parent: QWidget, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: list[str]
) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    choose(monkeypatch, tmp_path / "file" / "x.posviz")
    dialogs.save_session(parent, State())
    assert len(told) == 1
    assert "cannot be written" in told[0]


def test_a_table_says_where_it_comes_from_and_what_was_left_out(
    parent: QWidget, tmp_path: Path
) -> None:
    path = tmp_path / "<b>v_1_.txt"
    path.write_text("the 1 2\ncat 3 4\ncat 5 6\n", encoding="utf-8")
    table = State().with_changes(table=str(path)).embeddings
    dialogs.show_table(parent, table)
    text = shown_text(parent)
    for part in ("<b>v_1_.txt · 2 × 2", "2 tokens, 2 values", "GloVe text", "(line 3)", str(path)):
        assert part in text, (part, text)


def test_a_table_of_one_token_is_told_as_one(parent: QWidget, tmp_path: Path) -> None:
    (tmp_path / "v.txt").write_bytes(b"the 1.5\n")
    dialogs.show_table(parent, State().with_changes(table=str(tmp_path / "v.txt")).embeddings)
    assert "1 token, 1 value each. From v.txt" in shown_text(parent)


def test_a_shipped_table_says_so_too(parent: QWidget) -> None:
    dialogs.show_table(parent, State().embeddings)
    assert State().embeddings.origin in shown_text(parent)
