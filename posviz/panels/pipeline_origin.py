"""Where a number of the pipeline comes from: in words with numbers, and in the pictures."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from posviz.model.attention import DROPOUT, Part
from posviz.model.notation import MINUS, grouped, plain, signed, significant
from posviz.model.positional import alibi, t5_bias
from posviz.model.positional.sinusoidal import frequencies, is_cosine, pair_of
from posviz.panels.pipeline_content import SQUARE, WEIGHTS, Object, Pipeline
from posviz.panels.pipeline_words import tr
from posviz.widgets.flow_marks import Mark
from posviz.widgets.note import literal

_FIRST = 3
_ALL = 4
"""A sum of so many products is written in full; of more, the first ones."""


@dataclass(frozen=True)
class Origin:
    """Where a number comes from.

    Attributes
    ----------
    text
        In words with numbers, for a note.
    marks
        The rows, columns and cells that it is made of, by object.
    """

    text: str
    marks: Mapping[str, Mark]


def origin(content: Pipeline, part: Part, row: int, column: int) -> Origin:
    """Say where the number at a row and a column of a matrix comes from."""
    matrix = content.matrix(part)
    assert matrix is not None
    value = float(matrix[row, column])
    equals = "" if math.isnan(value) else f" = {_number(part, value)}"
    head = f"**{_name(content, part, row, column)}{equals}**"
    text = f"{head}. {_reason(content, part, row, column)}"
    return Origin(text, _made_of(content, part, row, column))


def _made_of(content: Pipeline, part: Part, row: int, column: int) -> dict[str, Mark]:
    query, key = ("QR", "KR") if content.found.QR is not None else ("Q", "K")
    cell, whole = (row, column), (row, None)
    sources: dict[str, dict[str, Mark]] = {
        "Z": {"X": cell, "P": cell, "T": cell},
        "Q": {"Z": whole, "WQ": (None, column)},
        "K": {"Z": whole, "WK": (None, column)},
        "V": {"Z": whole, "WV": (None, column)},
        "QR": {"Q": whole},
        "KR": {"K": whole},
        "scores": {query: whole, key: (column, None), "bias": cell},
        "A": {"scores": whole},
        "out": {"A": whole, "V": (None, column)},
    }
    return {part: cell, **sources.get(part, {})}


def _name(content: Pipeline, part: Part, row: int, column: int) -> str:
    """Such as “score of cat (1) for sat (2)” or “Q[1, 3] of cat”."""
    if part in SQUARE:
        said = {
            "bias": tr("bias of query {query} and key {key}"),
            "scores": tr("score of query {query} and key {key}"),
            "A": tr("weight that {query} gives to {key}"),
        }[part]
        return said.format(query=_word(content, row), key=_word(content, column))
    symbol = {"QR": tr("Q turned"), "KR": tr("K turned"), "T": tr("type")}.get(part, part)
    if part in WEIGHTS:
        return f"W\\_{part[1]}\\[{grouped(row)}, {grouped(column)}\\]"
    return tr("{matrix} of {word}, dimension {column}").format(
        matrix=symbol, word=_word(content, row), column=grouped(column)
    )


def _reason(content: Pipeline, part: Part, row: int, column: int) -> str:
    if part in WEIGHTS:
        return _weights(content, row, column)
    if part == "P":
        return _position(content, row, column)
    if part == "T":
        return tr("Token type 0, the same row at every position.")
    if part == "bias":
        return _bias(content, row, column)
    if part in SQUARE:
        return _square(content, part, row, column)
    if math.isnan(content.found.Z[row, 0]):
        return tr("{word} has no vector, so nothing can be computed here.").format(
            word=_word(content, row)
        )
    if part == "X":
        return _word_vector(content, row, column)
    if part == "Z":
        return _sum(content, row, column)
    if part in ("QR", "KR"):
        return _turned(content, part, row, column)
    if part == "out":
        return _output(content, row, column)
    return _map(content, part, row, column)


def _word_vector(content: Pipeline, row: int, column: int) -> str:
    found, value = content.ids[row], float(content.found.X[row, column])
    assert found is not None
    place = tr("Row {id} of E, column {column}").format(id=grouped(found), column=grouped(column))
    if not content.scaled:
        return f"{place}."
    root = math.sqrt(content.d)
    return tr("{place}, times √{d}: {entry} × {root}.").format(
        place=place, d=grouped(content.d), entry=_short(value / root, 4), root=significant(root, 4)
    )


def _position(content: Pipeline, row: int, column: int) -> str:
    if content.block:
        return tr("Row {row} of the trained positions; it knows no word.").format(row=grouped(row))
    if content.scheme == "learned":
        return tr("Drawn at random from seed {seed}: learned rows before training.").format(
            seed=content.seed
        )
    pair = pair_of(column, content.d, content.layout)
    speed = float(frequencies(content.d, content.base)[pair])
    wave = "cos" if is_cosine(column, content.d, content.layout) else "sin"
    return tr("{wave}({position} × {speed}), pair {pair}; the word does not matter.").format(
        wave=wave, position=grouped(row), speed=significant(speed, 4), pair=grouped(pair)
    )


def _sum(content: Pipeline, row: int, column: int) -> str:
    found = content.found
    terms = [found.X, *(m for m in (found.P, found.T) if m is not None)]
    written = " + ".join(_bracket(float(m[row, column])) for m in terms)
    names = ["x", *(n for n, m in (("p", found.P), (tr("type"), found.T)) if m is not None)]
    total = float(sum(m[row, column] for m in terms))
    text = f"z = {' + '.join(names)} = {written} = {_short(total, 4)}"
    if found.P is None:
        text = tr("z = x: this scheme adds nothing here")
    if content.block:
        text += tr("; LayerNorm brings the row to mean 0 and variance 1, then scales and shifts it")
    if content.dropped:
        gone = float(found.Z[row, column]) == 0
        text += (
            tr("; dropout: dropped")
            if gone
            else tr("; dropout: kept, so divided by {rate}").format(rate=plain(1 - DROPOUT, 1))
        )
    return f"{text}."


def _weights(content: Pipeline, row: int, column: int) -> str:
    if content.identity:
        return tr("1 on the diagonal and 0 elsewhere: z passes as it is.")
    return tr(
        "Drawn at random from seed {seed}, normal, variance 1/d = 1/{d}. It weighs dimension {row} "
        "of every z in column {column}."
    ).format(seed=content.seed, d=grouped(content.d), row=grouped(row), column=grouped(column))


def _map(content: Pipeline, part: Part, row: int, column: int) -> str:
    if content.identity:
        return tr("z itself: the weights are left out.")
    weights = content.matrix({"Q": "WQ", "K": "WK"}.get(part, "WV"))  # type: ignore[arg-type]
    assert weights is not None
    total = _dot(content.found.Z[row], weights[:, column])
    return tr("z · column {column} of W\\_{part} = {sum}.").format(
        column=grouped(column), part=part, sum=total
    )


def _turned(content: Pipeline, part: Part, row: int, column: int) -> str:
    before = content.found.Q if part == "QR" else content.found.K
    h = content.h
    if column == h - h % 2:
        return tr("The last of an odd number of dimensions has no partner and is not turned.")
    pair = column // 2
    speed = float(frequencies(h - h % 2, content.base)[pair])
    first, second = (float(before[row, 2 * pair + k]) for k in (0, 1))
    text = "{a} cos θ − {b} sin θ" if column % 2 == 0 else "{a} sin θ + {b} cos θ"
    return tr("{turned}, θ = {position} × {speed}: pair {pair} turned, not stretched.").format(
        turned=text.format(a=_bracket(first), b=_bracket(second)),
        position=grouped(row),
        speed=significant(speed, 4),
        pair=grouped(pair),
    )


def _bias(content: Pipeline, row: int, column: int) -> str:
    if content.scheme == "alibi":
        slope = float(alibi.slopes(content.heads)[content.head])
        return tr("− slope × distance = −{slope} × {distance}, head {head}.").format(
            slope=significant(slope, 4), distance=grouped(abs(row - column)), head=content.head
        )
    bucket = t5_bias.bucket_of(np.array([column - row]), bidirectional=not content.causal)
    return tr(
        "Bucket {bucket} of the offset key − query = {offset}: a learned number of head {head}, "
        "here drawn from seed {seed}."
    ).format(
        bucket=int(bucket[0]),
        offset=grouped(column - row),
        head=content.head,
        seed=content.seed,
    )


def _square(content: Pipeline, part: Part, row: int, column: int) -> str:
    found = content.found
    if math.isnan(found.Z[row, 0]):
        return tr("{word} has no vector, so it asks nothing.").format(word=_word(content, row))
    value = float(found.scores[row, column])
    if value == -math.inf:
        said = (
            tr("{word} has no vector, so no query sees it.")
            if math.isnan(found.Z[column, 0])
            else tr("{word} stands later: the causal mask hides it.")
        )
        return said.format(word=_word(content, column))
    if part == "A":
        seen = found.scores[row]
        top = float(seen.max())
        powers = np.exp(seen - top)
        return tr(
            "Softmax of the row: e^{score} / sum of all e^s, each less the largest score: "
            "{power} / {sum}."
        ).format(
            score=signed(value - top, 3),
            power=significant(float(powers[column]), 4),
            sum=significant(float(powers.sum()), 4),
        )
    q = found.Q if found.QR is None else found.QR
    k = found.K if found.KR is None else found.KR
    total = _dot(q[row], k[column])
    root = significant(math.sqrt(content.h), 4)
    text = tr("q · k = {sum}, divided by √h = {root}").format(sum=total, root=root)
    if found.bias is not None:
        text += tr(", plus the bias {bias}").format(bias=_bracket(float(found.bias[row, column])))
    return f"{text}."


def _output(content: Pipeline, row: int, column: int) -> str:
    weights, values = content.found.A[row], content.found.V[:, column]
    seen = [place for place, weight in enumerate(weights.tolist()) if weight > 0]
    heaviest = sorted(seen, key=lambda place: -weights[place])[:_ALL]
    terms = [
        f"{plain(float(weights[at]), 3)} × {_bracket(float(values[at]))} {_word(content, at)}"
        for at in heaviest
    ]
    more = " + …" if len(seen) > len(heaviest) else "."
    return tr("A · column {column} of V, heaviest first: {sum}").format(
        column=grouped(column), sum=" + ".join(terms) + more
    )


def _dot(a: NDArray[np.float64], b: NDArray[np.float64]) -> str:
    """Write a dot product with its first terms: “(+0.1)(−0.3) + … = +0.25”."""
    count = len(a) if len(a) <= _ALL else _FIRST
    terms = [
        f"{_bracket(float(x))}{_bracket(float(y))}" for x, y in zip(a[:count], b, strict=False)
    ]
    if len(a) > count:
        terms.append("…")
    return f"{' + '.join(terms)} = {_short(float(a @ b), 4)}"


def _bracket(value: float) -> str:
    return f"({_short(value, 3)})"


def _number(part: Object, value: float) -> str:
    return _short(value, 4).removeprefix("+" if part == "A" else "")


def _short(value: float, digits: int) -> str:
    """Write a number with so many decimals; a small or a huge one with so many digits."""
    if value == 0 or 0.1 <= abs(value) < 1e6 or not math.isfinite(value):
        return signed(value, digits)
    return f"{MINUS if value < 0 else '+'}{significant(abs(value), digits)}"


def _word(content: Pipeline, place: int) -> str:
    return f"“{literal(content.words[place], 16)}” ({grouped(place)})"
