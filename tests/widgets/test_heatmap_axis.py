"""Which cell is where, by arithmetic alone."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from posviz.widgets.heatmap_axis import Axis, Sight


@pytest.mark.parametrize(
    ("at", "cell"),
    [(9.99, -1), (10.0, 0), (19.99, 0), (20.0, 1), (165.0, 15), (169.99, 15), (170.0, -1)],
)
def test_the_cell_at_a_pixel_is_the_floor(at: float, cell: int) -> None:
    assert Axis(Sight.whole(16), 10.0, 160.0).cell_at(at) == cell


counts = st.integers(1, 1_000_000)
parts = st.floats(0, 1)


@given(counts, parts, parts, st.floats(1, 4000), parts)
def test_edges_and_cells_agree_at_every_zoom(
    count: int, first: float, span: float, room: float, at: float
) -> None:
    sight = Sight(count, 0.0, max(span * count, min(count, 0.01))).moved(first * count)
    axis = Axis(sight, 7.0, room)
    pixel = 7.0 + at * room * 0.999
    cell = axis.cell_at(pixel)
    assert 0 <= cell < count
    slack = 1e-6 * max(1.0, axis.cell)
    assert axis.edge(cell) - slack <= pixel <= axis.edge(cell + 1) + slack


@given(counts, parts, parts, st.floats(0.01, 100), parts)
def test_no_zoom_and_no_move_leaves_the_table(
    count: int, first: float, span: float, factor: float, about: float
) -> None:
    sight = Sight(count, 0.0, max(span * count, min(1.0, count))).moved(first * count)
    least = min(4.0, count)
    for seen in (sight.zoomed(factor, about * count, least), sight.moved(factor * count)):
        assert seen.first >= 0
        assert seen.last <= count * (1 + 1e-12)
        assert 0 < seen.span <= count


def test_zoom_keeps_the_place_under_the_pointer() -> None:
    axis = Axis(Sight.whole(1000), 0.0, 500.0)
    place = axis.place_at(125.0)
    zoomed = axis.sight.zoomed(4.0, place, 1.0)
    assert Axis(zoomed, 0.0, 500.0).place_at(125.0) == pytest.approx(place)
    assert zoomed.span == 250


def test_zoom_out_ends_at_the_whole() -> None:
    sight = Sight(1000, 400.0, 100.0)
    assert sight.zoomed(1e-9, 450.0, 1.0) == Sight.whole(1000)


def test_a_whole_sight_stays_whole_and_a_part_stays_in_place() -> None:
    assert Sight.whole(64).resized(1_000_000) == Sight.whole(1_000_000)
    part = Sight(64, 10.0, 8.0)
    assert part.resized(128) == Sight(128, 10.0, 8.0)
    assert part.resized(12) == Sight(12, 4.0, 8.0)
    assert part.resized(1) == Sight.whole(1)


def test_showing_moves_just_enough() -> None:
    sight = Sight(100, 10.0, 8.0)
    assert sight.showing(12) == sight
    assert sight.showing(3).first == 3
    assert sight.showing(20).last == 21
    assert Sight(100, 10.2, 0.5).showing(50).first == 50


@pytest.mark.parametrize(("count", "room", "each"), [(64, 640, 1), (1000, 500, 2), (1001, 500, 3)])
def test_a_whole_number_of_cells_fills_a_pixel(count: int, room: float, each: int) -> None:
    axis = Axis(Sight.whole(count), 0.0, room)
    assert axis.each == each
    assert len(axis.blocks) == math.ceil(count / each)
    assert len(axis.blocks) <= room
    assert axis.block_of(count - 1).stop == count


def test_a_finer_screen_shows_smaller_blocks() -> None:
    assert Axis(Sight.whole(1000), 0.0, 500.0, density=2.0).each == 1


def test_blocks_stay_the_same_while_the_table_moves() -> None:
    axes = [Axis(Sight(10_000, first, 1000.0), 0.0, 250.0) for first in (100.0, 101.0, 102.5)]
    assert {axis.each for axis in axes} == {4}
    assert {axis.block_of(500) for axis in axes} == {range(500, 504)}


@pytest.mark.parametrize(
    ("count", "room", "steps"), [(10, 500, 1), (64, 640, 5), (64, 300, 5), (1_000_000, 600, 50_000)]
)
def test_ticks_have_round_steps_and_room(count: int, room: float, steps: int) -> None:
    axis = Axis(Sight.whole(count), 0.0, room)
    ticks = axis.ticks(22.0)
    assert ticks.step == steps
    assert ticks.start == 0
    assert ticks.step * axis.cell >= 22.0 or ticks.step == 1
