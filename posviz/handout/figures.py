"""The picture of a panel for print, as drawing commands that any page can repeat."""

from __future__ import annotations

import math
from typing import Any

from PySide6.QtCore import QSizeF
from PySide6.QtGui import QPainter, QPicture

from posviz.export.vectors import VectorPainter
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
"""Height of a figure as a part of its width: at most, and where it could be any."""


def make_figure(panel_id: str, state: State, width: float) -> tuple[QPicture, QSizeF, str]:
    """Draw a panel; return the picture, its size and the panel's heading."""
    panel_class = find_panel(panel_id)
    load(panel_class)
    panel: Panel[Any] = panel_class(Session(state))
    try:
        with theme.using(LIGHT):
            panel.set_on_screen(True)
            heading = panel.heading(panel.content(state))
            size = _size(panel, width * _WIDE.get(panel_id, _USUAL))
            picture = QPicture()
            painter = VectorPainter(picture)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering)
            panel.draw_figure(painter, size)
            painter.end()
    finally:
        panel.deleteLater()
    return picture, size, heading


def _size(panel: Panel[Any], width: float) -> QSizeF:
    """As high as its views need; where these take any height, a pleasing one."""
    wide = math.ceil(width)
    needed = height_for(panel.figure, wide) + _HEADING
    layout = panel.figure.layout()
    last = None if layout is None else layout.itemAt(layout.count() - 1)
    if last is None or last.spacerItem() is None:
        needed = max(needed, wide * _SHAPE)
    return QSizeF(wide, min(needed, wide * _TALLEST))
