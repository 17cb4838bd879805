"""Texts of lesson and exercises as views: paragraphs, callouts, formulas, lines of code, tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from PySide6.QtWidgets import QWidget

from posviz.lesson.step_text import is_table, paragraphs_of
from posviz.widgets.callout import Callout
from posviz.widgets.formula_view import FormulaLine, FormulaView
from posviz.widgets.note import Note
from posviz.widgets.painted import PaintedView
from posviz.widgets.set_lines import SetLines
from posviz.widgets.text_table import TextTable


@dataclass(frozen=True)
class Paragraph:
    """A part of a text.

    Attributes
    ----------
    kind
        "formula", "apart" for something to try, "typed" for lines as they are typed,
        "table", or "text".
    text
        LaTeX, the lines, or Markdown.
    read_out
        How a formula is read out.
    """

    kind: Literal["formula", "apart", "typed", "table", "text"]
    text: str
    read_out: str = ""


def parted(markdown: str) -> list[Paragraph]:
    """Return the paragraphs of a text.

    One that begins with ``$$`` is a formula in LaTeX, with how it is read out in the lines
    below it; lines that begin with ``>`` stand apart; lines that begin with four blanks are
    shown as they are typed; lines that begin with ``|``, the second of them ``|---|``, are a
    table.
    """
    return [_paragraph(part) for part in paragraphs_of(markdown)]


def _paragraph(part: str) -> Paragraph:
    lines = part.strip("\n").splitlines()
    if all(line.startswith("    ") for line in lines):
        return Paragraph("typed", "\n".join(line[4:] for line in lines))
    if lines[0].startswith("$$"):
        latex, *read_out = (line.strip("$ ") for line in lines)
        return Paragraph("formula", latex, " ".join(read_out) or latex)
    if is_table(part):
        return Paragraph("table", part.strip())
    if all(line.startswith(">") for line in lines):
        return Paragraph("apart", "\n".join(line[1:].lstrip() for line in lines))
    return Paragraph("text", part.strip())


def paragraphs(markdown: str, parent: QWidget, *, size: float = 14) -> list[PaintedView]:
    """Return a view for each paragraph of a text."""
    return [_view(paragraph, parent, size) for paragraph in parted(markdown)]


def _view(paragraph: Paragraph, parent: QWidget, size: float) -> PaintedView:
    text = paragraph.text
    if paragraph.kind == "typed":
        return SetLines(text.splitlines(), parent)
    if paragraph.kind == "formula":
        formula = FormulaView(parent)
        formula.set_lines([FormulaLine((text,), paragraph.read_out)])
        return formula
    if paragraph.kind == "table":
        return TextTable(text, role="text", size=size, parent=parent)
    if paragraph.kind == "apart":
        return Callout(text, role="text", size=size, parent=parent)
    return Note(text, role="text", size=size, parent=parent)
