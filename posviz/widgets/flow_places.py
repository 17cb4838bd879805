"""Where the nodes and arrows of a flow chart stand: arithmetic without a screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QFontMetricsF

from posviz.widgets.theme import Look

LANES = 3
"""Nodes above each other in a band."""
_NAME, _DETAIL, _PAD = 16.0, 16.0, 4.0
_ARROW = 15.0
"""Length of an upright arrow between two lanes."""
_LEAST_NODE, _MOST_NODE = 46.0, 132.0
_SIGN = 24.0
"""Width and height of a node that is a sign alone."""
_GAP = 22.0


@dataclass(frozen=True, eq=False)
class FlowNode:
    """What a node shows.

    Attributes
    ----------
    id, name, detail
        Its id, its name, and what stands below, such as a shape.
    column, lane
        Its place: columns count from 0, the lane is that of its middle, from 0 to `LANES`.
    matrix : ndarray of float64, optional
        A small picture of a matrix, in the colours of −1 to 1; NaN has none.
    shape
        Rows and columns of the matrix itself, which may have more.
    words, joint
        What a node without a matrix holds, and what stands between two of them.
    kind
        A "sign", such as a plus, stands for itself and is not chosen.
    """

    id: str
    name: str
    detail: str
    column: int
    lane: float
    matrix: NDArray[np.float64] | None = None
    shape: tuple[int, int] = (0, 0)
    words: tuple[str, ...] = ()
    joint: str = " "
    kind: Literal["matrix", "words", "sign"] = "matrix"

    @property
    def selects(self) -> bool:
        """Whether it can be chosen."""
        return self.kind != "sign"


@dataclass(frozen=True)
class FlowLink:
    """An arrow from one node to another.

    `text` stands over it, `boxes` are steps on it. One that is `bent` runs along the lane of
    its start and enters its end from below.
    """

    start: str
    end: str
    text: str = ""
    boxes: tuple[str, ...] = ()
    bent: bool = False


@dataclass(frozen=True)
class Place:
    """A node on its place.

    Attributes
    ----------
    node
        What stands there.
    frame, picture
        The whole of it, and the matrix or the words in it.
    """

    node: FlowNode
    frame: QRectF
    picture: QRectF

    @property
    def selects(self) -> bool:
        """Whether the node can be chosen."""
        return self.node.selects

    def cell_at(self, at: QPointF) -> tuple[int, int]:
        """Row and column of the matrix at a point; (−1, −1) beside it."""
        (rows, columns), box = self.node.shape, self.picture
        if not rows * columns or not box.contains(at):
            return -1, -1
        row = int((at.y() - box.top()) / box.height() * rows)
        column = int((at.x() - box.left()) / box.width() * columns)
        return min(row, rows - 1), min(column, columns - 1)


@dataclass(frozen=True)
class Line:
    """An arrow on its place: its corners, and what stands over and on it."""

    corners: tuple[QPointF, ...]
    link: FlowLink


@dataclass(frozen=True)
class Places:
    """Everything on its place, in so many bands."""

    nodes: tuple[Place, ...]
    links: tuple[Line, ...]
    bands: int


def lay_out(
    nodes: Sequence[FlowNode],
    links: Sequence[FlowLink],
    break_at: str,
    size: QSizeF,
    look: Look,
) -> Places:
    """Place nodes in one band if they are wide enough in it, else in two."""
    middle = next((node.column for node in nodes if node.id == break_at), 0)
    last = max((node.column for node in nodes), default=0)
    whole = [range(last + 1)]
    halves = [range(middle + 1), range(middle, last + 1)]
    columns = [_columns(band, nodes, links, size.width(), look) for band in whole]
    bands = whole
    if columns[0].node < look.px(_LEAST_NODE) and 0 < middle < last:
        bands = halves
        columns = [_columns(band, nodes, links, size.width(), look) for band in halves]
    height = size.height() / len(bands)
    placed: list[Place] = []
    lines: list[Line] = []
    for number, (band, row) in enumerate(zip(bands, columns, strict=True)):
        shown = [n for n in nodes if n.column in band and (n.column != band[0] or number == 0)]
        if number:
            shown += [node for node in nodes if node.id == break_at]
        here = {node.id: _place(node, row, number * height, height / LANES, look) for node in shown}
        placed += here.values()
        lines += [
            Line(_corners(here[link.start], here[link.end], link, look), link)
            for link in links
            if link.start in here and link.end in here
        ]
    return Places(tuple(placed), tuple(lines), len(bands))


@dataclass(frozen=True)
class _Columns:
    """Left edges and widths of the columns of a band, and the width of a node."""

    edges: dict[int, tuple[float, float]]
    node: float


def _columns(
    band: range, nodes: Sequence[FlowNode], links: Sequence[FlowLink], width: float, look: Look
) -> _Columns:
    """Share the width between nodes and what stands between them."""
    px = look.px
    column_of = {node.id: node.column for node in nodes}
    signs = {c for c in band if (ns := [n for n in nodes if n.column == c]) and _is_narrow(ns)}
    gaps = []
    for column in band[:-1]:
        crossing = [
            link
            for link in links
            if column_of[link.start] == column and column_of[link.end] == column + 1
        ]
        gaps.append(max((_room(link, look) for link in crossing), default=px(_GAP)))
    wide = len(band) - len(signs)
    free = width - sum(gaps) - px(_SIGN) * len(signs) - 2
    each = max(px(20), min(free / max(1, wide), px(_MOST_NODE)))
    spare = max(0.0, free - each * wide) / max(1, len(gaps))
    edges, x = {}, 1.0
    for index, column in enumerate(band):
        room = px(_SIGN) if column in signs else each
        edges[column] = (x, room)
        x += room + (gaps[index] + spare if index < len(gaps) else 0)
    return _Columns(edges, each)


def _is_narrow(nodes: Sequence[FlowNode]) -> bool:
    return all(node.kind == "sign" for node in nodes)


def _room(link: FlowLink, look: Look) -> float:
    """Width that a link needs for its words."""
    metrics = QFontMetricsF(look.font(11))
    words = [*([link.text] if link.text else []), *(f"  {box}  " for box in link.boxes)]
    widest = max(map(metrics.horizontalAdvance, words), default=0.0)
    return max(look.px(_GAP), widest + look.px(_GAP))


def _place(node: FlowNode, columns: _Columns, top: float, lane: float, look: Look) -> Place:
    px = look.px
    left, width = columns.edges[node.column]
    middle = top + node.lane * lane
    if node.kind == "sign":
        side = px(_SIGN)
        box = QRectF(left + (width - side) / 2, middle - side / 2, side, side)
        return Place(node, box, box)
    high = lane - px(_ARROW)
    frame = QRectF(left, middle - high / 2, width, high)
    below = px(_DETAIL if node.detail else _PAD)
    picture = frame.adjusted(px(_PAD), px(_NAME), -px(_PAD), -below)
    if node.kind == "matrix" and node.shape[0] == node.shape[1]:
        # The square of every token with every token is told from a table at a glance.
        side = min(picture.width(), picture.height())
        centre = picture.center()
        picture = QRectF(centre.x() - side / 2, centre.y() - side / 2, side, side)
    return Place(node, frame, picture)


def _corners(start: Place, end: Place, link: FlowLink, look: Look) -> tuple[QPointF, ...]:
    """Corners of an arrow between two nodes."""
    air = look.px(3)
    a, b = start.picture, end.picture
    if start.node.column == end.node.column:
        x = start.frame.center().x()
        if a.center().y() < b.center().y():
            return QPointF(x, start.frame.bottom()), QPointF(x, end.frame.top())
        return QPointF(x, start.frame.top()), QPointF(x, end.frame.bottom())
    from_ = QPointF(a.right() + air, a.center().y())
    if link.bent:
        turn = QPointF(end.frame.center().x(), a.center().y())
        return from_, turn, QPointF(turn.x(), end.frame.bottom())
    to = QPointF(b.left() - air, b.center().y())
    if abs(from_.y() - to.y()) < 1:
        return from_, to
    x = end.frame.left() - look.px(_GAP / 2)
    return from_, QPointF(x, from_.y()), QPointF(x, to.y()), to
