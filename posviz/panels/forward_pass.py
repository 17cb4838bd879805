"""The head of attention that a State describes, for the panels that show it."""

from __future__ import annotations

from functools import lru_cache

from posviz.model.attention import Pass, Setup, forward
from posviz.model.embeddings import EmbeddingTable, embed
from posviz.model.order_test import OrderTest, order_test
from posviz.model.positional.in_attention import Placement
from posviz.model.positional.learned import minilm_positions
from posviz.state import State
from posviz.state_fields import MAX_MOVED

USES = frozenset(
    {
        "table",
        "text",
        "base",
        "layout",
        "scheme",
        "heads",
        "head",
        "head_width",
        "seed",
        "causal",
        "identity_weights",
        "scale",
        "dropout",
    }
)
"""The fields of State that a pass depends on."""

_ON_THE_SPOT = 2e7
"""Multiply-adds that take no longer than a frame."""


def has_block(state: State) -> bool:
    """Whether the trained positions and the LayerNorm of the table's own model are at hand."""
    return state.table == "minilm" and state.scheme == "learned"


def setup_of(state: State) -> Setup:
    """Return what a pass depends on besides the words."""
    placement = Placement(
        state.scheme,
        state.base,
        state.layout,
        state.heads,
        state.head,
        state.causal,
        state.seed,
    )
    return Setup(
        placement,
        state.head_width,
        state.identity_weights,
        state.scale,
        state.dropout,
        minilm_positions() if has_block(state) else None,
    )


def most_words(state: State) -> int:
    """Return how many tokens at the start of a sentence the head reads."""
    return min(MAX_MOVED, minilm_positions().length) if has_block(state) else MAX_MOVED


def words_read(state: State) -> tuple[str, ...]:
    """Return the tokens that the head reads: the first ones of a long sentence, (L,)."""
    return state.tokens[: most_words(state)]


def order_of(state: State) -> tuple[int, ...]:
    """Return which word stands at each place after the move, (L,)."""
    L = len(words_read(state))
    return tuple(place for place in state.order if place < L) or tuple(range(L))


def pass_of(state: State, tokens: tuple[str, ...] | None = None) -> Pass:
    """Send the sentence, or other tokens, through the head."""
    return _forward(
        state.embeddings, words_read(state) if tokens is None else tokens, setup_of(state)
    )


def order_test_of(state: State, setup: Setup) -> OrderTest:
    """Send the sentence through a head in its own order and in the moved one."""
    return _order_test(state.embeddings, words_read(state), order_of(state), setup)


def takes_long(state: State, passes: int = 1) -> bool:
    """Whether so many passes take longer than a frame."""
    L, d = len(words_read(state)), state.embeddings.width
    h = d if state.identity_weights else state.head_width
    maps = 0 if state.identity_weights else 3 * L * d * h
    return passes * (maps + L * L * (2 * h + 32)) > _ON_THE_SPOT


@lru_cache(maxsize=8)
def _forward(table: EmbeddingTable, tokens: tuple[str, ...], setup: Setup) -> Pass:
    return forward(embed(table, table.vocabulary.ids_of(tokens)), setup)


@lru_cache(maxsize=2)  # of 1024 words a test holds 100 MB
def _order_test(
    table: EmbeddingTable, tokens: tuple[str, ...], order: tuple[int, ...], setup: Setup
) -> OrderTest:
    return order_test(embed(table, table.vocabulary.ids_of(tokens)), order, setup)
