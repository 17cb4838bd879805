"""Lines over places: where they are painted, gaps, bands and the shade."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from posviz.widgets.curves import Curves, draw_curves
from posviz.widgets.theme import DARK

FRAME = QRectF(0, 0, 100, 100)
FLAT = Curves(
    x=np.arange(11),
    lines=np.full((1, 11), 0.5),
    labels=("flat",),
    low=0.0,
    high=1.0,
    ticks=(),
    x_name="place",
)


def paint(curves: Curves) -> QImage:
    image = QImage(100, 100, QImage.Format.Format_RGB32)
    image.fill(QColor("black"))
    painter = QPainter(image)
    draw_curves(painter, FRAME, curves, DARK)
    painter.end()
    return image


def inked(image: QImage, x: int) -> list[int]:
    """Heights in a column of pixels that are not black."""
    return [y for y in range(100) if QColor(image.pixel(x, y)).value() > 60]


def test_places_and_values_have_pixels() -> None:
    assert FLAT.across(0, FRAME) == 0
    assert FLAT.across(10, FRAME) == 100
    assert FLAT.down(0.25, FRAME) == 75
    assert [FLAT.nearest(x, FRAME) for x in (-50, 0, 14, 16, 100, 900)] == [0, 0, 1, 2, 10, 10]


def test_a_line_lies_at_its_value(qtbot: QtBot) -> None:
    image = paint(FLAT)
    for x in (5, 50, 95):
        assert inked(image, x)
        assert all(48 <= y <= 51 for y in inked(image, x))


def test_a_gap_stays_empty(qtbot: QtBot) -> None:
    lines = FLAT.lines.copy()
    lines[0, 4:7] = np.nan
    image = paint(replace(FLAT, lines=lines))
    assert inked(image, 20)
    assert inked(image, 80)
    assert not inked(image, 50)
    assert not inked(paint(replace(FLAT, lines=np.full((1, 11), np.nan))), 50)


def test_a_single_peak_among_many_places_is_seen(qtbot: QtBot) -> None:
    noise = np.tile([0.1, 0.12], 5000)
    noise[5001] = 0.9
    dense = replace(FLAT, x=np.arange(10_000), lines=noise[np.newaxis])
    image = paint(dense)
    assert min(min(inked(image, x)) for x in (49, 50, 51)) <= 13
    assert min(inked(image, 20)) >= 85


def test_a_straight_line_is_the_same_from_many_places_as_from_two(qtbot: QtBot) -> None:
    many = replace(FLAT, x=np.arange(5001), lines=np.linspace(0, 1, 5001)[np.newaxis])
    two = replace(FLAT, x=np.array([0, 5000]), lines=np.array([[0.0, 1.0]]))
    assert paint(many) == paint(two)


def test_a_stepped_line_keeps_its_value_up_to_the_next_place(qtbot: QtBot) -> None:
    stairs = replace(FLAT, lines=np.array([[0.1] * 5 + [0.9] * 6]), stepped=True)
    image = paint(stairs)
    assert min(inked(image, 45)) > 80
    assert max(inked(image, 55)) < 20


def test_stairs_of_many_places_are_those_of_few(qtbot: QtBot) -> None:
    few = replace(FLAT, lines=np.array([[0.1] * 5 + [0.9] * 6]), stepped=True)
    many = replace(few, x=np.arange(1001), lines=np.array([[0.1] * 500 + [0.9] * 501]))
    assert paint(many) == paint(few)


@pytest.mark.parametrize("value", [5.0, -5.0, 1e300, -1e300])
def test_what_lies_beyond_the_frame_is_not_painted(qtbot: QtBot, value: float) -> None:
    image = paint(replace(FLAT, lines=np.full((1, 11), value)))
    assert not inked(image, 50)


def test_the_shaded_part_has_another_ground(qtbot: QtBot) -> None:
    image = paint(replace(FLAT, shade=(5, 10, "beyond")))
    assert image.pixel(40, 90) == image.pixel(10, 90) != image.pixel(60, 90)
