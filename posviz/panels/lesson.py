"""The text of the current lesson step, with the way back and on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from posviz.export import Numbers
from posviz.lesson.steps import Step, beside, chapter_of, find_step, shipped_lesson
from posviz.panels.panel import Panel
from posviz.session import Session
from posviz.state import State
from posviz.widgets.callout import Callout
from posviz.widgets.note import Note
from posviz.widgets.theme import look

_NARROWEST = 236
"""Below this the words of a paragraph stand in each other's way."""


@dataclass(frozen=True)
class LessonPage:
    """The current step and where it stands in its chapter, counted from 1."""

    step: Step
    chapter: str
    number: int
    count: int


class LessonPanel(Panel[LessonPage]):
    """The guided lesson, a step at a time."""

    id = "lesson"
    uses = frozenset({"step"})

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.setMinimumWidth(round(look().px(_NARROWEST)))
        self._title = Note(role="text", size=21)
        self.body.addWidget(self._title)
        self.body.setSpacing(12)
        self._paragraphs: list[Note] = []
        # Below the text, not in it: the way on stays in sight however small the window.
        buttons = QWidget()
        row = QHBoxLayout(buttons)
        row.setContentsMargins(14, 8, 14, 12)
        self._back = QPushButton(self.tr("← Back"))
        self._back.clicked.connect(self._on_back)
        self._next = QPushButton(self.tr("Next →"))
        self._next.setObjectName("primary")
        self._next.clicked.connect(self._on_next)
        row.addWidget(self._back)
        row.addWidget(self._next)
        row.addStretch(1)
        self.body.addStretch(1)
        layout = self.layout()
        assert layout is not None
        layout.addWidget(buttons)

    @classmethod
    def title(cls) -> str:
        return QCoreApplication.translate("LessonPanel", "Lesson")

    @classmethod
    def help(cls) -> str:
        return QCoreApplication.translate(
            "LessonPanel",
            "A short text for each step. A step sets the instruments; everything stays free "
            "to explore, Undo takes you back, and Lesson > Restart this step sets it up again.",
        )

    @staticmethod
    def content(state: State) -> LessonPage:
        lesson = shipped_lesson()
        step = find_step(state.step, lesson)
        chapter = chapter_of(step.id, lesson)
        return LessonPage(step, chapter.title, chapter.steps.index(step) + 1, len(chapter.steps))

    @staticmethod
    def numbers(content: LessonPage) -> Numbers:
        place = np.array([content.number, content.count], dtype=np.int64)
        return Numbers(place, ("step", "of"), [(content.number, content.count)])

    def heading(self, content: LessonPage) -> str:
        return self.tr("{chapter} · {number} of {count}").format(
            chapter=content.chapter, number=content.number, count=content.count
        )

    def summary(self, content: LessonPage) -> str:
        return f"{content.step.title}. {content.step.text}"

    def show_content(self, content: LessonPage) -> None:
        self._title.set_text(f"**{content.step.title}**")
        for paragraph in self._paragraphs:
            self.body.removeWidget(paragraph)
            paragraph.hide()  # it is drawn no more, though it lives until the next event
            paragraph.deleteLater()
        self._paragraphs = [
            _paragraph(part, self.figure) for part in content.step.text.split("\n\n")
        ]
        for index, paragraph in enumerate(self._paragraphs):
            self.body.insertWidget(1 + index, paragraph)
        lesson = shipped_lesson()
        self._back.setEnabled(beside(content.step.id, -1, lesson) is not None)
        self._next.setEnabled(beside(content.step.id, 1, lesson) is not None)

    def _on_back(self) -> None:
        self._go(-1)

    def _on_next(self) -> None:
        self._go(1)

    def _go(self, offset: int) -> None:
        step = beside(self.session.state.step, offset, shipped_lesson())
        if step is not None:
            self.session.update(**step.changes)


def _paragraph(markdown: str, parent: QWidget) -> Note:
    lines = markdown.strip().splitlines()
    if lines and all(line.startswith(">") for line in lines):
        quoted = "\n".join(line[1:].lstrip() for line in lines)
        return Callout(quoted, role="text", size=14, parent=parent)
    return Note(markdown.strip(), role="text", size=14, parent=parent)
