"""Each value has the index that is nearest to it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posviz.model.palette import OUTSIDE_INDEX, ZERO_INDEX, palette_indices


def test_palette_has_zero_in_the_exact_middle() -> None:
    cells = np.array([[-1, 0, -0.0, 1, np.nan]], dtype=np.float32)
    np.testing.assert_array_equal(palette_indices(cells), [[1, 128, 128, 255, 0]])
    assert (OUTSIDE_INDEX, ZERO_INDEX) == (0, 128)


def test_palette_clips_to_its_ends() -> None:
    cells = np.array([[-1.0000001, 1.0000001, -3, 3, -np.inf, np.inf]], dtype=np.float32)
    np.testing.assert_array_equal(palette_indices(cells), [[1, 255, 1, 255, 1, 255]])


@given(st.lists(st.floats(-1, 1, width=32), min_size=1, max_size=200))
def test_palette_takes_the_nearest_index(values: list[float]) -> None:
    cells = np.array([values], dtype=np.float32)
    indices = palette_indices(cells).astype(np.float64)
    assert np.abs(indices - (128 + 127 * cells.astype(np.float64))).max() <= 0.5 + 1e-5


@pytest.mark.parametrize("rows", [0, 1, 39, 40, 41, 100])
def test_palette_writes_into_an_image_with_padded_lines(rows: int) -> None:
    image = np.full((rows, 8), 9, dtype=np.uint8)
    cells = np.linspace(-1, 1, rows * 5, dtype=np.float32).reshape(rows, 5)
    visible = image[:, :5]
    assert palette_indices(cells, visible) is visible
    np.testing.assert_array_equal(visible, np.rint(cells * np.float32(127)) + 128)
    assert (image[:, 5:] == 9).all()
