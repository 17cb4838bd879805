"""A table of any size as a heat map that one can fly through."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import (
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from posviz.widgets.heatmap_axis import Axis, Sight
from posviz.widgets.heatmap_frame import Frame
from posviz.widgets.heatmap_overview import outer
from posviz.widgets.heatmap_picture import HeatmapPicture
from posviz.widgets.heatmap_source import TableSource
from posviz.widgets.theme import look

_LARGEST_CELL = (96.0, 40.0)
_PER_NOTCH = 1.25
_PER_KEY = 1.5
_LEAP = 0.1


class HeatmapView(HeatmapPicture):
    """Cells in fixed colours, row 0 on top, column 0 at the left.

    The wheel zooms about the pointer (Shift: columns alone; Ctrl or Alt: rows alone), a drag
    moves the table, a double click shows the whole of it. Arrow keys, Home, End, PageUp and
    PageDown move the selection, Ctrl with arrows moves the table, + and − zoom, 0 shows the
    whole, F or Return goes to the selected cell. A click or a drag on the small map moves what
    is in sight; M shows or hides the map.

    Signals
    -------
    picked(int, int)
        Row and column that the user chose.
    hovered(str)
        What is under the pointer; empty when nothing is.
    pointed(int, int)
        Row and column under the pointer; −1 where there is none.
    """

    picked = Signal(int, int)
    hovered = Signal(str)
    pointed = Signal(int, int)

    def __init__(self, source: TableSource, parent: QWidget | None = None) -> None:
        super().__init__(source, parent)
        self._pressed: tuple[QPointF, Sight, Sight] | None = None
        self._dragging = False
        self._on_overview = False
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def show_table(self, source: TableSource, row: int, column: int) -> None:
        changed = source != self._source
        super().show_table(source, row, column)
        if changed and self._hover is not None:
            self._set_hover(self._hover if self._contains(*self._hover) else None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        overview = self._overview_at(event.position())
        if overview is None:
            self._pressed = (event.position(), self._rows, self._columns)
        else:
            self._overview.take(overview, self.frame(), event.position())
            self.mouseMoveEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._overview.held:
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self.look_at(*self._overview.pulled(self.frame(), event.position()))
            return
        if self._pressed is None:
            self.hover_at(event.position())
            return
        start, rows, columns = self._pressed
        way = event.position() - start
        least = QGuiApplication.styleHints().startDragDistance()
        if not self._dragging and way.manhattanLength() >= least:
            self._dragging = True
            self._set_hover(None)
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        if self._dragging:
            frame = self.frame()
            self.look_at(
                rows.moved(-way.y() / frame.rows.cell), columns.moved(-way.x() / frame.columns.cell)
            )

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        if self._overview.held:
            self._overview.release()
            self.hover_at(event.position())
            self.update()
        if self._pressed is None:
            return
        cell = None if self._dragging else self._cell_at(self._pressed[0])
        self._pressed, self._dragging = None, False
        self.hover_at(event.position())
        if cell is not None:
            self.picked.emit(*cell)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self._overview_at(event.position()) is not None:
            self.mousePressEvent(event)
        elif event.button() == Qt.MouseButton.LeftButton:
            self.show_whole()

    def leaveEvent(self, event: QEvent) -> None:
        self._point_at(None, on_overview=False)

    def wheelEvent(self, event: QWheelEvent) -> None:
        keys, angle = event.modifiers(), event.angleDelta()
        rows_alone = bool(
            keys & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
        )
        columns_alone = bool(keys & Qt.KeyboardModifier.ShiftModifier)
        if not keys and abs(angle.x()) > abs(angle.y()):
            self.look_at(self._rows, self._columns.moved(-angle.x() / self.frame().columns.cell))
        else:
            # Some systems turn the wheel sideways while Alt or Shift is held.
            factor = _PER_NOTCH ** ((angle.y() or angle.x()) / 120)
            on_overview = self._overview_at(event.position()) is not None
            self._zoom(
                1.0 if columns_alone else factor,
                1.0 if rows_alone else factor,
                self.frame().plot.center() if on_overview else event.position(),
            )
        self.hover_at(event.position())
        event.accept()

    def event(self, event: QEvent) -> bool:
        if (
            isinstance(event, QNativeGestureEvent)
            and event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture
        ):
            self._zoom(1 + event.value(), 1 + event.value(), event.position())
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, keys = Qt.Key(event.key()), event.modifiers()
        # What lies under a pointer at rest moves with the keys.
        self._point_at(None, on_overview=False)
        steps = {
            Qt.Key.Key_Up: (-1, 0),
            Qt.Key.Key_Down: (1, 0),
            Qt.Key.Key_Left: (0, -1),
            Qt.Key.Key_Right: (0, 1),
            Qt.Key.Key_PageUp: (-max(1, round(_LEAP * self._rows.count)), 0),
            Qt.Key.Key_PageDown: (max(1, round(_LEAP * self._rows.count)), 0),
            Qt.Key.Key_Home: (0, -self._columns.count),
            Qt.Key.Key_End: (0, self._columns.count),
        }
        arrow = key in tuple(steps)[:4]
        if arrow and keys & Qt.KeyboardModifier.ControlModifier:
            down, right = steps[key]
            self.look_at(
                self._rows.moved(down * max(1.0, _LEAP * self._rows.span)),
                self._columns.moved(right * max(1.0, _LEAP * self._columns.span)),
            )
        elif key in steps and not keys & Qt.KeyboardModifier.ControlModifier:
            self._move_selection(*steps[key])
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus):
            factor = 1 / _PER_KEY if key == Qt.Key.Key_Minus else _PER_KEY
            self._zoom(factor, factor, self._centre_of_zoom())
        elif key == Qt.Key.Key_0:
            self.show_whole()
        elif key == Qt.Key.Key_M and not keys:
            self.show_overview(not self._with_overview)
        elif key in (Qt.Key.Key_F, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.show_cell(*self._nearest(*self._selected))
        else:
            super().keyPressEvent(event)

    def _move_selection(self, rows: int, columns: int) -> None:
        row, column = self._selected
        row, column = self._nearest(row + rows, column + columns)
        self.picked.emit(row, column)
        self.look_at(self._rows.showing(row), self._columns.showing(column))

    def _centre_of_zoom(self) -> QPointF:
        """The selected cell if it is in sight, otherwise the middle."""
        frame = self.frame()
        row, column = self._selected
        at = QPointF(frame.columns.middle(column), frame.rows.middle(row))
        return at if frame.plot.contains(at) else frame.plot.center()

    def _zoom(self, rows: float, columns: float, at: QPointF) -> None:
        frame = self.frame()
        width, height = (look().px(size) for size in _LARGEST_CELL)

        def zoomed(axis: Axis, factor: float, at: float, largest: float) -> Sight:
            return axis.sight.zoomed(factor, axis.place_at(at), axis.room / largest)

        self.look_at(
            zoomed(frame.rows, rows, at.y(), height), zoomed(frame.columns, columns, at.x(), width)
        )

    def _cell_at(self, at: QPointF) -> tuple[int, int] | None:
        return self.frame().cell_at(at)

    def _overview_at(self, at: QPointF) -> Frame | None:
        """The small map, if a point lies on it."""
        overview = self.overview()
        return overview if overview is not None and outer(overview, look()).contains(at) else None

    def hover_at(self, at: QPointF) -> None:
        """Tell what is at a point, as when the pointer is there."""
        on_overview = self._overview_at(at) is not None
        cell = None if on_overview else self._cell_at(at)
        if on_overview:
            self.setCursor(Qt.CursorShape.PointingHandCursor)
        else:
            self.setCursor(
                Qt.CursorShape.ArrowCursor if cell is None else Qt.CursorShape.CrossCursor
            )
        self._point_at(cell, on_overview=on_overview)

    def _point_at(self, cell: tuple[int, int] | None, *, on_overview: bool) -> None:
        self._set_hover(cell)
        if on_overview:
            self.hovered.emit(
                self.tr("The whole table: click or drag to move what is in sight; M hides this map")
            )
        elif self._on_overview and cell is None:
            self.hovered.emit("")
        self._on_overview = on_overview

    def _set_hover(self, cell: tuple[int, int] | None) -> None:
        if cell is None and self._hover is None:
            return
        self._hover = cell
        text = "" if cell is None else self.text_at(*cell)
        if text:
            self.setAccessibleDescription(text)
        self.hovered.emit(text)
        self.pointed.emit(*(cell or (-1, -1)))
        self.update()
