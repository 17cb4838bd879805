"""A curve over the offset between two positions, from −(L − 1) to L − 1, exact at every zoom."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QEvent, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPen, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from posviz.model.notation import grouped, plain, signed, signed_whole, significant
from posviz.widgets import offset_marks as marks
from posviz.widgets.heatmap_axis import Axis, Sight
from posviz.widgets.painted import PaintedView
from posviz.widgets.theme import Look, look

_WIDTH, _HEIGHT = 210.0, 190.0
_FEWEST = 8
_PER_NOTCH, _PER_KEY = 1.25, 1.5
_LEAP = 0.1
_SAMPLES = 129


class Curve(Protocol):
    """What is drawn: a value for each whole offset."""

    def means(self, first: npt.ArrayLike, each: int) -> npt.NDArray[np.float64]:
        """Return what stands for `each` offsets in a row, from each of `first`: their mean."""


class _Flat:
    def means(self, first: npt.ArrayLike, each: int) -> npt.NDArray[np.float64]:
        return np.zeros(np.shape(first))


class OffsetCurve(PaintedView):
    """Values from −1 to 1, offset 0 in the middle; a click or a drag chooses an offset.

    Where no value is below 0 the scale begins there; where values go beyond 1 it grows. Where
    several offsets share a pixel their mean is drawn. The part whose positions lie outside
    the table is faint. The wheel zooms about the pointer, with Shift it moves; Left,
    Right, PageUp, PageDown, Home and End choose, Ctrl with arrows moves, + and − zoom, 0 shows
    everything.

    Parameters
    ----------
    label : str
        What stands under the axis, if it is not the offset alone.
    shared : str
        What a point means that stands for {count} offsets; if it is not their mean.
    has_signs : bool
        Whether values above 0 carry a plus.
    names : tuple of str
        Of the curve and of the one that it is held against, where there are two.

    Signals
    -------
    picked(int)
        The offset that the user chose.
    drag_started(), drag_ended()
        What is picked between belongs together.
    hovered(object)
        The offset under the pointer; None when there is none.
    """

    picked = Signal(int)
    drag_started = Signal()
    drag_ended = Signal()
    hovered = Signal(object)

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        label: str = "",
        shared: str = "",
        has_signs: bool = True,
        names: tuple[str, str] = ("", ""),
    ) -> None:
        super().__init__(parent)
        self._label = label or self.tr("offset j − i")
        self._shared = shared or self.tr("each point: mean of {count} offsets")
        self._has_signs = has_signs
        self._names = names
        self._curves: tuple[Curve, ...] = (_Flat(),)
        self._reach, self._low, self._high, self._offset = 0, 0, 0, 0
        self._sight = Sight.whole(1)
        self._hover: int | None = None
        self._lit: int | None = None
        self._dragging = False
        self._lowest, self._widest = 0.0, "+1.0"
        self._key: object = None
        self._values: npt.NDArray[np.float64] = np.zeros((1, 0))
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.CrossCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_curve(
        self,
        curve: Curve,
        reach: int,
        low: int,
        high: int,
        offset: int,
        against: Curve | None = None,
    ) -> None:
        """Show a curve over −reach .. reach with an offset selected; low .. high can be.

        `against` is a second curve, drawn in dashes. Where a value is NaN there is a gap.
        """
        count = 2 * reach + 1
        if reach != self._reach:
            self._sight = self._sight.resized(count)
        if offset != self._offset and abs(offset) <= reach:
            self._sight = self._sight.showing(offset + reach)
        self._curves = (curve,) if against is None else (curve, against)
        self._reach = reach
        self._low, self._high, self._offset = low, high, offset
        self._key = None
        whole = np.unique(np.linspace(-reach, reach, _SAMPLES).astype(np.int64))
        sample = np.nan_to_num([one.means(whole, 1) for one in self._curves])
        self._lowest = float(sample.min())
        # Values between the samples may be larger; the numbers at the axis have room for them.
        self._widest = signed(marks.bound(1.2 * float(np.abs(sample).max())), 1)
        self.update()

    def show_whole(self) -> None:
        """Show all offsets."""
        self.look_at(Sight.whole(self._sight.count))

    def look_at(self, sight: Sight) -> None:
        """Bring other offsets into sight; place 0 of the axis is offset −reach."""
        self._sight = sight
        self.update()

    @property
    def sight(self) -> Sight:
        """What is in sight."""
        return self._sight

    def light(self, offset: int | None) -> None:
        """Show an offset as if pointed at, and tell nobody."""
        if offset != self._lit:
            self._lit = offset
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(round(look().px(_WIDTH)), round(look().px(_HEIGHT)))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(look().px(180)), round(look().px(120)))

    def height_at(self, width: float) -> int:
        """Height that it wants at any width."""
        return round(look().px(_HEIGHT))

    # Where things stand

    def _axis(self, size: QSizeF, look: Look, density: float = 1.0) -> Axis:
        font = QFontMetricsF(look.font(11, mono=True))
        left = font.horizontalAdvance(self._widest) + look.px(8)
        return Axis(self._sight, left, max(1.0, size.width() - left - look.px(4)), density)

    def axis(self) -> Axis:
        """The axis of the offsets as it stands in the view now."""
        return self._axis(QSizeF(self.size()), look(), self.devicePixelRatioF())

    def offset_at(self, x: float) -> int:
        """Offset under a pixel, the nearest one that can be chosen."""
        axis = self.axis()
        cell = int(np.floor(axis.place_at(min(max(x, axis.start), axis.start + axis.room - 1e-6))))
        return min(max(cell - self._reach, self._low), self._high)

    def _heights(self, axis: Axis) -> npt.NDArray[np.float64]:
        """Heights of each curve at the blocks in sight, (curves, n)."""
        key = (axis.blocks, axis.each)
        if key != self._key:
            first = np.arange(axis.blocks.start, axis.blocks.stop) * axis.each - self._reach
            self._values = np.stack([curve.means(first, axis.each) for curve in self._curves])
            self._key = key
        return self._values

    def points(self) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """Offsets, or middles of blocks of them, and heights of the curve as drawn."""
        axis = self.axis()
        return marks.block_middles(axis) - self._reach - 0.5, self._heights(axis)[0]

    # The picture

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        axis = self._axis(size, look, painter.device().devicePixelRatioF())
        values = self._heights(axis)
        scale = marks.scale_of(axis, self._reach, values, self._lowest, size.height(), look)
        number = signed if self._has_signs else plain
        marks.draw_axes(painter, scale, self._label, number, look)
        inside = (self._low, self._high)
        for order in reversed(range(len(values))):
            marks.draw_curve(painter, scale, values[order], inside, look, against=order > 0)
        pointed = self._lit if self._hover is None else self._hover
        if pointed is not None and pointed != self._offset and scale.shows(pointed):
            marks.draw_pointed(painter, scale, pointed, look)
        if scale.shows(self._offset):
            heights = [float(curve.means([self._offset], 1)[0]) for curve in self._curves]
            named = zip(self._names, map(self._number, heights), strict=False)
            numbers = ", ".join(f"{name} {number}".strip() for name, number in named)
            text = self.tr("{offset}: {value}").format(
                offset=signed_whole(self._offset), value=numbers
            )
            marks.draw_selected(painter, scale, self._offset, heights, text, look)
        two = len(values) > 1
        left = marks.draw_names(painter, scale, self._names, look) if two else 0.0
        if axis.each > 1:
            text = self._shared.format(count=grouped(axis.each))
            marks.draw_shared(painter, scale, text, left, look)
        if self.hasFocus():
            painter.setPen(QPen(look.colour("accent"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(scale.plot.adjusted(-1.5, -1.5, 1.5, 1.5))

    def _number(self, value: float) -> str:
        return signed(value, 4) if self._has_signs else significant(value, 3)

    # The user

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._dragging = True
            self.drag_started.emit()
            self._pick(self.offset_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        offset = self.offset_at(event.position().x())
        if self._dragging:
            self._pick(offset)
        self._set_hover(offset)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._dragging and event.button() == Qt.MouseButton.LeftButton:
            self._dragging = False
            self.drag_ended.emit()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.show_whole()

    def leaveEvent(self, event: QEvent) -> None:
        self._set_hover(None)

    def wheelEvent(self, event: QWheelEvent) -> None:
        angle = event.angleDelta()
        notches = (angle.y() or angle.x()) / 120
        sideways = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        if sideways or abs(angle.x()) > abs(angle.y()):
            self.look_at(self._sight.moved(-notches * _LEAP * self._sight.span))
        else:
            self._zoom(_PER_NOTCH**notches, self.axis().place_at(event.position().x()))
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        leap = max(1, round(_LEAP * self._reach))
        steps = {
            Qt.Key.Key_Left: self._offset - 1,
            Qt.Key.Key_Right: self._offset + 1,
            Qt.Key.Key_PageUp: self._offset - leap,
            Qt.Key.Key_PageDown: self._offset + leap,
            Qt.Key.Key_Home: self._low,
            Qt.Key.Key_End: self._high,
        }
        if key in steps and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            way = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(key, 0)
            self.look_at(self._sight.moved(way * max(1.0, _LEAP * self._sight.span)))
        elif key in steps:
            self._pick(min(max(steps[key], self._low), self._high))
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus):
            about = self._offset + self._reach + 0.5
            if not self._sight.first <= about <= self._sight.last:
                about = self._sight.first + self._sight.span / 2
            self._zoom(1 / _PER_KEY if key == Qt.Key.Key_Minus else _PER_KEY, about)
        elif key == Qt.Key.Key_0:
            self.show_whole()
        else:
            super().keyPressEvent(event)

    def _zoom(self, factor: float, about: float) -> None:
        self.look_at(self._sight.zoomed(factor, about, _FEWEST))

    def _pick(self, offset: int) -> None:
        if offset != self._offset:
            self.picked.emit(offset)

    def _set_hover(self, offset: int | None) -> None:
        if offset != self._hover:
            self._hover = offset
            self.hovered.emit(offset)
            self.update()
