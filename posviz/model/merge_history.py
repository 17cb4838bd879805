"""When each boundary between two bytes of a text falls, as merges are added one by one.

Byte-pair encoding only ever removes boundaries, and the merges that the first n of a list make
are the first ones that the whole list makes (see `BytePairEncoding.joins`). So one run with
the whole list tells the tokens for every n: a token starts where the boundary is still there.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from posviz.model.byte_pairs import (
    BytePairEncoding,
    Merges,
    byte_ids,
    gpt2_merges,
    locate_byte_pair_words,
    whole_characters,
)

NEVER = np.iinfo(np.int32).max
"""Rank of a boundary that no merge removes: the start of a word, or an end of a token."""


class Join(NamedTuple):
    """A merge that happens in a word.

    Parameters
    ----------
    rank : int
        Place of the merge in the list, from 0.
    at : int
        The boundary that it removes, as an offset in the bytes of the text.
    """

    rank: int
    at: int


@dataclass(frozen=True, eq=False)
class MergeHistory:
    """The bytes of a text, and the merge that removes the boundary before each.

    Attributes
    ----------
    merges
        The list of merges.
    bytes : ndarray of uint8, shape (n,)
        The text in UTF-8.
    ranks : ndarray of int32, shape (n,)
        Rank of the merge that removes the boundary before a byte, or `NEVER`.
    words : ndarray of int64, shape (w,)
        The bytes at which words start.
    """

    merges: Merges
    bytes: NDArray[np.uint8]  # (n,)
    ranks: NDArray[np.int32]  # (n,)
    words: NDArray[np.int64]  # (w,)

    @cached_property
    def _sorted_ranks(self) -> NDArray[np.int32]:
        return np.sort(self.ranks[self.ranks != NEVER])

    def lengths(self, counts: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the number L of tokens with each number of merges, (m,)."""
        removed = np.searchsorted(self._sorted_ranks, counts, side="left")
        return np.asarray(len(self.bytes) - removed, dtype=np.int64)

    def starts(self, count: int) -> NDArray[np.int64]:
        """Return the bytes at which the tokens start with so many merges, (L,)."""
        return np.flatnonzero(self.ranks >= count).astype(np.int64)

    def ids(self, count: int) -> NDArray[np.int64]:
        """Return the ids of the tokens with so many merges, (L,).

        A token has the id of the last merge inside it, and ranks rise inside a token.
        """
        starts = self.starts(count)
        if not len(starts):
            return starts
        inside = np.where(self.ranks < count, self.ranks, -1)
        last = np.maximum.reduceat(inside, starts).astype(np.int64)
        return np.where(last < 0, byte_ids(self.bytes[starts]), 256 + last)

    @cached_property
    def characters(self) -> NDArray[np.int64]:
        """The character that each byte belongs to, counted from 0, (n,)."""
        return np.cumsum((self.bytes & 0xC0) != 0x80) - 1

    def word_at(self, byte: int) -> tuple[int, int]:
        """First byte of the word that holds a byte, and the byte after its last."""
        place = int(np.searchsorted(self.words, byte, side="right"))
        stop = int(self.words[place]) if place < len(self.words) else len(self.bytes)
        return int(self.words[place - 1]), stop

    def joins(self, start: int, stop: int, most: int) -> list[Join]:
        """Return the merges of a word, the first one first, and `most` of them at most."""
        ranks = self.ranks[start:stop]
        if len(ranks) > most > 0:
            # No place with a rank above this one can be among the first.
            near = np.flatnonzero(ranks <= np.partition(ranks, most - 1)[most - 1])
        else:
            near = np.arange(len(ranks))
        order = near[np.argsort(ranks[near], kind="stable")[:most]]
        return [Join(int(ranks[i]), start + int(i)) for i in order if ranks[i] != NEVER]

    def join_count(self, start: int, stop: int, count: int = NEVER) -> int:
        """Return how many merges happen in a word with so many merges of the list."""
        return int(np.count_nonzero(self.ranks[start:stop] < count))


@lru_cache(maxsize=4)
def gpt2_history(text: str) -> MergeHistory:
    """Return the history of a text with GPT-2's merges; the last few are remembered."""
    return merge_history(text, gpt2_merges())


def merge_history(text: str, merges: Merges) -> MergeHistory:
    """Return the history of a text with a list of merges.

    Half of a surrogate pair is read as U+FFFD. It takes about 0.1 s to 1 s for 100 000
    characters, whatever they are.
    """
    text = whole_characters(text)
    encoding = BytePairEncoding(merges)
    known: dict[str, NDArray[np.int32]] = {}
    parts: list[NDArray[np.int32]] = []
    words: list[int] = []
    place = 0
    for start, stop in locate_byte_pair_words(text):
        word = text[start:stop]
        ranks = known.get(word)
        if ranks is None:
            ranks = known[word] = np.full(len(word.encode()), NEVER, dtype=np.int32)
            for rank, at in encoding.joins(word):
                ranks[at] = rank
        words.append(place)
        parts.append(ranks)
        place += len(ranks)
    history = MergeHistory(
        merges,
        np.frombuffer(text.encode(), dtype=np.uint8),
        np.concatenate(parts) if parts else np.empty(0, dtype=np.int32),
        np.array(words, dtype=np.int64),
    )
    history.ranks.flags.writeable = False
    history.words.flags.writeable = False
    return history
