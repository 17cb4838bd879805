"""What is asked before a panel is written to a file: what, how, and whether it may be large."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QPushButton,
    QWidget,
)

from posviz.export import FORMATS, PICTURES
from posviz.model.notation import bytes_text, shape_text, shortened
from posviz.panels import all_panels, find_panel
from posviz.settling import WHOLE_TABLE
from posviz.state import State
from posviz.widgets import theme
from posviz.widgets.theme import LOOKS, Look
from posviz.window.ask_dialog import AskDialog

InSight = Callable[[str], Mapping[str, int]]
"""Returns what `Panel.in_sight` of a panel does; empty where it was never seen."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("export_dialogs", text)


def block_text(state: State) -> str:
    """The shape of the block of the positional table, “36 × 64”."""
    return shape_text(map(len, state.block))


class ExportDialog(QDialog):
    """Lets the user choose panel, format, theme, and what part of a large table."""

    def __init__(self, parent: QWidget, state: State, panel_id: str, in_sight: InSight) -> None:
        super().__init__(parent)
        self.setWindowTitle(_tr("Export panel"))
        self._state, self._in_sight = state, in_sight
        self.panels = QComboBox()
        for panel in all_panels():
            self.panels.addItem(panel.title(), panel.id)
        self.panels.setCurrentIndex(max(0, self.panels.findData(panel_id)))
        self.parts = QComboBox()
        self.formats = QComboBox()
        texts = {
            ".png": _tr("Picture (PNG)"),
            ".svg": _tr("Vector picture (SVG)"),
            ".pdf": _tr("Page (PDF)"),
            ".csv": _tr("Numbers (CSV)"),
            ".npy": _tr("Array (NPY)"),
        }
        for ending in FORMATS:
            self.formats.addItem(texts[ending], ending)
        self.themes = QComboBox()
        for name, text in (("light", _tr("Light")), ("dark", _tr("Dark"))):
            self.themes.addItem(text, name)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel
        )
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self._form = QFormLayout(self)
        self._form.addRow(_tr("Panel"), self.panels)
        self._form.addRow(_tr("Part"), self.parts)
        self._form.addRow(_tr("Format"), self.formats)
        self._form.addRow(_tr("Theme"), self.themes)
        self._form.addRow(buttons)
        self.panels.currentIndexChanged.connect(self._show_parts)
        self.formats.currentIndexChanged.connect(self._show_theme)
        self._show_parts()

    @property
    def panel_id(self) -> str:
        """The chosen panel."""
        return str(self.panels.currentData())

    @property
    def ending(self) -> str:
        """The chosen format."""
        return str(self.formats.currentData())

    @property
    def look(self) -> Look:
        """The chosen theme."""
        return LOOKS[theme.theme_name(self.themes.currentData())]

    @property
    def state(self) -> State:
        """What is to be written, with the chosen part of the table."""
        chosen: State = self.parts.currentData()
        return chosen

    @property
    def in_sight(self) -> State:
        """The part of it that is in sight."""
        seen: State = self.parts.itemData(0)
        return seen

    def _show_theme(self) -> None:
        self._form.setRowVisible(self.themes, self.ending in PICTURES)
        self.adjustSize()

    def _show_parts(self) -> None:
        seen = self._state.with_changes(**self._in_sight(self.panel_id))
        whole = self._state.with_changes(**WHOLE_TABLE)
        self.parts.clear()
        self.parts.addItem(_tr("In sight · {shape}").format(shape=block_text(seen)), seen)
        in_parts = (
            WHOLE_TABLE.keys() <= find_panel(self.panel_id).uses and seen.block != whole.block
        )
        if in_parts:
            text = _tr("Whole table · {shape}").format(shape=block_text(whole))
            self.parts.addItem(text, whole)
        self._form.setRowVisible(self.parts, in_parts)
        self.adjustSize()


class LargeFileDialog(AskDialog):
    """Asks whether a large file is meant; `smaller` says that only what is in sight is."""

    def __init__(
        self,
        parent: QWidget,
        path: Path,
        shape: tuple[int, ...],
        size: int,
        free: int,
        smaller: State | None,
    ) -> None:
        csv = path.suffix.lower() == ".csv"
        text = (
            _tr("“{file}” would hold {shape} numbers: about {size}. The disk has {free} free.")
            if csv
            else _tr("“{file}” would hold {shape} numbers: {size}. The disk has {free} free.")
        )
        text = text.format(
            file=shortened(path.name),
            shape=shape_text(shape),
            # A unit must not stand on the next line.
            size=bytes_text(size).replace(" ", "\u00a0"),
            free=bytes_text(free).replace(" ", "\u00a0"),
        )
        first = _tr("Only what is in sight") if smaller else _tr("Write it")
        super().__init__(parent, _tr("A large file"), text, first)
        if size > free:
            self.add_text(_tr("That is more than the disk has room for."), "warning")
        self.smaller = False
        whole = self.act
        if smaller is not None:
            self.add_text(_tr("In sight are {shape} of them.").format(shape=block_text(smaller)))
            self.act.clicked.connect(self._take_smaller)
            whole = QPushButton(_tr("Write it"))
            self.buttons.addButton(whole, QDialogButtonBox.ButtonRole.ActionRole)
        whole.setEnabled(size <= free)
        whole.clicked.connect(self.accept)
        if smaller is None:
            # Return must not begin hours of writing.
            whole.setDefault(False)
            whole.setAutoDefault(False)
            self.buttons.button(QDialogButtonBox.StandardButton.Cancel).setDefault(True)
        self.finish(520)

    def _take_smaller(self) -> None:
        self.smaller = True
        self.accept()
