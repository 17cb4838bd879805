"""One head of attention, from word vectors to its output, with every matrix on the way.

    Z = X + P,  Q = Z W_Q,  K = Z W_K,  V = Z W_V,
    scores = Q Kᵀ / sqrt(h) + bias,  A = softmax(scores) over the keys,  out = A V.

Source: Vaswani et al. 2017, section 3.2.1 and 3.4; Devlin et al. 2018, section 3.2, for the
block with LayerNorm; the schemes say theirs in :mod:`posviz.model.positional.in_attention`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posviz.model.input_layer import dropout, layer_norm
from posviz.model.positional.in_attention import Placement
from posviz.model.positional.learned import LearnedPositions
from posviz.model.positional.rotary import rotate
from posviz.model.positional.weights import random_weights

Floats = NDArray[np.float64]

Part = Literal[
    "X", "P", "T", "Z", "WQ", "WK", "WV", "Q", "K", "V", "QR", "KR", "bias", "scores", "A", "out"
]
"""The matrices of a pass. T: token types; QR and KR are Q and K after they were turned by RoPE."""

Term = Literal["all", "word-word", "word-position", "position-word", "position-position"]
"""The parts of a score: what of the query meets what of the key."""

DROPOUT = 0.1
"""The rate of the paper, section 5.4."""


@dataclass(frozen=True)
class Setup:
    """What a pass depends on besides its word vectors.

    Attributes
    ----------
    placement
        The scheme, whether there is a causal mask, and the seed of all that is random.
    head_width
        h, also called d_k.
    identity
        Whether W_Q, W_K and W_V are left out: q = k = v = z, so h = d.
    scaled
        Whether x is multiplied by sqrt(d). Not with a block.
    dropped
        Whether dropout acts on Z.
    block
        The trained positions, token types and LayerNorm that belong to the word vectors, if
        the scheme is learned positions; BERT's block. None: Z = X + P.
    """

    placement: Placement
    head_width: int = 64
    identity: bool = False
    scaled: bool = False
    dropped: bool = False
    block: LearnedPositions | None = None


@dataclass(frozen=True, eq=False)
class Pass:
    """Every matrix of one pass; None where the scheme has none. NaN: a word without a vector.

    Parameters
    ----------
    X, P, T : ndarray of float64, shape (L, d)
        Word vectors, already times sqrt(d) if that was asked for; rows of positions; rows of
        token types.
    of_words, of_positions : ndarray of float64, shape (L, d)
        What of Z comes from X, and from all the rest. With LayerNorm, at the mean and the
        deviation of the row as it is.
    Z : ndarray of float64, shape (L, d)
        Their sum: what the head reads.
    WQ, WK, WV : ndarray of float64, shape (d, h), or None
        None: identity.
    Q, K, V : ndarray of float64, shape (L, h)
    QR, KR : ndarray of float64, shape (L, h), or None
        Q and K turned to their positions.
    bias : ndarray of float64, shape (L, L), or None
        What is added to the scores.
    scores : ndarray of float64, shape (L, L)
        Query down, key across; −inf where the query must not see the key.
    A : ndarray of float64, shape (L, L)
        The weights; each row sums to 1.
    out : ndarray of float64, shape (L, h)
        A V.
    """

    X: Floats
    P: Floats | None
    T: Floats | None
    of_words: Floats
    of_positions: Floats
    Z: Floats
    WQ: Floats | None
    WK: Floats | None
    WV: Floats | None
    Q: Floats
    K: Floats
    V: Floats
    QR: Floats | None
    KR: Floats | None
    bias: Floats | None
    scores: Floats
    A: Floats
    out: Floats

    @property
    def length(self) -> int:
        """L."""
        return len(self.X)

    @property
    def head_width(self) -> int:
        """H."""
        return int(self.Q.shape[1])

    def part(self, name: Part) -> Floats | None:
        """Return a matrix by its name; None where this pass has none."""
        if name in ("WQ", "WK", "WV") and self.WQ is None:
            return np.eye(self.X.shape[1])
        found: Floats | None = getattr(self, name)
        return found

    @property
    def has_terms(self) -> bool:
        """Whether a score falls into four parts: only where positions are added to words."""
        return self.P is not None

    def term(self, name: Term, queries: slice = slice(None), keys: slice = slice(None)) -> Floats:
        """Return one of the four parts of the scores, (queries, keys), before any mask.

        ((x + p) W_Q) · ((x' + p') W_K) / sqrt(h) has four terms; "all" is their sum, q · k.
        """
        if name == "all":
            q, k = _or(self.QR, self.Q)[queries], _or(self.KR, self.K)[keys]
        else:
            of_query, of_key = name.split("-")
            sides = {"word": self.of_words, "position": self.of_positions}
            q = _times(sides[of_query][queries], self.WQ)
            k = _times(sides[of_key][keys], self.WK)
        product: Floats = q @ k.T / math.sqrt(self.head_width)
        return product


def forward(X: ArrayLike, setup: Setup) -> Pass:
    """Send word vectors through one head.

    Parameters
    ----------
    X : array_like, shape (L, d)
        Word vectors; L may be 0. A row of NaN (a word without a vector) keeps its position,
        but no query sees it, and its own rows stay NaN.

    Returns
    -------
    Pass

    Raises
    ------
    ValueError
        If X is no (L, d) with d from 1, or does not fit the block.
    IndexError
        If L is greater than the number of trained positions of the block.
    """
    words = np.array(X, dtype=np.float64)
    if words.ndim != 2 or not words.shape[1]:
        raise ValueError(f"X has shape {words.shape}; it must be (L, d)")
    L, d = words.shape
    place = setup.placement
    P: Floats | None
    T: Floats | None = None
    if setup.block is None:
        words = words * math.sqrt(d) if setup.scaled else words
        P = place.added(L, d)
        of_words, of_positions = words, np.zeros((L, d)) if P is None else P
    else:
        P = setup.block.encode(range(L))
        T = np.tile(setup.block.token_types[0].astype(np.float64), (L, 1))
        of_words, of_positions = _normed_parts(words, P + T, setup.block)
    if setup.dropped:
        # The same numbers fall out of both parts, as they do of the sum.
        of_words, of_positions = (
            dropout(part, DROPOUT, place.seed) for part in (of_words, of_positions)
        )
    Z = of_words + of_positions  # (L, d)

    h = d if setup.identity else setup.head_width
    WQ, WK, WV = (
        None if setup.identity else random_weights(d, h, place.seed, which) for which in range(3)
    )
    Q, K, V = _times(Z, WQ), _times(Z, WK), _times(Z, WV)  # (L, h)
    QR, KR = _turned(Q, place), _turned(K, place)
    bias = place.bias(L)
    known = np.logical_not(np.isnan(Z).any(axis=1))  # (L,)
    allowed = np.broadcast_to(known, (L, L))
    if place.causal:
        allowed = allowed & np.tri(L, dtype=bool)
    scores = _or(QR, Q) @ _or(KR, K).T / math.sqrt(h)  # (L, L)
    if bias is not None:
        scores += bias
    scores = np.where(allowed, scores, -np.inf)
    scores[~known] = np.nan
    A = softmax(scores)
    out = A @ np.where(known.reshape(-1, 1), V, 0.0)  # (L, h)
    return Pass(
        words, P, T, of_words, of_positions, Z, WQ, WK, WV, Q, K, V, QR, KR, bias, scores, A, out
    )


def softmax(scores: ArrayLike) -> Floats:
    """Turn each row of scores into weights that sum to 1.

    Parameters
    ----------
    scores : array_like, shape (..., n)
        Any finite numbers, however large; −inf gets the weight 0 exactly. At least one number
        of a row is not −inf. A row with NaN becomes NaN.

    Returns
    -------
    ndarray of float64, shape (..., n)
        exp(s) / sum of exp(s), computed from differences to the largest score.
    """
    s = np.asarray(scores, dtype=np.float64)
    if not s.size:
        return s.copy()
    with np.errstate(over="ignore", under="ignore"):  # −1e308 less 1e308 is −inf: weight 0
        powers = np.exp(s - s.max(axis=-1, keepdims=True))
        weights: Floats = powers / powers.sum(axis=-1, keepdims=True)
    return weights


def _normed_parts(words: Floats, rest: Floats, block: LearnedPositions) -> tuple[Floats, Floats]:
    """Split LayerNorm(words + rest), which is linear once mean and deviation are known."""
    Z = layer_norm(words + rest, block.norm_weight, block.norm_bias, block.norm_epsilon)
    variance = (words + rest).var(axis=1, keepdims=True)  # (L, 1)
    of_words: Floats = (words - words.mean(axis=1, keepdims=True)) * (
        block.norm_weight / np.sqrt(variance + block.norm_epsilon)
    )
    return of_words, Z - of_words


def _turned(rows: Floats, placement: Placement) -> Floats | None:
    """Return rows of a head turned to their positions, or None where the scheme turns none."""
    speeds = placement.speeds(rows.shape[1])
    if speeds is None:
        return None
    turned = rows.copy()
    if speeds.size:
        even = 2 * speeds.size
        turned[:, :even] = rotate(rows[:, :even], np.arange(len(rows)), speeds=speeds)
    return turned


def _times(rows: Floats, weights: Floats | None) -> Floats:
    return rows if weights is None else rows @ weights


def _or(first: Floats | None, second: Floats) -> Floats:
    return second if first is None else first
