"""The lesson on a projector: one step full screen, large, with the keys of a clicker."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPalette
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

_BASE = 26 / 14
"""How many times larger than at the desk: text is read from the last row."""
_FULL_HEIGHT = 1080
_LEAST = 1.4
_TYPING = (QLineEdit, QPlainTextEdit, QTextEdit, QAbstractSpinBox)
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
    """Turns keys into steps while the window is on the projector.

    Signals
    -------
    step_wanted(int)
        So many steps on.
    left()
        The lecturer leaves the presentation.
    """

    step_wanted = Signal(int)
    left = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._blank = QWidget(window)
        self._blank.setAutoFillBackground(True)
        palette = self._blank.palette()
        palette.setColor(QPalette.ColorRole.Window, Qt.GlobalColor.black)
        self._blank.setPalette(palette)
        self._blank.setStyleSheet("background: black;")
        self._blank.setAccessibleName(self.tr("Blank screen"))
        self._blank.hide()
        self.is_on = False

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
        self._blank.setGeometry(self._window.rect())
        self._blank.raise_()
        self._blank.setVisible(not self.is_blank)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        if not isinstance(watched, QWidget) or watched.window() is not self._window:
            return False
        return self.key(Qt.Key(event.key()), event.modifiers(), QApplication.focusWidget())

    def key(self, key: Qt.Key, modifiers: Qt.KeyboardModifier, focus: QWidget | None) -> bool:
        """Act on a key and return True, or leave it to the widget that has the focus."""
        plain = not modifiers & ~Qt.KeyboardModifier.KeypadModifier
        typing = isinstance(focus, _TYPING) or (isinstance(focus, QComboBox) and focus.isEditable())
        if key == Qt.Key.Key_Escape and plain and not typing:
            self.left.emit()
            return True
        if not plain or typing:
            return False
        if self.is_blank:
            self.blank()  # any key of the clicker brings the picture back
            return True
        at_rest = focus is None or isinstance(focus, SlideHeader)
        if key in _OF_A_CLICKER or (at_rest and key in _STEPS):
            self.step_wanted.emit(_STEPS[key])
            return True
        if key in (Qt.Key.Key_B, Qt.Key.Key_Period):
            self.blank()
            return True
        return False
