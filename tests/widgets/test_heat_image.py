from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QColor

from posviz.widgets.heat_image import heat_image, shrunk
from posviz.widgets.theme import DARK, LIGHT, Look


def test_rows_that_fit_are_kept() -> None:
    rows = np.array([[0.5, -0.25, 2.0]])
    assert shrunk(rows, 3).tolist() == [[0.5, -0.25, 2.0]]


def test_wider_rows_become_means_in_which_every_cell_counts_once() -> None:
    rows = np.arange(10.0)[np.newaxis]
    assert shrunk(rows, 5).tolist() == [[0.5, 2.5, 4.5, 6.5, 8.5]]
    # Ten cells into three pixels: 3, 3 and 4 of them.
    assert shrunk(rows, 3).tolist() == [[1.0, 4.0, 7.5]]


def test_an_unknown_row_stays_without_values() -> None:
    rows = np.array([[np.nan] * 4, [1.0, 1.0, 0.0, 0.0]])
    found = shrunk(rows, 2)
    assert np.isnan(found[0]).all()
    assert found[1].tolist() == [1.0, 0.0]


@pytest.mark.parametrize("look", [DARK, LIGHT])
def test_pixels_have_the_data_colours(look: Look) -> None:
    image = heat_image(np.array([[1.0, 0.0, -1.0], [1e300, -np.inf, 0.5]]), 100, look)
    assert (image.width(), image.height()) == (3, 2)
    assert image.pixelColor(0, 0) == QColor(look.plus)
    assert image.pixelColor(1, 0) == QColor(look.zero)
    assert image.pixelColor(2, 0) == QColor(look.minus)
    assert image.pixelColor(0, 1) == QColor(look.plus)
    assert image.pixelColor(1, 1) == QColor(look.minus)
    assert image.pixelColor(2, 1) == look.data_colour(0.5)
