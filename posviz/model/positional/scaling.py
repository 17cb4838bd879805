"""Longer texts for a model with rotary positions: turning its pairs more slowly.

A pair that has not finished a turn within the training length L meets angles beyond it that
it has never seen. Each method brings these pairs back into the angles they know:

- position interpolation divides all speeds by s (Chen et al. 2023, section 2.2);
- NTK-aware scaling raises the base, so the fastest pair stays as it is and the slowest is
  divided by s (bloc97 2023; Peng et al. 2023, section 3.1);
- YaRN divides the pairs that turn less than once in L, leaves those that turn more than 32
  times, mixes between, and sharpens attention (Peng et al. 2023, sections 3.2 to 3.4).
"""

from __future__ import annotations

import math
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from posviz.model.positional.sinusoidal import frequencies

Extension = Literal["none", "interpolation", "ntk", "yarn"]
FEWEST_TURNS, MOST_TURNS = 1.0, 32.0
"""Alpha and beta of YaRN, as its authors recommend for Llama."""


def turns(speeds: NDArray[np.float64], length: float) -> NDArray[np.float64]:
    """Turns that each pair makes within a length: length · w / 2π, (pairs,)."""
    return speeds * (length / (2 * math.pi))


def ntk_base(base: float, factor: float, width: int) -> float:
    """Base of NTK-aware scaling: b · s^(d / (d − 2)).

    Raises
    ------
    ValueError
        If d is below 3: a single pair has no ladder to stretch.
    """
    if width < 3:
        raise ValueError(f"The width must be from 3, not {width}.")
    return float(base * factor ** (width / (width - 2)))


def attention_factor(factor: float) -> float:
    """YaRN's factor for q and for k: 0.1 ln(s) + 1; so scores grow by its square."""
    return 0.1 * math.log(factor) + 1


def stretched(
    extension: Extension, width: int, base: float, factor: float, length: int
) -> NDArray[np.float64]:
    """Angle that each pair turns per position after an extension.

    Parameters
    ----------
    extension : {"none", "interpolation", "ntk", "yarn"}
        The method.
    width, base
        Of the rotary positions as trained.
    factor : float
        s, from 1: how many times longer the texts get.
    length : int
        L, the training length.

    Returns
    -------
    ndarray of float64, shape (ceil(d/2),)
        Radians per position.

    Raises
    ------
    ValueError
        If the factor is below 1, or width or base is out of range.

    Notes
    -----
    YaRN mixes by the number of turns, as the paper defines it. Its released code draws the
    ramp straight over the pair's number instead, between the same two ends, rounded outwards.
    """
    if not factor >= 1:
        raise ValueError(f"The factor must be a number from 1, not {factor}.")
    speeds = frequencies(width, base)
    if extension == "none" or factor == 1:
        return speeds
    if extension == "interpolation":
        return speeds / factor
    if extension == "ntk":
        return frequencies(width, ntk_base(base, factor, width)) if width > 2 else speeds
    seen = turns(speeds, length)
    kept = np.clip((seen - FEWEST_TURNS) / (MOST_TURNS - FEWEST_TURNS), 0, 1)
    mixed: NDArray[np.float64] = (1 - kept) * speeds / factor + kept * speeds
    return mixed
