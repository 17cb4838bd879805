"""Labels beside few dots: none misleads, and each dot gets one when there is room."""

from __future__ import annotations

from itertools import combinations
from math import dist

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posviz.widgets.label_places import Rect
from posviz.widgets.label_search import LabelSearch

Dot = tuple[float, float, float]

dots = st.lists(
    st.tuples(st.floats(0, 400), st.floats(0, 300), st.sampled_from([4.0, 6.5])),
    min_size=1,
    max_size=30,
)


def far(rect: Rect, dot: Dot) -> float:
    """Distance from a label to the middle of a dot, by its nearest corner or side."""
    left, top, width, height = rect
    x, y, _ = dot
    if left <= x <= left + width:
        return max(top - y, y - top - height, 0)
    if top <= y <= top + height:
        return max(left - x, x - left - width)
    corners = [(left, top), (left + width, top), (left, top + height), (left + width, top + height)]
    return min(dist(corner, (x, y)) for corner in corners)


def overlap(a: Rect, b: Rect) -> bool:
    return (
        a[0] < b[0] + b[2] - 1e-9
        and b[0] < a[0] + a[2] - 1e-9
        and a[1] < b[1] + b[3] - 1e-9
        and b[1] < a[1] + a[3] - 1e-9
    )


@settings(max_examples=60, deadline=None)
@given(dots, st.booleans())
def test_no_label_covers_a_dot_or_a_label_or_stands_nearer_to_another(
    shown: list[Dot], line: bool
) -> None:
    search = LabelSearch(400, 300, np.array(shown))
    found = [search.put(row, 60, 15, line=line) for row in range(len(shown))]
    labels = [rect for rect in found if rect is not None]
    assert not any(overlap(a, b) for a, b in combinations(labels, 2))
    for row, rect in enumerate(found):
        if rect is None:
            continue
        assert rect[0] >= 0
        assert rect[1] >= 0
        assert rect[0] + 60 <= 400
        assert rect[1] + 15 <= 300
        for other, dot in enumerate(shown):
            assert far(rect, dot) > dot[2]
            if other != row and not line:
                assert far(rect, dot) > far(rect, shown[row])


def test_a_lone_dot_has_its_label_at_the_right() -> None:
    rect = LabelSearch(400, 300, np.array([(100, 100, 4.0)])).put(0, 50, 15)
    assert rect == pytest.approx((108, 92.5, 50, 15))


def test_a_dot_in_a_ring_of_others_gets_its_label_by_a_line() -> None:
    ring = [(200 + 16 * np.cos(a), 150 + 16 * np.sin(a), 4.0) for a in np.arange(8) * np.pi / 4]
    search = LabelSearch(400, 300, np.array([(200.0, 150.0, 4.0), *ring]))
    assert search.put(0, 50, 15) is None
    rect = search.put(0, 50, 15, line=True)
    assert rect is not None
    assert all(far(rect, dot) > dot[2] + 8 for dot in ring)


def test_what_is_taken_stays_free() -> None:
    search = LabelSearch(400, 300, np.array([(100, 100, 4.0)]))
    assert search.reserve((104, 80, 60, 40))
    assert not search.reserve((110, 90, 10, 10))
    assert not search.reserve((390, 0, 20, 10))
    rect = search.put(0, 50, 15)
    assert rect is not None
    assert not overlap(rect, (104, 80, 60, 40))


def test_dots_at_one_place_get_no_label_that_misleads() -> None:
    search = LabelSearch(400, 300, np.array([(100, 100, 4.0)] * 3))
    assert [search.put(row, 50, 15, line=line) for row in (0, 1) for line in (False, True)] == [
        None
    ] * 4
