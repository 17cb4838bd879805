"""What an exercise asks, its hints one by one, and its solution."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from posviz.lesson.exercises import Exercise
from posviz.lesson.progress import Practised
from posviz.panels import practice_words as words
from posviz.panels.practice_words import tr
from posviz.widgets.callout import Callout
from posviz.widgets.code_editor import CodeEditor, new_document
from posviz.widgets.note import Note
from posviz.widgets.painted import PaintedView
from posviz.widgets.paragraphs import paragraphs
from posviz.widgets.theme import current, look


class PracticeStatement(QWidget):
    """The text of one exercise; hints and solution below it.

    Signals
    -------
    hint_wanted()
        The learner asks for one more hint.
    grown()
        There is more to read at the end.
    """

    hint_wanted = Signal()
    grown = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._exercise: Exercise | None = None
        self._hints = 0
        self._title = Note(role="text", size=19)
        self._parts: list[PaintedView] = []
        self._callouts: list[Callout] = []
        self._hint = QPushButton()
        self._hint.clicked.connect(self.hint_wanted)
        self._solve = QPushButton(tr("Solution"))
        self._solve.setCheckable(True)
        self._solve.toggled.connect(self._on_solution)
        buttons = QHBoxLayout()
        buttons.addWidget(self._hint)
        buttons.addWidget(self._solve)
        buttons.addStretch(1)
        self._code = CodeEditor()
        self._code.setReadOnly(True)
        self._code.setTabChangesFocus(True)
        self._code.setAccessibleName(tr("Solution"))
        self._code.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._why = Note(role="text", size=14)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 6, 0)
        self._column.setSpacing(9)
        self._column.addWidget(self._title)
        self._column.addLayout(buttons)
        self._column.addWidget(self._code)
        self._column.addWidget(self._why)
        self._column.addStretch(1)
        self._code.hide()
        current().changed.connect(self._fit_code)

    def show_exercise(self, exercise: Exercise, done: Practised) -> None:
        """Show an exercise with so many hints as were asked for."""
        if exercise is not self._exercise:
            self._exercise = exercise
            for part in (*self._parts, *self._callouts):
                self._column.removeWidget(part)
                part.hide()  # it is drawn no more, though it lives until the next event
                part.deleteLater()
            self._callouts = []
            self._title.set_text(f"**{exercise.title}**")
            self._parts = paragraphs(exercise.statement, self)
            for index, part in enumerate(self._parts):
                self._column.insertWidget(1 + index, part)
            self._solve.setChecked(False)
            self._hints = done.hints
        count = len(exercise.hints)
        for number in range(len(self._callouts), min(done.hints, count)):
            text = f"{words.hint_title(number + 1, count)} {exercise.hints[number]}"
            callout = Callout(text, role="text", size=14, parent=self)
            self._callouts.append(callout)
            self._column.insertWidget(len(self._parts) + len(self._callouts), callout)
        if done.hints > self._hints:
            self.grown.emit()
        self._hints = done.hints
        self._hint.setText(words.next_hint(done.hints, count))
        self._hint.setEnabled(done.hints < count)
        tried = done.checks > 0
        self._solve.setEnabled(tried)
        self._solve.setToolTip(
            tr("Show one way to do it") if tried else tr("Check an attempt of your own first")
        )

    @property
    def shown_hints(self) -> list[str]:
        """The hints on show, as they are read."""
        return [callout.spoken_text() for callout in self._callouts]

    def _on_solution(self, on: bool) -> None:
        exercise = self._exercise
        self._code.setVisible(on)
        self._why.set_text(exercise.why if on and exercise is not None else "")
        if on and exercise is not None:
            self._code.show_document(new_document(exercise.solution.rstrip(), self._code))
            self._fit_code()
            self.grown.emit()

    def _fit_code(self) -> None:
        """Give the solution the height of its lines, so that it never scrolls up and down."""
        self._code.setFixedHeight(self._code.height_of_all(look()))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and self._exercise is not None:
            self._fit_code()


def set_direction(layout: QBoxLayout, *, beside: bool) -> None:
    """Put the parts of a layout beside each other, or below each other."""
    wanted = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
    if layout.direction() != wanted:
        layout.setDirection(wanted)
