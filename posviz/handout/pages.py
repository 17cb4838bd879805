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
    top: float = 72.0
    bottom: float = 72.0

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
    """Give every block its place, in order."""
    width, room = paper.inner_width, paper.inner_height
    pages = [Page()]
    y, running = 0.0, ""

    def turn() -> None:
        nonlocal y
        pages.append(Page(running=running))
        y = 0.0

    for index, block in enumerate(blocks):
        running = block.running or running
        if block.starts_page and pages[-1].parts:
            turn()
        if not pages[-1].parts:
            pages[-1].running = running
        above = block.above if pages[-1].parts else 0.0
        if y and y + above + _needed(blocks, index, width, room) > room + _SLACK:
            turn()
            above = 0.0
        y = _place(block, pages, y + above, width, room)
    return [page for page in pages if page.parts]


def _place(block: Block, pages: list[Page], y: float, width: float, room: float) -> float:
    """Place a block from a height on, over as many pages as it takes; return where it ends."""
    height, start = block.height(width), 0.0
    cuts = [cut for cut in block.cuts(width) if cut < height]
    while True:
        left = room - y
        if height - start <= left + _SLACK:
            pages[-1].parts.append(Placed(block, y, start, height))
            return y + height - start
        fitting = [cut for cut in cuts if start < cut <= start + left]
        if not fitting:
            # What cannot be parted is made to fit; `_needed` saw to it that this is a figure
            # for which there is nearly room, or something longer than a page.
            scale = min(1.0, left / (height - start))
            pages[-1].parts.append(Placed(block, y, start, height, scale))
            return y + (height - start) * scale
        pages[-1].parts.append(Placed(block, y, start, fitting[-1]))
        start, y = fitting[-1], 0.0
        pages.append(Page(running=pages[-1].running))


def _needed(blocks: Sequence[Block], index: int, width: float, room: float) -> float:
    """Least height that a block takes here, with what it must not be parted from."""
    total = 0.0
    for at in range(index, len(blocks)):
        block = blocks[at]
        if at > index:
            total += block.above
        height = block.height(width)
        if block.keeps:
            total += height
            continue
        cuts = block.cuts(width)
        least = cuts[0] if cuts else height * block.smallest
        return min(total + least, room)
    return min(total, room)
