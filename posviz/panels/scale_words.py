"""The sentences of the scale panel."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QCoreApplication

from posviz.model.notation import counted, grouped, plain, shortened, signed, significant
from posviz.panels.scale_content import RATE, Scale
from posviz.panels.scale_sums import Drowns
from posviz.widgets.bar_list import Axis, Bar
from posviz.widgets.note import literal
from posviz.widgets.table_view import Cell, Column


def tr(text: str) -> str:
    """Translate a text of the scale panel."""
    return QCoreApplication.translate("ScalePanel", text)


def help_text() -> str:
    """What the panel shows and how it is used."""
    return tr(
        "**z = s·x + p.** The paper takes s = √d: “In the embedding layers, we multiply those "
        "weights by √d_model” (Vaswani et al. 2017, section 3.4). It gives no reason. What s "
        "does can be seen: it decides which of the two has the larger say in z.\n\n"
        "**Lengths.** Every pair of p adds sin² + cos² = 1 to the square of its length, so with "
        "an even d each |p| is exactly √(d/2). The length of x is what training, or a hand, "
        "made it.\n\n"
        "**The nearest to z** are looked for among all words of the sentence at all of its "
        "places, s·x + p for each: so that a word can be compared at places where it does not "
        "stand. Bold ones do stand there. The position drowns the word where every other word at "
        "its place is nearer than the same word anywhere else; the word drowns the position where "
        "it is the other way round. Of a long sentence the nearest {places} places are "
        "taken.\n\n"
        "The scale switch is that of Fusion. The dial works in this panel alone.\n\n"
        "**Dropout**, in training only, sets each number of z to 0 with a chance of {rate} and "
        "divides the others by {rest}, which keeps the mean (Srivastava et al. 2014). The paper "
        "does it to “the sums of the embeddings and the positional encodings” (section 5.4). "
        "Here a seed decides which; the neighbours are ranked without it.\n\n"
        "Drag the dial, or use the arrow keys; Home is s = 1, End is s = √d. In the cells, left "
        "and right choose a dimension, up and down a position."
    ).format(places=48, rate=plain(RATE, 1), rest=plain(1 - RATE, 1))


def number(s: float) -> str:
    """Write a factor: "1", "19.6", "0.25"."""
    if s == round(s):
        return grouped(round(s))
    return significant(s, 3)


def opening(content: Scale) -> str:
    """Which of the two drowns the other."""
    token, p = literal(content.token), grouped(content.position)
    if not content.known:
        return tr(
            "**{token}** has no row in this table, so there is no x and no z. Select another "
            "token, or position."
        ).format(token=token)
    now, norms = content.now, content.norms
    ratio = norms.position / norms.word if norms.word else math.inf
    if norms.word == 0:
        text = tr("s·x is zero: z is the position alone, whatever the word.")
    elif ratio >= 1:
        text = tr("p is {ratio} times as long as s·x.").format(ratio=number(ratio))
    else:
        text = tr("s·x is {ratio} times as long as p.").format(
            ratio=number(1 / ratio) if ratio else "∞"
        )
    count = len(now.near)
    if count:
        text += " " + tr(
            "Of the {count} nearest to **{token}** at position {p}, **{words}** are the same word "
            "at another place, **{places}** another word at the same place."
        ).format(
            count=count,
            token=token,
            p=p,
            words=grouped(now.same_word),
            places=grouped(now.same_place),
        )
    return f"{text} {_verdict(content)}".strip()


def _verdict(content: Scale) -> str:
    """Say whether one of the two decides alone."""
    texts: dict[Drowns, str] = {
        "position": tr(
            "**The position drowns the word:** every other word here is nearer to z than {token} "
            "at any other place."
        ),
        "word": tr(
            "**The word drowns the position:** {token} at every other place is nearer to z than "
            "any other word here."
        ),
        "neither": tr("Both have a say."),
        "": "",
    }
    return texts[content.now.drowns].format(token=literal(content.token))


def same_word(content: Scale) -> str:
    """The cosine of the word with itself at another place, for s = 1 and s = √d."""
    if not content.known:
        return ""
    one, root, _ = content.trials
    text = tr("**{token}** at positions {p} and {q}: cosine {one} with s = 1, {root} with s = √d.")
    if not content.in_sentence:
        text += " " + tr("The sentence has it once at most, so {q} is only as if.")
    return text.format(
        token=literal(content.token),
        p=grouped(content.position),
        q=grouped(content.other),
        one=signed(one.cosine, 4),
        root=signed(root.cosine, 4),
    )


def candidates(content: Scale) -> str:
    """Among how many the nearest are looked for."""
    if not content.known:
        return ""
    text = tr("Nearest among {words} × {places} of the sentence; bold: stands there.")
    if not content.all_places:
        text += " " + tr("The sentence is longer: these are the places nearest to the selected.")
    return text.format(
        words=counted(content.words, "word"), places=counted(content.places, "place")
    )


def dropout_text(content: Scale) -> str:
    """What dropout did to z."""
    if not content.dropout or not content.known:
        return ""
    z, kept = content.rows[2], content.dropped
    gone = int(np.count_nonzero((kept == 0) & (z != 0)))
    return tr(
        "**Dropout** set {gone} of {numbers} of z to 0 and multiplied the others by "
        "1 / {rest} = {factor}: |z| was {before} and is {after}."
    ).format(
        gone=grouped(gone),
        numbers=counted(content.width, "number"),
        rest=plain(1 - RATE, 1),
        factor=plain(1 / (1 - RATE), 3),
        before=plain(float(np.linalg.norm(z)), 2),
        after=plain(float(np.linalg.norm(kept)), 2),
    )


def sum_text(content: Scale, column: int) -> str:
    """Write out the sum of a column."""
    x, p, z = (float(v[column]) for v in content.rows)
    text = tr("dim {column}: s·x {x}, p {p}, z {z}").format(
        column=column, x=signed(x, 4), p=signed(p, 4), z=signed(z, 4)
    )
    if content.dropout and content.known:
        after = float(content.dropped[column])
        text += tr(", after dropout {after}").format(after=signed(after, 4))
    return text


def norm_bars(content: Scale) -> tuple[list[Bar], Axis]:
    """The lengths as bars from 0 to the longest."""
    norms = content.norms
    values = (
        ("|s·x|", tr("here"), norms.word),
        ("|p|", tr("here"), norms.position),
        ("|s·x|", tr("text"), norms.sentence_words),
        ("|p|", tr("text"), norms.sentence_positions),
        ("|s·x|", tr("table"), norms.table_words),
        ("|p|", tr("table"), norms.table_positions),
    )
    known = [value for _, _, value in values if value == value]
    high = max(known, default=1.0) or 1.0
    bars = [Bar(f"{name} {of}", value, (plain(value, 2),)) for name, of, value in values]
    return bars, Axis(0.0, high, ((0.0, "0"), (high, plain(high, 2))))


def near_bars(content: Scale) -> list[Bar]:
    """The nearest as bars."""
    text = tr("{word} at {position}")
    return [
        Bar(
            text.format(word=shortened(near.word, 16), position=grouped(near.position)),
            near.cosine,
            (signed(near.cosine, 4),),
            near.stands,
        )
        for near in content.now.near
    ]


def trial_table(content: Scale) -> tuple[list[Column], list[list[Cell]]]:
    """List what s = 1, s = √d and the chosen s do."""
    columns = [
        Column("s"),
        Column(tr("same word, 2 places"), "number", "+0.0000"),
        Column(tr("near: same word"), "number", "100"),
        Column(tr("near: same place"), "number", "100"),
    ]
    names = ("1", f"√{content.width} = {number(math.sqrt(content.width))}", "")
    rows = [
        [
            Cell(name or tr("{s} (now)").format(s=number(trial.s)), strong=not name),
            Cell(signed(trial.cosine, 4)),
            Cell(grouped(trial.same_word)),
            Cell(grouped(trial.same_place)),
        ]
        for name, trial in zip(names, content.trials, strict=True)
    ]
    return columns, rows
