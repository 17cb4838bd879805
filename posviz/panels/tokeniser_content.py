"""What the tokeniser panel shows: a text cut by one of four rules, with all that follows."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from posviz.export import Numbers
from posviz.model.merge_history import Join, MergeHistory, gpt2_history
from posviz.model.pieces import Pieces, pieces_of, pieces_with, shown_piece
from posviz.model.spelling import hex_text, visible_bytes
from posviz.model.tokenizers import Piece, WordPiece, Words, bert
from posviz.state import State

Rule = Literal["words", "wordpiece", "bpe"]

MOST_STEPS = 200
_NEAR_BYTES = 120


@dataclass(frozen=True, eq=False)
class Tokeniser:
    """A text in tokens.

    Attributes
    ----------
    rule
        How it is cut; `own` is whether the table's own tokeniser does just that.
    pieces
        The L tokens.
    size
        |V| of the tokeniser.
    bare : ndarray of bool, shape (L,)
        Tokens that have an id, but no vector in the table; only where `own`.
    linked
        The tokens that lie in the selected word of the sentence.
    position
        The position of that word.
    merges
        How many merges are in use, where they are byte pairs.
    history
        What more and fewer merges give, where they are byte pairs.
    sentence
        The sentence as the rest of the program has it.
    """

    rule: Rule
    own: bool
    pieces: Pieces
    size: int
    bare: NDArray[np.bool_]  # (L,)
    linked: range
    position: int
    merges: int
    history: MergeHistory | None
    sentence: tuple[Piece, ...]

    @property
    def unknown(self) -> int:
        """How many tokens have no id, or stand for a word that could not be cut."""
        lost = [form.id is None or form.token == "[UNK]" for form in self.pieces.forms]
        if self.rule == "bpe" or not lost:
            return 0
        return int(np.array(lost)[self.pieces.form].sum())

    def position_of(self, index: int) -> int | None:
        """Position of the sentence that a token lies in; None for a space between words."""
        if self.own:
            return index
        start, end = self.pieces.span(index)
        place = bisect_right(self.sentence, start, key=lambda piece: piece.start) - 1
        if place >= 0 and self.sentence[place].end > start:
            return place
        place += 1
        return place if place < len(self.sentence) and self.sentence[place].start < end else None

    def at_position(self, position: int | None) -> range:
        """Return the tokens that lie in a position of the sentence."""
        if position is None:
            return range(0)
        return _at_position(self.pieces, self.sentence, position, own=self.own)


@dataclass(frozen=True)
class WordMerges:
    """How a word is put together.

    Attributes
    ----------
    start, stop
        Its first byte in the text, and the byte after its last.
    joins
        The merges that the whole list makes in it, the first one first; `MOST_STEPS` at most.
    count
        How many there are in all.
    used
        How many of them the merges in use make.
    values
        Its bytes.
    """

    start: int
    stop: int
    joins: tuple[Join, ...]
    count: int
    used: int
    values: bytes

    def after(self, steps: int) -> tuple[list[str], int, bool, bool]:
        """Return the tokens after some merges, and which of them the last merge has made.

        Of a long word those around it; the last two tell whether there are more on each side.
        """
        at = self.joins[steps - 1].at if steps else self.start
        low, high = max(self.start, at - _NEAR_BYTES), min(self.stop, at + _NEAR_BYTES)
        gone = {join.at for join in self.joins[:steps]}
        while low in gone:
            low -= 1
        while high in gone:
            high += 1
        starts = [byte for byte in range(low, high) if byte not in gone]
        ends = [*starts[1:], high]
        tokens = [
            shown_piece(visible_bytes(self.values[first - self.start : end - self.start]))
            for first, end in zip(starts, ends, strict=True)
        ]
        joined = bisect_right(starts, at) - 1 if steps else -1
        return tokens, joined, low > self.start, high < self.stop


def word_merges(content: Tokeniser, index: int) -> WordMerges | None:
    """Return how the word that a byte-pair token lies in is put together."""
    history = content.history
    if history is None or not 0 <= index < len(content.pieces):
        return None
    start, stop = history.word_at(int(history.starts(content.merges)[index]))
    return WordMerges(
        start=start,
        stop=stop,
        joins=tuple(history.joins(start, stop, MOST_STEPS)),
        count=history.join_count(start, stop),
        used=history.join_count(start, stop, content.merges),
        values=history.bytes[start:stop].tobytes(),
    )


def content_of(state: State) -> Tokeniser:
    """Cut the text of a State."""
    rule, own = rule_of(state)
    table, text = state.embeddings, state.text
    history = None
    bare = np.zeros(0, dtype=bool)
    if rule == "bpe":
        history = gpt2_history(text)
        pieces, size = _with_merges(text, state.merges), 256 + state.merges
    elif own:
        pieces, size = _sentence(text, state.pieces), table.size
        bare = np.array(
            [form.id is not None and not table.has_vector(form.id) for form in pieces.forms],
            dtype=bool,
        )[pieces.form]
    elif rule == "wordpiece":
        pieces, size = _word_pieces(text), len(bert().vocabulary)
    else:
        pieces = pieces_of(text, Words(table.vocabulary).tokenize(text))
        size = table.size
    return Tokeniser(
        rule=rule,
        own=own,
        pieces=pieces,
        size=size,
        bare=bare,
        linked=_at_position(pieces, state.pieces, state.position, own=own),
        position=state.position,
        merges=state.merges,
        history=history,
        sentence=state.pieces,
    )


def rule_of(state: State) -> tuple[Rule, bool]:
    """Return how a State's text is cut, and whether the table's own tokeniser does the same."""
    tables: Rule = "wordpiece" if isinstance(state.embeddings.tokenizer, WordPiece) else "words"
    if state.tokenizer == "table":
        return tables, True
    chosen: Rule = "bpe" if state.tokenizer == "bpe" else "words"
    if state.tokenizer == "wordpiece":
        chosen = "wordpiece"
    return chosen, chosen == tables


def numbers_of(content: Tokeniser) -> Numbers:
    """Return one row a token: position, id, token, offsets and bytes."""
    pieces = content.pieces
    ids = np.array([-1 if form.id is None else form.id for form in pieces.forms], dtype=np.int64)
    places = np.arange(len(pieces))
    array = np.stack([places, ids[pieces.form], pieces.starts, pieces.ends], axis=1)  # (L, 4)

    def rows() -> Iterator[tuple[object, ...]]:
        for index in range(len(pieces)):
            form = pieces.form_of(index)
            id_ = "" if form.id is None else form.id
            yield (index, id_, form.token, *pieces.span(index), hex_text(pieces.bytes_of(index)))

    return Numbers(array, ("position", "id", "token", "start", "end", "bytes"), rows())


def _at_position(pieces: Pieces, sentence: tuple[Piece, ...], position: int, *, own: bool) -> range:
    if position >= len(sentence):
        return range(0)
    if own:
        return range(position, position + 1)
    return pieces.covering(sentence[position].start, sentence[position].end)


@lru_cache(maxsize=4)
def _with_merges(text: str, count: int) -> Pieces:
    return pieces_with(text, gpt2_history(text), count)


@lru_cache(maxsize=2)
def _word_pieces(text: str) -> Pieces:
    return pieces_of(text, bert().tokenize(text))


_known: list[tuple[tuple[Piece, ...], Pieces]] = []


def _sentence(text: str, sentence: tuple[Piece, ...]) -> Pieces:
    """The sentence as arrays; the last one is remembered, as a step along it needs it again."""
    for known, pieces in _known:
        if known is sentence and pieces.text == text:
            return pieces
    pieces = pieces_of(text, sentence)
    _known[:] = [(sentence, pieces)]
    return pieces
