"""Where words stand that are all equally wide, and which of many are in sight."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Slots:
    """A row of equally wide places, of which some may not be in sight.

    Attributes
    ----------
    count
        How many places there are.
    first, shown
        The first one in sight, and how many are.
    width, pitch
        Width of one, and with the gap after it.
    room
        Width of the row.
    mirrored
        Whether the first stands at the right.
    """

    count: int
    first: int
    shown: int
    width: float
    pitch: float
    room: float
    mirrored: bool = False

    @classmethod
    def fit(
        cls,
        count: int,
        first: int,
        room: float,
        *,
        wanted: float,
        least: float,
        gap: float,
        mirrored: bool = False,
    ) -> Slots:
        """Put all places into a row if each gets `least`, else as many as do.

        Parameters
        ----------
        count, first
            Number of places, and the one that should come first in sight.
        room
            Width of the row.
        wanted, least, gap
            Width of a place if there is room, its least width, and the gap after it.
        mirrored
            Whether the first stands at the right.
        """
        each = (room + gap) / max(count, 1) - gap
        width = max(1.0, min(wanted, max(least, each), room))
        shown = min(count, max(1, int((room + gap) / (width + gap) + 1e-9)))
        if shown < count:  # those that are shown fill the row
            width = (room + gap) / shown - gap
        first = min(max(first, 0), count - shown)
        return cls(count, first, shown, width, width + gap, room, mirrored)

    def left(self, place: int) -> float:
        """Left edge of a place, in sight or not."""
        at = (place - self.first) * self.pitch
        return self.room - at - self.width if self.mirrored else at

    def centre(self, place: int) -> float:
        """Middle of a place."""
        return self.left(place) + self.width / 2

    def at(self, x: float) -> int:
        """Place at a point; −1 in a gap and where none is in sight."""
        along = self.room - x if self.mirrored else x
        step, rest = divmod(along, self.pitch)
        inside = 0 <= step < self.shown and rest < self.width
        return self.first + int(step) if inside else -1

    def gap_at(self, x: float) -> int:
        """The nearest gap, from 0 before the first place to `count` after the last."""
        along = self.room - x if self.mirrored else x
        nearest = round((along + (self.pitch - self.width) / 2) / self.pitch)
        return self.first + min(max(nearest, 0), self.shown)

    def gap_centre(self, gap: int) -> float:
        """Middle of a gap, inside the row."""
        at = (gap - self.first) * self.pitch - (self.pitch - self.width) / 2
        at = min(max(at, 1.5), self.room - 1.5)
        return self.room - at if self.mirrored else at

    def with_in_sight(self, place: int) -> int:
        """First place in sight when another one must be."""
        return min(max(self.first, place - self.shown + 1), max(place, 0))


def place_after(from_: int, gap: int) -> int:
    """Place of a word that is taken out and dropped into a gap."""
    return gap - (gap > from_)
