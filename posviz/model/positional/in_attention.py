"""What each scheme gives to one head of attention for a whole sequence.

A scheme enters in one of three places: rows P that are added to x, an angle for each position
by which q and k are turned, or a bias for each two positions that is added to their score.

Two of the schemes are learned. Their numbers are drawn at random here, as before training,
except for the positions of the model that ships.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from posviz.model.positional import SchemeName, alibi, t5_bias
from posviz.model.positional.sinusoidal import Layout, encode, frequencies

Floats = NDArray[np.float64]

_T5_NUMBERS, _LEARNED_ROWS = 11, 12
"""Numbers that keep what is drawn from one seed apart."""


@dataclass(frozen=True)
class Placement:
    """A scheme with all that it depends on.

    Attributes
    ----------
    scheme
        Its name.
    base, layout
        Of the sines, and base of the rotary angles.
    heads, head
        Number of heads, and which one is looked at, from 0.
    causal
        Whether no query sees a later key.
    seed
        Of what is random.
    """

    scheme: SchemeName = "none"
    base: float = 10_000.0
    layout: Layout = "interleaved"
    heads: int = 8
    head: int = 0
    causal: bool = False
    seed: int = 1

    def added(self, length: int, width: int) -> Floats | None:
        """Return P, (L, d), to be added to x; None where nothing is."""
        if self.scheme == "sinusoidal":
            return encode(np.arange(length), width, self.base, self.layout)
        if self.scheme == "learned":
            return untrained_rows(length, width, self.seed)
        return None

    def speeds(self, head_width: int) -> Floats | None:
        """Return the radians per position by which each pair turns, (floor(h/2),), or None.

        The last dimension of an odd width has no partner and is not turned: the others have
        the speeds of the next lower width.
        """
        if self.scheme != "rotary":
            return None
        if head_width < 2:
            return np.empty(0)
        return frequencies(head_width - head_width % 2, self.base)

    def bias(self, length: int) -> Floats | None:
        """Return what is added to the scores of the head, (L, L), query down; or None."""
        if self.scheme not in ("alibi", "t5"):
            return None
        offsets = np.arange(1 - length, length)  # n − m, key less query
        if self.scheme == "alibi":
            by_offset = alibi.bias(offsets, self.heads)[self.head]
        else:
            bucket = t5_bias.bucket_of(offsets, bidirectional=not self.causal)
            by_offset = untrained_buckets(self.head, self.seed)[bucket]
        at = np.arange(length)
        laid_out: Floats = by_offset[at[np.newaxis] - at[:, np.newaxis] + length - 1]  # (L, L)
        return laid_out


def untrained_rows(length: int, width: int, seed: int) -> Floats:
    """Return random rows, (L, d), of a length near 1: learned positions before training.

    The row of a position does not depend on the length.
    """
    numbers = np.random.default_rng((seed, _LEARNED_ROWS))
    return numbers.normal(0, 1 / math.sqrt(width), (length, width))


def untrained_buckets(head: int, seed: int) -> Floats:
    """Return a standard normal number for each of T5's buckets, (32,), as before training."""
    return np.random.default_rng((seed, _T5_NUMBERS, head)).standard_normal(t5_bias.BUCKETS)
