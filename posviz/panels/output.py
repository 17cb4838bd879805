"""Write any panel to a file, on screen or not."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from PySide6.QtCore import QSize

from posviz.export import PICTURES, format_of, write_numbers, write_picture
from posviz.panels.panel import Panel
from posviz.session import Session
from posviz.state import State
from posviz.widgets import theme
from posviz.widgets.theme import Look


def write_panel(
    panel_class: type[Panel[object]], state: State, path: Path, *, size: QSize, look: Look
) -> None:
    """Write a panel's picture or numbers; the file's ending chooses the format.

    Raises
    ------
    ExportError
        If the ending is unknown or the file cannot be written.
    """
    if format_of(path) not in PICTURES:
        write_numbers(path, panel_class.numbers(panel_class.content(state)))
        return
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
