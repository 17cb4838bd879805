"""What the attention panel shows, as a pure function of the State."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from posviz.model.attention import Pass, Setup, Term
from posviz.model.positional import SchemeName
from posviz.panels.forward_pass import pass_of, setup_of, words_read
from posviz.state import State
from posviz.widgets.matrix_source import reach

Floats = NDArray[np.float64]

TERMS: tuple[Term, ...] = get_args(Term)[1:]
MOST_ROWS = 12
"""Longer sentences show the keys with the largest weights, and all others as one row."""


class Views(NamedTuple):
    """What the heat maps of a pass show besides its own matrices.

    Parameters
    ----------
    masked : ndarray of bool, shape (L, L)
        Where a query does not see a key.
    terms : ndarray of float64, shape (4, L, L), or None
        The parts of the scores, before the mask; None where there are no four.
    level, row_level, value_level, out_level : float
        The largest size of a score or of a part of one, of an entry of q or k, of v, and of an
        output: what takes the end colour.
    weight_level : float
        The same for the weights: 1, but in a long sentence, where nearly all are small, the
        middle one of the largest weights of all queries.
    """

    masked: NDArray[np.bool_]
    terms: Floats | None
    level: float
    row_level: float
    value_level: float
    out_level: float
    weight_level: float


@dataclass(frozen=True)
class Attention:
    """A head over a sentence with the selected query and key.

    Attributes
    ----------
    head, setup, views
        The pass, what it depends on, and what its maps show.
    words
        The tokens that the head reads, (L,).
    unread
        How many tokens of a longer sentence it does not read.
    term
        Which part of the scores their map shows; "all" where there are no parts.
    query, key
        The selected ones; −1 where the selected position has no word. A key beyond the
        sentence gives way to the nearest word.
    position
        The selected position, whether it has a word or not.
    """

    head: Pass
    setup: Setup
    views: Views
    words: tuple[str, ...]
    unread: int
    term: Term
    query: int
    key: int
    position: int

    @property
    def scheme(self) -> SchemeName:
        """The scheme of positions."""
        return self.setup.placement.scheme

    @property
    def causal(self) -> bool:
        """Whether no query sees a later key."""
        return self.setup.placement.causal

    @property
    def length(self) -> int:
        """L, the number of tokens read."""
        return len(self.words)

    @property
    def map(self) -> Floats:
        """What the map of the scores shows, (L, L)."""
        terms = self.views.terms
        if self.term == "all" or terms is None:
            return self.head.scores
        shown: Floats = terms[TERMS.index(self.term)]
        return shown


def attention_of(state: State) -> Attention:
    """Return the head that a State describes, with the selected query and key."""
    head, words = pass_of(state), words_read(state)
    L = len(words)
    inside = state.position < L
    views = _views(head)
    return Attention(
        head=head,
        setup=setup_of(state),
        views=views,
        words=words,
        unread=len(state.tokens) - L,
        term="all" if views.terms is None else state.term,
        query=state.position if inside else -1,
        key=min(max(state.position + state.offset, 0), L - 1) if inside else -1,
        position=state.position,
    )


def row_numbers(content: Attention) -> tuple[tuple[str, ...], Floats]:
    """Return names and numbers of the selected query's row, (L, n): one line a key."""
    names, columns = ["key_position"], [np.arange(content.length, dtype=float)]
    head, query = content.head, content.query
    row = slice(query, query + 1) if query >= 0 else slice(0, 0)
    if content.views.terms is not None:
        names += [term.replace("-", "_") for term in TERMS]
        columns += list(content.views.terms[:, row].reshape(4, -1))
    else:
        names.append("product")
        columns.append(head.term("all", row).reshape(-1))
        if head.bias is not None:
            names.append("bias")
            columns.append(head.bias[row].reshape(-1))
    names += ["score", "weight"]
    columns += [head.scores[row].reshape(-1), head.A[row].reshape(-1)]
    if query < 0:
        columns[0] = columns[0][:0]
    return tuple(names), np.stack(columns, axis=1)


@lru_cache(maxsize=4)
def _views(head: Pass) -> Views:
    scores = head.scores
    known = np.logical_not(np.isnan(head.Z).any(axis=1))  # (L,)
    masked = np.isneginf(scores) | ~known
    masked[~known] = False  # a query without a vector has no row at all
    terms = np.stack([head.term(name) for name in TERMS]) if head.has_terms else None
    if terms is not None:
        terms[:, ~known] = np.nan
    return Views(
        masked,
        terms,
        level=reach(scores, terms),
        row_level=reach(head.Q, head.K),
        value_level=reach(head.V),
        out_level=reach(head.out),
        weight_level=weight_level(head.A[known]),
    )


def weight_level(A: Floats) -> float:
    """Return the weight that takes the end colour, for the rows that have one, (n, L)."""
    if len(A) <= MOST_ROWS:
        return 1.0
    return float(np.median(A.max(axis=1)))
