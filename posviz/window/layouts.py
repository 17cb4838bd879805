"""Which docks stand where: one arrangement for each chapter, and more for single steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow

if TYPE_CHECKING:
    from posviz.lesson.step_file import Step
    from posviz.window.panel_dock import PanelDock


@dataclass(frozen=True)
class Split:
    """Parts beside each other (``"row"``) or under each other (``"column"``).

    `shares` are their sizes relative to each other.
    """

    kind: Literal["row", "column"]
    shares: tuple[float, ...]
    parts: tuple[Arrangement, ...]


Arrangement = str | Split
"""A panel id, or a split of arrangements."""


def row(*parts: tuple[float, Arrangement]) -> Split:
    """Parts from left to right, each with its share."""
    return Split("row", tuple(s for s, _ in parts), tuple(p for _, p in parts))


def column(*parts: tuple[float, Arrangement]) -> Split:
    """Parts from top to bottom, each with its share."""
    return Split("column", tuple(s for s, _ in parts), tuple(p for _, p in parts))


ARRANGEMENTS: dict[str, Arrangement] = {
    "token-to-vector": row(
        (0.24, "lesson"),
        (0.41, column((0.24, "tokens"), (0.76, "vectors"))),
        (0.38, column((0.5, "neighbours"), (0.5, "map"))),
    ),
    "likeness": row(
        (0.24, "lesson"),
        (0.38, column((0.3, "tokens"), (0.7, "vectors"))),
        (0.41, "neighbours"),
    ),
    "trained-table": row(
        (0.24, "lesson"),
        (0.37, column((0.62, "neighbours"), (0.38, "vectors"))),
        (0.42, "map"),
    ),
    "shapes": row(
        (0.24, "lesson"),
        (0.38, column((0.24, "tokens"), (0.76, "vectors"))),
        (0.41, column((0.55, "shapes"), (0.45, "neighbours"))),
    ),
    "pieces": row(
        (0.24, "lesson"),
        (0.53, "tokeniser"),
        (0.26, "tokens"),
    ),
    "order-blind": row((0.24, "lesson"), (0.79, "order")),
    "add-position": row(
        (0.24, "lesson"),
        (0.46, "fusion"),
        (0.33, column((0.64, "positional_table"), (0.36, "formula"))),
    ),
    "scale": row(
        (0.24, "lesson"),
        (0.47, "scale"),
        (0.32, column((0.6, "fusion"), (0.4, "positional_table"))),
    ),
    "combine": row((0.24, "lesson"), (0.79, "combine")),
    "positional-table": row(
        (0.24, "lesson"),
        (0.445, "positional_table"),
        (0.35, column((0.55, "waves"), (0.45, "formula"))),
    ),
    "clocks": row(
        (0.24, "lesson"),
        (0.445, "clocks"),
        (0.35, column((0.6, "positional_table"), (0.4, "waves"))),
    ),
    "shift": row(
        (0.24, "lesson"),
        (0.445, "shift"),
        (0.35, "positional_table"),
    ),
    "collisions": row(
        (0.24, "lesson"),
        (0.47, "collisions"),
        (0.32, "positional_table"),
    ),
    "similarity": row(
        (0.24, "lesson"),
        (0.47, "similarity"),
        (0.32, "positional_table"),
    ),
    "whole-table": row((0.24, "lesson"), (0.795, "positional_table")),
    "bug-zoo": row((0.22, "lesson"), (0.395, "bug_zoo"), (0.4, "layouts")),
    "other-schemes": row((0.24, "lesson"), (0.79, "schemes")),
    "z-to-qkv": row((0.24, "lesson"), (0.79, "pipeline")),
    "attention": row((0.24, "lesson"), (0.79, "attention")),
    "quiz": row((0.6, "quiz"), (0.4, "positional_table")),
    "practice": row((0.19, "lesson"), (0.81, "practice")),
}
"""What a step shows, by name; a chapter has the name of its own."""


_LESSON_SHARE = 0.235


def arrangement_of(
    panels: tuple[tuple[str, ...], ...], name: str, chapter: str
) -> tuple[str, Arrangement]:
    """Return the arrangement of a step, and a name to remember it by.

    Parameters
    ----------
    panels
        The panels of each column beside the lesson; empty: the named arrangement counts.
    name, chapter
        Names of arrangements, the second for a first one that does not exist; if there is
        neither, the lesson stands beside the tokens.
    """
    if panels:
        columns = [column(*((1.0, panel) for panel in stack)) for stack in panels]
        share = (1 - _LESSON_SHARE) / len(columns)
        beside = [(share, stack) for stack in columns]
        if not any("lesson" in stack for stack in panels):
            beside = [(_LESSON_SHARE, column((1.0, "lesson"))), *beside]
        return " | ".join(" / ".join(stack) for stack in panels), row(*beside)
    for known in (name, chapter):
        if known in ARRANGEMENTS:
            return known, ARRANGEMENTS[known]
    return "plain", row((_LESSON_SHARE, "lesson"), (1 - _LESSON_SHARE, "tokens"))


def without(arrangement: Arrangement, panel: str) -> Arrangement:
    """Return an arrangement with one panel left out, unless it is all there is."""
    if isinstance(arrangement, str):
        return arrangement
    kept = [
        (share, without(part, panel))
        for share, part in zip(arrangement.shares, arrangement.parts, strict=True)
        if set(leaves(part)) != {panel}
    ]
    if not kept:
        return arrangement
    return Split(arrangement.kind, *(tuple(column) for column in zip(*kept, strict=True)))


def leaves(arrangement: Arrangement) -> Iterator[str]:
    """Ids of the panels in an arrangement, in reading order."""
    if isinstance(arrangement, str):
        yield arrangement
    else:
        for part in arrangement.parts:
            yield from leaves(part)


def largest_first(arrangement: Arrangement, room: float = 1.0) -> list[tuple[float, str]]:
    """Return the panels of an arrangement with their part of the room, the largest first."""
    if isinstance(arrangement, str):
        return [(room, arrangement)]
    total = sum(arrangement.shares)
    found = [
        panel
        for share, part in zip(arrangement.shares, arrangement.parts, strict=True)
        for panel in largest_first(part, room * share / total)
    ]
    return sorted(found, key=lambda panel: -panel[0])


def panels_of(step: Step) -> list[str]:
    """Return the panels that a step shows beside its text, the largest first."""
    if step.panels:
        return [panel for column in step.panels for panel in column]
    arrangement = ARRANGEMENTS.get(step.arrangement, "lesson")
    return [panel for _, panel in largest_first(arrangement) if panel != "lesson"]


def columns_of(docks: Sequence[PanelDock]) -> tuple[tuple[str, ...], ...]:
    """Return panels on screen as columns beside the lesson, each from top to bottom."""
    columns: dict[int, list[PanelDock]] = {}
    for dock in docks:
        if not dock.isFloating():
            columns.setdefault(dock.x(), []).append(dock)
    stacks = (sorted(columns[x], key=lambda dock: dock.y()) for x in sorted(columns))
    named = (tuple(d.entry.id for d in stack if d.entry.id != "lesson") for stack in stacks)
    return tuple(stack for stack in named if stack)


def arrange(window: QMainWindow, docks: dict[str, QDockWidget], arrangement: Arrangement) -> None:
    """Put docks where an arrangement says and hide all others."""
    shown = list(leaves(arrangement))
    for dock in docks.values():
        dock.setFloating(False)
        window.removeDockWidget(dock)
    window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, docks[shown[0]])
    _split(window, docks, arrangement)
    for panel in shown:
        docks[panel].show()
    for panel, dock in docks.items():
        if panel not in shown:
            window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
            dock.hide()
    resize(window, docks, arrangement)


def resize(window: QMainWindow, docks: dict[str, QDockWidget], arrangement: Arrangement) -> None:
    """Give the parts of an arrangement their shares of the window."""
    layout = window.layout()
    assert layout is not None
    layout.activate()
    _resize(window, docks, arrangement, window.width(), window.height())


def _split(window: QMainWindow, docks: dict[str, QDockWidget], arrangement: Arrangement) -> None:
    """Split top-down: first the places of the parts, then the inside of each."""
    if isinstance(arrangement, str):
        return
    firsts = [docks[next(leaves(part))] for part in arrangement.parts]
    for before, after in pairwise(firsts):
        window.splitDockWidget(before, after, _orientation(arrangement))
    for part in arrangement.parts:
        _split(window, docks, part)


def _resize(
    window: QMainWindow,
    docks: dict[str, QDockWidget],
    arrangement: Arrangement,
    width: float,
    height: float,
) -> None:
    if isinstance(arrangement, str):
        return
    total = sum(arrangement.shares)
    across = arrangement.kind == "row"
    sizes = [(width if across else height) * share / total for share in arrangement.shares]
    firsts = [docks[next(leaves(part))] for part in arrangement.parts]
    window.resizeDocks(firsts, [round(size) for size in sizes], _orientation(arrangement))
    for part, size in zip(arrangement.parts, sizes, strict=True):
        _resize(window, docks, part, size if across else width, height if across else size)


def _orientation(split: Split) -> Qt.Orientation:
    return Qt.Orientation.Horizontal if split.kind == "row" else Qt.Orientation.Vertical
