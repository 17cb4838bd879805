"""What the pointer is over lights up in every panel and selects nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from PySide6.QtCore import QPoint
from pytestqt.qtbot import QtBot

from posviz.panels import all_panels
from posviz.panels.panel import Panel
from posviz.session import Hover, Session
from posviz.widgets.bar_list import BarList
from posviz.widgets.heatmap_view import HeatmapView
from posviz.widgets.painted import PaintedView
from posviz.widgets.row_heatmaps import RowHeatmaps
from posviz.widgets.sum_strip import SumStrip
from posviz.widgets.table_rows import TableRows
from posviz.widgets.token_chips import TokenChips
from posviz.window.sequence_bar import SequenceBar

Make = Callable[..., Panel[Any]]
View = TypeVar("View", bound=PaintedView)


def find(panel_id: str) -> type[Panel[Any]]:
    return next(panel for panel in all_panels() if panel.id == panel_id)


def view(panel: Panel[Any], kind: type[View]) -> View:
    found = panel.findChild(kind)
    assert found is not None
    return found


def test_a_word_of_the_sentence_lights_its_row_everywhere(
    make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    bar = SequenceBar(session)
    qtbot.addWidget(bar)
    tokens, vectors, fusion, table = (
        make_panel(find(name)) for name in ("tokens", "vectors", "fusion", "positional_table")
    )
    before = session.state
    bar.chips.hovered.emit(2)
    assert view(tokens, TokenChips)._hover == 12
    assert view(vectors, TableRows)._cursor == 12
    assert view(fusion, RowHeatmaps)._hover.row == 2
    assert view(table, HeatmapView)._lit == (2, session.state.dimension)
    assert session.state == before
    bar.chips.hovered.emit(-1)
    assert view(tokens, TokenChips)._hover == -1
    assert view(vectors, TableRows)._cursor == -1
    assert view(fusion, RowHeatmaps)._hover.row == -1
    assert view(table, HeatmapView)._lit is None


def test_a_cell_of_the_table_lights_its_column_and_its_word(
    make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    bar = SequenceBar(session)
    qtbot.addWidget(bar)
    fusion, table = make_panel(find("fusion")), make_panel(find("positional_table"))
    view(table, HeatmapView).pointed.emit(2, 3)
    assert view(fusion, SumStrip).hover == 3
    assert bar.chips._hover == 2
    view(table, HeatmapView).pointed.emit(60, 40)
    assert bar.chips._hover == -1


def test_a_word_outside_the_vocabulary_lights_nothing_of_e(
    make_panel: Make, session: Session
) -> None:
    session.update(text="the mat")
    tokens, neighbours = make_panel(find("tokens")), make_panel(find("neighbours"))
    session.point_at(token="mat", position=1)
    assert view(tokens, TokenChips)._hover == -1
    assert view(neighbours, BarList)._cursor == -1


def test_pointing_at_the_same_thing_again_is_not_told(session: Session, qtbot: QtBot) -> None:
    session.point_at(position=3)
    with qtbot.assertNotEmitted(session.hovered):
        session.point_at(position=3)
    with qtbot.waitSignal(session.hovered) as told:
        session.point_at()
    assert told.args == [Hover()]


def test_the_pointer_in_the_window_reaches_the_session(
    make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    panel = make_panel(find("neighbours"))
    bars = view(panel, BarList)
    with qtbot.waitSignal(session.hovered) as told:
        qtbot.mouseMove(bars, QPoint(30, 24 + 13))
    assert told.args == [Hover(token="kitten")]


def test_chips_are_made_anew_for_another_sentence_or_table_alone(
    session: Session, qtbot: QtBot
) -> None:
    session.update(table="toy16", text="the cat sat", position=0)
    bar = SequenceBar(session)
    qtbot.addWidget(bar)
    made = bar.chips._chips
    session.update(position=2)
    assert bar.chips._chips is made
    assert bar.chips.selected == 2
    session.update(text="the cat sat on")
    assert len(bar.chips._chips) == 4
    session.update(table="glove")  # the same words have other ids
    identity = str(session.state.id_of("cat"))
    assert bar.chips._chips[1].caption.endswith(f"id {identity}")
