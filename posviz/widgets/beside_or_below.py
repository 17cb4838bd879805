"""A layout of a picture and its list: beside it where the room is wide, else below it."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem

from posviz.widgets.theme import look

_GAP = 16.0
_WIDE = 500.0
_FLAT = 1.3
_LOW = 150.0
_MOST_BELOW = 0.42


class BesideOrBelow(QLayout):
    """A widget and what explains it: the first gets the room that the second does not need.

    The second needs the width of its size hint beside the first, and gets at least `share` of
    the room. It is a layout, or a widget whose method ``height_at(width)`` tells what it needs
    below.
    """

    def __init__(self, *, share: float = 0.0) -> None:
        super().__init__()
        self._share = share
        self._items: list[QLayoutItem] = []

    def add_layout(self, part: QLayout) -> None:
        """Add the second part, if it is a layout itself."""
        self.addChildLayout(part)
        self.addItem(part)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation.Horizontal | Qt.Orientation.Vertical

    def sizeHint(self) -> QSize:
        if len(self._items) < 2:
            return QSize()
        first, second = (item.sizeHint() for item in self._items)
        width = first.width() + second.width() + round(look().px(_GAP))
        # Where a note stands below, this height is the least; a picture takes more if it may.
        return QSize(width, max(self.minimumSize().height(), round(look().px(_LOW))))

    def minimumSize(self) -> QSize:
        return self._items[0].minimumSize() if self._items else QSize()

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        if len(self._items) < 2:
            return
        first, second = self._items
        if first.isEmpty():
            second.setGeometry(rect)
            return
        gap = round(look().px(_GAP))
        wanted = second.sizeHint()
        wanted.setWidth(max(wanted.width(), round(self._share * rect.width())))
        if second.isEmpty() or wanted.height() == 0:
            first.setGeometry(rect)
            second.setGeometry(QRect(rect.bottomLeft(), QSize(0, 0)))
            return
        wide = rect.width() >= look().px(_WIDE) or rect.width() > _FLAT * rect.height()
        if wide and rect.width() - wanted.width() - gap >= first.minimumSize().width():
            left, right = QRect(rect), QRect(rect)
            left.setWidth(rect.width() - wanted.width() - gap)
            right.setLeft(left.right() + 1 + gap)
            first.setGeometry(self._mirrored(left, rect))
            second.setGeometry(self._mirrored(right, rect))
            return
        height = min(_height_at(second, rect.width()), round(_MOST_BELOW * rect.height()))
        if rect.height() - height - gap < first.minimumSize().height():
            height = 0
        above, below = QRect(rect), QRect(rect)
        above.setHeight(rect.height() - height - (gap if height else 0))
        below.setTop(rect.bottom() + 1 - height)
        first.setGeometry(above)
        second.setGeometry(below)

    def _mirrored(self, place: QRect, rect: QRect) -> QRect:
        owner = self.parentWidget()
        if owner is None or owner.layoutDirection() != Qt.LayoutDirection.RightToLeft:
            return place
        turned = QRect(place)
        turned.moveLeft(rect.left() + rect.right() - place.right())
        return turned


def _height_at(item: QLayoutItem, width: int) -> int:
    widget = item.widget()
    if widget is None:
        return item.heightForWidth(width)
    height: int = widget.height_at(width)  # type: ignore[attr-defined]
    return height
