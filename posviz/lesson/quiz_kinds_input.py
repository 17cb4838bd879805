"""Generated questions about tokens, vectors and sizes."""

from __future__ import annotations

import math
from itertools import pairwise
from random import Random

import numpy as np

from posviz.language import marked, tr
from posviz.lesson.quiz_drafts import Choices, Number, kind, numbers, view
from posviz.model.byte_pairs import BytePairEncoding, Merges
from posviz.model.embeddings import table
from posviz.model.notation import bytes_text, grouped, plain, shape_text, signed, significant
from posviz.model.shapes import quantities
from posviz.model.similarity import compare, cosine, cosines

_WORDS = ("banana", "lower", "letters", "tokens", "mississippi", "attention", "kitten", "pepper")
_VOCABULARIES = (1000, 5000, 20_000, 32_000, 50_000, 100_000)
_WIDTHS = (64, 128, 256, 384, 512, 768, 1024)
_CLEAR = 0.05
"""How much nearer the nearest row is than the wrong ones."""


@kind("byte-pair-count", marked("Tokens"))
def byte_pairs(chance: Random) -> Number:
    """Count the tokens of a word after some merges."""
    word = chance.choice(_WORDS)
    merges: list[tuple[str, str]] = []
    made = set(word)
    pieces: tuple[str, ...] = tuple(word)
    for _ in range(chance.randint(2, 4)):
        pairs = [pair for pair in pairwise(pieces) if "".join(pair) not in made]
        if not pairs:
            break
        pair = chance.choice(pairs)
        merges.append(pair)
        made.add("".join(pair))
        pieces = tuple(p.text for p in BytePairEncoding(Merges(merges), len(merges)).tokenize(word))
    listed = ", ".join(f"{left} + {right}" for left, right in merges)
    return Number(
        tr(
            "“{word}” is cut into letters; then these pairs are merged, in "
            "this order: {listed}. How many tokens are left? Type a whole "
            "number."
        ).format(word=word, listed=listed),
        tr("The merges leave {pieces}. Each merge joins its pair wherever it stands.").format(
            pieces=" | ".join(pieces)
        ),
        view("tokeniser", text=word, tokenizer="bpe", merges=1000),
        len(pieces),
    )


@kind("cosine-of-two", marked("Cosine"))
def cosine_of_two(chance: Random) -> Choices:
    """Ask for the cosine of two short vectors."""
    a, b = ([chance.randint(-3, 3) for _ in range(3)] for _ in range(2))
    a[0], b[1] = chance.choice((1, 2, 3)), chance.choice((-2, -1, 1, 2))
    dot = sum(x * y for x, y in zip(a, b, strict=True))
    length, other = math.hypot(*a), math.hypot(*b)
    value = cosine(a, b)
    wrong = (
        (dot, tr("This is the dot product; it was not divided by the lengths.")),
        (dot / (length * length), tr("This divides by the first length twice.")),
        (-value, tr("The sign is turned round.")),
        (math.dist(a, b), tr("This is the distance between the two.")),
        (1 - value, tr("This is 1 minus the cosine.")),
        (dot / (length + other), tr("The lengths are multiplied, not added.")),
        (length * other, tr("This is what the dot product is divided by.")),
        (length + other, tr("These are the two lengths, added.")),
    )
    shown = [f"({', '.join(grouped(x) for x in vector)})" for vector in (a, b)]
    return Choices(
        tr("What is the cosine of {shown} and {shown2}?").format(shown=shown[0], shown2=shown[1]),
        tr(
            "The dot product is {dot}, the lengths are {length} and {other}: "
            "{dot} / ({length} · {other}) = {value}."
        ).format(
            dot=grouped(dot), length=plain(length, 2), other=plain(other, 2), value=signed(value, 2)
        ),
        view("neighbours", table="toy4", metric="cosine"),
        signed(value, 2),
        numbers(value, wrong, lambda x: signed(x, 2), apart=0.03),
    )


@kind("nearest-row", marked("Cosine"))
def nearest_word(chance: Random) -> Choices:
    """Ask which row of the small table is nearest to another."""
    toy = table("toy4")
    query = chance.randrange(toy.size)
    row = toy.row(query)
    values = cosines(toy.matrix, row)  # (|V|,)
    values[query] = -np.inf
    right = int(np.argmax(values))
    apart = [i for i in range(toy.size) if i != query and values[i] < values[right] - _CLEAR]
    dots = compare(toy.matrix, row, "dot")  # (|V|,)
    longest = max(apart, key=lambda i: float(dots[i]))
    beside = [i for i in (query - 1, query + 1) if i in apart]
    chance.shuffle(apart)

    def shown(id_: int) -> str:
        return f"“{toy.vocabulary.token_of(id_)}” ({', '.join(signed(x, 2) for x in toy.row(id_))})"

    reasons = {
        i: tr("Their cosine is only {values}.").format(values=signed(float(values[i]), 2))
        for i in apart
    }
    if dots[longest] > dots[right]:
        reasons[longest] = tr(
            "Its dot product is larger because it is longer; cosine ignores length."
        )
    reasons |= dict.fromkeys(beside, tr("Its id is next, but ids say nothing about meaning."))
    return Choices(
        tr("Which of these rows is nearest to {shown} by cosine?").format(shown=shown(query)),
        tr("“{token_of}” points most nearly the same way: the cosine is {values}.").format(
            token_of=toy.vocabulary.token_of(right), values=signed(float(values[right]), 2)
        ),
        view("neighbours", table="toy4", token=toy.vocabulary.token_of(query), metric="cosine"),
        shown(right),
        [(shown(i), reasons[i]) for i in (longest, *beside, *apart)],
    )


@kind("shape-of-input", marked("Sizes"))
def shape_of_input(chance: Random) -> Choices:
    """Ask for the shape of E, X or the one-hot rows."""
    V, L, d = chance.choice(_VOCABULARIES), chance.randint(5, 60), chance.choice(_WIDTHS)
    E, X, one_hot, _ = quantities(V, L, d)
    names = {
        tr("the table E"): E,
        tr("X, the dense rows of the text"): X,
        tr("the one-hot rows of the text"): one_hot,
    }
    name = chance.choice(list(names))
    right = shape_text(names[name].shape)
    others = {
        shape_text(E.shape): tr("That is E: a row for each token of the vocabulary."),
        shape_text(X.shape): tr("That is X: a row of d numbers for each token of the text."),
        shape_text(one_hot.shape): tr("These are the one-hot rows, as wide as the vocabulary."),
        shape_text((L, L)): tr("That is the shape of the attention scores."),
        shape_text((d, d)): tr("That is the shape of a matrix that keeps the width."),
    }
    return Choices(
        tr(
            "A vocabulary of {v} tokens, a text of {l}, width d = {d}. What is the shape of {name}?"
        ).format(v=grouped(V), l=L, d=d, name=name),
        tr("E is |V| × d, X is L × d, the one-hot rows are L × |V|: here {right}.").format(
            right=right
        ),
        view("shapes", try_vocabulary=V, try_length=L, try_width=d),
        right,
        others.items(),
    )


@kind("bytes-of-table", marked("Sizes"))
def bytes_of_table(chance: Random) -> Choices:
    """Ask how much memory E takes."""
    V, L, d = chance.choice(_VOCABULARIES), chance.randint(20, 500), chance.choice(_WIDTHS)
    E, X, one_hot, _ = quantities(V, L, d)
    wrong = (
        (E.values, tr("These are its numbers; each takes four bytes.")),
        (E.bytes * 8, tr("These are bits: a byte has eight.")),
        (X.bytes, tr("This is X, the rows of the text.")),
        (one_hot.bytes, tr("These are the one-hot rows of the text.")),
        (d * d * 4, tr("This is d × d; E has a row for each token.")),
        (V * 4, tr("Each row has d numbers, not one.")),
    )
    return Choices(
        tr(
            "E has {v} rows of {d} numbers, each in float32. The text has {l} "
            "tokens. How much memory does E take?"
        ).format(v=grouped(V), d=d, l=L),
        tr("{v} · {d} · 4 bytes = {bytes} bytes, {bytes2}. The text does not matter.").format(
            v=grouped(V), d=d, bytes=grouped(E.bytes), bytes2=bytes_text(E.bytes)
        ),
        view("shapes", try_vocabulary=V, try_length=L, try_width=d),
        bytes_text(E.bytes),
        numbers(E.bytes, wrong, lambda n: bytes_text(round(n)), ratio=1.1),
    )


@kind("one-hot-ratio", marked("Sizes"))
def one_hot_ratio(chance: Random) -> Number:
    """Ask how many times larger one-hot rows are than dense ones."""
    V, L, d = chance.choice(_VOCABULARIES), chance.randint(5, 60), chance.choice(_WIDTHS)
    _, X, one_hot, _ = quantities(V, L, d)
    ratio = one_hot.bytes / X.bytes
    return Number(
        tr(
            "A text of {l} tokens, a vocabulary of {v}, d = {d}. How many "
            "times as much memory as X do the one-hot rows take, all in "
            "float32? Type a number, to 1 %."
        ).format(l=L, v=grouped(V), d=d),
        tr(
            "Each one-hot row has {v} numbers, each row of X has {d}: {v} / "
            "{d} = {ratio}, at any length."
        ).format(v=grouped(V), d=d, ratio=plain(ratio, 1)),
        view("shapes", try_vocabulary=V, try_length=L, try_width=d),
        ratio,
        ratio / 100,
        "times",
    )


@kind("random-cosine", marked("Adding position"))
def random_cosine(chance: Random) -> Choices:
    """Ask how far the cosines of random directions spread."""
    d = chance.choice((16, 36, 64, 100, 144, 256, 400, 1024))
    value = 1 / math.sqrt(d)
    wrong = (
        (1 / d, tr("It falls with the root of d, not with d.")),
        (0.5, tr("That is the spread at d = 4.")),
        (1 - value, tr("Nearly all cosines are near 0, not near 1.")),
        (math.sqrt(d), tr("No cosine is above 1.")),
    )
    return Choices(
        tr(
            "Two directions are drawn at random in width d = {d}. The mean of "
            "their cosine is 0. What is its standard deviation?"
        ).format(d=d),
        tr(
            "It is 1 / √d = 1 / √{d} = {value}: the wider, the more nearly "
            "orthogonal, so adding p hardly disturbs x."
        ).format(d=d, value=significant(value, 3)),
        view("combine", table="toy4"),
        significant(value, 3),
        numbers(value, wrong, lambda x: significant(x, 3), ratio=1.1),
    )
