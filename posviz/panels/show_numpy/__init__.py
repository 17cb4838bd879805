"""“Show me the numpy”: for each panel a few lines that give the numbers it has on show.

The lines are written for the State at hand, need nothing but numpy, and leave in `result` what
the panel's ``.npy`` file holds. `tests/panels/test_show_numpy.py` runs them.
"""

from __future__ import annotations

from importlib import import_module

from posviz.panels.show_numpy.script import Script
from posviz.state import State

WRITERS = {
    "tokens": ("words", "tokens"),
    "tokeniser": ("words", "tokeniser"),
    "vectors": ("words", "vectors"),
    "neighbours": ("words", "neighbours"),
    "map": ("words", "word_map"),
    "shapes": ("words", "shapes"),
    "order": ("heads", "order"),
    "fusion": ("sums", "fusion"),
    "scale": ("sums", "scale"),
    "combine": ("sums", "combine"),
    "formula": ("positions", "formula"),
    "positional_table": ("positions", "positional_table"),
    "waves": ("positions", "waves"),
    "clocks": ("positions", "clocks"),
    "shift": ("positions", "shift"),
    "similarity": ("positions", "similarity"),
    "collisions": ("positions", "collisions"),
    "layouts": ("positions", "layouts"),
    "bug_zoo": ("positions", "bug_zoo"),
    "schemes": ("schemes", "schemes"),
    "pipeline": ("heads", "pipeline"),
    "attention": ("heads", "attention"),
}
"""File and function for each panel; the others show no numbers of their own."""


def numpy_script(panel_id: str, state: State) -> Script:
    """Return the lines for a panel; none where it shows no numbers of its own."""
    if panel_id not in WRITERS:
        return Script(panel_id)
    module, name = WRITERS[panel_id]
    # Imported now: the window is on screen sooner without them.
    made: Script = getattr(import_module(f"{__name__}.{module}"), name)(state)
    return made


__all__ = ["Script", "numpy_script"]
