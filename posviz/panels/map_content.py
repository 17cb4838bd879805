"""What the map panel shows: points, the neighbours of the selected one, and what is lost."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from posviz.model.embeddings import EmbeddingTable
from posviz.model.neighbour_search import Ranking
from posviz.model.similarity import Metric
from posviz.model.word_map import WordMap, is_map_ready, map_of_table, map_of_tokens
from posviz.state import State
from posviz.state_fields import Mapped

_LONG_TO_MAP = 2_000_000
_LONG_TO_SEARCH = 40_000_000
_LONG_TO_DECOMPOSE = 100


@dataclass(frozen=True)
class Rank:
    """What number a token is among the others, as seen from the selected one; 1 is nearest.

    Attributes
    ----------
    id
        The token.
    row
        Its row on the map; −1 if it is not there.
    true
        Its number over all dimensions, among all tokens; 0 where it has none.
    on_map
        Its number by distance on the map, among the points there; 0 if it is not there.
    """

    id: int
    row: int
    true: int
    on_map: int


@dataclass(frozen=True, eq=False)
class MapContent:
    """A map of tokens, and how far it can be trusted about the selected one.

    Attributes
    ----------
    of
        Which tokens are on the map.
    table
        The table they are from.
    word_map
        Their places.
    token, id, row
        The selected token, its id and its row on the map; −1 where there is none.
    metric
        What near means over all dimensions.
    neighbours
        The k tokens nearest to the selected one over all dimensions, nearest first.
    nearest_on_map
        The k points nearest to it on the map, nearest first; none if it is not there.
    ranking
        The numbers of all other tokens over all dimensions; None where there is no vector.
    sentence
        Rows of the tokens of the sentence, where the map shows more than these.
    chosen
        The words that were chosen for the map.
    missing
        Words that should be on the map and are not: no single token, or one without a vector.
    """

    of: Mapped
    table: EmbeddingTable
    word_map: WordMap
    token: str
    id: int
    row: int
    metric: Metric
    neighbours: tuple[Rank, ...]
    nearest_on_map: tuple[Rank, ...]
    ranking: Ranking | None
    sentence: tuple[int, ...]
    chosen: tuple[str, ...]
    missing: tuple[str, ...]

    @property
    def lit(self) -> tuple[int, ...]:
        """Rows of the neighbours that are on the map."""
        return tuple(rank.row for rank in self.neighbours if rank.row >= 0)

    def name(self, row: int) -> str:
        """The token at a row of the map."""
        return self.table.vocabulary.token_of(int(self.word_map.ids[row]))

    def rank_of(self, row: int) -> Rank:
        """What number a point is; 0 for the selected one and where nothing is selected."""
        id_ = int(self.word_map.ids[row])
        true = 0 if self.ranking is None else int(self.ranking.ranks_of([id_])[0])
        on_map = 0 if self.row < 0 else int(self.word_map.ranks(self.row, [row])[0])
        return Rank(id_, row, true, on_map)


def takes_long(state: State) -> bool:
    """Tell whether the content cannot be computed within a frame or a few."""
    table = state.embeddings
    mapped = state.map_of != "table" or is_map_ready(table)
    counts = {
        "table": 0 if mapped else table.size,
        "neighbours": state.k + 1,
        "sentence": len(state.tokens),
        "words": len(state.map_words),
    }
    # The side of the square matrix whose directions are sought.
    if min(counts[state.map_of], table.size, table.width) > _LONG_TO_DECOMPOSE:
        return True
    return table.matrix.size > (_LONG_TO_SEARCH if mapped else _LONG_TO_MAP)


def map_content(state: State) -> MapContent:
    """Compute the content of the map panel; a pure function."""
    table = state.embeddings
    id_ = state.id_of(state.token)
    known = id_ >= 0 and table.has_vector(id_)
    found = table.search.nearest(id_, state.k, state.metric) if known else None
    near = [] if found is None else found.ids[np.isfinite(found.values)].tolist()
    ranking = table.search.ranking(id_, state.metric) if known else None

    wanted: tuple[str, ...] = ()
    if state.map_of == "table":
        word_map = map_of_table(table)
    elif state.map_of == "neighbours":
        word_map = map_of_tokens(table, [id_, *near] if known else [])
    else:
        wanted = state.tokens if state.map_of == "sentence" else state.map_words
        ids = [_id_of(table, word) for word in wanted]
        word_map = map_of_tokens(table, [i for i in ids if i >= 0])
    missing = tuple(
        word for word in dict.fromkeys(wanted) if word_map.place_of(_id_of(table, word)) < 0
    )

    row = word_map.place_of(id_) if known else -1
    neighbours = _ranks(word_map, row, near, list(range(1, len(near) + 1)))
    on_map = word_map.ids[word_map.nearest(row, state.k)].tolist() if row >= 0 else []
    true = [] if ranking is None else ranking.ranks_of(on_map).tolist()
    sentence: tuple[int, ...] = ()
    if state.map_of in ("table", "neighbours"):
        rows = (word_map.place_of(state.id_of(token)) for token in dict.fromkeys(state.tokens))
        sentence = tuple(place for place in rows if place >= 0)
    return MapContent(
        of=state.map_of,
        table=table,
        word_map=word_map,
        token=state.token,
        id=id_,
        row=row,
        metric=state.metric,
        neighbours=neighbours,
        nearest_on_map=_ranks(word_map, row, on_map, true),
        ranking=ranking,
        sentence=sentence,
        chosen=state.map_words,
        missing=missing,
    )


def _id_of(table: EmbeddingTable, word: str) -> int:
    """Id of a word as typed or in small letters; −1 if the vocabulary has neither."""
    found = table.vocabulary.id_of(word)
    if found is None:
        found = table.vocabulary.id_of(word.casefold())
    return -1 if found is None else found


def _ranks(word_map: WordMap, row: int, ids: list[int], true: list[int]) -> tuple[Rank, ...]:
    rows = [word_map.place_of(id_) for id_ in ids]
    there = [place for place in rows if place >= 0] if row >= 0 else []
    numbers = dict(zip(there, word_map.ranks(row, there).tolist(), strict=True)) if there else {}
    return tuple(
        Rank(id_, place, number, numbers.get(place, 0))
        for id_, place, number in zip(ids, rows, true, strict=True)
    )
