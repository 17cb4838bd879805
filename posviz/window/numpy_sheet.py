"""“Show me the numpy”: the lines that give a panel's numbers, to read, copy and save."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from posviz.background import Background
from posviz.export import LARGE_FILE, ExportError
from posviz.model.notation import bytes_text, shortened
from posviz.panels import ENTRIES, find_panel
from posviz.panels.output import numbers_of
from posviz.panels.show_numpy import WRITERS, Script, numpy_script
from posviz.panels.show_numpy.saving import data_size, save_script
from posviz.session import Session
from posviz.widgets import theme
from posviz.widgets.code_editor import CodeEditor
from posviz.window import file_dialogs


def _tr(text: str) -> str:
    return QCoreApplication.translate("numpy_sheet", text)


def show_numpy(parent: QWidget, session: Session, panel_id: str) -> None:
    """Show the lines of a panel; a sheet that is open already shows them instead."""
    sheet = parent.findChild(NumpySheet)
    if sheet is None:
        sheet = NumpySheet(parent, session)
    sheet.show_panel(panel_id)
    sheet.show()
    sheet.raise_()
    sheet.activateWindow()


class NumpySheet(QDialog):
    """The lines for the State as it is: they change with it, and work can go on beside them."""

    def __init__(self, parent: QWidget, session: Session) -> None:
        super().__init__(parent)
        self.setWindowTitle(_tr("Show me the numpy"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._session = session
        self.script = Script("")
        self.panels = QComboBox()
        for entry in ENTRIES:
            if entry.id in WRITERS:
                self.panels.addItem(entry.load().title(), entry.id)
        self.panels.setAccessibleName(_tr("Panel"))
        self.panels.currentIndexChanged.connect(self._refresh)
        label = QLabel(_tr("&Panel"))
        label.setBuddy(self.panels)
        about = QLabel(
            _tr(
                "These lines give the numbers of the panel as it is now, in result. They need "
                "numpy alone."
            )
        )
        about.setWordWrap(True)
        self.code = CodeEditor()
        self.code.setReadOnly(True)
        self.code.setTabChangesFocus(True)
        self.code.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.code.setAccessibleName(_tr("Lines of numpy"))
        self.told = QLabel()
        self.told.setTextFormat(Qt.TextFormat.PlainText)
        self.told.setWordWrap(True)
        self.copy = QPushButton(_tr("&Copy"))
        self.copy.setObjectName("primary")
        self.copy.clicked.connect(self._on_copy)
        self.save = QPushButton(_tr("&Save as .py…"))
        self.save.clicked.connect(self._on_save)
        close = QPushButton(_tr("Close"))
        close.clicked.connect(self.close)
        top, bottom = QHBoxLayout(), QHBoxLayout()
        top.addWidget(label)
        top.addWidget(self.panels, 1)
        bottom.addWidget(self.told, 1)
        for button in (self.copy, self.save, close):
            bottom.addWidget(button)
        column = QVBoxLayout(self)
        column.addLayout(top)
        column.addWidget(about)
        column.addWidget(self.code, 1)
        column.addLayout(bottom)
        self.copy.setDefault(True)  # only now, inside its dialog
        self._work = Background(self)
        self._work.done.connect(self._show)
        self._work.failed.connect(self._on_failed)
        self._saving = Background(self)
        self._saving.done.connect(self._on_saved)
        self._saving.failed.connect(self._on_not_saved)
        session.changed.connect(self._on_changed)
        px = theme.look().px
        self.resize(round(px(960)), round(px(560)))
        self.code.setFocus()

    def show_panel(self, panel_id: str) -> None:
        """Show the lines of another panel."""
        index = self.panels.findData(panel_id)
        if index == self.panels.currentIndex():
            self._refresh()
        self.panels.setCurrentIndex(index)

    @property
    def panel_id(self) -> str:
        """The panel whose lines are shown."""
        return str(self.panels.currentData())

    def _on_changed(self, names: frozenset[str]) -> None:
        if names & find_panel(self.panel_id).uses:
            self._refresh()

    def _refresh(self) -> None:
        panel_id, state = self.panel_id, self._session.state

        def work() -> Script:
            script = numpy_script(panel_id, state)
            if not script:
                numbers_of(find_panel(panel_id), state)  # says what is missing
            return script

        self._work.ask(work)

    def _show(self, script: Script) -> None:
        self.script = script
        text = str(script)
        if text != self.code.toPlainText():
            self.code.setPlainText(text)
        size = data_size(script)
        told = ""
        if size:
            told = _tr("Saving writes a file of {size} beside it, which it loads.")
        self._tell(told.format(size=bytes_text(size)))
        self._allow(bool(script))

    def _allow(self, on: bool) -> None:
        self.copy.setEnabled(on)
        self.save.setEnabled(on)

    def _tell(self, text: str, *, warning: bool = False) -> None:
        self.told.setObjectName("warning" if warning else "muted")
        self.told.setStyleSheet(self.told.styleSheet())  # takes the colour of its new name
        self.told.setText(text)

    def _on_failed(self, error: Exception) -> None:
        if not isinstance(error, ExportError):
            raise error
        self.script = Script("")
        self.code.setPlainText("")
        self._allow(False)
        self._tell(str(error))

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self.code.toPlainText())
        self._tell(_tr("Copied."))

    def _on_save(self) -> None:
        script = self.script
        target = file_dialogs.save_file(
            self, _tr("Save as .py"), f"{script.name}.py", _tr("Python (*.py)")
        )
        if target is None:
            return
        if data_size(script) > LARGE_FILE:
            self._tell(_tr("Writing {size}…").format(size=bytes_text(data_size(script))))
        self.save.setEnabled(False)
        self._saving.ask(partial(lambda path: (path, save_script(path, script)), target))

    def _on_saved(self, saved: object) -> None:
        assert isinstance(saved, tuple)
        path, data = saved
        self.save.setEnabled(True)
        text = _tr("“{file}” is written.")
        if data is not None:
            text = _tr("“{file}” and “{data}” are written.")
        name = shortened(data.name) if data is not None else ""
        self._tell(text.format(file=shortened(path.name), data=name))

    def _on_not_saved(self, error: Exception) -> None:
        self.save.setEnabled(True)
        if not isinstance(error, ExportError):
            raise error
        self._tell(str(error), warning=True)
