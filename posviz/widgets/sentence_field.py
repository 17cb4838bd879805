"""A line for a sentence: it takes any that a State can hold, and says when one is too long."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QFocusEvent, QKeyEvent, QValidator
from PySide6.QtWidgets import QLineEdit

from posviz.model.notation import grouped
from posviz.model.text_rules import MAX_CHARACTERS

_PASSING = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)
"""Why the focus leaves a field that its user has not left: its own menu, another program."""


def too_long(characters: int) -> str:
    """What to say where a text of so many characters was refused."""
    return QCoreApplication.translate(
        "SentenceField",
        "That would make {count} characters; a sentence holds up to {limit}. "
        "Nothing was changed: paste a shorter part.",
    ).format(count=grouped(characters), limit=grouped(MAX_CHARACTERS))


class _Limit(QValidator):
    """Refuses a text over the limit whole, before Qt cuts it or lays it out.

    Signals
    -------
    refused(int)
        A text of this many characters was typed, pasted or dropped; nothing was inserted.
    """

    refused = Signal(int)

    def validate(self, text: str, position: int) -> object:
        if len(text) <= MAX_CHARACTERS:
            return QValidator.State.Acceptable
        self.refused.emit(len(text))
        return QValidator.State.Invalid


class SentenceField(QLineEdit):
    """A line for the sentence.

    Signals
    -------
    cancelled()
        Escape was pressed.
    entered(), left()
        The field got the focus, or lost it to another part of the window.
    """

    cancelled = Signal()
    entered = Signal()
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setMaxLength(2**31 - 1)
        self.limit = _Limit(self)
        self.setValidator(self.limit)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.cancelled.emit()
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.ignore()  # a file is for the window to open, not its name for the sentence
        else:
            super().dragEnterEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() not in _PASSING:
            self.entered.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in _PASSING:
            self.left.emit()
