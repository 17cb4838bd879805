"""Rows of a table around a selected one, each with the 0 or 1 that a one-hot vector gives it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from posviz.model.notation import grouped, signed
from posviz.widgets.heat_image import heat_image
from posviz.widgets.row_view import RowView
from posviz.widgets.theme import Look, look

_ROW, _TALLEST_ROW = 24.0, 32.0
_FEWEST_ROWS = 3
_LABEL_SHARE = 0.3
_FACTOR = 38.0
_PAGE = 10
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class TableRows(RowView):
    """As many rows as there is room for; the selected one keeps its colours, the others fade.

    Signals
    -------
    activated(int)
        The row that was clicked, or reached with the keys.
    """

    activated = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._matrix: NDArray[np.floating[Any]] = np.empty((0, 0))
        self._name: Callable[[int], str] | None = None
        self._selected = -1
        self._level = 1.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_rows(
        self,
        matrix: NDArray[np.floating[Any]],
        name: Callable[[int], str],
        selected: int,
        level: float = 1.0,
    ) -> None:
        """Show a table.

        Parameters
        ----------
        matrix : ndarray, shape (n, d)
            The table; only the rows in sight are read.
        name : callable
            Gives the name of a row.
        selected : int
            The selected row; −1 when there is none.
        level : float
            The value that takes the end colour.
        """
        self._matrix, self._name, self._selected = matrix, name, selected
        self._level = level
        self.updateGeometry()
        self.update()

    def row_count(self) -> int:
        return int(self._matrix.shape[0])

    def sizeHint(self) -> QSize:
        return QSize(round(look().px(300)), self.minimumSizeHint().height())

    def minimumSizeHint(self) -> QSize:
        rows = min(self.row_count(), _FEWEST_ROWS)
        return QSize(round(look().px(200)), round(look().px(_ROW * rows)))

    def rows_in(self, height: float, look: Look) -> tuple[int, int, float]:
        """First row, row after the last, and row height that fit a height."""
        if self.row_count() == 0:
            return 0, 0, look.px(_ROW)
        shown = min(self.row_count(), max(1, int(height // look.px(_ROW))))
        first = min(max(0, max(self._selected, 0) - shown // 2), self.row_count() - shown)
        return first, first + shown, min(height / shown, look.px(_TALLEST_ROW))

    def row_at(self, y: float) -> int:
        first, stop, row_height = self.rows_in(self.height(), look())
        row = first + int(y // row_height)
        return row if first <= row < stop and y >= 0 else -1

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        if self._name is None or self.row_count() == 0:
            return
        first, stop, row_height = self.rows_in(size.height(), look)
        values = self._matrix[first:stop].astype(np.float64)  # (n, d)
        names = [self._name(row) for row in range(first, stop)]
        metrics = QFontMetricsF(look.font(13))
        wide = max(metrics.horizontalAdvance(name) for name in names) + look.px(8)
        label = min(wide, size.width() * _LABEL_SHARE)
        ids = QFontMetricsF(look.font(12, mono=True)).horizontalAdvance(grouped(stop)) + look.px(10)
        left = ids + label + look.px(_FACTOR)
        for index, row in enumerate(range(first, stop)):
            line = QRectF(0, index * row_height, size.width(), row_height)
            chosen = row == self._selected
            if row == self._cursor and not chosen:
                painter.fillRect(line, look.colour("raised"))
            painter.setPen(look.colour("accent" if chosen else "muted"))
            painter.setFont(look.font(12, mono=True))
            number = QRectF(0, line.y(), ids - look.px(10), row_height)
            painter.drawText(number, _RIGHT, grouped(row))
            factor = QRectF(ids + label, line.y(), look.px(_FACTOR - 8), row_height)
            painter.drawText(factor, _RIGHT, "1 ×" if chosen else "0 ×")
            painter.setPen(look.colour("text" if chosen else "muted"))
            painter.setFont(look.font(13, 600 if chosen else 400))
            name = QFontMetricsF(painter.font()).elidedText(
                names[index], Qt.TextElideMode.ElideRight, label - look.px(6)
            )
            painter.drawText(QRectF(ids, line.y(), label, row_height), _LEFT, name)
            cells = QRectF(left, line.y() + 2, size.width() - left - 1, row_height - 4)
            painter.setOpacity(1.0 if chosen else 0.45)
            _draw_cells(painter, cells, values[index], self._level, look, with_values=chosen)
            painter.setOpacity(1.0)
            if chosen:
                painter.setPen(QPen(look.colour("accent"), look.px(2)))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(cells, look.px(4), look.px(4))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = self.row_at(event.position().y())
        if event.button() == Qt.MouseButton.LeftButton and row >= 0:
            self.activated.emit(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {
            Qt.Key.Key_Up: self._selected - 1,
            Qt.Key.Key_Down: self._selected + 1,
            Qt.Key.Key_PageUp: self._selected - _PAGE,
            Qt.Key.Key_PageDown: self._selected + _PAGE,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: self.row_count() - 1,
        }
        target = steps.get(Qt.Key(event.key()))
        if target is None or self.row_count() == 0:
            super().keyPressEvent(event)
            return
        target = min(max(target, 0), self.row_count() - 1)
        if target != self._selected:
            self.activated.emit(target)


def _draw_cells(
    painter: QPainter,
    cells: QRectF,
    values: NDArray[np.float64],
    level: float,
    look: Look,
    *,
    with_values: bool,
) -> None:
    """Paint one row of cells, with their values where they fit."""
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
    image = heat_image(values[None, :] / level, round(cells.width()), look)
    painter.drawImage(cells, image)
    cell = cells.width() / values.shape[0]
    painter.setFont(look.font(12, mono=True))
    if not with_values or cell < QFontMetricsF(painter.font()).horizontalAdvance("+0.00") + 4:
        return
    for index, value in enumerate(values.tolist()):
        painter.setPen(look.ink_on(look.data_colour(value / level)))
        place = QRectF(QPointF(cells.x() + index * cell, cells.y()), QSizeF(cell, cells.height()))
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, signed(value, 2))
