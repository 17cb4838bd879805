"""The lecturer's own screen: what the class sees, notes, what comes next, a clock, controls."""

from __future__ import annotations

import time
from collections.abc import Iterable

from PySide6.QtCore import QLocale, Qt, QTime, QTimer, Signal
from PySide6.QtGui import QAction, QCloseEvent, QTextBlockFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QTextBrowser,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from posviz.lesson.step_file import Step
from posviz.lesson.step_text import heard, paragraphs_of
from posviz.lesson.steps import beside, chapter_of, find_step, lesson_of
from posviz.session import Session
from posviz.state_fields import StateError
from posviz.widgets import theme
from posviz.widgets.document import rule_tables, use_own_letters
from posviz.window.mirror import Mirror

_TICK_MS = 500
_APART = 9
_LEAST_NOTES, _MOST_NOTES = 12, 40
_FEATURES = (
    QTextDocument.MarkdownFeature.MarkdownDialectGitHub
    | QTextDocument.MarkdownFeature.MarkdownNoHTML
)


class TalkClock(QWidget):
    """Time of day, and how long the talk has lasted; it can be paused and begun anew."""

    def __init__(self) -> None:
        super().__init__()
        self._time, self._lasted = QLabel(), QLabel()
        self._time.setObjectName("muted")
        self._lasted.setObjectName("talkTime")
        self._pause = QPushButton()
        self._pause.clicked.connect(self._on_pause)
        anew = QPushButton(self.tr("From 0:00"))
        anew.clicked.connect(self.begin)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        for part in (self._lasted, self._time):
            row.addWidget(part)
        row.addStretch(1)
        row.addWidget(self._pause)
        row.addWidget(anew)
        self._before = 0.0
        self._since: float | None = None
        self._tick = QTimer(self)
        self._tick.setInterval(_TICK_MS)
        self._tick.timeout.connect(self._show)

    @property
    def seconds(self) -> float:
        """How long the talk has lasted, pauses left out."""
        running = 0.0 if self._since is None else time.monotonic() - self._since
        return self._before + running

    def begin(self) -> None:
        """Count from nothing."""
        self._before, self._since = 0.0, time.monotonic()
        self._tick.start()
        self._show()

    def stop(self) -> None:
        """Stand still until `begin`."""
        self._tick.stop()

    def _on_pause(self) -> None:
        if self._since is None:
            self._since = time.monotonic()
        else:
            self._before, self._since = self.seconds, None
        self._show()

    def _show(self) -> None:
        self._pause.setText(self.tr("Go on") if self._since is None else self.tr("Pause"))
        minutes, seconds = divmod(int(self.seconds), 60)
        hours, minutes = divmod(minutes, 60)
        lasted = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
        self._lasted.setText(lasted)
        self._lasted.setAccessibleName(self.tr("The talk has lasted {time}").format(time=lasted))
        now = QLocale().toString(QTime.currentTime(), QLocale.FormatType.ShortFormat)
        self._time.setText(now)


class PresenterView(QWidget):
    """A window for the lecturer's screen.

    Signals
    -------
    chapter_wanted(int)
        The chapter of this number, counted from 1.
    step_wanted(int)
        So many steps on.
    blank_wanted(), spot_wanted()
        The blank screen, or the spot light; or what was before.
    end_wanted()
        The talk is over.
    """

    chapter_wanted = Signal(int)
    step_wanted = Signal(int)
    blank_wanted = Signal()
    spot_wanted = Signal()
    end_wanted = Signal()

    def __init__(self, session: Session, audience: QWidget, actions: Iterable[QAction]) -> None:
        super().__init__()
        self._session = session
        self._notes_px = 17
        self.setObjectName("window")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setWindowTitle(self.tr("Presenter view"))
        self.setWindowIcon(audience.windowIcon())
        self.mirror = Mirror(audience)
        self.clock = TalkClock()
        self.keep = QCheckBox(self.tr("Keep what I change"))
        self.keep.setToolTip(
            self.tr("Otherwise what you change while presenting is put back when you leave.")
        )
        across = QHBoxLayout(self)
        across.setContentsMargins(16, 14, 16, 14)
        across.setSpacing(16)
        across.addLayout(self._make_left(actions), 8)
        across.addLayout(self._make_right(), 5)
        session.changed.connect(self._on_changed)

    # Building

    def _make_left(self, actions: Iterable[QAction]) -> QVBoxLayout:
        left = QVBoxLayout()
        left.setSpacing(10)
        left.addWidget(self.mirror, 1)
        buttons = QHBoxLayout()
        self._back = QPushButton(self.tr("Back"))
        self._back.clicked.connect(lambda: self.step_wanted.emit(-1))
        self._on = QPushButton(self.tr("Next"))
        self._on.setObjectName("primary")
        self._on.clicked.connect(lambda: self.step_wanted.emit(1))
        self._chapters = QComboBox()
        self._chapters.setAccessibleName(self.tr("Chapter"))
        self._chapters.activated.connect(lambda index: self.chapter_wanted.emit(index + 1))
        for part in (self._back, self._on, self._chapters):
            buttons.addWidget(part)
        buttons.addStretch(1)
        for text, wanted in (
            (self.tr("Blank  B"), self.blank_wanted),
            (self.tr("Spot light  L"), self.spot_wanted),
            (self.tr("End  Esc"), self.end_wanted),
        ):
            button = QPushButton(text)
            button.clicked.connect(wanted)
            buttons.addWidget(button)
        for action in actions:
            tool = QToolButton()
            tool.setDefaultAction(action)
            buttons.addWidget(tool)
            self.addAction(action)
        left.addLayout(buttons)
        left.addLayout(self._make_controls())
        return left

    def _make_controls(self) -> QVBoxLayout:
        """Make what is changed most in a talk; the mirror reaches all the rest."""
        self._text = QLineEdit()
        self._text.editingFinished.connect(self._on_text)
        self._position, self._dimension, self._seed = QSpinBox(), QSpinBox(), QSpinBox()
        self._seed.setRange(0, 2**31 - 1)
        rows = QVBoxLayout()
        rows.setSpacing(10)
        first, second = QHBoxLayout(), QHBoxLayout()
        rows.addLayout(first)
        rows.addLayout(second)
        for row, name, box in (
            (first, self.tr("&Sentence"), self._text),
            (second, self.tr("&Position"), self._position),
            (second, self.tr("&Dimension"), self._dimension),
            (second, self.tr("S&eed"), self._seed),
        ):
            label = QLabel(name)
            label.setBuddy(box)
            row.addWidget(label)
            row.addWidget(box)
        second.addStretch(1)
        self._position.valueChanged.connect(lambda value: self._change(position=value))
        self._dimension.valueChanged.connect(lambda value: self._change(dimension=value))
        self._seed.valueChanged.connect(lambda value: self._change(seed=value))
        second.addWidget(self.keep)
        return rows

    def _make_right(self) -> QVBoxLayout:
        right = QVBoxLayout()
        right.setSpacing(10)
        right.addWidget(self.clock)
        self._title, self._next = QLabel(), QLabel()
        self._title.setObjectName("heading")
        for label in (self._title, self._next):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self._next.setObjectName("muted")
        self._look = theme.look()
        self._notes = QTextBrowser()
        self._notes.setOpenLinks(False)
        self._notes.setAccessibleName(self.tr("Notes"))
        right.addWidget(self._title)
        right.addWidget(self._notes, 1)
        below = QHBoxLayout()
        below.addWidget(self._next, 1)
        for text, name, change in (
            ("A−", self.tr("Smaller notes"), -2),
            ("A+", self.tr("Larger notes"), 2),
        ):
            button = QToolButton()
            button.setText(text)
            button.setAccessibleName(name)
            button.setToolTip(name)
            button.clicked.connect(lambda _checked=False, by=change: self._resize_notes(by))
            below.addWidget(button)
        right.addLayout(below)
        return right

    # A talk

    def begin(self, look: theme.Look) -> None:
        """Start the clock and follow the class's screen, looking as at the desk."""
        self._look = look
        theme.dress(self, look)
        self.keep.setChecked(False)
        self.clock.begin()
        self.mirror.start()
        self._show_all()

    def end(self) -> None:
        """Stop and go."""
        self.clock.stop()
        self.mirror.stop()
        self.hide()

    def closeEvent(self, event: QCloseEvent) -> None:
        event.ignore()  # the talk goes on, and P brings it back
        self.hide()

    # Following the session

    def _on_changed(self, names: frozenset[str]) -> None:
        if not self.isVisible():
            return
        if names & {"lesson", "step"}:
            self._show_step()
        self._show_controls()

    def _show_all(self) -> None:
        self._show_step()
        self._show_controls()

    def _show_controls(self) -> None:
        state = self._session.state
        for box, value, most in (
            (self._position, state.position, state.length - 1),
            (self._dimension, state.dimension, state.width - 1),
            (self._seed, state.seed, self._seed.maximum()),
        ):
            box.blockSignals(True)
            box.setRange(0, max(0, most))
            box.setValue(value)
            box.blockSignals(False)
        if not self._text.hasFocus():
            self._text.setText(state.text)

    def _show_step(self) -> None:
        lesson = lesson_of(self._session.state)
        step_id = self._session.state.step
        chapter = chapter_of(step_id, lesson)
        step = find_step(step_id, lesson)
        following, before = beside(step.id, 1, lesson), beside(step.id, -1, lesson)
        self._on.setEnabled(following is not None)
        self._back.setEnabled(before is not None)
        self._chapters.clear()
        for number, each in enumerate(lesson, start=1):
            self._chapters.addItem(f"{number}  {each.title}")
        self._chapters.setCurrentIndex(lesson.index(chapter))
        self._title.setText(step.title)
        self._next.setText(
            self.tr("Next: {title}").format(title=following.title)
            if following
            else self.tr("This is the last step.")
        )
        show_markdown(self._notes.document(), notes_of(step), self._look)
        self._resize_notes(0)
        paragraph = QTextCursor(self._notes.document())
        paragraph.select(QTextCursor.SelectionType.Document)
        apart = QTextBlockFormat()
        apart.setBottomMargin(_APART)
        paragraph.mergeBlockFormat(apart)

    def _resize_notes(self, by: int) -> None:
        self._notes_px = min(_MOST_NOTES, max(_LEAST_NOTES, self._notes_px + by))
        self._notes.setStyleSheet(f"QTextBrowser {{ font-size: {self._notes_px}px; }}")

    # Controls

    def _on_text(self) -> None:
        self._change(text=self._text.text())

    def _change(self, **changes: object) -> None:
        try:
            self._session.update(**changes)
        except StateError:  # a table with other bounds came meanwhile
            self._show_controls()


def show_markdown(document: QTextDocument, text: str, look: theme.Look) -> None:
    """Show a text with tables and code, as the lesson shows them."""
    document.setMarkdown(text, _FEATURES)
    use_own_letters(document)
    rule_tables(document, look)


def notes_of(step: Step) -> str:
    """What the lecturer reads beside a step, in Markdown: notes, text, how its question ends."""
    parts = [step.notes, _without_formulas(step.text)]
    if step.prediction is not None:
        asked = step.prediction
        parts.append(f"**{asked.question}**")
        parts.append("\n".join(f"- {choice}" for choice in asked.choices))
        parts.append(f"**{asked.answer}** – {asked.why}")
    if step.goal is not None:
        parts.append(f"**{step.goal.text}**")
    return "\n\n".join(filter(None, parts))


def _without_formulas(text: str) -> str:
    """Formulas as they are read out: the class sees them drawn. Tables stay tables."""
    return "\n\n".join(
        heard(part) if part.startswith("$$") else part for part in paragraphs_of(text)
    )
