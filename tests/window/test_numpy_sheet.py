"""The sheet with lines of numpy: what it shows, copies and saves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from posviz.export import files
from posviz.model.embeddings import table
from posviz.panels import find_panel
from posviz.session import Session
from posviz.state import State
from posviz.window.main_window import MainWindow
from posviz.window.numpy_sheet import NumpySheet


@pytest.fixture
def sheet(qtbot: QtBot, session: Session) -> NumpySheet:
    sheet = NumpySheet(None, session)  # type: ignore[arg-type]
    sheet.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(sheet)
    sheet.show_panel("fusion")
    sheet.show()
    qtbot.waitUntil(lambda: bool(sheet.script))
    return sheet


def run(path: Path, monkeypatch: pytest.MonkeyPatch) -> np.ndarray[Any, Any]:
    monkeypatch.chdir(path.parent)
    space: dict[str, Any] = {}
    exec(path.read_text(encoding="utf-8"), space)
    return np.asarray(space["result"])


def choose(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: (str(path), ""))


def test_it_follows_the_state_and_the_panel(sheet: NumpySheet, qtbot: QtBot) -> None:
    session = sheet._session
    assert sheet.code.toPlainText() == find_panel("fusion").numpy(session.state)
    session.update(position=2)
    text = find_panel("fusion").numpy(session.state)
    assert "np.outer(2," in text
    qtbot.waitUntil(lambda: sheet.code.toPlainText() == text)
    sheet.show_panel("waves")
    waves = find_panel("waves").numpy(session.state)
    qtbot.waitUntil(lambda: sheet.code.toPlainText() == waves)


def test_what_is_copied_is_what_is_shown(sheet: NumpySheet, qtbot: QtBot) -> None:
    qtbot.mouseClick(sheet.copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == find_panel("fusion").numpy(State())
    assert sheet.told.text() == "Copied."


def test_keywords_and_numbers_have_colours(sheet: NumpySheet) -> None:
    line = sheet.code.document().firstBlock()
    assert line.text() == "import numpy as np"
    assert [f.start for f in line.layout().formats()] == [0, 13]


def test_saved_lines_run_with_the_file_beside_them(
    sheet: NumpySheet, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet._session.update(table="glove", token="cat")
    sheet.show_panel("vectors")
    qtbot.waitUntil(lambda: bool(sheet.script.loaded) and sheet.panel_id == "vectors")
    assert "MB" in sheet.told.text() or "MiB" in sheet.told.text()
    choose(tmp_path / "my cat", monkeypatch)
    qtbot.mouseClick(sheet.save, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "are written" in sheet.told.text())
    assert {path.name for path in tmp_path.glob("my*")} == {"my cat.py", "my cat.npz"}
    glove = table("glove")
    id_ = glove.vocabulary.id_of("cat")
    assert id_ is not None
    assert run(tmp_path / "my cat.py", monkeypatch).tolist() == glove.row(id_).tolist()


def test_a_file_that_cannot_be_written_leaves_the_old_one(
    sheet: NumpySheet, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = tmp_path / "x.py"
    old.write_text("old")
    choose(old, monkeypatch)

    def full(_path: Path, _text: str, **_more: Any) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    qtbot.mouseClick(sheet.save, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "No space left" in sheet.told.text())
    assert old.read_bytes() == b"old"
    assert [path.name for path in tmp_path.glob("*.py")] == ["x.py"]
    assert not list(tmp_path.glob(".*"))
    assert sheet.save.isEnabled()


def test_a_full_disk_is_told_before_anything_is_written(
    sheet: NumpySheet, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(tmp_path / "x.py", monkeypatch)
    monkeypatch.setattr("posviz.panels.show_numpy.saving.free_space", lambda _path: 10)
    qtbot.mouseClick(sheet.save, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "Choose another place" in sheet.told.text())
    assert not (tmp_path / "x.py").exists()
    assert files.free_space(tmp_path / "x.py") > 10


def test_a_matrix_that_the_scheme_lacks_is_told(sheet: NumpySheet, qtbot: QtBot) -> None:
    sheet._session.update(part="QR")
    sheet.show_panel("pipeline")
    qtbot.waitUntil(lambda: sheet.code.toPlainText() == "")
    assert sheet.told.text()
    assert not sheet.copy.isEnabled()


def test_menu_and_key_open_it_once_for_the_panel_in_use(
    make_main_window: Callable[..., MainWindow], qtbot: QtBot
) -> None:
    window = make_main_window(State().with_changes(step="positional-table/1"))
    window.docks["positional_table"].take_focus()
    qtbot.keyClick(
        window,
        Qt.Key.Key_N,
        Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
    )
    (sheet,) = window.findChildren(NumpySheet)
    assert sheet.panel_id == "positional_table"
    window.docks["vectors"].wanted.emit("numpy", "vectors")
    assert window.findChildren(NumpySheet) == [sheet]
    assert sheet.panel_id == "vectors"
    sheet.close()
