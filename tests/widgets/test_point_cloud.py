"""Dots stamped into a picture: where they are, how large, and denser where they meet."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication

from posviz.widgets.point_cloud import point_cloud

WHITE = QColor("white")


def alphas(image: QImage) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    return np.array(
        [
            [image.pixelColor(x, y).alpha() for x in range(image.width())]
            for y in range(image.height())
        ]
    )


@pytest.mark.parametrize("diameter", [1, 2, 3, 5, 8])
@pytest.mark.usefixtures("qapp")
def test_a_dot_is_centred_and_as_large_as_asked(diameter: int) -> None:
    at = (20.5, 12.5) if diameter % 2 else (20.0, 12.0)
    found = alphas(point_cloud(np.array([at]), 40, 30, diameter, WHITE))
    rows, columns = np.nonzero(found)
    assert columns.mean() + 0.5 == pytest.approx(at[0])
    assert rows.mean() + 0.5 == pytest.approx(at[1])
    assert columns.max() - columns.min() + 1 == diameter
    assert rows.max() - rows.min() + 1 == diameter


def test_where_dots_meet_it_is_denser_up_to_a_limit(qapp: QApplication) -> None:
    def at(*counts: int) -> list[int]:
        points = [(10.5 + 10 * i, 5.5) for i, n in enumerate(counts) for _ in range(n)]
        found = alphas(point_cloud(np.array(points), 100, 10, 1, WHITE))
        return [int(found[5, 10 + 10 * i]) for i in range(len(counts))]

    one, two, twenty, many = at(1, 2, 20, 400_000)
    assert 80 < one < two < twenty < many < 250
    assert at(1)[0] == pytest.approx(one, abs=1)  # a lone dot looks the same everywhere


def test_dots_at_the_edge_are_cut_and_those_outside_left_out(qapp: QApplication) -> None:
    outside = [(-50.0, 5.0), (5.0, 1e12), (1e300, 5.0), (np.nan, 5.0), (-1e18, -1e18)]
    assert not alphas(point_cloud(np.array(outside), 20, 10, 5, WHITE)).any()
    found = alphas(point_cloud(np.array([(0.0, 0.0), (20.0, 10.0)]), 20, 10, 4, WHITE))
    assert found[0, 0] > 0
    assert found[-1, -1] > 0
    assert not alphas(point_cloud(np.empty((0, 2)), 20, 10, 4, WHITE)).any()


def test_every_dot_is_there(qapp: QApplication) -> None:
    rng = np.random.default_rng(1)
    cells = rng.choice(60 * 50, 500, replace=False)
    y, x = np.divmod(cells, 60)
    found = alphas(point_cloud(np.column_stack([x, y]) + 0.5, 60, 50, 1, QColor(10, 200, 30)))
    assert set(zip(*(i.tolist() for i in np.nonzero(found)), strict=True)) == set(
        zip(y.tolist(), x.tolist(), strict=True)
    )
