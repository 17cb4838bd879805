"""Where labels go beside few dots: exact, and farther off with a line where it is close."""

from __future__ import annotations

from math import ceil, hypot, pi

import numpy as np
from numpy.typing import NDArray

from posviz.widgets.label_places import SIDES, Rect

Floats = NDArray[np.float64]

_GAP = 4.0
_FARTHER = (6.0, 9.0, 13.0, 18.0, 24.0, 32.0, 42.0, 54.0, 70.0, 90.0, 115.0, 145.0)
_ANGLES = 24
_NEAR = np.array(SIDES, dtype=np.float64)
_TURNS = np.arange(_ANGLES) * (2 * pi / _ANGLES)
_ROUND = np.column_stack([np.cos(_TURNS), np.sin(_TURNS)])
# Which ways from the dot, and how far, the best places first.
_WAYS = np.concatenate(
    [_NEAR / np.hypot(*_NEAR.T)[:, None], *[_ROUND] * (1 + len(_FARTHER))]
)  # (c, 2)
_GAPS = np.repeat([_GAP, _GAP, *_FARTHER], [len(SIDES)] + [_ANGLES] * (1 + len(_FARTHER)))[:, None]
# Slanted ways move a label sideways by its whole half, so that it starts beside its dot.
_SLIDES = np.clip(_WAYS * 1.5, -1, 1)  # (c, 2)
_CLEAR = 1.0
_CLEAR_OF_LINE = 8.0


def nearest_point(rect: Rect, x: float, y: float) -> tuple[float, float]:
    """The point of a rectangle that is nearest to a place."""
    left, top, width, height = rect
    return min(max(x, left), left + width), min(max(y, top), top + height)


class LabelSearch:
    """The room of a picture with few dots, each of which should get its label.

    A label stands nearer to its own dot than to any other and covers none. Where that cannot
    be, it may stand farther off if a line from its dot to it is free of dots and labels.

    Parameters
    ----------
    width, height : float
        The room.
    dots : ndarray of float64, shape (n, 3)
        x, y and radius of each dot.
    scale : float
        Size of the text relative to 100 %.
    """

    def __init__(self, width: float, height: float, dots: Floats, scale: float = 1.0) -> None:
        self._size = (width, height)
        self._dots = dots
        self._scale = scale
        self._taken: list[Rect] = []
        self._lines: list[tuple[float, float]] = []  # points along them

    def reserve(self, rect: Rect) -> bool:
        """Take a place; False where it is taken already or not inside."""
        if not self._free(np.array([rect]))[0]:
            return False
        self._taken.append(rect)
        return True

    def put(self, dot: int, width: float, height: float, *, line: bool = False) -> Rect | None:
        """Find and take a place for the label of a dot; None if there is none.

        Parameters
        ----------
        dot : int
            Row of the dot.
        width, height : float
            The label.
        line : bool
            Whether another dot may be nearer to the label, as a line will lead to its own.
        """
        x, y, radius = self._dots[dot].tolist()
        rects = self._places(x, y, radius, width, height)  # (c, 4)
        far, edge = self._distances(rects)  # (c, n)
        own, own_edge = far[:, dot].copy(), edge[:, dot].copy()
        far[:, dot] = edge[:, dot] = np.inf
        others, others_edge = far.min(axis=1), edge.min(axis=1)  # (c,)
        free = self._free(rects) & (own_edge > _CLEAR * self._scale)
        if line:
            good = free & (others_edge > _CLEAR_OF_LINE * self._scale)
        else:
            good = free & (others_edge > _CLEAR * self._scale)
            good &= (own < others) & (own_edge < others_edge)
        for index in np.flatnonzero(good).tolist():
            left, top, wide, high = rects[index].tolist()
            rect = (left, top, wide, high)
            points = self._line(x, y, rect)
            if line and not self._is_clear(points, dot):
                continue
            self._taken.append(rect)
            if own_edge[index] > _CLEAR_OF_LINE * self._scale:
                self._lines += points
            return rect
        return None

    def _places(self, x: float, y: float, radius: float, width: float, height: float) -> Floats:
        """Places to be tried, (c, 4), the best first."""
        size = np.array([width, height])
        away = radius + _GAPS * self._scale  # (c, 1)
        found = _SLIDES * size / 2 + _WAYS * away + np.array([x, y])  # (c, 2)
        return np.column_stack([found - size / 2, np.broadcast_to(size, found.shape)])

    def _distances(self, rects: Floats) -> tuple[Floats, Floats]:
        """Distances of labels from the middles and from the edges of all dots, (c, n)."""
        x, y, radius = self._dots.T
        left, top, width, height = rects.T[:, :, None]  # (c, 1)
        across = np.maximum(np.maximum(left - x, x - left - width), 0)
        down = np.maximum(np.maximum(top - y, y - top - height), 0)
        far: Floats = np.hypot(across, down)
        return far, far - radius

    def _free(self, rects: Floats) -> NDArray[np.bool_]:
        """Which places are inside, and hold no label and no line, (c,)."""
        left, top, width, height = rects.T
        right, bottom = left + width, top + height
        free: NDArray[np.bool_] = (left >= 0) & (top >= 0)
        free &= (right <= self._size[0]) & (bottom <= self._size[1])
        blocks = [*self._taken, *((x, y, 0.0, 0.0) for x, y in self._lines)]
        if blocks:
            x, y, wide, high = np.array(blocks).T  # (b,)
            met = (left[:, None] < x + wide) & (right[:, None] > x)  # (c, b)
            met &= (top[:, None] < y + high) & (bottom[:, None] > y)
            free &= ~met.any(axis=1)
        return free

    def _line(self, x: float, y: float, rect: Rect) -> list[tuple[float, float]]:
        """Points on the way from a dot to a label, a few pixels apart."""
        end_x, end_y = nearest_point(rect, x, y)
        count = max(1, ceil(hypot(end_x - x, end_y - y) / (3 * self._scale)))
        steps = [step / count for step in range(count)]
        return [(x + (end_x - x) * t, y + (end_y - y) * t) for t in steps]

    def _is_clear(self, points: list[tuple[float, float]], dot: int) -> bool:
        """Whether a line meets no other dot and no label."""
        at = np.array(points)  # (p, 2)
        others = np.delete(self._dots, dot, axis=0)
        way = np.hypot(at[:, :1] - others[:, 0], at[:, 1:] - others[:, 1])  # (p, n - 1)
        if (way < others[:, 2] + 2 * self._scale).any():
            return False
        return not any(
            left <= x <= left + wide and top <= y <= top + high
            for left, top, wide, high in self._taken
            for x, y in points
        )
