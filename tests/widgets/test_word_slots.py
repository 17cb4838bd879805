"""Slots: where words stand, which are in sight, and into which gap one is dropped."""

from __future__ import annotations

import pytest

from posviz.widgets.word_slots import Slots, place_after


def slots(count: int = 4, first: int = 0, room: float = 430, *, mirrored: bool = False) -> Slots:
    return Slots.fit(count, first, room, wanted=100, least=60, gap=10, mirrored=mirrored)


def test_words_have_the_width_they_want_where_there_is_room() -> None:
    found = slots(3)
    assert (found.width, found.shown) == (100, 3)
    assert [found.left(place) for place in range(3)] == [0, 110, 220]


def test_words_get_narrower_before_any_is_left_out() -> None:
    found = slots(5)
    assert found.shown == 5
    assert found.width == pytest.approx((430 - 40) / 5)
    assert found.left(4) + found.width == pytest.approx(430)


def test_of_many_words_those_from_the_first_on_are_shown() -> None:
    found = slots(40, first=7)
    assert (found.shown, found.first) == (6, 7)
    assert found.left(7) == 0
    assert found.left(12) + found.width == pytest.approx(430)
    assert found.width >= 60
    assert slots(40, first=39).first == 34
    assert slots(40, first=-3).first == 0


def test_a_room_narrower_than_a_word_holds_one() -> None:
    found = Slots.fit(3, 1, 20, wanted=100, least=60, gap=10)
    assert (found.shown, found.width) == (1, 20)


@pytest.mark.parametrize("mirrored", [False, True])
def test_a_word_is_found_at_its_middle_and_none_between(mirrored: bool) -> None:
    found = slots(40, first=5, mirrored=mirrored)
    for place in range(5, 11):
        assert found.at(found.centre(place)) == place
    edge = found.left(6) - 5 if not mirrored else found.left(6) + found.width + 5
    assert found.at(edge) == -1
    assert found.at(-1) == found.at(431) == -1


def test_the_first_word_stands_at_the_right_from_right_to_left() -> None:
    found = slots(3, mirrored=True)
    assert found.left(0) + found.width == 430
    assert found.left(2) < found.left(1) < found.left(0)


@pytest.mark.parametrize("mirrored", [False, True])
def test_gaps_lie_between_words(mirrored: bool) -> None:
    found = slots(4, mirrored=mirrored)
    for gap in range(1, 4):
        assert found.gap_at(found.gap_centre(gap)) == gap
        between = sorted((found.centre(gap - 1), found.centre(gap)))
        assert between[0] < found.gap_centre(gap) < between[1]
    ends = (430.0, -50.0) if mirrored else (0.0, 480.0)
    assert [found.gap_at(x) for x in ends] == [0, 4]
    assert 0 < found.gap_centre(0) < 430
    assert 0 < found.gap_centre(4) < 430


def test_no_word_is_no_error() -> None:
    found = slots(0)
    assert (found.shown, found.at(10), found.gap_at(10)) == (0, -1, 0)


def test_a_place_comes_into_sight_by_the_least_way() -> None:
    found = slots(40, first=10)
    assert found.with_in_sight(12) == 10
    assert found.with_in_sight(3) == 3
    assert found.with_in_sight(20) == 15


def test_a_word_taken_out_lowers_the_gaps_behind_it() -> None:
    assert [place_after(1, gap) for gap in range(5)] == [0, 1, 1, 2, 3]
