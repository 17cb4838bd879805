"""Solvers of the generated questions: each reads the text alone and goes another way."""

from __future__ import annotations

import cmath
import math
import re
import struct
from collections.abc import Callable
from functools import lru_cache

import numpy as np

from posviz.lesson.quiz import Question

_BASE = 10_000.0


def number_of(text: str) -> float:
    """The first number of a text, as shown on screen."""
    found = re.search(r"[+−]?\d[\d\u202f]*(\.\d+)?", text)
    assert found
    return float(found[0].replace("\u202f", "").replace("−", "-"))


def numbers_of(text: str) -> list[float]:
    text = re.sub(r"(?<=\d)[\u202f ](?=\d{3}(?!\d))", "", text)
    return [number_of(part) for part in re.findall(r"[+−]?\d+(?:\.\d+)?", text)]


def bytes_of(text: str) -> float:
    unit = {"B": 0, "KiB": 1, "MiB": 2, "GiB": 3}[text.split()[-1]]
    return number_of(text) * math.prod([1024.0] * unit)


def turned(p: float, pair: float, d: float) -> float:
    """An angle, its frequency made by dividing again and again."""
    root = math.exp(math.log(_BASE) * 2 / d)
    for _ in range(int(pair)):
        p /= root
    return p


def table_entry(q: Question) -> float:
    p, column, d, _base = numbers_of(q.text)
    angle = turned(p, column // 2, d)
    return math.sin(angle) if column % 2 == 0 else math.sin(angle + math.pi / 2)


def wavelength(q: Question) -> float:
    pair, d, _base = numbers_of(q.text)
    return 2 * math.pi / turned(1.0, pair, d)


def unfinished_turns(q: Question) -> float:
    d, _base, pairs, *_rest, last = numbers_of(q.text)
    return sum(turned(last, pair, d) < 2 * math.pi for pair in range(int(pairs)))


def shift_entry(q: Question) -> float:
    k, d, _base, pair = numbers_of(q.text)
    w = turned(1.0, pair, d)
    # sin((p + k) w) = a sin(p w) + b cos(p w) at two places p, solved for a and b.
    rows = [[math.sin(p * w), math.cos(p * w)] for p in (1, 2)]
    a, b = np.linalg.solve(rows, [math.sin((p + k) * w) for p in (1, 2)])
    return float(b if "By what is the cosine" in q.text else a)


def float_position(q: Question) -> float:
    p = int(number_of(q.text))
    if "bfloat16" not in q.text:
        return float(struct.unpack("e", struct.pack("e", p))[0])
    held = [m << e for e in range(8) for m in range(128, 257)]
    nearest = min(abs(h - p) for h in held)
    # Of two that are equally near, the one whose last bit is 0 ends with more zeros.
    return max((h for h in held if abs(h - p) == nearest), key=lambda h: h & -h)


def byte_pairs(q: Question) -> float:
    found = re.search(r"“(\w+)”.*order: (.*)\. How", q.text)
    assert found
    pieces = list(found[1])
    for merge in found[2].split(", "):
        left, right = merge.split(" + ")
        joined: list[str] = []
        for piece in pieces:
            if joined and (joined[-1], piece) == (left, right):
                joined[-1] = left + right
            else:
                joined.append(piece)
        pieces = joined
    return len(pieces)


def cosine_of_two(q: Question) -> float:
    values = numbers_of(q.text)
    a, b = values[:3], values[3:]
    unit = [[x / math.sqrt(sum(y * y for y in v)) for x in v] for v in (a, b)]
    # |a − b|² = 2 − 2 cos for vectors of length 1
    return 1 - math.dist(*unit) ** 2 / 2


def nearest_row(q: Question) -> float:
    query = numbers_of(q.text.partition("(")[2])

    def angle(choice: str) -> float:
        row = numbers_of(choice)
        unit = [[x / math.hypot(*v) for x in v] for v in (query, row)]
        return 2 * math.asin(math.dist(*unit) / 2)

    ranked = sorted(q.choices, key=angle)
    assert angle(ranked[1]) - angle(ranked[0]) > 0.02
    return float(q.choices.index(ranked[0]))


def shape_of_input(q: Question) -> str:
    V, L, d = (int(x) for x in numbers_of(q.text))
    name = q.text.rpartition("shape of ")[2]
    rows, columns = {"the t": (V, d), "X, th": (L, d), "the o": (L, V)}[name[:5]]
    return f"{rows} × {columns}"


def shape_of_head(q: Question) -> str:
    L, d, heads = (int(x) for x in numbers_of(q.text))
    return f"{L} × {L}" if "scores" in q.text else f"{L} × {d // heads}"


def bytes_of_table(q: Question) -> float:
    rows, d = numbers_of(q.text)[:2]
    return len(struct.pack("f", 0.0)) * rows * d


def one_hot_ratio(q: Question) -> float:
    L, V, d = numbers_of(q.text)[:3]
    return (L * V * 4) / (L * d * 4)


@lru_cache
def spread(d: int) -> float:
    chance = np.random.default_rng(5)
    a, b = chance.standard_normal((2, 4000, d))
    products = (a * b).sum(axis=1) / np.linalg.norm(a, axis=1) / np.linalg.norm(b, axis=1)
    return float(products.std())


def softmax_weight(q: Question) -> float:
    a, b, c = numbers_of(q.text)[:3]
    return 1 / (1 + math.exp(b - a) + math.exp(c - a))


def score_scale(q: Question) -> float:
    d, heads = numbers_of(q.text)
    return math.exp(math.log(d / heads) / 2)


def causal_keys(q: Question) -> float:
    L, i, _zero = numbers_of(q.text)
    return len([key for key in range(int(L)) if not key > i])


def rope_turn(q: Question) -> complex:
    d, _base, pair, m, a, b = numbers_of(q.text)
    return complex(a, b) * cmath.exp(1j * turned(m, pair, d))


def alibi_slope(q: Question) -> float:
    heads, head, _zero = (int(x) for x in numbers_of(q.text))

    def powers(n: int) -> list[float]:
        start = 2.0 ** -(2.0 ** -(math.log2(n) - 3))
        return [start ** (i + 1) for i in range(n)]

    # As in the authors' code, which calls itself for the next power of two.
    lower = 2 ** math.floor(math.log2(heads))
    return (powers(lower) + powers(2 * lower)[0::2])[head]


def t5_bucket(q: Question) -> float:
    *_rest, distance = numbers_of(q.text)
    # As in T5's released code, with its logarithm.
    far = 8 + int(math.log(distance / 8) / math.log(128 / 8) * 8 + 1e-9) if distance >= 8 else 0
    return (16 if "after" in q.text else 0) + (distance if distance < 8 else min(far, 15))


SOLVERS: dict[str, tuple[Callable[[Question], float | complex | str], float]] = {
    "byte-pair-count": (byte_pairs, 0),
    "cosine-of-two": (cosine_of_two, 0.0051),
    "nearest-row": (nearest_row, 0),
    "shape-of-input": (shape_of_input, 0),
    "bytes-of-table": (bytes_of_table, 0.006),
    "one-hot-ratio": (one_hot_ratio, 1e-5),
    "random-cosine": (lambda q: spread(int(number_of(q.text))), 0.05),
    "table-entry": (table_entry, 0.0051),
    "wavelength": (wavelength, 0.001),
    "unfinished-turns": (unfinished_turns, 0),
    "shift-entry": (shift_entry, 0.0051),
    "float-position": (float_position, 0),
    "learned-parameters": (lambda q: math.prod(numbers_of(q.text)), 0),
    "shape-of-head": (shape_of_head, 0),
    "softmax-weight": (softmax_weight, 0.0051),
    "score-scale": (score_scale, 0.005),
    "causal-keys": (causal_keys, 0),
    "rope-turn": (rope_turn, 0.0073),
    "alibi-slope": (alibi_slope, 0.005),
    "t5-bucket": (t5_bucket, 0),
}
"""How each kind is solved, and how far off a shown number may be by its rounding."""

_RELATIVE = {"bytes-of-table", "wavelength", "score-scale", "alibi-slope", "random-cosine"}


def read(question: Question, choice: str) -> float | complex | str:
    if question.id == "rope-turn":
        return complex(*numbers_of(choice))
    if question.id == "bytes-of-table":
        return bytes_of(choice)
    if question.id.startswith("shape"):
        return choice.replace("\u202f", "")
    return number_of(choice)


def solves(question: Question, choice: str, found: float | complex | str, limit: float) -> bool:
    shown = read(question, choice)
    if isinstance(shown, str) or isinstance(found, str):
        return shown == found
    return abs(shown - found) <= limit * (abs(found) if question.id in _RELATIVE else 1)
