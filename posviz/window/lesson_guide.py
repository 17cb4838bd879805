"""Leads through the lesson: to a step, to another lesson, and to a step of one's own."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from posviz.lesson.authoring import capture_step
from posviz.lesson.checking import check_names
from posviz.lesson.lesson_files import LessonError
from posviz.lesson.step_file import Step
from posviz.lesson.steps import (
    Chapter,
    beside,
    chapter_of,
    find_step,
    lesson_at,
    lesson_of,
)
from posviz.panels import ENTRIES, find_panel
from posviz.session import Session
from posviz.state import State
from posviz.window import file_dialogs
from posviz.window.capture_dialog import CaptureDialog
from posviz.window.layouts import ARRANGEMENTS
from posviz.window.notice_bar import NoticeBar

_LESSON, _WRITTEN = "lesson", "step written"
"""What notices tell of."""


class LessonGuide(QObject):
    """Goes from step to step, and opens and writes lessons."""

    def __init__(self, session: Session, window: QWidget, notices: NoticeBar) -> None:
        super().__init__(window)
        self._session, self._window, self._notices = session, window, notices
        session.changed.connect(self._on_changed)

    def _on_changed(self, names: frozenset[str]) -> None:
        if names & {"lesson", "step"}:
            self._notices.over(_WRITTEN)

    @property
    def lesson(self) -> tuple[Chapter, ...]:
        """The lesson in use."""
        return lesson_of(self._session.state)

    @property
    def step(self) -> Step:
        """The step that is on show."""
        return find_step(self._session.state.step, self.lesson)

    @property
    def place(self) -> tuple[int, int]:
        """Which step of how many in its chapter is on show, counted from 1."""
        steps = chapter_of(self.step.id, self.lesson).steps
        return steps.index(self.step) + 1, len(steps)

    @property
    def finished(self) -> frozenset[str]:
        """Ids of the chapters of which every step was seen."""
        progress = self._session.progress
        return frozenset(c.id for c in self.lesson if progress.has_finished(c))

    def go(self, offset: int) -> None:
        """Go so many steps on; 0 sets the step up anew, after its file was read again."""
        if not offset and self._session.state.lesson and not self._reread():
            return
        step = beside(self._session.state.step, offset, self.lesson)
        if step is not None:
            self._session.update(**step.changes)

    def go_to_chapter(self, chapter_id: str) -> None:
        """Go to the first step of a chapter, unless one of its steps is on show."""
        chapter = next(c for c in self.lesson if c.id == chapter_id)
        if chapter.id != chapter_of(self._session.state.step, self.lesson).id:
            self._session.update(**chapter.steps[0].changes)

    def start_afresh(self) -> None:
        """Set the step up with nothing left of what was changed before."""
        lesson = self._session.state.lesson
        self._session.start_from(State(), **{**self.step.changes, "lesson": lesson})

    def tell_if_missing(self) -> None:
        """Say why the lesson that ships is shown in place of the one that was asked for."""
        self._usable(self._session.state.lesson)

    def _reread(self) -> bool:
        """Read the lesson in use again; one that has become bad is told and left as it was."""
        folder = self._session.state.lesson
        lesson_at.cache_clear()
        return self._usable(folder) is not None

    def _usable(self, folder: str) -> tuple[Chapter, ...] | None:
        """Return the lesson of a folder, or tell why it cannot be used."""
        try:
            lesson = lesson_at(folder)
            check_names(lesson, {entry.id for entry in ENTRIES}, ARRANGEMENTS)
        except LessonError as error:
            self._notices.tell(
                self.tr("The lesson cannot be opened. {reason}").format(reason=error),
                about=_LESSON,
            )
            return None
        self._notices.over(_LESSON)
        return lesson

    def open(self, folder: Path) -> None:
        """Open the lesson of a folder at its first step; a bad one is told and changes nothing."""
        lesson_at.cache_clear()
        name = str(folder.absolute())
        lesson = self._usable(name)
        if lesson is not None:
            file_dialogs.remember(folder)
            self._session.update(**{**lesson[0].steps[0].changes, "lesson": name})

    def open_shipped(self) -> None:
        """Go back to the lesson that ships."""
        if self._session.state.lesson:
            first = lesson_at("")[0].steps[0]
            self._session.update(**{**first.changes, "lesson": ""})

    def ask_for_lesson(self) -> None:
        """Let the user choose a lesson folder."""
        folder = file_dialogs.choose_folder(self._window, self.tr("Open lesson folder"))
        if folder is not None:
            self.open(folder)

    def capture(self, panels: tuple[tuple[str, ...], ...]) -> None:
        """Let the user write a step that shows what is on screen now."""
        state = self._session.state
        session, draft = self._session, self._session.drafts.step
        chapters = self.lesson if state.lesson else ()
        dialog = CaptureDialog(self._window, state.lesson, chapters, draft)

        def keep() -> None:
            session.set_drafts(session.drafts.with_step(dialog.typed))

        used = frozenset[str]().union(
            *(find_panel(panel).uses for column in panels for panel in column)
        )

        def write() -> None:
            try:
                path = capture_step(
                    dialog.folder, dialog.chapter, dialog.title, dialog.text, state, panels, used
                )
            except LessonError as error:
                dialog.refuse(str(error))
                return
            dialog.accept()
            session.set_drafts(session.drafts.with_step({}))
            lesson_at.cache_clear()
            name = str(dialog.folder.absolute())
            if self._usable(name) is not None:
                step = f"{path.parent.name}/{path.stem}"
                self._session.update(lesson=name, step=step)
                self._notices.tell(
                    self.tr("The step was written to “{path}”.").format(path=path),
                    warning=False,
                    about=_WRITTEN,
                )

        dialog.edited.connect(keep)
        dialog.act.clicked.connect(write)
        dialog.open()
