"""The vectors panel against hand-made expectations."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from posviz.export import write_numbers
from posviz.panels.vectors import VectorsPanel
from posviz.session import Session
from posviz.state import State
from posviz.widgets.cell_strip import CellStrip
from posviz.widgets.note import Note

Make = Callable[..., VectorsPanel]


def strips(panel: VectorsPanel) -> list[CellStrip]:
    found = panel.findChildren(CellStrip)
    assert len(found) == 2
    return found


def words(panel: VectorsPanel) -> str:
    return "\n".join(note.accessibleName() for note in panel.findChildren(Note) if note.text)


@pytest.mark.parametrize("table", ["toy4", "toy16"])
@pytest.mark.parametrize("token", ["cat", "king", "on"])
def test_one_hot_has_a_single_1_and_picks_the_row(table: str, token: str) -> None:
    state = State(table=table, token=token)
    content = VectorsPanel.content(state)
    assert content.id is not None
    assert content.one_hot is not None
    assert content.one_hot.sum() == 1
    assert content.one_hot[content.id] == 1
    assert content.dense.tolist() == state.embeddings.matrix[content.id].tolist()
    assert content.difference == 0


def test_cat_is_row_0(make_panel: Make) -> None:
    panel = make_panel(VectorsPanel, 900, 400)
    shown = words(panel)
    assert "ℝ¹⁵ · one 1 at index 0" in shown
    assert "ℝ⁴ · E[0] · hand-made" in shown
    assert "E[0] = one-hot @ E" in shown
    assert "is 0." in shown


def test_unknown_word_has_no_vectors(make_panel: Make, session: Session, tmp_path: Path) -> None:
    session.update(text="the mat", token="mat")
    panel = make_panel(VectorsPanel)
    content = VectorsPanel.content(session.state)
    assert content.one_hot is None
    assert np.isnan(content.difference)
    assert "mat is not in this vocabulary" in words(panel)
    numbers = VectorsPanel.numbers(content)
    assert numbers.array.shape == (4,)
    assert np.isnan(numbers.array).all()
    write_numbers(tmp_path / "n.csv", numbers)
    with (tmp_path / "n.csv").open(encoding="utf-8", newline="") as file:
        assert list(csv.reader(file)) == [["dimension", "value"], *([str(k), ""] for k in range(4))]
    session.update(token="cat")
    assert "E[0] = one-hot @ E" in words(panel)


def test_numbers_are_the_dense_row() -> None:
    numbers = VectorsPanel.numbers(VectorsPanel.content(State(token="king")))
    king = State().embeddings.matrix[4].tolist()
    assert numbers.array.dtype == np.float64
    assert numbers.array.tolist() == king
    assert list(numbers.rows) == list(enumerate(king))


def test_clicking_a_dense_cell_selects_its_dimension(
    make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    panel = make_panel(VectorsPanel, 900, 400)
    dense = strips(panel)[1]
    with qtbot.waitSignal(session.changed):
        qtbot.mouseClick(dense, Qt.MouseButton.LeftButton, pos=QPoint(dense.width() * 5 // 8, 15))
    assert session.state.dimension == 2
    assert VectorsPanel.content(session.state).dimension == 2


def test_a_dimension_beyond_the_positional_table_is_not_selected(
    make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    session.update(width=2)
    panel = make_panel(VectorsPanel, 900, 400)
    dense = strips(panel)[1]
    with qtbot.assertNotEmitted(session.changed):
        qtbot.mouseClick(dense, Qt.MouseButton.LeftButton, pos=QPoint(dense.width() * 7 // 8, 15))
    session.update(width=64, dimension=40)
    assert VectorsPanel.content(session.state).dimension is None


def test_hovering_reads_the_number_out(make_panel: Make, qtbot: QtBot) -> None:
    panel = make_panel(VectorsPanel, 900, 400)
    hot, dense = strips(panel)
    value = State().embeddings.matrix[0, 2]
    with qtbot.waitSignal(panel.readout) as readout:
        qtbot.mouseMove(dense, QPoint(dense.width() * 5 // 8, 15))
    assert readout.args == [f"dimension 2 of E[cat] = {value:+.6f}".replace("-", "−")]
    with qtbot.waitSignal(panel.readout) as readout:
        qtbot.mouseMove(hot, QPoint(hot.width() - 3, 15))
    assert readout.args is not None
    assert readout.args[0].startswith("index 14 of one-hot(cat) = 0")


def test_keys_reach_every_dimension(make_panel: Make, session: Session, qtbot: QtBot) -> None:
    dense_panel = make_panel(VectorsPanel, 900, 400)
    dense = strips(dense_panel)[1]
    qtbot.keyClick(dense, Qt.Key.Key_End)
    qtbot.keyClick(dense, Qt.Key.Key_Return)
    assert session.state.dimension == 3
