"""Every dialog of the program with the keys alone: Tab, Return, Escape, and what is read out."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QComboBox,
    QDialog,
    QMessageBox,
    QPushButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

import posviz
from posviz import crash
from posviz.lesson.steps import shipped_lesson
from posviz.model.embedding_files import Tensor
from posviz.model.embeddings import table
from posviz.panels.similarity_dialog import TypeWeightsDialog
from posviz.session import Session
from posviz.state import State
from posviz.window import dialogs
from posviz.window.ask_dialog import AskDialog
from posviz.window.capture_dialog import CaptureDialog
from posviz.window.export_dialog import ExportDialog
from posviz.window.export_dialogs import LargeFileDialog
from posviz.window.handout_maker import HandoutDialog
from posviz.window.numpy_sheet import NumpySheet
from posviz.window.table_dialogs import ChooseTensorDialog, NeedWordsDialog

TENSORS = (Tensor("wte", (9, 2), "F32", "words"), Tensor("wpe", (9, 2), "F32", "positions"))
FILE = Path("/x/gpt2.safetensors")


@dataclass(frozen=True)
class Case:
    """How a dialog is made, and what the Return key does in it."""

    make: Callable[[QWidget], QDialog]
    default: str
    """The words on the button that Return presses."""
    ready: Callable[[Any], None] = lambda dialog: None
    """Fills in what the button waits for."""


def shown(show: Callable[..., None], *args: object) -> Callable[[QWidget], QDialog]:
    def make(parent: QWidget) -> QDialog:
        show(parent, *args)
        return parent.findChildren(QDialog)[-1]

    return make


def large(free: int, smaller: State | None) -> Callable[[QWidget], QDialog]:
    return lambda parent: LargeFileDialog(
        parent, Path("/x/p.csv"), (9000, 900), 10**9, free, smaller
    )


def crashed(_parent: QWidget) -> QDialog:
    return crash.crash_box("Traceback")


def message(parent: QWidget) -> QDialog:
    made: list[QMessageBox] = []

    def keep(box: QMessageBox) -> None:
        made.append(box)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(QMessageBox, "exec", keep)
        patch.setattr(QMessageBox, "deleteLater", lambda _box: None)
        dialogs.tell(parent, "The disk is full.")
    return made[0]


def captured(folder: str) -> Callable[[QWidget], QDialog]:
    return lambda parent: CaptureDialog(parent, folder, shipped_lesson() if folder else ())


def name_it(dialog: CaptureDialog) -> None:
    dialog._folder.setText("/x")
    dialog._chapter.setEditText("One")
    dialog._title.setText("A step")


def fill_in(dialog: TypeWeightsDialog) -> None:
    dialog._on_identity()


CASES = {
    "help of a panel": Case(shown(dialogs.show_panel_help, "fusion"), "Close"),
    "keyboard": Case(shown(dialogs.show_shortcuts), "Close"),
    "writing a lesson": Case(shown(dialogs.show_lesson_format), "Close"),
    "text rules": Case(shown(dialogs.show_text_rules), "Close"),
    "about": Case(shown(dialogs.show_about), "Close"),
    "embeddings": Case(shown(dialogs.show_table, table("toy4")), "Close"),
    "message": Case(message, "OK"),
    "crash": Case(crashed, "Close"),
    "matrix": Case(lambda parent: ChooseTensorDialog(parent, FILE, TENSORS), "Open"),
    "words": Case(lambda parent: NeedWordsDialog(parent, FILE, (9,)), "Choose the word list…"),
    "handout": Case(HandoutDialog, "Save…"),
    "large": Case(large(10**12, State()), "Only what is in sight"),
    "large, whole": Case(large(10**12, None), "Cancel"),
    "too large": Case(large(10**6, None), "Cancel"),
    "capture": Case(captured("/x"), "Write step", name_it),
    "capture, no folder": Case(captured(""), "Write step", name_it),
    "export": Case(lambda parent: ExportDialog(parent, State(), "fusion", lambda _: {}), "Save…"),
    "numpy": Case(lambda parent: NumpySheet(parent, Session(State())), "Copy"),
    "weights": Case(lambda parent: TypeWeightsDialog(State(), parent), "OK", fill_in),
}


@pytest.fixture
def parent(qtbot: QtBot) -> Iterator[QWidget]:
    """The window that the dialogs belong to."""
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.show()
    yield widget
    for dialog in widget.findChildren(QDialog):
        dialog.close()


@pytest.fixture(params=CASES)
def case(request: pytest.FixtureRequest) -> Case:
    return CASES[request.param]


@pytest.fixture
def dialog(case: Case, parent: QWidget, qtbot: QtBot) -> Iterator[QDialog]:
    """Each dialog, open and with the keys going to it."""
    made = case.make(parent)
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    if isinstance(made, NumpySheet):
        made.show_panel("fusion")
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    if isinstance(made, NumpySheet):
        qtbot.waitUntil(lambda: bool(made.script))
    if isinstance(made, ExportDialog):
        qtbot.waitUntil(lambda: not made._later.isActive())
    yield made
    made.close()
    made.deleteLater()


def keys_go_to(dialog: QDialog) -> QWidget:
    """The widget in the dialog that the keys go to."""
    focus = QApplication.focusWidget()
    assert focus is not None
    assert dialog.isAncestorOf(focus)
    return focus


def stops(dialog: QDialog) -> set[QWidget]:
    """All that can be worked in the dialog with the keys."""
    return {
        widget
        for widget in dialog.findChildren(QWidget)
        if widget.focusPolicy().value & Qt.FocusPolicy.TabFocus.value
        and widget.focusProxy() is None
        and widget.isVisibleTo(dialog)
        and widget.isEnabled()
        and not _inside_a_control(widget, dialog)
    }


def _inside_a_control(widget: QWidget, dialog: QDialog) -> bool:
    """Whether it is a part of Qt's own controls, such as the field of a box of choices."""
    above = widget.parentWidget()
    while above is not None and above is not dialog:
        if isinstance(above, QComboBox | QAbstractScrollArea):
            return True
        above = above.parentWidget()
    return False


def name_of(widget: QWidget) -> str:
    """What a screen reader calls it."""
    found: QAccessibleInterface | None = QAccessible.queryAccessibleInterface(widget)
    assert found is not None
    return found.text(QAccessible.Text.Name).strip()


def test_every_dialog_of_the_program_is_tried_here() -> None:
    for found in pkgutil.walk_packages(posviz.__path__, "posviz."):
        if found.name.split(".")[1] in ("window", "panels", "widgets"):
            importlib.import_module(found.name)
    made = {
        kind
        for above in (QDialog, AskDialog)
        for kind in above.__subclasses__()
        if kind.__module__.startswith("posviz.") and kind is not AskDialog
    }
    tried = {
        ChooseTensorDialog,
        NeedWordsDialog,
        HandoutDialog,
        LargeFileDialog,
        CaptureDialog,
        ExportDialog,
        NumpySheet,
        TypeWeightsDialog,
    }
    assert made == tried


def test_tab_reaches_every_control_and_comes_round(dialog: QDialog, qtbot: QtBot) -> None:
    wanted = stops(dialog)
    assert wanted
    for key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
        seen = []
        for _ in range(3 * len(wanted)):
            focus = keys_go_to(dialog)
            seen.append(focus)
            qtbot.keyClick(focus, key)
        assert wanted <= set(seen)


def test_everything_is_named(dialog: QDialog) -> None:
    assert dialog.windowTitle()
    nameless = [widget for widget in stops(dialog) if not name_of(widget)]
    assert not nameless


def test_escape_closes_it_from_everywhere(dialog: QDialog, qtbot: QtBot) -> None:
    keys_go_to(dialog)
    for widget in stops(dialog):
        dialog.show()
        dialog.activateWindow()
        qtbot.waitUntil(dialog.isActiveWindow)
        widget.setFocus()
        assert keys_go_to(dialog) is widget
        qtbot.keyClick(widget, Qt.Key.Key_Escape)
        assert dialog.isHidden(), widget
        assert dialog.result() != QDialog.DialogCode.Accepted


def test_return_presses_the_button_that_stands_out(
    dialog: QDialog, case: Case, qtbot: QtBot
) -> None:
    case.ready(dialog)
    buttons = dialog.findChildren(QPushButton)
    (button,) = [b for b in buttons if b.text().replace("&", "") == case.default]
    pressed: list[str] = []
    for each in buttons:
        each.clicked.disconnect()  # what it does is tried elsewhere
        each.clicked.connect(lambda _=False, button=each: pressed.append(button.text()))
    first = keys_go_to(dialog)
    if isinstance(dialog, TypeWeightsDialog):
        first = dialog  # its boxes take the key: one row a line
    qtbot.keyClick(first, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(pressed))
    assert pressed == [button.text()]


def test_no_two_letters_are_the_same(dialog: QDialog) -> None:
    """Alt and a letter goes to one control, where a letter is underlined."""
    texts = [
        text
        for widget in dialog.findChildren(QWidget)
        if widget.isVisibleTo(dialog) and (text := getattr(widget, "text", str)) and callable(text)
    ]
    letters = [QKeySequence.mnemonic(str(text())).toString() for text in texts]
    letters = [letter for letter in letters if letter]
    assert len(letters) == len(set(letters)), letters


def test_keys_that_are_typed_go_into_the_title(parent: QWidget, qtbot: QtBot) -> None:
    """The step capture can be written from end to end without the mouse."""
    dialog = CaptureDialog(parent, "/x", ())
    dialog.show()
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    QTest.keyClicks(keys_go_to(dialog), "A title")
    qtbot.keyClick(keys_go_to(dialog), Qt.Key.Key_Tab)
    QTest.keyClicks(keys_go_to(dialog), "Words")
    assert (dialog.title, dialog.text) == ("A title", "Words")
    dialog.close()
