"""Byte-level byte-pair encoding, the tokeniser of GPT-2, and its merges one by one.

A text is cut into words by a pattern, a word is taken as its bytes, and neighbours are joined
by a ranked list of pairs. There is no text that it does not know, and the first n pairs of a
list are a valid, smaller tokeniser.

Sources: Radford et al. 2019, section 2.2; Sennrich et al. 2016 for the merges.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from posviz.model.characters import gpt2_kind
from posviz.model.tokenizers import Piece
from posviz.model.vocabulary import Vocabulary
from posviz.paths import resource

# GPT-2 writes bytes as visible characters: printable ones as themselves, and the others in
# their order from U+0100 on, so a space is "Ġ". Ids 0 to 255 are in this order too.
_PRINTABLE = [*range(33, 127), *range(161, 173), *range(174, 256)]
_BYTE_OF = {chr(b): b for b in _PRINTABLE}
for _byte in sorted(set(range(256)) - set(_PRINTABLE)):
    _BYTE_OF[chr(256 + len(_BYTE_OF) - len(_PRINTABLE))] = _byte
_ID_OF_BYTE = {byte: id_ for id_, byte in enumerate(_BYTE_OF.values())}
_IDS_OF_BYTES = np.array([_ID_OF_BYTE[byte] for byte in range(256)], dtype=np.int64)
_SURROGATE = re.compile("[\ud800-\udfff]")


class _Gpt2Kinds(dict[int, str]):
    """Table for str.translate: code point -> kind, filled as characters are met."""

    def __missing__(self, code: int) -> str:
        kind = self[code] = gpt2_kind(chr(code))
        return kind


_GPT2_KINDS = _Gpt2Kinds()
# GPT-2's pattern, '(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+,
# over a string of kinds, because Python's re knows no \p.
_GPT2_WORD = re.compile("'(?:[sdmt]|ll|ve|re)| ?[a-z]+| ?0+| ?['.]+|[ \\t]+(?![^ \\t])|[ \\t]+")


def whole_characters(text: str) -> str:
    """Return a text with U+FFFD for each half of a surrogate pair, which has no bytes."""
    return _SURROGATE.sub("\ufffd", text)


def locate_byte_pair_words(text: str) -> Iterator[tuple[int, int]]:
    """Give start and end of the words that no merge crosses; they cover the whole text."""
    for match in _GPT2_WORD.finditer(text.translate(_GPT2_KINDS)):
        yield match.span()


class Merges:
    """The ranked list of pairs that byte-pair encoding joins.

    Parameters
    ----------
    pairs : iterable of (str, str)
        Left and right token in GPT-2's spelling of bytes, the most frequent pair first.

    Attributes
    ----------
    tokens : tuple of str
        The 256 bytes and then what each pair makes: the first 256 + n are the vocabulary of
        the first n merges.

    Raises
    ------
    ValueError
        If a pair names a token that no byte and no earlier pair has made.
    """

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        tokens = list(_BYTE_OF)
        ids = {token: id_ for id_, token in enumerate(tokens)}
        self.ranks: dict[tuple[int, int], int] = {}  # ids of the pair -> place in the list
        for rank, (left, right) in enumerate(pairs):
            if left not in ids or right not in ids:
                raise ValueError(f"merge {rank}, {left!r} {right!r}, joins a token not yet made")
            self.ranks[ids[left], ids[right]] = rank
            ids[left + right] = len(tokens)
            tokens.append(left + right)
        self.tokens = tuple(tokens)
        self.bytes_of = tuple(bytes(_BYTE_OF[c] for c in token) for token in tokens)

    def __len__(self) -> int:
        """Return the number of pairs."""
        return len(self.tokens) - 256


class MergeStep(NamedTuple):
    """A word after one merge.

    Parameters
    ----------
    rank : int
        Place of the merge in the list, from 0.
    at : int
        Which of `ids` the merge has made.
    ids : tuple of int
        The tokens of the word after it.
    """

    rank: int
    at: int
    ids: tuple[int, ...]


class BytePairEncoding:
    """GPT-2's byte-level tokeniser with the first `count` merges of a list.

    Parameters
    ----------
    merges : Merges
        The list; tokenisers with different counts share it.
    count : int, optional
        How many of its merges are used; all by default. With 0 every byte is a token.

    Raises
    ------
    ValueError
        If the list has not so many merges.

    Notes
    -----
    A merge never crosses the words that GPT-2's pattern cuts. Half of a surrogate pair is
    read as U+FFFD.
    """

    def __init__(self, merges: Merges, count: int | None = None) -> None:
        self.count = len(merges) if count is None else count
        if not 0 <= self.count <= len(merges):
            raise ValueError(f"{count} merges of a list of {len(merges)}")
        self._merges = merges

    @property
    def size(self) -> int:
        """|V|: 256 bytes and one token a merge."""
        return 256 + self.count

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The tokens in GPT-2's spelling, in the order of their ids."""
        return Vocabulary(self._merges.tokens[: self.size])

    def tokenize(self, text: str) -> tuple[Piece, ...]:
        """Return the tokens in GPT-2's spelling of bytes; all of them have an id."""
        text = whole_characters(text)
        known: dict[str, list[tuple[str, int, int, int]]] = {}
        pieces = []
        for place, stop in locate_byte_pair_words(text):
            word = text[place:stop]
            if word not in known:
                known[word] = self._pieces(word)
            for token, id_, start, end in known[word]:
                pieces.append(Piece(token, id_, place + start, place + end))
        return tuple(pieces)

    def text_of(self, ids: Iterable[int]) -> str:
        """Return the text of some tokens; bytes that make no character become U+FFFD.

        Raises
        ------
        ValueError
            If an id is not in 0 .. |V| - 1.
        """
        return b"".join(map(self.bytes_of, ids)).decode("utf-8", "replace")

    def bytes_of(self, id_: int) -> bytes:
        """Return the bytes of a token.

        Raises
        ------
        ValueError
            If the id is not in 0 .. |V| - 1.
        """
        if not 0 <= id_ < self.size:
            raise ValueError(f"id {id_} is not in 0 .. {self.size - 1}")
        return self._merges.bytes_of[id_]

    def merge_steps(self, word: str) -> Iterator[MergeStep]:
        """Give the word after each merge, one after the other.

        Parameters
        ----------
        word : str
            It is not cut further; its bytes are where the steps start.
        """
        ids = _byte_ids(whole_characters(word))
        for rank, place, _ in self._merged(ids):
            at = sum(id_ >= 0 for id_ in ids[:place])
            yield MergeStep(rank, at, tuple(id_ for id_ in ids if id_ >= 0))

    def joins(self, word: str) -> Iterator[tuple[int, int]]:
        """Give the rank of each merge and the byte at which its right half started.

        The ranks never fall: a pair with what a merge has made stands below that merge in
        the list. So the merges with a rank below n are those that the first n merges alone
        would make, in the same order.

        Parameters
        ----------
        word : str
            It is not cut further.
        """
        for rank, _, right in self._merged(_byte_ids(whole_characters(word))):
            yield rank, right

    def _pieces(self, word: str) -> list[tuple[str, int, int, int]]:
        ids = _byte_ids(word)
        for _ in self._merged(ids):
            pass
        # Where the character stands that a byte belongs to.
        places = [i for i, character in enumerate(word) for _ in character.encode()]
        pieces = []
        start = 0
        for id_ in ids:
            if id_ >= 0:
                end = start + len(self._merges.bytes_of[id_])
                token = self._merges.tokens[id_]
                pieces.append((token, id_, places[start], places[end - 1] + 1))
                start = end
        return pieces

    def _merged(self, ids: list[int]) -> Iterator[tuple[int, int, int]]:
        """Join pairs in place, lowest rank and then leftmost first; give rank and both places.

        The right half of a joined pair is left behind as −1. A heap of the pairs makes this
        n log n for a word of n bytes; entries that merges have overtaken are passed over.
        """
        n, ranks, count = len(ids), self._merges.ranks, self.count
        before = list(range(-1, n - 1))
        after = list(range(1, n + 1))
        heap = []
        for i, pair in enumerate(pairwise(ids)):
            rank = ranks.get(pair, count)
            if rank < count:
                heap.append(rank * n + i)
        heapq.heapify(heap)
        while heap:
            rank, i = divmod(heapq.heappop(heap), n)
            j = after[i]
            if j == n or ranks.get((ids[i], ids[j])) != rank:
                continue
            ids[i], ids[j], joined = 256 + rank, -1, j
            j = after[i] = after[j]
            if j < n:
                before[j] = i
            for left, right in ((before[i], i), (i, j)):
                if left >= 0 and right < n:
                    new = ranks.get((ids[left], ids[right]), count)
                    if new < count:
                        heapq.heappush(heap, new * n + left)
            yield rank, i, joined


def _byte_ids(word: str) -> list[int]:
    return [_ID_OF_BYTE[byte] for byte in word.encode()]


def byte_ids(values: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the ids of the tokens of single bytes, of the same shape."""
    return _IDS_OF_BYTES[values]


def read_merges(path: Path) -> Merges:
    """Read merges, two tokens a line, after a line with the version.

    Raises
    ------
    OSError
        If the file cannot be read.
    ValueError
        If it is not UTF-8, a line is not two tokens or joins a token not yet made.
    """
    pairs = []
    lines = path.read_bytes().decode("utf-8").removesuffix("\n").split("\n")
    for number, line in enumerate(lines[1:], start=2):
        left, _, right = line.partition(" ")
        if not left or not right or " " in right:
            raise ValueError(f"line {number} is {line!r}, not two tokens")
        pairs.append((left, right))
    return Merges(pairs)


@lru_cache
def gpt2_merges() -> Merges:
    """Return GPT-2's 50 000 merges."""
    return read_merges(resource("tokenizers/gpt2_vocab.bpe"))
