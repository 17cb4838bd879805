"""What follows from a change of State: fields that nobody asked for move to where they fit.

Each function takes a new State and the names of the fields that were asked for, and returns a
consistent one. What was asked for and cannot be is refused.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from posviz import tables
from posviz.language import tr
from posviz.model.embedding_files import EmbeddingFileError
from posviz.model.positional.sinusoidal import dimension_of, is_cosine, pair_count, pair_of
from posviz.model.positional.weights import MatrixError, read_pair
from posviz.state_fields import FIELDS, MAX_MOVED, StateError, refusal

if TYPE_CHECKING:
    from posviz.state import State

WHOLE_TABLE: Mapping[str, Any] = {"first": 0, "rows": 0, "first_dimension": 0, "columns": 0}
"""The changes that make the block the whole positional table."""


class TableError(StateError):
    """A table that cannot be read; `cause` says why, or what must be chosen."""

    def __init__(self, cause: EmbeddingFileError) -> None:
        super().__init__(str(cause))
        self.cause = cause


def settled(new: State, asked: frozenset[str], before: State) -> State:
    """Move the fields that nobody asked for to where those asked for put them."""
    for source in new.sources:
        if source not in before.sources:
            try:
                tables.table(source)
            except EmbeddingFileError as error:
                raise TableError(error) from None
    new = _settled_weights(_settled_head(_settled_column(new, asked, before), asked), asked)
    new = _settled_block(new, asked)
    return _settled_order(_settled_token(new, asked, before), asked)


def _settled_block(new: State, asked: frozenset[str]) -> State:
    """Keep the block inside the table; a step that does not speak of one shows the whole."""
    if "step" in asked and not asked & WHOLE_TABLE.keys():
        return replace(new, **WHOLE_TABLE)
    for first, count, side in (
        ("first", "rows", "length"),
        ("first_dimension", "columns", "width"),
    ):
        start, cells, end = (getattr(new, name) for name in (first, count, side))
        if start >= end:
            if first in asked:
                raise refusal(
                    first,
                    start,
                    tr("a whole number from 0 to {end} at this {side}").format(
                        end=end - 1, side=side
                    ),
                )
            # What is left of the table; “all to the end” from beyond it would be one row.
            start = max(0, end - cells) if cells else 0
        if start + cells > end:
            if count in asked:
                allowed = tr("a whole number from 0 (all to the end) to {end} here").format(
                    end=end - start
                )
                raise refusal(count, cells, allowed)
            cells = end - start
        new = replace(new, **{first: start, count: cells})
    return new


def _settled_weights(new: State, asked: frozenset[str]) -> State:
    """Compare the rows themselves where typed matrices do not fit the width; the texts stay."""
    if new.weights == "typed":
        try:
            read_pair((new.typed_q, new.typed_k), new.width)
        except MatrixError as error:
            if asked & {"weights", "typed_q", "typed_k"}:
                raise StateError(
                    tr("weights = typed is not allowed: {error}").format(error=error)
                ) from None
            return replace(new, weights="identity")
    return new


def _settled_token(new: State, asked: frozenset[str], before: State) -> State:
    """Keep the position inside the table or the sentence, and the token on its position."""
    other_table = new.source != before.source
    if not asked & {"position", "token"}:
        if other_table and "text" not in asked:
            new = replace(new, position=_same_place(new, before))
        elif "text" in asked and before.position < len(before.tokens):
            # The selection stood on a word, so it stays on one.
            new = replace(new, position=min(new.position, max(len(new.tokens) - 1, 0)))
    tokens = new.tokens
    last = max(new.length, len(tokens)) - 1
    if new.position > last:
        if "position" in asked:
            raise refusal(
                "position", new.position, tr("a whole number from 0 to {last}").format(last=last)
            )
        new = replace(new, position=last)
    here = tokens[new.position] if new.position < len(tokens) else None
    if "token" in asked:
        new = replace(new, token=_one_token(new, new.token))
        if "position" not in asked and new.token != here and new.token in tokens:
            new = replace(new, position=tokens.index(new.token))
    elif other_table and not asked & {"text", "position"} and _stands_apart(before):
        new = replace(new, token=_known_token(new, here))
    elif here is not None and (
        other_table or asked & {"position", "text"} or new.position != before.position
    ):
        new = replace(new, token=here)
    elif (other_table or ("text" in asked and not tokens)) and new.id_of(new.token) < 0:
        # An unknown word that was deleted is no longer what the program speaks of.
        new = replace(new, token=_known_token(new, here))
    return new


def _same_place(new: State, before: State) -> int:
    """Position of the token that another tokenizer makes of the selected place of the text."""
    if before.position >= len(before.pieces):
        return new.position
    start = before.pieces[before.position].start
    return max(0, bisect_right(new.pieces, start, key=lambda piece: piece.start) - 1)


def _stands_apart(state: State) -> bool:
    """Whether the selected token was chosen from the vocabulary, not in the sentence."""
    return state.tokens[state.position : state.position + 1] != (state.token,)


def _known_token(state: State, here: str | None) -> str:
    """Return the selected token if the table has it, else that of the position, else the first."""
    try:
        token = _one_token(state, state.token)
    except StateError:
        token = state.token
    if state.id_of(token) >= 0:
        return token
    return state.embeddings.vocabulary.token_of(0) if here is None else here


def _one_token(state: State, typed: str) -> str:
    """Return the token that was typed: one of the vocabulary, or what the tokenizer makes of it."""
    if state.id_of(typed) >= 0:
        return typed
    pieces = state.embeddings.pieces_of(typed)
    if len(pieces) == 1:
        return pieces[0].text
    allowed = FIELDS["token"].allowed
    if 1 < len(pieces) <= 8 and typed.split() == [typed]:
        cut = " ".join(piece.text for piece in pieces)
        allowed += tr("; this table cuts it into {count}: {cut}").format(count=len(pieces), cut=cut)
    raise refusal("token", typed, allowed)


def _settled_column(new: State, asked: frozenset[str], before: State) -> State:
    """Keep dimension and pair inside the table and belonging together."""
    pairs = pair_count(new.width)
    if "pair" in asked and new.pair >= pairs:
        raise refusal(
            "pair",
            new.pair,
            tr("a whole number from 0 to {pairs} at this width").format(pairs=pairs - 1),
        )
    if "dimension" in asked:
        if new.dimension >= new.width:
            allowed = tr("a whole number from 0 to {width} at this width").format(
                width=new.width - 1
            )
            raise refusal("dimension", new.dimension, allowed)
        pair = pair_of(new.dimension, new.width, new.layout)
        if "pair" in asked and new.pair != pair:
            allowed = tr("dimension {dimension} belongs to pair {pair}").format(
                dimension=new.dimension, pair=pair
            )
            raise refusal("pair", new.pair, allowed)
    else:
        pair = min(new.pair, pairs - 1)
        cosine = is_cosine(before.dimension, before.width, before.layout)
        dimension = dimension_of(pair, new.width, new.layout, cosine=cosine)
        if dimension is None:
            dimension = dimension_of(pair, new.width, new.layout, cosine=False)
        assert dimension is not None
        new = replace(new, dimension=dimension)
    if "pairs" in asked and any(p >= pairs for p in new.pairs):
        allowed = tr("whole numbers from 0 to {pairs} at this width").format(pairs=pairs - 1)
        raise refusal("pairs", new.pairs, allowed)
    return replace(new, pair=pair, pairs=tuple(p for p in new.pairs if p < pairs))


def _settled_head(new: State, asked: frozenset[str]) -> State:
    """Keep the head among the heads."""
    if new.head < new.heads:
        return new
    if "head" in asked:
        raise refusal(
            "head",
            new.head,
            tr("a whole number from 0 to {heads}, by heads").format(heads=new.heads - 1),
        )
    return replace(new, head=new.heads - 1)


def _settled_order(new: State, asked: frozenset[str]) -> State:
    """Keep the order one of this sentence's words; the sentence's own is the empty one."""
    if not new.order:
        return new
    L = min(len(new.tokens), MAX_MOVED)
    if len(new.order) != L:
        if "order" in asked:
            raise refusal(
                "order", new.order, tr("each number from 0 to {l} once, or nothing").format(l=L - 1)
            )
        return replace(new, order=())
    return replace(new, order=()) if new.order == tuple(range(L)) else new
