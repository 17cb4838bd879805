"""From text to tokens and ids: whole words and WordPiece.

All tokenisers have the interface of :class:`Tokenizer`. None adds tokens of its own such as
[CLS], and none treats a text that looks like a special token as one.

- :class:`Words` cuts text into words; a word the vocabulary does not hold has no id.
- :class:`WordPiece` (BERT) cuts a word into the longest pieces that it knows, from the left.
- :class:`posviz.model.byte_pairs.BytePairEncoding` (GPT-2) joins bytes by a ranked list, so
  there is no text that it does not know.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, Protocol

from posviz.model.characters import bert_form
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
        The known words. One that is written with capitals is found when it is typed so.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary

    def tokenize(self, text: str) -> tuple[Piece, ...]:
        """Return the words; those outside the vocabulary are case folded and have the id None."""
        id_of = self.vocabulary.id_of
        pieces = []
        for folded, start, end in locate_words(text):
            typed = text[start:end]
            word = folded if id_of(typed) is None else typed
            pieces.append(Piece(word, id_of(word), start, end))
        return tuple(pieces)


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


@lru_cache
def bert() -> WordPiece:
    """Return BERT's uncased tokeniser with its 30 522 tokens."""
    return WordPiece(read_vocabulary(resource("tokenizers/bert_uncased_vocab.txt")))
