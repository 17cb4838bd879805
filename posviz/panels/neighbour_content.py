"""What the neighbours panel shows, as a pure function of the State."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, islice

from posviz.model.embeddings import EmbeddingTable
from posviz.model.neighbour_list import (
    NeighbourList,
    analogy_of,
    has_direction,
    neighbours_of,
)
from posviz.model.notation import inserted
from posviz.model.similarity import Metric
from posviz.state import State

# What the hand-made tables can answer: cat − kitten + puppy.
_TOY_INPUTS = ("kitten", "puppy")


@dataclass(frozen=True)
class Neighbours:
    """What was asked, and the answer of each table.

    Attributes
    ----------
    token
        The selected token.
    inputs
        The three words of an analogy, token − minus + plus; empty without one.
    metric
        What near means; always the cosine in an analogy.
    exclude_inputs
        Whether the inputs of an analogy are left out of its answers.
    lists
        The neighbours in the table, and in the one it is compared with, if any.
    shared
        The tokens that both lists hold.
    """

    token: str
    inputs: tuple[str, ...]
    metric: Metric
    exclude_inputs: bool
    lists: tuple[NeighbourList, ...]
    shared: frozenset[str]

    @property
    def asked(self) -> str:
        """The word or the sum whose neighbours these are."""
        if not self.inputs:
            return inserted(self.token)
        return "{} − {} + {}".format(*(inserted(word, 20) for word in self.inputs))


def tables_of(state: State) -> list[EmbeddingTable]:
    """Return the table, and the one that it is compared with, unless that is the same."""
    first, other = state.embeddings, state.other_embeddings
    return [first] if other is None or other is first else [first, other]


def known_inputs(state: State) -> dict[str, str]:
    """Return changes that give − and + tokens which the table can take; none where it can."""
    table = state.embeddings
    if has_direction(table, state.minus) and has_direction(table, state.plus):
        return {}
    tokens = chain(
        _TOY_INPUTS if table.hand_made else (),
        map(table.vocabulary.token_of, table.ids.tolist()),
    )
    # A toy input that is selected is passed over: it would be taken away from itself.
    known = (token for token in tokens if token != state.token and has_direction(table, token))
    found = tuple(islice(dict.fromkeys(islice(known, 4)), 2))
    return {"minus": found[0], "plus": found[1]} if len(found) == 2 else {}


def neighbours_in(state: State) -> Neighbours:
    """Return the neighbours of the selected token, or the answers to its analogy."""
    token, minus, plus, k = state.token, state.minus, state.plus, state.k

    def answer(table: EmbeddingTable) -> NeighbourList:
        if state.analogy:
            return analogy_of(table, token, minus, plus, k, exclude_inputs=state.exclude_inputs)
        return neighbours_of(table, token, k, state.metric)

    lists = tuple(map(answer, tables_of(state)))
    held = [frozenset(found.tokens) for found in lists]
    return Neighbours(
        token=token,
        inputs=(token, minus, plus) if state.analogy else (),
        metric="cosine" if state.analogy else state.metric,
        exclude_inputs=state.exclude_inputs,
        lists=lists,
        shared=held[0] & held[1] if len(held) > 1 else frozenset(),
    )
