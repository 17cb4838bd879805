"""Writes panels to files: asks what and where, and writes numbers while the window goes on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtWidgets import QDialog, QWidget

from posviz.background import Background
from posviz.export import (
    FORMATS,
    LARGE_FILE,
    PICTURES,
    ExportError,
    Numbers,
    file_size,
    format_of,
    free_space,
    write_numbers,
)
from posviz.model.embedding_files import Cancelled
from posviz.model.notation import bytes_text, shortened
from posviz.panels import find_panel
from posviz.panels.output import PanelPicture, numbers_of
from posviz.panels.panel import Panel
from posviz.state import State
from posviz.window import file_dialogs
from posviz.window.export_dialog import ExportDialog, InSight
from posviz.window.export_dialogs import LargeFileDialog
from posviz.window.notice_bar import NoticeBar
from posviz.window.writing_bar import WritingBar

_EXPORT, _BUSY = "export", "export in progress"
"""What notices tell of."""


@dataclass(frozen=True)
class _Job:
    """A file of numbers that is wanted.

    Attributes
    ----------
    panel, state, path
        What of, and where.
    in_sight
        A smaller State to offer in its place, or None.
    """

    panel: type[Panel[Any]]
    state: State
    path: Path
    in_sight: State | None


class Exporter(QObject):
    """Writes one file at a time; until it is complete the old one is as it was.

    Signals
    -------
    ended()
        The file of numbers is written, or will not be.
    """

    ended = Signal()
    _percent_changed = Signal(object, int)

    def __init__(self, window: QWidget, notices: NoticeBar, bar: WritingBar) -> None:
        super().__init__(window)
        self._window, self._notices, self._bar = window, notices, bar
        self._job: _Job | None = None
        self._stop = Event()
        self._question: QDialog | None = None
        self._making, self._writing = Background(self), Background(self)
        self._making.done.connect(self._on_made)
        self._making.failed.connect(self._on_failed)
        self._writing.done.connect(self._on_written)
        self._writing.failed.connect(self._on_failed)
        self._percent_changed.connect(self._on_percent)
        bar.cancelled.connect(self._on_cancelled)
        app = QCoreApplication.instance()
        assert app is not None
        app.aboutToQuit.connect(self.stop)

    @property
    def busy(self) -> bool:
        """Whether a file of numbers is being made, asked about or written."""
        return self._job is not None

    def export(self, state: State, panel_id: str, in_sight: InSight) -> None:
        """Ask what to export and where, and write it."""
        self._notices.over(_EXPORT)
        dialog = ExportDialog(self._window, state, panel_id, in_sight)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        if not accepted:
            return
        target = file_dialogs.save_file(
            self._window,
            self.tr("Export panel"),
            dialog.file_name,
            f"*{dialog.ending}",
            FORMATS,
        )
        if target is None:
            return
        panel = find_panel(dialog.panel_id)
        if format_of(target) not in PICTURES:
            smaller = dialog.in_sight if dialog.in_sight.block != dialog.state.block else None
            self._start(_Job(panel, dialog.state, target, smaller))
            return
        picture = PanelPicture(panel, dialog.state)
        try:
            picture.write(target, dialog.style_of_picture)
        except ExportError as error:
            self._notices.tell(str(error), about=_EXPORT)
        finally:
            picture.close()

    def tell_busy(self) -> None:
        """Say why no other file is written now."""
        if self._job is not None:
            busy = self.tr("“{file}” is still being written. Wait for it, or cancel it.")
            self._notices.tell(busy.format(file=shortened(self._job.path.name)), about=_BUSY)

    def stop(self) -> None:
        """Give up the file that is being written."""
        self._stop.set()
        self._making.drop()
        self._writing.drop()
        if self._question is not None:
            self._question.reject()
        self._end()

    def _start(self, job: _Job) -> None:
        if self._job is not None:
            self.tell_busy()
            return
        self._make(job)

    def _make(self, job: _Job) -> None:
        self._job = job
        self._bar.start(job.path.name)

        def work() -> tuple[Numbers, int]:
            numbers = numbers_of(job.panel, job.state)
            return numbers, file_size(numbers, format_of(job.path))

        self._making.ask(work)

    def _on_made(self, made: tuple[Numbers, int]) -> None:
        assert self._job is not None
        numbers, size = made
        try:
            free = free_space(self._job.path)
        except ExportError as error:
            self._on_failed(error)
            return
        if size <= min(LARGE_FILE, free):
            self._write(numbers)
            return
        self._bar.end()
        shape = numbers.values.shape
        question = LargeFileDialog(
            self._window, self._job.path, shape, size, free, self._job.in_sight
        )
        question.finished.connect(partial(self._on_answered, question, numbers))
        self._question = question
        question.open()

    def _on_answered(self, question: LargeFileDialog, numbers: Numbers, answer: int) -> None:
        self._question = None
        if self._job is None:
            return
        if answer != QDialog.DialogCode.Accepted:
            self._end()
        elif question.smaller:
            assert self._job.in_sight is not None
            self._make(replace(self._job, state=self._job.in_sight, in_sight=None))
        else:
            self._write(numbers)

    def _write(self, numbers: Numbers) -> None:
        assert self._job is not None
        self._bar.start(self._job.path.name)
        self._stop = Event()
        stop, percent = self._stop, -1

        def progress(done: int, total: int) -> bool:
            nonlocal percent
            if not stop.is_set() and 100 * done // max(total, 1) != percent:
                percent = 100 * done // max(total, 1)
                self._percent_changed.emit(stop, percent)
            return not stop.is_set()

        self._writing.ask(partial(write_numbers, self._job.path, numbers, progress))

    def _on_percent(self, stop: Event, percent: int) -> None:
        if not stop.is_set():
            self._bar.show_part(percent / 100)

    def _on_written(self, written: int) -> None:
        assert self._job is not None
        path = self._job.path
        if self._bar.is_due:
            told = self.tr("“{file}” is written, {size}.")
            size = bytes_text(written)
            self._notices.tell(
                told.format(file=shortened(path.name), size=size), warning=False, about=_EXPORT
            )
        self._end()

    def _on_failed(self, error: Exception) -> None:
        self._end()
        if isinstance(error, ExportError):
            self._notices.tell(str(error), about=_EXPORT)
        elif not isinstance(error, Cancelled):
            raise error

    def _on_cancelled(self) -> None:
        if self._job is None:
            return
        told = self.tr("Writing “{file}” was cancelled; nothing was changed.")
        self._notices.tell(
            told.format(file=shortened(self._job.path.name)), warning=False, about=_EXPORT
        )
        self.stop()

    def _end(self) -> None:
        self._bar.end()
        self._notices.over(_BUSY)
        if self._job is not None:
            self._job = None
            self.ended.emit()
