"""Stages of a computation from left to right, one of them marked with what enters there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from posviz.widgets.painted import PaintedView
from posviz.widgets.theme import Look, look

_BAND, _BOX, _TAG = 20.0, 34.0, 30.0
_ARROW = 16.0
_CENTRE = Qt.AlignmentFlag.AlignCenter


@dataclass(frozen=True)
class Stage:
    """A box: what it holds, and whether it is marked."""

    text: str
    marked: bool = False


@dataclass(frozen=True)
class Span:
    """A name over the boxes from one to another."""

    first: int
    last: int
    text: str


class StageFlow(PaintedView):
    """Boxes with arrows between; the tag hangs below those that are marked."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._stages: tuple[Stage, ...] = ()
        self._spans: tuple[Span, ...] = ()
        self._tag = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_stages(self, stages: Sequence[Stage], spans: Sequence[Span], tag: str) -> None:
        """Show boxes, names over them, and what enters at the marked ones."""
        self._stages, self._spans, self._tag = tuple(stages), tuple(spans), tag
        self.setAccessibleDescription(tag)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(round(look().px(420)), round(look().px(_BAND + _BOX + _TAG)))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(look().px(200)), self.sizeHint().height())

    def place(self, index: int, size: QSizeF, look: Look) -> QRectF:
        """Rectangle of a box."""
        count = max(1, len(self._stages))
        arrow = min(look.px(_ARROW) + size.width() * 0.01, size.width() / count / 3)
        width = (size.width() - 2 - arrow * (count - 1)) / count
        return QRectF(1 + index * (width + arrow), look.px(_BAND), width, look.px(_BOX))

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        px = look.px
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # formulas run one way
        places = [self.place(i, size, look) for i in range(len(self._stages))]
        for span in self._spans:
            self._draw_span(painter, places[span.first], places[span.last], span.text, look)
        for before, after in pairwise(places):
            _draw_arrow(painter, before, after, look)
        for stage, place in zip(self._stages, places, strict=True):
            painter.setBrush(look.tint(0) if stage.marked else look.colour("raised"))
            pen = QPen(look.colour("text" if stage.marked else "line"), px(1.5))
            painter.setPen(pen)
            painter.drawRoundedRect(place, px(5), px(5))
            font = look.font(13, 600 if stage.marked else 400, mono=True)
            room = place.width() - px(6)
            natural = QFontMetricsF(font).horizontalAdvance(stage.text)
            if natural > room:
                font.setPixelSize(max(1, int(font.pixelSize() * room / natural)))
            painter.setFont(font)
            painter.setPen(look.colour("text"))
            painter.drawText(place, _CENTRE, stage.text)
        self._draw_tag(painter, places, size, look)

    def _draw_span(
        self, painter: QPainter, first: QRectF, last: QRectF, text: str, look: Look
    ) -> None:
        place = QRectF(first.left(), 0, last.right() - first.left(), look.px(_BAND - 5))
        painter.setFont(look.font(12))
        painter.setPen(look.colour("muted"))
        metrics = QFontMetricsF(painter.font())
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, place.width())
        painter.drawText(place, _CENTRE, shown)
        half = metrics.horizontalAdvance(shown) / 2 + look.px(6)
        y, middle = place.center().y(), place.center().x()
        painter.setPen(QPen(look.colour("line"), look.px(1)))
        if middle - half > place.left():
            painter.drawLine(QLineF(place.left(), y, middle - half, y))
            painter.drawLine(QLineF(middle + half, y, place.right(), y))

    def _draw_tag(
        self, painter: QPainter, places: Sequence[QRectF], size: QSizeF, look: Look
    ) -> None:
        marked = [place for place, stage in zip(places, self._stages, strict=True) if stage.marked]
        font = look.font(13, 600)
        metrics = QFontMetricsF(font)
        shown = metrics.elidedText(self._tag, Qt.TextElideMode.ElideRight, size.width())
        width = metrics.horizontalAdvance(shown) + 2
        middle = size.width() / 2
        if marked:
            middle = (marked[0].left() + marked[-1].right()) / 2
            painter.setPen(QPen(look.colour("text"), look.px(1.5)))
            for place in marked:
                x, y = place.center().x(), place.bottom()
                painter.drawLine(QLineF(x, y + look.px(1), x, y + look.px(7)))
        left = min(max(0.0, middle - width / 2), size.width() - width)
        top = look.px(_BAND + _BOX + 8)
        painter.setFont(font)
        painter.setPen(look.colour("text"))
        painter.drawText(QRectF(left, top, width, look.px(_TAG - 9)), _CENTRE, shown)


def _draw_arrow(painter: QPainter, before: QRectF, after: QRectF, look: Look) -> None:
    y, end, head = before.center().y(), after.left() - look.px(2), look.px(4)
    painter.setPen(QPen(look.colour("muted"), look.px(1.2)))
    painter.drawLine(QLineF(before.right() + look.px(2), y, end - head, y))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(look.colour("muted"))
    tip = [QPointF(end, y), QPointF(end - head, y - head), QPointF(end - head, y + head)]
    painter.drawPolygon(QPolygonF(tip))
