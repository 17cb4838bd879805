"""The lesson on a projector: one step full screen, large, with the keys of a clicker."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QSizePolicy,
    QTextEdit,
    QWidget,
)

from posviz.widgets.choice_list import ChoiceList
from posviz.window.mirror import Mirror
from posviz.window.overlays import BlankScreen

_BASE = 26 / 14
"""How many times larger than at the desk: text is read from the last row."""
_FULL_HEIGHT = 1080
_LEAST = 1.4
_TYPING = (QLineEdit, QPlainTextEdit, QAbstractSpinBox)
_STEPS = {
    Qt.Key.Key_PageDown: 1,
    Qt.Key.Key_PageUp: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Space: 1,
}
_OF_A_CLICKER = (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp)


def scale_for(height: int) -> float:
    """How many times larger everything is drawn on a screen of this height."""
    return max(_LEAST, _BASE * height / _FULL_HEIGHT)


class SlideHeader(QWidget):
    """Title of the step and its place in the chapter."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("window")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._title, self._place = QLabel(), QLabel()
        self._title.setObjectName("slideTitle")
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        self._title.setWordWrap(True)
        self._title.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self._place.setObjectName("muted")
        row = QHBoxLayout(self)
        row.setContentsMargins(28, 14, 28, 10)
        row.addWidget(self._title, 1)
        row.addWidget(self._place, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()

    def minimumSizeHint(self) -> QSize:
        # That of the layout makes room for the title wrapped as narrow as it can be.
        return QSize(0, self.heightForWidth(self.width()))

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self.minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def show_step(self, title: str, number: int, count: int) -> None:
        """Show a title, and which step of how many it is."""
        self._title.setText(title)
        self._place.setText(f"{number} / {count}")
        self.setAccessibleName(
            self.tr("{title}, step {number} of {count}").format(
                title=title, number=number, count=count
            )
        )


class Presentation(QObject):
    """Turns keys into what a lecturer wants while the window is on the projector.

    Signals
    -------
    step_wanted(int)
        So many steps on.
    chapter_wanted(int)
        The chapter of this number, counted from 1.
    spot_wanted(), magnify_wanted()
        The spot light, or the panel under the pointer alone; or what was before.
    left()
        The lecturer leaves the presentation.
    """

    step_wanted = Signal(int)
    chapter_wanted = Signal(int)
    spot_wanted = Signal()
    magnify_wanted = Signal()
    left = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._windows: list[QWidget] = [window]
        self._blank = BlankScreen(window)
        self.is_on = False

    def listen_to(self, window: QWidget) -> None:
        """Obey the keys that are pressed in this window too."""
        self._windows.append(window)

    def start(self) -> None:
        """Listen to the keys."""
        self.is_on = True
        app = QApplication.instance()
        assert app is not None
        app.installEventFilter(self)

    def stop(self) -> None:
        """Leave the keys to the panels again."""
        self.is_on = False
        self._blank.hide()
        app = QApplication.instance()
        assert app is not None
        app.removeEventFilter(self)

    @property
    def is_blank(self) -> bool:
        """Whether the screen is black."""
        return self._blank.isVisible()

    def blank(self) -> None:
        """Make the screen black, or bring the picture back."""
        self._blank.toggle()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        if not isinstance(watched, QWidget) or watched.window() not in self._windows:
            return False
        return self.key(Qt.Key(event.key()), event.modifiers(), QApplication.focusWidget())

    def key(self, key: Qt.Key, modifiers: Qt.KeyboardModifier, focus: QWidget | None) -> bool:
        """Act on a key and return True, or leave it to the widget that has the focus."""
        plain = not modifiers & ~Qt.KeyboardModifier.KeypadModifier
        if not plain or _is_typed_in(focus):
            return False
        if key == Qt.Key.Key_Escape:
            self.left.emit()
        elif self.is_blank:
            self.blank()  # any key of the clicker brings the picture back
        elif key in _OF_A_CLICKER or (_is_at_rest(focus) and key in _STEPS):
            self.step_wanted.emit(_STEPS[key])
        elif key in (Qt.Key.Key_B, Qt.Key.Key_Period):
            self.blank()
        elif key == Qt.Key.Key_L:
            self.spot_wanted.emit()
        elif key == Qt.Key.Key_Z:
            self.magnify_wanted.emit()
        elif Qt.Key.Key_1 <= key <= Qt.Key.Key_9 and not isinstance(focus, ChoiceList):
            self.chapter_wanted.emit(key - Qt.Key.Key_0)
        else:
            return False
        return True


def _is_typed_in(focus: QWidget | None) -> bool:
    if isinstance(focus, QTextEdit):
        return not focus.isReadOnly()
    return isinstance(focus, _TYPING) or (isinstance(focus, QComboBox) and focus.isEditable())


def _is_at_rest(focus: QWidget | None) -> bool:
    return focus is None or isinstance(focus, SlideHeader | Mirror)
