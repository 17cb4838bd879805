"""How many times faster a tile of the positional table is than plain float64 numpy.

    python -m tests.benchmarks.bench_table_tile

Each frame ends in palette indices. Rounds of a few frames alternate between the two ways and
the medians are compared, since ratios hold where absolute times do not. The plain way takes
one sample for each pixel, so zoomed out it also shows moiré; ours is the mean. Target: at
least 8 times as fast where a pixel is a cell.
"""

from __future__ import annotations

from itertools import count
from statistics import median
from time import process_time
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from posviz.model.positional.sinusoidal import frequencies
from posviz.model.table_tile import tile_indices

ROUNDS = 15
FRAMES_PER_ROUND = 5
WIDTH = 12_288
ROWS = 800


class View(NamedTuple):
    name: str
    pans: bool  # from frame to frame the position changes, otherwise the base
    columns: int
    per_row: int
    per_column: int
    length: int


VIEWS = [
    View("pan, 1200 × 800", True, 1200, 1, 1, 1_000_000),
    View("base, 1200 × 800", False, 1200, 1, 1, 1_000_000),
    View("pan, whole 100 000 × 12 288", True, 1228, 125, 10, 100_000),
    View("base, whole 100 000 × 12 288", False, 1228, 125, 10, 100_000),
]


def plain(view: View, first: int, base: float) -> npt.NDArray[np.uint8]:
    positions = first + view.per_row * np.arange(ROWS)
    if view.per_column == 1:
        angles = positions[:, np.newaxis] * frequencies(WIDTH, base)[: view.columns // 2]
        cells = np.empty((ROWS, view.columns))
        cells[:, 0::2], cells[:, 1::2] = np.sin(angles), np.cos(angles)
    else:
        shown = frequencies(WIDTH, base)[:: view.per_column // 2][: view.columns]
        cells = np.sin(positions[:, np.newaxis] * shown)
    indices: npt.NDArray[np.uint8] = np.rint(128 + 127 * cells).astype(np.uint8)
    return indices


def main() -> None:
    print(f"{'frame':<30}{'plain / ours':>14}{'plain ms':>10}{'ours ms':>10}")
    for view in VIEWS:
        indices = np.empty((ROWS, view.columns), dtype=np.uint8)
        window = (view.per_row, 0, view.per_column, WIDTH)
        step = count(1)
        slow, fast = [], []
        for _ in range(ROUNDS):
            frames = [
                (next(step), 1e4) if view.pans else (0, 1e4 + next(step))
                for _ in range(FRAMES_PER_ROUND)
            ]
            for first, base in frames:
                started = process_time()
                plain(view, first, base)
                slow.append(1000 * (process_time() - started))
            for first, base in frames:
                started = process_time()
                tile_indices(first, *window, base, "interleaved", view.length, indices)
                fast.append(1000 * (process_time() - started))
        ratio = median(slow) / median(fast)
        print(f"{view.name:<30}{ratio:>14.1f}{median(slow):>10.2f}{median(fast):>10.2f}")


if __name__ == "__main__":
    main()
