"""A small painted table: names, numbers and marks, a hairline between the rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QEvent, QLineF, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QFocusEvent, QFont, QFontMetricsF, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QStyle, QWidget

from posviz.widgets.key_focus import BY_KEYS
from posviz.widgets.painted import in_own_direction
from posviz.widgets.row_view import RowView
from posviz.widgets.theme import Look, look

_HEADER = 28.0
_LINE = 20.0
_DETAIL = 17.0
_PADDING = 11.0
_BETWEEN = 14.0
_MARK = 28.0
_TALLEST_ROW = 88.0


@dataclass(frozen=True)
class Mark:
    """A symbol on a small plate; without `on` its place stays empty, `lit` has the accent."""

    text: str
    on: bool
    lit: bool = False


@dataclass(frozen=True)
class Cell:
    """One cell: a text or marks, and a smaller line below."""

    text: str = ""
    detail: str = ""
    marks: tuple[Mark, ...] = ()
    strong: bool = False


@dataclass(frozen=True)
class Column:
    """A title, and how the cells below it are set: numbers to the right, texts to the left.

    Room is kept for `widest`, so that the table stays as it is while values change.
    """

    title: str
    kind: Literal["text", "number"] = "text"
    widest: str = ""


@dataclass(frozen=True)
class Plan:
    """Where the columns stand.

    Attributes
    ----------
    spans
        Left edge and width of each column, (columns,).
    stacked
        Whether the first and the last column stand above the others.
    """

    spans: tuple[tuple[float, float], ...]
    stacked: bool


def plan(natural: Sequence[float], width: float, between: float) -> Plan:
    """Fit columns into a width: side by side with even room, stacked when that is short.

    Parameters
    ----------
    natural
        Width that each column's longest text needs, (columns,).
    width
        Width of the table.
    between
        Least room between two columns.
    """

    def row(widths: Sequence[float]) -> tuple[tuple[float, float], ...]:
        gaps = max(len(widths) - 1, 1)
        room = (width - sum(widths)) / gaps
        shrink = 1.0
        if room < 0:
            room, shrink = 0.0, width / sum(widths)
        spans, left = [], 0.0
        for wide in widths:
            spans.append((left, wide * shrink))
            left += wide * shrink + room
        return tuple(spans)

    if sum(natural) + between * (len(natural) - 1) <= width or len(natural) < 2:
        return Plan(row(natural), stacked=False)
    first, *middle, last = natural
    outer = row((first, last))
    return Plan((outer[0], *(row(middle) if middle else ()), outer[1]), stacked=True)


class TableView(RowView):
    """Rows of cells; the one under the cursor is raised, and framed while the keys move it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._columns: tuple[Column, ...] = ()
        self._rows: tuple[tuple[Cell, ...], ...] = ()
        self._marked = -1
        self._keyed = False
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def set_table(
        self, columns: Sequence[Column], rows: Sequence[Sequence[Cell]], *, marked: int = -1
    ) -> None:
        """Show a table; every row has one cell a column, and the one that is `marked` a bar."""
        self._columns, self._rows = tuple(columns), tuple(map(tuple, rows))
        self._marked = marked
        self._cursor = min(self._cursor, len(self._rows) - 1)
        self._limit_height()
        self.updateGeometry()
        self.update()

    def row_count(self) -> int:
        return len(self._rows)

    def row_at(self, y: float) -> int:
        header, row = self._heights(QSizeF(self.size()), look())
        index = int((y - header) // row) if row > 0 else -1
        return index if 0 <= index < len(self._rows) else -1

    def plan(self, width: float, look: Look) -> Plan:
        """Return where the columns stand at a width."""
        natural = [self._natural(column, look) for column in range(len(self._columns))]
        return plan(natural, width - look.px(2 * _PADDING - 2), look.px(_BETWEEN))

    def _natural(self, column: int, look: Look) -> float:
        title = QFontMetricsF(look.font(12, 600)).horizontalAdvance(self._columns[column].title)
        detail = QFontMetricsF(self._detail_font(column, look))
        text = QFontMetricsF(self._text_font(column, look))
        widths = [title, text.horizontalAdvance(self._columns[column].widest)]
        for row in self._rows:
            cell = row[column]
            widths.append(text.horizontalAdvance(cell.text))
            widths.append(detail.horizontalAdvance(cell.detail))
            widths.append(look.px(_MARK + 4) * len(cell.marks))
        return max(widths) + 1

    def _text_font(self, column: int, look: Look) -> QFont:
        number = self._columns[column].kind == "number"
        return look.font(13, mono=True) if number else look.font(14)

    def _detail_font(self, column: int, look: Look) -> QFont:
        return look.font(12, mono=self._columns[column].kind == "number")

    def _heights(self, size: QSizeF, look: Look) -> tuple[float, float]:
        """Height of the header, and of each row when they share what is left."""
        header = self._header(self.plan(size.width(), look), look)
        if not self._rows:
            return header, 0.0
        row = (size.height() - header) / len(self._rows)
        return header, min(row, look.px(_TALLEST_ROW))

    def _header(self, drawn: Plan, look: Look) -> float:
        """Height of the header: of two lines where stacked columns have titles."""
        two = drawn.stacked and (self._columns[0].title or self._columns[-1].title)
        return look.px(_HEADER + (_DETAIL if two else 0))

    def _block(self, look: Look) -> float:
        """Height of the text of a cell."""
        detail = any(cell.detail for row in self._rows for cell in row)
        return look.px(_LINE + _DETAIL * detail)

    def heightForWidth(self, width: int) -> int:
        now = look()
        drawn = self.plan(width, now)
        row = (2 if drawn.stacked else 1) * self._block(now) + now.px(9)
        return round(self._header(drawn, now) + row * len(self._rows) + 0.5)

    def _limit_height(self) -> None:
        tallest = _HEADER + _DETAIL + _TALLEST_ROW * len(self._rows)
        self.setMaximumHeight(round(look().px(tallest)))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._limit_height()

    def sizeHint(self) -> QSize:
        width = round(look().px(360))
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(look().px(200)), round(look().px(_HEADER)))

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        header, height = self._heights(size, look)
        drawn = self.plan(size.width(), look)
        block = self._block(look)
        edge = look.px(_PADDING - 1)
        for index, row in enumerate(self._rows):
            frame = QRectF(0, header + index * height, size.width(), height)
            if index == self._cursor:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(look.colour("raised"))
                painter.drawRect(frame)
            self._rule(painter, frame.top(), size.width(), look)
            if index == self._marked:
                bar = QRectF(0, frame.top() + 1, look.px(3), frame.height() - 2)
                if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
                    bar.moveRight(size.width())
                painter.fillRect(bar, look.colour("accent"))
            top = frame.top() + (height - block * (2 if drawn.stacked else 1)) / 2
            for column, cell in enumerate(row):
                left, width = drawn.spans[column]
                lower = drawn.stacked and 0 < column < len(row) - 1
                place = QRectF(edge + left, top + block * lower, width, block)
                self._draw_cell(painter, place, cell, column, look)
        self._rule(painter, header + height * len(self._rows), size.width(), look)
        self._draw_titles(painter, drawn, header, look)
        if self._keyed and self.hasFocus() and self._cursor >= 0:
            frame = QRectF(0, header + self._cursor * height, size.width(), height)
            painter.setPen(QPen(look.colour("accent"), look.px(1.5)))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(frame.adjusted(1, 0, -1, -1))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._keyed = event.reason() in BY_KEYS
        if self._keyed and self._cursor < 0 < len(self._rows):
            self._set_cursor(0)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if self._keyed:
            self._set_cursor(-1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._keyed = True
        super().keyPressEvent(event)

    def _draw_titles(self, painter: QPainter, drawn: Plan, header: float, look: Look) -> None:
        painter.setFont(look.font(12, 600))
        painter.setPen(look.colour("muted"))
        metrics, elide = QFontMetricsF(painter.font()), Qt.TextElideMode.ElideRight
        upper = header - look.px(_HEADER)  # a line of its own for the outer columns
        for column, (left, width) in enumerate(drawn.spans):
            place = QRectF(look.px(_PADDING - 1) + left, upper, width, header - upper)
            if upper and column in (0, len(self._columns) - 1):
                place.moveTop(0)
            title = metrics.elidedText(self._columns[column].title, elide, width + 1)
            painter.drawText(place, self._align(column), in_own_direction(title, painter))

    def _align(self, column: int) -> Qt.AlignmentFlag:
        number = self._columns[column].kind == "number"
        side = Qt.AlignmentFlag.AlignRight if number else Qt.AlignmentFlag.AlignLeft
        return side | Qt.AlignmentFlag.AlignVCenter

    def _rule(self, painter: QPainter, y: float, width: float, look: Look) -> None:
        painter.setPen(QPen(look.colour("line"), 1))
        painter.drawLine(QLineF(0, round(y) - 0.5, width, round(y) - 0.5))

    def _draw_cell(
        self, painter: QPainter, place: QRectF, cell: Cell, column: int, look: Look
    ) -> None:
        line = QRectF(place)
        if cell.detail:
            line.setHeight(look.px(_LINE))
            below = QRectF(place.x(), line.bottom(), place.width(), place.height() - line.height())
            painter.setPen(look.colour("text" if cell.strong else "muted"))
            painter.setFont(self._detail_font(column, look))
            self._draw_text(painter, below, cell.detail, column)
        painter.setPen(look.colour("text"))
        painter.setFont(self._text_font(column, look))
        self._draw_text(painter, line, cell.text, column)
        for index, mark in enumerate(cell.marks):
            plate = QRectF(
                place.x() + index * look.px(_MARK + 4), line.y(), look.px(_MARK), look.px(_LINE - 2)
            )
            plate.moveTop(line.center().y() - plate.height() / 2)
            _draw_mark(painter, plate, mark, look)

    def _draw_text(self, painter: QPainter, place: QRectF, text: str, column: int) -> None:
        metrics = QFontMetricsF(painter.font())
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, place.width() + 1)
        if self._columns[column].kind == "text":
            painter.drawText(place, self._align(column), in_own_direction(shown, painter))
            return
        # A number is never turned round; from right to left it stands on the other side.
        before = painter.layoutDirection()
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        side = QStyle.visualAlignment(self.layoutDirection(), self._align(column))
        painter.drawText(place, side, shown)
        painter.setLayoutDirection(before)


def _draw_mark(painter: QPainter, plate: QRectF, mark: Mark, look: Look) -> None:
    if not mark.on:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("line"))
        painter.drawEllipse(QPointF(plate.center()), look.px(1.5), look.px(1.5))
        return
    painter.setPen(QPen(look.colour("accent" if mark.lit else "line"), look.px(1.5)))
    painter.setBrush(look.colour("raised"))
    painter.drawRoundedRect(plate, look.px(4), look.px(4))
    painter.setFont(look.font(12, 600, mono=True))
    painter.setPen(look.colour("accent" if mark.lit else "text"))
    painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, mark.text)
