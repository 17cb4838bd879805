"""Which part of a map is in sight, and where its points stand on the screen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isfinite

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_FARTHEST, _CLOSEST = 0.5, 4000.0


@dataclass(frozen=True)
class Extent:
    """The smallest upright rectangle that holds all points."""

    left: float = 0.0
    bottom: float = 0.0
    right: float = 0.0
    top: float = 0.0

    @classmethod
    def of(cls, points: Floats) -> Extent:
        """Extent of points, (n, 2)."""
        if len(points) == 0:
            return cls()
        low, high = points.min(axis=0), points.max(axis=0)
        return cls(float(low[0]), float(low[1]), float(high[0]), float(high[1]))

    @property
    def middle(self) -> tuple[float, float]:
        """The point in the middle."""
        return self.left / 2 + self.right / 2, self.bottom / 2 + self.top / 2


@dataclass(frozen=True)
class Frame:
    """A map in a rectangle: a place on the map is `scale` pixels per unit, y upwards.

    `x`, `y` is the place on the map that stands at the middle of (0, 0, width, height).
    """

    width: float
    height: float
    scale: float
    x: float
    y: float

    def on_screen(self, points: Floats) -> Floats:
        """Pixels of places on the map, (n, 2)."""
        flip = np.array([self.scale, -self.scale])
        pixels: Floats = (points - [self.x, self.y]) * flip  # (n, 2)
        pixels += [self.width / 2, self.height / 2]
        return pixels

    def on_map(self, across: float, down: float) -> tuple[float, float]:
        """Place on the map of a pixel."""
        return (
            self.x + (across - self.width / 2) / self.scale,
            self.y - (down - self.height / 2) / self.scale,
        )

    def contains(self, across: float, down: float) -> bool:
        """Tell whether a pixel is inside."""
        return 0 <= across <= self.width and 0 <= down <= self.height


@dataclass(frozen=True)
class Sight:
    """How close one looks, 1 being the whole map, and at what; None for its middle."""

    zoom: float = 1.0
    centre: tuple[float, float] | None = None

    def frame(self, extent: Extent, width: float, height: float, margin: float) -> Frame:
        """Place the map in a rectangle, one unit as long across as up, as distances need it."""
        room = max(width - 3 * margin, 1.0), max(height - 2.6 * margin, 1.0)
        size = extent.right - extent.left, extent.top - extent.bottom
        fits = [r / s for r, s in zip(room, size, strict=True) if s > 0 and isfinite(r / s)]
        scale = min(fits, default=1.0) * self.zoom
        x, y = self.centre or extent.middle
        return Frame(width, height, scale, x, y)

    def zoomed(self, factor: float, frame: Frame, across: float, down: float) -> Sight:
        """Look closer, with what stands at a pixel staying there."""
        zoom = min(max(self.zoom * factor, _FARTHEST), _CLOSEST)
        x, y = frame.on_map(across, down)
        change = self.zoom / zoom
        return Sight(zoom, (x + (frame.x - x) * change, y + (frame.y - y) * change))

    def moved(self, frame: Frame, across: float, down: float, extent: Extent) -> Sight:
        """Move the map by pixels; the middle stays on the map."""
        x, y = frame.x - across / frame.scale, frame.y + down / frame.scale
        return self.centred(
            min(max(x, extent.left), extent.right), min(max(y, extent.bottom), extent.top)
        )

    def centred(self, x: float, y: float) -> Sight:
        """Look at another place as closely."""
        return replace(self, centre=(x, y))


def next_point(pixels: Floats, start: tuple[float, float], across: int, down: int) -> int:
    """Row of the point that an arrow key leads to; −1 if none lies that way.

    The nearest of those within 45° of the direction, where a way aside counts double.

    Parameters
    ----------
    pixels : ndarray, shape (n, 2)
        The points.
    start : tuple of float
        Where one comes from.
    across, down : int
        The direction: one is 0, the other 1 or −1.
    """
    if len(pixels) == 0:
        return -1
    way = pixels - np.array(start)  # (n, 2)
    along = way[:, 0] * across + way[:, 1] * down
    aside = np.abs(way[:, 0] * down) + np.abs(way[:, 1] * across)
    cost = np.where((along > 0.5) & (aside <= along), along + 2 * aside, np.inf)
    best = int(cost.argmin())
    return best if isfinite(cost[best]) else -1
