"""Named points on a map that one can fly over: any number of them, with labels."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from posviz.widgets import scatter_picture as picture
from posviz.widgets.painted import PaintedView
from posviz.widgets.scatter_layout import Marks, Points, Scene, lay_out
from posviz.widgets.scatter_sight import Sight, next_point
from posviz.widgets.theme import Look, look

_MARGIN = 22.0
_REACH = 8.0
_PER_NOTCH = 1.25
_PER_KEY = 1.5
_LEAP = 0.15
_EMPTY = Points(np.empty((0, 2)), str)


class ScatterView(PaintedView):
    """Dots with their names, as many as have room.

    The wheel zooms about the pointer, a drag moves the map, a double click shows the whole of
    it. Arrow keys go to the next named point that way, Ctrl with arrows moves the map, + and −
    zoom, 0 shows the whole, F or Return goes to the selected point.

    Signals
    -------
    picked(int)
        The row of the point that the user chose.
    hovered(int)
        The row of the point under the pointer; −1 when there is none.
    """

    picked = Signal(int)
    hovered = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._points = _EMPTY
        self._marks = Marks()
        self._sight = Sight()
        self._hover = self._lit = -1
        self._pressed: tuple[QPointF, Sight] | None = None
        self._dragging = False
        self._cloud = picture.Cloud()
        self._key: object = None
        self._scene: Scene | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_points(self, points: Points, marks: Marks) -> None:
        """Show points; other ones than before are shown whole.

        A selection that has moved, by undo or in another panel, is brought into sight.
        """
        if points is not self._points:
            self._points = points
            self._sight = Sight()
            self._set_hover(-1)
            self._lit = -1
        moved = marks.selected != self._marks.selected
        self._marks = marks
        if moved and marks.selected >= 0 and self._sight != Sight():
            scene = self.scene()
            if not scene.frame.contains(*scene.pixels[marks.selected]):
                self.show_selected()
        self.update()

    def show_whole(self) -> None:
        """Show the whole map."""
        self.look_at(Sight())

    def show_selected(self) -> None:
        """Bring the selected point to the middle."""
        if self._marks.selected >= 0:
            x, y = self._points.places[self._marks.selected].tolist()
            self.look_at(self._sight.centred(x, y))

    def look_at(self, sight: Sight) -> None:
        """Show another part of the map."""
        if sight != self._sight:
            self._sight = sight
            self.update()

    @property
    def sight(self) -> Sight:
        """Which part of the map is shown."""
        return self._sight

    def scene(self) -> Scene:
        """What the view shows as it is now."""
        return self._laid_out(QSizeF(self.size()), look())

    def _laid_out(self, size: QSizeF, look: Look) -> Scene:
        key = (self._points, self._marks, self._sight, size.width(), size.height(), look)
        if self._scene is None or key != self._key:
            extent, margin = self._points.extent, look.px(_MARGIN)
            frame = self._sight.frame(extent, size.width(), size.height(), margin)
            self._scene = lay_out(self._points, frame, self._marks, look)
            self._key = key
        return self._scene

    def sizeHint(self) -> QSize:
        return QSize(round(look().px(420)), round(look().px(320)))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(look().px(200)), round(look().px(140)))

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        points = self._points
        scene = self._laid_out(size, look)
        frame = QRectF(QPointF(0, 0), size)
        painter.save()
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # a map is never mirrored
        painter.setClipRect(frame, Qt.ClipOperation.IntersectClip)
        hover = self._hover if self._hover >= 0 else self._lit
        picture.draw_axes(painter, scene, look)
        self._cloud.draw(painter, scene, look.colour("muted"))
        picture.draw_lines(painter, scene, look)
        place = picture.hover_place(scene, points, hover, look) if hover >= 0 else QRectF()
        picture.draw_plates(painter, scene, look, place)
        picture.draw_marks(painter, scene, look)
        picture.draw_labels(painter, scene, points, look, place)
        if hover >= 0:
            picture.draw_hover(painter, scene, points, hover, place, look)
        if self.hasFocus():
            painter.setPen(QPen(look.colour("accent"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(frame.adjusted(0.5, 0.5, -0.5, -0.5))
        painter.restore()

    def row_at(self, at: QPointF) -> int:
        """Row of the point nearest to a place in the view, −1 if none is near.

        A label belongs to its point; a marked point wins over others as near.
        """
        scene = self.scene()
        for row, place in scene.labels.items():
            if place.contains(at):
                return row
        for row in scene.marks.rows:
            marked = scene.pixels[row] - [at.x(), at.y()]
            if np.hypot(*marked) <= scene.radius(row, look()):
                return row
        if len(scene.visible) == 0:
            return -1
        distances = (scene.pixels[:, 0] - at.x()) ** 2 + (scene.pixels[:, 1] - at.y()) ** 2
        best = int(distances.argmin())
        return best if distances[best] <= look().px(_REACH) ** 2 else -1

    def light(self, row: int) -> None:
        """Show a point as if pointed at, and tell nobody; −1 for none."""
        if row != self._lit:
            self._lit = row
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = (event.position(), self._sight)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None:
            self.hover_at(event.position())
            return
        start, sight = self._pressed
        way = event.position() - start
        least = QGuiApplication.styleHints().startDragDistance()
        if not self._dragging and way.manhattanLength() >= least:
            self._dragging = True
            self._set_hover(-1)
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        if self._dragging:
            self._look_from(sight, way.x(), way.y())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or self._pressed is None:
            return
        row = -1 if self._dragging else self.row_at(self._pressed[0])
        self._pressed, self._dragging = None, False
        self.hover_at(event.position())
        if row >= 0:
            self.picked.emit(row)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.show_whole()

    def leaveEvent(self, event: QEvent) -> None:
        self._set_hover(-1)

    def wheelEvent(self, event: QWheelEvent) -> None:
        angle = event.angleDelta()
        if abs(angle.x()) > abs(angle.y()):
            self._look_from(self._sight, angle.x(), 0)
        else:
            self._zoom(_PER_NOTCH ** (angle.y() / 120), event.position())
        self.hover_at(event.position())
        event.accept()

    def event(self, event: QEvent) -> bool:
        if (
            isinstance(event, QNativeGestureEvent)
            and event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture
        ):
            self._zoom(1 + event.value(), event.position())
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, keys = Qt.Key(event.key()), event.modifiers()
        self._set_hover(-1)  # what lies under a pointer at rest moves with the keys
        ways = {
            Qt.Key.Key_Up: (0, -1),
            Qt.Key.Key_Down: (0, 1),
            Qt.Key.Key_Left: (-1, 0),
            Qt.Key.Key_Right: (1, 0),
        }
        if key in ways and keys & Qt.KeyboardModifier.ControlModifier:
            across, down = ways[key]
            leap = _LEAP * min(self.width(), self.height())
            self._look_from(self._sight, -across * leap, -down * leap)
        elif key in ways:
            self._step(*ways[key])
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus):
            self._zoom(1 / _PER_KEY if key == Qt.Key.Key_Minus else _PER_KEY, self._start())
        elif key == Qt.Key.Key_0:
            self.show_whole()
        elif key in (Qt.Key.Key_F, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.show_selected()
        else:
            super().keyPressEvent(event)

    def _step(self, across: int, down: int) -> None:
        """Select the next point that way; among many, the next of those with a name."""
        scene = self.scene()
        rows = np.array(list(scene.labels), dtype=np.int64) if scene.many else scene.visible
        rows = rows[rows != scene.marks.selected]
        start = self._start()
        found = next_point(scene.pixels[rows], (start.x(), start.y()), across, down)
        if found >= 0:
            self.picked.emit(int(rows[found]))

    def _start(self) -> QPointF:
        """The selected point if it is in sight, otherwise the middle."""
        scene = self.scene()
        if scene.marks.selected >= 0:
            at = scene.pixels[scene.marks.selected].tolist()
            if scene.frame.contains(*at):
                return QPointF(*at)
        return QPointF(scene.frame.width / 2, scene.frame.height / 2)

    def _zoom(self, factor: float, at: QPointF) -> None:
        self.look_at(self._sight.zoomed(factor, self.scene().frame, at.x(), at.y()))

    def _look_from(self, sight: Sight, across: float, down: float) -> None:
        """Show what is so many pixels away from a sight."""
        extent, margin = self._points.extent, look().px(_MARGIN)
        frame = sight.frame(extent, self.width(), self.height(), margin)
        self.look_at(sight.moved(frame, across, down, extent))

    def hover_at(self, at: QPointF) -> None:
        """Light the point at a place, as when the pointer is there."""
        row = self.row_at(at)
        shape = Qt.CursorShape.PointingHandCursor if row >= 0 else Qt.CursorShape.ArrowCursor
        self.setCursor(shape)
        self._set_hover(row)

    def _set_hover(self, row: int) -> None:
        if row != self._hover:
            self._hover = row
            self.hovered.emit(row)
            self.update()
