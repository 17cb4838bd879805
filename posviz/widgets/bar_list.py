"""A list of named values as bars on one axis, with a mark to hold them against."""

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
_FOOTER = 24.0
_COLUMN = 64.0
_LABEL_SHARE = 0.34
_COLUMN_SHARE = 0.3
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True)
class Bar:
    """One row: its name, its value (NaN: none) and the texts of its columns.

    A `strong` one has its name in bold.
    """

    label: str
    value: float
    columns: tuple[str, ...]
    strong: bool = False


@dataclass(frozen=True)
class Axis:
    """The values at both ends of the bars, which start at 0, and what is written where."""

    low: float
    high: float
    ticks: tuple[tuple[float, str], ...]

    def share(self, value: float) -> float:
        """Place of a value along the axis, 0 to 1."""
        return min(1.0, max(0.0, (value - self.low) / (self.high - self.low)))


@dataclass(frozen=True)
class Mark:
    """A value to hold the bars against, how far it spreads to both sides, and its name."""

    value: float
    spread: float
    text: str


UNIT_AXIS = Axis(-1.0, 1.0, ((-1.0, "−1"), (0.0, "0"), (1.0, "+1")))


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
        self._axis = UNIT_AXIS
        self._mark: Mark | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)

    def set_bars(
        self,
        bars: Sequence[Bar],
        titles: Sequence[str],
        axis: Axis = UNIT_AXIS,
        mark: Mark | None = None,
    ) -> None:
        """Show rows; `titles` are the headings of the label and of each column."""
        self._bars, self._titles = tuple(bars), tuple(titles)
        self._axis, self._mark = axis, mark
        self._cursor = min(self._cursor, len(self._bars) - 1)
        self.updateGeometry()
        self.update()

    @property
    def bars(self) -> tuple[Bar, ...]:
        """The rows as set."""
        return self._bars

    @property
    def axis(self) -> Axis:
        """The axis as set."""
        return self._axis

    @property
    def mark(self) -> Mark | None:
        """The mark as set."""
        return self._mark

    def sizeHint(self) -> QSize:
        return QSize(round(look().px(340)), self._height())

    def minimumSizeHint(self) -> QSize:
        return QSize(round(look().px(220)), self._height())

    def _height(self) -> int:
        footer = _FOOTER if self._mark is not None else 0.0
        return round(look().px(_HEADER + _ROW * len(self._bars) + footer))

    def row_count(self) -> int:
        return len(self._bars)

    def row_at(self, y: float) -> int:
        row = int((y - look().px(_HEADER)) // look().px(_ROW))
        return row if 0 <= row < len(self._bars) else -1

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        px = look.px
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # an axis has one direction
        track, column_width = self._places(size, look)
        self._draw_header(painter, size, look, track, column_width)
        if self._mark is not None:
            self._draw_caption(painter, self._mark, track, look)
        for row, bar in enumerate(self._bars):
            line = QRectF(0, px(_HEADER) + row * px(_ROW), size.width(), px(_ROW))
            if row == self._cursor:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(look.colour("raised"))
                painter.drawRoundedRect(line.adjusted(-4, 1, 4, -1), px(5), px(5))
            painter.setPen(look.colour("text"))
            painter.setFont(look.font(14, 600 if bar.strong else 400))
            label = QFontMetricsF(painter.font()).elidedText(
                bar.label, Qt.TextElideMode.ElideRight, track.left() - px(6)
            )
            painter.drawText(QRectF(0, line.y(), track.left(), line.height()), _LEFT, label)
            self._draw_bar(painter, track.translated(0, line.y()), bar.value, look)
            painter.setFont(look.font(13, mono=True))
            for column, text in enumerate(bar.columns):
                painter.setPen(look.colour("text" if column == 0 else "muted"))
                left = size.width() - (len(bar.columns) - column) * column_width
                painter.drawText(QRectF(left, line.y(), column_width, line.height()), _RIGHT, text)

    def _places(self, size: QSizeF, look: Look) -> tuple[QRectF, float]:
        """Return the place of a bar within its row, and the width of a column."""
        px = look.px
        names = QFontMetricsF(look.font(14, 600))
        widest = max((names.horizontalAdvance(b.label) for b in self._bars), default=0.0)
        label_width = min(widest + px(16), size.width() * _LABEL_SHARE)
        texts, titles = QFontMetricsF(look.font(13, mono=True)), QFontMetricsF(look.font(12))
        needed = [texts.horizontalAdvance(text) for bar in self._bars for text in bar.columns]
        needed += [titles.horizontalAdvance(title) for title in self._titles[1:]]
        column_width = max(px(_COLUMN), max(needed, default=0.0) + px(14))
        column_width = min(column_width, size.width() * _COLUMN_SHARE)
        columns = max(0, len(self._titles) - 1)
        width = max(px(20), size.width() - label_width - columns * column_width)
        return QRectF(label_width, px(4), width, px(_ROW - 8)), column_width

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
        for value, text in self._axis.ticks:
            _draw_beside(painter, track, self._axis.share(value), text, 0, height)
        columns = self._titles[1:]
        metrics = QFontMetricsF(painter.font())
        for column, title in enumerate(columns):
            left = size.width() - (len(columns) - column) * column_width
            shown = metrics.elidedText(title, Qt.TextElideMode.ElideRight, column_width - px(4))
            painter.drawText(QRectF(left, 0, column_width, height), _RIGHT, shown)

    def _draw_caption(self, painter: QPainter, mark: Mark, track: QRectF, look: Look) -> None:
        top = look.px(_HEADER + _ROW * len(self._bars))
        painter.setFont(look.font(12))
        painter.setPen(look.colour("muted"))
        share = self._axis.share(mark.value)
        _draw_beside(painter, track, share, mark.text, top + look.px(3), look.px(_FOOTER - 4))

    def _draw_bar(self, painter: QPainter, track: QRectF, value: float, look: Look) -> None:
        def x(at: float) -> float:
            return track.left() + self._axis.share(at) * track.width()

        px = look.px
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("raised"))
        painter.drawRoundedRect(track, px(4), px(4))
        mark = self._mark
        if mark is not None:
            left = x(mark.value - mark.spread)
            band = QRectF(left, track.y(), x(mark.value + mark.spread) - left, track.height())
            painter.setBrush(look.colour("muted", 0.28))
            painter.drawRect(band)
        if isfinite(value):
            painter.setBrush(look.data_colour(1.0 if value >= 0 else -1.0))
            start, end = sorted((x(0.0), x(value)))
            bar = QRectF(start, track.y(), end - start, track.height())
            painter.drawRoundedRect(bar, px(3), px(3))
            if mark is not None:
                painter.setBrush(look.colour("panel", 0.3))
                painter.drawRect(band.intersected(bar))
        painter.setPen(QPen(look.colour("faint"), 1))
        painter.drawLine(QPointF(x(0.0), track.top() - 2), QPointF(x(0.0), track.bottom() + 2))
        if mark is not None:
            top, bottom = track.top() - px(4), track.bottom() + px(4)
            for colour, width in (("panel", 4.0), ("text", 1.5)):
                pen = QPen(look.colour(colour), px(width))
                pen.setCapStyle(Qt.PenCapStyle.FlatCap)  # the rows' lines join without overlap
                painter.setPen(pen)
                painter.drawLine(QPointF(x(mark.value), top), QPointF(x(mark.value), bottom))

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


def _draw_beside(
    painter: QPainter, track: QRectF, share: float, text: str, top: float, height: float
) -> None:
    """Write a text centred on a place of the track, but not beyond its ends."""
    width = QFontMetricsF(painter.font()).horizontalAdvance(text)
    left = track.left() + share * track.width() - width / 2
    left = max(0.0, min(max(left, track.left()), track.right() - width))
    painter.drawText(QRectF(left, top, width + 1, height), _LEFT, text)
