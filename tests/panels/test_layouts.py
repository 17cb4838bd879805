"""The layouts panel: what it computes, says and selects."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QPointF, QSizeF, Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from posviz.panels import layouts_words as words
from posviz.panels.layouts import LayoutsPanel
from posviz.panels.layouts_content import Layouts, takes_long
from posviz.session import Hover, Session
from posviz.state import State
from posviz.widgets import theme
from posviz.widgets.table_pictures import TablePictures
from tests.laying_out import lay_out

Make = Callable[..., LayoutsPanel]


def content(**changes: Any) -> Layouts:
    return LayoutsPanel.content(State().with_changes(**changes))


def cells(shown: Layouts) -> list[list[str]]:
    return [[cell.text for cell in row] for row in words.table(shown)[1]]


def test_the_selected_dimension_in_each_table() -> None:
    # Pair 1 at position 3, d = 6, base 100: paper 100^(−1/3), tensor2tensor 100^(−1/2).
    rows = cells(content(width=6, base=100.0, position=3, dimension=3))
    assert rows == [
        ["Paper", "3", "0.21544", "29.16", "+0.798299"],
        ["Sines, then cosines", "4", "0.21544", "29.16", "+0.798299"],
        ["tensor2tensor", "4", "0.10000", "62.83", "+0.955336"],
    ]
    assert content(width=5, dimension=4).columns == (4, 2, 4)
    assert cells(content(width=5, dimension=4))[2][2:] == ["—", "—", "+0.000000"]


@pytest.mark.parametrize("layout", ["interleaved", "halves"])
@pytest.mark.parametrize("width", [1, 2, 5, 8])
def test_columns_and_dimensions_go_both_ways(layout: str, width: int) -> None:
    for dimension in range(width):
        shown = content(width=width, layout=layout, dimension=dimension)
        assert shown.columns_of(dimension) == shown.columns
        assert shown.columns[0 if layout == "interleaved" else 1] == dimension
        for table, column in enumerate(shown.columns):
            assert shown.dimension_of(table, column) == dimension


def test_how_far_the_tables_are_the_same_is_computed() -> None:
    shown = content()
    assert shown.differences[0] == 0
    assert 0.1 < shown.differences[1] < 2
    assert "largest difference exactly 0. tensor2tensor" in words.opening(shown)
    assert "frequencies are others" in words.opening(shown)
    shown = content(width=2)
    assert max(shown.differences) == 0
    assert "0/0" in words.trap(shown)
    assert "frequencies are the paper's too" in words.opening(shown)
    assert words.trap(content()) == ""
    assert "last column is 0" in words.trap(content(width=5))
    assert "only column is 0" in words.trap(content(width=1))


def test_large_tables_are_compared_as_far_as_said() -> None:
    state = State().with_changes(length=1_000_000, width=12_288, position=999_999, base=3.0)
    assert takes_long(state)
    shown = LayoutsPanel.content(state)
    assert not takes_long(state)
    assert "first 85 of" in words.limits(shown)
    assert words.limits(content()) == ""


def test_the_file_holds_the_permutation_and_the_row() -> None:
    numbers = LayoutsPanel.numbers(content(width=4, base=100.0, position=0))
    assert list(numbers.rows) == [
        (0, 0, 0, 0.0, 0.0, 0.0),
        (1, 2, 2, 1.0, 1.0, 1.0),
        (2, 1, 1, 0.0, 0.0, 0.0),
        (3, 3, 3, 1.0, 1.0, 1.0),
    ]


def test_a_column_of_any_table_is_selected_and_pointed_at(
    make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    session.update(width=8, length=10)
    panel = make_panel(LayoutsPanel, 900, 700)
    view = panel.findChild(TablePictures)
    assert view is not None
    lay_out(panel)  # the notes have their height, all else its place
    frame = view.frames(QSizeF(view.size()), theme.look())[1]
    at = frame.topLeft() + QPointF(frame.width() * 5.5 / 8, frame.height() * 0.25)
    told: list[Hover] = []
    said: list[str] = []
    session.hovered.connect(told.append)
    panel.readout.connect(said.append)
    qtbot.mouseMove(view, at.toPoint())
    assert (told[-1].position, told[-1].dimension) == (2, 3)  # the cosine of pair 1
    assert said[-1].startswith("Sines, then cosines: pos 2, dim 5: ")
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=at.toPoint())
    assert (session.state.position, session.state.dimension) == (2, 3)
    qtbot.keyClick(view, Qt.Key.Key_End)
    assert session.state.dimension == 7
    session.update(layout="halves")
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=at.toPoint())
    assert session.state.dimension == 5


def test_reset(make_panel: Make, session: Session, qtbot: QtBot) -> None:
    panel = make_panel(LayoutsPanel)
    session.update(width=3, base=2.0, length=500)
    reset = next(b for b in panel.findChildren(QPushButton) if b.text() == "Reset")
    qtbot.mouseClick(reset, Qt.MouseButton.LeftButton)
    start = State()
    for name in ("width", "base", "length"):
        assert getattr(session.state, name) == getattr(start, name)
