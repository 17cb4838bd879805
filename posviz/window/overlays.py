"""What lies over the whole window while it is on the projector: a blank, and a spot light."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen, QRegion
from PySide6.QtWidgets import QWidget

from posviz.widgets.theme import look

_SHADE = 0.62
_RADIUS = 0.13
"""Radius of the spot as a part of the window's height."""
_RIM = 3


class _Overlay(QWidget):
    """Covers a window, whatever size that takes."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self.hide()
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self._window:
            self._cover()
        return False

    def _cover(self) -> None:
        self.setGeometry(self._window.rect())

    def toggle(self) -> None:
        """Lay it over the window, or take it away."""
        self._cover()
        self.raise_()
        self.setVisible(self.isHidden())


class BlankScreen(_Overlay):
    """Black: the class looks at the lecturer."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setAccessibleName(self.tr("Blank screen"))

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(event.rect(), Qt.GlobalColor.black)


class SpotLight(_Overlay):
    """Shades all but a disc round the pointer; the mouse goes through it."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._at = QPoint()

    @property
    def at(self) -> QPoint:
        """Centre of the disc, in the window's coordinates."""
        return self._at

    def move_to(self, at: QPoint) -> None:
        """Put the disc at a point of the window."""
        if at == self._at:
            return
        # Only what the disc leaves and reaches: what lies below is painted again as well.
        changed = QRegion(self._box()).united(QRegion(self._box(at)))
        self._at = at
        self.update(changed)

    def _box(self, at: QPoint | None = None) -> QRect:
        side = 2 * (self._radius() + _RIM + 1)
        box = QRect(0, 0, side, side)
        box.moveCenter(self._at if at is None else at)
        return box

    def _radius(self) -> int:
        return round(_RADIUS * self.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shade = QPainterPath()
        shade.addRect(event.rect().toRectF())
        disc = QPainterPath()
        radius = self._radius()
        disc.addEllipse(self._at.toPointF(), radius, radius)
        painter.fillPath(shade.subtracted(disc), QColor(0, 0, 0, round(255 * _SHADE)))
        painter.setPen(QPen(look().colour("accent"), _RIM))
        painter.drawPath(disc)
