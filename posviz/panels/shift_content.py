"""What the shift panel shows, computed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from posviz.export import Numbers
from posviz.model.positional import shift as model
from posviz.model.positional.shift import Contrast, Largest
from posviz.model.positional.sinusoidal import (
    Layout,
    dimension_of,
    encode,
    is_cosine,
    pair_of,
)
from posviz.state import State

_MOST_NUMBERS = 1 << 22
_MOST_KEPT = 2_000

_largest: dict[tuple[int, int, int, float], Largest] = {}
_contrasts: dict[int, Contrast | None] = {}


@dataclass(frozen=True)
class Shift:
    """M_k at work on one row, and on all.

    Attributes
    ----------
    shift, position, dimension, pair
        k, p and the selected column with its pair.
    length, width, base, layout
        L, d, base and column order of the table.
    angles
        k · w_i in radians, (ceil(d/2),).
    rows
        PE(p), M_k · PE(p) and PE(p + k), (3, d).
    here
        How far the last two are apart.
    everywhere
        The same, at most, over the positions of the table.
    contrast
        One matrix fitted to learned rows; None where no fit is possible.
    """

    shift: int
    position: int
    dimension: int
    pair: int
    length: int
    width: int
    base: float
    layout: Layout
    angles: NDArray[np.float64]
    rows: NDArray[np.float64]
    here: Largest
    everywhere: Largest
    contrast: Contrast | None

    @property
    def lone(self) -> int | None:
        """The dimension of the sine that has no cosine; None at even d."""
        if self.width % 2 == 0:
            return None
        return dimension_of(self.width // 2, self.width, self.layout, cosine=False)

    def dimension_at(self, place: int) -> int:
        """Dimension of a column that is counted pair by pair."""
        found = dimension_of(place // 2, self.width, self.layout, cosine=bool(place % 2))
        assert found is not None
        return found

    def parts_of(self, dimension: int) -> tuple[tuple[float, float], ...]:
        """Factors and numbers of row p whose products add up to an entry of M_k · PE(p)."""
        pair = pair_of(dimension, self.width, self.layout)
        angle = self.angles[pair]
        other = dimension_of(
            pair, self.width, self.layout, cosine=not is_cosine(dimension, self.width, self.layout)
        )
        same = (float(np.cos(angle)), float(self.rows[0, dimension]))
        if other is None:
            return (same,)
        cosine = is_cosine(dimension, self.width, self.layout)
        across = (float(-np.sin(angle) if cosine else np.sin(angle)), float(self.rows[0, other]))
        return (across, same) if cosine else (same, across)


def _key(state: State) -> tuple[int, int, int, float]:
    return state.shift, state.length, state.width, state.base


def is_known(state: State) -> bool:
    """Whether what takes long has been computed before: another position does not change it."""
    return _key(state) in _largest and state.shift in _contrasts


def content_of(state: State) -> Shift:
    """Compute the content."""
    k, p, d, base, layout = state.shift, state.position, state.width, state.base, state.layout
    before, after = encode([p], d, base, layout), encode([p + k], d, base, layout)  # (1, d)
    moved = model.shifted(before, k, base, layout)  # (1, d)
    return Shift(
        shift=k,
        position=p,
        dimension=state.dimension,
        pair=state.pair,
        length=state.length,
        width=d,
        base=base,
        layout=layout,
        angles=model.angles(k, d, base),
        rows=np.concatenate([before, moved, after]),
        here=model.differences(moved, after, layout),
        everywhere=_everywhere(*_key(state)),
        contrast=_contrast(k),
    )


def _everywhere(shift: int, length: int, width: int, base: float) -> Largest:
    key = shift, length, width, base
    found = _largest.get(key)
    if found is None:
        if len(_largest) >= _MOST_KEPT:
            _largest.clear()
        most = max(2, _MOST_NUMBERS // width)
        found = _largest[key] = model.largest_difference(shift, length, width, base, most)
    return found


def _contrast(shift: int) -> Contrast | None:
    if shift not in _contrasts:
        if len(_contrasts) >= _MOST_KEPT:
            _contrasts.clear()
        found = _contrasts[shift] = model.contrast(shift)
        return found
    return _contrasts[shift]


def numbers_of(content: Shift) -> Numbers:
    """One line a dimension: its pair, the angle of that, and the three rows."""
    dimensions = range(content.width)
    pairs = [pair_of(c, content.width, content.layout) for c in dimensions]
    turn = content.angles[pairs]  # (d,)
    array = np.column_stack(
        [dimensions, pairs, turn, np.cos(turn), np.sin(turn), *content.rows]
    )  # (d, 8)
    header = (
        *("dimension", "pair", "angle k w", "cos(k w)", "sin(k w)"),
        *("PE(p)", "M_k PE(p)", "PE(p+k)"),
    )
    rows = ([int(row[0]), int(row[1]), *row[2:]] for row in array)
    return Numbers(array, header, rows)
