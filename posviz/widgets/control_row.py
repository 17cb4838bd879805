"""The row of settings above a figure: labelled controls that wrap when room is short."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QWidget,
)

from posviz.widgets.flow_layout import FlowLayout
from posviz.widgets.number_box import NumberBox
from posviz.widgets.text_sized import follow_text_size


class Choice(QComboBox):
    """A list that the wheel passes over unless it has the focus."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class ControlRow(QWidget):
    """Labelled controls, left to right; hidden while it holds none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._layout = FlowLayout(self)
        self._layout.setContentsMargins(14, 4, 14, 8)
        self.setVisible(False)

    def add(self, label: str, control: QWidget, *, beside: QWidget | None = None) -> None:
        """Add a control with its label; the label is also its accessible name.

        One that belongs `beside` another stays with it where the row wraps.
        """
        if beside is not None:
            pair = beside.parentWidget()
            assert pair is not None
            together = pair.layout()
            assert together is not None
            together.addWidget(control)
            return
        pair = QWidget(self)
        row = QHBoxLayout(pair)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(7)
        if label:
            name = QLabel(label, pair)
            name.setObjectName("muted")
            name.setBuddy(control)
            row.addWidget(name)
            if not control.accessibleName():
                control.setAccessibleName(label)
        row.addWidget(control)
        self._layout.addWidget(pair)
        self.setVisible(True)

    def set_shown(self, control: QWidget, shown: bool) -> None:
        """Show or hide a control that was added, with its label."""
        pair = control.parentWidget()
        assert pair is not None
        pair.setVisible(shown)

    def add_number(
        self,
        label: str,
        slot: Callable[[float], None],
        low: float,
        high: float,
        *,
        decimals: int = 0,
        geometric: bool = False,
        width: int = 74,
        name: str = "",
        beside: QWidget | None = None,
    ) -> NumberBox:
        """Add a number; `slot` gets every value that the user enters.

        Where the label is a symbol, `name` says it in words: to a screen reader and in a tip.
        """
        box = NumberBox(low, high, decimals=decimals, geometric=geometric, parent=self)
        follow_text_size(box, box.setFixedWidth, width)
        box.entered.connect(slot)
        if name:
            box.setAccessibleName(name)
            box.setToolTip(name)
        self.add(label, box, beside=beside)
        return box

    def add_choice(
        self, label: str, choices: Sequence[tuple[str, str]], slot: Callable[[str], None]
    ) -> QComboBox:
        """Add a list of (value, text); `slot` gets the value chosen."""
        box = Choice(self)
        for value, text in choices:
            box.addItem(text, value)

        def chosen(index: int) -> None:
            slot(box.itemData(index))

        box.activated.connect(chosen)
        self.add(label, box)
        return box

    def add_switch(self, label: str, slot: Callable[[bool], None]) -> QCheckBox:
        """Add a check box; `slot` gets its state."""
        box = QCheckBox(label, self)
        box.setCursor(Qt.CursorShape.PointingHandCursor)
        box.clicked.connect(slot)
        self.add("", box)
        return box


def show_choice(box: QComboBox, value: str) -> None:
    """Show a value in a list without telling anybody."""
    with QSignalBlocker(box):
        box.setCurrentIndex(box.findData(value))


def show_switch(box: QCheckBox, on: bool) -> None:
    """Show a switch's state without telling anybody."""
    with QSignalBlocker(box):
        box.setChecked(on)
