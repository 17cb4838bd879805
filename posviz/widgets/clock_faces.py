"""Clock hands side by side: the tip's height is a sine, its reach a cosine."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QLineF, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from posviz.widgets.painted import PaintedView
from posviz.widgets.theme import Look, look

_LEAST_DIAL, _LARGEST_DIAL = 56.0, 190.0
_GAP = 10.0
_LINE = 16.0
_LINES = 3
_TURN = 16 * 360
_CENTRE = Qt.AlignmentFlag.AlignCenter


@dataclass(frozen=True)
class Face:
    """One clock.

    Attributes
    ----------
    lines
        Name, and two lines about it.
    angle
        Of the hand, in radians, anticlockwise from the right.
    turns
        How far the hand goes in all; with less than one the rest of the rim is dashed.
    has_cosine
        Whether the reach is a number of the table as the height is.
    """

    lines: tuple[str, str, str]
    angle: float
    turns: float
    has_cosine: bool = True


class ClockFaces(PaintedView):
    """Clocks in reading order, as large as the room allows; never mirrored.

    Signals
    -------
    activated(int)
        The clock that was clicked, or reached with the left and right keys, Home or End.
    hovered(int)
        The clock under the pointer; −1 when there is none.
    stepped(int)
        −1 or +1: the user pressed the up or down key.
    toggled()
        The user pressed Space.
    """

    activated = Signal(int)
    hovered = Signal(int)
    stepped = Signal(int)
    toggled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._faces: tuple[Face, ...] = ()
        self._selected = -1
        self._hover = -1
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def set_faces(self, faces: Sequence[Face], selected: int) -> None:
        """Show clocks; `selected` is one of them, or −1."""
        before, self._faces = len(self._faces), tuple(faces)
        self._selected = selected
        self._hover = self._hover if self._hover < len(self._faces) else -1
        if before != len(self._faces):
            self.updateGeometry()
        self.update()

    @property
    def faces(self) -> tuple[Face, ...]:
        """The clocks on show."""
        return self._faces

    # Where things are

    def _text_width(self, look: Look) -> float:
        """Width of the widest line."""
        metrics = QFontMetricsF(look.font(11, 600))
        lines = (line for face in self._faces for line in face.lines)
        return max((metrics.horizontalAdvance(line) for line in lines), default=0.0)

    def _columns(self, width: float, look: Look) -> int:
        """The most clocks that stand in one row with their texts."""
        least = max(look.px(_LEAST_DIAL), self._text_width(look)) + look.px(_GAP)
        return max(1, min(len(self._faces), int((width + look.px(_GAP)) // least)))

    def columns_in(self, size: QSizeF, look: Look) -> int:
        """How many clocks stand in a row: the number that makes them largest, in even rows."""
        most = self._columns(size.width(), look)
        best = max(range(1, most + 1), key=lambda n: (self._dial(n, size, look), n))
        return math.ceil(len(self._faces) / math.ceil(len(self._faces) / best))

    def _dial(self, columns: int, size: QSizeF, look: Look) -> float:
        rows = math.ceil(len(self._faces) / columns)
        wide = size.width() / columns - look.px(_GAP)
        high = size.height() / rows - look.px(_LINES * _LINE + _GAP)
        return round(min(wide, high, look.px(_LARGEST_DIAL)), 3)

    def places(self, size: QSizeF, look: Look) -> list[QRectF]:
        """Rectangles of the clocks with their texts."""
        columns = self.columns_in(size, look)
        rows = math.ceil(len(self._faces) / columns)
        wide, high = size.width() / columns, size.height() / rows
        return [
            QRectF(index % columns * wide, index // columns * high, wide, high)
            for index in range(len(self._faces))
        ]

    def face_at(self, at: QPointF) -> int:
        """Clock at a point of the view; −1 where there is none."""
        if not self._faces:
            return -1
        places = self.places(QSizeF(self.size()), look())
        return next((index for index, place in enumerate(places) if place.contains(at)), -1)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        now = look()
        if not self._faces:
            return 0
        rows = math.ceil(len(self._faces) / self._columns(width, now))
        return round(rows * now.px(_LEAST_DIAL + _LINES * _LINE + _GAP))

    def sizeHint(self) -> QSize:
        width = round(look().px(420))
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(look().px(200)), round(look().px(_LEAST_DIAL + _LINES * _LINE)))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.updateGeometry()

    # The picture

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        if not self._faces:
            return
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        dial = max(look.px(20), self._dial(self.columns_in(size, look), size, look))
        for index, place in enumerate(self.places(size, look)):
            face = self._faces[index]
            used = dial + look.px(_LINES * _LINE)
            top = place.y() + max(0.0, (place.height() - used - look.px(_GAP)) / 2)
            rim = QRectF(place.center().x() - dial / 2, top + 1, dial, dial)
            inset = look.px(5)
            self._draw_dial(painter, rim.adjusted(inset, inset, -inset, -inset), index, face, look)
            self._draw_lines(
                painter, QRectF(place.x(), rim.bottom(), place.width(), 0), index, look
            )
            if index == self._hover or (self.hasFocus() and index == self._selected):
                painter.setPen(QPen(look.colour("faint"), 1))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                frame = QRectF(place.x(), top, place.width(), used + look.px(4))
                painter.drawRoundedRect(
                    frame.adjusted(1.5, 0.5, -1.5, -0.5), look.px(6), look.px(6)
                )

    def _draw_dial(
        self, painter: QPainter, rim: QRectF, index: int, face: Face, look: Look
    ) -> None:
        chosen = index == self._selected
        middle, radius = rim.center(), rim.width() / 2
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("raised"))
        painter.drawEllipse(rim)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if face.turns < 1:
            painter.setPen(QPen(look.colour("faint"), look.px(1), Qt.PenStyle.DashLine))
            painter.drawEllipse(rim)
        painter.setPen(QPen(look.colour("muted"), look.px(2)))
        painter.drawArc(rim, 0, min(_TURN, round(face.turns * _TURN)))
        painter.setPen(QPen(look.colour("line"), 1))
        painter.drawLine(QLineF(rim.left(), middle.y(), rim.right(), middle.y()))
        painter.drawLine(QLineF(middle.x(), rim.top(), middle.x(), rim.bottom()))
        sine, cosine = math.sin(face.angle), math.cos(face.angle)
        tip = middle + QPointF(cosine, -sine) * radius
        foot = QPointF(tip.x(), middle.y())
        bar = look.px(3)
        painter.setPen(QPen(look.data_colour(sine), bar, c=Qt.PenCapStyle.FlatCap))
        painter.drawLine(QLineF(foot, tip))
        if face.has_cosine:
            painter.setPen(QPen(look.data_colour(cosine), bar, c=Qt.PenCapStyle.FlatCap))
            painter.drawLine(QLineF(middle, foot))
        ink = look.colour("accent" if chosen else "text")
        style = Qt.PenStyle.SolidLine if face.has_cosine else Qt.PenStyle.DotLine
        painter.setPen(QPen(ink, look.px(2.5 if chosen else 2), style, Qt.PenCapStyle.RoundCap))
        painter.drawLine(QLineF(middle, tip))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        painter.drawEllipse(tip, look.px(4), look.px(4))

    def _draw_lines(self, painter: QPainter, below: QRectF, index: int, look: Look) -> None:
        chosen = index == self._selected
        for number, line in enumerate(self._faces[index].lines):
            painter.setFont(look.font(11, 600 if number == 0 else 400))
            role = "text" if number == 0 else "muted"
            painter.setPen(look.colour("accent" if chosen and number == 0 else role))
            place = QRectF(
                below.x(), below.y() + number * look.px(_LINE), below.width(), look.px(_LINE)
            )
            painter.drawText(place, _CENTRE, line)

    # Pointer and keys

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._set_hover(self.face_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self._set_hover(-1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.face_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and index >= 0:
            self.activated.emit(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        last = len(self._faces) - 1
        moves = {
            Qt.Key.Key_Left: max(self._selected - 1, 0),
            Qt.Key.Key_Right: min(self._selected + 1, last),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        key = Qt.Key(event.key())
        if key in moves and last >= 0:
            self.activated.emit(moves[key])
        elif key in steps:
            self.stepped.emit(steps[key])
        elif key == Qt.Key.Key_Space:
            self.toggled.emit()
        else:
            super().keyPressEvent(event)

    def light(self, index: int) -> None:
        """Show a clock as if the pointer were over it, and tell nobody; −1 for none."""
        if index != self._hover:
            self._hover = index
            self.update()

    def _set_hover(self, index: int) -> None:
        if index != self._hover:
            self._hover = index
            self.hovered.emit(index)
            self.update()
