"""What the attention panel says about its numbers."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QCoreApplication

from posviz.model.attention import Term
from posviz.model.notation import (
    counted,
    grouped,
    plain,
    plural,
    shape_text,
    signed,
    signed_whole,
    significant,
)
from posviz.panels.attention_apart import Floats, OutputParts, ScoreParts
from posviz.panels.attention_content import Attention
from posviz.widgets.note import literal

_WRITTEN_OUT = 8
_PLAIN_POWERS = 20.0
_EXACT = 1e-12
_LARGE = 0.1


def tr(text: str) -> str:
    """Return a sentence of the panel in the user's language."""
    return QCoreApplication.translate("AttentionPanel", text)


def help_text() -> str:
    """How the panel is used, in Markdown."""
    return tr(
        "One head of attention, taken apart (Vaswani et al. 2017, section 3.2.1). Each query has "
        "a row, each key a column: **scores** q · k / √h, the **weights** A that softmax makes of "
        "each row, and the **outputs**, the rows of v weighed by A. W_Q, W_K and W_V are random, "
        "from the seed: they show how it is computed, not what training makes of it.\n\n"
        "Click a cell, drag, or use the arrow keys to choose a query and a key; the pointer shows "
        "a cell without choosing it. Below stand the **score** of the two as a dot product with "
        "its numbers, the **weight** it gets, and the **output** of the query as a weighted sum. "
        "Hatched cells are not seen: their score is −∞ and their weight exactly 0.\n\n"
        "Where a scheme adds p to x, a score has **four terms**: what of the query, word or "
        "position, meets what of the key. Click one, or use the list, to see it in the map. With "
        "LayerNorm the terms are taken with each row's own mean and deviation."
    )


def term_name(term: Term) -> str:
    """Name of a part of the scores."""
    return {
        "all": tr("all"),
        "word-word": tr("word · word"),
        "word-position": tr("word · position"),
        "position-word": tr("position · word"),
        "position-position": tr("position · position"),
    }[term]


def heading(content: Attention) -> str:
    """Heading with the sizes of the head."""
    return tr("Attention · {words} {unit}, d = {d}, h = {h}").format(
        words=grouped(content.length),
        unit=plural(content.length, "word"),
        d=grouped(content.head.X.shape[1]),
        h=grouped(content.head.head_width),
    )


def scores_title(content: Attention) -> str:
    """Title of the map of scores."""
    if content.term != "all":
        return tr("Part of the scores: {term}").format(term=term_name(content.term))
    bias = tr(" + bias") if content.head.bias is not None else ""
    L = content.length
    return tr("Scores q · k / √h{bias}, {shape}").format(bias=bias, shape=shape_text((L, L)))


def nothing_selected(content: Attention) -> str:
    """What to do where there is no query; empty where there is one."""
    if not content.length:
        return tr("No word, no query. Type a sentence above to see one head of attention at work.")
    if content.query >= 0:
        return ""
    return tr(
        "Position {position} has no word here. Click a cell to choose a query and a key."
    ).format(position=grouped(content.position))


def unread(content: Attention) -> str:
    """Say that only the beginning of a long sentence is read; empty where all of it is."""
    if not content.unread:
        return ""
    return tr("The head reads the first {read}; {unread} more {are} left out.").format(
        read=counted(content.length, "token"),
        unread=grouped(content.unread),
        are=tr("is") if content.unread == 1 else tr("are"),
    )


def word_at(content: Attention, position: int) -> str:
    """A word in bold with its position."""
    return f"**{literal(content.words[position], 16)}** ({grouped(position)})"


def score_title(content: Attention, parts: ScoreParts) -> str:
    """Which score is taken apart."""
    return tr("**One score**: query {query}, key {key}").format(
        query=word_at(content, parts.query), key=word_at(content, parts.key)
    )


def _decimals(value: float) -> int:
    """Decimals that show two digits of a small number, from 2 to 6."""
    size = abs(value)
    return 2 if size >= _LARGE or not size else min(6, 1 - math.floor(math.log10(size)))


def dot_text(parts: ScoreParts) -> str:
    """The dot product with its numbers."""
    if parts.seen.startswith("no "):
        return tr("q · k cannot be computed")
    h, d = len(parts.products), _decimals(parts.dot)
    if h <= _WRITTEN_OUT:
        products = " ".join(signed(product, d) for product in parts.products.tolist())
        return f"q · k = {products} = **{signed(parts.dot, d)}**"
    factors = [f"({signed(parts.q[at], 2)})({signed(parts.k[at], 2)})" for at in range(2)]
    return tr("q · k = {first} + … = **{dot}**, {h} products").format(
        first=" + ".join(factors), dot=signed(parts.dot, d), h=grouped(h)
    )


def score_text(content: Attention, parts: ScoreParts) -> str:
    """From the dot product to the score."""
    if parts.seen == "no query vector":
        return tr("{word} has no vector: as a query it has no row.").format(
            word=word_at(content, parts.query)
        )
    if parts.seen == "no key vector":
        return tr("{word} has no vector: no query sees it.").format(
            word=word_at(content, parts.key)
        )
    h, d = content.head.head_width, _decimals(parts.score)
    dot, scaled, score = (signed(value, d) for value in (parts.dot, parts.scaled, parts.score))
    if parts.bias is None:
        text = tr("score = {dot} / √{h} = **{score}**")
        text = text.format(dot=dot, h=grouped(h), score=score)
    else:
        text = tr("score = {dot} / √{h} {bias} = {scaled} {bias} = **{score}**")
        bias = signed(parts.bias, d)
        text = text.format(dot=dot, h=grouped(h), scaled=scaled, bias=bias, score=score)
    if parts.seen == "later":
        text += tr(" → later than the query: masked, **−∞**")
    return text


def weight_text(parts: ScoreParts) -> str:
    """From the score to the weight."""
    if parts.seen == "no query vector":
        return tr("Without a query there are no weights and there is no output.")
    if parts.seen != "yes":
        return tr("weight = exp(−∞) / sum = **0**, exactly")
    score, total = parts.score, parts.total
    if max(abs(score), abs(parts.largest)) < _PLAIN_POWERS:
        power, total = math.exp(score), total * math.exp(parts.largest)
        inside, what = signed(score, _decimals(score)), tr("Σ exp(score)")
    else:
        # Numbers that no one wants to read, and that overflow from 710 on.
        power = math.exp(score - parts.largest)
        inside, what = tr("score − largest"), tr("Σ of these")
    return tr("weight = exp({inside}) / {what} = {power} / {total} = **{weight}**").format(
        inside=inside,
        what=what,
        power=significant(power, 3),
        total=significant(total, 3),
        weight=plain(parts.weight, 3),
    )


def output_title(content: Attention, parts: OutputParts) -> str:
    """Which output is taken apart."""
    text = tr("**One output**: for {query}, each weight times the v of its key").format(
        query=word_at(content, parts.query)
    )
    if parts.others and not np.isnan(parts.weights).all():
        text += tr("; a full bar is {level}").format(level=plain(parts.bar_level, 5))
    return text


def twin_text(content: Attention, parts: OutputParts) -> str:
    """How far the output of the same word elsewhere is from this one; empty for a single word."""
    if parts.twin < 0 or math.isnan(parts.apart):
        return ""
    where = grouped(parts.twin)
    blind = content.scheme == "none" and not content.causal
    why = tr(" Without positions and mask the head does not see order.") if blind else ""
    if not parts.apart:
        text = tr(
            "The same word stands at {position} too; its output is **equal** to the last digit."
        )
        return text.format(position=where) + why
    text = tr("The same word stands at {position} too; its output differs by **{apart}** at most.")
    return text.format(position=where, apart=significant(parts.apart, 2)) + why


def column_text(parts: OutputParts, column: int) -> str:
    """The sum behind one number of an output."""
    shown = [
        f"{plain(weight, 2)} · {signed(row[column], 2)}"
        for weight, row in zip(parts.weights.tolist(), parts.rows, strict=True)
        if weight > 0
    ]
    if parts.rest > 0:
        shown.append(f"{plain(parts.rest, 2)} · {signed(float(parts.mean[column]), 2)}")
    return tr("out, dimension {column}: {sum} = {value}").format(
        column=grouped(column),
        sum=" + ".join(shown),
        value=signed(float(parts.out[column]), 4),
    )


def terms_title(parts: ScoreParts) -> str:
    """What the box of four numbers holds, and whether they add up."""
    assert parts.terms is not None
    difference = abs(sum(parts.terms) - parts.scaled)
    exact = (
        tr("they add up to it")
        if difference <= _EXACT * max(1.0, *map(abs, parts.terms))
        else tr("they miss it by {difference}").format(difference=significant(difference, 2))
    )
    return tr("**Four terms** of this score, before the mask: {exact}").format(exact=exact)


def terms_text(content: Attention) -> str:
    """Whether word and position can be told apart in a score, or why there are no four terms."""
    if content.views.terms is not None:
        notes = [
            tr(
                "**Can the model pull them apart again?** A score holds these four terms and "
                "nothing else, but only as their sum: one W_Q and one W_K serve word and position "
                "alike. To weigh the four freely takes matrices for position alone. W can only "
                "prefer directions: as far as words and positions lie in different ones, it can "
                "tell them apart."
            )
        ]
        if content.setup.block is not None:
            notes.append(
                tr(
                    "Here Z = LayerNorm(E + P + type). With this row's own mean and deviation it "
                    "is a plain sum: E makes the word's part, all the rest counts as position."
                )
            )
        return " ".join(notes)
    return {
        "none": tr(
            "**No four terms**: no position enters, so a score is word · word alone. Only the "
            "causal mask, if it is on, tells a query what came before."
        ),
        "rotary": tr(
            "**No four terms**: RoPE adds nothing to x, Z = X. A score is word · word, with each "
            "pair of q and k turned by position times its speed; only the offset is left in it."
        ),
        "alibi": tr(
            "**No four terms**: ALiBi adds nothing to x, Z = X. A score is word · word plus a "
            "bias, minus the slope of the head times the distance: position stands apart."
        ),
        "t5": tr(
            "**No four terms**: T5 adds nothing to x, Z = X. A score is word · word plus one "
            "number for the bucket of the offset, random here: position stands apart."
        ),
    }[content.scheme]


def turned_text(content: Attention, parts: ScoreParts) -> str:
    """What RoPE did to q and k; empty where it did nothing."""
    speeds = content.setup.placement.speeds(content.head.head_width)
    if parts.unturned is None or speeds is None or not parts.seen.startswith(("yes", "later")):
        return ""
    offset = parts.key - parts.query
    turns = [
        tr("pair {pair} by {angle}").format(pair=pair, angle=signed(offset * speeds[pair], 2))
        for pair in range(min(3, len(speeds)))
    ]
    return tr(
        "RoPE leaves {offset} × speed between q and k, in radians: {turns}{more}. Angle between "
        "the two: {before} before, **{after}** after."
    ).format(
        offset=signed_whole(offset),
        turns=", ".join(turns),
        more=tr(" and so on") if len(speeds) > 3 else "",
        before=_angle(*parts.unturned),
        after=_angle(parts.q, parts.k),
    )


def _angle(a: Floats, b: Floats) -> str:
    lengths = float(np.linalg.norm(a) * np.linalg.norm(b))
    if not lengths:
        return tr("undefined")
    cosine = min(1.0, max(-1.0, float(a @ b) / lengths))
    return f"{plain(math.degrees(math.acos(cosine)), 1)}°"
