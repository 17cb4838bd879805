"""The sentences of the shift panel."""

from __future__ import annotations

import math

from PySide6.QtCore import QCoreApplication

from posviz.model.notation import grouped, shape_text, signed, significant
from posviz.model.positional.shift import FEWEST_FITTED, Contrast, Largest
from posviz.panels.shift_content import Shift
from posviz.widgets.table_view import Cell, Column


def _tr(text: str) -> str:
    return QCoreApplication.translate("ShiftPanel", text)


def help_text() -> str:
    """What the panel shows and how it is used."""
    return _tr(
        "Moving on by k positions is one matrix: **M_k · PE(p) = PE(p + k)**. M_k turns every "
        "pair (sine, cosine) by the angle k · w of that pair. p is not in it, so the same matrix "
        "serves every position; a negative k turns back. Vaswani et al. (2017, section 3.5) "
        "give this as the reason for sines: “for any fixed offset k, PE(pos+k) can be "
        "represented as a linear function of PE(pos)”.\n\n"
        "Differences shown are computed, not supposed: what is left is rounding of 64-bit "
        "numbers, and it grows with the position, whose angle is rounded.\n\n"
        "With an odd width the last sine has no cosine beside it, so nothing turns it: that "
        "column is missed, and the panel says by how much.\n\n"
        "**For contrast** one matrix is fitted by least squares to trained positions, those of "
        "MiniLM. The fit sees the even positions and is tried on the odd ones; on the rows it "
        "saw it is always good, for it has more columns than rows. Damped means ridge "
        "regression, with the strength that does best on the very rows it is tried on.\n\n"
        "Click a block of M_k to select its pair, or use the arrow keys, Home, End, Page Up and "
        "Page Down. In the rows, left and right choose a dimension, up and down a position."
    )


def size_of(error: float) -> str:
    """Write a difference: "1.1 × 10⁻¹⁶"; zero only where there is none at all."""
    return _tr("exactly 0") if error == 0 else significant(error, 2)


def opening(content: Shift) -> str:
    """What k does, and to the selected pair."""
    angle = float(content.angles[content.pair])
    text = _tr(
        "**M_k · PE(p) = PE(p + k)** with k = {k}. Pair {pair} turns by k · w = {angle} rad, "
        "{degrees}°."
    )
    if content.width == 1:
        text = _tr("At width 1 there is no pair to turn: k = {k} has no rotation.")
    return text.format(
        k=grouped(content.shift),
        pair=grouped(content.pair),
        angle=significant(angle, 4),
        degrees=significant(math.degrees(angle), 4),
    )


def place(content: Shift) -> str:
    """Where p + k lies if it is outside the table."""
    target = content.position + content.shift
    if target < 0:
        text = _tr("Position {target} lies before the first; the formula gives it a row.")
    elif target >= content.length:
        text = _tr("Position {target} lies beyond the table; the formula gives it a row.")
    else:
        return ""
    return text.format(target=grouped(target))


def differences(content: Shift) -> str:
    """How far M_k · PE(p) is from PE(p + k), here and everywhere."""
    if content.width == 1:
        return ""
    everywhere = content.everywhere
    text = _tr(
        "Largest difference between M_k · PE(p) and PE(p + k): **{here}** at p = {p}. "
        "**The same M_k for every p:** at most **{most}** over {positions}."
    )
    return text.format(
        here=size_of(content.here.paired),
        p=grouped(content.position),
        most=size_of(everywhere.paired),
        positions=_positions(everywhere, content.length),
    )


def _positions(found: Largest, length: int) -> str:
    if length == 1:
        return _tr("the one position that there is")
    if found.positions == length:
        return _tr("all {length} positions").format(length=grouped(length))
    return _tr("{count} positions spread over {length}").format(
        count=grouped(found.positions), length=grouped(length)
    )


def lone(content: Shift) -> str:
    """What holds for a sine without its cosine; empty at even d."""
    if content.lone is None or content.here.lone is None or content.everywhere.lone is None:
        return ""
    text = _tr(
        "d is odd, so dimension {dimension} is a sine without its cosine. sin((p + k)w) needs "
        "cos(p w), which the row does not hold: no matrix moves this column exactly. Multiplied "
        "by cos(k w) it misses by **{here}** here and by up to **{most}** over the table."
    )
    return text.format(
        dimension=grouped(content.lone),
        here=size_of(content.here.lone),
        most=size_of(content.everywhere.lone),
    )


def layout(content: Shift) -> str:
    """Why the matrix is not in the order of the columns."""
    if content.layout == "interleaved":
        return ""
    return _tr(
        "Rows and columns of M_k are put pair by pair. In this layout the two columns of a pair "
        "stand {apart} apart."
    ).format(apart=grouped((content.width + 1) // 2))


def entry(content: Shift, row: int, column: int) -> str:
    """One entry of M_k, rows and columns counted pair by pair."""
    text = _tr("row dim {row}, column dim {column}: {number}").format(
        row=grouped(content.dimension_at(row)),
        column=grouped(content.dimension_at(column)),
        number="{number}",
    )
    if row // 2 != column // 2:
        return text.format(number=_tr("0, two different pairs"))
    angle = float(content.angles[row // 2])
    sign, function, value = "", "cos", math.cos(angle)
    if row != column:
        sign, function, value = ("−" if row > column else ""), "sin", math.sin(angle)
        value = -value if row > column else value
    number = (
        f"{sign}{function}(k · w) = {sign}{function}({significant(angle, 4)}) = {signed(value, 6)}"
    )
    return text.format(number=number)


def sum_text(content: Shift, dimension: int) -> str:
    """Where an entry of M_k · PE(p) comes from, written out."""
    products = " + ".join(
        f"({signed(factor, 3)} × {signed(number, 3)})"
        for factor, number in content.parts_of(dimension)
    )
    return _tr("dim {dimension}: {products} = {sum}").format(
        dimension=grouped(dimension),
        products=products,
        sum=signed(float(content.rows[1, dimension]), 3),
    )


def contrast_opening(content: Shift) -> str:
    """Title of the table of fits, or why there is none."""
    if content.contrast is not None:
        text = _tr("**For contrast: one matrix for k = {k} over trained positions.**")
    elif content.shift == 0:
        text = _tr("k = 0 moves nothing: the identity does it for any table, trained or not.")
    else:
        text = _tr(
            "The trained table ends at position 511. For k = {k} too few of its rows have a row "
            "k further on to fit a matrix: at least {fewest} are needed in either half."
        )
    return text.format(k=grouped(content.shift), fewest=FEWEST_FITTED)


def contrast_table(found: Contrast) -> tuple[tuple[Column, ...], tuple[tuple[Cell, ...], ...]]:
    """Columns and rows of the table of fits."""
    learned, sines = found.learned, found.sinusoidal
    columns = (
        Column(_tr("Matrix")),
        Column(_tr("Rows fitted"), "number", significant(8.8e-15, 2)),
        Column(_tr("Rows held out"), "number", significant(8.8e-15, 2)),
    )
    rows = (
        (_tr("sines: M_k itself"), "—", size_of(found.exact)),
        (_tr("sines: fitted"), size_of(sines.fitted), size_of(sines.held_out)),
        (_tr("learned: fitted"), size_of(learned.fitted), size_of(learned.held_out)),
        (_tr("learned: fitted, damped"), "—", size_of(learned.damped)),
        (_tr("learned: row p as it is"), "—", size_of(learned.unmoved)),
    )
    return columns, tuple(tuple(Cell(text) for text in row) for row in rows)


def contrast_note(found: Contrast) -> str:
    """What the numbers of the table are."""
    text = _tr(
        "Length of the error over length of the true rows: 0 is exact, 1 no better than zeros. "
        "Both tables are {shape}. The fits saw {fitted} even positions and were tried on "
        "{held_out} odd ones between them, which is easier than positions further on. With "
        "{width} columns and fewer rows a fit meets the "
        "rows that it saw whatever they are; **only the rows held out tell.** The damping is the "
        "best for these very rows, so it flatters the learned ones."
    )
    return text.format(
        shape=shape_text((found.length, found.width)),
        fitted=grouped(found.learned.fitted_rows),
        held_out=grouped(found.learned.held_out_rows),
        width=grouped(found.width),
    )
