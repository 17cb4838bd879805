"""A matrix as a picture: each part in its place and colour, means where cells are small."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from posviz.widgets.matrix_picture import MatrixPicture
from posviz.widgets.theme import look


@pytest.fixture
def picture(qtbot: QtBot) -> MatrixPicture:
    view = MatrixPicture()
    qtbot.addWidget(view)
    view.resize(200, 230)
    view.show()
    return view


def colour_at(view: MatrixPicture, across: float, down: float) -> QColor:
    image: QImage = view.grab().toImage()
    frame = view.frame(QSizeF(view.size()), look())
    x = round(frame.left() + across * frame.width())
    return QColor(image.pixel(x, round(frame.top() + down * frame.height())))


def near(first: QColor, second: QColor) -> bool:
    return (
        max(
            abs(first.red() - second.red()),
            abs(first.green() - second.green()),
            abs(first.blue() - second.blue()),
        )
        <= 4
    )


def test_rows_go_down_and_columns_across(picture: MatrixPicture) -> None:
    values = np.zeros((400, 600))
    values[:200, 300:] = 1.0
    values[200:, :300] = -1.0
    picture.show_matrix(values, "quarters", ("row", "column"))
    assert near(colour_at(picture, 0.75, 0.25), look().data_colour(1.0))
    assert near(colour_at(picture, 0.25, 0.75), look().data_colour(-1.0))
    assert near(colour_at(picture, 0.25, 0.25), look().data_colour(0.0))


def test_cells_smaller_than_a_pixel_are_averaged(picture: MatrixPicture) -> None:
    board = np.where(np.indices((800, 800)).sum(axis=0) % 2, 1.0, -1.0)
    picture.show_matrix(board, "board", ("row", "column"))
    colour = colour_at(picture, 0.4, 0.6)
    assert not near(colour, look().data_colour(1.0))
    assert not near(colour, look().data_colour(-1.0))


def test_another_matrix_is_painted_anew(picture: MatrixPicture) -> None:
    picture.show_matrix(np.ones((4, 4)), "ones", ("row", "column"))
    assert near(colour_at(picture, 0.5, 0.5), look().data_colour(1.0))
    picture.show_matrix(-np.ones((4, 4)), "less", ("row", "column"))
    assert near(colour_at(picture, 0.5, 0.5), look().data_colour(-1.0))


def test_the_cell_under_the_pointer(picture: MatrixPicture, qtbot: QtBot) -> None:
    picture.show_matrix(np.zeros((10, 20)), "zeros", ("row", "column"))
    frame = picture.frame(QSizeF(picture.size()), look())
    assert picture.cell_at(frame.topLeft() + QPointF(1, 1)) == (0, 0)
    assert picture.cell_at(frame.bottomRight() - QPointF(1, 1)) == (9, 19)
    assert picture.cell_at(QPointF(5, 2)) == (-1, -1)
    with qtbot.waitSignal(picture.hovered) as told:
        qtbot.mouseMove(picture, frame.center().toPoint() + QPoint(3, 3))
    assert told.args == [5, 10]


def test_nothing_to_show_is_no_error(picture: MatrixPicture) -> None:
    assert picture.cell_at(QPointF(50, 50)) == (-1, -1)
    assert not picture.grab().isNull()


def test_keys_read_cell_by_cell_where_cells_have_words(
    picture: MatrixPicture, qtbot: QtBot
) -> None:
    values = np.zeros((40, 60))
    picture.show_matrix(values, "zeros", ("row", "column"))
    assert picture.focusPolicy() == Qt.FocusPolicy.NoFocus
    picture.show_matrix(values, "zeros", ("row", "column"), words=lambda r, c: f"at {r}, {c}")
    assert picture.accessibleDescription() == "at 0, 0"
    told: list[tuple[int, int]] = []
    picture.hovered.connect(lambda row, column: told.append((row, column)))
    plain = picture.grab().toImage()
    picture.activateWindow()
    picture.setFocus()
    qtbot.waitUntil(picture.hasFocus)
    for key, cell in (
        (Qt.Key.Key_Left, (0, 0)),
        (Qt.Key.Key_Down, (1, 0)),
        (Qt.Key.Key_PageDown, (5, 0)),
        (Qt.Key.Key_End, (5, 59)),
        (Qt.Key.Key_Right, (5, 59)),
        (Qt.Key.Key_PageUp, (1, 59)),
        (Qt.Key.Key_PageUp, (0, 59)),
        (Qt.Key.Key_Left, (0, 58)),
        (Qt.Key.Key_Home, (0, 0)),
        (Qt.Key.Key_Right, (0, 1)),
    ):
        qtbot.keyClick(picture, key)
        assert told[-1] == cell
        assert picture.accessibleDescription() == f"at {cell[0]}, {cell[1]}"
    focused = picture.grab().toImage()
    assert focused != plain
    qtbot.keyClick(picture, Qt.Key.Key_Down)
    assert picture.grab().toImage() != focused
    picture.show_matrix(values[:1, :1], "one", ("row", "column"), words=lambda r, c: f"at {r}, {c}")
    assert picture.accessibleDescription() == "at 0, 0"
    picture.clearFocus()
    assert told[-1] == (-1, -1)
