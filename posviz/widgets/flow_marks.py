"""How the nodes and arrows of a flow chart are painted."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QImage, QPainter, QPen, QPolygonF

from posviz.widgets.flow_places import Line, Place
from posviz.widgets.heat_image import heat_image, shrunk
from posviz.widgets.theme import Look

Mark = tuple[int | None, int | None]
"""A row, a column, or a cell of a matrix."""

_CELL = 6.0
"""Cells of this size on are parted by a line."""
_OVER = 9.0
"""How far the name of a narrow node may reach over its sides: less than half of any gap."""
_CENTRE = Qt.AlignmentFlag.AlignCenter


class Thumbnails:
    """The pictures of matrices, made again only when size or look changes."""

    def __init__(self) -> None:
        self._images: dict[tuple[object, ...], QImage] = {}

    def forget(self) -> None:
        """Forget all pictures."""
        self._images.clear()

    def of(self, place: Place, look: Look) -> QImage:
        """Return the picture of a node, at most one pixel a cell."""
        matrix = place.node.matrix
        assert matrix is not None
        wide, high = (max(1, int(s)) for s in (place.picture.width(), place.picture.height()))
        key = (place.node.id, wide, high, look)
        if key not in self._images:
            fewer = shrunk(matrix.T, high).T.astype(np.float64)  # (rows, m)
            self._images[key] = heat_image(fewer, wide, look)
        return self._images[key]


def draw_node(
    painter: QPainter,
    place: Place,
    images: Thumbnails,
    look: Look,
    *,
    selected: bool,
    hovered: bool,
) -> None:
    """Draw a node with its name above and its shape below."""
    px, node, box = look.px, place.node, place.picture
    if node.kind == "sign":
        painter.setPen(QPen(look.colour("muted"), px(1.2)))
        painter.setBrush(look.colour("panel"))
        painter.drawEllipse(box.adjusted(1, 1, -1, -1))
        _write(painter, box, node.name, look.font(14, 600), "text", look)
        return
    if hovered or selected:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("raised"))
        painter.drawRoundedRect(place.frame, px(5), px(5))
    frame = place.frame.adjusted(-px(_OVER), 0, px(_OVER), 0)
    name = QRectF(frame.left(), frame.top(), frame.width(), px(16))
    detail = QRectF(frame.left(), frame.bottom() - px(15), frame.width(), px(14))
    _write(painter, name, node.name, look.font(12, 600), "accent" if selected else "text", look)
    _write(painter, detail, node.detail, look.font(11), "muted", look)
    if node.matrix is not None and node.matrix.size:
        _draw_matrix(painter, place, images, look)
    elif node.words:
        _draw_words(painter, place, look)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(look.colour("accent" if selected else "line"), px(2 if selected else 1)))
    painter.drawRect(box)


def _draw_matrix(painter: QPainter, place: Place, images: Thumbnails, look: Look) -> None:
    box, matrix = place.picture, place.node.matrix
    assert matrix is not None
    rows, columns = matrix.shape
    high, wide = box.height() / rows, box.width() / columns
    fine = min(high, wide) < 1
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, fine)
    painter.drawImage(box, images.of(place, look))
    if min(high, wide) >= look.px(_CELL):
        painter.setPen(QPen(look.colour("panel"), 1))
        for row in range(1, rows):
            y = box.top() + row * high
            painter.drawLine(QLineF(box.left(), y, box.right(), y))
        for column in range(1, columns):
            x = box.left() + column * wide
            painter.drawLine(QLineF(x, box.top(), x, box.bottom()))


def _draw_words(painter: QPainter, place: Place, look: Look) -> None:
    """Write as many of a node's words as there is room for, the last line ending in “…”."""
    font, inside = look.font(11, mono=True), place.picture.adjusted(look.px(3), 0, -look.px(3), 0)
    metrics = QFontMetricsF(font)
    fits = max(1, int((inside.height() - look.px(2)) / metrics.height()))
    lines: list[str] = []
    for word in place.node.words:
        longer = f"{lines[-1]}{place.node.joint}{word}" if lines else word
        if lines and metrics.horizontalAdvance(longer) <= inside.width():
            lines[-1] = longer
        elif len(lines) < fits:
            lines.append(word)
        else:
            lines[-1] = _with_dots(lines[-1], place.node.joint, inside.width(), metrics)
            break
    top = inside.center().y() - len(lines) * metrics.height() / 2
    for index, line in enumerate(lines):
        at = QRectF(inside.left(), top + index * metrics.height(), inside.width(), metrics.height())
        _write(painter, at, line, font, "text", look)


def _with_dots(line: str, joint: str, room: float, metrics: QFontMetricsF) -> str:
    """End a line with “…”, without its last words where it would be too long."""
    words = line.split(joint)
    while len(words) > 1 and metrics.horizontalAdvance(joint.join([*words, "…"])) > room:
        words.pop()
    return joint.join([*words, "…"])


def draw_mark(
    painter: QPainter, place: Place, mark: Mark, role: str, look: Look, *, dashed: bool = False
) -> None:
    """Outline a row, a column or a cell of a node's matrix."""
    (rows, columns), box, px = place.node.shape, place.picture, look.px
    outline = QRectF(box)
    for at, count, along in ((mark[0], rows, False), (mark[1], columns, True)):
        if at is None:
            continue
        if not 0 <= at < count:
            return
        start, room = (box.left(), box.width()) if along else (box.top(), box.height())
        size = max(room / count, px(3))
        first = min(start + at * room / count, start + room - size)
        if along:
            outline.setLeft(first)
            outline.setRight(first + size)
        else:
            outline.setTop(first)
            outline.setBottom(first + size)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, width in ((look.colour("panel", 0.7), 3.5), (look.colour(role), 1.5)):
        pen = QPen(colour, px(width))
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        if dashed:
            pen.setDashPattern([3.0, 2.0])
        painter.setPen(pen)
        painter.drawRect(outline)


def draw_cursor(painter: QPainter, place: Place, look: Look) -> None:
    """Frame the node that the keys have reached."""
    painter.setPen(QPen(look.colour("accent"), look.px(1.5), Qt.PenStyle.DashLine))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(place.frame.adjusted(1, 1, -1, -1), look.px(5), look.px(5))


def draw_link(painter: QPainter, line: Line, look: Look) -> None:
    """Draw an arrow, the words over it and the boxes on it."""
    px, corners = look.px, line.corners
    painter.setPen(QPen(look.colour("muted"), px(1.2)))
    for first, second in pairwise(corners):
        painter.drawLine(QLineF(first, second))
    _draw_head(painter, corners[-2], corners[-1], look)
    # Words stand over the level part that leads away, or beside an upright arrow.
    first, second = corners[:2]
    font = look.font(11)
    metrics = QFontMetricsF(font)
    if line.link.text:
        width = metrics.horizontalAdvance(line.link.text) + 2
        middle = (first + second) / 2
        place = QRectF(middle.x() - width / 2, middle.y() - px(17), width, px(15))
        if abs(first.y() - second.y()) > 1:
            place = QRectF(first.x() + px(7), middle.y() - px(7.5), width, px(15))
        _write(painter, place, line.link.text, font, "muted", look)
    height = px(18)
    y = (first.y() + second.y()) / 2 - height * len(line.link.boxes) / 2
    for box in line.link.boxes:
        width = metrics.horizontalAdvance(f"  {box}  ")
        place = QRectF((first.x() + second.x() - width) / 2 - px(2), y + 1, width, height - 2)
        painter.setPen(QPen(look.colour("muted"), px(1)))
        painter.setBrush(look.colour("raised"))
        painter.drawRoundedRect(place, px(4), px(4))
        _write(painter, place, box, font, "text", look)
        y += height


def _draw_head(painter: QPainter, before: QPointF, tip: QPointF, look: Look) -> None:
    head = look.px(4)
    way = tip - before
    length = max(1e-6, (way.x() ** 2 + way.y() ** 2) ** 0.5)
    along = way * (head / length)
    across = QPointF(-along.y(), along.x())
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(look.colour("muted"))
    painter.drawPolygon(QPolygonF([tip, tip - along + across, tip - along - across]))


def _write(painter: QPainter, place: QRectF, text: str, font: QFont, role: str, look: Look) -> None:
    painter.setFont(font)
    painter.setPen(look.colour(role))
    metrics = QFontMetricsF(painter.font())
    painter.drawText(
        place, _CENTRE, metrics.elidedText(text, Qt.TextElideMode.ElideRight, place.width())
    )
