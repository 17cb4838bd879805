from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posviz.model.positional.sinusoidal import (
    Layout,
    block,
    dimension_of,
    encode,
    frequencies,
    is_cosine,
    pair_count,
    pair_of,
    sine_and_cosine_columns,
    table,
    value,
    wavelength,
)

ORACLE: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "data" / "positional_oracle.json").read_text(encoding="utf-8")
)
LAYOUTS: tuple[Layout, ...] = ("interleaved", "halves")

layouts = st.sampled_from(LAYOUTS)
widths = st.integers(1, 70)
bases = st.sampled_from([0.5, 1.0, 2.5, 100.0, 10_000.0, 1e6])


def tolerance(position: int) -> float:
    return 1e-9 if abs(position) <= 1_000_000 else 1e-8


# --- values ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cases", "layout"), [("sinusoidal", "interleaved"), ("halves_layout", "halves")]
)
def test_values_agree_with_60_digit_arithmetic(cases: str, layout: Layout) -> None:
    assert len(ORACLE[cases]) >= 18
    for case in ORACLE[cases]:
        p, dim, d, base = case["pos"], case["dim"], case["d"], case["base"]
        expected = float(case["value"])
        assert encode([p], d, base, layout)[0, dim] == pytest.approx(
            expected, rel=0, abs=tolerance(p)
        ), case
        assert value(p, dim, d, base, layout) == pytest.approx(expected, rel=0, abs=tolerance(p)), (
            case
        )


@pytest.mark.parametrize(
    ("cases", "layout"), [("sinusoidal", "interleaved"), ("halves_layout", "halves")]
)
def test_blocks_agree_with_60_digit_arithmetic(cases: str, layout: Layout) -> None:
    for case in ORACLE[cases]:
        p, dim, d, base = case["pos"], case["dim"], case["d"], case["base"]
        around = range(max(0, dim - 1), min(d, dim + 2))
        shown = block(range(p, p + 2), around, d, base, layout)
        assert shown.shape == (2, len(around))
        assert shown[0, dim - around.start] == pytest.approx(
            float(case["value"]), rel=0, abs=tolerance(p)
        ), case


@given(widths, layouts, st.data())
def test_a_block_is_cut_out_of_the_table(width: int, layout: Layout, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, width - 1))
    columns = range(start, data.draw(st.integers(start, width)))
    whole = encode(range(5, 9), width, 100.0, layout)
    cut = block(range(5, 9), columns, width, 100.0, layout)
    np.testing.assert_array_equal(cut, whole[:, columns.start : columns.stop])


def test_wavelengths_agree_with_60_digit_arithmetic() -> None:
    for case in ORACLE["wavelength_in_positions"]:
        found = wavelength(case["pair"], case["d"], case["base"])
        assert found == pytest.approx(float(case["value"]), rel=1e-12), case


def test_dot_products_of_rows_agree_with_60_digit_arithmetic() -> None:
    for case in ORACLE["dot_of_two_rows"]:
        row_a, row_b = encode([case["a"], case["b"]], case["d"])
        assert row_a @ row_b == pytest.approx(float(case["value"]), rel=0, abs=1e-9), case


@pytest.mark.parametrize("position", [0, 1, 17, 5000])
def test_a_shift_is_the_rotation_of_the_reference(position: int) -> None:
    for case in ORACLE["shift_matrix"]:
        shift = np.array(case["rows"], dtype=float)
        here, there = encode([position, position + case["k"]], case["d"])
        np.testing.assert_allclose(shift @ here, there, rtol=0, atol=1e-9)


# --- what other programs got wrong ----------------------------------------------------------


def test_left_columns_are_fast_and_right_columns_are_slow() -> None:
    lengths = [wavelength(pair, 16) for pair in range(8)]
    expected = [6.28, 19.87, 62.83, 198.7, 628.3, 1987, 6283, 19869]
    assert lengths == pytest.approx(expected, rel=1e-3)
    step = np.abs(np.diff(encode(range(10), 16), axis=0)).mean(axis=0)
    assert step[0] == pytest.approx(0.589, abs=5e-4)
    assert step[14] == pytest.approx(0.000316, abs=5e-7)


def test_exponent_counts_pairs_not_columns() -> None:
    expected = [0.141120, -0.989992, 0.295520, 0.955336, 0.029996, 0.999550, 0.003000, 0.999996]
    np.testing.assert_allclose(encode([3], 8)[0], expected, atol=5e-7)


def test_halves_puts_all_sines_first() -> None:
    expected = [0.1411, 0.2955, 0.0300, 0.0030, -0.9900]
    np.testing.assert_allclose(encode([3], 8, layout="halves")[0, :5], expected, atol=5e-5)


def test_width_2_has_one_pair_and_no_nan() -> None:
    np.testing.assert_allclose(encode([3], 2), [[0.141120, -0.989992]], atol=5e-7)
    np.testing.assert_allclose(frequencies(8), [1, 0.1, 0.01, 0.001], rtol=1e-14)


def test_odd_width_ends_on_a_lone_sine() -> None:
    expected = [0.841471, 0.540302, 0.025116, 0.999685, 0.000631]
    np.testing.assert_allclose(encode([1], 5)[0], expected, atol=5e-7)
    np.testing.assert_allclose(encode([2], 1), [[0.909297]], atol=5e-7)
    assert not is_cosine(4, 5)
    assert dimension_of(2, 5, cosine=True) is None
    assert dimension_of(2, 5, "halves", cosine=True) is None
    assert dimension_of(2, 5, "halves", cosine=False) == 2


@pytest.mark.parametrize(("position", "expected"), [(2049, 0.630028), (257, -0.573357)])
def test_positions_that_collide_in_16_bits_stay_apart(position: int, expected: float) -> None:
    rows = encode([position, position - 1], 512)
    assert rows[0, 0] == pytest.approx(expected, abs=5e-7)
    assert abs(rows[0, 0] - rows[1, 0]) > 0.1
    assert rows.dtype == np.float64


def test_no_position_is_beyond_the_table() -> None:
    row = encode([20_000], 16)[0]
    expected = [0.581985, 0.813200, 0.041358, 0.999144]
    np.testing.assert_allclose(row[[0, 1, 14, 15]], expected, atol=5e-7)


def test_negative_positions_mirror_the_sines() -> None:
    right, left = encode([7, -7], 9)
    np.testing.assert_array_equal(left[0::2], -right[0::2])
    np.testing.assert_array_equal(left[1::2], right[1::2])


def test_base_1_gives_every_pair_one_frequency() -> None:
    np.testing.assert_array_equal(frequencies(7, 1.0), np.ones(4))


def test_base_below_1_makes_the_right_columns_fast() -> None:
    np.testing.assert_allclose(frequencies(4, 0.25), [1, 2])


# --- properties -----------------------------------------------------------------------------


@given(pairs=st.integers(1, 64), position=st.integers(-100_000, 1_000_000), base=bases)
def test_every_row_of_even_width_is_equally_long(pairs: int, position: int, base: float) -> None:
    row = encode([position], 2 * pairs, base)[0]
    assert np.linalg.norm(row) == pytest.approx(math.sqrt(pairs), rel=1e-12)


@given(
    pairs=st.integers(1, 32),
    position=st.integers(-5000, 5000),
    shift=st.integers(-500, 500),
    base=bases,
    layout=layouts,
)
def test_shift_is_a_rotation_that_ignores_the_position(
    pairs: int, position: int, shift: int, base: float, layout: Layout
) -> None:
    width = 2 * pairs
    rotation = np.zeros((width, width))
    for pair in range(pairs):
        angle = shift * base ** (-2 * pair / width)
        sine = dimension_of(pair, width, layout, cosine=False)
        cosine = dimension_of(pair, width, layout, cosine=True)
        rotation[sine, sine] = rotation[cosine, cosine] = math.cos(angle)
        rotation[sine, cosine] = math.sin(angle)
        rotation[cosine, sine] = -math.sin(angle)
    here, there = encode([position, position + shift], width, base, layout)
    np.testing.assert_allclose(rotation @ here, there, rtol=0, atol=1e-9)


@given(width=widths, base=bases)
def test_halves_is_one_permutation_of_interleaved(width: int, base: float) -> None:
    order = [
        dimension_of(pair_of(dim, width, "halves"), width, cosine=is_cosine(dim, width, "halves"))
        for dim in range(width)
    ]
    columns = [dim for dim in order if dim is not None]
    assert sorted(columns) == list(range(width))
    positions = [-3, 0, 1, 250]
    np.testing.assert_array_equal(
        encode(positions, width, base, "halves"), encode(positions, width, base)[:, columns]
    )


@given(width=widths, layout=layouts)
def test_pairs_and_dimensions_are_inverse(width: int, layout: Layout) -> None:
    for dim in range(width):
        pair, cosine = pair_of(dim, width, layout), is_cosine(dim, width, layout)
        assert 0 <= pair < pair_count(width)
        assert dimension_of(pair, width, layout, cosine=cosine) == dim
    sines, cosines = sine_and_cosine_columns(width, layout)
    assert len(range(width)[sines]) == pair_count(width)
    assert len(range(width)[cosines]) == width // 2


@given(
    position=st.floats(-1e5, 1e5),
    width=widths,
    base=bases,
    layout=layouts,
    data=st.data(),
)
def test_value_is_the_entry_of_the_row(
    position: float, width: int, base: float, layout: Layout, data: st.DataObject
) -> None:
    dim = data.draw(st.integers(0, width - 1))
    row = encode([position], width, base, layout)[0]
    assert value(position, dim, width, base, layout) == pytest.approx(row[dim], rel=0, abs=1e-14)


# --- the kept table -------------------------------------------------------------------------


def test_table_is_kept_and_read_only() -> None:
    first = table(6, 16)
    assert table(6, 16) is first
    np.testing.assert_array_equal(first, encode(range(6), 16))
    with pytest.raises(ValueError, match="read-only"):
        first[0, 0] = 5


def test_table_of_no_positions_has_no_rows() -> None:
    assert table(0, 16).shape == (0, 16)


# --- refusals -------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [0, -3])
def test_width_below_1_is_refused(width: int) -> None:
    with pytest.raises(ValueError, match=f"width d must be a whole number from 1, not {width}"):
        encode([1], width)
    with pytest.raises(ValueError, match="width d"):
        pair_of(0, width)
    with pytest.raises(ValueError, match="width d"):
        wavelength(0, width)


@pytest.mark.parametrize("base", [0.0, -1.0, math.nan, math.inf, -math.inf])
def test_impossible_base_is_refused(base: float) -> None:
    with pytest.raises(ValueError, match=r"base must be a number above 0, from 1e-100 to 1e\+100"):
        encode([1], 4, base)
    with pytest.raises(ValueError, match="base"):
        value(1, 0, 4, base)


@pytest.mark.parametrize("base", [1e-100, 1e100])
def test_extreme_bases_stay_finite(base: float) -> None:
    assert np.isfinite(encode([0, 1, 1_000_000], 12_288, base)).all()


def test_unknown_layout_is_refused() -> None:
    with pytest.raises(ValueError, match="one of interleaved, halves, not 'zigzag'"):
        encode([1], 4, layout="zigzag")  # type: ignore[arg-type]


@pytest.mark.parametrize("dimension", [-1, 4, 100])
def test_dimension_outside_is_refused(dimension: int) -> None:
    match = f"dimension must be from 0 to 3, not {dimension}"
    with pytest.raises(ValueError, match=match):
        pair_of(dimension, 4)
    with pytest.raises(ValueError, match=match):
        is_cosine(dimension, 4, "halves")
    with pytest.raises(ValueError, match=match):
        value(1, dimension, 4)


@pytest.mark.parametrize("pair", [-1, 2])
def test_pair_outside_is_refused(pair: int) -> None:
    match = f"pair must be from 0 to 1, not {pair}"
    with pytest.raises(ValueError, match=match):
        wavelength(pair, 4)
    with pytest.raises(ValueError, match=match):
        dimension_of(pair, 4, cosine=False)


@pytest.mark.parametrize("positions", [[1, math.nan], [math.inf], 3, [[1, 2]]])
def test_positions_that_are_no_list_of_numbers_are_refused(positions: Any) -> None:
    with pytest.raises(ValueError, match="list of finite numbers"):
        encode(positions, 4)


def test_position_that_is_not_finite_has_no_value() -> None:
    with pytest.raises(ValueError, match="finite number, not nan"):
        value(math.nan, 0, 4)


def test_length_below_0_is_refused() -> None:
    with pytest.raises(ValueError, match="length L must be a whole number from 0, not -1"):
        table(-1, 4)
