"""Shifting the sinusoidal encoding: one matrix M_k moves the row of any position k on.

With w_i the frequency of pair i, M_k turns each pair (sine, cosine) by the angle k · w_i:

    [sin((p + k) w_i)]   [ cos(k w_i)  sin(k w_i)] [sin(p w_i)]
    [cos((p + k) w_i)] = [−sin(k w_i)  cos(k w_i)] [cos(p w_i)]

p stands on the right alone, so M_k is the same for every position. With odd d the last sine
has no cosine beside it: sin((p + k) w) needs cos(p w), which is not in the row, so no matrix
moves that column exactly. Here it is multiplied by cos(k w), which leaves sin(k w) cos(p w).

Source: Vaswani et al. 2017, section 3.5: "for any fixed offset k, PE(pos+k) can be
represented as a linear function of PE(pos)".
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from posviz.model.positional.learned import minilm_positions
from posviz.model.positional.sinusoidal import (
    Layout,
    encode,
    frequencies,
    sine_and_cosine_columns,
    table,
)

_BLOCK = 1 << 17
FEWEST_FITTED = 64
"""Rows that a fit needs at least; with fewer its error says nothing."""
_DAMPINGS = 10.0 ** np.arange(-4, 3)


def angles(shift: int, width: int, base: float = 10_000.0) -> NDArray[np.float64]:
    """Angle that each pair is turned by, k · w_i, in radians.

    Returns
    -------
    ndarray of float64, shape (ceil(d/2),)
        The last is that of the lone sine when d is odd.

    Raises
    ------
    ValueError
        If width or base is out of range.
    """
    turn: NDArray[np.float64] = shift * frequencies(width, base)  # (ceil(d/2),)
    return turn


def blocks(shift: int, width: int, base: float = 10_000.0) -> NDArray[np.float64]:
    """Give the rotations on the diagonal of M_k, each to be applied to (sine, cosine).

    Returns
    -------
    ndarray of float64, shape (floor(d/2), 2, 2)
        Rotation matrices. A lone sine has none.

    Raises
    ------
    ValueError
        If width or base is out of range.
    """
    turn = angles(shift, width, base)[: width // 2]  # (floor(d/2),)
    c, s = np.cos(turn), np.sin(turn)
    return np.stack([c, s, -s, c], axis=-1).reshape(-1, 2, 2)


def shifted(
    rows: NDArray[np.float64],
    shift: int,
    base: float = 10_000.0,
    layout: Layout = "interleaved",
) -> NDArray[np.float64]:
    """Apply M_k to rows of the table.

    Parameters
    ----------
    rows : ndarray of float64, shape (n, d)
        Rows of encodings, whatever their positions.
    shift : int
        k, also negative.
    base, layout
        As of the table.

    Returns
    -------
    ndarray of float64, shape (n, d)
        M_k applied to each row. A lone sine is multiplied by cos(k w) alone.

    Raises
    ------
    ValueError
        If base or layout is out of range.
    """
    width = rows.shape[1]
    turn = angles(shift, width, base)  # (ceil(d/2),)
    paired = width // 2
    sines, cosines = sine_and_cosine_columns(width, layout)
    moved = np.empty_like(rows)  # (n, d)
    moved[:, sines] = rows[:, sines] * np.cos(turn)
    moved[:, sines][:, :paired] += rows[:, cosines] * np.sin(turn[:paired])
    moved[:, cosines] = rows[:, cosines] * np.cos(turn[:paired])
    moved[:, cosines] -= rows[:, sines][:, :paired] * np.sin(turn[:paired])
    return moved


@dataclass(frozen=True)
class Largest:
    """How far M_k · PE(p) is from PE(p + k) at most, over some positions p.

    Attributes
    ----------
    positions
        How many positions p were computed.
    paired
        Largest difference over all columns that belong to a whole pair; 0 if there is none.
    lone
        Largest difference in the column of the lone sine; None without one.
    """

    positions: int
    paired: float
    lone: float | None


def differences(
    moved: NDArray[np.float64], rows: NDArray[np.float64], layout: Layout = "interleaved"
) -> Largest:
    """Compare moved rows with the rows that they should be, both (n, d)."""
    apart = np.abs(moved - rows)  # (n, d)
    lone = None
    if rows.shape[1] % 2:
        column = range(rows.shape[1])[sine_and_cosine_columns(rows.shape[1], layout)[0]][-1]
        lone = float(apart[:, column].max(initial=0))
        apart = np.delete(apart, column, axis=1)
    return Largest(len(rows), float(apart.max(initial=0)), lone)


def largest_difference(
    shift: int, length: int, width: int, base: float = 10_000.0, most: int | None = None
) -> Largest:
    """Apply one M_k to the rows 0 .. L − 1 and compare each with the row k further on.

    Parameters
    ----------
    shift, length, width, base
        k, L, d and the base.
    most : int, optional
        The most positions to compute. When L is larger, they lie evenly from 0 to L − 1.

    Raises
    ------
    ValueError
        If length is below 1, or width or base is out of range.
    """
    if length < 1:
        raise ValueError(f"The length L must be a whole number from 1, not {length}.")
    count = length if most is None else max(1, min(length, most))
    positions = np.linspace(0, length - 1, count).round()  # (n,)
    paired, lone = 0.0, 0.0
    each = max(1, _BLOCK // width)
    for first in range(0, count, each):
        p = positions[first : first + each]
        found = differences(
            shifted(encode(p, width, base), shift, base), encode(p + shift, width, base)
        )
        paired, lone = max(paired, found.paired), max(lone, found.lone or 0.0)
    return Largest(count, paired, lone if width % 2 else None)


@dataclass(frozen=True)
class Fit:
    """One matrix fitted to take every row p of a table to row p + k.

    Errors are ‖predicted − true‖ / ‖true‖ over all rows of a half: 0 is exact, 1 is no better
    than rows of zeros.

    Attributes
    ----------
    fitted_rows, held_out_rows
        How many p the fit saw (the even ones), and how many it did not (the odd ones).
    fitted, held_out
        Errors of the plain least-squares fit, of smallest norm where there are many.
    damped
        Error on the rows held out with the damping, of several powers of ten, that is best
        for these very rows: the fit is flattered, not wronged.
    unmoved
        Error on the rows held out when row p itself is taken for row p + k.
    """

    fitted_rows: int
    held_out_rows: int
    fitted: float
    held_out: float
    damped: float
    unmoved: float


def fit(rows: NDArray[np.float64], shift: int) -> Fit | None:
    """Fit one matrix by least squares to half of the rows, and try it on the other half.

    Parameters
    ----------
    rows : ndarray of float64, shape (L, d)
        Row p is that of position p.
    shift : int
        k, also negative.

    Returns
    -------
    Fit or None
        None for k = 0, where the identity does it for any table, and where fewer than
        `FEWEST_FITTED` rows have a row k further on in either half.
    """
    start = rows[max(0, -shift) : len(rows) - max(0, shift)]  # (n, d)
    end = rows[max(0, shift) : len(rows) + min(0, shift)]  # (n, d)
    if shift == 0 or len(start) < 2 * FEWEST_FITTED:
        return None
    even = (np.arange(len(start)) + max(0, -shift)) % 2 == 0  # (n,)
    X, Y, X_out, Y_out = start[even], end[even], start[~even], end[~even]
    U, s, Vt = np.linalg.svd(X, full_matrices=False)
    kept = s > s[0] * max(X.shape) * np.finfo(np.float64).eps  # as numpy's own rank
    along, out = U.T @ Y, X_out @ Vt.T  # (r, d), (n, r)

    def predicted(inputs: NDArray[np.float64], damping: float) -> NDArray[np.float64]:
        gain = np.divide(s, s**2 + damping, out=np.zeros_like(s), where=kept)  # (r,)
        found: NDArray[np.float64] = inputs @ (gain[:, np.newaxis] * along)  # (n, d)
        return found

    return Fit(
        fitted_rows=len(X),
        held_out_rows=len(X_out),
        fitted=_error(predicted(U * s, 0.0), Y),
        held_out=_error(predicted(out, 0.0), Y_out),
        damped=min(_error(predicted(out, float(damping)), Y_out) for damping in _DAMPINGS),
        unmoved=_error(X_out, Y_out),
    )


@dataclass(frozen=True)
class Contrast:
    """The same fit over trained positions and over sinusoids of the same size.

    Attributes
    ----------
    learned, sinusoidal
        The fits.
    exact
        Error of M_k itself on the sinusoids that were held out.
    length, width
        Size of both tables.
    """

    learned: Fit
    sinusoidal: Fit
    exact: float
    length: int
    width: int


def contrast(shift: int) -> Contrast | None:
    """Fit one M_k to the shipped trained positions, and to sinusoids; None as of `fit`."""
    trained = minilm_positions()
    sines = table(trained.length, trained.width)  # (L, d)
    learned, sinusoidal = fit(trained.matrix.astype(np.float64), shift), fit(sines, shift)
    if learned is None or sinusoidal is None:
        return None
    first = max(0, -shift) | 1
    p = np.arange(first, trained.length - max(0, shift), 2)  # the odd ones
    exact = _error(shifted(sines[p], shift), sines[p + shift])
    return Contrast(learned, sinusoidal, exact, trained.length, trained.width)


def _error(predicted: NDArray[np.float64], true: NDArray[np.float64]) -> float:
    return float(np.linalg.norm(predicted - true) / np.linalg.norm(true))
