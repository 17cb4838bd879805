"""Pairs of the sinusoidal encoding as clock hands: which to look at, and how far they turn.

At position p the hand of pair i stands at the angle p · w_i; its height is the sine and its
reach the cosine of the pair. Over L positions, 0 .. L − 1, it turns (L − 1) · w_i / 2π times.

Source: Vaswani et al. 2017, section 3.5.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from posviz.model.positional.sinusoidal import frequencies


def turns(length: int, width: int, base: float = 10_000.0) -> NDArray[np.float64]:
    """Turns that each pair's hand makes from position 0 to position L − 1.

    Returns
    -------
    ndarray of float64, shape (ceil(d/2),)
        Below 1 for a hand that never comes round.

    Raises
    ------
    ValueError
        If length is below 1, or width or base is out of range.
    """
    if length < 1:
        raise ValueError(f"The length L must be a whole number from 1, not {length}.")
    made: NDArray[np.float64] = (length - 1) * frequencies(width, base) / (2 * math.pi)
    return made


def spread(pairs: int, chosen: Iterable[int], most: int = 12) -> tuple[int, ...]:
    """Choose pairs to draw: all if they are few, else the first, the last and some between.

    Parameters
    ----------
    pairs : int
        How many there are.
    chosen : iterable of int
        Pairs that are among them in any case; each takes the place of the nearest other one,
        so the rest stay where they are.
    most : int
        How many are drawn, at least two more than are chosen.

    Returns
    -------
    tuple of int
        In order, each once.
    """
    if pairs <= most:
        return tuple(range(pairs))
    wanted = set(chosen)
    places = [round(i * (pairs - 1) / (most - 1)) for i in range(most)]
    for pair in sorted(wanted - set(places)):
        free = [i for i in range(1, most - 1) if places[i] not in wanted]
        places[min(free, key=lambda i: abs(places[i] - pair))] = pair
    return tuple(sorted(places))
