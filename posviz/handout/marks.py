"""Bookmarks, links and the language of a PDF, which Qt (6.11) does not write.

They follow the file as an update (PDF 1.7, 7.5.6): what Qt wrote stays byte by byte.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_POINTS = 72 / 96
_CATALOGUE = re.compile(rb"\n(\d+) 0 obj\n<<\n/Type /Catalog\n(.*?)>>\nendobj", re.DOTALL)
_PAGES = re.compile(rb"/Type /Pages\s*/Kids\s*\[([^\]]*)\]")
_PAGE = rb"\n%d 0 obj\n<<\n/Type /Page\n(?:.*?)/Annots (\d+) 0 R\n"
_TRAILER = re.compile(rb"trailer\n<<\n/Size (\d+) (.*?)>>\nstartxref\n(\d+)", re.DOTALL)


@dataclass(frozen=True)
class Place:
    """A height on a page, counted from 0, in pixels of 1/96 inch from its top."""

    page: int
    y: float


@dataclass(frozen=True)
class Mark:
    """A bookmark, and the line of the contents that leads there as well.

    Attributes
    ----------
    title
        What it says.
    below
        Whether it stands below the last one that does not.
    target
        Where it leads.
    line, left, right, height
        Where its line begins, its sides and its height.
    """

    title: str
    below: bool
    target: Place
    line: Place
    left: float
    right: float
    height: float


def marked(pdf: bytes, marks: Sequence[Mark], page_height: float, language: str) -> bytes:
    """Return a PDF of Qt's with bookmarks and links, in a language such as "en-GB".

    Raises
    ------
    ValueError
        If it is not as Qt writes it.
    """
    return _Update(pdf, page_height).made(marks, language)


class _Update:
    def __init__(self, pdf: bytes, page_height: float) -> None:
        catalogue, pages = _CATALOGUE.search(pdf), _PAGES.search(pdf)
        trailer = _TRAILER.search(pdf, pdf.rfind(b"trailer"))
        if catalogue is None or pages is None or trailer is None:
            raise ValueError("not a PDF of Qt")
        self._pdf, self._height = pdf, page_height
        self._catalogue, self._trailer = catalogue, trailer
        self._pages = [int(number) for number in re.findall(rb"(\d+) 0 R", pages.group(1))]
        self._first = int(trailer.group(1))
        self._objects: dict[int, bytes] = {}

    def made(self, marks: Sequence[Mark], language: str) -> bytes:
        root = self._first
        self._add_bookmarks(marks, root)
        self._add_links(marks)
        number, entries = self._catalogue.groups()
        self._objects[int(number)] = b"<<\n/Type /Catalog\n%s/Outlines %d 0 R\n/Lang (%s)\n>>" % (
            entries,
            root,
            language.encode("ascii"),
        )
        return self._pdf + self._written()

    def _add_bookmarks(self, marks: Sequence[Mark], root: int) -> None:
        """Add an object for each bookmark; those of one level know their neighbours."""
        number = {index: root + 1 + index for index in range(len(marks))}
        tops = [index for index, mark in enumerate(marks) if not mark.below]
        below = {
            top: list(range(top + 1, end))
            for top, end in zip(tops, [*tops[1:], len(marks)], strict=True)
        }
        self._objects[root] = _ends(number, tops, b"/Type /Outlines", len(tops))
        for parent, group in ((root, tops), *((number[top], below[top]) for top in tops)):
            for place, index in enumerate(group):
                entry = b"/Title <%s> /Parent %d 0 R /Dest %s" % (
                    ("\ufeff" + marks[index].title).encode("utf-16-be").hex().encode("ascii"),
                    parent,
                    self._destination(marks[index].target),
                )
                if place:
                    entry += b" /Prev %d 0 R" % number[group[place - 1]]
                if place < len(group) - 1:
                    entry += b" /Next %d 0 R" % number[group[place + 1]]
                # A negative count: closed until it is opened.
                inside = below.get(index, [])
                self._objects[number[index]] = _ends(number, inside, entry, -len(inside))

    def _add_links(self, marks: Sequence[Mark]) -> None:
        """Fill the lists of links of the pages with the contents, which Qt left empty."""
        for page in sorted({mark.line.page for mark in marks}):
            found = re.search(_PAGE % self._pages[page], self._pdf, re.DOTALL)
            if found is None:
                raise ValueError("a page of another make")
            links = [self._link(mark) for mark in marks if mark.line.page == page]
            self._objects[int(found.group(1))] = b"[\n%s\n]" % b"\n".join(links)

    def _link(self, mark: Mark) -> bytes:
        top = self._height - mark.line.y * _POINTS
        bottom = top - mark.height * _POINTS
        return b"<< /Type /Annot /Subtype /Link /Border [0 0 0] /Rect [%s] /Dest %s >>" % (
            b"%.2f %.2f %.2f %.2f" % (mark.left * _POINTS, bottom, mark.right * _POINTS, top),
            self._destination(mark.target),
        )

    def _destination(self, place: Place) -> bytes:
        y = self._height - place.y * _POINTS
        return b"[%d 0 R /XYZ null %.2f null]" % (self._pages[place.page], y)

    def _written(self) -> bytes:
        out, table = b"", b"xref\n0 1\n0000000000 65535 f \n"
        for number, text in sorted(self._objects.items()):
            table += b"%d 1\n%010d 00000 n \n" % (number, len(self._pdf) + len(out))
            out += b"%d 0 obj\n%s\nendobj\n" % (number, text)
        size = max(self._first, *(number + 1 for number in self._objects))
        _, entries, before = self._trailer.groups()
        return (
            out
            + table
            + b"trailer\n<<\n/Size %d\n%s/Prev %s\n>>\nstartxref\n%d\n%%%%EOF\n"
            % (
                size,
                entries,
                before,
                len(self._pdf) + len(out),
            )
        )


def _ends(number: dict[int, int], group: Sequence[int], entry: bytes, count: int) -> bytes:
    """Write an object of the bookmarks with the first and last of those below it."""
    if not group:
        return b"<< %s >>" % entry
    ends = number[group[0]], number[group[-1]]
    return b"<< %s /First %d 0 R /Last %d 0 R /Count %d >>" % (entry, *ends, count)
