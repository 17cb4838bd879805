"""Words with two numbers each: what number they are in one order, and in another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from posviz.widgets.row_view import RowView
from posviz.widgets.theme import Look, look

_ROW = 21.0
_TITLE = 26.0
_COLUMN = 56.0
_PART = 204.0
_BETWEEN = 24.0
_DOT = 4.0
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True)
class Ranked:
    """A word and its two numbers, as texts."""

    name: str
    first: str
    second: str


@dataclass(frozen=True)
class Part:
    """Words under a title, which has a dot in the colour of a role, or none.

    `sorted_by` is the column, 0 or 1, whose numbers just count up: they are quiet.
    """

    title: str
    rows: tuple[Ranked, ...]
    sorted_by: int
    dot: str = ""


@dataclass(frozen=True)
class _Line:
    """A row of a part and where it stands."""

    part: int
    row: int
    place: QRectF


class RankList(RowView):
    """Parts under each other, or beside each other where that has room.

    A part that is too long for the room loses its last rows.

    Parameters
    ----------
    column, least : float
        Width of a column of numbers and of a whole part, in pixels at 100 %.

    Signals
    -------
    activated(int)
        The row that was clicked, or on which Return was pressed, counted through all parts.
    """

    activated = Signal(int)

    def __init__(
        self, parent: QWidget | None = None, *, column: float = _COLUMN, least: float = _PART
    ) -> None:
        super().__init__(parent)
        self._column, self._part = column, least
        self._parts: tuple[Part, ...] = ()
        self._columns = ("", "")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_parts(self, parts: Sequence[Part], columns: tuple[str, str]) -> None:
        """Show parts; `columns` are the titles of the two numbers."""
        self._parts, self._columns = tuple(parts), columns
        self._cursor = min(self._cursor, self.row_count() - 1)
        self.updateGeometry()
        self.update()

    def row_count(self) -> int:
        return sum(len(part.rows) for part in self._parts)

    def row_at(self, y: float) -> int:
        """Row at a height of the view, in the part on the left; see `row_under`."""
        return self.row_under(QPointF(0, y))

    def row_under(self, at: QPointF) -> int:
        """Row at a place in the view; −1 where there is none."""
        for index, line in self._lines(QSizeF(self.size()), look()).items():
            if line.place.contains(at):
                return index
        return -1

    def places(self) -> list[QRectF]:
        """Where the rows that have room stand."""
        return [line.place for line in self._lines(QSizeF(self.size()), look()).values()]

    def height_at(self, width: float) -> int:
        """Height that all rows need at a width."""
        longest = [len(part.rows) for part in self._parts if part.rows]
        if not longest:
            return 0
        if self._beside(width, look()):
            return round(look().px(_TITLE + _ROW * max(longest)))
        return round(look().px(_TITLE * len(longest) + _ROW * sum(longest)))

    def sizeHint(self) -> QSize:
        width = round(look().px(self._part))
        return QSize(width, self.height_at(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)

    def _beside(self, width: float, look: Look) -> bool:
        return width >= look.px(2 * self._part - 20)

    def _lines(self, size: QSizeF, look: Look) -> dict[int, _Line]:
        """Where the rows that have room stand, by their number."""
        title, height = look.px(_TITLE), look.px(_ROW)
        filled = [part for part in self._parts if part.rows]
        beside = self._beside(size.width(), look)
        width = size.width()
        if beside:
            width = (width - look.px(_BETWEEN) * (len(filled) - 1)) / max(1, len(filled))
            room = int((size.height() - title) // height)
        else:
            room = int((size.height() - title * len(filled)) // height)
        fair = room if beside else room // max(1, len(filled))
        lines: dict[int, _Line] = {}
        index, left, top = 0, 0.0, 0.0
        for number, part in enumerate(self._parts):
            later = sum(min(len(p.rows), fair) for p in self._parts[number + 1 :])
            shown = min(len(part.rows), room if beside else room - len(lines) - later)
            if part.rows:
                top += title
                for row in range(max(0, shown)):
                    place = QRectF(left, top + row * height, width, height)
                    lines[index + row] = _Line(number, row, place)
                if beside:
                    left, top = left + width + look.px(_BETWEEN), 0.0
                else:
                    top += max(0, shown) * height
            index += len(part.rows)
        return lines

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        for index, line in self._lines(size, look).items():
            part = self._parts[line.part]
            if line.row == 0:
                self._draw_title(painter, part, line.place, look)
            if index == self._cursor:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(look.colour("raised"))
                painter.drawRoundedRect(line.place, look.px(4), look.px(4))
            row, width = part.rows[line.row], look.px(self._column)
            numbers = line.place.right() - 2 * width
            name = QRectF(line.place)
            name.setRight(numbers)
            name.setLeft(name.left() + look.px(4))
            painter.setFont(look.font(13))
            painter.setPen(look.colour("text"))
            shown = QFontMetricsF(painter.font()).elidedText(
                row.name, Qt.TextElideMode.ElideRight, name.width() - look.px(4)
            )
            painter.drawText(name, _LEFT, shown)
            painter.setFont(look.font(12.5, mono=True))
            for column, text in enumerate((row.first, row.second)):
                painter.setPen(look.colour("muted" if column == part.sorted_by else "text"))
                place = QRectF(
                    numbers + column * width,
                    line.place.y(),
                    width - look.px(4),
                    line.place.height(),
                )
                painter.drawText(place, _RIGHT, text)

    def _draw_title(self, painter: QPainter, part: Part, first: QRectF, look: Look) -> None:
        height, width = look.px(_TITLE), look.px(self._column)
        line = QRectF(first.x(), first.y() - height, first.width(), height)
        painter.setPen(QPen(look.colour("line"), 1))
        painter.drawLine(line.bottomLeft(), line.bottomRight())
        title = QRectF(line)
        title.setLeft(line.left() + look.px(4))
        title.setRight(line.right() - 2 * width)
        if part.dot:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(look.colour(part.dot))
            middle = QPointF(title.left() + look.px(_DOT), title.center().y())
            painter.drawEllipse(middle, look.px(_DOT), look.px(_DOT))
            title.setLeft(title.left() + look.px(3 * _DOT + 2))
        painter.setFont(look.font(12, 600))
        painter.setPen(look.colour("muted"))
        metrics = QFontMetricsF(painter.font())
        shown = metrics.elidedText(part.title, Qt.TextElideMode.ElideRight, title.width())
        painter.drawText(title, _LEFT, shown)
        painter.setFont(look.font(12))
        for column, text in enumerate(self._columns):
            left = line.right() - (2 - column) * width
            painter.drawText(QRectF(left, line.y(), width - look.px(4), height), _RIGHT, text)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._set_cursor(self.row_under(event.position()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = self.row_under(event.position())
        if event.button() == Qt.MouseButton.LeftButton and row >= 0:
            self.activated.emit(row)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() != Qt.FocusReason.MouseFocusReason and self._cursor < 0:
            self._go(0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._cursor >= 0:
            self.activated.emit(self._cursor)
        elif key in steps:
            self._go(steps[key])
        else:
            super().keyPressEvent(event)

    def _go(self, step: int) -> None:
        """Move the cursor through the rows that are shown."""
        shown = list(self._lines(QSizeF(self.size()), look()))
        if not shown:
            return
        place = shown.index(self._cursor) + step if self._cursor in shown else 0
        self._set_cursor(shown[min(max(0, place), len(shown) - 1)])
