"""Pages: nothing is lost or cut, and no heading stands alone at the foot of a page."""

from __future__ import annotations

import itertools

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtWidgets import QApplication

from posviz.handout.blocks import Block, ChapterHeading, Figure, Heading, StepHeading, Table, Text
from posviz.handout.figures import PanelFigure
from posviz.handout.lines import Entry, Lines
from posviz.handout.pages import PAPERS, paginate
from posviz.handout.passages import passages
from posviz.state import State
from posviz.widgets.theme import LIGHT

PAPER = PAPERS["a4"]
ROOM = PAPER.inner_height


class Box(Block):
    above = 0.0

    def __init__(self, height: float, *, least: float = 1.0, floats: bool = False) -> None:
        self._height, self._least, self.floats = height, least, floats

    def height(self, width: float) -> float:
        return self._height

    def least(self, width: float) -> float:
        return self._height * self._least

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
    (page,) = paginate([Box(ROOM * 0.6), Box(ROOM * 0.5, least=0.7)], PAPER)
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
    chapter = ChapterHeading("Two")
    pages = paginate([Box(50), chapter, Box(ROOM - 100), Box(200)], PAPER)
    assert [page.running for page in pages] == ["", "Two", "Two"]


def blocks_of(given: list[Block]) -> list[list[Block]]:
    return [[part.block for part in page.parts] for page in paginate(given, PAPER)]


def test_the_next_step_begins_where_a_figure_had_no_room(qapp: object) -> None:
    text, figure = Box(ROOM * 0.6), Box(ROOM * 0.5, floats=True)
    step, more = StepHeading("2"), Box(ROOM * 0.2)
    assert blocks_of([text, figure, step, more]) == [[text, step, more], [figure]]


def test_a_step_with_more_text_than_room_comes_after_the_figure(qapp: object) -> None:
    text, figure = Box(ROOM * 0.6), Box(ROOM * 0.5, floats=True)
    step, more, rest = StepHeading("2"), Box(ROOM * 0.2), Box(ROOM * 0.2)
    assert blocks_of([text, figure, step, more, rest]) == [[text], [figure, step, more, rest]]


def test_a_figure_waits_for_one_step_and_never_for_a_chapter(qapp: object) -> None:
    text, figure = Box(ROOM * 0.6), Box(ROOM * 0.5, floats=True)
    steps: list[Block] = [StepHeading("2"), Box(10), StepHeading("3"), Box(10)]
    assert blocks_of([text, figure, *steps]) == [[text, *steps[:2]], [figure, *steps[2:]]]
    chapter = ChapterHeading("Two")
    assert blocks_of([text, figure, chapter]) == [[text], [figure], [chapter]]


def test_figures_keep_their_order(qapp: object) -> None:
    text, large, small = Box(ROOM * 0.6), Box(ROOM * 0.9, floats=True), Box(20, floats=True)
    assert blocks_of([text, large, small]) == [[text], [large, small]]


def test_code_is_not_cut_and_stays_with_what_leads_up_to_it(qapp: object) -> None:
    words, code, more = passages("It is\n\n    0 1\n    1 0\n\nas always.")
    assert words.keeps
    assert not code.keeps
    assert not code.cuts(PAPER.inner_width)
    assert code.height(PAPER.inner_width) > 2 * 11.5
    before = Box(ROOM - 50)
    assert blocks_of([before, words, code, more]) == [[before], [words, code, more]]
    (first, _) = passages("Two ways:\n\n- one\n- two")
    assert first.keeps


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


@pytest.mark.parametrize(("words", "leftwards"), [("Try it.", False), ("نص من اليمين", True)])
def test_the_bar_stands_where_the_words_begin(qapp: object, words: str, leftwards: bool) -> None:
    text = Text(words, quoted=True)
    image = QImage(200, 40, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    text.draw(painter, 200, 0, text.height(200))
    painter.end()
    accent = LIGHT.colour("accent")
    assert (image.pixelColor(1, 8) == accent) is not leftwards
    assert (image.pixelColor(198, 8) == accent) is leftwards
    columns = [
        x for x in range(4, 196) if any(image.pixelColor(x, y).black() > 99 for y in range(30))
    ]
    assert (min(columns) > 80) is leftwards
    assert (max(columns) < 120) is not leftwards


@pytest.mark.parametrize("way", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
def test_contents_begin_where_the_language_does(
    qapp: QApplication, way: Qt.LayoutDirection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QGuiApplication, "layoutDirection", lambda: way)
    for block in (Entry("a long name", Box(1), chapter=True), Lines("a long name")):
        image = QImage(400, 40, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        block.draw(painter, 400, 0, 30)
        painter.end()

        def ink(left: int, image: QImage = image) -> int:
            return sum(
                image.pixelColor(x, y).black() for x in range(left, left + 100) for y in range(18)
            )

        assert (ink(0) > 2 * ink(300)) is (way == Qt.LayoutDirection.LeftToRight)
        assert (ink(300) > 2 * ink(0)) is (way == Qt.LayoutDirection.RightToLeft)


def test_views_that_take_any_height_are_drawn_lower_not_smaller(qapp: QApplication) -> None:
    width = PAPER.inner_width
    table, bars = (PanelFigure(name, State(), width) for name in ("positional_table", "fusion"))
    assert table.least < 0.7 * table.size.height()
    assert Figure(table, "1").least(width) < 0.75 * Figure(table, "1").height(width)
    assert bars.least == bars.size.height()
    assert Figure(bars, "2").least(width) == pytest.approx(0.8 * Figure(bars, "2").height(width))
    table.close()
    bars.close()
