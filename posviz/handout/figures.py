"""The picture of a panel for print, as large as it has to be."""

from __future__ import annotations

import math
from typing import Any

from PySide6.QtCore import QSizeF
from PySide6.QtGui import QPainter

from posviz.panels import find_panel
from posviz.panels.output import load
from posviz.panels.panel import Panel
from posviz.session import Session
from posviz.state import State
from posviz.widgets import theme
from posviz.widgets.painted import height_for
from posviz.widgets.theme import LIGHT

_WIDE = {"pipeline": 1.6, "attention": 1.5, "schemes": 1.4, "order": 1.35, "combine": 1.25}
"""Panels that need more than the width of a page: their letters become smaller."""
_USUAL = 1.15
_HEADING = 40.0
_SHAPE, _FLATTEST, _TALLEST = 0.62, 0.42, 1.25
"""Height of a figure as a part of its width: where it could be any, and then at least; at most."""
_TOO_TALL = 3.0


class PanelFigure:
    """A panel off screen, measured for a page and drawn when that page is.

    Attributes
    ----------
    size
        Of its picture; empty where nothing could be read, such as 30 000 tokens on a page.
    least
        The height that it can be drawn with at least, of the same width.
    heading
        The panel's heading.
    """

    def __init__(self, panel_id: str, state: State, width: float) -> None:
        panel_class = find_panel(panel_id)
        load(panel_class)
        self._panel: Panel[Any] = panel_class(Session(state))
        with theme.using(LIGHT):
            self._panel.set_on_screen(True)
            self.heading = self._panel.heading(self._panel.content(state))
            self._measure(math.ceil(width * _WIDE.get(panel_id, _USUAL)))

    def draw(self, painter: QPainter, size: QSizeF) -> None:
        """Draw it into (0, 0, size), where the height is the least or more."""
        with theme.using(LIGHT):
            self._panel.draw_figure(painter, size)

    def close(self) -> None:
        """Let go of the panel."""
        self._panel.deleteLater()

    def _measure(self, wide: int) -> None:
        """Make it as high as its views need; where these take any height, of a pleasing shape."""
        needed = height_for(self._panel.figure, wide) + _HEADING
        height = least = min(needed, wide * _TALLEST)
        layout = self._panel.figure.layout()
        last = None if layout is None else layout.itemAt(layout.count() - 1)
        if last is None or last.spacerItem() is None:
            least, height = max(least, wide * _FLATTEST), max(height, wide * _SHAPE)
        self.size = QSizeF() if needed > _TOO_TALL * wide else QSizeF(wide, height)
        self.least = least
