"""Orders of words: which word stands at each place, as it is moved, swapped and shuffled.

An order is a permutation of 0 .. L − 1: the word at place s was at place order[s].
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations

import numpy as np

_TRIES = 64
_ALL_UP_TO = 7
"""Words of which all orders are listed: 5040 of seven."""


def moved(order: Sequence[int], from_: int, to: int) -> tuple[int, ...]:
    """Take the word at one place out and put it back at another, counted without it."""
    rest = list(order)
    rest.insert(to, rest.pop(from_))
    return tuple(rest)


def swapped(order: Sequence[int], first: int, second: int) -> tuple[int, ...]:
    """Let the words at two places change places."""
    changed = list(order)
    changed[first], changed[second] = changed[second], changed[first]
    return tuple(changed)


def shuffled(words: Sequence[str], order: Sequence[int], seed: int) -> tuple[int, ...]:
    """Return another order, drawn at random but the same for the same arguments.

    Parameters
    ----------
    words
        The words in their original order, (L,).
    order
        The present order, (L,).
    seed
        Chooses among the sequences of orders; each order leads to the next one. Of up to seven
        words every order comes once before the first one comes again.

    Returns
    -------
    tuple of int, shape (L,)
        Reads neither as the original nor as the present order where the words allow it.
    """
    if len(words) <= _ALL_UP_TO:
        walk = _walk(tuple(words), seed)
        here = tuple(words[place] for place in order)
        readings = [tuple(words[place] for place in each) for each in walk]
        # From the original order, which is not among them, to the first.
        after = readings.index(here) + 1 if here in readings else 0
        return walk[after % len(walk)] if walk else tuple(range(len(words)))
    original = list(words)
    present = [words[place] for place in order]
    numbers = np.random.default_rng((seed, *order))
    found = _differing(original)
    for _ in range(_TRIES):
        drawn = tuple(numbers.permutation(len(original)).tolist())
        text = [words[place] for place in drawn]
        if text not in (original, present):
            return drawn
        if text != original:
            found = drawn
    return found


@lru_cache(maxsize=4)
def _walk(words: tuple[str, ...], seed: int) -> tuple[tuple[int, ...], ...]:
    """Every order of a few words that reads differently, but for the original, once."""
    orders: dict[tuple[str, ...], tuple[int, ...]] = {}
    for order in permutations(range(len(words))):
        orders.setdefault(tuple(words[place] for place in order), order)
    del orders[words]
    every = list(orders.values())
    numbers = np.random.default_rng((seed, len(words)))
    return tuple(every[at] for at in numbers.permutation(len(every)))


def _differing(words: Sequence[str]) -> tuple[int, ...]:
    """The original order with two words swapped that differ, if there are two."""
    places = tuple(range(len(words)))
    other = next((place for place in places if words[place] != words[0]), 0)
    return swapped(places, 0, other) if places else ()
