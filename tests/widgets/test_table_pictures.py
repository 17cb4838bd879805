"""Tables side by side: where cells lie, what clicks and keys choose, and what is painted."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QSizeF, Qt
from pytestqt.qtbot import QtBot

from posviz.widgets import theme
from posviz.widgets.table_pictures import Picture, TablePictures

ONES = np.ones((4, 10))


@pytest.fixture
def view(qtbot: QtBot) -> TablePictures:
    view = TablePictures()
    qtbot.addWidget(view)
    view.resize(600, 300)
    view.set_tables((Picture("a", ONES, 2), Picture("b", -ONES, 7)), 1)
    view.show()
    return view


def centre(view: TablePictures, table: int, row: int, column: int) -> QPoint:
    frame = view.frames(QSizeF(view.size()), theme.look())[table]
    x = frame.left() + (column + 0.5) * frame.width() / 10
    return QPoint(round(x), round(frame.top() + (row + 0.5) * frame.height() / 4))


@pytest.mark.parametrize("cell", [(0, 0, 0), (0, 3, 9), (1, 0, 0), (1, 2, 5)])
def test_a_click_tells_table_row_and_column(
    view: TablePictures, cell: tuple[int, int, int], qtbot: QtBot
) -> None:
    with qtbot.waitSignal(view.activated) as clicked:
        qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=centre(view, *cell))
    assert tuple(clicked.args) == cell
    with qtbot.waitSignal(view.hovered) as told:
        qtbot.mouseMove(view, centre(view, *cell))
    assert tuple(told.args) == cell


def test_nothing_is_chosen_beside_the_tables(view: TablePictures, qtbot: QtBot) -> None:
    frames = view.frames(QSizeF(view.size()), theme.look())
    between = QPoint(round((frames[0].right() + frames[1].left()) / 2), 100)
    with qtbot.assertNotEmitted(view.activated):
        qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=between)
        qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(5, 3))


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        (Qt.Key.Key_Up, [0, 0, 2]),
        (Qt.Key.Key_Down, [0, 2, 2]),
        (Qt.Key.Key_Left, [0, 1, 1]),
        (Qt.Key.Key_Right, [0, 1, 3]),
        (Qt.Key.Key_PageDown, [0, 3, 2]),
        (Qt.Key.Key_PageUp, [0, 0, 2]),
        (Qt.Key.Key_Home, [0, 1, 0]),
        (Qt.Key.Key_End, [0, 1, 9]),
    ],
)
def test_keys_move_in_the_first_table(
    view: TablePictures, key: Qt.Key, expected: list[int], qtbot: QtBot
) -> None:
    with qtbot.waitSignal(view.activated) as moved:
        qtbot.keyClick(view, key)
    assert moved.args == expected


def test_values_selection_and_nan_are_painted(view: TablePictures) -> None:
    look = theme.look()
    accent = look.colour("accent").rgb()

    def at(table: int, row: int, column: int) -> int:
        image = view.grab().toImage()
        ratio = image.devicePixelRatio()
        point = centre(view, table, row, column) * ratio
        return image.pixel(point)

    assert at(0, 3, 5) == int(look.palette_table[255]) | 0xFF000000
    assert at(1, 3, 5) == int(look.palette_table[1]) | 0xFF000000
    view.set_tables((Picture("a", ONES, -1), Picture("b", ONES * np.nan, -1)), -1)
    assert at(1, 0, 0) == look.colour("panel").rgb()
    image = view.grab().toImage()
    pixels = {image.pixel(x, y) for x in range(image.width()) for y in range(0, image.height(), 3)}
    assert accent not in pixels
    view.set_tables((Picture("a", np.ones((1, 1)), 0),), 0)
    view.light(0, (0,))
    assert not view.grab().isNull()
