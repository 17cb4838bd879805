"""Rows of a table around the selected one."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QSizeF, Qt
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from posviz.widgets.table_rows import TableRows
from posviz.widgets.theme import DARK, look


@pytest.fixture
def rows(qtbot: QtBot) -> TableRows:
    view = TableRows()
    qtbot.addWidget(view)
    view.resize(400, 240)
    return view


def show(view: TableRows, count: int, width: int, selected: int) -> list[int]:
    """Show a table and return the rows whose names are asked for when it is painted."""
    asked: list[int] = []

    def name(row: int) -> str:
        asked.append(row)
        return f"word{row}"

    view.set_rows(np.zeros((count, width)), name, selected)
    image = QImage(400, 240, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    view.draw(painter, QSizeF(400, 240), DARK)
    painter.end()
    return asked


def test_all_rows_of_a_small_table_are_shown(rows: TableRows) -> None:
    assert show(rows, 5, 4, selected=2) == [0, 1, 2, 3, 4]


def test_of_a_large_table_only_the_rows_around_the_selected_one_are_read(rows: TableRows) -> None:
    assert show(rows, 50_000, 4096, selected=25_000) == list(range(24_995, 25_005))
    assert show(rows, 50_000, 4096, selected=49_999) == list(range(49_990, 50_000))
    assert show(rows, 50_000, 4096, selected=-1) == list(range(10))


def test_clicking_a_row_tells_its_number(rows: TableRows, qtbot: QtBot) -> None:
    show(rows, 100, 4, selected=50)
    first, _, height = rows.rows_in(240, look())
    with qtbot.waitSignal(rows.activated) as told:
        qtbot.mouseClick(rows, Qt.MouseButton.LeftButton, pos=QPoint(200, int(2.5 * height)))
    assert told.args == [first + 2]


@pytest.mark.parametrize(
    ("key", "row"),
    [
        (Qt.Key.Key_Down, 51),
        (Qt.Key.Key_Up, 49),
        (Qt.Key.Key_PageDown, 60),
        (Qt.Key.Key_Home, 0),
        (Qt.Key.Key_End, 99),
    ],
)
def test_keys_move_the_selection(rows: TableRows, qtbot: QtBot, key: Qt.Key, row: int) -> None:
    show(rows, 100, 4, selected=50)
    with qtbot.waitSignal(rows.activated) as told:
        qtbot.keyClick(rows, key)
    assert told.args == [row]


def test_there_is_no_row_outside_the_view(rows: TableRows) -> None:
    show(rows, 3, 4, selected=0)
    assert rows.row_at(-1) == -1
    assert rows.row_at(239) == -1
    assert rows.row_at(QPointF(0, 1).y()) == 0
