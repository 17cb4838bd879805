"""Tables of the same size side by side, each with its selected row and column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QImage, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from posviz.model.notation import grouped
from posviz.widgets.heat_image import heat_image, shrunk
from posviz.widgets.painted import PaintedView
from posviz.widgets.theme import Look, look

_TITLE, _AXIS, _GAP = 24.0, 20.0, 22.0
_HEIGHT, _LEAST, _EACH = 300.0, 170.0, 130.0
_PAGE = 10
_CENTRE = Qt.AlignmentFlag.AlignCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, eq=False)
class Picture:
    """A table, (n, d), and which of its columns is the selected one; −1 for none."""

    title: str
    values: NDArray[np.float64]
    column: int


class TablePictures(PaintedView):
    """Positions down, dimensions across; cells smaller than a pixel are shown by their mean.

    Signals
    -------
    activated(int, int, int)
        Table, row and column that were clicked; with the keys the table is the first one.
    hovered(int, int, int)
        The same under the pointer; −1 when there is none.
    """

    activated = Signal(int, int, int)
    hovered = Signal(int, int, int)

    def __init__(self, parent: QWidget | None = None, *, height: float = _HEIGHT) -> None:
        super().__init__(parent)
        self._height = height
        self._pictures: tuple[Picture, ...] = ()
        self._row = -1
        self._lit: tuple[int, tuple[int, ...]] = (-1, ())
        self._images: dict[int, QImage] = {}
        self._key: object = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_tables(self, pictures: Sequence[Picture], row: int) -> None:
        """Show tables of one size with a selected row; −1 for none."""
        same = len(pictures) == len(self._pictures) and all(
            new.values is old.values for new, old in zip(pictures, self._pictures, strict=True)
        )
        if not same:
            self._images.clear()
        self._pictures, self._row, self._lit = tuple(pictures), row, (-1, ())
        self.updateGeometry()
        self.update()

    def light(self, row: int, columns: Sequence[int]) -> None:
        """Frame a row and one column a table as if the pointer were there; −1 for none."""
        if (row, tuple(columns)) != self._lit:
            self._lit = row, tuple(columns)
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(round(look().px(480)), round(look().px(self._height)))

    def minimumSizeHint(self) -> QSize:
        wide = look().px(_EACH) * max(1, len(self._pictures))
        return QSize(round(wide), round(look().px(_LEAST)))

    def frames(self, size: QSizeF, look: Look) -> tuple[QRectF, ...]:
        """Rectangles of the tables, from left to right."""
        count, gap = len(self._pictures), floor(look.px(_GAP))
        # Whole pixels keep the edges of the cells sharp.
        each = max(1, floor((size.width() - 2 - (count - 1) * gap) / max(1, count)))
        top = floor(look.px(_TITLE))
        height = max(1, floor(size.height() - top - look.px(_AXIS)))
        return tuple(QRectF(1 + k * (each + gap), top, each, height) for k in range(count))

    def cell_at(self, at: QPointF) -> tuple[int, int, int]:
        """Table, row and column at a point; −1 three times outside."""
        frames = self.frames(QSizeF(self.size()), look())
        for k, (frame, picture) in enumerate(zip(frames, self._pictures, strict=True)):
            if frame.contains(at):
                rows, columns = picture.values.shape
                row = int((at.y() - frame.top()) / frame.height() * rows)
                column = int((at.x() - frame.left()) / frame.width() * columns)
                return k, min(row, rows - 1), min(column, columns - 1)
        return -1, -1, -1

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # a matrix is never mirrored
        lit_row, lit = self._lit
        for k, frame in enumerate(self.frames(size, look)):
            picture = self._pictures[k]
            self._draw_words(painter, frame, picture, look)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
            painter.drawImage(frame, self._picture(k, frame, look))
            if np.isnan(picture.values[-1, 0]) and np.isnan(picture.values[0, 0]):
                painter.fillRect(frame, look.colour("panel"))
                painter.setFont(look.font(20, mono=True))
                painter.setPen(look.colour("muted"))
                painter.drawText(frame, _CENTRE, "NaN")
            painter.setPen(QPen(look.colour("line"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(frame)
            if k < len(lit):
                _outline(painter, frame, picture, lit_row, lit[k], "text", 1.0, look)
            thick = 2.0 if self.hasFocus() else 1.5
            _outline(painter, frame, picture, self._row, picture.column, "accent", thick, look)

    def _draw_words(self, painter: QPainter, frame: QRectF, picture: Picture, look: Look) -> None:
        px = look.px
        painter.setFont(look.font(13, 600))
        painter.setPen(look.colour("text"))
        title = QFontMetricsF(painter.font()).elidedText(
            picture.title, Qt.TextElideMode.ElideRight, frame.width()
        )
        painter.drawText(QRectF(frame.left(), 0, frame.width(), px(_TITLE - 4)), _LEFT, title)
        painter.setFont(look.font(12))
        painter.setPen(look.colour("muted"))
        below = QRectF(frame.left(), frame.bottom() + px(3), frame.width(), px(_AXIS - 3))
        rows, columns = picture.values.shape
        down = self.tr("pos ↓ 0–{last}").format(last=grouped(rows - 1))
        if rows > frame.height() or columns > frame.width():
            down += self.tr(", pixels show means")
        across = self.tr("dim → 0–{last}").format(last=grouped(columns - 1))
        metrics = QFontMetricsF(painter.font())
        shown = metrics.elidedText(down, Qt.TextElideMode.ElideRight, frame.width())
        painter.drawText(below, _LEFT, shown)
        if metrics.horizontalAdvance(down + across) + px(12) < frame.width():
            painter.drawText(below, _RIGHT, across)

    def _picture(self, k: int, frame: QRectF, look: Look) -> QImage:
        key = (frame.width(), frame.height(), look)
        if key != self._key:
            self._images.clear()
            self._key = key
        found = self._images.get(k)
        if found is None:
            fewer = shrunk(self._pictures[k].values.T, max(1, int(frame.height()))).T  # (rows, d)
            found = heat_image(fewer.astype(np.float64), int(frame.width()), look)
            self._images[k] = found
        return found

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.hovered.emit(*self.cell_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self.hovered.emit(-1, -1, -1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        cell = self.cell_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and cell[0] >= 0:
            self.activated.emit(*cell)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._pictures:
            return
        rows, columns = self._pictures[0].values.shape
        row, column = max(self._row, 0), max(self._pictures[0].column, 0)
        moves = {
            Qt.Key.Key_Up: (row - 1, column),
            Qt.Key.Key_Down: (row + 1, column),
            Qt.Key.Key_PageUp: (row - _PAGE, column),
            Qt.Key.Key_PageDown: (row + _PAGE, column),
            Qt.Key.Key_Left: (row, column - 1),
            Qt.Key.Key_Right: (row, column + 1),
            Qt.Key.Key_Home: (row, 0),
            Qt.Key.Key_End: (row, columns - 1),
        }
        if event.key() not in moves:
            super().keyPressEvent(event)
            return
        to_row, to_column = moves[Qt.Key(event.key())]
        self.activated.emit(0, min(max(to_row, 0), rows - 1), min(max(to_column, 0), columns - 1))


def _outline(
    painter: QPainter,
    frame: QRectF,
    picture: Picture,
    row: int,
    column: int,
    role: str,
    thick: float,
    look: Look,
) -> None:
    """Frame a row and a column, at least a few pixels wide."""
    rows, columns = picture.values.shape
    painter.setPen(QPen(look.colour(role), look.px(thick)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    least = look.px(4)
    if 0 <= row < rows:
        tall = frame.height() / rows
        high = max(tall, least)
        top = frame.top() + (row + 0.5) * tall - high / 2
        painter.drawRect(QRectF(frame.left(), top, frame.width(), high))
    if 0 <= column < columns:
        each = frame.width() / columns
        wide = max(each, least)
        left = frame.left() + (column + 0.5) * each - wide / 2
        painter.drawRect(QRectF(left, frame.top(), wide, frame.height()))
