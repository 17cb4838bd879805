"""A quiet line for what the user should read: it waits to be dismissed and blocks nothing."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget

from posviz.widgets import icons, theme


class NoticeBar(QWidget):
    """Shows messages under each other; hidden while there are none."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("bar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._messages: list[str] = []
        self._label = QLabel()
        self._label.setObjectName("warning")
        self._label.setWordWrap(True)
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._close = QToolButton()
        self._close.setObjectName("quiet")
        self._close.setAccessibleName(self.tr("Dismiss"))
        self._close.clicked.connect(self.clear)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 8, 10, 8)
        row.addWidget(self._label, 1)
        row.addWidget(self._close, 0, Qt.AlignmentFlag.AlignTop)
        theme.current().changed.connect(self._restyle)
        self._restyle()
        self.setVisible(False)

    @property
    def messages(self) -> tuple[str, ...]:
        """The messages on show."""
        return tuple(self._messages)

    def tell(self, message: str) -> None:
        """Show a message; one that is already there is not shown twice."""
        if message not in self._messages:
            self._messages.append(message)
        self._label.setText("\n".join(self._messages))
        self.setVisible(True)

    def withdraw(self, message: str) -> None:
        """Take back a message whose cause is gone."""
        if message in self._messages:
            self._messages.remove(message)
            self._label.setText("\n".join(self._messages))
            self.setVisible(bool(self._messages))

    def clear(self) -> None:
        """Dismiss all messages."""
        self._messages.clear()
        self.setVisible(False)

    def _restyle(self) -> None:
        look = theme.look()
        side = round(look.px(16))
        self._close.setIcon(icons.icon("close", look, "muted"))
        self._close.setIconSize(QSize(side, side))
        # Else the window makes room for the message wrapped as narrow as it can be.
        self._label.setMinimumWidth(round(look.px(480)))
