"""Practice: exercises in real Python, with an editor, hints and verdicts that teach."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut, QTextDocument
from PySide6.QtWidgets import (
    QBoxLayout,
    QPushButton,
    QScrollArea,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from posviz.exercise_runner import LONGEST_SOURCE
from posviz.export import Numbers
from posviz.lesson.exercises import IDS, Exercise
from posviz.lesson.judging import Verdict
from posviz.model.notation import grouped
from posviz.panels import practice_words as words
from posviz.panels.panel import Panel
from posviz.panels.practice_content import OpenExercise, exercise_in, listed, passed_count
from posviz.panels.practice_picture import sheet
from posviz.panels.practice_results import PracticeResults, reading_area
from posviz.panels.practice_run import CodeRunner, Kind
from posviz.panels.practice_statement import PracticeStatement, set_direction
from posviz.panels.practice_words import tr
from posviz.sandbox.results import Outcome
from posviz.session import Session
from posviz.state import State
from posviz.widgets.code_editor import CodeEditor, new_document
from posviz.widgets.flow_layout import FlowLayout
from posviz.widgets.marked_list import MarkedList
from posviz.widgets.theme import look

_ON_KEYPAD = {"check": "Ctrl+Enter", "run": "Ctrl+Shift+Enter"}
_WIDE, _MEDIUM = 1200.0, 640.0
_LEAST_TEXT = 150.0
_WIDE_WORK = 780.0
_SHARES = (0.6, 0.4)
"""Of editor and results."""


class PracticePanel(Panel[OpenExercise]):
    """The list of exercises, what one asks, the learner's code, and what came of it."""

    id = "practice"
    uses = frozenset({"exercise"})

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._documents: dict[str, QTextDocument] = {}
        self._exercise: Exercise | None = None
        self._source = ""
        self._list = MarkedList()
        self._list.setAccessibleName(tr("Exercises"))
        self._list.picked.connect(self._on_picked)
        self._statement = PracticeStatement()
        self._statement.hint_wanted.connect(self._on_hint)
        self._editor = CodeEditor(most=LONGEST_SOURCE)
        self._editor.setAccessibleName(tr("Your code"))
        self._editor.setAccessibleDescription(tr("Ctrl+Tab leaves the editor."))
        self._editor.edited.connect(self._on_edited)
        self._editor.refused.connect(self._on_refused)
        self._results = PracticeResults()
        self._results.pointed.connect(self.readout)
        self._runner = CodeRunner(self)
        self._runner.started.connect(self._show_buttons)
        self._runner.printed.connect(self._results.add_output)
        self._runner.finished.connect(self._on_finished)
        self._check = self._button(tr("Check"), "check", partial(self._start, "check"))
        self._check.setObjectName("primary")
        self._run = self._button(tr("Run"), "run", partial(self._start, "run"))
        self._stop = self._button(tr("Stop"), "stop", self._runner.stop)
        self._reset = QPushButton(tr("Reset to the starter"))
        self._reset.setToolTip(tr("Put the starter in place; Ctrl+Z brings your code back"))
        self._reset.clicked.connect(self._on_reset)
        self._columns = _Columns(self._list, self._statement, self._make_work())
        self._statement.grown.connect(self._columns.show_end)
        self.body.addWidget(self._columns, 1)
        session.progress_changed.connect(self._show_progress)
        session.drafts_changed.connect(self._show_buttons)

    def _button(self, text: str, name: str, act: object) -> QPushButton:
        button = QPushButton(text)
        button.setToolTip(f"{text} ({words.shown_keys()[name]})")
        button.clicked.connect(act)
        for keys in filter(None, (words.KEYS[name], _ON_KEYPAD.get(name))):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(button.click)
        return button

    def _make_work(self) -> QWidget:
        buttons = FlowLayout(across=6)
        for button in (self._check, self._run, self._stop, self._reset):
            buttons.addWidget(button)
        self._halves = QSplitter(Qt.Orientation.Vertical)
        self._halves.setChildrenCollapsible(False)
        self._halves.setHandleWidth(10)
        self._halves.addWidget(self._editor)
        self._halves.addWidget(self._results)
        for index, share in enumerate(_SHARES):
            self._halves.setStretchFactor(index, round(10 * share))
        work = _Work(self._halves)
        column = QVBoxLayout(work)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(buttons)
        column.addWidget(self._halves, 1)
        return work

    @classmethod
    def title(cls) -> str:
        return tr("Practice")

    @classmethod
    def help(cls) -> str:
        return words.help_text().format(**words.shown_keys())

    @staticmethod
    def content(state: State) -> OpenExercise:
        return exercise_in(state)

    @staticmethod
    def numbers(content: OpenExercise) -> Numbers:
        return listed(content)

    def heading(self, content: OpenExercise) -> str:
        passed = passed_count(self.session.progress)
        return words.heading(content.exercise.title, passed, content.count)

    def summary(self, content: OpenExercise) -> str:
        mark = words.mark_of(self.session.progress.practised(content.exercise.id))
        return tr("Exercise {number} of {count}: {title}, {mark}. {statement}").format(
            number=content.number,
            count=content.count,
            title=content.exercise.title,
            mark=words.mark_text(mark),
            statement=content.exercise.statement,
        )

    # Showing it

    def show_content(self, content: OpenExercise) -> None:
        exercise = content.exercise
        if exercise is not self._exercise:
            self._runner.drop()  # what runs belongs to another exercise
            self._exercise = exercise
            self._editor.show_document(self._document(exercise))
            self._results.clear(tr("Write the function, then press Check."))
            self._columns.show_start()
        self._show_progress()

    def _document(self, exercise: Exercise) -> QTextDocument:
        """The code of an exercise, with its own undo steps."""
        if exercise.id not in self._documents:
            code = self.session.drafts.code.get(exercise.id, exercise.starter)
            self._documents[exercise.id] = new_document(code, self._editor)
        return self._documents[exercise.id]

    def _show_progress(self) -> None:
        exercise, progress = self._exercise, self.session.progress
        if exercise is None:
            return
        self._list.show_items(words.items_of(progress), IDS.index(exercise.id))
        self._statement.show_exercise(exercise, progress.practised(exercise.id))
        self._show_buttons()
        content = exercise_in(self.session.state)
        self.figure.setAccessibleDescription(self.summary(content))
        self.heading_changed.emit(self.heading(content))

    def _show_buttons(self) -> None:
        exercise, busy = self._exercise, self._runner.busy
        self._check.setEnabled(not busy)
        self._run.setEnabled(not busy)
        self._stop.setEnabled(busy)
        self._reset.setEnabled(exercise is not None and exercise.id in self.session.drafts.code)

    def drawn(self) -> QWidget:
        content = exercise_in(self.session.state)
        code = self._document(content.exercise).toPlainText()
        return sheet(content, self.session.progress, code)

    # What the learner does

    def _on_picked(self, row: int) -> None:
        self.session.update(exercise=IDS[row])

    def _on_hint(self) -> None:
        if self._exercise is not None:
            self.session.set_progress(self.session.progress.with_hint(self._exercise.id))

    def _on_edited(self) -> None:
        exercise = self._exercise
        if exercise is None:
            return
        code = self._editor.toPlainText()
        kept = None if code == exercise.starter else code
        self.session.set_drafts(self.session.drafts.with_code(exercise.id, kept))

    def _on_refused(self, count: int) -> None:
        said = tr("{count} characters are too many: the code of an exercise has {most} at most.")
        self._results.clear(said.format(count=grouped(count), most=grouped(LONGEST_SOURCE)))

    def _on_reset(self) -> None:
        if self._exercise is not None:
            self._editor.put_text(self._exercise.starter)
            self._editor.setFocus()

    def _start(self, kind: Kind) -> None:
        exercise = self._exercise
        if exercise is None or self._runner.busy:
            return
        self._editor.mark_line(None)
        self._results.start(tr("Checking…") if kind == "check" else tr("Running…"))
        self._source = self._editor.toPlainText()
        self._runner.start(exercise, self._source, kind)

    def _on_finished(self, outcome: Outcome, judged: Verdict | None) -> None:
        exercise = self._exercise
        if exercise is None:
            return
        self._results.finish(outcome, judged)
        line = outcome.line if judged is None else judged.line
        if line is not None and self._editor.toPlainText() == self._source:
            self._editor.mark_line(line)
        if judged is not None and self._is_attempt(exercise, outcome):
            passed = judged.state == "passed"
            self.session.set_progress(self.session.progress.with_check(exercise.id, passed=passed))
        self._show_buttons()

    def _is_attempt(self, exercise: Exercise, outcome: Outcome) -> bool:
        """Whether a check counts: the starter as it stands does not, nor one that was stopped."""
        return self._source != exercise.starter and outcome.end not in ("stopped", "not started")

    # The end

    def set_on_screen(self, on_screen: bool) -> None:
        super().set_on_screen(on_screen)
        if not on_screen:
            self._runner.stop()  # nobody looks at what it does

    def end_work(self) -> None:
        self._runner.end()


class _Work(QWidget):
    """Editor and results: beside each other where the room is wide."""

    def __init__(self, halves: QSplitter) -> None:
        super().__init__()
        self._halves = halves

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wide = self.width() >= look().px(_WIDE_WORK)
        wanted = Qt.Orientation.Horizontal if wide else Qt.Orientation.Vertical
        if self._halves.orientation() != wanted:
            self._halves.setOrientation(wanted)
            room = self.width() if wide else self.height()
            self._halves.setSizes([round(share * room) for share in _SHARES])


class _Columns(QWidget):
    """List, statement and work: three columns, two, or all below each other."""

    def __init__(self, listed: MarkedList, statement: PracticeStatement, work: QWidget) -> None:
        super().__init__()
        self._area: QScrollArea = reading_area(statement, tr("Statement"))
        self._reading = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._reading.setSpacing(14)
        self._reading.addWidget(listed)
        self._reading.addWidget(self._area, 1)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(14)
        self._row.addLayout(self._reading, 48)
        self._row.addWidget(work, 52)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        px, width = look().px, self.width()
        set_direction(self._reading, beside=width >= px(_WIDE))
        set_direction(self._row, beside=width >= px(_MEDIUM))
        self._area.setMinimumHeight(round(px(_LEAST_TEXT)))

    def hasHeightForWidth(self) -> bool:
        # Side by side the panel would ask for more than the least, and scroll as a whole.
        return self.width() < look().px(_MEDIUM)

    def show_start(self) -> None:
        """Go to the start of the statement."""
        self._area.verticalScrollBar().setValue(0)

    def show_end(self) -> None:
        """Go to the end of the statement, as soon as it has its height."""
        bar = self._area.verticalScrollBar()
        bar.rangeChanged.connect(
            lambda _least, most: bar.setValue(most), Qt.ConnectionType.SingleShotConnection
        )
