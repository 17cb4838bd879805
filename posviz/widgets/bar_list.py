"""A list of named values as bars on a fixed axis from −1 to +1."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from posviz.widgets.row_view import RowView
from posviz.widgets.theme import Look, look

_ROW = 27.0
_HEADER = 24.0
_COLUMN = 78.0
_LABEL_SHARE = 0.34
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True)
class Bar:
    """One row: its name, its value in −1..1 (NaN: none) and the texts of its columns."""

    label: str
    value: float
    columns: tuple[str, ...]


class BarList(RowView):
    """Bars under each other, chosen by mouse or keys.

    Signals
    -------
    activated(int)
        The row that was clicked, or on which Return was pressed.
    """

    activated = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bars: tuple[Bar, ...] = ()
        self._titles: tuple[str, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)

    def set_bars(self, bars: Sequence[Bar], titles: Sequence[str]) -> None:
        """Show rows; `titles` are the headings of the label and of each column."""
        self._bars, self._titles = tuple(bars), tuple(titles)
        self._cursor = min(self._cursor, len(self._bars) - 1)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(round(look().px(340)), self._height())

    def minimumSizeHint(self) -> QSize:
        return QSize(round(look().px(220)), self._height())

    def _height(self) -> int:
        return round(look().px(_HEADER + _ROW * len(self._bars)))

    def row_count(self) -> int:
        return len(self._bars)

    def row_at(self, y: float) -> int:
        row = int((y - look().px(_HEADER)) // look().px(_ROW))
        return row if 0 <= row < len(self._bars) else -1

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        px = look.px
        widest = max(
            (QFontMetricsF(look.font(14)).horizontalAdvance(b.label) for b in self._bars),
            default=0.0,
        )
        label_width = min(widest + px(16), size.width() * _LABEL_SHARE)
        columns = len(self._titles) - 1
        column_width = min(px(_COLUMN), size.width() * 0.22)
        track = QRectF(
            label_width, 0, max(px(20), size.width() - label_width - columns * column_width), 0
        )
        self._draw_header(painter, size, look, track, column_width)
        for row, bar in enumerate(self._bars):
            line = QRectF(0, px(_HEADER) + row * px(_ROW), size.width(), px(_ROW))
            if row == self._cursor:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(look.colour("raised"))
                painter.drawRoundedRect(line.adjusted(-4, 1, 4, -1), px(5), px(5))
            painter.setPen(look.colour("text"))
            painter.setFont(look.font(14))
            label = QFontMetricsF(painter.font()).elidedText(
                bar.label, Qt.TextElideMode.ElideRight, label_width - px(6)
            )
            painter.drawText(QRectF(0, line.y(), label_width, line.height()), _LEFT, label)
            track.moveTop(line.y() + px(4))
            track.setHeight(line.height() - px(8))
            _draw_bar(painter, track, bar.value, look)
            painter.setFont(look.font(13, mono=True))
            for column, text in enumerate(bar.columns):
                painter.setPen(look.colour("text" if column == 0 else "muted"))
                left = size.width() - (columns - column) * column_width
                painter.drawText(QRectF(left, line.y(), column_width, line.height()), _RIGHT, text)

    def _draw_header(
        self, painter: QPainter, size: QSizeF, look: Look, track: QRectF, column_width: float
    ) -> None:
        if not self._titles:
            return
        px = look.px
        painter.setFont(look.font(12))
        painter.setPen(look.colour("muted"))
        height = px(_HEADER - 4)
        painter.drawText(QRectF(0, 0, track.left(), height), _LEFT, self._titles[0])
        for share, text in ((0.0, "−1"), (0.5, "0"), (1.0, "+1")):
            frame = QRectF(track.left() + share * track.width() - px(20), 0, px(40), height)
            align = Qt.AlignmentFlag.AlignHCenter
            if share == 0:
                frame.moveLeft(track.left())
                align = Qt.AlignmentFlag.AlignLeft
            elif share == 1:
                frame.moveRight(track.right())
                align = Qt.AlignmentFlag.AlignRight
            painter.drawText(frame, align | Qt.AlignmentFlag.AlignVCenter, text)
        columns = self._titles[1:]
        for column, title in enumerate(columns):
            left = size.width() - (len(columns) - column) * column_width
            painter.drawText(QRectF(left, 0, column_width, height), _RIGHT, title)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() != Qt.FocusReason.MouseFocusReason and self._cursor < 0 < len(self._bars):
            self._set_cursor(0)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = self.row_at(event.position().y())
        if event.button() == Qt.MouseButton.LeftButton and row >= 0:
            self.activated.emit(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._cursor >= 0:
            self.activated.emit(self._cursor)
        else:
            super().keyPressEvent(event)


def _draw_bar(painter: QPainter, track: QRectF, value: float, look: Look) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(look.colour("raised"))
    painter.drawRoundedRect(track, look.px(4), look.px(4))
    middle = track.center().x()
    if isfinite(value):
        length = value * track.width() / 2
        painter.setBrush(look.data_colour(1.0 if value >= 0 else -1.0))
        bar = QRectF(min(middle, middle + length), track.y(), abs(length), track.height())
        painter.drawRoundedRect(bar, look.px(3), look.px(3))
    painter.setPen(QPen(look.colour("faint"), 1))
    painter.drawLine(QPointF(middle, track.top() - 2), QPointF(middle, track.bottom() + 2))
