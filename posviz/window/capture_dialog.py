"""Asks for the words of a step that is made from what is on screen."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)

from posviz.lesson.steps import Chapter
from posviz.window import file_dialogs
from posviz.window.ask_dialog import AskDialog


def _tr(text: str) -> str:
    return QCoreApplication.translate("capture_dialog", text)


class CaptureDialog(AskDialog):
    """Folder, chapter, title and text of a new step."""

    def __init__(self, parent: QWidget, folder: str, chapters: Sequence[Chapter]) -> None:
        super().__init__(
            parent,
            _tr("Capture step"),
            _tr(
                "Writes a lesson step that sets up what is on screen now, with the panels where "
                "they are. It goes to the end of its chapter; the file can be edited later."
            ),
            _tr("Write step"),
        )
        self._folder = QLineEdit(folder)
        self._folder.setPlaceholderText(_tr("A folder of your own"))
        browse = QPushButton(_tr("Choose…"))
        browse.clicked.connect(self._on_browse)
        place = QHBoxLayout()
        place.addWidget(self._folder, 1)
        place.addWidget(browse)
        self._chapter = QComboBox()
        self._chapter.setEditable(True)
        self._chapter.addItems([chapter.title for chapter in chapters])
        self._title = QLineEdit()
        self._text = QPlainTextEdit()
        self._text.setPlaceholderText(
            _tr("40 to 90 words in Markdown; a line that begins with > is something to try.")
        )
        self._text.setTabChangesFocus(True)
        form = QFormLayout()
        form.setSpacing(8)
        folder_label = QLabel(_tr("Lesson &folder"))
        folder_label.setBuddy(self._folder)
        form.addRow(folder_label, place)
        form.addRow(_tr("&Chapter"), self._chapter)
        form.addRow(_tr("&Title"), self._title)
        form.addRow(_tr("Te&xt"), self._text)
        for label, control in (
            (_tr("Lesson folder"), self._folder),
            (_tr("Chapter"), self._chapter),
            (_tr("Title"), self._title),
            (_tr("Text"), self._text),
        ):
            control.setAccessibleName(label)
        self.column.addLayout(form, 1)
        self._refusal = self.add_text("", "warning")
        self._refusal.hide()
        for line in (self._folder, self._title):
            line.textChanged.connect(self._show_ready)
        self._chapter.editTextChanged.connect(self._show_ready)
        self._show_ready()
        (self._title if folder else self._folder).setFocus()
        self.finish(560)

    @property
    def folder(self) -> Path:
        """Where the lesson lies."""
        return Path(self._folder.text().strip()).expanduser()

    @property
    def chapter(self) -> str:
        """Title of the chapter."""
        return self._chapter.currentText().strip()

    @property
    def title(self) -> str:
        """Title of the step."""
        return self._title.text().strip()

    @property
    def text(self) -> str:
        """Its text."""
        return self._text.toPlainText()

    def refuse(self, reason: str) -> None:
        """Say why the step cannot be written; nothing that was typed is lost."""
        self._refusal.setText(reason)
        self._refusal.show()

    def _show_ready(self) -> None:
        folder = self._folder.text().strip()
        self.act.setEnabled(bool(folder and self.chapter and self.title))

    def _on_browse(self) -> None:
        folder = file_dialogs.choose_folder(self, _tr("Lesson folder"))
        if folder is not None:
            self._folder.setText(str(folder))
