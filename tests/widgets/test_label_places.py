"""Labels beside dots: none covers another, all are inside, the one that must be there is."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posviz.widgets.label_places import LabelPlaces, Rect

Dot = tuple[float, float, float]

dots = st.lists(
    st.tuples(st.floats(0, 400), st.floats(0, 300), st.floats(5, 160)), min_size=1, max_size=60
)


def placed(labels: list[Dot], width: float = 400, height: float = 300) -> list[Rect | None]:
    """Place labels of a width beside dots; the first must get a place."""
    places = LabelPlaces(width, height)
    for x, y, _ in labels:
        places.avoid(x, y, 4)
    return [
        places.put(x, y, wide, 15, 4, must=index == 0) for index, (x, y, wide) in enumerate(labels)
    ]


def overlap(first: Rect, second: Rect) -> bool:
    return (
        first[0] < second[0] + second[2]
        and second[0] < first[0] + first[2]
        and first[1] < second[1] + second[3]
        and second[1] < first[1] + first[3]
    )


@settings(max_examples=150, deadline=None)
@given(dots)
def test_no_two_overlap_and_all_are_inside(labels: list[Dot]) -> None:
    found = placed(labels)
    rects = [rect for rect in found if rect is not None]
    assert rects[0] == found[0]
    for left, top, width, height in rects:
        assert left >= 0
        assert top >= 0
        assert left + width <= 400
        assert top + height <= 300
    assert not any(overlap(a, b) for a, b in combinations(rects, 2))
    assert placed(labels) == found


def test_a_label_stands_to_the_right_and_else_where_there_is_room() -> None:
    (alone,) = placed([(100, 100, 50)])
    assert alone is not None
    assert list(alone) == [108, 92.5, 50, 15]
    (edge,) = placed([(390, 100, 50)])
    assert edge is not None
    assert edge[0] + edge[2] == pytest.approx(382)
    first, second = placed([(100, 100, 50), (112, 100, 50)])
    assert first is not None
    assert second is not None
    assert first[0] + first[2] < 100  # not over the dot at its right
    assert second[0] > 112


def test_the_dot_of_another_is_covered_only_for_want_of_room() -> None:
    def crowded(*, over_dots: bool) -> Rect | None:
        places = LabelPlaces(200, 100)
        for x in range(0, 201, 10):
            for y in range(0, 101, 10):
                places.avoid(x, y, 3)
        return places.put(100, 50, 40, 15, 4, over_dots=over_dots)

    assert crowded(over_dots=False) is None
    assert crowded(over_dots=True) is not None


def test_a_marked_dot_is_never_covered_nor_nearest_to_the_label_of_another() -> None:
    places = LabelPlaces(200, 100)
    for x in range(0, 201, 10):
        for y in range(0, 101, 10):
            places.avoid(x, y, 3, never=True)
    assert places.put(100, 50, 40, 15, 3) is None
    assert places.put(103, 53, 40, 15, 3) is None

    places = LabelPlaces(400, 100)
    places.avoid(200, 50, 4, never=True)
    places.avoid(250, 50, 4, never=True)
    rect = places.put(200, 50, 39, 15, 4)  # at the right it would end a pixel before the other
    assert rect is not None
    assert rect[0] + rect[2] < 200


def test_a_dot_beside_the_label_of_another_goes_without() -> None:
    places = LabelPlaces(400, 100)
    first = places.put(100, 50, 60, 15, 4)
    assert first is not None
    assert list(first) == [108, 42.5, 60, 15]
    assert places.put(172, 50, 60, 15, 4) is None
    assert places.put(200, 50, 60, 15, 4) is not None


@pytest.mark.parametrize("at", [(0, 0), (400, 300), (400, 0), (200, 299), (3, 150)])
def test_what_must_be_named_is_named_in_every_corner(at: tuple[float, float]) -> None:
    (rect,) = placed([(*at, 390.0)])
    assert rect is not None


def test_what_must_be_named_moves_off_a_reserved_place() -> None:
    places = LabelPlaces(100, 100)
    assert places.reserve((0, 40, 100, 20))
    assert not places.reserve((0, 50, 10, 10))
    assert not places.reserve((95, 0, 10, 10))
    rect = places.put(50, 50, 90, 15, 4, must=True)
    assert rect is not None
    assert not overlap(rect, (0, 40, 100, 20))


def test_no_place_is_none() -> None:
    places = LabelPlaces(20, 10)
    assert places.put(5, 5, 50, 15, 4) is None
    assert places.put(5, 5, 50, 15, 4, must=True) is None
    assert LabelPlaces(0, 0).put(0, 0, 1, 1, 1, must=True) is None
