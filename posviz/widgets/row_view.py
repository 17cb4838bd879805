"""Base of the painted lists: one row is under the pointer, or reached with the keys."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from posviz.widgets.painted import PaintedView


class RowView(PaintedView):
    """A view of rows; subclasses say how many there are and where they lie.

    Signals
    -------
    hovered(int)
        The row under the cursor; −1 when there is none.
    """

    hovered = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cursor = -1
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def row_count(self) -> int:
        """How many rows there are."""
        raise TypeError(f"{type(self).__name__} does not say how many rows it has")

    def row_at(self, y: float) -> int:
        """Row at a height of the view; −1 where there is none."""
        raise TypeError(f"{type(self).__name__} does not say where its rows lie")

    def light(self, index: int) -> None:
        """Show a row as if the pointer were over it, and tell nobody; −1 for none."""
        if index != self._cursor:
            self._cursor = index
            self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._set_cursor(self.row_at(event.position().y()))

    def leaveEvent(self, event: QEvent) -> None:
        self._set_cursor(-1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        last = self.row_count() - 1
        moves = {
            Qt.Key.Key_Down: min(self._cursor + 1, last),
            Qt.Key.Key_Up: max(self._cursor - 1, 0),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        if event.key() in moves and last >= 0:
            self._set_cursor(moves[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    def _set_cursor(self, row: int) -> None:
        if row != self._cursor:
            self._cursor = row
            self.hovered.emit(row)
            self.update()
