"""What the collisions panel shows, as a pure function of the State."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from posviz.model.number_formats import NumberFormat
from posviz.model.positional.angles import AngleError, angle_error
from posviz.model.positional.closest import (
    ClosePair,
    Closest,
    closest_rows,
    distances_from,
    typical_distance,
)
from posviz.model.positional.collisions import (
    Equal,
    RoundedDistance,
    closest_rounded,
    equal_positions,
    equal_rows,
    first_infinite,
)
from posviz.state import State

_LOW_WIDTHS = (2, 4, 8)
_LOW_BASE = 10.0


@dataclass(frozen=True)
class Nearness:
    """The distance between the nearest rows of another table of the same length."""

    width: int
    base: float
    distance: float


@dataclass(frozen=True)
class NearestOf:
    """Distances over the offsets as a curve; offsets that share a point give their least.

    Attributes
    ----------
    distances
        From offset −(L − 1) to L − 1, divided by the typical distance, (2 L − 1,).
    """

    distances: npt.NDArray[np.float64]

    def means(self, first: npt.ArrayLike, each: int) -> npt.NDArray[np.float64]:
        """Return the least distance over `each` offsets in a row, from each of `first`."""
        middle = len(self.distances) // 2
        starts = np.asarray(first, dtype=np.int64) + middle
        if each == 1:
            return self.distances[starts]
        stop = min(int(starts[-1]) + each, len(self.distances))
        least: npt.NDArray[np.float64] = np.minimum.reduceat(self.distances[:stop], starts)
        return least


@dataclass(frozen=True)
class Collisions:
    """The nearest rows of a table, and which ones rounding makes equal.

    Attributes
    ----------
    length, width, base, number_format
        The table, and what its numbers are rounded to.
    position, offset
        The selected position and offset.
    closest
        The nearest rows before any rounding.
    typical
        The root mean square of the distances of all pairs; NaN for L = 1.
    curve
        Distances from the selected position, before rounding.
    closest_rounded, by_value
        The nearest rows and the equal ones where the values are rounded.
    by_position, infinite
        The equal positions where the position is rounded before the angle is computed, and the
        first that is too large for the format.
    angle
        How far off the last row is where its angles are computed in the format.
    others
        The same length with fewer dimensions or a low base, before rounding.
    """

    length: int
    width: int
    base: float
    number_format: NumberFormat
    position: int
    offset: int
    closest: Closest
    typical: float
    curve: NearestOf
    closest_rounded: RoundedDistance
    by_value: Equal
    by_position: Equal
    infinite: int | None
    angle: AngleError
    others: tuple[Nearness, ...]

    @property
    def nearest(self) -> tuple[ClosePair, ...]:
        """The nearest rows before rounding; those of the selected position where it has them."""
        if not self.closest.anywhere:
            return self.closest.pairs
        return tuple(self._here(pair) for pair in self.closest.pairs)

    def _here(self, pair: ClosePair) -> ClosePair:
        for first in (self.position, self.position - pair.offset, 0):
            if 0 <= first < self.length - pair.offset:
                break
        return ClosePair(first, first + pair.offset, pair.distance)


def takes_long(state: State) -> bool:
    """Whether the search takes longer than a frame."""
    return state.length * min(state.width, 512) > 200_000


def collisions_in(state: State) -> Collisions:
    """Return the nearest and the equal rows of the table."""
    L, d, base, number_format = state.length, state.width, state.base, state.number_format
    typical = typical_distance(L, d, base)
    distances = distances_from(state.position, L, d, base)
    others = [(width, base) for width in _LOW_WIDTHS if width < d]
    if base != _LOW_BASE:
        others.append((d, _LOW_BASE))
    return Collisions(
        length=L,
        width=d,
        base=base,
        number_format=number_format,
        position=state.position,
        offset=state.offset,
        closest=closest_rows(L, d, base),
        typical=typical,
        curve=NearestOf(distances / typical if typical > 0 else distances),
        closest_rounded=closest_rounded(L, d, base, number_format),
        by_value=equal_rows(L, d, base, number_format),
        by_position=equal_positions(L, number_format),
        infinite=first_infinite(L, number_format),
        angle=angle_error(L - 1, d, base, number_format),
        others=tuple(
            Nearness(width, other, closest_rows(L, width, other).pairs[0].distance)
            for width, other in others
            if L > 1
        ),
    )
