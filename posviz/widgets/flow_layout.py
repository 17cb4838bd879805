"""A layout that fills a line and goes on below, as words do.

superqt has one too, but importing any part of superqt imports all of it, which was measured
to take as long as the rest of the start (0.29 of 0.65 s).
"""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Items beside each other at their preferred sizes, in as many lines as they need.

    The items of a line are centred on it.
    """

    def __init__(self, parent: QWidget | None = None, *, across: int = 14, down: int = 6) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._across, self._down = across, down

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._arrange(QRect(0, 0, width, 0), move=False)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        least = QSize()
        for item in self._items:
            least = least.expandedTo(item.minimumSize())
        margins = self.contentsMargins()
        return least + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._arrange(rect, move=True)

    def _arrange(self, rect: QRect, *, move: bool) -> int:
        """Put items into lines; return the height that they take."""
        margins = self.contentsMargins()
        inside = rect.marginsRemoved(margins)
        parent = self.parentWidget()
        mirrored = parent is not None and parent.layoutDirection() == Qt.LayoutDirection.RightToLeft
        x, y, height = inside.x(), inside.y(), 0
        line: list[tuple[QLayoutItem, QRect]] = []

        def settle() -> None:
            for item, place in line if move else ():
                place.moveTop(y + (height - place.height()) // 2)
                if mirrored:
                    place.moveLeft(inside.x() + inside.right() - place.right())
                item.setGeometry(place)
            line.clear()

        for item in self._items:
            widget = item.widget()
            if widget is not None and widget.isHidden():
                continue
            size = item.sizeHint().boundedTo(QSize(max(1, inside.width()), 1 << 20))
            if line and x + size.width() > inside.right() + 1:
                settle()
                x, y, height = inside.x(), y + height + self._down, 0
            line.append((item, QRect(QPoint(x, y), size)))
            x += size.width() + self._across
            height = max(height, size.height())
        settle()
        return y + height - rect.y() + margins.bottom()
