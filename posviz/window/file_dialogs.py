"""Qt's dialogs for files, which begin in the folder that was last used in this run."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

_last: list[Path] = []  # the folder that was last used, none before


def remember(file: Path) -> None:
    """Let the next dialog begin in the folder of a file."""
    _last[:] = [file.parent]


def open_file(parent: QWidget, title: str, kinds: str, folder: Path | None = None) -> Path | None:
    """Let the user choose a file to open, at first in `folder`; None when that was called off."""
    start = _folder() or folder
    path, _ = QFileDialog.getOpenFileName(parent, title, str(start or ""), kinds)
    return _chosen(path)


def save_file(parent: QWidget, title: str, name: str, kinds: str) -> Path | None:
    """Let the user choose where to save, under `name` at first; None when that was called off."""
    folder = _folder()
    start = folder / name if folder else name
    path, _ = QFileDialog.getSaveFileName(parent, title, str(start), kinds)
    return _chosen(path)


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
