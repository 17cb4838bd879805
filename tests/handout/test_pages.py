"""Pages: nothing is lost or cut, and no heading stands alone at the foot of a page."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest
from PySide6.QtGui import QPainter

from posviz.handout.blocks import Block, Heading, Table, Text
from posviz.handout.pages import PAPERS, paginate

PAPER = PAPERS["a4"]
ROOM = PAPER.inner_height


class Box(Block):
    def __init__(self, height: float, cuts: Sequence[float] = (), smallest: float = 1.0) -> None:
        self.above, self._height, self._cuts, self.smallest = 0.0, height, cuts, smallest

    def height(self, width: float) -> float:
        return self._height

    def cuts(self, width: float) -> Sequence[float]:
        return self._cuts

    def draw(self, painter: QPainter, width: float, top: float, bottom: float) -> None:
        raise AssertionError


def test_a_heading_goes_on_with_what_it_heads(qapp: object) -> None:
    heading, figure = Heading("1", 17), Box(300)
    first, second = paginate([Box(ROOM - 100), heading, figure], PAPER)
    assert len(first.parts) == 1
    assert [part.block for part in second.parts] == [heading, figure]


def test_a_figure_is_never_cut(qapp: object) -> None:
    pages = paginate([Box(ROOM * 0.6) for _ in range(3)], PAPER)
    assert [len(page.parts) for page in pages] == [1, 1, 1]
    assert all(part.scale == 1 for page in pages for part in page.parts)
    (page,) = paginate([Box(ROOM * 0.6), Box(ROOM * 0.5, smallest=0.7)], PAPER)
    assert page.parts[1].scale == pytest.approx(0.8)
    (page,) = paginate([Box(ROOM * 2)], PAPER)
    assert page.parts[0].scale == pytest.approx(0.5)


def test_a_long_text_is_parted_between_its_lines(qapp: object) -> None:
    text = Text("word " * 4000)
    width = PAPER.inner_width
    pages = paginate([Box(300), text], PAPER)
    parts = [part for page in pages for part in page.parts if part.block is text]
    assert len(parts) > 1
    assert parts[0].top == 0
    assert parts[-1].bottom == text.height(width)
    for before, after in itertools.pairwise(parts):
        assert before.bottom == after.top
        assert before.bottom in text.cuts(width)
    assert all(part.y + part.bottom - part.top <= ROOM + 0.1 for part in parts)


def test_a_chapter_begins_a_page_and_names_those_that_follow(qapp: object) -> None:
    chapter = Heading("Two", 24, starts_page=True)
    pages = paginate([Box(50), chapter, Box(ROOM - 100), Box(200)], PAPER)
    assert [page.running for page in pages] == ["", "Two", "Two"]


def test_a_table_is_parted_between_its_rows(qapp: object) -> None:
    rows = "\n".join(
        f"| {n} | a row of words that is wrapped where it has no room |" for n in range(30)
    )
    table = Table(f"| Number | Words |\n|---:|---|\n{rows}")
    cuts = table.cuts(300)
    assert len(cuts) == 29  # not below the heading
    assert list(cuts) == sorted(cuts)
    assert 0 < cuts[0] < cuts[-1] < table.height(300)
    pages = paginate([Box(ROOM - 300), table], PAPER)
    parts = [part for page in pages for part in page.parts if part.block is table]
    assert len(parts) > 1
    width = PAPER.inner_width
    assert all(part.bottom in table.cuts(width) for part in parts[:-1])
