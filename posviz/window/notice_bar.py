"""A quiet line for what the user should read: it waits to be dismissed and blocks nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QToolButton, QVBoxLayout, QWidget

from posviz.widgets import icons, theme


@dataclass(frozen=True)
class _Notice:
    message: str
    about: str
    row: QWidget
    label: QLabel


class NoticeBar(QWidget):
    """Shows messages under each other; hidden while there are none."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("bar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._notices: list[_Notice] = []
        self._rows = QVBoxLayout()
        self._rows.setSpacing(4)
        self._close = QToolButton()
        self._close.setObjectName("quiet")
        self._close.setAccessibleName(self.tr("Dismiss"))
        self._close.clicked.connect(self.clear)
        across = QHBoxLayout(self)
        across.setContentsMargins(16, 8, 10, 8)
        across.addLayout(self._rows, 1)
        across.addWidget(self._close, 0, Qt.AlignmentFlag.AlignTop)
        theme.current().changed.connect(self._restyle)
        self._restyle()
        self.setVisible(False)

    @property
    def messages(self) -> tuple[str, ...]:
        """The messages on show."""
        return tuple(notice.message for notice in self._notices)

    def tell(
        self,
        message: str,
        *,
        warning: bool = True,
        details: Callable[[], None] | None = None,
        about: str = "",
    ) -> None:
        """Show a message; one that is already there is not shown twice.

        Parameters
        ----------
        message : str
            What to read.
        warning : bool
            Whether something went wrong.
        details : callable, optional
            Shows more; offered as a button.
        about : str
            What it tells of, for `over`: of one thing only the last message stands.
        """
        if about:
            for notice in [n for n in self._notices if n.about == about and n.message != message]:
                self._remove(notice)
        if message not in self.messages:
            self._add(message, about, warning, details)
        self.setVisible(True)

    def withdraw(self, message: str) -> None:
        """Take back a message whose cause is gone."""
        for notice in [notice for notice in self._notices if notice.message == message]:
            self._remove(notice)
        self.setVisible(bool(self._notices))

    def over(self, about: str) -> None:
        """Take back what was told of something: it is so no more."""
        for notice in [notice for notice in self._notices if notice.about == about]:
            self._remove(notice)
        self.setVisible(bool(self._notices))

    def clear(self) -> None:
        """Dismiss all messages."""
        for notice in self._notices.copy():
            self._remove(notice)
        self.setVisible(False)

    def _add(
        self, message: str, about: str, warning: bool, details: Callable[[], None] | None
    ) -> None:
        row = QWidget(self)
        label = QLabel(row)
        label.setObjectName("warning" if warning else "notice")
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        label.setText(message)
        across = QHBoxLayout(row)
        across.setContentsMargins(0, 0, 0, 0)
        across.addWidget(label, 1)
        if details is not None:
            more = QPushButton(self.tr("Details"), row)
            more.setObjectName("quiet")
            more.clicked.connect(details)
            across.addWidget(more, 0, Qt.AlignmentFlag.AlignTop)
        self._rows.addWidget(row)
        row.show()
        self._notices.append(_Notice(message, about, row, label))
        self._restyle()

    def _remove(self, notice: _Notice) -> None:
        self._notices.remove(notice)
        self._rows.removeWidget(notice.row)
        notice.row.hide()
        notice.row.deleteLater()

    def _restyle(self) -> None:
        look = theme.look()
        side = round(look.px(16))
        self._close.setIcon(icons.icon("close", look, "muted"))
        self._close.setIconSize(QSize(side, side))
        for notice in self._notices:
            # Else the window makes room for the message wrapped as narrow as it can be.
            notice.label.setMinimumWidth(round(look.px(480)))
