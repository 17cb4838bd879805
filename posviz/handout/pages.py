"""Which part of a handout stands on which page: no heading alone, no figure cut."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from posviz.handout.blocks import Block

_SLACK = 0.01


@dataclass(frozen=True)
class Paper:
    """A page in pixels of 1/96 inch, with its margins."""

    name: str
    width: float
    height: float
    side: float = 68.0
    top: float = 66.0
    bottom: float = 60.0

    @property
    def inner_width(self) -> float:
        """Width between the margins."""
        return self.width - 2 * self.side

    @property
    def inner_height(self) -> float:
        """Height between the margins."""
        return self.height - self.top - self.bottom


PAPERS = {
    "a4": Paper("a4", 210 / 25.4 * 96, 297 / 25.4 * 96),
    "letter": Paper("letter", 816.0, 1056.0),
}


@dataclass(frozen=True)
class Placed:
    """A block, or the part of it from `top` to `bottom`, at a height of a page."""

    block: Block
    y: float
    top: float
    bottom: float
    scale: float = 1.0


@dataclass
class Page:
    """What stands on a page, and its running heading."""

    parts: list[Placed] = field(default_factory=list)
    running: str = ""


def paginate(blocks: Sequence[Block], paper: Paper) -> list[Page]:
    """Give every block its place, in order but for figures.

    A figure that has no room waits for the next page, and the next step begins where it would
    have stood, if that has room for all its text.
    """
    pager = _Pager(paper)
    for index, block in enumerate(blocks):
        if block.starts_step:
            pager.begin_step(_text_height(blocks, index, pager.width))
        alone = index == 0 or not blocks[index - 1].keeps
        pager.add(block, _needed(blocks, index, pager.width, pager.room), may_wait=alone)
    pager.place_waiting()
    return [page for page in pager.pages if page.parts]


class _Pager:
    """Pages that are filled from top to bottom, the last of them being at hand."""

    def __init__(self, paper: Paper) -> None:
        self.width, self.room = paper.inner_width, paper.inner_height
        self.pages = [Page()]
        self._y, self._running = 0.0, ""
        self._waiting: list[Block] = []
        self._overdue = 0
        """How many of those waiting belong to a step before the last one."""

    def add(self, block: Block, needed: float, *, may_wait: bool) -> None:
        """Place a block that needs a height with what it must not be parted from."""
        if block.starts_page:
            self.place_waiting()
        self._running = block.running or self._running
        if block.starts_page and self.pages[-1].parts:
            self._turn()
        if block.floats and may_wait and (self._waiting or not self._fits(block, needed)):
            self._waiting.append(block)
            return
        while not self._fits(block, needed):
            self._turn()
        self._place(block)

    def begin_step(self, height: float) -> None:
        """Place figures that have waited for one step, or whose place its text cannot take."""
        while self._overdue or (self._waiting and self._y + height > self.room):
            self._turn()
        self._overdue = len(self._waiting)

    def place_waiting(self) -> None:
        """Place the figures that wait, on new pages."""
        while self._waiting:
            self._turn()

    def _fits(self, block: Block, needed: float) -> bool:
        return not self._y or self._y + block.above + needed <= self.room + _SLACK

    def _turn(self) -> None:
        """Begin a page, with as many figures that wait as there is room for."""
        self.pages.append(Page())
        self._y = 0.0
        while self._waiting:
            figure = self._waiting[0]
            if not self._fits(figure, figure.least(self.width)):
                break
            self._place(self._waiting.pop(0))
            self._overdue = max(0, self._overdue - 1)

    def _place(self, block: Block) -> None:
        """Place a block, over as many pages as it takes."""
        height, start = block.height(self.width), 0.0
        cuts = [cut for cut in block.cuts(self.width) if cut < height]
        self._y += block.above if self._y else 0.0
        while True:
            left = self.room - self._y
            if height - start <= left + _SLACK:
                self._put(Placed(block, self._y, start, height), height - start)
                return
            fitting = [cut for cut in cuts if start < cut <= start + left]
            if fitting:
                self._put(Placed(block, self._y, start, fitting[-1]), fitting[-1] - start)
                start = fitting[-1]
            elif not self._y or block.least(self.width) <= left + _SLACK:
                # What cannot be parted is made to fit: a figure for which there is nearly room,
                # or something longer than a page.
                scale = left / (height - start)
                self._put(Placed(block, self._y, start, height, scale), left)
                return
            self._turn()

    def _put(self, part: Placed, height: float) -> None:
        if not self.pages[-1].parts:
            self.pages[-1].running = self._running
        self.pages[-1].parts.append(part)
        self._y += height


def _text_height(blocks: Sequence[Block], index: int, width: float) -> float:
    """Height of a step up to its figures."""
    total = 0.0
    for at in range(index, len(blocks)):
        block = blocks[at]
        if block.floats or block.starts_page or (block.starts_step and at > index):
            break
        total += block.above + block.height(width)
    return total


def _needed(blocks: Sequence[Block], index: int, width: float, room: float) -> float:
    """Least height that a block takes here, with what it must not be parted from."""
    total = 0.0
    for at in range(index, len(blocks)):
        block = blocks[at]
        if at > index:
            if block.starts_page:
                break
            total += block.above
        height = block.height(width)
        if block.keeps:
            total += height
            continue
        cuts = block.cuts(width)
        least = cuts[0] if cuts else block.least(width)
        return min(total + least, room)
    return min(total, room)
