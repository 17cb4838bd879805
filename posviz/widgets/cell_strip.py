"""One vector as a row of cells; a long one as an overview with a magnified part."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QLineF, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from posviz.model.notation import grouped
from posviz.widgets.cells import (
    GAP,
    MOST_IN_DETAIL,
    Kind,
    Plan,
    cell_at,
    cell_rect,
    cell_text,
    plan,
)
from posviz.widgets.heat_image import heat_image
from posviz.widgets.painted import PaintedView
from posviz.widgets.theme import Look, look

_WHOLE_HEIGHT = 34.0
_SPLIT_HEIGHT = 74.0
_TALLEST = 74.0
_TALLEST_LONG = 112.0
_LONG = 100  # entries that no window shows all with their numbers
_CENTRE = Qt.AlignmentFlag.AlignCenter


class CellStrip(PaintedView):
    """The numbers of one vector.

    A ``"dense"`` strip has data colours and signed values; a ``"one-hot"`` one has empty
    cells and a single full one, which is at least two pixels wide however long the vector.
    When not all numbers can be read, the whole vector is one band, and the part around the
    focus is shown larger below it; the pointer on the band, and the keys, move the focus.

    Signals
    -------
    hovered(int)
        The entry under the pointer or the keyboard's cursor; −1 when there is none.
    activated(int)
        The entry that was clicked, or on which Return was pressed.
    """

    hovered = Signal(int)
    activated = Signal(int)

    def __init__(self, kind: Kind, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind: Kind = kind
        self._values: NDArray[np.float64] = np.zeros(0)  # (n,)
        self._level = 1.0
        self._longest = ""
        self._empty = False
        self._selected = -1
        self._wanted = -1
        self._focus = 0
        self._hover = -1
        self._hot = -1
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._limit_height()

    def set_values(
        self,
        values: NDArray[np.float64],
        *,
        focus: int | None = None,
        selected: int = -1,
        level: float = 1.0,
    ) -> None:
        """Show a vector, (n,).

        Parameters
        ----------
        values
            The numbers.
        focus
            What the detail is about, until the user moves it: by default the largest value.
        selected
            The entry with the accent outline; −1 for none.
        level
            The value that takes the end colour.
        """
        self._level = level
        if focus is None:
            sizes = np.nan_to_num(np.abs(values), nan=-1.0)
            focus = int(np.argmax(sizes)) if len(values) else 0
        same = len(values) == len(self._values) and not self._empty and focus == self._wanted
        self._values, self._empty, self._selected = values, False, selected
        self._wanted = focus
        finite = np.abs(values[np.isfinite(values)])
        self._longest = cell_text(float(finite.max()) if len(finite) else 0.0, self._kind)
        if not same:
            self._focus = focus
        self._hot = int(np.argmax(values)) if self._kind == "one-hot" and len(values) else -1
        self._limit_height()
        self.updateGeometry()
        self.update()

    def set_empty(self, entries: int) -> None:
        """Show so many cells without numbers."""
        self._values = np.full(entries, np.nan)
        self._empty, self._selected, self._focus = True, -1, 0
        self._wanted = self._hot = -1
        self._limit_height()
        self.updateGeometry()
        self.update()

    @property
    def focus(self) -> int:
        """The entry in the middle of the detail, where the keys start from."""
        return self._focus

    def plan(self, size: QSizeF, look: Look) -> Plan:
        """Return what is drawn where at a size."""
        return plan(len(self._values), self._focus, size, self._need(look), look)

    def entry_at(self, at: QPointF) -> int:
        """Entry at a point of the view; −1 where there is none."""
        drawn = self.plan(QSizeF(self.size()), look())
        if drawn.overview is not None and drawn.overview.contains(at):
            return cell_at(at, len(self._values), drawn.overview)
        index = cell_at(at, drawn.count, drawn.cells)
        return index if index < 0 else drawn.first + index

    def _need(self, look: Look) -> float:
        """Width of a cell in which its number, and in a long vector its index, can be read."""
        if self._empty or not len(self._values):
            return look.px(9)
        if self._kind == "one-hot" and len(self._values) <= MOST_IN_DETAIL:
            return look.px(13)
        metrics = QFontMetricsF(look.font(12, mono=True))
        index = metrics.horizontalAdvance(grouped(len(self._values) - 1))
        return max(metrics.horizontalAdvance(self._longest), index) + look.px(7)

    def _limit_height(self) -> None:
        long = len(self._values) > _LONG and not self._empty
        self.setMaximumHeight(round(look().px(_TALLEST_LONG if long else _TALLEST)))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._limit_height()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        now = look()
        split = self.plan(QSizeF(width, 1e3), now).overview is not None and not self._empty
        return round(now.px(_SPLIT_HEIGHT if split else _WHOLE_HEIGHT))

    def sizeHint(self) -> QSize:
        width = round(look().px(400))
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(look().px(120)), round(look().px(_WHOLE_HEIGHT)))

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        drawn = self.plan(size, look)
        if self._empty and drawn.overview is not None:
            self._draw_frame(painter, QRectF(QPointF(), size), look, dashed=True)
            return
        gap = look.px(GAP)
        for place in range(drawn.count):
            rect = cell_rect(place, drawn.count, drawn.cells, gap)
            self._draw_cell(painter, rect, drawn.first + place, look)
            if drawn.overview is not None:
                self._draw_index(painter, rect, drawn.first + place, look)
        if drawn.overview is not None:
            self._draw_overview(painter, drawn.overview, look)
            self._draw_lens(painter, drawn, look)

    def _draw_frame(
        self, painter: QPainter, rect: QRectF, look: Look, *, dashed: bool = False
    ) -> None:
        pen = QPen(look.colour("faint" if dashed else "line"), 1)
        if dashed:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), look.px(4), look.px(4))

    def _draw_cell(self, painter: QPainter, rect: QRectF, index: int, look: Look) -> None:
        if self._empty:
            self._draw_frame(painter, rect, look, dashed=True)
            return
        value = float(self._values[index])
        hot = index == self._hot
        if self._kind == "one-hot" and not hot:
            self._draw_frame(painter, rect, look)
            ink = look.colour("muted")
        else:
            fill = look.colour("accent") if hot else look.data_colour(value / self._level)
            painter.setPen(QPen(look.colour("line"), 1) if not hot else Qt.PenStyle.NoPen)
            painter.setBrush(fill)
            painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), look.px(4), look.px(4))
            ink = look.colour("on_accent") if hot else look.ink_on(fill)
        self._draw_outline(painter, rect, index, look)
        painter.setFont(look.font(12, 600 if hot else 400, mono=True))
        painter.setPen(ink)
        text = cell_text(value, self._kind)
        metrics = QFontMetricsF(painter.font())
        text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, rect.width() + 1)
        painter.drawText(rect, _CENTRE, text)

    def _draw_outline(self, painter: QPainter, rect: QRectF, index: int, look: Look) -> None:
        """Mark the selected cell with the accent; the pointer's and the keys' with the text."""
        here = index == self._hover or (self.hasFocus() and index == self._focus)
        if index != self._selected and not here:
            return
        width = look.px(2 if index == self._selected else 1.5)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(look.colour("accent" if index == self._selected else "text"), width))
        inset = width / 2
        inner = rect.adjusted(inset, inset, -inset, -inset)
        painter.drawRoundedRect(inner, look.px(4), look.px(4))
        if index == self._selected and here:
            inset = look.px(3)
            painter.setPen(QPen(look.colour("text"), 1))
            painter.drawRoundedRect(
                rect.adjusted(inset, inset, -inset, -inset), look.px(2), look.px(2)
            )

    def _draw_index(self, painter: QPainter, cell: QRectF, index: int, look: Look) -> None:
        painter.setFont(look.font(11, mono=True))
        marked = index in (self._selected, self._hot)
        painter.setPen(look.colour("accent" if marked else "muted"))
        label = QRectF(cell.x(), cell.y() - look.px(17), cell.width(), look.px(16))
        painter.drawText(label, _CENTRE, grouped(index))

    def _draw_overview(self, painter: QPainter, band: QRectF, look: Look) -> None:
        path = QPainterPath()
        path.addRoundedRect(band, look.px(4), look.px(4))
        painter.save()
        painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
        if self._kind == "one-hot":
            painter.fillRect(band, look.colour("raised"))
        else:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
            values = self._values[np.newaxis] / self._level  # (1, n)
            painter.drawImage(band, heat_image(values, int(band.width()), look))
        painter.restore()
        self._draw_frame(painter, band, look)
        marked = self._hot if self._kind == "one-hot" else self._selected
        if 0 <= marked < len(self._values):
            mark = self._mark(marked, 1, band, look.px(2))
            if self._kind == "one-hot" or mark.width() < look.px(6):
                painter.fillRect(mark, look.colour("accent"))
            else:
                inset = look.px(1)
                painter.setPen(QPen(look.colour("accent"), look.px(2)))
                painter.drawRect(mark.adjusted(inset, inset, -inset, -inset))

    def _mark(self, first: int, count: int, band: QRectF, least: float) -> QRectF:
        """Place of entries on the overview, never narrower than `least`."""
        share = band.width() / len(self._values)
        width = max(count * share, least)
        left = (first + count / 2) * share - width / 2
        left = min(max(left, 0), band.width() - width)
        return QRectF(band.x() + left, band.y(), width, band.height())

    def _draw_lens(self, painter: QPainter, drawn: Plan, look: Look) -> None:
        """Frame the magnified part of the overview and join it to the cells below."""
        assert drawn.overview is not None
        lens = self._mark(drawn.first, drawn.count, drawn.overview, look.px(6))
        top, bottom = lens.bottom(), drawn.cells.top() - look.px(17)
        painter.setPen(QPen(look.colour("faint"), 1))
        painter.drawLine(QLineF(lens.left(), top, 0.5, bottom))
        painter.drawLine(QLineF(lens.right(), top, drawn.cells.right() - 0.5, bottom))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(look.colour("text"), look.px(1.5)))
        inset = look.px(0.75)
        painter.drawRoundedRect(lens.adjusted(-inset, inset, inset, -inset), look.px(2), look.px(2))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position()
        index = self.entry_at(at)
        drawn = self.plan(QSizeF(self.size()), look())
        if index >= 0 and drawn.overview is not None and drawn.overview.contains(at):
            self._focus = index
            self.update()
        self._set_hover(index)

    def leaveEvent(self, event: QEvent) -> None:
        self._set_hover(-1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.entry_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and index >= 0 and not self._empty:
            self._focus = index
            self.activated.emit(index)
            self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        last = len(self._values) - 1
        page = self.plan(QSizeF(self.size()), look()).count
        steps = {
            Qt.Key.Key_Left: -1,
            Qt.Key.Key_Right: 1,
            Qt.Key.Key_PageUp: -page,
            Qt.Key.Key_PageDown: page,
            Qt.Key.Key_Home: -last,
            Qt.Key.Key_End: last,
        }
        key = Qt.Key(event.key())
        if self._empty or last < 0:
            super().keyPressEvent(event)
        elif key in steps:
            self._focus = min(max(self._focus + steps[key], 0), last)
            self._hover = -1
            self.hovered.emit(self._focus)
            self.update()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.activated.emit(self._focus)
        else:
            super().keyPressEvent(event)

    def light(self, index: int) -> None:
        """Show a cell as if the pointer were over it, and tell nobody; −1 for none."""
        index = -1 if self._empty else index
        if index != self._hover:
            self._hover = index
            self.update()

    def _set_hover(self, index: int) -> None:
        if self._empty:
            index = -1
        if index != self._hover:
            self._hover = index
            self.hovered.emit(index)
            self.update()
