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
_TALLEST, _SHAPE = 1.25, 0.62
_TOO_TALL = 3.0
"""Height of a figure as a part of its width: at most, and where it could be any."""


class PanelFigure:
    """A panel off screen, measured for a page and drawn when that page is.

    Attributes
    ----------
    size
        Of its picture.
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
            self.size = _size(self._panel, width * _WIDE.get(panel_id, _USUAL))

    def draw(self, painter: QPainter) -> None:
        """Draw it into (0, 0, size)."""
        with theme.using(LIGHT):
            self._panel.draw_figure(painter, self.size)

    def close(self) -> None:
        """Let go of the panel."""
        self._panel.deleteLater()


def _size(panel: Panel[Any], width: float) -> QSizeF:
    """As high as its views need; where these take any height, a pleasing one.

    Empty where nothing could be read: a vocabulary of 30 000 tokens does not fit on a page.
    """
    wide = math.ceil(width)
    needed = height_for(panel.figure, wide) + _HEADING
    if needed > _TOO_TALL * wide:
        return QSizeF()
    layout = panel.figure.layout()
    last = None if layout is None else layout.itemAt(layout.count() - 1)
    if last is None or last.spacerItem() is None:
        needed = max(needed, wide * _SHAPE)
    return QSizeF(wide, min(needed, wide * _TALLEST))
