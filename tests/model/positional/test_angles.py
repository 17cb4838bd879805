"""Angles of few digits: against rounding in numpy's own types and sines of 60 digits."""

from __future__ import annotations

import math
from decimal import Decimal, localcontext

import numpy as np
import pytest

from posviz.model.positional.angles import angle_error

PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459")


def sine(angle: Decimal) -> Decimal:
    """The sine by its series, after whole turns were taken off."""
    x = angle % (2 * PI)
    term = total = x
    for n in range(1, 60):
        term *= -x * x / (2 * n * (2 * n + 1))
        total += term
    return total


def largest_of_60_digits(position: int, width: int, kind: type[np.floating]) -> tuple[int, float]:
    """Pair and size of the largest error, value by value."""
    with localcontext() as context:
        context.prec = 60
        best = (0, Decimal(0))
        for pair in range(width // 2):
            w = Decimal(10_000) ** (Decimal(-2 * pair) / width)
            angle = kind(kind(position) * kind(float(w)))
            for quarter in (Decimal(0), PI / 2):
                error = abs(sine(Decimal(float(angle)) + quarter) - sine(position * w + quarter))
                best = max(best, (pair, error), key=lambda found: found[1])
        return best[0], float(best[1])


@pytest.mark.parametrize(
    ("position", "width", "name"),
    [
        (2999, 64, "float32"),
        (999_999, 16, "float32"),
        (1_000_000, 512, "float32"),
        (63, 64, "float16"),
        (2049, 8, "float16"),
    ],
)
def test_the_largest_error_of_a_row(position: int, width: int, name: str) -> None:
    pair, error = largest_of_60_digits(position, width, getattr(np, name))
    found = angle_error(position, width, 10_000.0, name)
    assert (found.position, found.pair) == (position, pair)
    assert found.error == pytest.approx(error, abs=1e-8)


def test_published_figures() -> None:
    # Up to 0.064 in float32 near position 10^6 at d = 512; 2049 → 2048 in float16 by hand.
    near = [angle_error(p, 512, 1e4, "float32").error for p in range(999_990, 1_000_001)]
    assert 0.04 < max(near) < 0.065
    by_hand = max(
        abs(math.sin(2048) - math.sin(2049)),
        abs(math.cos(2048) - math.cos(2049)),
    )
    assert angle_error(2049, 2, 1e4, "float16").error == pytest.approx(by_hand)
    assert angle_error(257, 1, 1e4, "bfloat16").error == pytest.approx(
        abs(math.sin(256) - math.sin(257))
    )


def test_what_is_not_rounded_is_not_off() -> None:
    assert angle_error(0, 64, 1e4, "bfloat16").error == 0
    assert angle_error(999_999, 64, 1e4, "float64").error == 0
    assert angle_error(200, 2, 1e4, "bfloat16").error == 0  # 8 digits hold 200


def test_an_infinite_angle_has_no_sine() -> None:
    found = angle_error(65_520, 4, 1e4, "float16")
    assert math.isnan(found.error)
    assert found.pair == 0
