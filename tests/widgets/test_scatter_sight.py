"""Pixels of places on a map, zooming, moving, and where an arrow key leads."""

from __future__ import annotations

import numpy as np
import pytest

from posviz.widgets.scatter_sight import Extent, Sight, next_point

EXTENT = Extent(-2, -1, 2, 1)


def test_the_whole_is_in_sight_and_one_unit_is_as_long_across_as_up() -> None:
    frame = Sight().frame(EXTENT, 400, 300, 20)
    corners = frame.on_screen(np.array([[-2.0, -1.0], [2.0, 1.0], [0.0, 0.0]]))
    assert (corners >= 0).all()
    assert (corners <= [400, 300]).all()
    assert corners[2].tolist() == [200, 150]
    assert corners[1, 0] - corners[0, 0] == pytest.approx(2 * (corners[0, 1] - corners[1, 1]))
    assert corners[1, 1] < corners[0, 1]  # up is up


def test_pixels_and_places_are_each_others_inverse() -> None:
    frame = Sight(7.0, (0.3, -0.2)).frame(EXTENT, 400, 300, 20)
    x, y = frame.on_map(123, 45)
    assert frame.on_screen(np.array([[x, y]]))[0] == pytest.approx([123, 45])


def test_what_stands_under_the_pointer_stays_there() -> None:
    before = Sight().frame(EXTENT, 400, 300, 20)
    place = before.on_map(310, 80)
    closer = Sight().zoomed(3, before, 310, 80)
    after = closer.frame(EXTENT, 400, 300, 20)
    assert after.scale == pytest.approx(3 * before.scale)
    assert after.on_map(310, 80) == pytest.approx(place)


def test_zoom_ends() -> None:
    sight = Sight()
    for _ in range(100):
        sight = sight.zoomed(2, sight.frame(EXTENT, 400, 300, 20), 0, 0)
    assert sight.zoom == 4000
    for _ in range(100):
        sight = sight.zoomed(0.5, sight.frame(EXTENT, 400, 300, 20), 0, 0)
    assert sight.zoom == 0.5


def test_a_drag_moves_by_pixels_but_never_off_the_map() -> None:
    sight = Sight(4.0, (0.0, 0.0))
    frame = sight.frame(EXTENT, 400, 300, 20)
    moved = sight.moved(frame, 30, -12, EXTENT).frame(EXTENT, 400, 300, 20)
    assert moved.on_screen(np.zeros((1, 2)))[0] == pytest.approx([230, 138])
    far = sight.moved(frame, 1e6, 1e6, EXTENT)
    assert far.centre == (-2, 1)


@pytest.mark.parametrize("extent", [Extent(), Extent(3, 3, 3, 3), Extent(0, 1, 5, 1)])
def test_maps_without_a_width_or_a_height_have_a_frame(extent: Extent) -> None:
    frame = Sight().frame(extent, 400, 300, 20)
    assert frame.scale > 0
    at = frame.on_screen(np.array([[extent.left, extent.bottom]]))[0]
    assert frame.contains(*at.tolist())


def test_extent_of_points() -> None:
    points = np.array([[1.0, 5.0], [-3.0, 2.0]])
    assert Extent.of(points) == Extent(-3, 2, 1, 5)
    assert Extent.of(points).middle == (-1, 3.5)
    assert Extent.of(np.empty((0, 2))) == Extent()


@pytest.mark.parametrize(
    ("across", "down", "found"), [(1, 0, 0), (-1, 0, 1), (0, -1, 2), (0, 1, -1)]
)
def test_an_arrow_leads_to_the_next_point_that_way(across: int, down: int, found: int) -> None:
    pixels = np.array([[110.0, 52], [80, 45], [100, 20], [130, 50], [160, 100], [100, 50]])
    assert next_point(pixels, (100, 50), across, down) == found
    assert next_point(np.empty((0, 2)), (0, 0), across, down) == -1
