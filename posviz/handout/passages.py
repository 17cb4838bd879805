"""Texts of the lesson as blocks: paragraphs, formulas, code, choices with letters."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from posviz.handout.blocks import Block, Formula, Table, Text
from posviz.lesson.quiz_paper import LETTERS
from posviz.widgets.paragraphs import Paragraph, parted


def tr(text: str) -> str:
    """Translate a text of the handout."""
    return QCoreApplication.translate("handout", text)


def passages(markdown: str) -> list[Block]:
    """Return the paragraphs of a text; what leads up to another stays with it."""
    paragraphs = parted(markdown)
    blocks = [_passage(paragraph) for paragraph in paragraphs]
    for block, paragraph, follows in zip(blocks, paragraphs, paragraphs[1:], strict=False):
        block.keeps = follows.kind in ("typed", "table") or paragraph.text.endswith(":")
    return blocks


def _passage(paragraph: Paragraph) -> Block:
    text = paragraph.text
    if paragraph.kind == "formula":
        return Formula(text, paragraph.read_out)
    if paragraph.kind == "typed":
        return code(text)
    if paragraph.kind == "table":
        return Table(text)
    if paragraph.kind == "apart":
        return Text(text, quoted=True, above=10)
    return Text(text)


def code(lines: str) -> Text:
    """Return code as it is typed, with one empty line where there are more."""
    return Text(re.sub(r"\n{3,}", "\n\n", lines.rstrip()), size=11.5, mono=True, indent=12, above=8)


def lettered(choices: Sequence[str]) -> list[Block]:
    """Return choices with letters, which stay with their question and what follows."""
    blocks: list[Block] = [
        Text(
            f"{letter}   {choice}",
            indent=16,
            above=3,
            plain="*" not in choice and "`" not in choice,
        )
        for letter, choice in zip(LETTERS, choices, strict=False)
    ]
    for block in blocks:
        block.keeps = True
    return blocks
