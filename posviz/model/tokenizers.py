"""From text to tokens and ids: whole words, WordPiece and byte-level byte-pair encoding.

All three have the interface of :class:`Tokenizer`. None adds tokens of its own such as
[CLS], and none treats a text that looks like a special token as one.

- :class:`Words` cuts text into words; a word the vocabulary does not hold has no id.
- :class:`WordPiece` (BERT) cuts a word into the longest pieces that it knows, from the left.
- :class:`BytePairEncoding` (GPT-2) starts from bytes and joins neighbours by a ranked list,
  so there is no text that it does not know.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple, Protocol

from posviz.model.characters import bert_form, gpt2_kind
from posviz.model.text_rules import locate_words
from posviz.model.vocabulary import Vocabulary
from posviz.paths import resource


class Piece(NamedTuple):
    """One token of a text.

    Parameters
    ----------
    text : str
        The token as the vocabulary writes it: "cat", "##s", "Ġcat".
    id : int or None
        Its id; None for a word outside the vocabulary of whole words.
    start, end : int
        Offsets in code points: ``text[start:end]`` is what it was read from. Pieces that
        hold parts of the bytes of one character share that character.
    """

    text: str
    id: int | None
    start: int
    end: int


class Tokenizer(Protocol):
    """What every tokeniser can do."""

    @property
    def vocabulary(self) -> Vocabulary:
        """The tokens it can give, in the order of their ids."""

    def tokenize(self, text: str) -> tuple[Piece, ...]:
        """Return the tokens of a text in their order; L of them.

        It takes about 0.1 s to 1 s for 100 000 characters, whatever they are.
        """


class Words:
    """Whole words by the rule of :mod:`posviz.model.text_rules`.

    Parameters
    ----------
    vocabulary : Vocabulary
        The known words, case folded.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary

    def tokenize(self, text: str) -> tuple[Piece, ...]:
        """Return the words; those outside the vocabulary have the id None."""
        id_of = self.vocabulary.id_of
        return tuple(
            Piece(word, id_of(word), start, end) for word, start, end in locate_words(text)
        )


class _BertForms(dict[str, str]):
    """Character -> what BERT makes of it, filled as characters are met."""

    def __missing__(self, character: str) -> str:
        form = self[character] = bert_form(character)
        return form


_BERT_FORMS = _BertForms()


class WordPiece:
    """BERT's uncased tokeniser: plain words, then the longest known pieces from the left.

    Parameters
    ----------
    vocabulary : Vocabulary
        Pieces inside a word start with "##".
    unknown : str
        The token for a word that cannot be put together from pieces.
    longest_word : int
        A word with more characters is unknown, however it could be cut.

    Notes
    -----
    Devlin et al. 2018 and the released tokenization.py; the greedy cut is from Wu et al. 2016,
    section 4.1. Accents and case are dropped before the pieces are looked up.
    """

    def __init__(
        self, vocabulary: Vocabulary, unknown: str = "[UNK]", longest_word: int = 100
    ) -> None:
        self.vocabulary = vocabulary
        self._unknown = unknown
        self._longest_word = longest_word
        self._longest_token = max(map(len, vocabulary.tokens), default=0)

    def tokenize(self, text: str) -> tuple[Piece, ...]:
        """Return the pieces; an unknown word is one piece, [UNK]."""
        known: dict[str, list[tuple[str, int | None, int, int]]] = {}
        pieces = []
        for word, firsts, lasts in _bert_words(text):
            if word not in known:
                known[word] = self._pieces(word)
            for token, id_, start, end in known[word]:
                pieces.append(Piece(token, id_, firsts[start], lasts[end - 1] + 1))
        return tuple(pieces)

    def _pieces(self, word: str) -> list[tuple[str, int | None, int, int]]:
        whole = [(self._unknown, self.vocabulary.id_of(self._unknown), 0, len(word))]
        if len(word) > self._longest_word:
            return whole
        found: list[tuple[str, int | None, int, int]] = []
        start = 0
        while start < len(word):
            mark = "##" if start else ""
            for end in range(min(len(word), start + self._longest_token), start, -1):
                token = mark + word[start:end]
                id_ = self.vocabulary.id_of(token)
                if id_ is not None:
                    found.append((token, id_, start, end))
                    start = end
                    break
            else:
                return whole
        return found


def _bert_words(text: str) -> Iterator[tuple[str, list[int], list[int]]]:
    """Give the words, with the offsets of the first and last code point behind each letter."""
    word: list[str] = []
    firsts: list[int] = []
    lasts: list[int] = []
    for place, character in enumerate(text):
        form = _BERT_FORMS[character]
        if not form and word:
            lasts[-1] = place  # a dropped accent belongs to the letter that bore it
        for letter in form:
            if letter != " ":
                word.append(letter)
                firsts.append(place)
                lasts.append(place)
            elif word:
                yield "".join(word), firsts, lasts
                word, firsts, lasts = [], [], []
    if word:
        yield "".join(word), firsts, lasts


# GPT-2 writes bytes as visible characters: printable ones as themselves, and the others in
# their order from U+0100 on, so a space is "Ġ". Ids 0 to 255 are in this order too.
_PRINTABLE = [*range(33, 127), *range(161, 173), *range(174, 256)]
_BYTE_OF = {chr(b): b for b in _PRINTABLE}
for _byte in sorted(set(range(256)) - set(_PRINTABLE)):
    _BYTE_OF[chr(256 + len(_BYTE_OF) - len(_PRINTABLE))] = _byte
_ID_OF_BYTE = {byte: id_ for id_, byte in enumerate(_BYTE_OF.values())}
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
    Radford et al. 2019, section 2.2; Sennrich et al. 2016 for the merges. A merge never
    crosses the words that GPT-2's pattern cuts. Half of a surrogate pair is read as U+FFFD.
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
        text = _SURROGATE.sub("\ufffd", text)
        known: dict[str, list[tuple[str, int, int, int]]] = {}
        pieces = []
        for match in _GPT2_WORD.finditer(text.translate(_GPT2_KINDS)):
            place = match.start()
            word = text[place : match.end()]
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
        ids = _byte_ids(_SURROGATE.sub("\ufffd", word))
        for rank, place in self._merged(ids):
            at = sum(id_ >= 0 for id_ in ids[:place])
            yield MergeStep(rank, at, tuple(id_ for id_ in ids if id_ >= 0))

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

    def _merged(self, ids: list[int]) -> Iterator[tuple[int, int]]:
        """Join pairs in place, lowest rank and then leftmost first; give rank and place.

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
            ids[i], ids[j] = 256 + rank, -1
            j = after[i] = after[j]
            if j < n:
                before[j] = i
            for left, right in ((before[i], i), (i, j)):
                if left >= 0 and right < n:
                    new = ranks.get((ids[left], ids[right]), count)
                    if new < count:
                        heapq.heappush(heap, new * n + left)
            yield rank, i


def _byte_ids(word: str) -> list[int]:
    return [_ID_OF_BYTE[byte] for byte in word.encode()]


def read_vocabulary(path: Path) -> Vocabulary:
    """Read a vocabulary with one token a line; the line number, from 0, is the id.

    Raises
    ------
    OSError
        If the file cannot be read.
    ValueError
        If it is not UTF-8 or a token occurs twice.
    """
    # Not splitlines: a token may be one of the rarer line ends, such as U+2028.
    return Vocabulary(tuple(path.read_bytes().decode("utf-8").removesuffix("\n").split("\n")))


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
def bert() -> WordPiece:
    """Return BERT's uncased tokeniser with its 30 522 tokens."""
    return WordPiece(read_vocabulary(resource("tokenizers/bert_uncased_vocab.txt")))


@lru_cache
def gpt2_merges() -> Merges:
    """Return GPT-2's 50 000 merges."""
    return read_merges(resource("tokenizers/gpt2_vocab.bpe"))
