"""Two vectors and their sum as three rows of aligned cells."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from posviz.model.notation import signed
from posviz.widgets.heat_image import heat_image
from posviz.widgets.painted import PaintedView
from posviz.widgets.theme import Look, look

_INDEX = 18.0
_ROW = 38.0
_GAP = 6.0
_RULE = 15.0
_CAPTION = 26.0
_TWO_LINES = 1.75
"""What two lines hold in words that are not broken, in widths of a line."""
_LABEL_SHARE = 0.4
_SMALLEST_CELL = 7.0
"""Narrower cells stand without gaps and corners, as one image a row."""
_CENTRE = Qt.AlignmentFlag.AlignCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True)
class SumRow:
    """One row: its mark ("+", "=" or nothing), its name, and the word or place it is of."""

    mark: str
    name: str
    detail: str


class SumStrip(PaintedView):
    """Rows a, b and a + b, each of d cells, with a line of words below.

    Cells show their values while there is room, then only their colours; where d exceeds the
    pixels, each pixel shows the mean of its cells. A row of NaN is drawn dashed and empty.

    Signals
    -------
    activated(int)
        The column that was clicked, or reached with the left and right keys.
    hovered(int)
        The column under the pointer; −1 when there is none.
    stepped(int)
        −1 or +1: the user pressed the up or down key.
    """

    activated = Signal(int)
    hovered = Signal(int)
    stepped = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._values: NDArray[np.float64] = np.empty((3, 0))  # (3, d)
        self._rows: tuple[SumRow, SumRow, SumRow] = (SumRow("", "", ""),) * 3
        self._selected = -1
        self._hover = -1
        self._caption = ""
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_sum(
        self,
        values: NDArray[np.float64],
        rows: tuple[SumRow, SumRow, SumRow],
        selected: int,
    ) -> None:
        """Show three rows of values, (3, d); `selected` is a column, or −1 for none."""
        if values.ndim != 2 or len(values) != 3:
            raise ValueError(f"values of shape {values.shape}; there must be three rows")
        self._values, self._rows, self._selected = values, rows, selected
        if self._hover >= self.columns:
            self._set_hover(-1)
        self.update()

    def set_caption(self, text: str) -> None:
        """Show a line of words under the cells."""
        self._caption = text
        self.setAccessibleDescription(text)
        self.update()

    @property
    def columns(self) -> int:
        """d, the number of columns."""
        return int(self._values.shape[1])

    @property
    def hover(self) -> int:
        """The column under the pointer; −1 when there is none."""
        return self._hover

    @property
    def caption(self) -> str:
        """The line under the cells."""
        return self._caption

    def sizeHint(self) -> QSize:
        return QSize(round(look().px(420)), self._height())

    def minimumSizeHint(self) -> QSize:
        return QSize(round(look().px(220)), self._height())

    def _height(self) -> int:
        return round(look().px(_INDEX + 3 * _ROW + _GAP + _RULE + _CAPTION))

    def cells_frame(self, size: QSizeF, look: Look) -> QRectF:
        """Rectangle that holds the cells of all three rows."""
        names = QFontMetricsF(look.font(14, 600, mono=True))
        widest = max(names.horizontalAdvance(f"{r.mark or ' '} {r.name} ") for r in self._rows)
        details = QFontMetricsF(look.font(14, mono=True))
        widest += max(details.horizontalAdvance(r.detail) for r in self._rows)
        left = min(widest + look.px(14), max(size.width() * _LABEL_SHARE, look.px(76)))
        # One pixel at the right for the outline of the last column.
        height = look.px(3 * _ROW + _GAP + _RULE)
        return QRectF(left, look.px(_INDEX), max(1.0, size.width() - left - 1), height)

    def column_at(self, x: float, size: QSizeF, look: Look) -> int:
        """Column at a place across; −1 where there is none."""
        frame = self.cells_frame(size, look)
        if not self.columns or not frame.left() <= x < frame.right():
            return -1
        return min(int((x - frame.left()) / frame.width() * self.columns), self.columns - 1)

    def row_tops(self, look: Look) -> tuple[float, float, float]:
        """Where the three rows begin."""
        first = look.px(_INDEX)
        second = first + look.px(_ROW + _GAP)
        return first, second, second + look.px(_ROW + _RULE)

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # numbers and sums are
        frame = self.cells_frame(size, look)
        self._draw_labels(painter, frame, look)
        tops = self.row_tops(look)
        rule = tops[2] - look.px(_RULE / 2)
        painter.setPen(QPen(look.colour("line"), 1))
        painter.drawLine(QPointF(0, rule), QPointF(frame.right(), rule))
        if self.columns:
            self._draw_indices(painter, frame, look)
            text_size = self._text_size(frame.width() / self.columns, look)
            for top, values in zip(tops, self._values, strict=True):
                line = QRectF(frame.left(), top, frame.width(), look.px(_ROW))
                if frame.width() / self.columns >= look.px(_SMALLEST_CELL):
                    self._draw_cells(painter, line, values, text_size, look)
                else:
                    _draw_image(painter, line, values, look)
            for column, role in ((self._selected, "accent"), (self._hover, "text")):
                if 0 <= column < self.columns:
                    self._draw_outline(painter, frame, tops, column, role, look)
        self._draw_caption(painter, size, look)

    def _draw_labels(self, painter: QPainter, frame: QRectF, look: Look) -> None:
        for row, (top, label) in enumerate(zip(self.row_tops(look), self._rows, strict=True)):
            x = 0.0
            for text, weight, role in (
                (f"{label.mark or ' '} ", 400, "muted"),
                (f"{label.name} ", 600, "accent" if row == 2 else "text"),
                (label.detail, 400, "muted"),
            ):
                painter.setFont(look.font(14, weight, mono=True))
                painter.setPen(look.colour(role))
                metrics = QFontMetricsF(painter.font())
                room = max(0.0, frame.left() - look.px(8) - x)
                shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
                painter.drawText(QRectF(x, top, room, look.px(_ROW)), _LEFT, shown)
                x += metrics.horizontalAdvance(text)

    def _draw_indices(self, painter: QPainter, frame: QRectF, look: Look) -> None:
        """Number the columns, every one or as many as there is room for."""
        painter.setFont(look.font(11, mono=True))
        painter.setPen(look.colour("muted"))
        cell = frame.width() / self.columns
        needed = QFontMetricsF(painter.font()).horizontalAdvance(f"{self.columns - 1}  ")
        step = next((s for s in (1, 2, 4, 8) if s * cell >= needed), 0)
        if step == 0:
            # Ends only: a wide row is a texture, not a list.
            for x, text, side in (
                (frame.left(), "0", Qt.AlignmentFlag.AlignLeft),
                (frame.right() - 2 * needed, f"{self.columns - 1}", Qt.AlignmentFlag.AlignRight),
            ):
                box = QRectF(x, 0, 2 * needed, look.px(_INDEX - 3))
                painter.drawText(box, side | Qt.AlignmentFlag.AlignVCenter, text)
            return
        for column in range(0, self.columns, step):
            middle = frame.left() + (column + 0.5) * cell
            box = QRectF(middle - needed, 0, 2 * needed, look.px(_INDEX - 3))
            painter.drawText(box, _CENTRE, f"{column}")

    def _text_size(self, cell: float, look: Look) -> int:
        """Largest font size at which every value fits into its cell; 0 where none does."""
        # More columns than this can never carry numbers, so they need not be written out.
        if cell < look.px(30):
            return 0
        texts = {signed(float(v), 2) for v in self._values.flat if np.isfinite(v)}
        longest = max(texts, key=len, default="")
        for text_size in (13, 11):
            metrics = QFontMetricsF(look.font(text_size, mono=True))
            if metrics.horizontalAdvance(longest) + look.px(7) <= cell:
                return text_size
        return 0

    def _draw_cells(
        self,
        painter: QPainter,
        line: QRectF,
        values: NDArray[np.float64],
        text_size: int,
        look: Look,
    ) -> None:
        cell = line.width() / self.columns
        gap = min(look.px(3), cell * 0.2)
        radius = min(look.px(4), cell * 0.2)
        for column, value in enumerate(values):
            box = QRectF(line.left() + column * cell, line.top(), cell - gap, line.height())
            box.adjust(0.5, 0.5, -0.5, -0.5)
            if not np.isfinite(value):
                painter.setPen(QPen(look.colour("faint"), 1, Qt.PenStyle.DashLine))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(box, radius, radius)
                continue
            fill = look.data_colour(float(value))
            painter.setPen(QPen(look.colour("line"), 1))
            painter.setBrush(fill)
            painter.drawRoundedRect(box, radius, radius)
            if text_size:
                painter.setFont(look.font(text_size, mono=True))
                painter.setPen(look.ink_on(fill))
                painter.drawText(box, _CENTRE, signed(float(value), 2))

    def _draw_outline(
        self,
        painter: QPainter,
        frame: QRectF,
        tops: tuple[float, float, float],
        column: int,
        role: str,
        look: Look,
    ) -> None:
        cell = frame.width() / self.columns
        left = frame.left() + column * cell
        gap = min(look.px(3), cell * 0.2) if cell >= look.px(_SMALLEST_CELL) else 0.0
        width = max(cell - gap, look.px(4))
        left = min(left, frame.right() - width)
        painter.setPen(QPen(look.colour(role), look.px(2)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        radius = min(look.px(4), width * 0.2)
        for top in tops:
            box = QRectF(left, top, width, look.px(_ROW)).adjusted(0.5, 0.5, -0.5, -0.5)
            painter.drawRoundedRect(box, radius, radius)

    def _draw_caption(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        top = self.row_tops(look)[2] + look.px(_ROW)
        box = QRectF(0, top + look.px(4), size.width(), look.px(_CAPTION - 4))
        painter.setPen(look.colour("text"))
        # A sum is not cut: where the panel is narrow it is set smaller, then in two lines.
        for text_size in (13, 12, 11, 10):
            painter.setFont(look.font(text_size, mono=True))
            metrics = QFontMetricsF(painter.font())
            if metrics.horizontalAdvance(self._caption) <= box.width():
                painter.drawText(box, _LEFT, self._caption)
                break
        else:
            room = _TWO_LINES * box.width()
            shown = metrics.elidedText(self._caption, Qt.TextElideMode.ElideRight, room)
            box.setTop(top)
            painter.drawText(box, _LEFT | Qt.TextFlag.TextWordWrap, shown)
        if self.hasFocus():
            painter.setPen(QPen(look.colour("accent"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            frame = QRectF(QPointF(0.5, 0.5), size - QSizeF(1, 1))
            painter.drawRoundedRect(frame, look.px(5), look.px(5))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._set_hover(self.column_at(event.position().x(), QSizeF(self.size()), look()))

    def leaveEvent(self, event: QEvent) -> None:
        self._set_hover(-1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        column = self.column_at(event.position().x(), QSizeF(self.size()), look())
        if event.button() == Qt.MouseButton.LeftButton and column >= 0:
            self.activated.emit(column)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        last = self.columns - 1
        at = self._selected
        moves = {
            Qt.Key.Key_Left: last if at < 0 else max(at - 1, 0),
            Qt.Key.Key_Right: min(at + 1, last),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        if event.key() in moves and last >= 0:
            self.activated.emit(moves[Qt.Key(event.key())])
        elif event.key() in steps:
            self.stepped.emit(steps[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    def light(self, index: int) -> None:
        """Show a column as if the pointer were over it, and tell nobody; −1 for none."""
        if index != self._hover:
            self._hover = index
            self.update()

    def _set_hover(self, column: int) -> None:
        if column != self._hover:
            self._hover = column
            self.hovered.emit(column)
            self.update()


def _draw_image(painter: QPainter, line: QRectF, values: NDArray[np.float64], look: Look) -> None:
    if np.isnan(values).all():
        painter.setPen(QPen(look.colour("faint"), 1, Qt.PenStyle.DashLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(line.adjusted(0.5, 0.5, -0.5, -0.5))
        return
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
    painter.drawImage(line, heat_image(values[np.newaxis], int(line.width()), look))
