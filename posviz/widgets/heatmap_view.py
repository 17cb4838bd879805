"""A table of any size as a heat map that one can fly through."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from posviz.widgets import heatmap_marks as marks
from posviz.widgets.heatmap_axis import Axis, Sight
from posviz.widgets.heatmap_image import TableImage
from posviz.widgets.heatmap_legend import draw_legend
from posviz.widgets.heatmap_source import TableSource
from posviz.widgets.painted import PaintedView
from posviz.widgets.theme import Look, look

_LARGEST_CELL = (96.0, 40.0)
_READABLE_CELL = (84.0, 26.0)
_PER_NOTCH = 1.25
_PER_KEY = 1.5
_LEAP = 0.1


class HeatmapView(PaintedView):
    """Cells in fixed colours, row 0 on top, column 0 at the left.

    The wheel zooms about the pointer (Shift: columns alone; Ctrl or Alt: rows alone), a drag
    moves the table, a double click shows the whole of it. Arrow keys, Home, End, PageUp and
    PageDown move the selection, Ctrl with arrows moves the table, + and − zoom, 0 shows the
    whole, F or Return goes to the selected cell.

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
        super().__init__(parent)
        self._source = source
        self._selected = (0, 0)
        self._rows, self._columns = Sight.whole(source.rows), Sight.whole(source.columns)
        self._image = TableImage()
        self._hover: tuple[int, int] | None = None
        self._lit: tuple[int, int] | None = None
        self._pressed: tuple[QPointF, Sight, Sight] | None = None
        self._dragging = False
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_table(self, source: TableSource, row: int, column: int) -> None:
        """Show a table with a row and a column selected; a row beyond its end is not marked.

        A selection that has moved, by undo or in another panel, is brought into sight.
        """
        if source != self._source:
            self._source = source
            self._rows = self._rows.resized(source.rows)
            self._columns = self._columns.resized(source.columns)
            if self._hover is not None:
                self._set_hover(self._hover if self._contains(*self._hover) else None)
        moved = (row, column) != self._selected
        self._selected = (row, column)
        inside = self._contains(row, column)
        if inside and moved:
            self._rows = self._rows.showing(row)
            self._columns = self._columns.showing(column)
        self.setAccessibleDescription(source.cell_text(row, column) if inside else "")
        self.update()

    def show_whole(self) -> None:
        """Show the whole table."""
        self.look_at(Sight.whole(self._rows.count), Sight.whole(self._columns.count))

    def show_cell(self, row: int, column: int) -> None:
        """Show a cell in the middle, so large that its value can be read."""
        width, height = (look().px(size) for size in _READABLE_CELL)
        frame = self.frame()
        self.look_at(
            self._rows.centred(row, min(self._rows.span, frame.rows.room / height)),
            self._columns.centred(column, min(self._columns.span, frame.columns.room / width)),
        )

    @property
    def rows(self) -> Sight:
        """The rows in sight."""
        return self._rows

    @property
    def columns(self) -> Sight:
        """The columns in sight."""
        return self._columns

    def frame(self) -> marks.Frame:
        """Where the cells stand in the view as it is now."""
        return self._frame(QSizeF(self.size()), look(), self.devicePixelRatioF())

    def _frame(self, size: QSizeF, look: Look, density: float) -> marks.Frame:
        return marks.frame(self._source, self._rows, self._columns, size, look, density)

    def sizeHint(self) -> QSize:
        return QSize(round(look().px(420)), round(look().px(360)))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(look().px(200)), round(look().px(150)))

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        source = self._source
        frame = self._frame(size, look, painter.device().devicePixelRatioF())
        self._image.draw(painter, source, frame.rows, frame.columns, look)
        marks.draw_gaps(painter, frame, look)
        marks.draw_numbers(painter, source, frame, look)
        marks.draw_axes(painter, source, frame, self._selected, self._hover or self._lit, look)
        marks.draw_captions(painter, source.captions, frame, look)
        draw_legend(painter, source.levels, frame.plot, look)
        marks.draw_selection(painter, source, frame, self._selected, look)
        cross = self._hover or self._lit
        if cross is not None:
            marks.draw_crosshair(painter, source, frame, cross, self._selected, look)
        if self.hasFocus():
            marks.draw_focus(painter, frame, look)

    def text_at(self, row: int, column: int) -> str:
        """What stands at a cell in sight: its value, or the mean of all that share its pixel."""
        frame = self.frame()
        rows, columns = frame.rows.block_of(row), frame.columns.block_of(column)
        if len(rows) == len(columns) == 1:
            return self._source.cell_text(row, column)
        mean = self._image.mean_at(self._source, row, column, frame.rows, frame.columns, look())
        return self._source.block_text(rows, columns, mean)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = (event.position(), self._rows, self._columns)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
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
        if event.button() != Qt.MouseButton.LeftButton or self._pressed is None:
            return
        cell = None if self._dragging else self._cell_at(self._pressed[0])
        self._pressed, self._dragging = None, False
        self.hover_at(event.position())
        if cell is not None:
            self.picked.emit(*cell)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.show_whole()

    def leaveEvent(self, event: QEvent) -> None:
        self._set_hover(None)

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
            self._zoom(
                1.0 if columns_alone else factor, 1.0 if rows_alone else factor, event.position()
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
        self._set_hover(None)  # what lies under a pointer at rest moves with the keys
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
        elif key in (Qt.Key.Key_F, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.show_cell(*self._nearest(*self._selected))
        else:
            super().keyPressEvent(event)

    def _move_selection(self, rows: int, columns: int) -> None:
        row, column = self._selected
        row, column = self._nearest(row + rows, column + columns)
        self.picked.emit(row, column)
        self.look_at(self._rows.showing(row), self._columns.showing(column))

    def _nearest(self, row: int, column: int) -> tuple[int, int]:
        return (
            min(max(0, row), self._rows.count - 1),
            min(max(0, column), self._columns.count - 1),
        )

    def _contains(self, row: int, column: int) -> bool:
        return self._nearest(row, column) == (row, column)

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

    def look_at(self, rows: Sight, columns: Sight) -> None:
        """Bring other rows and columns into sight."""
        if (rows, columns) != (self._rows, self._columns):
            self._rows, self._columns = rows, columns
            self.update()

    def _cell_at(self, at: QPointF) -> tuple[int, int] | None:
        return self.frame().cell_at(at)

    def hover_at(self, at: QPointF) -> None:
        """Tell what is at a point, as when the pointer is there."""
        self.setCursor(
            Qt.CursorShape.ArrowCursor if self._cell_at(at) is None else Qt.CursorShape.CrossCursor
        )
        self._set_hover(self._cell_at(at))

    def light(self, row: int | None, column: int | None) -> None:
        """Show a row, a column or both as if pointed at, and tell nobody; None, None for none.

        The part that is not given is the selected one.
        """
        lit = None
        if row is not None or column is not None:
            lit = (
                self._selected[0] if row is None else row,
                self._selected[1] if column is None else column,
            )
            lit = lit if self._contains(*lit) else None
        if lit != self._lit:
            self._lit = lit
            self.update()

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
