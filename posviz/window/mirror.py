"""What a window on another screen shows, small; a click in it is a click there."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QSize, Qt, QTimer
from PySide6.QtGui import (
    QEnterEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget

from posviz.widgets.theme import look

_PAUSE_MS = 120
"""Time between two pictures: moving ones stay smooth enough, and the talk comes first."""


class Mirror(QWidget):
    """Follows a window while it is visible itself, and passes the mouse on to it."""

    def __init__(self, window: QWidget) -> None:
        super().__init__()
        self._window = window
        self._picture = QPixmap()
        self._under: QWidget | None = None
        self._looking = False
        self._stale = QTimer(self)
        self._stale.setSingleShot(True)
        self._stale.setInterval(_PAUSE_MS)
        self._stale.timeout.connect(self._look)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("What the class sees"))

    def start(self) -> None:
        """Follow the window."""
        app = QApplication.instance()
        assert app is not None
        app.installEventFilter(self)
        self._stale.start()

    def stop(self) -> None:
        """Follow it no more."""
        app = QApplication.instance()
        assert app is not None
        app.removeEventFilter(self)
        self._stale.stop()

    def sizeHint(self) -> QSize:
        return QSize(640, 360)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            event.type() == QEvent.Type.Paint
            and not self._looking
            and not self._stale.isActive()
            and isinstance(watched, QWidget)
            and watched.window() is self._window
        ):
            self._stale.start()
        return False

    def _look(self) -> None:
        if not self.isVisible():
            return
        self._looking = True
        picture = self._window.grab()
        self._looking = False
        wanted = self._place().size() * self.devicePixelRatioF()
        self._picture = picture.scaled(
            wanted,
            Qt.AspectRatioMode.IgnoreAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
        self.update()

    def _place(self) -> QRect:
        """Where the window's picture stands: as large as fits, in the middle."""
        size = self._window.size().scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        place = QRect(QPoint(), size)
        place.moveCenter(self.rect().center())
        return place

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.drawPixmap(self._place(), self._picture)
        if self.hasFocus():
            painter.setPen(QPen(look().colour("accent"), 2))
            painter.drawRect(self._place().adjusted(1, 1, -1, -1))

    # The mouse

    def there(self, here: QPointF) -> QPoint:
        """Point of the window that is shown at a point of the mirror."""
        place = self._place()
        ratio = self._window.width() / max(1, place.width())
        return ((here - place.topLeft().toPointF()) * ratio).toPoint()

    def _pass_on(self, event: QMouseEvent, target: QWidget | None = None) -> None:
        at = self.there(event.position())
        widget = target or self._window.childAt(at)
        if widget is not self._under:
            if self._under is not None:
                QApplication.sendEvent(self._under, QEvent(QEvent.Type.Leave))
            self._under = widget
            if widget is not None:
                local = QPointF(widget.mapFrom(self._window, at))
                entered = QEnterEvent(local, at.toPointF(), self._window.mapToGlobal(at))
                QApplication.sendEvent(widget, entered)
        if widget is None:
            return
        passed = QMouseEvent(
            event.type(),
            QPointF(widget.mapFrom(self._window, at)),
            QPointF(self._window.mapToGlobal(at)),
            event.button(),
            event.buttons(),
            event.modifiers(),
        )
        QApplication.sendEvent(widget, passed)

    def _dragged(self, event: QMouseEvent) -> QWidget | None:
        """The widget that a drag began in keeps it."""
        return self._under if event.buttons() else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus()
        self._pass_on(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._pass_on(event, self._dragged(event))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._pass_on(event, self._under)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._pass_on(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        at = self.there(event.position())
        widget = self._window.childAt(at)
        if widget is not None:
            passed = QWheelEvent(
                QPointF(widget.mapFrom(self._window, at)),
                QPointF(self._window.mapToGlobal(at)),
                event.pixelDelta(),
                event.angleDelta(),
                event.buttons(),
                event.modifiers(),
                event.phase(),
                event.inverted(),
            )
            QApplication.sendEvent(widget, passed)
        event.accept()

    def leaveEvent(self, _event: QEvent) -> None:
        if self._under is not None:
            QApplication.sendEvent(self._under, QEvent(QEvent.Type.Leave))
            self._under = None
