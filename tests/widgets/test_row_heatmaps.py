from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from posviz.widgets.row_heatmaps import NOWHERE, Cell, RowHeatmaps, Tables
from posviz.widgets.theme import DARK, LIGHT, Look

SIZE = QSizeF(500, 400)


class Asked:
    """Tables of one value each, that remember which rows were asked for."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.rows: list[tuple[int, int]] = []

    def __call__(self, start: int, stop: int) -> Tables:
        self.rows.append((start, stop))
        shape = (stop - start, self.width)
        X = np.full(shape, 1.0)
        X[[k for k in range(stop - start) if start + k == 2]] = np.nan
        return X, np.full(shape, -1.0), X - 1.0


def view_of(qtbot: QtBot, words: list[str], width: int) -> tuple[RowHeatmaps, Asked]:
    view, asked = RowHeatmaps(), Asked(width)
    qtbot.addWidget(view)
    view.set_tables(words, width, asked, ("X", "P", "Z"))
    return view, asked


def picture(view: RowHeatmaps, look: Look, size: QSizeF = SIZE) -> QImage:
    image = QImage(SIZE.toSize(), QImage.Format.Format_RGB32)
    image.fill(look.colour("panel"))
    painter = QPainter(image)
    painter.setClipRect(QRectF(0, 0, size.width(), size.height()))
    view.draw(painter, size, look)
    painter.end()
    return image


@pytest.mark.parametrize("width", [1, 4, 500])
@pytest.mark.parametrize("height", [100.0, 300.0, 900.0])
def test_cells_are_hit_where_they_are(qtbot: QtBot, width: int, height: float) -> None:
    view, _ = view_of(qtbot, ["the", "cat", "sat"], width)
    size = QSizeF(500, height)
    for frame in view.table_frames(size, DARK):
        for row in range(3):
            y = view.row_frame(row, size, DARK).center().y()
            for column in {0, width - 1}:
                x = frame.left() + (column + 0.5) * frame.width() / width
                assert view.cell_at(QPointF(x, y), size, DARK) == Cell(row, column)


def test_labels_have_a_row_and_no_column(qtbot: QtBot) -> None:
    view, _ = view_of(qtbot, ["the", "cat", "sat"], 4)
    middle = view.row_frame(1, SIZE, DARK).center().y()
    assert view.cell_at(QPointF(3, middle), SIZE, DARK) == Cell(1, -1)
    first, second, _ = view.table_frames(SIZE, DARK)
    gap = (first.right() + second.left()) / 2
    assert view.cell_at(QPointF(gap, middle), SIZE, DARK) == Cell(1, -1)


def test_nothing_is_hit_above_and_below_the_rows(qtbot: QtBot) -> None:
    view, _ = view_of(qtbot, ["the", "cat", "sat"], 4)
    assert view.cell_at(QPointF(200, 4), SIZE, DARK) == NOWHERE
    below = view.row_frame(2, SIZE, DARK).bottom() + 1
    assert view.cell_at(QPointF(200, below), SIZE, DARK) == NOWHERE


def test_tables_lie_side_by_side_inside_the_view(qtbot: QtBot) -> None:
    view, _ = view_of(qtbot, ["a" * 300, "cat"], 4)
    for size in (QSizeF(220, 100), QSizeF(320, 100), QSizeF(1600, 100)):
        first, second, third = view.table_frames(size, DARK)
        assert 0 < first.left() < first.right() < second.left()
        assert second.right() < third.left()
        assert third.right() <= size.width()
        assert first.width() == second.width() == third.width()


@pytest.mark.parametrize("look", [DARK, LIGHT])
@pytest.mark.parametrize("width", [4, 2_000])
def test_tables_have_the_colours_of_their_values(qtbot: QtBot, look: Look, width: int) -> None:
    view, _ = view_of(qtbot, ["the", "cat", "mat"], width)
    image = picture(view, look)
    y = round(view.row_frame(1, SIZE, look).center().y())
    found = [
        image.pixelColor(round(frame.left()) + 8, y) for frame in view.table_frames(SIZE, look)
    ]
    assert found == [QColor(look.plus), QColor(look.minus), QColor(look.zero)]


def test_an_unknown_word_is_empty_in_x_and_z_and_has_its_p(qtbot: QtBot) -> None:
    view, _ = view_of(qtbot, ["the", "cat", "mat"], 4)
    image = picture(view, DARK)
    y = round(view.row_frame(2, SIZE, DARK).center().y())
    x, p, z = (
        image.pixelColor(round(frame.left()) + 8, y) for frame in view.table_frames(SIZE, DARK)
    )
    assert x == z == DARK.colour("panel")
    assert p == QColor(DARK.minus)


def test_only_rows_in_sight_are_asked_for(qtbot: QtBot) -> None:
    view, asked = view_of(qtbot, ["cat"] * 100_000, 4)
    size = QSizeF(500, view.minimumSizeHint().height())
    image = QImage(500, 400, QImage.Format.Format_RGB32)
    image.fill(DARK.colour("panel"))
    painter = QPainter(image)
    painter.translate(0, -view.row_frame(50_000, size, DARK).top())
    painter.setClipRect(QRectF(0, 0, size.width(), size.height()))
    view.draw(painter, size, DARK)
    painter.end()
    ((start, stop),) = asked.rows
    assert start in (49_999, 50_000)
    assert 15 <= stop - start <= 20
    assert image.pixelColor(round(view.table_frames(size, DARK)[1].left()) + 8, 399 - 12) in (
        QColor(DARK.minus),
        DARK.colour("panel"),
    )


def test_a_widget_paints_what_is_exposed_only(qtbot: QtBot) -> None:
    view, asked = view_of(qtbot, ["cat"] * 10_000, 4)
    view.resize(500, view.minimumSizeHint().height())
    target = QImage(500, 200, QImage.Format.Format_RGB32)
    region = view.row_frame_now(5_000).adjusted(0, 0, 0, 5 * view.row_frame_now(0).height())
    view.render(target, region.topLeft() * 0, region)
    assert asked.rows
    for start, stop in asked.rows:
        assert 4_998 <= start < stop <= 5_008


def test_the_selected_row_has_the_accent(qtbot: QtBot) -> None:
    view, _ = view_of(qtbot, ["the", "cat", "sat"], 4)
    view.set_selection(1, "cat")
    image = picture(view, DARK)
    frame = view.row_frame(1, SIZE, DARK)
    edge = [image.pixelColor(150, y).name() for y in range(round(frame.top()) - 2, 80)]
    assert QColor(DARK.accent).name() in edge


def test_a_marked_word_is_set_in_other_ink_wherever_it_stands(qtbot: QtBot) -> None:
    view, _ = view_of(qtbot, ["the", "cat", "on", "the"], 4)
    left = round(view.table_frames(SIZE, DARK)[0].left()) - 2

    def label(row: int) -> QImage:
        frame = view.row_frame(row, SIZE, DARK).toRect()
        # Right of the number, which differs from row to row.
        return picture(view, DARK).copy(22, frame.top(), left - 22, frame.height())

    view.set_selection(-1, "cat")
    plain = label(0)
    assert plain == label(3)
    view.set_selection(-1, "the")
    assert label(0) == label(3) != plain


def test_keys_walk_the_rows(qtbot: QtBot) -> None:
    view, _ = view_of(qtbot, ["cat"] * 30, 4)
    view.set_selection(3, "cat")
    for key, row in (
        (Qt.Key.Key_Down, 4),
        (Qt.Key.Key_Up, 2),
        (Qt.Key.Key_PageDown, 13),
        (Qt.Key.Key_PageUp, 0),
        (Qt.Key.Key_Home, 0),
        (Qt.Key.Key_End, 29),
    ):
        with qtbot.waitSignal(view.activated) as told:
            qtbot.keyClick(view, key)
        assert told.args == [row]


def test_an_empty_sentence_paints_nothing(qtbot: QtBot) -> None:
    view, asked = view_of(qtbot, [], 4)
    blank = QImage(SIZE.toSize(), QImage.Format.Format_RGB32)
    blank.fill(DARK.colour("panel"))
    assert picture(view, DARK) == blank
    assert asked.rows == []
