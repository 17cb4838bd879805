"""What any panel shows, on screen or not, as a file: its picture, or its numbers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, get_args

from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QImage

from posviz.export import Numbers, make_image, write_picture
from posviz.panels.panel import Panel
from posviz.session import Session
from posviz.state import State
from posviz.widgets import theme
from posviz.widgets.painted import PaintedView
from posviz.widgets.theme import Look

Background = Literal["theme", "white", "transparent"]
BACKGROUNDS: tuple[Background, ...] = get_args(Background)
LARGEST_SCALE = 4


def load(panel_class: type[Panel[Any]]) -> None:
    """Import what a panel needs before it can be made."""
    for module in panel_class.needs:
        import_module(module)


def numbers_of(panel_class: type[Panel[Any]], state: State) -> Numbers:
    """Return the numbers that a panel shows."""
    return panel_class.numbers(panel_class.content(state))


@dataclass(frozen=True)
class Style:
    """How a picture is made.

    Attributes
    ----------
    size
        In logical pixels.
    look
        Its colours.
    background
        "theme", "white" or "transparent".
    legend
        Whether what explains colours and lines is drawn.
    scale
        How much finer a PNG is, 1 to 4.
    """

    size: QSize
    look: Look
    background: Background = "theme"
    legend: bool = True
    scale: float = 2.0

    @property
    def pixels(self) -> QSize:
        """Size of a PNG."""
        return self.size * self.scale

    @property
    def colour(self) -> QColor:
        """What the background is filled with."""
        if self.background == "transparent":
            return QColor(0, 0, 0, 0)
        return QColor("white") if self.background == "white" else self.look.colour("panel")


class PanelPicture:
    """A panel off screen, to be drawn in one style or several; `close` it afterwards."""

    def __init__(self, panel_class: type[Panel[Any]], state: State) -> None:
        load(panel_class)
        self._title = panel_class.title()
        self._panel = panel_class(Session(state))
        self._legends = [view for view in self._panel.findChildren(PaintedView) if view.is_legend]

    def close(self) -> None:
        """Let go of the panel."""
        self._panel.deleteLater()

    def write(self, path: Path, style: Style) -> None:
        """Write the picture; the file's ending chooses the format."""
        with self._in(style):
            write_picture(
                path,
                self._panel.draw_figure,
                style.size,
                background=style.colour,
                title=self._title,
                scale=style.scale,
            )

    def image(self, style: Style) -> QImage:
        """Return the picture."""
        with self._in(style):
            return make_image(
                self._panel.draw_figure, style.size, background=style.colour, scale=style.scale
            )

    @contextmanager
    def _in(self, style: Style) -> Iterator[None]:
        with theme.using(replace(style.look, legend=style.legend)):
            for view in self._legends:
                view.setVisible(style.legend)
            self._panel.set_on_screen(True)
            yield


def draw_panel(
    panel_class: type[Panel[Any]],
    state: State,
    path: Path,
    *,
    size: QSize,
    look: Look,
    background: Background = "theme",
    legend: bool = True,
    scale: float = 2.0,
) -> None:
    """Write the picture of a panel; see :class:`Style`.

    Raises
    ------
    ExportError
        If the ending is unknown or the file cannot be written.
    """
    picture = PanelPicture(panel_class, state)
    try:
        picture.write(path, Style(size, look, background, legend, scale))
    finally:
        picture.close()
