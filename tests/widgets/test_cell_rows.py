"""Vectors under each other: aligned cells, weights, a cursor, and a height that follows."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QSizeF, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from posviz.widgets.cell_rows import NOWHERE, CellRow, CellRows
from posviz.widgets.theme import look

ROWS = (
    CellRow("q of cat", np.array([0.5, -1.0, 0.0, 2.0])),
    CellRow("k", np.array([1.0, 1.0, -1.0, -1.0]), "×"),
    CellRow("products", np.array([0.5, -1.0, 0.0, -2.0]), "=", ruled=True),
)


@pytest.fixture
def view(qtbot: QtBot) -> CellRows:
    view = CellRows()
    qtbot.addWidget(view)
    view.set_rows(ROWS, 2.0)
    view.resize(500, view.sizeHint().height())
    view.show()
    return view


def middle(view: CellRows, row: int, column: int) -> QPoint:
    cells = view.cells_frame(row, QSizeF(view.size()), look())
    x = cells.left() + (column + 0.5) * cells.width() / view.columns
    return QPointF(x, cells.center().y()).toPoint()


def test_cells_stand_below_each_other_and_are_hit(view: CellRows) -> None:
    for row in range(3):
        for column in range(4):
            assert view.cell_at(QPointF(middle(view, row, column))) == (row, column)
        assert middle(view, row, 2).x() == middle(view, 0, 2).x()
        label = view.row_frame(row, QSizeF(view.size()), look()).center()
        assert view.cell_at(QPointF(3, label.y())) == (row, -1)
    assert view.cell_at(QPointF(10, 5000)) == NOWHERE


def test_the_height_follows_the_rows(view: CellRows) -> None:
    three = view.sizeHint().height()
    view.set_rows(ROWS * 2, 2.0)
    assert view.sizeHint().height() >= 2 * three - 2
    view.set_rows((), 1.0)
    assert view.columns == 0
    assert view.sizeHint().height() < 5
    assert not view.grab().isNull()


def test_the_pointer_and_the_keys_move_one_cursor(view: CellRows, qtbot: QtBot) -> None:
    told: list[tuple[int, int]] = []
    view.hovered.connect(lambda row, column: told.append((row, column)))
    qtbot.mouseMove(view, middle(view, 1, 3))
    for key in ("Down", "Down", "Left", "Home", "End", "Right", "Up"):
        qtbot.keyClick(view, getattr(Qt.Key, f"Key_{key}"))
    QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
    assert told == [(1, 3), (2, 3), (2, 2), (2, 0), (2, 3), (1, 3), NOWHERE]


def test_a_row_is_chosen(view: CellRows, qtbot: QtBot) -> None:
    chosen: list[int] = []
    view.activated.connect(chosen.append)
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert chosen == []
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=middle(view, 1, 0))
    qtbot.keyClick(view, Qt.Key.Key_Down)
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert chosen[0] == 1
    assert len(chosen) == 2


def test_a_cursor_beyond_fewer_cells_is_dropped(view: CellRows, qtbot: QtBot) -> None:
    qtbot.mouseMove(view, middle(view, 2, 3))
    view.set_rows((CellRow("one", np.zeros(2)),), 1.0)
    with qtbot.waitSignal(view.hovered) as told:
        qtbot.keyClick(view, Qt.Key.Key_Right)
    assert told.args == [0, 0]


def colours(view: CellRows, row: int) -> set[int]:
    image: QImage = view.grab().toImage()
    cells = view.cells_frame(row, QSizeF(view.size()), look()).toRect().adjusted(1, 1, -1, -1)
    y = cells.top() + 2
    return {image.pixel(x, y) for x in range(cells.left(), cells.right())}


def test_a_row_without_numbers_is_empty_and_says_so(view: CellRows) -> None:
    empty = CellRow("mat", np.full(4, np.nan), empty="no vector")
    view.set_rows((ROWS[0], empty, CellRow("mat", np.full(4, np.nan))), 2.0)
    assert len(colours(view, 0)) > 3
    assert len(colours(view, 2)) == 1
    with_words, without = (
        view.grab(view.cells_frame(k, QSizeF(view.size()), look()).toRect()).toImage()
        for k in (1, 2)
    )
    assert with_words != without


@pytest.mark.parametrize("share", [0.0, 0.25, 1.0, 40.0])
def test_a_bar_is_as_long_as_its_share_up_to_its_track(view: CellRows, share: float) -> None:
    view.set_rows((CellRow("the", np.zeros(4), "×", share, "0.250"),), 1.0)
    image: QImage = view.grab().toImage()
    bars, marks, cells = view.lefts(QSizeF(view.size()), look())
    assert bars < marks < cells
    full = look().data_colour(1.0).rgb()
    y = view.row_frame(0, QSizeF(view.size()), look()).center().toPoint().y()
    long = sum(image.pixel(x, y) == full for x in range(round(bars), round(marks)))
    assert long == pytest.approx(62 * min(1.0, share), abs=2)


@pytest.mark.parametrize("width", [1, 64, 3000])
def test_any_width_is_shown(view: CellRows, width: int) -> None:
    view.set_rows((CellRow("x" * 300, np.linspace(-1, 1, width), "×", 0.5, "0.5"),), 1.0)
    assert not view.grab().isNull()
    cells = view.cells_frame(0, QSizeF(view.size()), look())
    assert view.cell_at(QPointF(cells.right() - 0.01, cells.center().y())) == (0, width - 1)
