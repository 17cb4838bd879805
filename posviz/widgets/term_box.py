"""Four numbers in two rows and two columns, and their sum: any of them can be chosen."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from posviz.model.notation import signed
from posviz.widgets.painted import PaintedView
from posviz.widgets.theme import Look, look

SUM = 4
"""Index of the sum; the four are 0 to 3, row by row."""
_HEAD, _CELL, _GAP = 20.0, 30.0, 4.0
_LABEL, _SIGN = 0.3, 24.0
_CENTRE = Qt.AlignmentFlag.AlignCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_MOVES = {
    Qt.Key.Key_Left: {1: 0, 3: 2, SUM: 1},
    Qt.Key.Key_Right: {0: 1, 2: 3, 1: SUM, 3: SUM},
    Qt.Key.Key_Up: {2: 0, 3: 1},
    Qt.Key.Key_Down: {0: 2, 1: 3},
}


@dataclass(frozen=True)
class Terms:
    """Four numbers, row by row, their sum, and the names of rows, columns and the sum."""

    values: tuple[float, float, float, float]
    total: float
    rows: tuple[str, str]
    columns: tuple[str, str]
    sum_name: str
    level: float = 1.0


class TermBox(PaintedView):
    """The numbers in data colours; the chosen one is outlined.

    Signals
    -------
    activated(int)
        The number that was clicked or reached with the arrow keys: 0 to 3, or `SUM`.
    hovered(int)
        The number under the pointer; −1 for none.
    """

    activated = Signal(int)
    hovered = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._terms: Terms | None = None
        self._chosen = SUM
        self._hover = -1
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_terms(self, terms: Terms, chosen: int) -> None:
        """Show four numbers and their sum, one of them chosen."""
        self._terms, self._chosen = terms, chosen
        self.setAccessibleDescription(self.text_of(chosen))
        self.update()

    def text_of(self, index: int) -> str:
        """Say what a number is, with six decimals."""
        terms = self._terms
        if terms is None or index < 0:
            return ""
        if index == SUM:
            return f"{terms.sum_name}: {signed(terms.total, 6)}"
        name = f"{terms.rows[index // 2]} · {terms.columns[index % 2]}"
        return f"{name}: {signed(terms.values[index], 6)}"

    def sizeHint(self) -> QSize:
        return QSize(round(look().px(400)), self._height())

    def minimumSizeHint(self) -> QSize:
        return QSize(round(look().px(240)), self._height())

    def _height(self) -> int:
        return round(look().px(_HEAD + 2 * _CELL + _GAP) + 2)

    def frame(self, index: int, size: QSizeF, look: Look) -> QRectF:
        """Place of a number."""
        px = look.px
        left, sign, gap = self._label_width(size, look), px(_SIGN), px(_GAP)
        width = (size.width() - left - sign - 2 * gap) / 3
        if index == SUM:
            height = 2 * px(_CELL) + gap
            return QRectF(left + 2 * width + gap + sign, px(_HEAD), width, height)
        row, column = divmod(index, 2)
        x, y = left + column * (width + gap), px(_HEAD) + row * (px(_CELL) + gap)
        return QRectF(x, y, width, px(_CELL))

    def _label_width(self, size: QSizeF, look: Look) -> float:
        metrics = QFontMetricsF(look.font(12))
        names = () if self._terms is None else self._terms.rows
        widest = max(map(metrics.horizontalAdvance, names), default=0.0)
        return min(widest + look.px(10), size.width() * _LABEL)

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        terms = self._terms
        if terms is None:
            return
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        px = look.px
        left = self._label_width(size, look)
        painter.setFont(look.font(12))
        painter.setPen(look.colour("muted"))
        heads = [(0, terms.columns[0]), (1, terms.columns[1]), (SUM, terms.sum_name)]
        for index, name in heads:
            place = self.frame(index, size, look)
            place = QRectF(place.left(), 0, place.width(), px(_HEAD - 2))
            painter.drawText(place, _CENTRE, _elided(painter, name, place.width()))
        for row, name in enumerate(terms.rows):
            place = self.frame(2 * row, size, look)
            place = QRectF(0, place.top(), left - px(8), place.height())
            painter.drawText(place, _LEFT, _elided(painter, name, place.width()))
        whole = self.frame(SUM, size, look)
        painter.setFont(look.font(14, mono=True))
        equals = QRectF(whole.left() - px(_SIGN), whole.top(), px(_SIGN), whole.height())
        painter.drawText(equals, _CENTRE, "=")
        for index, value in enumerate((*terms.values, terms.total)):
            self._draw_number(painter, index, value, self.frame(index, size, look), look)

    def _draw_number(
        self, painter: QPainter, index: int, value: float, frame: QRectF, look: Look
    ) -> None:
        terms = self._terms
        assert terms is not None
        fill = look.data_colour(value / terms.level)
        pen = QPen(look.colour("line"), 1)
        if index == self._hover:
            pen = QPen(look.colour("text"), look.px(1.5))
        if index == self._chosen:
            pen = QPen(look.colour("accent"), look.px(3 if self.hasFocus() else 2))
        inset = pen.widthF() / 2
        painter.setPen(pen)
        painter.setBrush(fill)
        box = frame.adjusted(inset, inset, -inset, -inset)
        painter.drawRoundedRect(box, look.px(4), look.px(4))
        painter.setFont(look.font(13, 600 if index == SUM else 400, mono=True))
        painter.setPen(look.ink_on(fill))
        painter.drawText(frame, _CENTRE, _elided(painter, signed(value, 3), frame.width()))

    def number_at(self, at: QPointF) -> int:
        """Number at a point; −1 for none."""
        size = QSizeF(self.size())
        found = (i for i in range(SUM + 1) if self.frame(i, size, look()).contains(at))
        return next(found, -1)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._set_hover(self.number_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self._set_hover(-1)

    def _set_hover(self, index: int) -> None:
        if index != self._hover:
            self._hover = index
            self.hovered.emit(index)
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.number_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and index >= 0:
            self.activated.emit(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() not in _MOVES:
            super().keyPressEvent(event)
            return
        to = _MOVES[Qt.Key(event.key())].get(self._chosen)
        if to is not None:
            self.activated.emit(to)


def _elided(painter: QPainter, text: str, room: float) -> str:
    metrics = QFontMetricsF(painter.font())
    return metrics.elidedText(text, Qt.TextElideMode.ElideRight, room + 1)
