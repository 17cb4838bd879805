"""What the panel on adding and concatenating shows, computed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from posviz.export import Numbers
from posviz.model.combine import Cost, Products, layer_cost, products, seeded_weights
from posviz.model.embeddings import embed
from posviz.model.positional.sinusoidal import encode
from posviz.model.similarity import cosine
from posviz.state import State

ROWS = 6


@dataclass(frozen=True)
class Combine:
    """A word and a position, added and beside each other, before a matrix.

    Attributes
    ----------
    token, position, dimension
        What is selected.
    d, width, length
        Width of the table of words; d and L that the cost is counted for.
    seed
        Of the weights.
    x, p : ndarray of float64, shape (d,)
        Word and position; x is NaN for a word that has no vector.
    weights : ndarray of float64, shape (2, n, d)
        W1 and W2; W is W1.
    products
        W (x + p), [W W] [x; p] and [W1 W2] [x; p].
    cosine
        Of x and p; NaN where there is none.
    costs
        Of a layer at d and at 2 d.
    """

    token: str
    position: int
    dimension: int
    d: int
    width: int
    length: int
    seed: int
    x: NDArray[np.float64]
    p: NDArray[np.float64]
    weights: NDArray[np.float64]
    products: Products
    cosine: float
    costs: tuple[Cost, Cost]

    @property
    def known(self) -> bool:
        """Whether the word has a vector."""
        return not bool(np.isnan(self.x).any())


@lru_cache(maxsize=4)
def _weights(width: int, seed: int) -> NDArray[np.float64]:
    weights = seeded_weights(ROWS, width, seed)
    weights.flags.writeable = False
    return weights


def content_of(state: State) -> Combine:
    """Compute the content."""
    table = state.embeddings
    x = embed(table, table.vocabulary.ids_of([state.token]))[0]  # (d,)
    p = encode([state.position], table.width, state.base, state.layout)[0]  # (d,)
    weights = _weights(table.width, state.seed)  # (2, n, d)
    return Combine(
        token=state.token,
        position=state.position,
        dimension=state.dimension,
        d=table.width,
        width=state.width,
        length=state.length,
        seed=state.seed,
        x=x,
        p=p,
        weights=weights,
        products=products(weights[0], weights[1], x, p),
        cosine=cosine(x, p),
        costs=(layer_cost(state.width, state.length), layer_cost(2 * state.width, state.length)),
    )


def numbers_of(content: Combine) -> Numbers:
    """One line an output: the products, and the two parts of the free one."""
    found = content.products
    array = np.column_stack([found.added, found.tied, found.free, *found.parts])  # (n, 5)
    header = ("output", "W(x+p)", "[W W][x;p]", "[W1 W2][x;p]", "W1 x", "W2 p")
    return Numbers(array, header, ((i, *map(float, row)) for i, row in enumerate(array)))
