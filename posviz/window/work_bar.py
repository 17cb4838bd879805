"""A slim line that tells how far work on a file is, and a button that stops it."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QWidget

from posviz.model.notation import shortened
from posviz.widgets import theme

_PATIENCE_MS = 150
"""What is done sooner comes without a bar, which would only flicker."""


class WorkBar(QWidget):
    """Shown while a file takes longer than a moment.

    Parameters
    ----------
    doing, cancel
        What is done, and the name of the button that stops it; {file} stands for the file.
    tip
        What the button does.

    Signals
    -------
    cancelled()
        The user wants no more of it.
    """

    cancelled = Signal()

    def __init__(self, doing: str, cancel: str, tip: str) -> None:
        super().__init__()
        self._doing, self._cancel_name = doing, cancel
        self.setObjectName("bar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._name = ""
        self._label = QLabel()
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._progress = QProgressBar()
        self._progress.setTextVisible(False)
        self._progress.setRange(0, 100)
        self._cancel = QPushButton(self.tr("Cancel"))
        self._cancel.setToolTip(tip)
        self._cancel.clicked.connect(self.cancelled)
        self._row = QHBoxLayout(self)
        self._row.addWidget(self._label)
        self._row.addWidget(self._progress, 1)
        self._row.addWidget(self._cancel)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PATIENCE_MS)
        self._timer.timeout.connect(self.show)
        self.hide()
        theme.current().changed.connect(self._restyle)
        self._restyle()

    @property
    def text(self) -> str:
        """What the bar says."""
        return self._label.text()

    @property
    def is_due(self) -> bool:
        """Whether the work has taken a moment, so that the bar is on show."""
        return not self.isHidden()

    def start(self, title: str) -> None:
        """Tell what is being done with a file, as soon as that has taken a moment."""
        self._name = shortened(title)
        self._progress.setAccessibleName(self._doing.format(file=self._name))
        self._cancel.setAccessibleName(self._cancel_name.format(file=self._name))
        self._progress.setValue(0)
        self._label.setText(f"{self._doing.format(file=self._name)} …")
        if self.isHidden() and not self._timer.isActive():
            self._timer.start()

    def show_part(self, part: float) -> None:
        """Show the part that is done, 0 to 1."""
        percent = min(100, max(0, int(100 * part)))
        self._progress.setValue(percent)
        self._label.setText(f"{self._doing.format(file=self._name)} … {percent} %")

    def end(self) -> None:
        """Go away."""
        self._timer.stop()
        self.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.cancelled.emit()
        else:
            super().keyPressEvent(event)

    def _restyle(self) -> None:
        px = theme.look().px
        self.setFixedHeight(round(px(42)))
        self._row.setContentsMargins(round(px(16)), 0, round(px(14)), 0)
        self._row.setSpacing(round(px(14)))
        # The bar must not change its length with every digit of the percentage.
        self._label.setMinimumWidth(round(px(260)))
