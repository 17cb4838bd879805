"""What the pipeline panel shows, computed: every object from the text to the output."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from posviz.model.attention import Part, Pass
from posviz.model.embeddings import EmbeddingTable
from posviz.model.notation import inserted
from posviz.model.positional import SchemeName
from posviz.model.positional.sinusoidal import Layout
from posviz.panels.attention_content import weight_level
from posviz.panels.forward_pass import has_block, pass_of, words_read
from posviz.state import State
from posviz.widgets.matrix_source import reach, thumbnail

Floats = NDArray[np.float64]

Object = Literal[
    "text", "tokens", "ids", "E",
    "X", "P", "T", "Z", "WQ", "WK", "WV", "Q", "K", "V", "QR", "KR", "bias", "scores", "A", "out",
]  # fmt: skip
"""Everything that has a place in the picture."""
PARTS: tuple[Part, ...] = get_args(Part)
SQUARE = frozenset({"bias", "scores", "A"})
"""The matrices of every query with every key."""
WEIGHTS = frozenset({"WQ", "WK", "WV"})
_MOST_CELLS = 96
"""Rows and columns of a small picture."""


@dataclass(frozen=True, eq=False)
class Pipeline:
    """The pass of a sentence through one head, and what of it is selected.

    Attributes
    ----------
    text, words, length
        The sentence; the tokens that the head reads, (L,); how many there are in all.
    ids
        Their ids; None for a word outside the vocabulary.
    embeddings
        The table E.
    scheme, head, heads, base, layout, seed, causal, identity, scaled, dropped
        How the pass was made.
    block
        Whether it is BERT's block: trained positions, token type, LayerNorm.
    found
        Every matrix of the pass.
    thumbnails
        Each matrix that the scheme has, shrunk to a small picture in colours of its own.
    part
        The matrix in view, which this scheme may not have.
    position, key, dimension
        The selected query, key and column; each may lie outside.
    """

    text: str
    words: tuple[str, ...]
    length: int
    ids: tuple[int | None, ...]
    embeddings: EmbeddingTable
    scheme: SchemeName
    head: int
    heads: int
    base: float
    layout: Layout
    seed: int
    causal: bool
    identity: bool
    scaled: bool
    dropped: bool
    block: bool
    found: Pass
    thumbnails: tuple[tuple[Part, Floats], ...]
    part: Part
    position: int
    key: int
    dimension: int

    @property
    def L(self) -> int:
        """Number of tokens that the head reads."""
        return len(self.words)

    @property
    def d(self) -> int:
        """Width of a word vector."""
        return self.embeddings.width

    @property
    def h(self) -> int:
        """Width of the head."""
        return self.found.head_width

    def matrix(self, node: Object) -> Floats | None:
        """The matrix of an object; None where it is none, or this scheme has none."""
        part = part_named(node)
        return None if part is None else self.found.part(part)

    @property
    def labels(self) -> tuple[str, ...]:
        """A short name for each token, “1 cat”."""
        return _labels(self.words)


@lru_cache(maxsize=4)
def _labels(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{place} {inserted(word, 12)}" for place, word in enumerate(words))


def part_named(node: str) -> Part | None:
    """Return an object if it is one of the matrices of a pass, else None."""
    return next((part for part in PARTS if part == node), None)


def pipeline_in(state: State) -> Pipeline:
    """Compute the content."""
    words = words_read(state)
    block = has_block(state)
    found = pass_of(state)
    return Pipeline(
        text=state.text,
        words=words,
        length=len(state.tokens),
        ids=state.embeddings.vocabulary.ids_of(words),
        embeddings=state.embeddings,
        scheme=state.scheme,
        head=state.head,
        heads=state.heads,
        base=state.base,
        layout=state.layout,
        seed=state.seed,
        causal=state.causal,
        identity=state.identity_weights,
        scaled=state.scale and not block,
        dropped=state.dropout,
        block=block,
        found=found,
        thumbnails=_thumbnails(found),
        part=state.part,
        position=state.position,
        key=state.position + state.offset,
        dimension=state.dimension,
    )


@lru_cache(maxsize=32)
def levels_of(found: Pass, part: Part) -> tuple[float, float]:
    """The lowest and the highest value of a matrix that have a colour."""
    if part == "A":
        known = np.logical_not(np.isnan(found.A).any(axis=1))  # (L,)
        return 0.0, weight_level(found.A[known]) or 1.0
    largest = reach(found.part(part))
    return -largest, largest


@lru_cache(maxsize=8)
def _thumbnails(found: Pass) -> tuple[tuple[Part, Floats], ...]:
    return tuple(
        (part, thumbnail(matrix, _MOST_CELLS))
        for part in PARTS
        if (matrix := found.part(part)) is not None
    )


@lru_cache(maxsize=4)
def sampled_rows(table: EmbeddingTable) -> Floats:
    """Rows of E at equal steps, at most 96, shrunk to a small picture."""
    step = max(1, -(-table.size // _MOST_CELLS))
    return thumbnail(table.matrix[::step].astype(np.float64), _MOST_CELLS)
