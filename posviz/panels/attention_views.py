"""What the views of the attention panel show: matrices, rows of cells and the four terms."""

from __future__ import annotations

import numpy as np

from posviz.model.notation import counted, grouped, inserted, plain, plural, shape_text, shortened
from posviz.panels import attention_words as words
from posviz.panels.attention_apart import Floats, OutputParts, ScoreParts
from posviz.panels.attention_content import MOST_ROWS, Attention
from posviz.widgets.cell_rows import CellRow
from posviz.widgets.labelled_marks import LabelledMatrix
from posviz.widgets.term_box import Terms


def matrices(content: Attention) -> tuple[LabelledMatrix, LabelledMatrix, LabelledMatrix]:
    """Scores or a part of them, weights and outputs."""
    tr, head, views = words.tr, content.head, content.views
    missing = tr("no vector")
    shut = tr("not seen")
    names = (tr("query"), tr("key"))
    L, h = head.out.shape
    scores = LabelledMatrix(
        words.scores_title(content),
        content.map,
        content.words,
        content.words,
        names,
        views.level,
        views.masked,
        missing=missing,
        shut=shut,
    )
    weights = LabelledMatrix(
        tr("Weights A: each row sums to 1"),
        head.A,
        content.words,
        content.words,
        names,
        views.weight_level,
        views.masked,
        has_signs=False,
        clipped=bool(np.nan_to_num(head.A).max(initial=0.0) > views.weight_level),
        missing=missing,
        shut=shut,
    )
    outputs = LabelledMatrix(
        tr("Outputs A V, {shape}").format(shape=shape_text((L, h))),
        head.out,
        content.words,
        None,
        (tr("query"), tr("dimension")),
        views.out_level,
        missing=missing,
    )
    return scores, weights, outputs


def terms_of(content: Attention, score: ScoreParts) -> Terms:
    """The four terms of a score, under the words and positions that meet in them."""
    tr, terms = words.tr, score.terms
    assert terms is not None
    query, key = (shortened(content.words[at], 12) for at in (score.query, score.key))
    return Terms(
        (terms[0], terms[1], terms[2], terms[3]),
        score.scaled,
        (query, tr("position {n}").format(n=grouped(score.query))),
        (key, tr("position {n}").format(n=grouped(score.key))),
        tr("q · k / √h"),
        content.views.level,
    )


def score_rows(content: Attention, parts: ScoreParts) -> list[CellRow]:
    """q, k and their products."""
    tr = words.tr
    query, key = (shortened(content.words[at], 16) for at in (parts.query, parts.key))
    no_vector = tr("no vector")

    def row(name: str, values: Floats, mark: str = "", *, ruled: bool = False) -> CellRow:
        return CellRow(name, values, mark, empty=no_vector, ruled=ruled)

    of_query, of_key = tr("q of {word}"), tr("k of {word}")
    if parts.unturned is None:
        rows = [
            row(of_query.format(word=query), parts.q),
            row(of_key.format(word=key), parts.k, "×"),
        ]
    else:
        turned = tr("turned {steps}")
        rows = [
            row(of_query.format(word=query), parts.unturned[0]),
            row(turned.format(steps=counted(parts.query, "step")), parts.q, "↻"),
            row(of_key.format(word=key), parts.unturned[1]),
            row(turned.format(steps=counted(parts.key, "step")), parts.k, "↻"),
        ]
    return [*rows, row(tr("products"), parts.products, "=", ruled=True)]


def output_rows(content: Attention, parts: OutputParts, key: int) -> list[CellRow]:
    """The rows of v with their weights, and their sum; `key` is the chosen one."""
    tr = words.tr
    no_vector = tr("no vector: no query sees it")
    decimals = 3 if content.length <= MOST_ROWS else 5
    level = parts.bar_level

    def row(label: str, v: Floats, weight: float, text: str, at: int, empty: str) -> CellRow:
        return CellRow(label, v, "×", weight / level, text, chosen=at == key, empty=empty)

    rows = []
    for at, weight, v in zip(parts.keys, parts.weights.tolist(), parts.rows, strict=True):
        text = "0" if content.views.masked[parts.query, at] else plain(weight, decimals)
        if np.isnan(weight):
            text = ""
        label = shortened(content.words[at], 16)
        if parts.others:
            label = f"{inserted(content.words[at], 16)} ({grouped(at)})"
        rows.append(row(label, v, weight, text, at, no_vector))
    if parts.others:
        name = tr("{count} more {unit}, mean v").format(
            count=grouped(parts.others), unit=plural(parts.others, "word")
        )
        text = plain(parts.rest, decimals)
        # A sum of many weights has no bar: it would be on another scale.
        rows.append(row(name, parts.mean, np.nan, text, -1, tr("not seen")))
    return [
        *rows,
        CellRow(tr("out"), parts.out, "=", strong=True, empty=tr("no vector"), ruled=True),
    ]
