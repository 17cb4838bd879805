"""The sentences of the fusion panel."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QCoreApplication

from posviz.model.notation import grouped, plain, signed
from posviz.panels.fusion_content import Fusion
from posviz.widgets.note import literal

_DECIMALS = 4


def tr(text: str) -> str:
    """Translate a text of the fusion panel."""
    return QCoreApplication.translate("FusionPanel", text)


def about_word(content: Fusion) -> str:
    """The selected word: where it stands, what is done to x, and the lengths."""
    token, position = literal(content.token), grouped(content.position)
    parts = []
    if not content.known:
        if content.in_vocabulary:
            lacking = tr("The row of E of **{token}** is not part of this table")
        else:
            lacking = tr("**{token}** is not in this vocabulary. It has no row of E")
        tail = tr(", so there is no x and no z. The position has its p all the same.")
        parts.append((lacking + tail).format(token=token))
    if content.in_place and content.known:
        parts.append(
            tr("**{token}** at position {position}.").format(token=token, position=position)
        )
    elif not content.in_place:
        if content.token in content.words:
            where = tr("**{token}** does not stand at position {position} of the sentence")
        else:
            where = tr("**{token}** is not in the sentence")
        tail = tr("; shown as if at position {position}.")
        parts.append((where + tail).format(token=token, position=position))
    root = f"√{content.d} = {_short_root(content.d)}"
    if content.scale:
        paper = tr(
            "x is multiplied by {root} before p is added, as in the paper (Vaswani et al. "
            "2017, section 3.4)."
        )
    else:
        paper = tr(
            "x is added as it stands in E; the paper multiplies it by {root} first (Vaswani "
            "et al. 2017, section 3.4)."
        )
    if content.known:
        parts.append(paper.format(root=root))
        vectors = (content.x, content.p, content.z)
        x, p, z = (plain(float(np.linalg.norm(v)), 2) for v in vectors)
        parts.append(tr("Lengths: |x| {x}, |p| {p}, |z| {z}.").format(x=x, p=p, z=z))
    if content.embeddings.name == "minilm":
        parts.append(
            tr(
                "This model itself adds learned positions and then normalises (LayerNorm); "
                "here p is the sinusoidal encoding."
            )
        )
    if content.width != content.d:
        parts.append(
            tr("The positional table is set to {width} wide; this sum needs d = {d}.").format(
                width=grouped(content.width), d=grouped(content.d)
            )
        )
    return " ".join(parts)


def about_model(content: Fusion) -> str:
    """What the model that E belongs to makes of the word at two places."""
    if content.in_model is None:
        return ""
    return tr(
        "**In the model itself**: **{token}** at positions {p} and {q} has the cosine 1.000 in "
        "E, **{added}** in E + P, **{normed}** after token type and LayerNorm."
    ).format(
        token=literal(content.token),
        p=grouped(content.position),
        q=grouped(content.other),
        added=plain(content.in_model.added, 3),
        normed=plain(content.in_model.normed, 3),
    )


def about_sentence(content: Fusion) -> str:
    """What can be seen in the rows of the sentence."""
    if not content.words:
        return tr(
            "The sentence is empty. Type one in the bar above, such as **the cat sat**: "
            "each of its words becomes a row of X, P and Z here."
        )
    text = tr("The position is not a row of E: p depends on the place only, x on the word only.")
    places = content.words.count(content.token)
    if places > 1 and content.known:
        text = (
            tr("**{token}** stands at {count} places: the same x, another p, another z. ").format(
                token=literal(content.token), count=grouped(places)
            )
            + text
        )
    return text


def sum_text(content: Fusion, column: int) -> str:
    """Write out the sum of a column: "dimension 2: −0.3500 + 0.1000 = −0.2500".

    The sign "=" stands only where the numbers as written add up as written; where rounding
    gets in the way it is "≈".
    """
    x, p, z = (float(v[column]) for v in (content.word, content.p, content.z))
    name = tr("dimension {column}: ").format(column=column)
    if math.isnan(z):
        return name + tr("no x, p = {p}, no z").format(p=signed(p, _DECIMALS))
    written = [plain(v, _DECIMALS) for v in (x, p, z)]
    first, second = written[0], _in_brackets(written[1])
    factor = 1.0
    if content.scale:
        factor = math.sqrt(content.d)
        first = f"√{content.d} · {_in_brackets(written[0])}"
    again = factor * round(x, _DECIMALS) + round(p, _DECIMALS)
    equals = "=" if plain(again, _DECIMALS) == written[2] else "≈"
    return f"{name}{first} + {second} {equals} {written[2]}"


def _in_brackets(number: str) -> str:
    return f"({number})" if number.startswith("−") else number


def _short_root(d: int) -> str:
    root = math.isqrt(d)
    return grouped(root) if root * root == d else plain(math.sqrt(d), 4)
