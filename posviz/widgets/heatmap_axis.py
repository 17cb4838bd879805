"""Which cells of a long axis are in sight, and where: arithmetic without a screen.

A cell c covers the places from c to before c + 1, so the cell at a place is its floor.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Sight:
    """The part of an axis that is in sight, whatever the size of the view.

    Attributes
    ----------
    count
        Cells of the whole axis, at least 1.
    first
        Place where the sight begins, 0 .. count − span.
    span
        How many cells are in sight, more than 0 and at most `count`.
    """

    count: int
    first: float
    span: float

    @classmethod
    def whole(cls, count: int) -> Sight:
        """Everything in sight."""
        return cls(count, 0.0, float(count))

    @property
    def is_whole(self) -> bool:
        """Whether everything is in sight."""
        return self.span == self.count

    @property
    def last(self) -> float:
        """Place where the sight ends."""
        return self.first + self.span

    def resized(self, count: int) -> Sight:
        """Carry over to an axis of another length; a whole sight stays whole."""
        if self.is_whole:
            return self.whole(count)
        return Sight(count, 0.0, min(self.span, count)).moved(self.first)

    def moved(self, cells: float) -> Sight:
        """Move along the axis, never beyond its ends."""
        return replace(self, first=min(max(0.0, self.first + cells), self.count - self.span))

    def zoomed(self, factor: float, about: float, least: float) -> Sight:
        """Show `factor` times larger; the place `about` stays where it is if it can.

        No fewer than `least` cells stay in sight, unless there are fewer.
        """
        span = min(max(self.span / factor, least), self.count)
        first = about - (about - self.first) * span / self.span
        return Sight(self.count, 0.0, span).moved(first)

    def centred(self, cell: int, span: float) -> Sight:
        """Show `span` cells with one of them in the middle."""
        span = min(span, self.count)
        return Sight(self.count, 0.0, span).moved(cell + 0.5 - span / 2)

    def showing(self, cell: int) -> Sight:
        """Move just so far that a cell is wholly in sight."""
        if cell < self.first:
            return self.moved(cell - self.first)
        return self.moved(max(0.0, cell + 1 - max(self.last, self.first + 1)))


@dataclass(frozen=True)
class Axis:
    """A sight laid out on the pixels of a view.

    Attributes
    ----------
    sight
        What is in sight.
    start, room
        Where it begins and how long it is, in logical pixels.
    density
        Device pixels in a logical pixel.
    """

    sight: Sight
    start: float
    room: float
    density: float = 1.0

    @property
    def cell(self) -> float:
        """Size of a cell in logical pixels."""
        return self.room / self.sight.span

    def edge(self, cell: float) -> float:
        """Pixel at which a cell begins."""
        return self.start + (cell - self.sight.first) * self.cell

    def middle(self, cell: int) -> float:
        """Pixel at the centre of a cell."""
        return self.edge(cell + 0.5)

    def place_at(self, at: float) -> float:
        """Place on the axis under a pixel."""
        return self.sight.first + (at - self.start) / self.cell

    def cell_at(self, at: float) -> int:
        """Cell under a pixel; −1 where there is none."""
        if not self.start <= at < self.start + self.room:
            return -1
        # Rounding may reach the end of the axis just before its last pixel.
        return min(math.floor(self.place_at(at)), self.sight.count - 1)

    @property
    def cells(self) -> range:
        """Cells that are at least partly in sight."""
        return range(math.floor(self.sight.first), math.ceil(self.sight.last))

    @property
    def each(self) -> int:
        """Cells that share a pixel: the least whole number that fills one device pixel."""
        # Rounding must not turn 2.0000001 cells into 3.
        return max(1, math.ceil(1 / (self.cell * self.density) - 1e-6))

    @property
    def blocks(self) -> range:
        """Blocks of `each` cells that are at least partly in sight.

        They are counted from the beginning of the axis, so they stay the same blocks while
        the sight moves.
        """
        return range(
            math.floor(self.sight.first / self.each), math.ceil(self.sight.last / self.each)
        )

    def block_of(self, cell: int) -> range:
        """Cells of the block that a cell belongs to."""
        first = cell // self.each * self.each
        return range(first, min(first + self.each, self.sight.count))

    def ticks(self, room: float) -> range:
        """Cells to number, so that each number has `room` pixels: steps of 1, 2 or 5 · 10^n."""
        least = room / self.cell
        power = 10 ** max(0, math.floor(math.log10(max(1.0, least))))
        step = next(m * power for m in (1, 2, 5, 10) if m * power >= least or m == 10)
        first = -(-self.cells.start // step) * step
        return range(first, self.cells.stop, step)
