"""Lesson > Handout…: asks what and where, and makes the file while the window goes on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QWidget

from posviz.export import ExportError
from posviz.handout import Choices, Handout
from posviz.lesson.lesson_files import LessonError
from posviz.model.notation import counted, shortened
from posviz.state import State
from posviz.state_fields import StateError
from posviz.window import file_dialogs
from posviz.window.ask_dialog import AskDialog
from posviz.window.layouts import panels_of
from posviz.window.notice_bar import NoticeBar
from posviz.window.writing_bar import WritingBar

_HANDOUT, _BUSY = "handout", "handout in progress"
"""What notices tell of."""


class HandoutDialog(AskDialog):
    """Asks for paper and answers."""

    def __init__(self, parent: QWidget) -> None:
        text = self.tr("Writes the lesson with its figures as a PDF, paged for print.")
        super().__init__(parent, self.tr("Handout"), text, self.tr("Save…"))
        self.answers = QCheckBox(self.tr("With the &answers at the end"))
        self.paper = QComboBox()
        self.paper.addItem(self.tr("A4"), "a4")
        self.paper.addItem(self.tr("US Letter"), "letter")
        self.paper.setAccessibleName(self.tr("Paper"))
        self.column.addWidget(self.paper)
        self.column.addWidget(self.answers)
        self.act.clicked.connect(self.accept)
        self.finish(420)

    def choices(self, state: State) -> Choices:
        """Return what was chosen, for the lesson of a State."""
        paper = str(self.paper.currentData())
        return Choices(panels_of, state.lesson, self.answers.isChecked(), paper)


class HandoutMaker(QObject):
    """Makes one handout at a time, a step at each turn of the event loop.

    Signals
    -------
    ended()
        It is written, or will not be.
    """

    ended = Signal()

    def __init__(self, window: QWidget, notices: NoticeBar, bar: WritingBar) -> None:
        super().__init__(window)
        self._window, self._notices, self._bar = window, notices, bar
        self._handout: Handout | None = None
        self._steps: Iterator[tuple[int, int]] = iter(())
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._go_on)
        bar.cancelled.connect(self._on_cancelled)

    @property
    def busy(self) -> bool:
        """Whether a handout is being made."""
        return self._handout is not None

    def tell_busy(self) -> None:
        """Say why no other file is written now."""
        busy = self.tr("A handout is being made. Wait for it, or cancel it.")
        self._notices.tell(busy, about=_BUSY)

    def ask(self, state: State) -> None:
        """Let the user choose, and make it."""
        if self.busy:
            self.tell_busy()
            return
        self._notices.over(_HANDOUT)
        dialog = HandoutDialog(self._window)
        dialog.accepted.connect(lambda: self._choose(dialog.choices(state)))
        dialog.open()

    def _choose(self, choices: Choices) -> None:
        target = file_dialogs.save_file(
            self._window, self.tr("Handout"), "lesson.pdf", self.tr("PDF (*.pdf)")
        )
        if target is not None:
            self.make(choices, target)

    def make(self, choices: Choices, path: Path) -> None:
        """Begin to make it."""
        try:
            self._handout = Handout(choices, path)
        except (ExportError, LessonError) as error:
            self._notices.tell(str(error), about=_HANDOUT)
            return
        self._steps = self._handout.steps()
        self._bar.start(path.name)
        self._timer.start()

    def stop(self) -> None:
        """Give it up; nothing is written."""
        self._timer.stop()
        close = getattr(self._steps, "close", None)
        if close is not None:
            close()
        self._steps = iter(())
        if self._handout is not None:
            self._handout = None
            self._bar.end()
            self._notices.over(_BUSY)
            self.ended.emit()

    def _go_on(self) -> None:
        assert self._handout is not None
        path, pages = self._handout.path, 0
        try:
            done, total = next(self._steps)
            self._bar.show_part(done / total)
            return
        except StopIteration:
            pages = self._handout.pages
        except (ExportError, LessonError, StateError) as error:
            self._notices.tell(str(error), about=_HANDOUT)
        self.stop()
        if pages:
            told = self.tr("“{file}” is written, {pages}.")
            text = told.format(file=shortened(path.name), pages=counted(pages, "page"))
            self._notices.tell(text, warning=False, about=_HANDOUT)

    def _on_cancelled(self) -> None:
        if self._handout is not None:
            told = self.tr("Writing “{file}” was cancelled; nothing was changed.")
            text = told.format(file=shortened(self._handout.path.name))
            self.stop()
            self._notices.tell(text, warning=False, about=_HANDOUT)
