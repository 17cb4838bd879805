"""The ways to tell a Transformer where a token stands, with one interface for all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from posviz.language import marked
from posviz.model.positional import SchemeName, alibi, none, rotary, t5_bias
from posviz.model.positional.learned import minilm_positions
from posviz.model.positional.scaling import Extension, stretched
from posviz.model.positional.sinusoidal import frequencies

Place = Literal["nowhere", "input", "queries and keys", "scores"]
"""Where a scheme enters: x itself, once; q and k or their score, in every layer."""


@dataclass(frozen=True)
class Sizes:
    """What the schemes depend on.

    Attributes
    ----------
    width, base
        d of the model and base of the sines.
    heads, head_width
        Number of heads, and d of one: what rotary positions turn.
    trained_length
        L_max, the longest text in training.
    extension, factor
        How the rotary positions are stretched, and by how much.
    """

    width: int
    base: float
    heads: int
    head_width: int
    trained_length: int
    extension: Extension = "none"
    factor: float = 1.0

    @property
    def rotary_speeds(self) -> NDArray[np.float64]:
        """Radians per position of each pair of a head, stretched, (head_width / 2,)."""
        return stretched(
            self.extension, self.head_width, self.base, self.factor, self.trained_length
        )


@dataclass(frozen=True)
class Scheme:
    """One way to bring in position.

    Attributes
    ----------
    name, title
        In State and on screen.
    enters
        Where.
    parameters
        Counts the learned numbers.
    profile
        Gives one or more lines over the offset m − n from 0 on, (lines, n); NaN where there is
        nothing to read. Cosines of two rows for "input", scores or biases for the others.
    source
        Paper and section.
    """

    name: SchemeName
    title: str
    enters: Place
    parameters: Callable[[Sizes], int]
    profile: Callable[[NDArray[Any], Sizes], NDArray[np.float64]]
    source: str


@lru_cache(maxsize=1)
def learned_cosines() -> NDArray[np.float64]:
    """Cosine of each two of the shipped learned positions, (512, 512), read-only."""
    rows = minilm_positions().matrix.astype(np.float64)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    cosines: NDArray[np.float64] = rows @ rows.T
    cosines.flags.writeable = False
    return cosines


@lru_cache(maxsize=1)
def _learned_means() -> NDArray[np.float64]:
    """Mean cosine of the shipped rows at each offset, (512,)."""
    cosines = learned_cosines()
    return np.array([cosines.diagonal(offset).mean() for offset in range(len(cosines))])


def _no_profile(offsets: NDArray[Any], sizes: Sizes) -> NDArray[np.float64]:
    return np.stack([np.zeros(len(offsets)), none.share_of_first(offsets)])


def _sinusoidal_profile(offsets: NDArray[Any], sizes: Sizes) -> NDArray[np.float64]:
    """Cosine of rows p and p + offset, the same for every p.

    A lone last sine would depend on p; it is left out, and with d = 1 nothing remains.
    """
    speeds = frequencies(sizes.width, sizes.base)[: sizes.width // 2]  # (floor(d/2),)
    if not len(speeds):
        return np.full((1, len(offsets)), np.nan)
    line: NDArray[np.float64] = np.cos(np.outer(offsets, speeds)).mean(axis=1)  # (n,)
    return line[np.newaxis]


def _learned_profile(offsets: NDArray[Any], sizes: Sizes) -> NDArray[np.float64]:
    means = _learned_means()
    inside = offsets < len(means)
    line = np.full(len(offsets), np.nan)
    line[inside] = means[offsets[inside]]
    return line[np.newaxis]


def _rotary_profile(offsets: NDArray[Any], sizes: Sizes) -> NDArray[np.float64]:
    return rotary.profile(offsets, sizes.head_width, sizes.base, sizes.rotary_speeds)


def _alibi_profile(offsets: NDArray[Any], sizes: Sizes) -> NDArray[np.float64]:
    return alibi.bias(offsets, sizes.heads)


def _t5_profile(offsets: NDArray[Any], sizes: Sizes) -> NDArray[np.float64]:
    return t5_bias.bucket_of(-offsets, bidirectional=False)[np.newaxis].astype(np.float64)


def _nothing(sizes: Sizes) -> int:
    return 0


SCHEMES: dict[SchemeName, Scheme] = {
    scheme.name: scheme
    for scheme in (
        Scheme(
            "none",
            marked("None"),
            "nowhere",
            _nothing,
            _no_profile,
            marked("Haviv et al. 2022; Kazemnejad et al. 2023"),
        ),
        Scheme(
            "sinusoidal",
            marked("Sinusoidal"),
            "input",
            _nothing,
            _sinusoidal_profile,
            marked("Vaswani et al. 2017, section 3.5"),
        ),
        Scheme(
            "learned",
            marked("Learned"),
            "input",
            lambda sizes: sizes.trained_length * sizes.width,
            _learned_profile,
            marked("Gehring et al. 2017; Devlin et al. 2018"),
        ),
        Scheme(
            "rotary",
            marked("RoPE"),
            "queries and keys",
            _nothing,
            _rotary_profile,
            marked("Su et al. 2021, section 3.2"),
        ),
        Scheme(
            "alibi",
            marked("ALiBi"),
            "scores",
            _nothing,
            _alibi_profile,
            marked("Press et al. 2021, section 3"),
        ),
        Scheme(
            "t5",
            marked("T5 bias"),
            "scores",
            lambda sizes: t5_bias.BUCKETS * sizes.heads,
            _t5_profile,
            marked("Raffel et al. 2020, section 2.1"),
        ),
    )
}
"""In the order of the panel."""
