"""The sentences and tables of the panel on adding and concatenating."""

from __future__ import annotations

import math

from PySide6.QtCore import QCoreApplication

from posviz.model.notation import grouped, plain, signed, significant
from posviz.panels.combine_content import Combine
from posviz.widgets.note import literal
from posviz.widgets.table_view import Cell, Column


def tr(text: str) -> str:
    """Translate a text of this panel."""
    return QCoreApplication.translate("CombinePanel", text)


def help_text() -> str:
    """What the panel shows and how it is used."""
    return tr(
        "A position can be **added** to a word, x + p, or put **beside** it, [x; p], which is "
        "twice as wide. The next thing in a Transformer is a matrix, and for that the two are "
        "related: **W (x + p) = W x + W p = [W W] [x; p]**. Adding is concatenating with two "
        "equal blocks. In general the blocks may differ, [W1 W2] [x; p] = W1 x + W2 p: a layer "
        "after a concatenation can do all that one after a sum can, and more.\n\n"
        "Both sides are multiplied out here by themselves, with a W of {rows} rows from a seed. "
        "What is left between them is rounding of 64-bit numbers.\n\n"
        "**Why add, then?** The width stays. And in a high width two directions that have "
        "nothing to do with each other are nearly at a right angle: the cosine of random ones "
        "has standard deviation 1/√d, 0.5 at d = 4 and 0.044 at d = 512. So a trained W can "
        "read one and pass over the other.\n\n"
        "**Cost** of one layer as in Vaswani et al. (2017, sections 3.2 and 3.3): four d × d "
        "matrices of attention, and a feed-forward part d → 4d → d; biases and LayerNorm are "
        "left out. A matrix has as many multiply-adds a token as parameters. Scores and weighted "
        "sums take 2 · L · d more. A model may also return to d at once: then only its first "
        "matrix is twice as large.\n\n"
        "In the cells, left and right choose a dimension, up and down a position."
    ).format(rows=6)


def opening(content: Combine) -> str:
    """The identity, and how far its sides are apart here."""
    if not content.known:
        return tr(
            "**{token}** has no row in this table: there is no x to add or to put beside p. "
            "Select another token, or position."
        ).format(token=literal(content.token))
    difference = content.products.difference
    return tr(
        "**W (x + p) = [W W] [x; p]** for **{token}** at position {p}: adding is concatenating "
        "with two equal blocks. Largest difference: **{difference}**."
    ).format(
        token=literal(content.token),
        p=grouped(content.position),
        difference=tr("exactly 0") if difference == 0 else significant(difference, 2),
    )


def apart(content: Combine) -> str:
    """How nearly x and p are at a right angle."""
    if math.isnan(content.cosine):
        return ""
    return tr(
        "The cosine of this x and this p is {cosine}; of random directions at d = {d} it is 0 "
        "± {deviation}. Near a right angle a trained W can tell the two apart in their sum."
    ).format(
        cosine=signed(content.cosine, 3),
        d=grouped(content.d),
        deviation=plain(1 / math.sqrt(content.d), 3),
    )


def colours(content: Combine) -> str:
    """What the colours of the blocks mean."""
    return tr("Full colour in W: ±2/√d = ±{value}. Seed {seed}.").format(
        value=plain(2 / math.sqrt(content.d), 3), seed=content.seed
    )


def entry(content: Combine, block: int, row: int, column: int) -> str:
    """One number of W1 or W2."""
    return tr("W{block}, output {row}, dim {column}: {value}").format(
        block=block + 1,
        row=row,
        column=grouped(column),
        value=signed(float(content.weights[block, row, column]), 4),
    )


def sum_text(content: Combine, column: int) -> str:
    """Where a dimension of x and p stands in either."""
    x, p = float(content.x[column]), float(content.p[column])
    return tr(
        "dim {column}: x {x}, p {p}; added {z} in one place, beside each other in {column} and "
        "{other}"
    ).format(
        column=grouped(column),
        x=signed(x, 4),
        p=signed(p, 4),
        z=signed(x + p, 4),
        other=grouped(column + content.d),
    )


def product_table(content: Combine) -> tuple[list[Column], list[list[Cell]]]:
    """The products, a row for each output."""
    widest = "+00.000000"
    columns = [
        Column(tr("output")),
        Column("W (x + p)", "number", widest),
        Column("[W W] [x; p]", "number", widest),
        Column("[W1 W2] [x; p]", "number", widest),
    ]
    found = content.products
    rows = [
        [Cell(grouped(i)), *(Cell(signed(float(v), 6)) for v in values)]
        for i, values in enumerate(zip(found.added, found.tied, found.free, strict=True))
    ]
    return columns, rows


def cost_table(content: Combine) -> tuple[list[Column], list[list[Cell]]]:
    """What the width costs, for d and 2d."""
    one, two = content.costs
    d = content.width
    columns = [
        Column(tr("One layer")),
        Column(tr("added, d = {d}").format(d=grouped(d)), "number"),
        Column(tr("beside, 2d = {d}").format(d=grouped(2 * d)), "number"),
        Column("", "number", "×0"),
    ]
    lines = (
        (tr("First matrix, back to d"), "d · d", d * d, 2 * d * d),
        (tr("Attention, parameters"), "4 d²", one.projections, two.projections),
        (tr("Feed-forward, parameters"), "8 d²", one.feed_forward, two.feed_forward),
        (tr("Multiply-adds a token"), "12 d²", one.per_token, two.per_token),
        (tr("Scores and sums a token"), "2 L d", one.attention, two.attention),
    )
    rows = [
        [
            Cell(name, formula),
            Cell(grouped(first)),
            Cell(grouped(second)),
            Cell(f"×{second // first}"),
        ]
        for name, formula, first, second in lines
    ]
    return columns, rows
