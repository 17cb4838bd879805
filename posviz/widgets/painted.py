"""Base of the views that paint themselves, on screen and into files alike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Protocol, runtime_checkable

from PySide6.QtCore import QPoint, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from posviz.widgets.theme import Look, look


class PaintedView(QWidget):
    """A view whose whole picture comes from `draw`.

    `draw` knows its size and look only, so the same code fills a window, a PNG, an SVG and
    a PDF.
    """

    is_legend: ClassVar[bool] = False
    """Whether the view does nothing but name what others show: a picture may leave it out."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent, False)

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        """Paint the view into (0, 0, size)."""
        raise TypeError(f"{type(self).__name__} does not say how it is drawn")

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        # Qt's own clip is hidden from `draw`; this one tells long views what is in sight.
        painter.setClipRect(event.rect())
        self.draw(painter, QSizeF(self.size()), look())


def in_own_direction(text: str, painter: QPainter) -> str:
    """Return a text for a painter so that it runs as its own words do.

    Where the application runs from right to left, "√16 = 4" would be drawn "4 = 16√".
    """
    if painter.layoutDirection() == Qt.LayoutDirection.LeftToRight:
        return text
    return f"\u2068{text}\u2069"


@runtime_checkable
class Drawable(Protocol):
    """What can be drawn into a picture: a `PaintedView`, or a field that draws what it holds."""

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        """Draw into (0, 0, size)."""


def draw_tree(root: QWidget, painter: QPainter, look: Look) -> None:
    """Draw every view below a widget at its place, with no widget chrome."""
    for view in _views(root):
        at = view.mapTo(root, QPoint(0, 0))
        painter.save()
        painter.translate(at)
        painter.setClipRect(QRectF(0, 0, view.width(), view.height()))
        assert isinstance(view, Drawable)
        view.draw(painter, QSizeF(view.size()), look)
        painter.restore()


def _views(root: QWidget) -> Iterator[QWidget]:
    for view in root.findChildren(QWidget):
        if isinstance(view, Drawable) and view.isVisibleTo(root):
            yield view


def height_for(root: QWidget, width: int) -> int:
    """Height that a widget needs to show everything at a width."""
    layout = root.layout()
    if layout is None:
        return root.minimumSizeHint().height()
    least: QSize = layout.totalMinimumSize()
    if layout.hasHeightForWidth():
        return max(least.height(), layout.totalHeightForWidth(width))
    return least.height()
