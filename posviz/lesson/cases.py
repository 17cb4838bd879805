"""What an exercise asks of a function: its hidden cases, and what typical slips would give."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from posviz.language import tr

Floats = NDArray[np.float64]

BASE = 10_000.0
"""The base of the paper, and the default of the functions that take one."""
_FEW = 8


@dataclass(frozen=True, eq=False)
class Case:
    """One call and what must come of it.

    Parameters
    ----------
    arguments : tuple
        Whole and other numbers, and arrays.
    expected : ndarray or type of exception
        What the call returns, or raises.
    accepts : callable, optional
        Whether another result is as right; asked where the numbers differ.
    """

    arguments: tuple[Any, ...]
    expected: NDArray[Any] | type[Exception]
    accepts: Callable[[Floats], bool] | None = None


@dataclass(frozen=True)
class Slip:
    """A typical mistake.

    Attributes
    ----------
    text
        What it looks like and how things should be, in a sentence or two.
    make
        Called with a case's arguments: what code with this mistake returns.
    """

    text: str
    make: Callable[..., Any]


@dataclass(frozen=True)
class Task:
    """What is asked of a function.

    Attributes
    ----------
    names
        Its arguments, in order.
    shape
        The shape of its result in letters: "(L, d)".
    cases
        In the order in which they are tried and told of.
    slips
        The first one that explains a wrong result is told.
    whole
        Whether the numbers must be whole in type, since they are used as ids.
    """

    names: tuple[str, ...]
    shape: str
    cases: tuple[Case, ...]
    slips: tuple[Slip, ...]
    whole: bool = False

    def told(self, case: Case) -> str:
        """Return the arguments of a case as it is told of: small ones whole, arrays by shape."""
        return ", ".join(map(_told, self.names, case.arguments))


def _told(name: str, value: Any) -> str:
    if not isinstance(value, np.ndarray):
        return f"{name} = {value:g}".replace("-", "−")
    if value.dtype.kind == "i" and value.size <= _FEW:
        return f"{name} = {value.tolist()}".replace("-", "−")
    return tr("{name} of shape {shape}").format(name=name, shape=value.shape)


def given(base: float) -> tuple[float, ...]:
    """Return what is passed for a base: nothing for that of the paper, so the default is tried."""
    return () if base == BASE else (base,)


def numbers(seed: int, *shape: int) -> Floats:
    """Return numbers without a pattern, around 0 and about 1 in size, none of them round."""
    return np.random.default_rng(seed).standard_normal(shape)


def ids(*values: int) -> NDArray[np.int64]:
    """Return ids or positions as an array, (L,)."""
    return np.array(values, dtype=np.int64)


def once(values: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return ids without those that came before."""
    return ids(*dict.fromkeys(values.tolist()))
