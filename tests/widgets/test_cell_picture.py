"""Cells as pixels: colours in their place, hatching, dots, and means of shared pixels."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QImage

from posviz.widgets.cell_picture import cell_picture
from posviz.widgets.theme import LOOKS, Look

EACH_LOOK = pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)


def pixels(image: QImage) -> np.ndarray:
    """Colours, (height, width)."""
    return np.array(
        [[image.pixel(x, y) for x in range(image.width())] for y in range(image.height())]
    )


def is_near(pixel: int, value: float, look: Look) -> bool:
    wanted = look.data_colour(value).rgb()
    return all(abs((int(pixel) >> k & 255) - (wanted >> k & 255)) <= 4 for k in (0, 8, 16))


@EACH_LOOK
def test_each_cell_has_its_colour_and_a_line_after_it(look: Look) -> None:
    image = cell_picture(np.array([[1.0, -1.0], [0.0, 0.5]]), None, 40, 40, look)
    assert image.width() == image.height() == 40
    for (x, y), value in {(5, 5): 1, (30, 5): -1, (5, 30): 0, (30, 30): 0.5}.items():
        assert is_near(image.pixel(x, y), value, look)
    seen = pixels(image)
    surface = look.colour("panel").rgb()
    assert (seen[19] == surface).all()
    assert (seen[:, 19] == surface).all()
    assert not (seen[20] == surface).all()


@EACH_LOOK
def test_wide_columns_are_parted_where_rows_are_many(look: Look) -> None:
    seen = pixels(cell_picture(np.ones((600, 4)), None, 80, 120, look))
    surface = look.colour("panel").rgb()
    parted = (seen == surface).all(axis=0)
    assert np.flatnonzero(parted).tolist() == [19, 39, 59]
    assert (seen[:, ~parted] != surface).all()  # rows share pixels: they have no room for lines


@EACH_LOOK
def test_hatched_and_empty_cells_differ_from_each_other_and_from_zero(look: Look) -> None:
    values = np.array([[0.0, -np.inf, np.nan]])
    image = cell_picture(values, np.array([[False, True, False]]), 90, 30, look)
    seen = pixels(image)
    ink, surface = look.colour("faint").rgb(), look.colour("panel").rgb()
    parts = [set(seen[1:, start + 1 : start + 28].ravel().tolist()) for start in (0, 30, 60)]
    assert ink not in parts[0]
    assert parts[1] == parts[2] == {ink, surface}
    slanting, dots = ((seen[:28, start : start + 28] == ink).sum() for start in (30, 60))
    assert slanting > 3 * dots > 0


def test_a_mask_hides_a_value(qapp: object) -> None:
    look = LOOKS["dark"]
    open_, shut = (
        cell_picture(np.array([[1.0]]), np.array([[mask]]), 20, 20, look) for mask in (False, True)
    )
    assert is_near(open_.pixel(10, 10), 1.0, look)
    assert not any(is_near(p, 1.0, look) for p in pixels(shut).ravel())


@pytest.mark.parametrize("size", [20, 64, 100])
def test_shared_pixels_have_the_mean_of_what_is_seen(size: int) -> None:
    look = LOOKS["dark"]
    values = np.where(np.indices((200, 200)).sum(axis=0) % 2, 1.0, 0.5)
    values[:100] = np.nan
    values[100:, :100] = -1e308
    masked = np.zeros((200, 200), dtype=bool)
    masked[100:, :100] = True
    image = cell_picture(values, masked, size, size, look)
    far, near = round(size * 0.8), round(size * 0.2)
    assert is_near(image.pixel(far, far), 0.75, look)
    ink, surface = look.colour("faint").rgb(), look.colour("panel").rgb()
    assert {image.pixel(near, far), image.pixel(far, near)} <= {ink, surface}


def test_one_open_cell_of_a_block_opens_it() -> None:
    look = LOOKS["light"]
    masked = np.ones((4, 4), dtype=bool)
    masked[1, 1] = False
    values = np.full((4, 4), -np.inf)
    values[1, 1] = 1.0
    image = cell_picture(values, masked, 1, 1, look)
    assert is_near(image.pixel(0, 0), 1.0, look)


@pytest.mark.parametrize("shape", [(1, 1), (1, 700), (513, 3), (7, 11)])
def test_blocks_stand_where_their_cells_stand(shape: tuple[int, int]) -> None:
    look = LOOKS["dark"]
    n, m = shape
    values = np.zeros(shape)
    values[n - 1, m - 1] = 1.0
    image = cell_picture(values, None, 50, 50, look)
    corner, other = image.pixel(49, 49), image.pixel(0, 0)
    assert corner != other or n * m == 1
    assert is_near(other, 1.0 if n * m == 1 else 0.0, look)
