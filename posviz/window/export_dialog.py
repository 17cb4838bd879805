"""What is asked before a panel is exported: which, as what and how, with a preview."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import cast

from PySide6.QtCore import QCoreApplication, QSize, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QStandardItemModel
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from posviz.background import Background as Worker
from posviz.export import FORMATS, PICTURES, ExportError, Numbers
from posviz.model.notation import grouped, shape_text
from posviz.panels import all_panels, find_panel
from posviz.panels.output import BACKGROUNDS, LARGEST_SCALE, PanelPicture, Style, numbers_of
from posviz.settling import WHOLE_TABLE
from posviz.state import State
from posviz.widgets import theme
from posviz.widgets.number_box import NumberBox
from posviz.widgets.theme import LOOKS, Look
from posviz.window.export_dialogs import block_text
from posviz.window.export_preview import Preview, first_lines, table_text, too_many

InSight = Callable[[str], Mapping[str, int]]
"""Returns what `Panel.in_sight` of a panel does; empty where it was never seen."""

_SMALLEST, _LARGEST = 200, 8192
_WIDTH, _HEIGHT, _SCALE = 1200, 800, 2
_MM = 25.4 / 96


def _tr(text: str) -> str:
    return QCoreApplication.translate("export_dialog", text)


class ExportDialog(QDialog):
    """Lets the user choose panel, part, format and looks, and copy instead of saving."""

    def __init__(self, parent: QWidget, state: State, panel_id: str, in_sight: InSight) -> None:
        super().__init__(parent)
        self.setWindowTitle(_tr("Export panel"))
        self._state, self._in_sight = state, in_sight
        self._picture: PanelPicture | None = None
        self._drawn: object = None
        self._numbers: Numbers | None = None
        self._name_is_own = False
        self._make_controls(panel_id)
        self._arrange()
        self._worker = Worker(self)
        self._worker.done.connect(self._on_numbers)
        self._worker.failed.connect(self._on_failed)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(0)
        self._later.timeout.connect(self._show_preview)
        self._connect()
        self._show_parts()
        self._on_format()

    # Building

    def _make_controls(self, panel_id: str) -> None:
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
        self.backgrounds = QComboBox()
        names = {
            "theme": _tr("That of the theme"),
            "white": _tr("White"),
            "transparent": _tr("Transparent"),
        }
        for background in BACKGROUNDS:
            self.backgrounds.addItem(names[background], background)
        self.legend = QCheckBox(_tr("Draw the &legend"))
        self.legend.setChecked(True)
        self.scales = QComboBox()
        for scale in range(1, LARGEST_SCALE + 1):
            self.scales.addItem(f"{scale}×", float(scale))
        self.scales.setCurrentIndex(_SCALE - 1)
        self.wide, self.high = (NumberBox(_SMALLEST, _LARGEST) for _ in range(2))
        for box, value, text in (
            (self.wide, _WIDTH, _tr("Width")),
            (self.high, _HEIGHT, _tr("Height")),
        ):
            box.show_value(value)
            box.setAccessibleName(text)
        self.name = QLineEdit()
        self.preview = Preview()
        self.preview.setAccessibleName(_tr("Preview"))
        self.told = QLabel()
        self.told.setTextFormat(Qt.TextFormat.PlainText)
        self.told.setWordWrap(True)
        self.told.setObjectName("muted")
        self.copy = QPushButton(_tr("&Copy"))
        self.copy.setAutoDefault(False)

    def _arrange(self) -> None:
        px = theme.look().px
        size = QHBoxLayout()
        size.addWidget(self.wide)
        size.addWidget(QLabel("×"))
        size.addWidget(self.high)
        size.addStretch(1)
        self._size = QWidget()
        self._size.setLayout(size)
        size.setContentsMargins(0, 0, 0, 0)
        self._form = QFormLayout()
        for text, control in (
            (_tr("&Panel"), self.panels),
            (_tr("P&art"), self.parts),
            (_tr("&Format"), self.formats),
            (_tr("&Theme"), self.themes),
            (_tr("&Background"), self.backgrounds),
            ("", self.legend),
            (_tr("Si&ze"), self._size),
            (_tr("&Resolution"), self.scales),
            (_tr("File &name"), self.name),
        ):
            label = QLabel(text)
            label.setBuddy(self.wide if control is self._size else control)
            self._form.addRow(label, control)
            if text and control is not self._size:
                control.setAccessibleName(text.replace("&", ""))
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel
        )
        self.save = buttons.button(QDialogButtonBox.StandardButton.Save)
        self.save.setText(_tr("&Save…"))
        self.save.setObjectName("primary")
        buttons.addButton(self.copy, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.preview.setMinimumSize(round(px(420)), round(px(300)))
        right = QVBoxLayout()
        right.addLayout(self._form)
        right.addStretch(1)
        both = QHBoxLayout()
        both.setSpacing(round(px(16)))
        both.addWidget(self.preview, 1)
        both.addLayout(right)
        column = QVBoxLayout(self)
        column.addLayout(both, 1)
        column.addWidget(self.told)
        column.addWidget(buttons)
        self.save.setDefault(True)  # only now, inside its dialog
        self.resize(round(px(860)), round(px(470)))
        self.panels.setFocus()

    def _connect(self) -> None:
        self.panels.currentIndexChanged.connect(self._show_parts)
        self.formats.currentIndexChanged.connect(self._on_format)
        self.themes.currentIndexChanged.connect(self._on_theme)
        for choice in (self.parts, self.backgrounds, self.scales):
            choice.currentIndexChanged.connect(self._soon)
        self.legend.toggled.connect(self._soon)
        self.wide.entered.connect(self._soon)
        self.high.entered.connect(self._soon)
        self.name.textEdited.connect(self._on_name)
        self.copy.clicked.connect(self._on_copy)
        self.finished.connect(self._close_picture)

    # What was chosen

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
    def style_of_picture(self) -> Style:
        """How the picture is made."""
        return Style(
            QSize(int(self.wide.value()), int(self.high.value())),
            self.look,
            self.backgrounds.currentData(),
            self.legend.isChecked(),
            self.scales.currentData(),
        )

    @property
    def file_name(self) -> str:
        """The name that the file gets unless the user takes another."""
        name = self.name.text().strip()
        if not name:
            return f"{self.panel_id}{self.ending}"
        return name if name.lower().endswith(self.ending) else name + self.ending

    @property
    def state(self) -> State:
        """What is to be written, with the chosen part of the table."""
        return cast(State, self.parts.currentData())

    @property
    def in_sight(self) -> State:
        """The part of it that is in sight."""
        return cast(State, self.parts.itemData(0))

    # Following

    def _on_name(self, text: str) -> None:
        self._name_is_own = bool(text.strip())

    def _show_name(self) -> None:
        if self._name_is_own:
            stem = self.name.text().strip()
            for ending in FORMATS:
                if stem.lower().endswith(ending):
                    stem = stem[: -len(ending)]
            self.name.setText(stem + self.ending)
        else:
            self.name.setText(f"{self.panel_id}{self.ending}")

    def _on_format(self) -> None:
        picture = self.ending in PICTURES
        for control in (self.themes, self.backgrounds, self.legend, self._size):
            self._form.setRowVisible(control, picture)
        self._form.setRowVisible(self.scales, self.ending == ".png")
        self._show_name()
        self._later.start()

    def _on_theme(self) -> None:
        # The light letters of the dark theme could not be read on white.
        model = cast(QStandardItemModel, self.backgrounds.model())
        white = self.backgrounds.findData("white")
        model.item(white).setEnabled(not self.look.dark)
        if self.look.dark and self.backgrounds.currentIndex() == white:
            self.backgrounds.setCurrentIndex(self.backgrounds.findData("theme"))
        self._later.start()

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
        self._show_name()
        self._later.start()

    # The preview

    def _soon(self) -> None:
        """Show it anew, once, when all that changes at a time has changed."""
        self._later.start()

    def _show_preview(self) -> None:
        panel, state = find_panel(self.panel_id), self.state
        self.copy.setEnabled(True)
        if self.ending not in PICTURES:
            self._close_picture()
            self._numbers = None
            self.copy.setEnabled(False)
            self._tell("")
            self._worker.ask(partial(numbers_of, panel, state))
            return
        self._worker.drop()
        self._tell(self._size_text())
        if panel.takes_long(state):
            self._close_picture()
            self.preview.show_text(_tr("No preview: this picture takes a while."))
            return
        style = self.style_of_picture
        try:
            if self._picture is None or self._drawn != (panel.id, state):
                self._close_picture()
                self._picture, self._drawn = PanelPicture(panel, state), (panel.id, state)
            room = self.preview.size() * self.devicePixelRatioF()
            part = min(room.width() / style.size.width(), room.height() / style.size.height(), 1.0)
            self.preview.show_image(self._picture.image(replace(style, scale=part)))
        except ExportError as error:
            self.preview.show_text(str(error))

    def _size_text(self) -> str:
        style = self.style_of_picture
        if self.ending == ".png":
            return self._pixels_text()
        wide, high = (round(side * _MM) for side in (style.size.width(), style.size.height()))
        text = _tr("{wide} × {high} mm, sharp at any size")
        return text.format(wide=grouped(wide), high=grouped(high))

    def _on_numbers(self, numbers: Numbers) -> None:
        self._numbers = numbers
        self.copy.setEnabled(True)
        self.preview.show_text(first_lines(numbers))
        count = math.prod(numbers.values.shape)
        text = _tr("1 number") if count == 1 else _tr("{shape} numbers")
        self._tell(text.format(shape=shape_text(numbers.values.shape)))

    def _on_failed(self, error: Exception) -> None:
        if not isinstance(error, ExportError):
            raise error
        self.preview.show_text("")
        self._tell(str(error))

    def _tell(self, text: str) -> None:
        self.told.setText(text)

    def _on_copy(self) -> None:
        """Copy the picture, or the numbers as a spreadsheet takes them."""
        clipboard = QGuiApplication.clipboard()
        if self.ending not in PICTURES:
            assert self._numbers is not None
            text = table_text(self._numbers)
            if text is None:
                self._tell(too_many())
                return
            clipboard.setText(text)
            self._tell(_tr("The numbers are copied."))
            return
        picture = PanelPicture(find_panel(self.panel_id), self.state)
        try:
            clipboard.setImage(picture.image(self.style_of_picture))
        except ExportError as error:
            self._tell(str(error))
            return
        finally:
            picture.close()
        self._tell(_tr("The picture is copied, {size}.").format(size=self._pixels_text()))

    def _pixels_text(self) -> str:
        pixels = self.style_of_picture.pixels
        return _tr("{wide} × {high} pixels").format(
            wide=grouped(pixels.width()), high=grouped(pixels.height())
        )

    def _close_picture(self) -> None:
        if self._picture is not None:
            self._picture.close()
            self._picture = None
