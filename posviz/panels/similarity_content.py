"""What the similarity panel shows, as a pure function of the State."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from posviz.model.positional.similarity import (
    PositionSimilarity,
    Profile,
    Rise,
    asymmetry,
    first_rise,
)
from posviz.panels.similarity_source import SimilarityTable
from posviz.state import State

_WIDE = 1024
_MOST_WAVES = 20_000_000
_MIRRORED = 64


@dataclass(frozen=True)
class Similarities:
    """The matrix, the row of the selected position, and what was found in them.

    Attributes
    ----------
    similarity
        Any part of the matrix on demand.
    position, offset
        The selected i and j − i; j may lie outside the table.
    value
        The similarity of i and j.
    profile
        The row of position i as a function of the offset.
    spread
        The largest difference along a diagonal, and how many positions and offsets were
        compared for it.
    rise
        Where the row first rises to the right of offset 0.
    asymmetry, mirrored
        The largest difference between an offset and its negative, up to the offset `mirrored`.
    """

    similarity: PositionSimilarity
    position: int
    offset: int
    value: float
    profile: Profile
    spread: tuple[float, int, int]
    rise: Rise
    asymmetry: float
    mirrored: int

    @property
    def table(self) -> SimilarityTable:
        """The matrix as the heat map asks for it."""
        return SimilarityTable(self.similarity)

    @property
    def low(self) -> int:
        """The least offset whose position is in the table."""
        return -self.position

    @property
    def high(self) -> int:
        """The largest offset whose position is in the table."""
        return self.similarity.length - 1 - self.position


@lru_cache(maxsize=8)
def _spread(similarity: PositionSimilarity) -> tuple[float, int, int]:
    return similarity.spread_along_diagonals()


def takes_long(state: State) -> bool:
    """Whether the content takes longer than a frame."""
    return state.width > _WIDE


def similarity_of(state: State) -> PositionSimilarity:
    """Return the matrix."""
    return PositionSimilarity(
        state.length,
        state.width,
        state.base,
        state.weights,
        # Nothing else depends on the seed, or on what was typed.
        0 if state.weights in ("identity", "typed") else state.seed,
        (state.typed_q, state.typed_k) if state.weights == "typed" else ("", ""),
    )


def similarities_in(state: State) -> Similarities:
    """Return the matrix and the row of the selected position."""
    similarity = similarity_of(state)
    profile = similarity.profile(state.position)
    mirrored = min(_MIRRORED, state.length - 1)
    return Similarities(
        similarity=similarity,
        position=state.position,
        offset=state.offset,
        value=float(profile.at([state.offset])[0]),
        profile=profile,
        spread=_spread(similarity),
        rise=first_rise(profile, state.length - 1, _MOST_WAVES),
        asymmetry=asymmetry(profile, mirrored),
        mirrored=mirrored,
    )
