"""What every dialog that asks something is made of."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from posviz.widgets import theme


class AskDialog(QDialog):
    """A heading, a sentence, what the dialog is for, and the buttons; deleted when closed."""

    def __init__(self, parent: QWidget, heading: str, text: str, action: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(heading)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        px = theme.look().px
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(*(round(px(20)),) * 4)
        self.column.setSpacing(round(px(12)))
        title = self.add_text(heading)
        title.setObjectName("heading")
        self.add_text(text)
        self.act = QPushButton(action, self)  # of the dialog, which else takes another by default
        self.act.setObjectName("primary")
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.buttons.addButton(self.act, QDialogButtonBox.ButtonRole.ActionRole)
        self.buttons.rejected.connect(self.reject)

    def add_text(self, text: str, role: str = "") -> QLabel:
        """Add a paragraph."""
        label = QLabel(text)
        label.setObjectName(role)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        self.column.addWidget(label)
        return label

    def finish(self, width: float, default: QPushButton | None = None) -> None:
        """Add the buttons, and take a width at which the text is easy to read.

        Return stands for `default`, the action unless it is given.
        """
        self.column.addWidget(self.buttons)
        # Only now, inside its dialog: otherwise any button stays the default once it had the focus.
        (default or self.act).setDefault(True)
        wide = round(theme.look().px(width))
        self.resize(wide, max(self.sizeHint().height(), self.heightForWidth(wide)))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        # With it, Tab goes from the last of three buttons back to the first, past Cancel.
        self.buttons.setFocusProxy(None)  # type: ignore[arg-type]
