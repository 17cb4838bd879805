"""A long row of pieces broken into lines: fast for 400 000 of them."""

from __future__ import annotations

from bisect import bisect_right

import numpy as np
from numpy.typing import NDArray

_WIDTHS_KEPT = 4


class PieceLines:
    """Pieces side by side, and where they stand in lines of a width.

    Parameters
    ----------
    ends : ndarray of float64, shape (n,)
        Where each piece and what follows it end on one endless line.
    gap : float
        How much of what follows a piece may stand out of a line.
    """

    def __init__(self, ends: NDArray[np.float64], gap: float) -> None:
        self._ends, self._gap = ends, gap
        self._starts: dict[tuple[int, int, int], list[int]] = {}

    def __len__(self) -> int:
        """Return the number of pieces."""
        return len(self._ends)

    def starts(self, width: int, most: int, reserve: int) -> list[int]:
        """Return the first piece of each line.

        With more than `most` lines each is shorter by `reserve`, which a scroll bar takes. A
        piece that is wider than a line stands alone.
        """
        key = (width, most, reserve)
        if key not in self._starts:
            if len(self._starts) >= _WIDTHS_KEPT:
                self._starts.clear()
            room = width - reserve if self.few(width, most) > most else width
            self._starts[key] = self._broken(room)
        return self._starts[key]

    def few(self, width: int, most: int) -> int:
        """Return the number of lines; `most` + 1 stands for all that are more than `most`."""
        index, lines, line = 0, 0, 0.0
        while index < len(self) and lines <= most:
            stop = int(np.searchsorted(self._ends, line + width + self._gap, side="right"))
            index = max(index + 1, stop)
            line = float(self._ends[index - 1])
            lines += 1
        return lines

    def place(self, index: int, starts: list[int]) -> tuple[int, float, float]:
        """Return the line of a piece, its left edge there, and its width with what follows."""
        line = bisect_right(starts, index) - 1
        before = float(self._ends[starts[line] - 1]) if line else 0.0
        left = float(self._ends[index - 1]) if index else 0.0
        return line, left - before, float(self._ends[index]) - left

    def _broken(self, width: int) -> list[int]:
        before = np.concatenate([[0.0], self._ends[:-1]])
        below = np.searchsorted(self._ends, before + (width + self._gap), side="right")  # (n,)
        after = np.maximum(below, np.arange(1, len(self) + 1)).tolist()
        starts, index = [], 0
        while index < len(self):
            starts.append(index)
            index = after[index]
        return starts
