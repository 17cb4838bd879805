"""One file per dock; PANELS is the table from which docks, menu, tests and help are made."""

from __future__ import annotations

from typing import Any

from posviz.panels.formula import FormulaPanel
from posviz.panels.fusion import FusionPanel
from posviz.panels.lesson import LessonPanel
from posviz.panels.map import MapPanel
from posviz.panels.neighbours import NeighboursPanel
from posviz.panels.panel import Panel
from posviz.panels.positional_table import PositionalTablePanel
from posviz.panels.shapes import ShapesPanel
from posviz.panels.tokeniser import TokeniserPanel
from posviz.panels.tokens import TokensPanel
from posviz.panels.vectors import VectorsPanel
from posviz.panels.waves import WavesPanel

PANELS: tuple[type[Panel[Any]], ...] = (
    LessonPanel,
    TokensPanel,
    TokeniserPanel,
    VectorsPanel,
    NeighboursPanel,
    MapPanel,
    ShapesPanel,
    FusionPanel,
    FormulaPanel,
    PositionalTablePanel,
    WavesPanel,
)


def find_panel(panel_id: str) -> type[Panel[Any]]:
    """Return the panel of an id.

    Raises
    ------
    KeyError
        If there is none.
    """
    return {panel.id: panel for panel in PANELS}[panel_id]
