"""Asks for the words of a step that is made from what is on screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Signal
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
    """Folder, chapter, title and text of a new step.

    `draft` is what was typed before and never written, as `typed` gives it.

    Signals
    -------
    edited()
        Something was typed.
    """

    edited = Signal()

    def __init__(
        self,
        parent: QWidget,
        folder: str,
        chapters: Sequence[Chapter],
        draft: Mapping[str, str] | None = None,
    ) -> None:
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
        self._show_draft(draft or {})
        for change in (
            self._folder.textChanged,
            self._title.textChanged,
            self._chapter.editTextChanged,
            self._text.textChanged,
        ):
            change.connect(self._show_ready)
            change.connect(self.edited)
        self._show_ready()
        (self._title if self._folder.text() else self._folder).setFocus()
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

    @property
    def typed(self) -> dict[str, str]:
        """All of it as it stands, by the names in `STEP_PARTS`."""
        return {
            "folder": self._folder.text(),
            "chapter": self._chapter.currentText(),
            "title": self._title.text(),
            "text": self.text,
        }

    def _show_draft(self, draft: Mapping[str, str]) -> None:
        if not draft:
            return
        self._folder.setText(draft.get("folder") or self._folder.text())
        self._chapter.setEditText(draft.get("chapter") or self.chapter)
        self._title.setText(draft.get("title", ""))
        self._text.setPlainText(draft.get("text", ""))

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
