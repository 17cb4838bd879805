"""Generated questions about tokens, vectors and sizes."""

from __future__ import annotations

import math
from itertools import pairwise
from random import Random

import numpy as np

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


@kind("byte-pair-count", "Tokens")
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
        f"“{word}” is cut into letters; then these pairs are merged, in this order: {listed}. "
        "How many tokens are left? Type a whole number.",
        f"The merges leave {' | '.join(pieces)}. Each merge joins its pair wherever it stands.",
        view("tokeniser", text=word, tokenizer="bpe", merges=1000),
        len(pieces),
    )


@kind("cosine-of-two", "Cosine")
def cosine_of_two(chance: Random) -> Choices:
    """Ask for the cosine of two short vectors."""
    a, b = ([chance.randint(-3, 3) for _ in range(3)] for _ in range(2))
    a[0], b[1] = chance.choice((1, 2, 3)), chance.choice((-2, -1, 1, 2))
    dot = sum(x * y for x, y in zip(a, b, strict=True))
    length, other = math.hypot(*a), math.hypot(*b)
    value = cosine(a, b)
    wrong = (
        (dot, "This is the dot product; it was not divided by the lengths."),
        (dot / (length * length), "This divides by the first length twice."),
        (-value, "The sign is turned round."),
        (math.dist(a, b), "This is the distance between the two."),
        (1 - value, "This is 1 minus the cosine."),
        (dot / (length + other), "The lengths are multiplied, not added."),
        (length * other, "This is what the dot product is divided by."),
        (length + other, "These are the two lengths, added."),
    )
    shown = [f"({', '.join(grouped(x) for x in vector)})" for vector in (a, b)]
    return Choices(
        f"What is the cosine of {shown[0]} and {shown[1]}?",
        f"The dot product is {grouped(dot)}, the lengths are {plain(length, 2)} and "
        f"{plain(other, 2)}: {grouped(dot)} / ({plain(length, 2)} · {plain(other, 2)}) = "
        f"{signed(value, 2)}.",
        view("neighbours", table="toy4", metric="cosine"),
        signed(value, 2),
        numbers(value, wrong, lambda x: signed(x, 2), apart=0.03),
    )


@kind("nearest-row", "Cosine")
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

    reasons = {i: f"Their cosine is only {signed(float(values[i]), 2)}." for i in apart}
    if dots[longest] > dots[right]:
        reasons[longest] = "Its dot product is larger because it is longer; cosine ignores length."
    reasons |= dict.fromkeys(beside, "Its id is next, but ids say nothing about meaning.")
    return Choices(
        f"Which of these rows is nearest to {shown(query)} by cosine?",
        f"“{toy.vocabulary.token_of(right)}” points most nearly the same way: the cosine is "
        f"{signed(float(values[right]), 2)}.",
        view("neighbours", table="toy4", token=toy.vocabulary.token_of(query), metric="cosine"),
        shown(right),
        [(shown(i), reasons[i]) for i in (longest, *beside, *apart)],
    )


@kind("shape-of-input", "Sizes")
def shape_of_input(chance: Random) -> Choices:
    """Ask for the shape of E, X or the one-hot rows."""
    V, L, d = chance.choice(_VOCABULARIES), chance.randint(5, 60), chance.choice(_WIDTHS)
    E, X, one_hot, _ = quantities(V, L, d)
    names = {
        "the table E": E,
        "X, the dense rows of the text": X,
        "the one-hot rows of the text": one_hot,
    }
    name = chance.choice(list(names))
    right = shape_text(names[name].shape)
    others = {
        shape_text(E.shape): "That is E: a row for each token of the vocabulary.",
        shape_text(X.shape): "That is X: a row of d numbers for each token of the text.",
        shape_text(one_hot.shape): "These are the one-hot rows, as wide as the vocabulary.",
        shape_text((L, L)): "That is the shape of the attention scores.",
        shape_text((d, d)): "That is the shape of a matrix that keeps the width.",
    }
    return Choices(
        f"A vocabulary of {grouped(V)} tokens, a text of {L}, width d = {d}. What is the "
        f"shape of {name}?",
        f"E is |V| × d, X is L × d, the one-hot rows are L × |V|: here {right}.",
        view("shapes", try_vocabulary=V, try_length=L, try_width=d),
        right,
        others.items(),
    )


@kind("bytes-of-table", "Sizes")
def bytes_of_table(chance: Random) -> Choices:
    """Ask how much memory E takes."""
    V, L, d = chance.choice(_VOCABULARIES), chance.randint(20, 500), chance.choice(_WIDTHS)
    E, X, one_hot, _ = quantities(V, L, d)
    wrong = (
        (E.values, "These are its numbers; each takes four bytes."),
        (E.bytes * 8, "These are bits: a byte has eight."),
        (X.bytes, "This is X, the rows of the text."),
        (one_hot.bytes, "These are the one-hot rows of the text."),
        (d * d * 4, "This is d × d; E has a row for each token."),
        (V * 4, "Each row has d numbers, not one."),
    )
    return Choices(
        f"E has {grouped(V)} rows of {d} numbers, each in float32. The text has {L} tokens. How "
        "much memory does E take?",
        f"{grouped(V)} · {d} · 4 bytes = {grouped(E.bytes)} bytes, {bytes_text(E.bytes)}. The "
        "text does not matter.",
        view("shapes", try_vocabulary=V, try_length=L, try_width=d),
        bytes_text(E.bytes),
        numbers(E.bytes, wrong, lambda n: bytes_text(round(n)), ratio=1.1),
    )


@kind("one-hot-ratio", "Sizes")
def one_hot_ratio(chance: Random) -> Number:
    """Ask how many times larger one-hot rows are than dense ones."""
    V, L, d = chance.choice(_VOCABULARIES), chance.randint(5, 60), chance.choice(_WIDTHS)
    _, X, one_hot, _ = quantities(V, L, d)
    ratio = one_hot.bytes / X.bytes
    return Number(
        f"A text of {L} tokens, a vocabulary of {grouped(V)}, d = {d}. How many times as much "
        "memory as X do the one-hot rows take, all in float32? Type a number, to 1 %.",
        f"Each one-hot row has {grouped(V)} numbers, each row of X has {d}: "
        f"{grouped(V)} / {d} = {plain(ratio, 1)}, at any length.",
        view("shapes", try_vocabulary=V, try_length=L, try_width=d),
        ratio,
        ratio / 100,
        "times",
    )


@kind("random-cosine", "Adding position")
def random_cosine(chance: Random) -> Choices:
    """Ask how far the cosines of random directions spread."""
    d = chance.choice((16, 36, 64, 100, 144, 256, 400, 1024))
    value = 1 / math.sqrt(d)
    wrong = (
        (1 / d, "It falls with the root of d, not with d."),
        (0.5, "That is the spread at d = 4."),
        (1 - value, "Nearly all cosines are near 0, not near 1."),
        (math.sqrt(d), "No cosine is above 1."),
    )
    return Choices(
        f"Two directions are drawn at random in width d = {d}. The mean of their cosine is 0. "
        "What is its standard deviation?",
        f"It is 1 / √d = 1 / √{d} = {significant(value, 3)}: the wider, the more nearly "
        "orthogonal, so adding p hardly disturbs x.",
        view("combine", table="toy4"),
        significant(value, 3),
        numbers(value, wrong, lambda x: significant(x, 3), ratio=1.1),
    )
