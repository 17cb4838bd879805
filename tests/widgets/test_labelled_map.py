"""A matrix under words: cells are hit, chosen, named and told apart at any size."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from posviz.widgets.labelled_legend import shared_pixels
from posviz.widgets.labelled_map import LabelledMap
from posviz.widgets.labelled_marks import NOWHERE, Frame, LabelledMatrix
from posviz.widgets.theme import DARK

WORDS = ("the", "cat", "sat")


def matrix(
    n: int = 3, m: int = 3, *, words: bool = True, masked: np.ndarray | None = None
) -> LabelledMatrix:
    values = np.arange(n * m, dtype=float).reshape(n, m) / max(n * m, 1)
    rows = tuple(WORDS[k % 3] for k in range(n))
    columns = tuple(WORDS[k % 3] for k in range(m)) if words else None
    return LabelledMatrix(
        *("Scores", values, rows, columns, ("query", "key")),
        masked=masked,
        missing="no vector",
        shut="not seen",
    )


@pytest.fixture
def view(qtbot: QtBot) -> LabelledMap:
    view = LabelledMap()
    qtbot.addWidget(view)
    view.resize(360, 300)
    view.show_matrix(matrix(), 1, 2)
    view.show()
    return view


def middle(view: LabelledMap, row: int, column: int) -> QPoint:
    frame = view.frame()
    assert frame is not None
    return frame.cell(row, column).center().toPoint()


@pytest.mark.parametrize("shape", [(1, 1), (3, 8), (12, 12), (12, 1), (512, 512), (1024, 64)])
@pytest.mark.parametrize("words", [True, False])
def test_cells_are_hit_where_they_stand(
    view: LabelledMap, shape: tuple[int, int], words: bool
) -> None:
    n, m = shape
    view.show_matrix(matrix(n, m, words=words), 0, 0)
    frame = view.frame()
    assert frame is not None
    assert QSizeF(view.size()).width() >= frame.plot.right()
    for row in {0, n // 2, n - 1}:
        for column in {0, m // 2, m - 1}:
            x = frame.plot.left() + (column + 0.5) * frame.plot.width() / m
            y = frame.plot.top() + (row + 0.5) * frame.plot.height() / n
            assert view.cell_at(QPointF(x, y)) == (row, column)
            assert frame.cell(row, column).contains(QPointF(x, y))
    assert view.cell_at(QPointF(1, 1)) == NOWHERE
    assert view.cell_at(QPointF(-50, 5000), nearest=True) == (n - 1, 0)
    assert not view.grab().isNull()


def test_a_click_and_a_drag_choose(view: LabelledMap, qtbot: QtBot) -> None:
    told: list[object] = []
    view.picked.connect(lambda row, column: told.append((row, column)))
    view.drag_started.connect(lambda: told.append("start"))
    view.drag_ended.connect(lambda: told.append("end"))
    left = Qt.MouseButton.LeftButton
    qtbot.mousePress(view, left, pos=middle(view, 0, 0))
    qtbot.mouseMove(view, middle(view, 2, 1))
    qtbot.mouseMove(view, QPoint(5000, 5000))
    qtbot.mouseRelease(view, left, pos=QPoint(5000, 5000))
    assert told == ["start", (0, 0), (2, 1), (2, 2), "end"]
    told.clear()
    qtbot.mouseClick(view, left, pos=QPoint(2, 2))
    qtbot.mouseClick(view, Qt.MouseButton.RightButton, pos=middle(view, 0, 0))
    qtbot.mouseClick(view, left, pos=middle(view, 1, 2))  # it is selected already
    assert told == ["start", "end"]


@pytest.mark.parametrize(
    ("key", "cell"),
    [
        (Qt.Key.Key_Up, (0, 2)),
        (Qt.Key.Key_Down, (2, 2)),
        (Qt.Key.Key_Left, (1, 1)),
        (Qt.Key.Key_Home, (1, 0)),
        (Qt.Key.Key_PageUp, (0, 2)),
        (Qt.Key.Key_PageDown, (2, 2)),
    ],
)
def test_keys_move_the_selection(
    view: LabelledMap, qtbot: QtBot, key: Qt.Key, cell: tuple[int, int]
) -> None:
    with qtbot.waitSignal(view.picked) as told:
        qtbot.keyClick(view, key)
    assert tuple(told.args or ()) == cell


def test_keys_stop_at_the_edge_and_begin_where_nothing_is_selected(
    view: LabelledMap, qtbot: QtBot
) -> None:
    with qtbot.assertNotEmitted(view.picked):
        qtbot.keyClick(view, Qt.Key.Key_Right)
        qtbot.keyClick(view, Qt.Key.Key_End)
    view.show_matrix(matrix(), -1, -1)
    with qtbot.waitSignal(view.picked) as told:
        qtbot.keyClick(view, Qt.Key.Key_Down)
    assert told.args == [1, 0]
    view.show_matrix(matrix(0, 0), -1, -1)
    with qtbot.assertNotEmitted(view.picked):
        qtbot.keyClick(view, Qt.Key.Key_Down)


def test_the_pointer_is_told_and_what_is_lit_gives_way_to_it(
    view: LabelledMap, qtbot: QtBot
) -> None:
    view.light(0, 1)
    assert view.pointed == (0, 1)
    with qtbot.waitSignal(view.hovered) as told:
        qtbot.mouseMove(view, middle(view, 2, 0))
    assert told.args == [2, 0]
    assert view.pointed == (2, 0)
    view.show_matrix(matrix(1, 1), 0, 0)
    assert view.pointed == (0, 1)  # the cell under the pointer is gone
    plain = view.grab().toImage()
    view.light(-1, -1)
    view.light(0, -1)
    assert view.grab().toImage() != plain


def test_cells_are_named_with_their_value(view: LabelledMap) -> None:
    values = np.array([[np.nan, np.nan], [0.25, -np.inf]])
    masked = np.array([[False, False], [False, True]])
    shown = LabelledMatrix(
        *("A", values, ("mat", "cat"), ("mat", "x" * 500), ("query", "key")),
        masked=masked,
        missing="no vector",
        shut="not seen",
    )
    view.show_matrix(shown, 1, 0)
    assert view.accessibleDescription() == "query 1, cat; key 0, mat: +0.250000"
    assert view.cell_text(0, 0) == "query 0, mat; key 0, mat: no vector"
    text = view.cell_text(1, 1)
    assert text.endswith(": not seen")
    assert len(text) < 100
    assert view.cell_text(1, -1) == "query 1, cat"
    assert view.cell_text(9, 0) == ""
    numbered = LabelledMatrix("out", values, ("a", "b"), None, ("query", "dimension"))
    view.show_matrix(numbered, 1, -1)
    assert view.cell_text(1, 0) == "query 1, b; dimension 0: +0.250000"


def picture(view: LabelledMap, width: int, height: int) -> QImage:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(DARK.colour("panel"))
    painter = QPainter(image)
    view.draw(painter, QSizeF(width, height), DARK)
    painter.end()
    return image


def test_values_are_written_where_they_fit(view: LabelledMap) -> None:
    # Cells of one value: whatever else than its colour is inside them is a number.
    flat = LabelledMatrix("A", np.zeros((3, 3)), WORDS, WORDS, ("query", "key"))
    view.show_matrix(flat, -1, -1)

    def colours(width: int) -> int:
        frame = view.frame()
        assert frame is not None
        view.resize(width, 300)
        image = picture(view, width, 300)
        inside = view.frame()
        assert inside is not None
        cell = inside.cell(1, 1).toRect().adjusted(3, 3, -3, -3)
        return len(
            {
                image.pixel(x, y)
                for x in range(cell.left(), cell.right())
                for y in range(cell.top(), cell.bottom())
            }
        )

    assert colours(400) > 3
    assert colours(150) == 1


def test_another_matrix_another_mask_or_level_is_painted_anew(view: LabelledMap) -> None:
    def cells(shown: LabelledMatrix) -> QImage:
        view.show_matrix(shown, 0, 0)
        frame = view.frame()
        assert frame is not None
        return picture(view, 360, 300).copy(frame.plot.toRect())  # without the legend

    shown = matrix(40, 40)  # too small for numbers, which would tell by themselves
    before = cells(shown)
    assert cells(replace(shown, masked=np.eye(40, dtype=bool))) != before
    assert cells(shown) == before
    assert cells(replace(shown, level=5.0)) != before
    assert cells(replace(shown, values=-shown.values)) != before


def test_a_matrix_is_never_mirrored(view: LabelledMap, right_to_left: Callable[[], None]) -> None:
    at, before = middle(view, 2, 0), picture(view, 360, 300)
    right_to_left()
    assert view.cell_at(QPointF(at)) == (2, 0)
    assert before == picture(view, 360, 300)


def test_words_above_narrow_columns_stand_upright(view: LabelledMap) -> None:
    view.resize(290, 300)
    view.show_matrix(matrix(12, 12), 0, 0)
    frame = view.frame()
    assert frame is not None
    assert frame.upright
    view.show_matrix(matrix(3, 3), 0, 0)
    frame = view.frame()
    assert frame is not None
    assert not frame.upright
    view.show_matrix(matrix(300, 300), 0, 0)
    frame = view.frame()
    assert frame is not None
    assert not frame.upright  # no words at all but those of the marked columns


@pytest.mark.parametrize(
    ("shape", "said"),
    [((6, 6), ""), ((1000, 8), "pixel: mean of 7 × 1"), ((1000, 1000), "pixel: mean of 7 × 4")],
)
def test_the_legend_says_how_many_cells_share_a_pixel(shape: tuple[int, int], said: str) -> None:
    matrix = LabelledMatrix("M", np.zeros(shape), ("a",) * shape[0], None, ("query", "key"))
    place = QRectF(40, 40, 280, 150)
    assert shared_pixels(Frame(matrix, place, 17.0, upright=False)) == said
