"""What the schemes panel shows, as a pure function of the State."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from posviz.model.positional import SchemeName
from posviz.model.positional.learned import minilm_positions
from posviz.model.positional.scaling import turns
from posviz.model.positional.schemes import SCHEMES, Scheme, Sizes, learned_cosines
from posviz.model.positional.sinusoidal import frequencies
from posviz.model.projection import principal_components
from posviz.state import State

_MOST_OFFSETS, _FEWEST_OFFSETS = 2048, 256
_MOST_WAVES = 1 << 18
"""Cosines that are computed for a picture."""
_END_COLOUR = 98
"""Percentile of the magnitudes that takes the end colour: a few values are far larger."""


@dataclass(frozen=True, eq=False)
class LearnedRows:
    """The shipped learned positions, seen in four ways.

    Attributes
    ----------
    level
        The magnitude that takes the end colour.
    values
        The table over that level, (512, 384).
    norms
        Length of each row, (512,).
    cosines
        Of each two rows, (512, 512).
    ring
        The rows but row 0 along their two directions of greatest variance, (511, 2).
    explained
        The share of the variance that these two hold.
    """

    level: float
    values: NDArray[np.float64]
    norms: NDArray[np.float64]
    cosines: NDArray[np.float64]
    ring: NDArray[np.float64]
    explained: float


@dataclass(frozen=True, eq=False)
class Turning:
    """How far each rotary pair turns, (pairs,).

    Attributes
    ----------
    trained
        Turns within the training length, as trained.
    longer
        Turns within the text that is `factor` times longer, with the extension.
    """

    trained: NDArray[np.float64]
    longer: NDArray[np.float64]

    @property
    def unfinished(self) -> int:
        """Pairs that never finish a turn in training."""
        return int((self.trained < 1).sum())

    @property
    def unseen(self) -> int:
        """Pairs of those that meet angles beyond training in the longer text."""
        beyond = self.longer > self.trained * (1 + 1e-9)
        return int(((self.trained < 1) & beyond).sum())


@dataclass(frozen=True)
class Schemes:
    """The schemes side by side, and more about the selected one.

    Attributes
    ----------
    name
        The selected scheme.
    sizes
        What the schemes depend on.
    offsets
        The offsets on show, from 0 to twice the training length less 1, (n,).
    lines
        For each scheme its lines over the offset, (lines, n).
    parameters
        For each scheme its learned numbers.
    learned
        The rows of the learned positions, where these are selected.
    turning
        How far the pairs turn, where rotary positions are selected.
    position
        The selected position.
    """

    name: SchemeName
    sizes: Sizes
    offsets: NDArray[np.int64]
    lines: tuple[NDArray[np.float64], ...]
    parameters: tuple[int, ...]
    learned: LearnedRows | None
    turning: Turning | None
    position: int

    @property
    def scheme(self) -> Scheme:
        """The selected scheme."""
        return SCHEMES[self.name]

    def lines_of(self, name: SchemeName) -> NDArray[np.float64]:
        """Lines of a scheme over the offset, (lines, n)."""
        return self.lines[list(SCHEMES).index(name)]

    def parameters_of(self, name: SchemeName) -> int:
        """Learned numbers of a scheme."""
        return self.parameters[list(SCHEMES).index(name)]

    def trained_length(self, name: SchemeName) -> int:
        """L_max; the learned positions that ship have their own."""
        return minilm_positions().length if name == "learned" else self.sizes.trained_length

    @property
    def step(self) -> float:
        """How far two offsets on show are apart, in the mean."""
        return float(self.offsets[-1] / (len(self.offsets) - 1))


def schemes_content(state: State) -> Schemes:
    """Compute the content of the schemes panel; a pure function."""
    sizes = Sizes(
        width=state.width,
        base=state.base,
        heads=state.heads,
        head_width=state.head_width,
        trained_length=state.trained_length,
        extension=state.extension,
        factor=state.extension_factor,
    )
    offsets = _offsets(sizes.trained_length, max(sizes.width, sizes.head_width) // 2)
    shipped = minilm_positions()
    of_learned = replace(sizes, width=shipped.width, trained_length=shipped.length)
    turning = None
    if state.scheme == "rotary":
        length = sizes.trained_length
        as_trained = frequencies(sizes.head_width, sizes.base)
        turning = Turning(
            turns(as_trained, length), turns(sizes.rotary_speeds, length * sizes.factor)
        )
    return Schemes(
        name=state.scheme,
        sizes=sizes,
        offsets=offsets,
        lines=tuple(_lines(name, sizes, offsets.tobytes()) for name in SCHEMES),
        parameters=tuple(
            scheme.parameters(of_learned if name == "learned" else sizes)
            for name, scheme in SCHEMES.items()
        ),
        learned=learned_rows() if state.scheme == "learned" else None,
        turning=turning,
        position=state.position,
    )


def _offsets(trained_length: int, pairs: int) -> NDArray[np.int64]:
    """Whole offsets to twice the training length; spread evenly where they are too many."""
    most = max(_FEWEST_OFFSETS, min(_MOST_OFFSETS, _MOST_WAVES // max(1, pairs)))
    count = 2 * trained_length
    if count <= most:
        return np.arange(count)
    return np.arange(most) * (count - 1) // (most - 1)


@lru_cache(maxsize=32)
def _lines(name: SchemeName, sizes: Sizes, offsets: bytes) -> NDArray[np.float64]:
    lines = SCHEMES[name].profile(np.frombuffer(offsets, dtype=np.int64), sizes)
    lines.flags.writeable = False
    return lines


@lru_cache(maxsize=1)
def learned_rows() -> LearnedRows:
    """Return the shipped learned positions with what is drawn of them."""
    rows = minilm_positions().matrix.astype(np.float64)
    level = float(np.percentile(np.abs(rows), _END_COLOUR))
    # Row 0 is so unlike the others that it would take a direction for itself.
    projection = principal_components(rows[1:], 2)
    return LearnedRows(
        level=level,
        values=rows / level,
        norms=np.linalg.norm(rows, axis=1),
        cosines=learned_cosines(),
        ring=projection.points,
        explained=float(projection.explained.sum()),
    )


def are_rows_ready() -> bool:
    """Whether the picture of the learned rows has been computed before."""
    return learned_rows.cache_info().currsize > 0
