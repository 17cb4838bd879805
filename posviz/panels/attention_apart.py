"""One score and one output of a head taken apart, with every number on the way."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from posviz.model.attention import Pass
from posviz.panels.attention_content import MOST_ROWS, Attention

Floats = NDArray[np.float64]
Seen = Literal["yes", "later", "no query vector", "no key vector"]
"""Whether the query sees the key, or why not."""


@dataclass(frozen=True)
class ScoreParts:
    """One score taken apart.

    Attributes
    ----------
    query, key
        Which one.
    q, k
        The rows whose dot product it is, (h,): the turned ones where RoPE turns them.
    unturned
        The rows before they were turned, or None.
    products
        q times k, entry by entry, (h,).
    dot, scaled, bias
        Their sum, that divided by sqrt(h), and what is added to it, or None.
    score
        What comes of it, before the mask.
    seen
        Whether the query sees the key.
    largest, total
        The largest score that the query sees, and the sum of exp(score − largest).
    weight
        The weight of the key; NaN for a query without a vector.
    terms
        The four parts of `scaled`, or None.
    """

    query: int
    key: int
    q: Floats
    k: Floats
    unturned: tuple[Floats, Floats] | None
    products: Floats
    dot: float
    scaled: float
    bias: float | None
    score: float
    seen: Seen
    largest: float
    total: float
    weight: float
    terms: tuple[float, ...] | None


@dataclass(frozen=True)
class OutputParts:
    """One output taken apart: out = the sum of weight times v.

    Attributes
    ----------
    query
        Which one.
    keys, weights, rows
        Keys in the order of the sentence, (n,), their weights, (n,), and their v, (n, h).
    others, rest, mean
        How many keys are left out, their weight together, and the weighted mean of their v,
        (h,); NaN where that weight is 0.
    out
        The output, (h,).
    twin, apart
        The nearest other position of the same word, and how far its output is from this one:
        the largest difference of two numbers. −1 and 0 where there is none.
    """

    query: int
    keys: tuple[int, ...]
    weights: Floats
    rows: Floats
    others: int
    rest: float
    mean: Floats
    out: Floats
    twin: int
    apart: float

    @property
    def bar_level(self) -> float:
        """The weight whose bar is full: 1, or the largest one shown where most are left out."""
        if not self.others:
            return 1.0
        return float(np.nan_to_num(self.weights).max(initial=0.0)) or 1.0


def score_parts(content: Attention, query: int, key: int) -> ScoreParts:
    """Take the score of a query and a key apart."""
    head = content.head
    turned = head.QR is not None and head.KR is not None
    Q, K = (head.QR, head.KR) if turned else (head.Q, head.K)
    assert Q is not None
    assert K is not None
    q, k = Q[query], K[key]  # (h,)
    products = q * k
    dot = float(products.sum())
    scaled = dot / math.sqrt(head.head_width)
    bias = None if head.bias is None else float(head.bias[query, key])
    row = head.scores[query]  # (L,)
    largest = float(row.max())
    terms = content.views.terms
    return ScoreParts(
        query=query,
        key=key,
        q=q,
        k=k,
        unturned=(head.Q[query], head.K[key]) if turned else None,
        products=products,
        dot=dot,
        scaled=scaled,
        bias=bias,
        score=scaled if bias is None else scaled + bias,
        seen=_seen(head, query, key),
        largest=largest,
        total=float(np.exp(row - largest).sum()),
        weight=float(head.A[query, key]),
        terms=None if terms is None else tuple(terms[:, query, key].tolist()),
    )


def output_parts(content: Attention, query: int, key: int) -> OutputParts:
    """Take the output of a query apart; `key` is shown however small its weight."""
    head = content.head
    A = head.A[query]  # (L,)
    L = len(A)
    chosen = np.arange(L)
    if L > MOST_ROWS:
        order = np.nan_to_num(A)
        order[key] = 2.0
        chosen = np.sort(np.argsort(-order, kind="stable")[: MOST_ROWS - 1])
    left = np.ones(L, dtype=bool)
    left[chosen] = False
    left &= A > 0  # weights of 0 add nothing, and may belong to words without a vector
    rest = float(A[left].sum())
    mean = A[left] @ head.V[left] / rest if rest else np.full(head.head_width, np.nan)  # (h,)
    word = content.words[query]
    same = [at for at, other in enumerate(content.words) if other == word and at != query]
    twin = min(same, key=lambda at: abs(at - query), default=-1)
    return OutputParts(
        query=query,
        keys=tuple(chosen.tolist()),
        weights=A[chosen],
        rows=head.V[chosen],
        others=L - len(chosen),
        rest=rest,
        mean=mean,
        out=head.out[query],
        twin=twin,
        apart=0.0 if twin < 0 else float(np.abs(head.out[twin] - head.out[query]).max()),
    )


def _seen(head: Pass, query: int, key: int) -> Seen:
    if np.isnan(head.Q[query]).any():
        return "no query vector"
    if np.isnan(head.K[key]).any():
        return "no key vector"
    return "later" if np.isneginf(head.scores[query, key]) else "yes"
