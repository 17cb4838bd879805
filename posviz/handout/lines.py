"""Single lines of a handout: those to write on, and those of the contents."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFontMetricsF, QGuiApplication, QPainter, QPen

from posviz.handout.blocks import Block
from posviz.widgets.theme import LIGHT


class Lines(Block):
    """Lines to write on."""

    def __init__(self, label: str) -> None:
        self._label = label

    def height(self, width: float) -> float:
        return 26.0

    def draw(self, painter: QPainter, width: float, top: float, bottom: float) -> None:
        painter.setFont(LIGHT.font(12))
        painter.setPen(LIGHT.colour("muted"))
        room = QFontMetricsF(painter.font()).horizontalAdvance(self._label)
        painter.drawText(QPointF(_from_start(0, room, width), 20), self._label)
        painter.setPen(QPen(LIGHT.colour("faint"), 0.8))
        left = _from_start(room + 8, width - room - 8, width)
        painter.drawLine(QPointF(left, 22), QPointF(left + width - room - 8, 22))


def _from_start(at: float, room: float, width: float) -> float:
    """Left edge of what begins `at` pixels from where the lines of the language begin."""
    leftwards = QGuiApplication.layoutDirection() == Qt.LayoutDirection.RightToLeft
    return width - at - room if leftwards else at


class Entry(Block):
    """A line of the contents; its page is known when everything has its place.

    Attributes
    ----------
    text, chapter
        What it says, and whether it names a chapter, not a step.
    target, page
        The heading that it names, and the number of its page.
    """

    def __init__(self, text: str, target: Block, *, chapter: bool) -> None:
        self.text, self.chapter = text, chapter
        self.target, self.page = target, 0
        self.above = 5.0 if chapter else 0.0
        self.keeps = chapter

    def height(self, width: float) -> float:
        return 17.5 if self.chapter else 15.5

    def draw(self, painter: QPainter, width: float, top: float, bottom: float) -> None:
        font = LIGHT.font(11.5, 600 if self.chapter else 400)
        painter.setFont(font)
        painter.setPen(LIGHT.colour("text"))
        metrics, page = QFontMetricsF(font), str(self.page)
        start = 0.0 if self.chapter else 18.0
        text = metrics.elidedText(self.text, Qt.TextElideMode.ElideRight, width - start - 48)
        room, number = metrics.horizontalAdvance(text), metrics.horizontalAdvance(page)
        painter.drawText(QPointF(_from_start(start, room, width), 12), text)
        painter.drawText(QPointF(_from_start(width - number, number, width), 12), page)
        dots = width - start - room - number - 16
        if dots > 0 and not self.chapter:
            painter.setPen(QPen(LIGHT.colour("line"), 1, Qt.PenStyle.DotLine))
            left = _from_start(start + room + 8, dots, width)
            painter.drawLine(QPointF(left, 12), QPointF(left + dots, 12))
