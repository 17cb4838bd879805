"""What the order panel shows, as a pure function of the State: one sentence in two orders."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from posviz.model.attention import Setup, forward
from posviz.model.embeddings import EmbeddingTable, embed
from posviz.model.order_test import ROUNDING, OrderTest, largest, order_test, pool
from posviz.model.positional import SchemeName
from posviz.panels import forward_pass
from posviz.panels.forward_pass import most_words, order_of, order_test_of, setup_of, words_read
from posviz.state import State

CaseName = Literal["bare", "pooled", "positions", "causal", "both", "texts", "texts placed"]
"""What is compared; see :class:`Case`."""
Verdict = Literal[
    "equivariant",
    "invariant",
    "order matters",
    "no difference",
    "not moved",
    "same text",
    "other words",
    "no vector",
]

_WINDOW = 8
"""Words of a long sentence whose weights are shown."""
_PASSES = 20
"""How often the panel sends a sentence through the head, at most, with room to spare."""


@dataclass(frozen=True)
class Case:
    """One line of the verdict.

    Attributes
    ----------
    name
        What is compared. "bare": each output, without positions and without a mask; "pooled":
        their mean; "positions": each output, with the scheme's positions; "causal": with a
        causal mask alone; "both": with both; "texts" and "texts placed": the pooled outputs of
        two sentences, without positions and with them.
    scheme, causal
        How it was computed.
    outputs, weights, pooled
        The largest differences of each; NaN where that is not compared.
    verdict
        What follows from the numbers.
    now
        Whether the program is set so now.
    """

    name: CaseName
    scheme: SchemeName
    causal: bool
    outputs: float
    weights: float
    pooled: float
    verdict: Verdict
    now: bool = False

    @property
    def difference(self) -> float:
        """The difference that the verdict is about."""
        return self.outputs if np.isfinite(self.outputs) and self.name != "pooled" else self.pooled


@dataclass(frozen=True)
class Order:
    """The sentence before and after its words were moved.

    Attributes
    ----------
    tokens, known
        The words that the head reads, and which of them have a vector, (L,).
    total
        How many tokens the sentence has in all.
    order
        Which of them stands at each place after the move, (L,).
    selected
        The selected word; −1 for none.
    scheme, causal
        The present settings.
    test
        The head as it is set, for both orders.
    by_word
        The largest difference of each word's output, (L,), in the original order.
    shown
        The words whose weights are shown, in the original order, (n,).
    cases
        The verdict.
    other_tokens
        The words of the second sentence.
    only_first, only_other
        Words that one sentence has more often than the other.
    """

    tokens: tuple[str, ...]
    known: tuple[bool, ...]
    total: int
    order: tuple[int, ...]
    selected: int
    scheme: SchemeName
    causal: bool
    test: OrderTest
    by_word: NDArray[np.float64]
    shown: tuple[int, ...]
    cases: tuple[Case, ...]
    other_tokens: tuple[str, ...]
    only_first: tuple[str, ...]
    only_other: tuple[str, ...]

    @property
    def is_moved(self) -> bool:
        """Whether any word stands elsewhere now."""
        return self.order != tuple(range(len(self.order)))

    @property
    def all_alike(self) -> bool:
        """Whether one word is all that there is, so that every order reads the same."""
        return len(self.tokens) > 1 and len(set(self.tokens)) == 1

    @property
    def reads_the_same(self) -> bool:
        """Whether words were moved, and only equal ones changed places."""
        return self.is_moved and _reads_the_same(self.tokens, self.order)

    @property
    def shown_moved(self) -> tuple[int, ...]:
        """The words whose weights are shown, in the new order, (n,)."""
        shown = set(self.shown)
        return tuple(word for word in self.order if word in shown)

    @property
    def moved_outputs(self) -> NDArray[np.float64]:
        """Outputs after the move, each put back to its word's original place, (L, h)."""
        return self.test.moved.out[list(_places(self.order))]

    def weight_maps(self) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """A of the words shown, P A Pᵀ and A′, each (n, n); the last two in the new order."""
        before, after = list(self.shown), list(self.shown_moved)
        places = [_places(self.order)[word] for word in after]
        A, A_moved = self.test.original.A, self.test.moved.A
        return A[np.ix_(before, before)], A[np.ix_(after, after)], A_moved[np.ix_(places, places)]

    @property
    def same_weights(self) -> bool:
        """Whether A′ is P A Pᵀ, up to rounding."""
        return self.test.weights <= ROUNDING

    def case(self, name: CaseName) -> Case:
        """The line of the verdict of a name."""
        return next(case for case in self.cases if case.name == name)


def takes_long(state: State) -> bool:
    """Whether all passes together take longer than a frame."""
    texts = (state.text, state.other_text)
    return any(forward_pass.takes_long(replace(state, text=text), _PASSES) for text in texts)


def order_content(state: State) -> Order:
    """Send the sentence through the head in both orders, in every setting of the verdict."""
    table, tokens, order = state.embeddings, words_read(state), order_of(state)
    other = table.tokens_of(state.other_text)[: most_words(state)]
    selected = state.position if state.position < len(tokens) else -1
    present = replace(setup_of(state), dropped=False)
    test = order_test_of(state, present)
    known = np.logical_not(np.isnan(test.original.X).any(axis=1))  # (L,)
    more, less = Counter(tokens), Counter(other)
    return Order(
        tokens=tokens,
        known=tuple(known.tolist()),
        total=len(state.tokens),
        order=order,
        selected=selected,
        scheme=state.scheme,
        causal=state.causal,
        test=test,
        by_word=test.by_word[list(_places(order))],
        shown=_around(selected, len(tokens)),
        cases=_cases(state, tokens, order, other, has_vectors=bool(known.any())),
        other_tokens=other,
        only_first=tuple(more - less),
        only_other=tuple(less - more),
    )


def _cases(
    state: State,
    tokens: tuple[str, ...],
    order: tuple[int, ...],
    other: tuple[str, ...],
    *,
    has_vectors: bool,
) -> tuple[Case, ...]:
    scheme: SchemeName = "sinusoidal" if state.scheme == "none" else state.scheme
    settings: list[tuple[CaseName, SchemeName, bool]] = [
        ("bare", "none", False),
        ("pooled", "none", False),
        ("positions", scheme, False),
        ("causal", "none", True),
    ]
    if state.scheme != "none" and state.causal:
        settings.append(("both", scheme, True))
    cases = []
    for name, way, causal in settings:
        found = _differences(state.embeddings, tokens, order, _setup(state, way, causal=causal))
        if not has_vectors:
            verdict: Verdict = "no vector"
        elif order == tuple(range(len(order))):
            verdict = "not moved"
        elif name == "pooled":
            verdict = "invariant" if found.same_pooled else "order matters"
        elif name != "bare" and _reads_the_same(tokens, order):
            verdict = "same text"  # another place, but no other order
        elif not found.same_outputs:
            verdict = "order matters"
        else:
            verdict = "equivariant" if name == "bare" else "no difference"
        now = name != "pooled" and (way, causal) == (state.scheme, state.causal)
        cases.append(
            Case(name, way, causal, found.outputs, found.weights, found.pooled, verdict, now)
        )
    settings = [("texts", "none", False), ("texts placed", scheme, False)]
    for name, way, causal in settings:
        setup = _setup(state, way, causal=causal)
        pooled, same = _pooled_difference(state.embeddings, tokens, other, setup)
        if Counter(tokens) != Counter(other):
            verdict = "other words"
        elif not has_vectors:
            verdict = "no vector"
        elif tokens == other:
            verdict = "not moved"
        elif not same:
            verdict = "order matters"
        else:
            verdict = "invariant" if name == "texts" else "no difference"
        cases.append(Case(name, way, causal, np.nan, np.nan, pooled, verdict))
    return tuple(cases)


def _setup(state: State, scheme: SchemeName, *, causal: bool) -> Setup:
    """The head with another scheme and mask; dropout would drop other numbers."""
    return replace(setup_of(replace(state, scheme=scheme, causal=causal)), dropped=False)


@dataclass(frozen=True)
class _Differences:
    outputs: float
    weights: float
    pooled: float
    same_outputs: bool
    same_pooled: bool


@lru_cache(maxsize=64)
def _differences(
    table: EmbeddingTable, tokens: tuple[str, ...], order: tuple[int, ...], setup: Setup
) -> _Differences:
    """The numbers of an order test, without its large matrices."""
    test = order_test(embed(table, table.vocabulary.ids_of(tokens)), order, setup)
    return _Differences(
        test.outputs,
        test.weights,
        test.pooled,
        # Equal words that change places leave outputs alone, but not weights.
        test.outputs <= ROUNDING * test.sizes[0],
        test.invariant,
    )


@lru_cache(maxsize=64)
def _pooled_difference(
    table: EmbeddingTable, first: tuple[str, ...], second: tuple[str, ...], setup: Setup
) -> tuple[float, bool]:
    """How far the pooled outputs of two sentences are apart, and whether that is rounding."""
    outs = [
        forward(embed(table, table.vocabulary.ids_of(tokens)), setup).out
        for tokens in (first, second)
    ]
    difference = largest(np.abs(pool(outs[0]) - pool(outs[1])))
    return difference, difference <= ROUNDING * largest(pool(np.abs(outs[0])))


def _reads_the_same(tokens: tuple[str, ...], order: tuple[int, ...]) -> bool:
    return tuple(tokens[word] for word in order) == tokens


@lru_cache(maxsize=8)
def _places(order: tuple[int, ...]) -> tuple[int, ...]:
    """Where each word stands after the move, (L,): the inverse of the order."""
    return tuple(np.argsort(np.asarray(order, dtype=np.intp)).tolist())


def _around(selected: int, count: int) -> tuple[int, ...]:
    """The words around the selected one, as many as can be told apart."""
    first = min(max(max(selected, 0) - _WINDOW // 2, 0), max(count - _WINDOW, 0))
    return tuple(range(first, min(first + _WINDOW, count)))
