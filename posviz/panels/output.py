"""What any panel shows, on screen or not, as a file: its picture, or its numbers."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSize

from posviz.export import Numbers, write_picture
from posviz.panels.panel import Panel
from posviz.session import Session
from posviz.state import State
from posviz.widgets import theme
from posviz.widgets.theme import Look


def numbers_of(panel_class: type[Panel[Any]], state: State) -> Numbers:
    """Return the numbers that a panel shows."""
    return panel_class.numbers(panel_class.content(state))


def draw_panel(
    panel_class: type[Panel[Any]], state: State, path: Path, *, size: QSize, look: Look
) -> None:
    """Write the picture of a panel; the file's ending chooses the format.

    Raises
    ------
    ExportError
        If the ending is unknown or the file cannot be written.
    """
    for module in panel_class.needs:
        import_module(module)
    panel = panel_class(Session(state))
    try:
        with theme.using(look):
            panel.set_on_screen(True)
            write_picture(
                path,
                panel.draw_figure,
                size,
                background=look.colour("panel"),
                title=panel_class.title(),
                scale=2.0,
            )
    finally:
        panel.deleteLater()
