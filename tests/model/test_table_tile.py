from __future__ import annotations

import json
import math
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posviz.model import tile_waves
from posviz.model.palette import OUTSIDE_INDEX, palette_indices
from posviz.model.positional.sinusoidal import Layout, value
from posviz.model.table_tile import tile, tile_indices

ORACLE: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "data" / "positional_oracle.json").read_text(encoding="utf-8")
)
Window = tuple[int, int, int, int, int, int, int, float, Layout, int | None]
LAYOUTS: tuple[Layout, ...] = ("interleaved", "halves")


def entry(position: int, dimension: int, width: int, base: float, layout: Layout) -> float:
    sines = math.ceil(width / 2)
    if layout == "interleaved":
        pair, cosine = divmod(dimension, 2)
    else:
        pair, cosine = dimension % sines, dimension // sines
    return (math.sin, math.cos)[cosine](position / base ** (2 * pair / width))


def means_one_by_one(
    first_position: int,
    rows: int,
    positions_per_row: int,
    first_dimension: int,
    columns: int,
    dimensions_per_column: int,
    width: int,
    base: float,
    layout: Layout,
    length: int | None,
) -> npt.NDArray[np.float64]:
    means = np.full((rows, columns), np.nan)
    for row in range(rows):
        p = first_position + row * positions_per_row
        positions = [
            q for q in range(p, p + positions_per_row) if length is None or 0 <= q < length
        ]
        for column in range(columns):
            dim = first_dimension + column * dimensions_per_column
            block = [
                entry(q, e, width, base, layout)
                for q in positions
                for e in range(dim, dim + dimensions_per_column)
                if 0 <= e < width
            ]
            if block:
                means[row, column] = math.fsum(block) / len(block)
    return means


# --- the means ------------------------------------------------------------------------------


@settings(max_examples=300, deadline=None)
@given(
    first_position=st.integers(-30, 300),
    rows=st.integers(0, 6),
    positions_per_row=st.integers(1, 9),
    first_dimension=st.integers(-4, 20),
    columns=st.integers(0, 6),
    dimensions_per_column=st.integers(1, 8),
    width=st.integers(1, 23),
    base=st.sampled_from([0.001, 0.5, 1.0, 2.5, 1e4, 1e6]),
    layout=st.sampled_from(LAYOUTS),
    length=st.none() | st.integers(0, 330),
)
def test_every_cell_is_the_mean_of_its_block(**window: Any) -> None:
    np.testing.assert_allclose(
        tile(**window), means_one_by_one(**window), rtol=0, atol=1e-6, equal_nan=True
    )


@settings(max_examples=25, deadline=None)
@given(
    first_position=st.integers(-3, 60),
    rows=st.integers(79, 125),
    positions_per_row=st.integers(1, 3),
    first_dimension=st.integers(-2, 9),
    columns=st.integers(1, 3),
    dimensions_per_column=st.integers(1, 3),
    width=st.integers(1, 12),
    base=st.sampled_from([1.0, 2.5, 1e4]),
    layout=st.sampled_from(LAYOUTS),
    length=st.none() | st.integers(1, 400),
)
def test_rows_of_several_anchors_are_means_too(**window: Any) -> None:
    np.testing.assert_allclose(
        tile(**window), means_one_by_one(**window), rtol=0, atol=1e-6, equal_nan=True
    )


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dimensions_per_column", [1, 2, 3])
def test_more_columns_than_are_computed_at_a_time(
    layout: Layout, dimensions_per_column: int
) -> None:
    window: Window = (5, 3, 2, 1, 150, dimensions_per_column, 301, 1e4, layout, 10)
    np.testing.assert_allclose(
        tile(*window), means_one_by_one(*window), rtol=0, atol=1e-6, equal_nan=True
    )


def test_means_agree_with_60_digit_arithmetic() -> None:
    assert ORACLE["mean_over_positions"]
    for case in ORACLE["mean_over_positions"]:
        cell = tile(
            case["first"],
            1,
            case["count"],
            case["dim"],
            1,
            1,
            case["d"],
            case["base"],
            "interleaved",
            None,
        )
        assert cell[0, 0] == pytest.approx(float(case["value"]), rel=0, abs=1e-6), case


def test_cells_of_one_entry_agree_with_60_digit_arithmetic() -> None:
    for case in ORACLE["sinusoidal"]:
        if case["pos"] <= 10_000_000:
            origin = (case["pos"], 1, 1, case["dim"], 1, 1, case["d"], case["base"])
            cell = tile(*origin, "interleaved", None)
            assert cell[0, 0] == pytest.approx(float(case["value"]), rel=0, abs=1e-6), case


@pytest.mark.parametrize("layout", LAYOUTS)
def test_position_ten_million_is_as_exact_as_position_0(layout: Layout) -> None:
    first, width, base = 10_000_000, 513, 10_000.0
    cells = tile(first, 60, 1, 0, width, 1, width, base, layout, None)
    expected = [
        [value(first + row, dim, width, base, layout) for dim in range(width)]
        for row in (0, 1, 39, 40, 59)
    ]
    np.testing.assert_allclose(cells[[0, 1, 39, 40, 59]], expected, rtol=0, atol=1e-6)


def test_whole_turns_per_position_do_not_divide_by_zero() -> None:
    base = (2 * math.pi) ** -2  # pair 1 of width 4 makes one turn per position, but for rounding
    window: Window = (0, 3, 5, 0, 4, 1, 4, base, "interleaved", None)
    np.testing.assert_allclose(tile(*window), means_one_by_one(*window), rtol=0, atol=1e-6)


def test_extreme_bases_give_numbers() -> None:
    for base in (1e-100, 1e100):
        cells = tile(0, 50, 1000, 0, 20, 3, 60, base, "interleaved", None)
        assert np.isfinite(cells).all()
        assert np.abs(cells).max() <= 1 + 1e-6


def test_huge_blocks_have_no_moire() -> None:
    cells = tile(0, 100, 10_000, 0, 8, 1, 512, 10_000.0, "interleaved", None)
    assert np.abs(cells).max() < 0.01


def test_single_block_over_the_whole_table_is_its_mean() -> None:
    window: Window = (0, 1, 1000, 0, 1, 1000, 15, 1e4, "halves", 77)
    np.testing.assert_allclose(tile(*window), means_one_by_one(*window), rtol=0, atol=1e-6)


def test_outside_the_table_there_is_nothing() -> None:
    assert np.isnan(tile(100, 3, 2, 0, 4, 1, 4, 1e4, "interleaved", 100)).all()
    assert np.isnan(tile(-6, 3, 2, 0, 4, 1, 4, 1e4, "interleaved", 100)).all()
    assert np.isnan(tile(0, 3, 2, 4, 5, 1, 4, 1e4, "interleaved", 100)).all()
    assert np.isnan(tile(0, 3, 2, 0, 4, 1, 4, 1e4, "interleaved", 0)).all()


def test_nothing_asked_is_nothing_given() -> None:
    assert tile(0, 0, 1, 0, 7, 1, 8, 1e4, "halves", 5).shape == (0, 7)
    assert tile(0, 7, 1, 0, 0, 1, 8, 1e4, "halves", 5).shape == (7, 0)


def test_out_is_filled_completely() -> None:
    out = np.full((5, 6), 7, dtype=np.float32)
    window: Window = (-2, 5, 2, -2, 6, 3, 9, 1e4, "interleaved", 5)
    assert tile(*window, out=out) is out
    np.testing.assert_allclose(out, means_one_by_one(*window), rtol=0, atol=1e-6, equal_nan=True)


def test_frame_does_not_depend_on_frames_before() -> None:
    window: Window = (3, 90, 4, 1, 50, 3, 200, 1e4, "interleaved", 1000)
    first = tile(*window).copy()
    tile(9, 90, 4, 1, 50, 3, 200, 1e4, "interleaved", 1000)
    tile(3, 90, 5, 1, 50, 3, 200, 1e3, "halves", 1000)
    np.testing.assert_array_equal(tile(*window), first)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("base", [0.5, 1.0, 2.0, 10_000.0])
@pytest.mark.parametrize("width", [64, 129])
def test_pixels_far_out_are_within_half_a_palette_step(
    layout: Layout, base: float, width: int
) -> None:
    length, rows, per_row, per_column = 20_011, 53, 379, 7
    columns = math.ceil(width / per_column)
    cells = tile(0, rows, per_row, 0, columns, per_column, width, base, layout, length)
    positions = np.arange(length)
    table = np.empty((length, width))
    for dim in range(width):
        sines = math.ceil(width / 2)
        pair, cosine = divmod(dim, 2) if layout == "interleaved" else (dim % sines, dim // sines)
        table[:, dim] = (np.sin, np.cos)[cosine](positions / base ** (2 * pair / width))
    starts = np.arange(rows) * per_row, np.arange(columns) * per_column
    sums = np.add.reduceat(np.add.reduceat(table, starts[0]), starts[1], axis=1)
    sizes = np.outer(np.diff([*starts[0], length]), np.diff([*starts[1], width]))
    expected = 128 + 127 * sums / sizes
    assert np.abs(palette_indices(cells) - expected).max() <= 0.51


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("length", [None, 1111])
@pytest.mark.parametrize(
    ("first", "rows", "per_row", "first_dim", "columns", "per_column", "width", "base"),
    [
        (-30, 200, 1, -3, 70, 1, 65, 1e4),
        (0, 90, 7, 1, 64, 1, 512, 2.0),
        (-20, 83, 30, -5, 40, 4, 129, 1e4),
        (10_000_000, 41, 1, 0, 513, 1, 513, 1.0),
    ],
)
def test_indices_are_those_of_the_values(
    first: int,
    rows: int,
    per_row: int,
    first_dim: int,
    columns: int,
    per_column: int,
    width: int,
    base: float,
    layout: Layout,
    length: int | None,
) -> None:
    indices = np.full((rows, columns), 7, dtype=np.uint8)
    table = width, base, layout, length
    tile_indices(first, per_row, first_dim, per_column, *table, indices)
    cells = tile(first, rows, per_row, first_dim, columns, per_column, *table)
    outside = np.isnan(cells)
    assert (indices[outside] == OUTSIDE_INDEX).all()
    off = indices[~outside] - (128 + 127 * cells[~outside].astype(np.float64))
    assert np.abs(off).max(initial=0) <= 0.5 + 1e-4


# --- cost -----------------------------------------------------------------------------------


@pytest.fixture
def sines_taken(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """Number of sines and cosines of angles since the last call."""
    count = 0
    within_a_turn = tile_waves.within_a_turn

    def counted(angles: npt.NDArray[np.float64]) -> npt.NDArray[np.float32]:
        nonlocal count
        count += 2 * angles.size  # of each angle both are taken
        return within_a_turn(angles)

    def take() -> int:
        nonlocal count
        taken, count = count, 0
        return taken

    forget()
    monkeypatch.setattr(tile_waves, "within_a_turn", counted)
    return take


def forget() -> None:
    for cached in vars(tile_waves).values():
        if hasattr(cached, "cache_clear"):
            cached.cache_clear()


@pytest.mark.parametrize(("layout", "pan", "new"), [("interleaved", 1, 23), ("halves", 2, 46)])
def test_a_pan_takes_sines_for_one_row_only(
    sines_taken: Callable[[], int], layout: Layout, pan: int, new: int
) -> None:
    columns = 1200
    for first, per_row, base, rows in (
        (500, 1, 1e4, new),
        (501, 1, 1e4, pan),
        (77_000, 1, 1e4, pan),
        (500, 2, 1e4, new),
        (500, 2, 9e3, new),
    ):
        tile(first, 800, per_row, 40, columns, 1, 12_288, base, layout, 1_000_000)
        assert sines_taken() == rows * columns
    assert pan * columns <= 0.0025 * 800 * columns
    assert new * columns <= 0.06 * 800 * columns


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_whole_of_the_largest_table_takes_few_sines(
    sines_taken: Callable[[], int], layout: Layout
) -> None:
    for base in (1e4, 9e3):
        tile(0, 800, 1250, 0, 1118, 11, 12_288, base, layout, 1_000_000)
        assert 0 < sines_taken() <= 0.75 * 800 * 1118


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("zoomed", [False, True])
def test_memory_is_that_of_the_picture_not_of_the_table(layout: Layout, zoomed: bool) -> None:
    picture = 1200 * 800 * 4
    window = (500_000, 800, 1, 600, 1200, 1) if zoomed else (0, 800, 1250, 0, 1200, 11)
    forget()
    tracemalloc.start()
    try:
        tile(*window, 12_288, 1e4, layout, 1_000_000)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 4 * picture


# --- refusals -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("window", "match"),
    [
        ((0, -1, 1, 0, 1, 1, 4, 1e4, "halves", 9), "from 0"),
        ((0, 1, 1, 0, -1, 1, 4, 1e4, "halves", 9), "from 0"),
        ((0, 1, 1, 0, 1, 1, 4, 1e4, "halves", -9), "from 0"),
        ((0, 1, 0, 0, 1, 1, 4, 1e4, "halves", 9), "at least 1 position"),
        ((0, 1, 1, 0, 1, 0, 4, 1e4, "halves", 9), "1 dimension"),
        ((0, 1, 1, 0, 1, 1, 0, 1e4, "halves", 9), "width d"),
        ((0, 1, 1, 0, 1, 1, 4, 0.0, "halves", 9), "base"),
        ((0, 1, 1, 0, 1, 1, 4, 1e4, "quarters", 9), "layout"),
    ],
)
def test_impossible_windows_are_refused_in_words(window: Any, match: str) -> None:
    with pytest.raises(ValueError, match=match):
        tile(*window)


def test_out_of_another_size_is_refused() -> None:
    out = np.zeros((1, 4), dtype=np.float32)
    with pytest.raises(ValueError, match="2 rows and 4 columns"):
        tile(0, 2, 1, 0, 4, 1, 4, 1e4, "halves", 9, out)
