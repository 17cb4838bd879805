"""A field for one token, with the tokens that fit what is typed in a list below it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QCompleter, QLineEdit, QListView, QWidget

from posviz.model.notation import shortened
from posviz.widgets.text_sized import follow_text_size

_OFFERED = 12
_LONGEST = 1000
_PASSING = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)

Find = Callable[[str, int], list[str]]
"""Gives at most so many tokens that fit what is typed, best first."""


class TokenSearch(QLineEdit):
    """Shows the chosen token; typing offers others.

    Down and Up walk the list, Return takes the token, Escape or leaving the field brings
    back the one that was chosen before.

    Parameters
    ----------
    find : callable
        Gives the tokens to offer.

    Signals
    -------
    chosen(str)
        The user chose a token that `find` knows.
    refused(str)
        What the user entered is no token; the field keeps it until it is left.
    edited()
        The user went on typing, or gave up with Escape.
    """

    chosen = Signal(str)
    refused = Signal(str)
    edited = Signal()

    def __init__(self, find: Find, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._find = find
        self._token = ""
        self._clicked_into = False
        self._popup: QListView | None = None
        self._offers = QStringListModel(self)
        self.setMaxLength(_LONGEST)
        self.setPlaceholderText(self.tr("Find a token"))
        follow_text_size(self, self.setFixedWidth, 130)
        self.textEdited.connect(self._on_edited)
        self.returnPressed.connect(self._on_return)

    def show_token(self, token: str) -> None:
        """Show the chosen token and tell nobody; what is being typed gives way."""
        if token != self._token or not self._typing:
            self._token = token
            self.setText(shortened(token))
            self.setCursorPosition(0)

    @property
    def _typing(self) -> bool:
        # Not isModified: walking the list sets the text too.
        return self.text() != shortened(self._token)

    @property
    def offers(self) -> list[str]:
        """The tokens in the list."""
        return self._offers.stringList()

    def _on_edited(self, text: str) -> None:
        if self._popup is None:
            self._make_completer()
        self._offers.setStringList(self._find(text, _OFFERED) if text.strip() else [])
        self.edited.emit()

    def _make_completer(self) -> None:
        # Made at the first key: a panel that nobody types into should not pay for it.
        completer = QCompleter(self._offers, self)
        completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        completer.setMaxVisibleItems(_OFFERED)
        self._popup = popup = QListView()
        popup.setObjectName("offers")
        popup.setUniformItemSizes(True)
        popup.setAccessibleName(self.tr("Tokens that fit"))
        completer.setPopup(popup)
        completer.activated.connect(self._choose)
        self.setCompleter(completer)

    def _on_return(self) -> None:
        typed = self.text().strip()
        best = self._find(typed, 1) if typed else []
        if best and best[0].casefold() == typed.casefold():
            self._choose(best[0])
        elif typed == shortened(self._token):
            self._restore()
        elif typed:
            self.refused.emit(typed)

    def _choose(self, token: str) -> None:
        self._token = token
        self._restore()
        self.chosen.emit(token)

    def _restore(self) -> None:
        self.setText(shortened(self._token))
        self.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._typing:
            if self._popup is not None:
                self._popup.hide()
            self._restore()
            self.edited.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason and not self._typing:
            self.selectAll()
        self._clicked_into = event.reason() == Qt.FocusReason.MouseFocusReason

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if self._clicked_into and not self.hasSelectedText():
            self.selectAll()  # the press took the selection back
        self._clicked_into = False

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in _PASSING:
            if self._typing:
                self._restore()
            self.deselect()
