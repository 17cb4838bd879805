"""The line that tells how far a table has been read."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from posviz.window.work_bar import WorkBar


def _tr(text: str) -> str:
    return QCoreApplication.translate("ReadingBar", text)


class ReadingBar(WorkBar):
    """Shown while a table is read for longer than a moment."""

    def __init__(self) -> None:
        super().__init__(
            _tr("Reading {file}"),
            _tr("Cancel reading {file}"),
            _tr("Stop reading; the table on show stays (Esc)"),
        )
