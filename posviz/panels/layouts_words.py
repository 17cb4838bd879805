"""The sentences of the layouts panel."""

from __future__ import annotations

import math

from PySide6.QtCore import QCoreApplication

from posviz.model.notation import grouped, signed, significant
from posviz.panels.layouts_content import Layouts
from posviz.widgets.table_view import Cell, Column


def _tr(text: str) -> str:
    return QCoreApplication.translate("LayoutsPanel", text)


def names() -> tuple[str, str, str]:
    """The three tables."""
    return _tr("Paper"), _tr("Sines, then cosines"), _tr("tensor2tensor")


def help_text() -> str:
    """What the panel shows and how it is used."""
    return _tr(
        "The paper puts sine and cosine of a pair side by side (Vaswani et al. 2017, section "
        "3.5). Much code puts all sines first and all cosines after them: the same columns in "
        "another order, so the weights of the first layer can undo it.\n\n"
        "tensor2tensor, the code that the authors released, does that too, but with slightly "
        "different frequencies: base^(−i/(h − 1)) for h = d/2 pairs, so that the last is "
        "exactly 1/base, where the paper has base^(−2i/d). No order of columns makes one of the "
        "other (get_timing_signal_1d in common_attention.py; its pull request 177 discusses "
        "it).\n\n"
        "At d = 2 there is one pair and h − 1 is 0. The released code now divides by max(h − 1, "
        "1); earlier versions gave NaN. With odd d it adds a column of zeros where the paper's "
        "formula has one more sine.\n\n"
        "The selected dimension is outlined in all three. Click a cell to select its position "
        "and dimension, or use the arrow keys, Page Up, Page Down, Home and End: they move in "
        "the paper's table."
    )


def _size(difference: float) -> str:
    return _tr("exactly 0") if difference == 0 else significant(difference, 3)


def opening(content: Layouts) -> str:
    """How far the tables are the same."""
    halves, timing = content.differences
    text = _tr(
        "**Sines first is the paper's table after one permutation of the columns**: largest "
        "difference {halves}. tensor2tensor's order is undone in the same way, but "
    ).format(halves=_size(halves))
    if timing == 0:
        rest = _tr("here its frequencies are the paper's too: largest difference exactly 0.")
    else:
        rest = _tr("**its frequencies are others**: largest difference **{timing}**.").format(
            timing=_size(timing)
        )
    return text + rest


def trap(content: Layouts) -> str:
    """What is special at this width; empty where nothing is."""
    if content.width == 1:
        return _tr("At d = 1 tensor2tensor has no pair at all: its only column is 0.")
    parts = []
    if content.width in (2, 3):
        parts.append(
            _tr(
                "One pair: i/(h − 1) is **0/0**. The released code divides by max(h − 1, 1); "
                "earlier versions gave NaN."
            )
        )
    if content.width % 2:
        parts.append(
            _tr(
                "d is odd: tensor2tensor's last column is 0, where the paper's formula has a "
                "lone sine."
            )
        )
    return " ".join(parts)


def table(content: Layouts) -> tuple[tuple[Column, ...], tuple[tuple[Cell, ...], ...]]:
    """Columns and rows on the selected column of each table."""
    columns = (
        Column(_tr("Table")),
        Column(_tr("dim"), "number", grouped(content.width - 1)),
        Column(_tr("frequency w"), "number", significant(1.234e-5, 5)),
        Column(_tr("wavelength"), "number", "60\u202f611"),
        Column(_tr("PE(pos {position})").format(position=grouped(content.position)), "number"),
    )
    rows = []
    for k, name in enumerate(names()):
        w = content.frequencies[k]
        rows.append(
            (
                Cell(name),
                Cell(grouped(content.columns[k])),
                Cell("—" if w is None else significant(w, 5)),
                Cell("—" if w is None else significant(2 * math.pi / w, 4)),
                Cell(signed(float(content.row[k, content.columns[k]]), 6)),
            )
        )
    return columns, tuple(rows)


def limits(content: Layouts) -> str:
    """What is not compared; empty where all is."""
    if content.compared == content.length:
        return ""
    return _tr("Compared and drawn: the first {count} of {length} positions.").format(
        count=grouped(content.compared), length=grouped(content.length)
    )


def cell(content: Layouts, table: int, position: int, column: int) -> str:
    """A cell for the status bar."""
    return _tr("{name}: pos {position}, dim {dimension}: {value}").format(
        name=names()[table],
        position=grouped(position),
        dimension=grouped(column),
        value=signed(float(content.tables[table][position, column]), 6),
    )
