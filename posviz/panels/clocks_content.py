"""What the clocks panel shows, computed."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from posviz.export import Numbers
from posviz.model.positional.clocks import spread, turns
from posviz.model.positional.sinusoidal import Layout, frequencies, pair_count
from posviz.state import State


@dataclass(frozen=True)
class Hand:
    """The hand of one pair.

    Attributes
    ----------
    pair, frequency
        i and w_i, in radians per position.
    angle
        p · w_i, not reduced to one turn.
    turns
        Turns from position 0 to L − 1.
    has_cosine
        Whether the pair is whole; the last of an odd width is a lone sine.
    """

    pair: int
    frequency: float
    angle: float
    turns: float
    has_cosine: bool

    @property
    def wavelength(self) -> float:
        """Positions to a turn."""
        return 2 * math.pi / self.frequency


@dataclass(frozen=True)
class Clocks:
    """All hands at one position.

    Attributes
    ----------
    frequencies, turns
        w_i of all pairs, and their turns from position 0 to L − 1, (ceil(d/2),).
    drawn
        The pairs that are drawn, in order.
    pair, position, length, last
        What is selected, L, and the last position that can be.
    width, layout
        d and column order.
    """

    frequencies: NDArray[np.float64]
    turns: NDArray[np.float64]
    drawn: tuple[int, ...]
    pair: int
    position: int
    length: int
    last: int
    width: int
    layout: Layout

    def hand(self, pair: int) -> Hand:
        """The hand of a pair."""
        w = float(self.frequencies[pair])
        whole = pair < self.width // 2
        return Hand(pair, w, self.position * w, float(self.turns[pair]), whole)

    @property
    def unfinished(self) -> int:
        """How many pairs never finish a turn within the table."""
        return int((self.turns < 1).sum())


def content_of(state: State) -> Clocks:
    """Compute the content."""
    return Clocks(
        frequencies=frequencies(state.width, state.base),
        turns=turns(state.length, state.width, state.base),
        drawn=spread(pair_count(state.width), {state.pair, *state.pairs}),
        pair=state.pair,
        position=state.position,
        length=state.length,
        last=max(state.length, len(state.tokens)) - 1,
        width=state.width,
        layout=state.layout,
    )


def numbers_of(content: Clocks) -> Numbers:
    """One line a pair, all of them."""
    w = content.frequencies  # (ceil(d/2),)
    angle = content.position * w
    cosine = np.cos(angle)
    cosine[content.width // 2 :] = np.nan  # a lone sine has none
    array = np.column_stack(
        [np.arange(len(w)), w, 2 * np.pi / w, angle, np.sin(angle), cosine, content.turns]
    )  # (ceil(d/2), 7)
    header = ("pair", "frequency", "wavelength", "angle", "sin", "cos", "turns within L")
    return Numbers(array, header, ([int(row[0]), *row[1:]] for row in array))
