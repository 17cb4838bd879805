"""A layout that puts parts beside each other where each has room, else under each other."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget

from posviz.widgets.theme import look


class BesideLayout(QLayout):
    """Parts of equal width in one row, or all of full width in one column.

    In a row, parts that expand take all the height there is.

    Parameters
    ----------
    least : float
        The width that a part needs in a row, in pixels at 100 %.
    """

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        least: float,
        spacing: int = 24,
    ) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._least = least
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)

    def add_layout(self, part: QLayout) -> None:
        """Add a part that is a layout itself."""
        self.addChildLayout(part)
        self.addItem(part)

    def set_least(self, least: float) -> None:
        """Set the width that a part needs in a row."""
        if least != self._least:
            self._least = least
            self.invalidate()

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        directions = Qt.Orientation.Horizontal
        for item in self._items:
            directions |= item.expandingDirections() & Qt.Orientation.Vertical
        return directions

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        places = self._places(QRect(0, 0, width, 0))
        return max((place.y() + place.height() for _, place in places), default=0)

    def sizeHint(self) -> QSize:
        least = self.minimumSize()
        return QSize(least.width(), self.heightForWidth(least.width()))

    def minimumSize(self) -> QSize:
        shown = [item.minimumSize() for item in self._shown()]
        return QSize(
            max((size.width() for size in shown), default=0),
            max((size.height() for size in shown), default=0),
        )

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        parent = self.parentWidget()
        mirrored = parent is not None and parent.layoutDirection() == Qt.LayoutDirection.RightToLeft
        for item, place in self._places(rect):
            if mirrored:
                place.moveLeft(rect.left() + rect.right() - place.right())
            item.setGeometry(place)

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _places(self, rect: QRect) -> list[tuple[QLayoutItem, QRect]]:
        items, gap = self._shown(), self.spacing()
        each = (rect.width() - gap * (len(items) - 1)) // max(1, len(items))
        in_a_row = each >= look().px(self._least)
        width = each if in_a_row else rect.width()
        places, x, y = [], rect.x(), rect.y()
        for item in items:
            asked = item.heightForWidth(width) if item.hasHeightForWidth() else -1
            height = max(asked, item.minimumSize().height())
            if in_a_row and item.expandingDirections() & Qt.Orientation.Vertical:
                height = max(height, rect.height())
            places.append((item, QRect(x, y, width, height)))
            if in_a_row:
                x += width + gap
            else:
                y += height + gap
        return places
