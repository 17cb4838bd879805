"""The pure part of the strips: places and texts of cells."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QRectF, QSizeF

from posviz.widgets.cells import Kind, cell_at, cell_rect, cell_text, plan
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
