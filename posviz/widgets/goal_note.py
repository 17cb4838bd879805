"""Something to do that the program ticks off when it is done."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from posviz.widgets.choice_list import draw_mark
from posviz.widgets.note import Note
from posviz.widgets.theme import Look, look

_PAD = 9.0
_MARK = 28.0


class GoalNote(Note):
    """A `Note` beside a circle, which holds a tick once the goal is reached."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._reached = False  # the base asks for the spoken text
        super().__init__(role="text", size=14, parent=parent)

    def show_goal(self, text: str, *, reached: bool) -> None:
        """Show a goal and whether it is reached."""
        self._reached = reached
        self.set_text(text)
        self.setAccessibleName(self.spoken_text())
        self.update()

    def spoken_text(self) -> str:
        said = self.tr("Goal, reached: {text}") if self._reached else self.tr("Goal: {text}")
        return said.format(text=super().spoken_text())

    @property
    def is_reached(self) -> bool:
        """Whether the tick is there."""
        return self._reached

    def heightForWidth(self, width: int) -> int:
        pad, mark = round(look().px(_PAD)), round(look().px(_MARK))
        return super().heightForWidth(width - 2 * pad - mark) + 2 * pad

    def text_origin(self) -> QPointF:
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        return QPointF(look().px(_PAD if mirrored else _PAD + _MARK), look().px(_PAD))

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        px = look.px
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        done = QColor(look.plus)
        painter.setBrush(look.colour("raised"))
        painter.setPen(QPen(done if self._reached else look.colour("line"), px(1)))
        painter.drawRoundedRect(QRectF(0.5, 0.5, size.width() - 1, size.height() - 1), px(6), px(6))
        side = px(_PAD + 9)
        centre = QPointF(size.width() - side if mirrored else side, px(_PAD + 9))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(done if self._reached else look.colour("muted"), px(1.5)))
        painter.drawEllipse(centre, px(9), px(9))
        if self._reached:
            painter.save()
            painter.translate(centre)
            painter.scale(0.8, 0.8)
            draw_mark(painter, QPointF(0, 0), look, right=True)
            painter.restore()
        origin = self.text_origin()
        painter.translate(origin)
        super().draw(painter, QSizeF(size.width() - px(2 * _PAD + _MARK), size.height()), look)
        painter.translate(-origin)
