"""Pictures of the whole window, one for each step of the lesson."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QEventLoop, QSize, QTimer
from PySide6.QtWidgets import QApplication

from posviz.app import make_window
from posviz.lesson.steps import shipped_lesson
from posviz.state import State
from posviz.widgets.theme import ThemeName


class TourError(Exception):
    """The pictures cannot be written; the message says why."""


def render_tour(folder: Path, size: QSize, theme: ThemeName) -> Iterator[Path]:
    """Render every step; yield each file when it is written.

    Raises
    ------
    TourError
        If the folder or a file cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TourError(f"“{folder}” cannot be made: {error.strerror}.") from None
    window = make_window(State(), size, theme)
    window.show()
    try:
        for number, chapter in enumerate(shipped_lesson(), start=1):
            for place, step in enumerate(chapter.steps, start=1):
                window.session.replace(step.applied_to(State()))
                settle()
                # Two digits each, so that a list by name is in the order of the lesson.
                name = f"{number:02}-{chapter.id}-{place:02}.png"
                if not window.grab().save(str(folder / name), "PNG"):
                    raise TourError(f"“{folder / name}” cannot be written.")
                yield folder / name
    finally:
        window.close()
        window.deleteLater()


def settle() -> None:
    """Let the layout and what it set going come to rest."""
    loop = QEventLoop()
    QTimer.singleShot(50, loop.quit)
    loop.exec()
    QApplication.sendPostedEvents()
