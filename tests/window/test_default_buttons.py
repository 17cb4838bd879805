"""Return stands for the same button of a dialog, wherever the focus went before."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from posviz.model.embedding_files import Tensor
from posviz.session import Session
from posviz.state import State
from posviz.window.export_dialog import ExportDialog
from posviz.window.export_dialogs import LargeFileDialog
from posviz.window.handout_maker import HandoutDialog
from posviz.window.numpy_sheet import NumpySheet
from posviz.window.table_dialogs import ChooseTensorDialog, NeedWordsDialog

PATH = Path("/x/e.npy")
TENSORS = tuple(Tensor(name, (9, 2), "F32", "words") for name in "ab")
DIALOGS: dict[str, tuple[Callable[[QWidget], QDialog], str]] = {
    "handout": (HandoutDialog, "Save…"),
    "export": (lambda parent: ExportDialog(parent, State(), "tokens", lambda _panel: {}), "&Save…"),
    "numpy": (lambda parent: NumpySheet(parent, Session()), "&Copy"),
    "tensor": (lambda parent: ChooseTensorDialog(parent, PATH, TENSORS), "Open"),
    "words": (lambda parent: NeedWordsDialog(parent, PATH, (3,)), "Choose word list…"),
    "a large file": (
        lambda parent: LargeFileDialog(parent, PATH, (9, 9), 10, 90, State()),
        "Only what is in sight",
    ),
    "a large file, all of it": (
        lambda parent: LargeFileDialog(parent, PATH, (9, 9), 10, 90, None),
        "Cancel",
    ),
}


@pytest.mark.parametrize("name", DIALOGS)
def test_return_stands_for_one_button(qtbot: QtBot, name: str) -> None:
    make, default = DIALOGS[name]
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.show()
    dialog = make(parent)
    with qtbot.waitExposed(dialog):
        dialog.show()
    dialog.activateWindow()
    qtbot.waitUntil(lambda: dialog.focusWidget() is not None)
    visited = set()
    for _ in range(30):
        focused = dialog.focusWidget()
        assert focused is not None
        visited.add(focused)
        if not isinstance(focused, QPushButton):
            (chosen,) = (b for b in dialog.findChildren(QPushButton) if b.isDefault())
            assert chosen.text().replace("&", "") == default.replace("&", "")
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    assert {button for button in dialog.findChildren(QPushButton) if button.isEnabled()} <= visited
    dialog.close()
