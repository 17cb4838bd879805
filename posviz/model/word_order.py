"""Orders of words: which word stands at each place, as it is moved, swapped and shuffled.

An order is a permutation of 0 .. L − 1: the word at place s was at place order[s].
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

_TRIES = 64


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
        Chooses among the sequences of orders; each order leads to the next one.

    Returns
    -------
    tuple of int, shape (L,)
        Reads neither as the original nor as the present order where the words allow it.
    """
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


def _differing(words: Sequence[str]) -> tuple[int, ...]:
    """The original order with two words swapped that differ, if there are two."""
    places = tuple(range(len(words)))
    other = next((place for place in places if words[place] != words[0]), 0)
    return swapped(places, 0, other) if places else ()
