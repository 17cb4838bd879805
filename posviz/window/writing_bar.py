"""The line that tells how far a file of numbers is written."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from posviz.window.work_bar import WorkBar


def _tr(text: str) -> str:
    return QCoreApplication.translate("WritingBar", text)


class WritingBar(WorkBar):
    """Shown while a file is written for longer than a moment."""

    def __init__(self) -> None:
        super().__init__(
            _tr("Writing {file}"),
            _tr("Cancel writing {file}"),
            _tr("Stop writing; an older file of that name stays as it is (Esc)"),
        )
