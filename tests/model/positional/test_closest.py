"""The nearest rows against a search through all pairs."""

from __future__ import annotations

import math
from decimal import Decimal

import numpy as np
import numpy.typing as npt
import pytest

from posviz.model.positional import sinusoidal
from posviz.model.positional.closest import (
    closest_rows,
    distances_from,
    typical_distance,
)


def all_distances(length: int, width: int, base: float) -> npt.NDArray[np.float64]:
    """The whole matrix of distances, (L, L), from differences of rows."""
    E = sinusoidal.encode(np.arange(length), width, base)
    distances: npt.NDArray[np.float64] = np.sqrt(((E[:, None] - E[None]) ** 2).sum(axis=2))
    return distances


@pytest.mark.parametrize("length", [2, 3, 50, 200])
@pytest.mark.parametrize("width", [1, 2, 3, 4, 5, 16, 33, 64])
@pytest.mark.parametrize("base", [1e-3, 1.0, 2.0, 10_000.0])
def test_as_a_search_through_all_pairs_finds(length: int, width: int, base: float) -> None:
    D = all_distances(length, width, base)
    found = closest_rows(length, width, base)
    assert found.proven
    assert found.anywhere == (width % 2 == 0)
    best = min(D[i, j] for i in range(length) for j in range(i + 1, length))
    assert found.pairs[0].distance == pytest.approx(best, abs=1e-9)
    for pair in found.pairs:
        assert 0 <= pair.first < pair.second < length
        assert pair.distance == pytest.approx(D[pair.first, pair.second], abs=1e-9)
    if width > 1:
        each = sorted(np.diagonal(D, offset).min() for offset in range(1, length))
        assert [pair.distance for pair in found.pairs] == pytest.approx(each[:5], abs=1e-9)


def test_d_2_has_positions_15_and_725_a_mere_6e_5_apart() -> None:
    found = closest_rows(726, 2).pairs[0]
    assert found.offset == 710
    assert found.distance == pytest.approx(2 * abs(math.sin(355)), rel=1e-12)
    E = sinusoidal.encode([15, 725], 2)
    assert found.distance == pytest.approx(np.linalg.norm(E[0] - E[1]), abs=1e-12)
    assert f"{found.distance:.0e}" == "6e-05"


def test_many_offsets_are_searched_in_parts() -> None:
    # Convergents of 2π: 710/113, then 103993/16551; nothing in between comes nearer.
    assert closest_rows(103_993, 2).pairs[0].offset == 710
    assert closest_rows(103_994, 2).pairs[0].offset == 103_993


@pytest.mark.parametrize("width", [1, 2, 5, 16])
@pytest.mark.parametrize("base", [0.01, 1.0, 10_000.0])
def test_the_typical_distance(width: int, base: float) -> None:
    D = all_distances(60, width, base)
    mean = (D[~np.eye(60, dtype=bool)] ** 2).mean()
    assert typical_distance(60, width, base) == pytest.approx(math.sqrt(mean), abs=1e-9)


@pytest.mark.parametrize("width", [1, 2, 5, 600])
def test_the_distances_from_one_row(width: int) -> None:
    E = sinusoidal.encode(np.arange(-39, 90), width)
    expected = np.linalg.norm(E - E[39 + 20], axis=1)[20 : 20 + 79]
    assert distances_from(20, 40, width) == pytest.approx(expected, abs=1e-6)
    assert distances_from(0, 1, width).tolist() == [0]


def test_even_the_least_distances_have_all_their_digits() -> None:
    distances = distances_from(0, 400_000, 2)[399_999:]
    assert distances[0] == 0
    # So near to whole turns the distance is the angle left over, here with a long π.
    turn = 2 * Decimal("3.14159265358979323846264338327950288")
    for offset in (710, 103_993, 312_689):
        left = abs(offset - round(offset / turn) * turn)
        assert distances[offset] == pytest.approx(float(left), rel=1e-6)


def test_a_search_cut_short_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = closest_rows(2000, 3, 1.5)
    monkeypatch.setattr("posviz.model.positional.closest._MOST_PLACES", 10)
    closest_rows.cache_clear()
    found = closest_rows(2000, 3, 1.5)
    closest_rows.cache_clear()
    assert whole.proven
    assert not found.proven


def test_one_position_has_no_other() -> None:
    assert closest_rows(1, 8).pairs == ()
    assert math.isnan(typical_distance(1, 8))
