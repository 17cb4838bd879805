"""Texts of lesson and exercises as views: paragraphs, callouts, formulas, lines of code, tables."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from posviz.lesson.step_text import is_table, paragraphs_of
from posviz.widgets.callout import Callout
from posviz.widgets.formula_view import FormulaLine, FormulaView
from posviz.widgets.note import Note
from posviz.widgets.painted import PaintedView
from posviz.widgets.set_lines import SetLines
from posviz.widgets.text_table import TextTable


def paragraphs(markdown: str, parent: QWidget, *, size: float = 14) -> list[PaintedView]:
    """Return a view for each paragraph of a text.

    One that begins with ``$$`` is a formula in LaTeX, with how it is read out in the lines
    below it; lines that begin with ``>`` stand apart; lines that begin with four blanks are
    shown as they are typed; lines that begin with ``|``, the second of them ``|---|``, are a
    table.
    """
    return [_view(part, parent, size) for part in paragraphs_of(markdown)]


def _view(part: str, parent: QWidget, size: float) -> PaintedView:
    lines = part.strip("\n").splitlines()
    if all(line.startswith("    ") for line in lines):
        return SetLines([line[4:] for line in lines], parent)
    if lines[0].startswith("$$"):
        formula = FormulaView(parent)
        latex, *read_out = (line.strip("$ ") for line in lines)
        formula.set_lines([FormulaLine((latex,), " ".join(read_out) or latex)])
        return formula
    if is_table(part):
        return TextTable(part.strip(), role="text", size=size, parent=parent)
    if all(line.startswith(">") for line in lines):
        quoted = "\n".join(line[1:].lstrip() for line in lines)
        return Callout(quoted, role="text", size=size, parent=parent)
    return Note(part.strip(), role="text", size=size, parent=parent)
