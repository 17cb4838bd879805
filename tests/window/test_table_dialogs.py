"""The questions before a file can be opened."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFileDialog, QLabel, QWidget
from pytestqt.qtbot import QtBot

from posviz.model.embedding_files import Tensor
from posviz.window.table_dialogs import ChooseTensorDialog, NeedWordsDialog, best_guess

WTE = Tensor("wte.weight", (50257, 768), "F32", "words")
WPE = Tensor("wpe.weight", (1024, 768), "BF16", "positions")
SMALL = Tensor("shared", (9, 2), "F16", "words")
OTHER = Tensor("h.0.c_attn.weight", (768, 2304), "F32", "other")


@pytest.fixture
def parent(qtbot: QtBot) -> QWidget:
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.show()
    return widget


def words(dialog: QWidget) -> str:
    return "\n".join(label.text() for label in dialog.findChildren(QLabel))


@pytest.mark.parametrize(
    ("candidates", "guess"),
    [
        ((WTE, WPE, OTHER), 0),
        ((SMALL, WTE, WPE), 1),
        ((WPE, OTHER), 0),
        ((OTHER, Tensor("b", (900, 2), "F32", "other")), 1),
    ],
)
def test_the_best_guess(candidates: tuple[Tensor, ...], guess: int) -> None:
    assert best_guess(candidates) == guess


@pytest.fixture
def choice(parent: QWidget, qtbot: QtBot) -> ChooseTensorDialog:
    dialog = ChooseTensorDialog(parent, Path("/x/gpt2.safetensors"), (WTE, WPE, OTHER))
    with qtbot.waitExposed(dialog):
        dialog.open()
    dialog.activateWindow()
    qtbot.waitUntil(dialog.list.hasFocus)
    return dialog


def test_matrices_are_listed_with_what_they_are(choice: ChooseTensorDialog) -> None:
    rows = [
        [choice.list.topLevelItem(row).text(column) for column in range(4)]  # type: ignore[union-attr]
        for row in range(3)
    ]
    assert rows == [
        ["wte.weight", "50\u202f257 × 768", "F32", "word embeddings"],
        ["wpe.weight", "1024 × 768", "BF16", "learned positions"],
        ["h.0.c_attn.weight", "768 × 2304", "F32", "other"],
    ]
    assert choice.chosen == "wte.weight"
    assert "“gpt2.safetensors” holds 3 matrices" in words(choice)
    assert choice.list.accessibleName()
    choice.reject()


def test_positions_are_said_to_have_place_numbers(choice: ChooseTensorDialog, qtbot: QtBot) -> None:
    assert "place numbers" not in words(choice)
    qtbot.keyClick(choice.list, Qt.Key.Key_Down)
    assert choice.chosen == "wpe.weight"
    assert "place numbers 0, 1, 2" in words(choice)
    choice.reject()


def test_enter_chooses_once(choice: ChooseTensorDialog, qtbot: QtBot) -> None:
    accepted: list[str] = []
    choice.accepted.connect(lambda: accepted.append(choice.chosen))
    qtbot.keyClick(choice.list, Qt.Key.Key_Down)
    gone: list[object] = []
    choice.destroyed.connect(lambda: gone.append(None))
    qtbot.keyClick(choice.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(gone))
    assert accepted == ["wpe.weight"]


def test_a_double_click_chooses_once(choice: ChooseTensorDialog, qtbot: QtBot) -> None:
    accepted: list[str] = []
    choice.accepted.connect(lambda: accepted.append(choice.chosen))
    place: QPoint = choice.list.visualItemRect(choice.list.topLevelItem(2)).center()  # type: ignore[arg-type]
    view = choice.list.viewport()
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=place)
    assert accepted == []
    gone: list[object] = []
    choice.destroyed.connect(lambda: gone.append(None))
    qtbot.mouseDClick(view, Qt.MouseButton.LeftButton, pos=place)
    qtbot.waitUntil(lambda: bool(gone))
    assert accepted == ["h.0.c_attn.weight"]


def test_escape_chooses_nothing(choice: ChooseTensorDialog, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(choice.accepted), qtbot.waitSignal(choice.rejected):
        qtbot.keyClick(choice.list, Qt.Key.Key_Escape)


@pytest.mark.parametrize(
    ("sizes", "said"),
    [
        ((50_000,), "50\u202f000 lines"),
        ((3, 2), "3 or 2 lines"),
        ((2, 2), "2 l"),
        ((1,), "of 1 line,"),
    ],
)
def test_a_word_list_is_asked_for_with_its_length(
    parent: QWidget,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    sizes: tuple[int, ...],
    said: str,
) -> None:
    dialog = NeedWordsDialog(parent, Path("/data/e.npy"), sizes)
    asked: list[str] = []
    answers = ["", "/data/list.txt"]

    def answer(_parent: QWidget, _title: str, folder: str, *_more: str) -> tuple[str, str]:
        asked.append(folder)
        return answers.pop(0), ""

    monkeypatch.setattr(QFileDialog, "getOpenFileName", answer)
    dialog.open()
    assert said in words(dialog)
    assert "“e.npy” holds numbers but no words" in words(dialog)
    with qtbot.assertNotEmitted(dialog.accepted):
        dialog.act.click()
    assert dialog.isVisible()
    dialog.act.click()
    assert dialog.chosen == "/data/list.txt"
    assert asked == [str(Path("/data"))] * 2


def test_a_list_that_did_not_fit_is_named(parent: QWidget) -> None:
    dialog = NeedWordsDialog(parent, Path("e.npy"), (3,), "“e.npy”: 3 vectors, “list” 2 lines.")
    dialog.open()
    assert "“list” 2 lines" in words(dialog)
    dialog.reject()
