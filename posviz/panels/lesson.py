"""The text of the current lesson step, with the way back and on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import numpy as np
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from posviz.export import Numbers
from posviz.lesson.glossary import glossary_of
from posviz.lesson.step_file import Step
from posviz.lesson.step_text import heard
from posviz.lesson.steps import beside, chapter_of, find_step, lesson_of
from posviz.panels.panel import Panel
from posviz.session import Session
from posviz.state import State
from posviz.widgets.callout import Callout
from posviz.widgets.choice_list import ChoiceList
from posviz.widgets.goal_note import GoalNote
from posviz.widgets.note import Note, literal, spoken
from posviz.widgets.painted import PaintedView
from posviz.widgets.paragraphs import paragraphs
from posviz.widgets.text_sized import follow_text_size
from posviz.widgets.way_button import WayButton

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
    uses = frozenset({"lesson", "step"})

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        follow_text_size(self, self.setMinimumWidth, _NARROWEST)
        self._title = Note(role="text", size=20)
        self.body.addWidget(self._title)
        self.body.setSpacing(10)
        self._paragraphs: list[PaintedView] = []
        self._question = Callout(role="text", size=14)
        self._choices = ChoiceList()
        self._choices.setAccessibleName(self.tr("Your prediction"))
        self._choices.picked.connect(self._on_predicted)
        self._why = Note(role="text", size=14)
        self._goal = GoalNote()
        for part in (self._question, self._choices, self._why, self._goal):
            self.body.addWidget(part)
            if isinstance(part, Note):
                part.went_to.connect(partial(self.reveal, part))
        self._step: Step | None = None
        session.progress_changed.connect(self._show_progress)
        # Below the text, not in it: the way on stays in sight however small the window.
        buttons = QWidget()
        row = QHBoxLayout(buttons)
        row.setContentsMargins(14, 8, 14, 12)
        self._back = WayButton()
        self._back.set_way(self.tr("Back"), -1)
        self._back.clicked.connect(self._on_back)
        self._next = WayButton()
        self._next.set_way(self.tr("Next"), 1)
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
            "to explore, Undo takes you back, and Lesson > Restart this step sets it up again.\n\n"
            "Some steps ask you to predict first: choose an answer, then the reason is shown. "
            "Others set a goal: its circle is ticked when you have done it. What you have seen "
            "and done is remembered. Words with dots below explain themselves when you rest the "
            "pointer on them; by keyboard, Tab goes to a paragraph that has some, and the arrow "
            "keys from word to word.",
        )

    @staticmethod
    def content(state: State) -> LessonPage:
        lesson = lesson_of(state)
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
        step = content.step
        asked = step.prediction.question if step.prediction else ""
        goal = step.goal.text if step.goal else ""
        return spoken(f"{_as_it_stands(step.title)}.", heard(step.text), asked, goal)

    def show_content(self, content: LessonPage) -> None:
        self._title.set_text(f"**{_as_it_stands(content.step.title)}**")
        for paragraph in self._paragraphs:
            self.body.removeWidget(paragraph)
            paragraph.hide()  # it is drawn no more, though it lives until the next event
            paragraph.deleteLater()
        self._paragraphs = paragraphs(content.step.text, self.figure)
        for index, paragraph in enumerate(self._paragraphs):
            self.body.insertWidget(1 + index, paragraph)
            if isinstance(paragraph, Note):
                paragraph.went_to.connect(partial(self.reveal, paragraph))
        self._step = content.step
        self._show_progress()
        self._explain()
        lesson = lesson_of(self.session.state)
        self._back.setEnabled(beside(content.step.id, -1, lesson) is not None)
        self._next.setEnabled(beside(content.step.id, 1, lesson) is not None)

    def _explain(self) -> None:
        """Explain each word of the glossary where it stands first in the step."""
        left = dict(glossary_of(self.session.state.lesson))
        for note in (*self._paragraphs, self._question, self._why, self._goal):
            if isinstance(note, Note):
                note.explain(left)
                left = {term: why for term, why in left.items() if why not in note.explained}
        self._order_tabs()

    def _order_tabs(self) -> None:
        """Let Tab go as the eye does; new paragraphs would come last."""
        parts = (self._question, self._choices, self._why, self._goal, self._back, self._next)
        stops = [
            part
            for part in (*self._paragraphs, *parts)
            if part.focusPolicy() & Qt.FocusPolicy.TabFocus
        ]
        for before, after in pairwise(stops):
            self.setTabOrder(before, after)

    def _show_progress(self) -> None:
        step, progress = self._step, self.session.progress
        if step is None:
            return
        prediction, chosen = step.prediction, progress.predicted.get(step.key)
        self._choices.setVisible(prediction is not None)
        self._question.set_text("" if prediction is None else prediction.question)
        if prediction is not None:
            # A lesson file may have changed since the learner chose.
            known = chosen in prediction.choices
            self._choices.show_choices(
                prediction.choices,
                prediction.choices.index(chosen) if known and chosen is not None else -1,
                prediction.choices.index(prediction.answer),
                brief=True,
            )
            self._why.set_text(prediction.why if known else "")
        else:
            self._why.set_text("")
        if step.goal is None:
            self._goal.set_text("")
        else:
            self._goal.show_goal(step.goal.text, reached=step.key in progress.reached)
        self._order_tabs()

    def _on_predicted(self, index: int) -> None:
        step = self._step
        if step is not None and step.prediction is not None:
            choice = step.prediction.choices[index]
            self.session.set_progress(self.session.progress.with_prediction(step.key, choice))

    def _on_back(self) -> None:
        self._go(-1)

    def _on_next(self) -> None:
        self._go(1)

    def _go(self, offset: int) -> None:
        step = beside(self.session.state.step, offset, lesson_of(self.session.state))
        if step is not None:
            self.session.update(**step.changes)


def _as_it_stands(title: str) -> str:
    """Return a title for Markdown, which its signs do not change and nothing shortens."""
    return literal(title, most=len(title))
