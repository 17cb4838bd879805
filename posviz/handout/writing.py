"""Makes a handout and writes it: in steps, so that a window goes on and a user can stop it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QPointF, QSizeF
from PySide6.QtGui import QFontMetricsF, QPageSize, QPainter, QPdfWriter, QPen

from posviz import language
from posviz.export import ExportError, free_space
from posviz.export.files import beside
from posviz.export.vectors import VectorPainter
from posviz.handout.blocks import Block
from posviz.handout.content import Choices, Content
from posviz.handout.marks import Mark, Place, marked
from posviz.handout.pages import PAPERS, Page, Paper, paginate
from posviz.handout.passages import tr
from posviz.model.notation import shortened
from posviz.widgets.theme import LIGHT

_DPI = 1200
_UNIT = _DPI / 96


class Handout:
    """A handout in the making.

    Parameters
    ----------
    choices : Choices
        What it is made of.
    path : Path
        The file, which ends with ``.pdf``.

    Raises
    ------
    LessonError
        If the lesson cannot be read.
    ExportError
        If the name does not end with ``.pdf``, or there is no such folder.
    """

    def __init__(self, choices: Choices, path: Path) -> None:
        if path.suffix.lower() != ".pdf":
            message = tr("“{name}”: end the name with .pdf.")
            raise ExportError(message.format(name=shortened(path.name)))
        free_space(path)  # better told now than when all is made
        self.path = path
        self.pages = 0
        self._paper = PAPERS[choices.paper]
        self._content = Content(choices, self._paper.inner_width)

    def steps(self) -> Iterator[tuple[int, int]]:
        """Make and write it; yield after each part (parts done, parts in all).

        Nothing is written before the last one, so it can be given up at any time.

        Raises
        ------
        ExportError
            If the file cannot be written; the one there was is as it was.
        StateError
            If a step asks for a table that cannot be read.
        """
        parts: list[Block] = []
        made = self._content.steps + 1
        try:
            for done, blocks in enumerate(self._content.body(), start=1):
                parts += blocks
                yield done, 2 * made
            pages = self._paged(parts)
            self.pages = len(pages)
            buffer = QBuffer()
            buffer.open(QIODevice.OpenModeFlag.WriteOnly)
            for number in self._drawn(buffer, pages):
                yield made + made * number // (len(pages) + 1), 2 * made
            pdf = self._marked(bytes(buffer.data().data()), pages)
        finally:
            self._content.close()
        with beside(self.path) as temporary:
            temporary.write_bytes(pdf)
        yield 2 * made, 2 * made

    def _paged(self, body: list[Block]) -> list[Page]:
        """Page front and body; then every line of the contents knows its page."""
        pages = paginate([*self._content.front(), *body], self._paper)
        places = self._places(pages)
        for entry in self._content.entries:
            entry.page = places[id(entry.target)].page + 1
        return pages

    def _places(self, pages: list[Page]) -> dict[int, Place]:
        """Where each block begins, by its identity."""
        places: dict[int, Place] = {}
        for number, page in enumerate(pages):
            for part in page.parts:
                places.setdefault(id(part.block), Place(number, self._paper.top + part.y))
        return places

    def _marked(self, pdf: bytes, pages: list[Page]) -> bytes:
        """Add bookmarks, links of the contents, and the language."""
        paper, places = self._paper, self._places(pages)
        marks = [
            Mark(
                entry.text,
                not entry.chapter,
                places[id(entry.target)],
                places[id(entry)],
                paper.side,
                paper.width - paper.side,
                entry.height(paper.inner_width),
            )
            for entry in self._content.entries
        ]
        return marked(pdf, marks, paper.height * 72 / 96, language.current().replace("_", "-"))

    def _drawn(self, buffer: QBuffer, pages: list[Page]) -> Iterator[int]:
        """Draw into a PDF; yield the number of each page."""
        writer = QPdfWriter(buffer)
        writer.setTitle(self._content.title)
        writer.setCreator("posviz")
        writer.setResolution(_DPI)
        paper = self._paper
        size = QSizeF(paper.width, paper.height) / 96
        writer.setPageSize(QPageSize(size, QPageSize.Unit.Inch))
        writer.setPageMargins(QMarginsF(0, 0, 0, 0))
        painter = VectorPainter(writer)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering)
        painter.scale(_UNIT, _UNIT)
        try:
            for number, page in enumerate(pages, start=1):
                if number > 1:
                    writer.newPage()
                _draw_page(painter, page, number, paper)
                yield number
        finally:
            painter.end()


def _draw_page(painter: QPainter, page: Page, number: int, paper: Paper) -> None:
    for part in page.parts:
        painter.save()
        painter.translate(paper.side, paper.top + part.y)
        width, block = paper.inner_width, part.block
        if part.scale < 1:
            block.draw_smaller(painter, width, part.top, part.bottom, part.scale)
        else:
            block.draw(painter, width, part.top, part.bottom)
        painter.restore()
    if number == 1:
        return  # a title page has neither
    painter.save()
    font = LIGHT.font(11)
    painter.setFont(font)
    painter.setPen(LIGHT.colour("muted"))
    metrics = QFontMetricsF(font)
    text = str(number)
    x = (paper.width - metrics.horizontalAdvance(text)) / 2
    painter.drawText(QPointF(x, paper.height - paper.bottom / 2), text)
    if page.running:
        painter.drawText(QPointF(paper.side, paper.top / 2 + 4), page.running)
        painter.setPen(QPen(LIGHT.colour("line"), 0.8))
        y = paper.top / 2 + 13
        painter.drawLine(QPointF(paper.side, y), QPointF(paper.width - paper.side, y))
    painter.restore()
