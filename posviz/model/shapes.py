"""How large each array is, what its size depends on, and what it takes in memory."""

from __future__ import annotations

import math
from dataclasses import dataclass

_BYTES_PER_VALUE = 4  # float32, in which models are commonly stored


@dataclass(frozen=True)
class Quantity:
    """One row of the Shapes panel.

    Parameters
    ----------
    symbol : str
        "E", "X", "one-hot" or "d".
    shape : tuple of int
        Rows and columns; one number for a single vector.
    depends_on : frozenset of str
        Which of "V", "L", "d" the shape changes with.
    """

    symbol: str
    shape: tuple[int, ...]
    depends_on: frozenset[str]

    @property
    def values(self) -> int:
        """How many numbers the array holds."""
        return math.prod(self.shape)

    @property
    def bytes(self) -> int:
        """Memory in bytes at float32, four per number, exact."""
        return self.values * _BYTES_PER_VALUE


def quantities(V: int, L: int, d: int) -> tuple[Quantity, ...]:
    """Return the sizes of E, X, the one-hot rows of a sentence, and one vector.

    Parameters
    ----------
    V, L, d : int
        Size of the vocabulary, length of the sentence, width of a vector.

    Returns
    -------
    tuple of Quantity
        E |V| x d, X L x d, one-hot L x |V|, and one vector of d numbers, in this order.

    Raises
    ------
    ValueError
        If V or d is below 1, or L below 0 (an empty sentence is a sentence).
    """
    for name, value, least in (("V", V, 1), ("L", L, 0), ("d", d, 1)):
        if value < least:
            raise ValueError(f"{name} is {value}; it must be at least {least}")
    V, L, d = int(V), int(L), int(d)  # numpy integers would overflow in the products
    return (
        Quantity("E", (V, d), frozenset("Vd")),
        Quantity("X", (L, d), frozenset("Ld")),
        Quantity("one-hot", (L, V), frozenset("LV")),
        Quantity("d", (d,), frozenset("d")),
    )
