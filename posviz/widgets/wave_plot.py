"""Waves over positions, with a cursor at one of them."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from posviz.widgets import theme
from posviz.widgets.painted import PaintedView
from posviz.widgets.theme import Look, look
from posviz.widgets.wave_legend import Wave

_FOCUS_FRAME = 2


class WavePlot(PaintedView):
    """Curves from −1 to 1 over the positions; the wheel zooms, a drag moves.

    A click or a drag of the cursor chooses a position, as do Left, Right, Home, End, PageUp
    and PageDown; Up and Down go to another pair; 0 shows everything. A wave too fast for the
    screen is drawn as the band that it fills. Needs pyqtgraph, imported with the first plot.

    Signals
    -------
    picked(int)
        The position that the user chose.
    drag_started(), drag_ended()
        The cursor is being dragged; what is picked between belongs together.
    stepped(int)
        The user wants the pair before (−1) or after (1) the selected one.
    hovered(int)
        The position under the pointer; −1 when there is none.
    """

    picked = Signal(int)
    drag_started = Signal()
    drag_ended = Signal()
    stepped = Signal(int)
    hovered = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        # pyqtgraph takes longer to import than the whole window to appear.
        from posviz.widgets.wave_scene import WaveScene  # noqa: PLC0415

        self._scene = WaveScene()
        self._position, self._last = 0, 0
        self._dragging = False
        self._hover = -1
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(_FOCUS_FRAME, _FOCUS_FRAME, _FOCUS_FRAME, _FOCUS_FRAME)
        layout.addWidget(self._scene.plot)
        self._scene.view.sigXRangeChanged.connect(self._scene.sample)
        self._scene.cursor.sigDragged.connect(self._on_dragged)
        self._scene.cursor.sigPositionChangeFinished.connect(self._on_drag_ended)
        clicks = self._scene.plot.scene()
        clicks.sigMouseClicked.connect(self._on_clicked)
        clicks.sigMouseMoved.connect(self._on_moved)
        theme.current().changed.connect(self._restyle)
        self._restyle()

    def show_waves(self, waves: Sequence[Wave], position: int, last: int) -> None:
        """Show waves over the positions 0 .. last, with the cursor at a position."""
        self._position, self._last = position, last
        self._scene.show(waves, position, last)
        self._restyle()

    def curve(self, index: int) -> tuple[list[float], list[float]]:
        """Places and heights of the points of a curve as drawn."""
        x, y = self._scene.points(index)
        return x.tolist(), y.tolist()

    def look_at(self, first: float, last: float) -> None:
        """Show the positions from first to last."""
        self._scene.view.setXRange(first, last, padding=0)

    @property
    def in_sight(self) -> tuple[float, float]:
        """First and last position in sight."""
        (low, high), _ = self._scene.view.viewRange()
        return low, high

    def point_of(self, position: float, height: float) -> QPointF:
        """Where a position and a height stand in the view."""
        at = self._scene.view.mapViewToScene(QPointF(position, height))
        return QPointF(self._scene.plot.mapFromScene(at)) + QPointF(_FOCUS_FRAME, _FOCUS_FRAME)

    def sizeHint(self) -> QSize:
        return QSize(round(look().px(420)), round(look().px(200)))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(look().px(200)), round(look().px(110)))

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        scene = self._scene
        before = scene.plot.size()
        scene.plot.resize(size.toSize())
        # Pens of a scene count device pixels, of which a PDF has many; dots the painter's units.
        pens, dots = painter.deviceTransform(), painter.worldTransform()
        self._lay_out(look, hypot(pens.m11(), pens.m12()), hypot(dots.m11(), dots.m12()))
        scene.plot.setBackground(None)  # what lies behind it is there already
        whole = QRectF(QPointF(0, 0), size)
        stretched = Qt.AspectRatioMode.IgnoreAspectRatio
        scene.plot.render(painter, whole, whole.toRect(), stretched)
        scene.plot.resize(before)
        self._restyle()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Only the focus frame: the plot inside paints itself."""
        if self.hasFocus():
            painter = QPainter(self)
            painter.setPen(QPen(look().colour("accent"), 1))
            painter.drawRect(QRectF(0.5, 0.5, self.width() - 1, self.height() - 1))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._scene.sample()

    def leaveEvent(self, event: QEvent) -> None:
        self._set_hover(-1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        leap = max(1, round(0.1 * self._last))
        steps = {
            Qt.Key.Key_Left: -1,
            Qt.Key.Key_Right: 1,
            Qt.Key.Key_PageUp: -leap,
            Qt.Key.Key_PageDown: leap,
            Qt.Key.Key_Home: -self._position,
            Qt.Key.Key_End: self._last - self._position,
        }
        key = Qt.Key(event.key())
        if key in steps and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._pick(self._position + steps[key])
            self._keep_in_sight()
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.stepped.emit(1 if key == Qt.Key.Key_Down else -1)
        elif key == Qt.Key.Key_0:
            self.look_at(-0.5, self._last + 0.5)
        else:
            super().keyPressEvent(event)

    def _pick(self, position: int) -> None:
        position = min(max(0, position), self._last)
        if position != self._position:
            self.picked.emit(position)

    def _keep_in_sight(self) -> None:
        low, high = self.in_sight
        if not low <= self._position <= high:
            half = (high - low) / 2
            self.look_at(self._position - half, self._position + half)

    def _lay_out(self, look: Look, pens: float, dots: float) -> None:
        """Bring the scene to its size and look without waiting for events."""
        scene = self._scene
        scene.plot.resizeEvent(None)
        scene.style(look, pens, dots)
        scene.name_axis(self.tr("position"), look)
        scene.plot.getPlotItem().layout.activate()
        scene.sample()

    def _restyle(self) -> None:
        self._lay_out(theme.look(), self.devicePixelRatioF(), 1.0)

    def _on_clicked(self, event: object) -> None:
        if event.button() == Qt.MouseButton.LeftButton:  # type: ignore[attr-defined]
            position = self._scene.position_at(event.scenePos())  # type: ignore[attr-defined]
            if position is not None:
                self._pick(position)

    def _on_dragged(self) -> None:
        if not self._dragging:
            self._dragging = True
            self.drag_started.emit()
        self._pick(round(self._scene.cursor.value()))
        self._scene.cursor.setValue(self._position)

    def _on_drag_ended(self) -> None:
        if self._dragging:
            self._dragging = False
            self.drag_ended.emit()

    def _on_moved(self, at: QPointF) -> None:
        position = self._scene.position_at(at)
        self._set_hover(-1 if position is None else position)

    def _set_hover(self, position: int) -> None:
        if position != self._hover:
            self._hover = position
            self.hovered.emit(position)
