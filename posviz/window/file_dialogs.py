"""Qt's dialogs for files, which begin in the folder that was last used in this run."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from posviz.model.notation import shortened

_last: list[Path] = []  # the folder that was last used, none before


def _tr(text: str) -> str:
    return QCoreApplication.translate("file_dialogs", text)


def remember(file: Path) -> None:
    """Let the next dialog begin in the folder of a file."""
    _last[:] = [file.parent]


def open_file(parent: QWidget, title: str, kinds: str, folder: Path | None = None) -> Path | None:
    """Let the user choose a file to open, at first in `folder`; None when that was called off."""
    start = _folder() or folder
    path, _ = QFileDialog.getOpenFileName(parent, title, str(start or ""), kinds)
    return _chosen(path)


def save_file(
    parent: QWidget, title: str, name: str, kinds: str, endings: Collection[str] = ()
) -> Path | None:
    """Let the user choose where to save, under `name` at first; None when that was called off.

    A name with none of the endings gets that of `name`. Where that makes it the name of another
    file, which the dialog has not asked about, it is asked here.
    """
    folder = _folder()
    start = folder / name if folder else name
    path, _ = QFileDialog.getSaveFileName(parent, title, str(start), kinds)
    target, ending = _chosen(path), Path(name).suffix
    if target is None or target.suffix.lower() in (endings or (ending,)):
        return target
    target = target.with_name(target.name + ending)
    return target if not target.exists() or _may_replace(parent, target) else None


def _may_replace(parent: QWidget, path: Path) -> bool:
    text = _tr("“{file}” exists. Replace it?").format(file=shortened(path.name))
    box = QMessageBox(QMessageBox.Icon.NoIcon, "posviz", text, parent=parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    replace = box.addButton(_tr("&Replace"), QMessageBox.ButtonRole.AcceptRole)
    box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
    box.exec()
    box.deleteLater()
    return box.clickedButton() is replace


def choose_folder(parent: QWidget, title: str) -> Path | None:
    """Let the user choose a folder; None when that was called off."""
    path = QFileDialog.getExistingDirectory(parent, title, str(_folder() or ""))
    return Path(path) if path else None


def _folder() -> Path | None:
    return next((folder for folder in _last if folder.is_dir()), None)


def _chosen(path: str) -> Path | None:
    if not path:
        return None
    remember(Path(path))
    return Path(path)
