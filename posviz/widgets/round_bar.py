"""How far a round has come: a box for each question, with a tick or a cross once answered."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from posviz.widgets.choice_list import draw_mark
from posviz.widgets.painted import PaintedView
from posviz.widgets.theme import Look, look

_HEIGHT = 26.0
_GAP = 6.0


class RoundBar(PaintedView):
    """Boxes from left to right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._count = 0
        self._right: tuple[bool, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_round(self, count: int, right: Sequence[bool]) -> None:
        """Show so many questions, and for those answered whether that was right."""
        self._count, self._right = count, tuple(right)
        self.setAccessibleDescription(
            self.tr("{right} right of {answered} answered, {count} in all.").format(
                right=sum(right), answered=len(right), count=count
            )
        )
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(round(look().px(280)), round(look().px(_HEIGHT)))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(look().px(140)), round(look().px(_HEIGHT)))

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        px = look.px
        if not self._count:
            return
        width = (size.width() - 2 - px(_GAP) * (self._count - 1)) / self._count
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        for index in range(self._count):
            place = self._count - 1 - index if mirrored else index
            box = QRectF(1 + place * (width + px(_GAP)), 1, width, px(_HEIGHT) - 2)
            painter.setBrush(look.colour("raised"))
            painter.setPen(QPen(look.colour("line"), px(1)))
            if index < len(self._right):
                good = self._right[index]
                painter.setPen(QPen(QColor(look.plus if good else look.minus), px(1.5)))
                painter.drawRoundedRect(box, px(5), px(5))
                draw_mark(painter, QPointF(box.center()), look, right=good)
                continue
            if index == len(self._right):
                painter.setPen(QPen(look.colour("accent"), px(2)))
            painter.drawRoundedRect(box, px(5), px(5))
