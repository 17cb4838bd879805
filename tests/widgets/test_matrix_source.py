"""A matrix in memory as a heat map asks for it: means, words, colours."""

from __future__ import annotations

import math

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QSize
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from posviz.widgets import theme
from posviz.widgets.heatmap_view import HeatmapView
from posviz.widgets.matrix_source import MatrixTable, reach, thumbnail

RNG = np.random.default_rng(3)


def table(matrix: object, levels: tuple[float, float] = (-1.0, 1.0), **more: object) -> MatrixTable:
    array = np.array(matrix, dtype=float)
    return MatrixTable("Q", array, levels, "token", "dimension", **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("each", [(1, 1), (2, 3), (4, 1), (1, 5), (9, 9)])
def test_a_tile_holds_the_means_of_what_is_finite(each: tuple[int, int]) -> None:
    matrix = RNG.normal(0, 20, (11, 13))
    matrix[2] = math.nan
    matrix[5, 4:] = -math.inf
    source = table(matrix, (-50.0, 50.0))
    high, wide = each
    for first_row, first_column in ((0, 0), (high, wide)):
        rows = math.ceil((11 - first_row) / high)
        columns = math.ceil((13 - first_column) / wide)
        out = np.empty((rows, columns), dtype=np.float32)
        source.tile(first_row, high, first_column, wide, out)
        for i in range(rows):
            for j in range(columns):
                block = [
                    matrix[r, c]
                    for r in range(first_row + i * high, min(11, first_row + (i + 1) * high))
                    for c in range(first_column + j * wide, min(13, first_column + (j + 1) * wide))
                    if math.isfinite(matrix[r, c])
                ]
                if block:
                    assert out[i, j] == pytest.approx(sum(block) / len(block) / 50, abs=1e-6)
                else:
                    assert math.isnan(out[i, j])


def test_the_reach_is_the_largest_finite_size() -> None:
    assert reach(np.array([[1.0, -7.5], [math.nan, -math.inf]]), None, np.array([[3.0]])) == 7.5
    assert reach(np.zeros((2, 2))) == 1.0
    assert reach(np.empty((0, 4))) == 1.0
    assert reach(np.full((2, 2), math.nan)) == 1.0


def test_cells_are_named_with_words_or_numbers() -> None:
    source = table([[0.5, -12.25]], (-12.25, 12.25), row_labels=("0 cat",))
    assert source.cell_text(0, 1) == "Q[0 cat, 1] = −12.250000"
    assert source.block_text(range(1), range(2), -0.4796) == "Q[0 cat, 0–1]: mean −5.8751"
    assert (source.row_tag(0), source.column_tag(1)) == ("0 cat", "1")
    assert table([[0.25]], (0.0, 1.0)).cell_text(0, 0) == "Q[0, 0] = 0.250000"


def test_the_colours_follow_the_levels(qtbot: QtBot) -> None:
    view = HeatmapView(table([[40.0, -40.0], [math.nan, -math.inf]], (-40.0, 40.0)))
    qtbot.addWidget(view)
    view.resize(QSize(700, 500))
    view.show()
    image = view.grab().toImage()
    frame = view.frame()

    def colour(row: int, column: int) -> QColor:
        x, y = frame.columns.edge(column) + 12, frame.rows.edge(row) + 12
        return image.pixelColor(QPoint(round(x), round(y)) * image.devicePixelRatio())

    look = theme.look()
    assert colour(0, 0) == look.data_colour(1)
    assert colour(0, 1) == look.data_colour(-1)
    assert colour(1, 0) == colour(1, 1) == look.data_colour(math.nan)


def test_longer_labels_get_more_room(qtbot: QtBot) -> None:
    views = [
        HeatmapView(table(np.zeros((3, 3)), row_labels=labels))
        for labels in (("a", "b", "c"), ("a", "something long", "c"))
    ]
    for view in views:
        qtbot.addWidget(view)
        view.resize(500, 300)
    assert views[0].frame().plot.left() + 40 < views[1].frame().plot.left()


@pytest.mark.parametrize(("rows", "columns"), [(0, 4), (1, 1), (3, 7), (97, 300)])
def test_a_thumbnail_is_small_and_has_colours_of_its_own(rows: int, columns: int) -> None:
    matrix = RNG.normal(0, 1e-3, (rows, columns))
    small = thumbnail(matrix, 96)
    assert small.shape[0] <= 96
    assert small.shape[1] <= 96
    if matrix.size:
        sizes = np.sort(np.abs(small).ravel())
        assert sizes[int(0.97 * (sizes.size - 1))] <= 1
        assert sizes[-1] >= 1
    if columns == 7:  # few enough to be themselves, but for the colours
        ratio = small / matrix
        assert ratio == pytest.approx(ratio[0, 0], rel=1e-6)


def test_one_large_number_does_not_darken_a_thumbnail() -> None:
    matrix = RNG.normal(0, 1, (20, 20))
    matrix[3, 3] = 1e6
    assert np.quantile(np.abs(thumbnail(matrix, 96)), 0.5) > 0.1
    assert (thumbnail(np.zeros((2, 2)), 96) == 0).all()
    assert np.isnan(thumbnail(np.full((2, 2), math.nan), 96)).all()
