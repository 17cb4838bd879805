"""A slim line that tells how far a table has been read, and a button that stops it."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QWidget

from posviz.model.notation import shortened
from posviz.widgets import theme

_PATIENCE_MS = 150
"""What is read sooner comes without a bar, which would only flicker."""


class ReadingBar(QWidget):
    """Shown while a table is read for longer than a moment.

    Signals
    -------
    cancelled()
        The user wants no more of it.
    """

    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("bar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._name = ""
        self._label = QLabel()
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._progress = QProgressBar()
        self._progress.setTextVisible(False)
        self._progress.setRange(0, 100)
        self._cancel = QPushButton(self.tr("Cancel"))
        self._cancel.setToolTip(self.tr("Stop reading; the table on show stays (Esc)"))
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

    def start(self, title: str) -> None:
        """Tell that a table is being read, as soon as that has taken a moment."""
        self._name = shortened(title)
        self._progress.setAccessibleName(self.tr("Reading {file}").format(file=self._name))
        self._cancel.setAccessibleName(self.tr("Cancel reading {file}").format(file=self._name))
        self._progress.setValue(0)
        self._label.setText(self.tr("Reading {file} …").format(file=self._name))
        if self.isHidden() and not self._timer.isActive():
            self._timer.start()

    def show_part(self, part: float) -> None:
        """Show the part that is done, 0 to 1."""
        percent = min(100, max(0, int(100 * part)))
        self._progress.setValue(percent)
        self._label.setText(
            self.tr("Reading {file} … {percent} %").format(file=self._name, percent=percent)
        )

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
