"""The quiz: rounds of seven questions, for one learner or for a whole class."""

from __future__ import annotations

import random
from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QWidget

from posviz.export import Numbers
from posviz.lesson.quiz import Question, Round
from posviz.model.notation import plain
from posviz.panels import quiz_words as words
from posviz.panels.panel import Panel
from posviz.panels.quiz_content import (
    SHARES,
    QuizRound,
    paper,
    played_round,
    read_answer,
    round_of,
    topic_bars,
)
from posviz.panels.quiz_words import tr
from posviz.session import Session
from posviz.state import State
from posviz.widgets.bar_list import BarList
from posviz.widgets.callout import Callout
from posviz.widgets.choice_list import ChoiceList
from posviz.widgets.note import Note
from posviz.widgets.round_bar import RoundBar
from posviz.widgets.way_button import WayButton

_SEEDS = 2**31


class QuizPanel(Panel[QuizRound]):
    """One question at a time; then the answer, the reason and the view that shows it."""

    id = "quiz"
    uses = frozenset({"seed"})

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._for_class = self.controls.add_switch(self.tr("For a class"), self._on_for_class)
        self._for_class.setToolTip(
            self.tr("Count the votes of a class and reveal the answer; no results are kept")
        )
        self._bar = RoundBar()
        self._bar.setAccessibleName(self.tr("Questions of this round"))
        self._text = Note(role="text", size=21)
        self._choices = ChoiceList(numbered=True)
        self._choices.setAccessibleName(self.tr("Answers"))
        self._choices.picked.connect(self._on_choice)
        self._number = self._line(self.tr("Your number"), self._on_answer)
        self._unit = Note(role="muted", size=14)
        self._entry = _row(self._number, self._unit)
        self._tally = self._line(self.tr("Votes, separated by blanks"), self._on_tally)
        self._tally.setPlaceholderText(self.tr("Votes: 12 5 30 2"))
        self._hint = Note(size=14)
        self._verdict = Note(role="text", size=15)
        self._why = Callout(role="text", size=14)
        self._answer = self._button(self.tr("Answer"), self._on_answer)
        self._look = self._button(self.tr("Show me"), self._on_show)
        self._next = WayButton()
        self._next.clicked.connect(self._on_next)
        self._next.setObjectName("primary")
        self._topics = BarList()
        self._topics.setAccessibleName(self.tr("Your topics"))
        for part in (
            self._bar,
            self._text,
            self._choices,
            self._entry,
            self._tally,
            self._hint,
            self._verdict,
            self._why,
            _row(self._answer, self._look, self._next),
            self._topics,
        ):
            self.body.addWidget(part)
        self.body.addStretch(1)
        self.body.setSpacing(12)
        self._given: int | float | State | None = None
        self._votes: list[int] = []
        self._class_round: Round | None = None
        self._finished: tuple[bool, ...] = ()
        session.progress_changed.connect(self._on_progress)
        session.changed.connect(self._on_selected)

    def _button(self, text: str, act: Callable[[], None]) -> QPushButton:
        button = QPushButton(text)
        button.clicked.connect(act)
        return button

    def _line(self, name: str, act: Callable[[], None]) -> QLineEdit:
        line = QLineEdit()
        line.setAccessibleName(name)
        line.setMaximumWidth(280)
        line.returnPressed.connect(act)
        return line

    @classmethod
    def title(cls) -> str:
        return tr("Quiz")

    @classmethod
    def help(cls) -> str:
        return tr(
            "Rounds of seven questions. Choose by mouse, with the arrow keys and Return, or by "
            "the number of the answer; type a number with a point (6.28 or 1e-3); or select in a "
            "panel what is asked for and press Answer. **Show me** opens the view in which one "
            "can see it.\n\n{rule} Results are kept between runs.\n\n**For a class**: a number "
            "key or a click on an answer counts a vote, or type all counts at once; R reveals "
            "the answer. Nothing of it enters your results. `posviz quiz` prints a round on "
            "paper."
        ).format(rule=words.rule())

    @staticmethod
    def content(state: State) -> QuizRound:
        return QuizRound(round_of(state.seed), state.seed)

    @staticmethod
    def numbers(content: QuizRound) -> Numbers:
        return paper(content.questions)

    def heading(self, content: QuizRound) -> str:
        question, number = self._question, self._place
        if question is None:
            return self.title()
        return tr("Quiz · question {number} of {count} · {topic}").format(
            number=number + 1, count=len(self._questions), topic=tr(question.topic)
        )

    def summary(self, content: QuizRound) -> str:
        return f"{self.heading(content)}. {self._text.accessibleName()}"

    def show_content(self, content: QuizRound) -> None:
        self._show_page()

    # What is being played

    @property
    def _is_class(self) -> bool:
        return self._class_round is not None

    @property
    def _round(self) -> Round | None:
        return self._class_round or self.session.progress.round

    @property
    def _questions(self) -> tuple[Question, ...]:
        if self._class_round is not None:
            return round_of(self._class_round.seed)
        return played_round(self.session.progress)

    @property
    def _place(self) -> int:
        """Index of the question on show."""
        played = self._round
        return 0 if played is None else len(played.right) - (self._given is not None)

    @property
    def _question(self) -> Question | None:
        questions, place = self._questions, self._place
        return questions[place] if place < len(questions) else None

    # Showing it

    def _show_page(self) -> None:
        question = self._question
        played = self._round
        self._bar.setVisible(question is not None)
        for part in (self._choices, self._entry, self._tally, self._answer, self._look):
            part.hide()
        for note in (self._hint, self._verdict, self._why):
            note.set_text("")
        self._topics.setVisible(question is None and not self._is_class)
        if question is None or played is None:
            self._show_between()
        else:
            self._bar.show_round(len(self._questions), played.right)
            self._text.set_text(question.text)
            self._show_question(question)
            if self._given is not None:
                self._show_answer(question, self._given)
        self.heading_changed.emit(self.heading(QuizRound((), 0)))

    def _show_between(self) -> None:
        """Show what came of the last round, and the way to the next."""
        right = self._finished if self._round is None else self._round.right
        first = not right
        self._text.set_text(tr("**Seven questions**") if first else words.result(right))
        self._hint.set_text(words.rule())
        self._next.set_way(tr("Start a round") if first else tr("Another round"), 0)
        self._next.show()
        bars = topic_bars(self.session.progress.quiz)
        self._topics.setVisible(bool(bars))
        if bars:
            self._topics.set_bars(bars, (tr("Topic"), tr("right")), SHARES)

    def _show_question(self, question: Question) -> None:
        open_ = self._given is None
        self._next.setVisible(not open_)
        last = self._place == len(self._questions) - 1
        self._next.set_way(tr("See the result") if last else tr("Next question"), 0 if last else 1)
        if question.kind == "choice":
            self._choices.show()
            if self._is_class:
                right = -1 if open_ else question.right
                self._choices.show_votes(question.choices, self._votes, right)
                self._tally.setVisible(open_)
            else:
                chosen = self._given if isinstance(self._given, int) else -1
                self._choices.show_choices(question.choices, chosen, question.right)
        elif question.kind == "number":
            self._entry.show()
            self._number.setEnabled(open_)
            self._unit.set_text(question.unit)
        elif open_:
            self._hint.set_text(words.selected_text(question, self.session.state))
        self._answer.setVisible(open_ and (self._is_class or question.kind != "choice"))
        self._answer.setText(tr("Reveal  R") if self._is_class else tr("Answer"))

    def _show_answer(self, question: Question, given: int | float | State) -> None:
        if not self._is_class:
            self._verdict.set_text(words.verdict(question, question.is_right(given)))
        chosen = given if isinstance(given, int) and not self._is_class else question.right
        self._why.set_text(words.reason(question, chosen))
        self._look.show()

    # Playing

    def _on_progress(self) -> None:
        self._show_page()

    def _on_selected(self, names: frozenset[str]) -> None:
        question = self._question
        if question is not None and question.kind == "pick" and self._given is None:
            self._hint.set_text(words.selected_text(question, self.session.state))

    def _on_for_class(self, on: bool) -> None:
        self._given, self._finished = None, ()
        self._class_round = Round(random.randrange(_SEEDS)) if on else None
        self._begin_question()

    def _begin_question(self) -> None:
        """Show a question that is still open, and where to answer it."""
        question = self._question
        self._number.clear()
        self._tally.clear()
        self._votes = [0] * (0 if question is None else len(question.choices))
        self._show_page()
        if question is not None and question.kind == "pick":
            self._on_show()
        focus = {"choice": self._choices, "number": self._number}
        (self._next if question is None else focus.get(question.kind, self._answer)).setFocus()

    def _on_choice(self, index: int) -> None:
        if self._is_class:
            self._votes[index] += 1
            self._show_page()
        else:
            self._take(index)

    def _on_tally(self) -> None:
        counts = self._tally.text().replace(",", " ").split()
        if len(counts) == len(self._votes) and all(map(str.isdecimal, counts)):
            self._votes = [int(count) for count in counts]
            self._tally.clear()
            self._show_page()
        else:
            said = tr("Type {count} counts, separated by blanks.")
            self._hint.set_text(said.format(count=len(self._votes)))

    def _on_answer(self) -> None:
        question = self._question
        if question is None or self._given is not None:
            return
        if self._is_class:
            self._take(question.right)
        elif question.kind == "number":
            number = read_answer(self._number.text())
            if number is None:
                self._hint.set_text(
                    tr("Write a number such as {example} or 1e-3.").format(example=plain(6.28, 2))
                )
                return
            self._take(number)
        elif question.kind == "pick":
            self._take(self.session.state)

    def _take(self, given: int | float | State) -> None:
        question, played = self._question, self._round
        if question is None or played is None:
            return
        right = question.is_right(given)
        if self._is_class and self._votes:
            right = self._votes[question.right] == max(self._votes) > 0
        self._given = given
        after = Round(played.seed, (*played.right, right))
        if self._is_class:
            self._class_round = after
            self._show_page()
        else:
            self.session.set_progress(self.session.progress.with_round(after))
        self._next.setFocus()

    def _on_next(self) -> None:
        played, questions = self._round, self._questions
        if played is None:
            start = Round(random.randrange(_SEEDS))
            self.session.set_progress(self.session.progress.with_round(start))
        elif len(played.right) == len(questions):
            self._finished = played.right
            self._given = None
            if self._is_class:
                self._class_round = Round(random.randrange(_SEEDS))
            else:
                progress = self.session.progress.with_finished_round(questions)
                self.session.set_progress(progress)
                self._show_page()
                return
        self._given = None
        self._begin_question()

    def _on_show(self) -> None:
        question = self._question
        if question is not None:
            self.session.update(**question.view.values)
            self.wanted_panel.emit(question.view.panel)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_R and self._is_class:
            self._on_answer()
        else:
            super().keyPressEvent(event)


def _row(*parts: QWidget) -> QWidget:
    holder = QWidget()
    line = QHBoxLayout(holder)
    line.setContentsMargins(0, 0, 0, 0)
    for part in parts:
        line.addWidget(part)
    line.addStretch(1)
    return holder
