"""Where labels go beside their dots so that none covers another."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, floor

import numpy as np

Rect = tuple[float, float, float, float]
"""Left, top, width and height."""

_CELL = 4.0
_GAP = 4.0
# Where a label stands beside its dot, the best place first: right, left, above, below, corners.
_SIDES = ((1, 0), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 1), (-1, -1), (-1, 1))


class LabelPlaces:
    """The room of a picture, in which every label takes a place of its own.

    Labels that are put first get the better places. Room is counted in squares of a few
    pixels, so the answer is the same whatever came before, and is found at once.

    Parameters
    ----------
    width, height : float
        The room.
    scale : float
        Size of the text relative to 100 %.
    """

    def __init__(self, width: float, height: float, scale: float = 1.0) -> None:
        self._size = (width, height)
        self._cell = _CELL * scale
        self._gap = _GAP * scale
        shape = ceil(height / self._cell) + 1, ceil(width / self._cell) + 1
        self._taken = np.zeros(shape, dtype=bool)
        self._dots = np.zeros(shape, dtype=bool)

    def reserve(self, rect: Rect) -> bool:
        """Take a place; False where it is taken already or not inside."""
        if not self._is_inside(rect) or self._taken[self._cells(rect)].any():
            return False
        self._taken[self._cells(rect)] = True
        return True

    def avoid(self, x: float, y: float, radius: float) -> None:
        """Keep labels off a dot as far as they have a choice."""
        self._dots[self._cells((x - radius, y - radius, 2 * radius, 2 * radius))] = True

    def put(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        radius: float,
        *,
        over_dots: bool = True,
        must: bool = False,
    ) -> Rect | None:
        """Find and take a place for a label beside a dot.

        Parameters
        ----------
        x, y, radius : float
            The dot.
        width, height : float
            The label.
        over_dots : bool
            Whether it may cover other dots rather than go without a place.
        must : bool
            Whether it may be moved along the edge, or away from its dot, to get a place.

        Returns
        -------
        tuple of float
            The place, or None if there is none.
        """
        second: Rect | None = None
        for spot in self._spots(x, y, width, height, radius + self._gap, must=must):
            if not self._is_inside(spot):
                continue
            cells = self._cells(spot)
            if self._taken[cells].any():
                continue
            if not self._dots[cells].any():
                self._taken[cells] = True
                return spot
            second = second or spot
        if second is not None and (over_dots or must):
            self._taken[self._cells(second)] = True
            return second
        return None

    def _spots(
        self, x: float, y: float, width: float, height: float, away: float, *, must: bool
    ) -> Iterator[Rect]:
        """Places to be tried, the best first."""
        for side in _SIDES:
            yield _beside(x, y, width, height, away, side)
        if not must:
            return
        # A label for a dot at the edge, or in a corner that is full.
        right, bottom = self._size[0] - width, self._size[1] - height
        ends = [_beside(x, y, width, height, away, side) for side in _SIDES[:2]]
        for step in range(ceil(max(self._size) / self._cell) + 1):
            for down in (step * self._cell, -step * self._cell):
                for left, top, _, _ in ends:
                    across = min(max(left, 0.0), right)
                    yield (across, min(max(top + down, 0.0), bottom), width, height)

    def _is_inside(self, rect: Rect) -> bool:
        left, top, width, height = rect
        inside_x = left >= 0 and left + width <= self._size[0]
        return inside_x and top >= 0 and top + height <= self._size[1]

    def _cells(self, rect: Rect) -> tuple[slice, slice]:
        left, top, width, height = rect
        cell = self._cell
        return (
            slice(max(0, floor(top / cell)), max(0, ceil((top + height) / cell))),
            slice(max(0, floor(left / cell)), max(0, ceil((left + width) / cell))),
        )


def _beside(
    x: float, y: float, width: float, height: float, away: float, side: tuple[int, int]
) -> Rect:
    across, down = side
    if across and down:
        away *= 0.6  # a corner is farther than a side
    middle_x, middle_y = x - width / 2, y - height / 2
    return (
        middle_x + across * (width / 2 + away),
        middle_y + down * (height / 2 + (away if not across else away * 0.8)),
        width,
        height,
    )
