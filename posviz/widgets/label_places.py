"""Where labels go beside their dots so that none covers another."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, floor, hypot

import numpy as np

Rect = tuple[float, float, float, float]
"""Left, top, width and height."""

_CELL = 4.0
_GAP = 4.0
_NEARER = 2.5
SIDES = ((1, 0), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 1), (-1, -1), (-1, 1))
"""Where a label stands beside its dot, the best place first."""


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
        self._never = np.zeros(shape, dtype=np.int32)  # dots that no label may cover
        self._named = np.zeros(shape, dtype=np.int32)  # middles of dots that have a label
        self._beside = np.zeros(shape, dtype=bool)  # where a dot would seem a label's own
        self._kept: set[tuple[float, float]] = set()

    def reserve(self, rect: Rect) -> bool:
        """Take a place; False where it is taken already or not inside."""
        if not self._is_inside(rect) or self._taken[self._cells(rect)].any():
            return False
        self._taken[self._cells(rect)] = True
        return True

    def avoid(self, x: float, y: float, radius: float, *, never: bool = False) -> None:
        """Keep labels off a dot as far as they have a choice.

        With `never` also at the price of no label: it is not covered, and no label of another
        dot stands nearer to it than to its own.
        """
        cells = self._cells((x - radius, y - radius, 2 * radius, 2 * radius))
        self._dots[cells] = True
        if never:
            self._never[cells] += 1
            self._named[self._cell_of(x, y)] += 1
            self._kept.add((x, y))

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
        kept = (x, y) in self._kept
        if not (kept or must) and self._beside[self._cell_of(x, y)]:
            return None
        around = self._cells((x - radius, y - radius, 2 * radius, 2 * radius))
        self._never[around] -= kept
        found: list[Rect | None] = [None, None, None]
        spots = self._spots(x, y, width, height, radius + self._gap, must=must)
        for index, spot in enumerate(spots):
            if index >= len(SIDES) and found[1] is not None:
                break  # beside its dot over small ones, rather than far off
            cells = self._cells(spot)
            if not self._is_inside(spot) or self._taken[cells].any():
                continue
            if not (over_dots or must) and self._dots[cells].any():
                continue
            if self._never[cells].any() or not self._is_nearest(spot, x, y, kept=kept):
                found[2] = found[2] or spot
            elif self._dots[cells].any():
                found[1] = found[1] or spot
            else:
                found[0] = spot
                break
        self._never[around] += kept
        best = found[0] or (found[1] if over_dots or must else None)
        best = best or (found[2] if must else None)
        if best is not None:
            self._taken[self._cells(best)] = True
            self._beside[self._cells(self._surroundings(best, x, y))] = True
            self._named[self._cell_of(x, y)] += not kept
        return best

    def _is_nearest(self, rect: Rect, x: float, y: float, *, kept: bool) -> bool:
        """Whether no other dot that has or will have a label is as near to a place."""
        return int(self._named[self._cells(self._surroundings(rect, x, y))].sum()) <= kept

    def _surroundings(self, rect: Rect, x: float, y: float) -> Rect:
        """All that is no farther from a label than its dot, and a little more."""
        left, top, width, height = rect
        across = max(left - x, x - left - width, 0.0)
        down = max(top - y, y - top - height, 0.0)
        far = hypot(across, down) + _NEARER / _CELL * self._cell
        return left - far, top - far, width + 2 * far, height + 2 * far

    def _spots(
        self, x: float, y: float, width: float, height: float, away: float, *, must: bool
    ) -> Iterator[Rect]:
        """Places to be tried, the best first."""
        for side in SIDES:
            yield _beside(x, y, width, height, away, side)
        if not must:
            return
        # A label for a dot at the edge, or in a corner that is full.
        right, bottom = self._size[0] - width, self._size[1] - height
        ends = [_beside(x, y, width, height, away, side) for side in SIDES[:2]]
        for step in range(ceil(max(self._size) / self._cell) + 1):
            for down in (step * self._cell, -step * self._cell):
                for left, top, _, _ in ends:
                    across = min(max(left, 0.0), right)
                    yield (across, min(max(top + down, 0.0), bottom), width, height)

    def _cell_of(self, x: float, y: float) -> tuple[int, int]:
        rows, columns = self._taken.shape
        row, column = floor(y / self._cell), floor(x / self._cell)
        return min(max(row, 0), rows - 1), min(max(column, 0), columns - 1)

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
