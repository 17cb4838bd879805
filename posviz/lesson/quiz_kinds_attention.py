"""Generated questions about attention and the positions that act inside it."""

from __future__ import annotations

import math
from random import Random
from typing import Any

import numpy as np

from posviz.language import marked, tr
from posviz.lesson.quiz_drafts import Choices, Number, kind, numbers, speed, view
from posviz.model.attention import softmax
from posviz.model.notation import plain, shape_text, signed, significant
from posviz.model.positional import alibi, rotary, t5_bias
from posviz.model.positional.sinusoidal import frequencies

_NEAR = 0.03
_HEAD: dict[str, Any] = {
    "table": "toy4",
    "text": "the cat sat",
    "scheme": "sinusoidal",
    "causal": False,
    "head_width": 8,
}
"""A small head, as the panels show it."""


@kind("shape-of-head", marked("Q, K, V"))
def shape_of_head(chance: Random) -> Choices:
    """Ask for the shape of Q or of the scores of one head."""
    L, heads, width = (
        chance.randint(5, 40),
        chance.choice((2, 4, 8, 12)),
        chance.choice((48, 64, 128)),
    )
    d = heads * width
    scores = chance.random() < 0.5
    shapes = {
        (L, width): tr("That is Q, K or V of the head: a row for each token."),
        (L, L): tr("That is the shape of the scores: each query against each key."),
        (L, d): tr("That is Z, which the head reads."),
        (d, width): tr("That is W_Q, the matrix that makes Q from Z."),
    }
    right = (L, L) if scores else (L, width)
    made = tr("QKᵀ: L queries by L keys") if scores else tr("Z W_Q: (L × d) times (d × d_k)")
    return Choices(
        tr(
            "A text of {l} tokens, d = {d}, {heads} heads. What is the shape "
            "of {value} in one head?"
        ).format(l=L, d=d, heads=heads, value=tr("the attention scores") if scores else "Q"),
        f"d_k is {d} / {heads} = {width}. It is {made}, so {shape_text(right)}.",
        view("pipeline", **{**_HEAD, "head_width": width}, part="scores" if scores else "Q"),
        shape_text(right),
        [(shape_text(shape), reason) for shape, reason in shapes.items()],
    )


@kind("softmax-weight", marked("Q, K, V"))
def softmax_weight(chance: Random) -> Choices:
    """Ask for an attention weight."""
    scores = [chance.randint(0, 3) for _ in range(3)]
    scores[0] = max(scores[0], 1)
    value = float(softmax(scores)[0])
    s = scores[0]
    wrong = (
        (s / sum(scores), tr("These are shares of the scores; softmax takes exp of each first.")),
        (
            1 / (1 + math.exp(-s)),
            tr("This is the sigmoid of one score; softmax compares with all."),
        ),
        (1 / 3, tr("The weights are equal only if the scores are.")),
        (math.exp(s - max(scores)), tr("This was not divided by the sum.")),
        (1 - value, tr("This is what is left for the other keys.")),
        (math.exp(-s) / sum(map(math.exp, (-x for x in scores))), tr("The sign is turned round.")),
    )
    return Choices(
        tr(
            "A query has the scores {map} with three keys, already divided by "
            "√d_k. What weight does softmax give the first key?"
        ).format(map=", ".join(map(str, scores))),
        tr("exp({s}) / ({value}) = {value2}.").format(
            s=s, value=" + ".join(f"exp({x})" for x in scores), value2=plain(value, 2)
        ),
        view("attention", **_HEAD),
        plain(value, 2),
        numbers(value, wrong, lambda x: plain(x, 2), apart=_NEAR),
    )


@kind("score-scale", marked("Q, K, V"))
def score_scale(chance: Random) -> Choices:
    """Ask what the scores are divided by."""
    width, heads = chance.choice((16, 32, 64, 128, 256)), chance.choice((2, 4, 8, 12, 16))
    d = width * heads
    value = math.sqrt(width)
    wrong = (
        (math.sqrt(d), tr("It is the root of the width of a head, d_k, not of d.")),
        (width, tr("It is the root of d_k, not d_k itself.")),
        (heads, tr("This is the number of heads.")),
        (math.sqrt(heads), tr("It is the root of the width of a head, not of their number.")),
        (width / 2, tr("It is the root of d_k, not half of it.")),
        (width * width, tr("It is the root of d_k, not its square.")),
    )
    return Choices(
        tr(
            "d = {d} is shared by {heads} heads of equal width. By what are "
            "the scores of a head divided before softmax?"
        ).format(d=d, heads=heads),
        tr("By √d_k, where d_k = {d} / {heads} = {width}: √{width} = {value}.").format(
            d=d, heads=heads, width=width, value=significant(value, 3)
        ),
        view("attention", **{**_HEAD, "head_width": width}),
        significant(value, 3),
        numbers(value, wrong, lambda x: significant(x, 3), ratio=1.05),
    )


@kind("causal-keys", marked("Masks"))
def causal_keys(chance: Random) -> Number:
    """Count the keys that a query sees under a causal mask."""
    L = chance.randint(6, 60)
    i = chance.randint(1, L - 2)
    seen = int(np.tri(L)[i].sum())
    return Number(
        tr(
            "A text of {l} tokens under a causal mask. How many keys does the "
            "query at position {i} see, positions counted from 0? Type a whole "
            "number."
        ).format(l=L, i=i),
        tr("The keys 0 to {i}, itself included: {seen}.").format(i=i, seen=seen),
        view("attention", **{**_HEAD, "causal": True}),
        seen,
        unit="keys",
    )


@kind("rope-turn", marked("RoPE, ALiBi, T5"))
def rope_turn(chance: Random) -> Choices:
    """Ask where RoPE turns a pair of numbers."""
    width, m, pair = chance.choice((8, 16)), chance.randint(1, 6), chance.randrange(2)
    a, b = chance.choice(((1, 0), (0, 1), (2, 1), (1, 2), (2, 0)))
    query = np.zeros(width)
    query[2 * pair : 2 * pair + 2] = a, b

    def turned(position: int) -> tuple[float, float]:
        first, second = rotary.rotate([query], [position])[0, 2 * pair : 2 * pair + 2]
        return float(first), float(second)

    angle = m * float(frequencies(width)[pair])
    value = turned(m)
    candidates = (
        (turned(-m), tr("This is turned the other way.")),
        ((a + math.sin(angle), b + math.cos(angle)), tr("Nothing is added: the pair is turned.")),
        ((float(a), float(b)), tr("This is not turned at all.")),
        ((value[1], value[0]), tr("The two numbers have changed places.")),
        (turned(m + 1), tr("This is one position too far: positions count from 0.")),
    )
    taken, wrong = [value], []
    for other, reason in candidates:
        if all(math.dist(other, one) > _NEAR for one in taken):
            taken.append(other)
            wrong.append((_point(other), reason))
    return Choices(
        tr(
            "RoPE, head width {width}, base 10 000, interleaved. Pair {pair} "
            "of a query at position {m} is ({a}, {b}). What does it become?"
        ).format(width=width, pair=pair, m=m, a=a, b=b),
        tr(
            "It turns by {m} · {speed} = {angle} radians: (a cos − b sin, a sin + b cos) = {point}."
        ).format(m=m, speed=speed(pair, width), angle=plain(angle, 3), point=_point(value)),
        view("schemes", scheme="rotary", head_width=width, base=10_000.0),
        _point(value),
        wrong,
    )


@kind("alibi-slope", marked("RoPE, ALiBi, T5"))
def alibi_slope(chance: Random) -> Choices:
    """Ask for the slope of a head."""
    heads = chance.choice((2, 4, 8, 16, 3, 6, 12, 20))
    lower = 1 << (heads.bit_length() - 1)
    head = chance.randrange(min(heads, 12))
    value = float(alibi.slopes(heads)[head])
    wrong = (
        (
            2 ** (-8 * (head + 1) / heads),
            tr("That formula holds for a power of two of heads only."),
        ),
        (2 ** (-8 * head / lower), tr("The first head has 2^(−8/n), not 1.")),
        (2 ** -(head + 1.0), tr("This halves from head to head, as it does for 8 heads only.")),
        (2 ** (-8 * (head + 2) / lower), tr("This is one head too far: heads count from 0.")),
        (1 / (8 * (head + 1)), tr("The slopes fall by a constant factor.")),
        (1 - head / heads, tr("The slopes fall by a constant factor, not by equal steps.")),
    )
    if heads == lower:
        rule = f"2^(−8 · {head + 1}/{heads})"
    elif head < lower:
        rule = tr("as with {lower} heads, 2^(−8 · {head}/{lower})").format(
            lower=lower, head=head + 1
        )
    else:
        place = 2 * (head - lower) + 1
        twice = 2 * lower
        rule = tr(
            "after the first {lower}, every other one of {twice} heads, 2^(−8 · {place}/{twice})"
        ).format(lower=lower, twice=twice, place=place)
    return Choices(
        tr("ALiBi with {heads} heads: what is the slope of head {head}, counted from 0?").format(
            heads=heads, head=head
        ),
        tr("In the authors' code: {rule} = {value}.").format(
            rule=rule, value=significant(value, 3)
        ),
        view("schemes", scheme="alibi", heads=heads),
        significant(value, 3),
        numbers(value, wrong, lambda x: significant(x, 3), ratio=1.02),
    )


@kind("t5-bucket", marked("RoPE, ALiBi, T5"))
def t5_bucket(chance: Random) -> Choices:
    """Ask which bucket an offset has."""
    distance, after = (
        chance.choice((3, 5, 7, 9, 12, 20, 30, 50, 90, 128, 300)),
        chance.random() < 0.5,
    )
    relative = np.array([distance if after else -distance])
    value = int(t5_bias.bucket_of(relative, bidirectional=True)[0])
    decoder = int(t5_bias.bucket_of(np.array([-distance]), bidirectional=False)[0])
    place = value % 16
    beside = [value - place + (place + step) % 16 for step in (1, 15)]
    wrong = (
        ((value + 16) % 32, tr("This is the bucket on the other side of the query.")),
        (min(distance, 31), tr("Only distances below 8 have buckets of their own.")),
        (decoder, tr("The decoder, which looks back only, has all 32 for one side.")),
        (beside[0], tr("This is a bucket beside it.")),
        (beside[1], tr("This is a bucket beside it.")),
    )
    return Choices(
        tr(
            "T5's encoder sorts offsets into 32 buckets, 0 to 31. In which is "
            "a key that stands {distance} {side} the query?"
        ).format(distance=distance, side=tr("after") if after else tr("before")),
        tr(
            "Each side has 16: distances below 8 one each, farther ones 8 that "
            "widen up to 128. Keys after the query begin at 16. So: bucket "
            "{value}."
        ).format(value=value),
        view("schemes", scheme="t5"),
        str(value),
        numbers(value, wrong, lambda n: str(round(n))),
    )


def _point(pair: tuple[float, float]) -> str:
    return f"({signed(pair[0], 2)}, {signed(pair[1], 2)})"
