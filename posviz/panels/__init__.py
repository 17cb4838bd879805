"""One file per dock; ENTRIES is the table from which docks, menu, tests and help are made.

A panel's module is imported when the panel is first needed: the window is painted sooner when
those that no dock shows come after the first paint.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, NamedTuple

from posviz.panels.panel import Panel


class PanelEntry(NamedTuple):
    """Where a panel is.

    Parameters
    ----------
    id : str
        Its id.
    module, name : str
        The file in this folder and the class in it.
    """

    id: str
    module: str
    name: str

    def load(self) -> type[Panel[Any]]:
        """Return the class, imported now if it was not before."""
        found: type[Panel[Any]] = getattr(import_module(f"posviz.panels.{self.module}"), self.name)
        return found


ENTRIES = (
    PanelEntry("lesson", "lesson", "LessonPanel"),
    PanelEntry("tokens", "tokens", "TokensPanel"),
    PanelEntry("tokeniser", "tokeniser", "TokeniserPanel"),
    PanelEntry("vectors", "vectors", "VectorsPanel"),
    PanelEntry("neighbours", "neighbours", "NeighboursPanel"),
    PanelEntry("map", "map", "MapPanel"),
    PanelEntry("shapes", "shapes", "ShapesPanel"),
    PanelEntry("order", "order", "OrderPanel"),
    PanelEntry("fusion", "fusion", "FusionPanel"),
    PanelEntry("scale", "scale", "ScalePanel"),
    PanelEntry("combine", "combine", "CombinePanel"),
    PanelEntry("formula", "formula", "FormulaPanel"),
    PanelEntry("positional_table", "positional_table", "PositionalTablePanel"),
    PanelEntry("waves", "waves", "WavesPanel"),
    PanelEntry("clocks", "clocks", "ClocksPanel"),
    PanelEntry("shift", "shift", "ShiftPanel"),
    PanelEntry("similarity", "similarity", "SimilarityPanel"),
    PanelEntry("collisions", "collisions", "CollisionsPanel"),
    PanelEntry("layouts", "layouts", "LayoutsPanel"),
    PanelEntry("bug_zoo", "bug_zoo", "BugZooPanel"),
    PanelEntry("quiz", "quiz", "QuizPanel"),
    PanelEntry("practice", "practice", "PracticePanel"),
    PanelEntry("schemes", "schemes", "SchemesPanel"),
    PanelEntry("pipeline", "pipeline", "PipelinePanel"),
    PanelEntry("attention", "attention", "AttentionPanel"),
)


def all_panels() -> tuple[type[Panel[Any]], ...]:
    """Return the classes of all panels, in the order of the table."""
    return tuple(entry.load() for entry in ENTRIES)


def find_panel(panel_id: str) -> type[Panel[Any]]:
    """Return the panel of an id.

    Raises
    ------
    KeyError
        If there is none.
    """
    return {entry.id: entry for entry in ENTRIES}[panel_id].load()
