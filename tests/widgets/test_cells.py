"""The pure part of the strips: places, box means, colours and texts of cells."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QColor

from posviz.widgets.cells import Kind, band_image, box_means, cell_at, cell_rect, cell_text, plan
from posviz.widgets.theme import DARK


def test_cells_share_the_row_and_are_found_at_their_centres_and_edges() -> None:
    row = QRectF(0, 10, 100, 20)
    places = [cell_rect(index, 4, row, 4) for index in range(4)]
    assert [place.left() for place in places] == [0, 26, 52, 78]
    assert places[-1].right() == 100
    assert [cell_at(place.center(), 4, row) for place in places] == [0, 1, 2, 3]
    assert cell_at(QPointF(100, 15), 4, row) == 3
    assert cell_at(QPointF(0, 10), 4, row) == 0
    assert cell_at(QPointF(50, 9), 4, row) == -1
    assert cell_at(QPointF(101, 15), 4, row) == -1
    assert cell_at(QPointF(1, 15), 0, row) == -1


def test_numbers_that_fit_are_all_shown_and_others_are_split() -> None:
    whole = plan(10, 0, QSizeF(427, 40), 40, DARK)
    assert whole.overview is None
    assert (whole.first, whole.count) == (0, 10)
    split = plan(10, 0, QSizeF(426, 80), 40, DARK)
    assert split.overview is not None
    assert (split.first, split.count) == (0, 9)
    assert split.cells.top() > split.overview.bottom()
    assert split.cells.bottom() <= 80


@pytest.mark.parametrize(
    ("focus", "first"), [(0, 0), (10, 0), (100, 90), (49_999, 49_979), (49_985, 49_975)]
)
def test_detail_is_centred_on_the_focus_and_stays_inside(focus: int, first: int) -> None:
    split = plan(50_000, focus, QSizeF(21 * 43, 80), 40, DARK)
    assert split.count == 21
    assert split.first == first
    assert plan(50_000, focus, QSizeF(5000, 80), 40, DARK).count == 33
    assert plan(50_000, focus, QSizeF(20, 80), 40, DARK).count == 1


def test_box_means_are_the_means_of_their_entries() -> None:
    values = np.arange(10.0)
    assert box_means(values, 5).tolist() == [0.5, 2.5, 4.5, 6.5, 8.5]
    assert box_means(values, 3).tolist() == [1.0, 4.0, 7.5]
    assert box_means(values, 20) is values
    many = np.random.default_rng(1).normal(size=12_288)
    means = box_means(many, 1000)
    edges = [column * 12_288 // 1000 for column in range(1001)]
    expected = [many[low:high].mean() for low, high in pairwise(edges)]
    assert means == pytest.approx(expected, abs=1e-12)


def test_what_is_no_number_stays_in_its_own_column() -> None:
    values = np.array([1.0, 1.0, np.nan, 1.0, 1e308, 1e308, np.inf, -np.inf])
    means = box_means(values, 4)
    assert means[0] == 1
    assert np.isnan(means[1])
    assert not np.isfinite(means[2:]).any()


def test_band_has_the_data_colours() -> None:
    image = band_image(np.array([1.0, 0.0, -1.0, np.nan, 7.0]), 100, DARK)
    assert image.width() == 5
    colours = [QColor(image.pixel(column, 0)).name().upper() for column in range(5)]
    assert colours == [DARK.plus, DARK.zero, DARK.minus, DARK.raised, DARK.plus]


@pytest.mark.parametrize(
    ("value", "kind", "text"),
    [
        (0.9, "dense", "+0.90"),
        (-0.35, "dense", "−0.35"),
        (-0.001, "dense", "+0.00"),
        (1234.5, "dense", "+1234.50"),
        (-1e300, "dense", "−1.00 × 10³⁰⁰"),
        (float("nan"), "dense", "NaN"),
        (float("inf"), "dense", "+∞"),
        (0.0, "one-hot", "0"),
        (1.0, "one-hot", "1"),
    ],
)
def test_text_of_a_cell(value: float, kind: Kind, text: str) -> None:
    assert cell_text(value, kind) == text
