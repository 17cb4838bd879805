"""One head of attention over single numbers, from a State: what the matrices must be."""

from __future__ import annotations

import cmath
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from posviz.model.positional.learned import minilm_positions
from posviz.state import State

Rows = list[list[float]]


def parts_by_loops(state: State) -> dict[str, Rows | None]:
    """All matrices of the pass of a sentence whose words are all in the table."""
    table = state.embeddings
    ids = [table.vocabulary.id_of(word) for word in state.tokens]
    L, d = len(ids), table.width
    block = minilm_positions() if (state.table, state.scheme) == ("minilm", "learned") else None
    factor = math.sqrt(d) if state.scale and block is None else 1.0
    X = [[float(table.matrix[id_, j]) * factor for j in range(d)] for id_ in ids]
    P = _positions(state, L, d)
    T = None if block is None else [[float(v) for v in block.token_types[0]] for _ in range(L)]
    Z = [[math.fsum(m[i][j] for m in (X, P, T) if m) for j in range(d)] for i in range(L)]
    if block is not None:
        Z = [_normed(row, block) for row in Z]
    if state.dropout:
        drawn = np.random.default_rng(state.seed).random((L, d))
        Z = [[0.0 if drawn[i, j] < 0.1 else Z[i][j] / 0.9 for j in range(d)] for i in range(L)]
    h = d if state.identity_weights else state.head_width
    maps = [
        [[float(i == j) for j in range(d)] for i in range(d)]
        if state.identity_weights
        else np.random.default_rng((state.seed, which)).normal(0, 1 / d**0.5, (d, h)).tolist()
        for which in range(3)
    ]
    Q, K, V = (
        [[math.fsum(z[i] * W[i][j] for i in range(d)) for j in range(h)] for z in Z] for W in maps
    )
    turns = state.scheme == "rotary"
    QR, KR = (_turned(rows, state.base) if turns else None for rows in (Q, K))
    bias = _bias(state, L)
    scores: Rows = []
    for i in range(L):
        scores.append([])
        for j in range(L):
            dot = math.fsum(a * b for a, b in zip((QR or Q)[i], (KR or K)[j], strict=True))
            score = dot / math.sqrt(h) + (bias[i][j] if bias else 0.0)
            scores[-1].append(-math.inf if state.causal and j > i else score)
    A = []
    for row in scores:
        total = math.fsum(math.exp(s) for s in row)
        A.append([math.exp(s) / total for s in row])
    out = [[math.fsum(A[i][n] * V[n][j] for n in range(L)) for j in range(h)] for i in range(L)]
    found: dict[str, Rows | None] = dict(zip(("WQ", "WK", "WV"), maps, strict=True))
    found |= {"X": X, "P": P, "T": T, "Z": Z, "Q": Q, "K": K, "V": V, "QR": QR, "KR": KR}
    return found | {"bias": bias, "scores": scores, "A": A, "out": out}


def _positions(state: State, L: int, d: int) -> Rows | None:
    if state.scheme == "learned":
        if state.table == "minilm":
            return [[float(v) for v in row] for row in minilm_positions().matrix[:L]]
        rows: Rows = np.random.default_rng((state.seed, 12)).normal(0, 1 / d**0.5, (L, d)).tolist()
        return rows
    if state.scheme != "sinusoidal":
        return None
    assert state.layout == "interleaved"
    return [
        [
            (math.sin if j % 2 == 0 else math.cos)(p / state.base ** ((j - j % 2) / d))
            for j in range(d)
        ]
        for p in range(L)
    ]


def _normed(row: Sequence[float], block: Any) -> list[float]:
    mean = math.fsum(row) / len(row)
    deviation = math.sqrt(math.fsum((v - mean) ** 2 for v in row) / len(row) + block.norm_epsilon)
    return [
        (v - mean) / deviation * float(w) + float(b)
        for v, w, b in zip(row, block.norm_weight, block.norm_bias, strict=True)
    ]


def _turned(rows: Rows, base: float) -> Rows:
    turned = [list(row) for row in rows]
    for position, row in enumerate(turned):
        even = len(row) - len(row) % 2
        for k in range(0, even, 2):
            hand = complex(row[k], row[k + 1]) * cmath.exp(1j * position * base ** (-k / even))
            row[k], row[k + 1] = hand.real, hand.imag
    return turned


def _bias(state: State, L: int) -> Rows | None:
    if state.scheme == "alibi":
        assert state.heads == 8
        slope = 2.0 ** -(state.head + 1)
        return [[-slope * abs(i - j) for j in range(L)] for i in range(L)]
    if state.scheme != "t5":
        return None
    assert L <= 8
    drawn = np.random.default_rng((state.seed, 11, state.head)).standard_normal(32)
    later = 0 if state.causal else 16  # a decoder has one bucket for all that is hidden
    return [
        [float(drawn[i - j if j <= i else (later + j - i if later else 0)]) for j in range(L)]
        for i in range(L)
    ]
