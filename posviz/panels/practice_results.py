"""What came of a run: the verdict with its reasons, what was printed, and arrays as pictures."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import (
    QFrame,
    QPlainTextEdit,
    QScrollArea,
    QSizePolicy,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from posviz.lesson.judging import Verdict
from posviz.panels import practice_words as words
from posviz.panels.practice_content import shown_first, table_of
from posviz.panels.practice_words import tr
from posviz.sandbox.results import NamedArray, Outcome
from posviz.widgets.code_editor import keep_left_to_right
from posviz.widgets.control_row import Choice
from posviz.widgets.heatmap_view import HeatmapView
from posviz.widgets.matrix_source import MatrixTable
from posviz.widgets.note import Note, literal
from posviz.widgets.set_lines import SetLines
from posviz.widgets.text_sized import follow_text_size

_NOTHING = MatrixTable("", np.zeros((1, 1)), (-1.0, 1.0), "", "")
_LONGEST = 10_000
_LEAST_VIEW = 90.0


class PracticeResults(QWidget):
    """Two pages under tabs: the result, and the arrays of the learner's own.

    Signals
    -------
    pointed(str)
        What is under the pointer in an array; empty when nothing is.
    """

    pointed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._arrays: tuple[NamedArray, ...] = ()
        self._chosen = ""
        self._tabs = QTabBar()
        self._tabs.setAccessibleName(tr("What came of it"))
        self._tabs.setDrawBase(False)
        self._tabs.setExpanding(False)
        self._tabs.addTab(tr("Result"))
        self._tabs.addTab(tr("Arrays"))
        self._pages = QStackedWidget()
        self._pages.addWidget(self._make_result())
        self._pages.addWidget(self._make_arrays())
        self._tabs.currentChanged.connect(self._pages.setCurrentIndex)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(6)
        column.addWidget(self._tabs)
        column.addWidget(self._pages, 1)
        self.clear("")

    def _make_result(self) -> QWidget:
        self._title = Note(role="text", size=16)
        self._reason = Note(role="text", size=14)
        self._lines = SetLines([])
        self._more = Note(size=13)
        self._output = QPlainTextEdit()
        self._output.setObjectName("output")
        self._output.setReadOnly(True)
        self._output.setUndoRedoEnabled(False)
        self._output.setTabChangesFocus(True)
        self._output.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self._output.setAccessibleName(tr("What your code printed"))
        follow_text_size(self._output, self._output.setMinimumHeight, 56)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 4, 0)
        column.setSpacing(8)
        for part in (self._title, self._reason, self._lines, self._more):
            column.addWidget(part)
        column.addWidget(self._output, 1)
        column.addStretch(0)
        return reading_area(page, tr("Result"))

    def _make_arrays(self) -> QWidget:
        self._which = Choice(self)
        self._which.setAccessibleName(tr("Array"))
        self._which.setSizeAdjustPolicy(
            Choice.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self._which.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._which.activated.connect(self._on_chosen)
        self._view = HeatmapView(_NOTHING)
        follow_text_size(self._view, self._view.setMinimumHeight, _LEAST_VIEW)
        self._view.hovered.connect(self.pointed)
        self._view.picked.connect(self._on_picked)
        self._why_not = Note(size=14)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 4, 0)
        column.addWidget(self._which)
        column.addWidget(self._view, 1)
        column.addWidget(self._why_not)
        column.addStretch(0)
        return page

    # What is shown

    @property
    def title(self) -> str:
        """The verdict in two words."""
        return self._title.spoken_text()

    @property
    def reason(self) -> str:
        """What is said of the verdict."""
        return self._reason.spoken_text()

    @property
    def output(self) -> str:
        """What was printed."""
        return self._output.toPlainText()

    def clear(self, reason: str) -> None:
        """Forget the last run; say what can be done."""
        self._tabs.setCurrentIndex(0)
        self._say("", reason, ())
        self._more.set_text("")
        self._output.clear()
        self._output.hide()
        self._show_arrays(())

    def start(self, title: str) -> None:
        """Say that code runs."""
        self.clear("")
        self._title.set_role("text")
        self._say(title, "", ())

    def add_output(self, text: str) -> None:
        """Add printed text; what is read further up stays in sight."""
        bar = self._output.verticalScrollBar()
        at_end = bar.value() >= bar.maximum()
        cursor = QTextCursor(self._output.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText(text)
        keep_left_to_right(self._output.document())
        self._output.show()
        if at_end:
            bar.setValue(bar.maximum())

    def finish(self, outcome: Outcome, judged: Verdict | None) -> None:
        """Show what came of a run or a check."""
        if self._output.toPlainText() != outcome.output:
            self._output.setPlainText(outcome.output)
            keep_left_to_right(self._output.document())
        self._output.setVisible(bool(outcome.output))
        self._more.set_text(literal(outcome.note, _LONGEST) if outcome.note else "")
        good = outcome.end == "finished" and (judged is None or judged.state == "passed")
        self._title.set_role("text" if good or outcome.end == "stopped" else "warning")
        if judged is not None:
            self._say(words.verdict_title(judged), *words.told(words.verdict_reason(judged)))
            return
        reason, lines = words.told(outcome.message)
        if outcome.end == "finished":
            reason = "" if outcome.output or outcome.arrays else words.nothing_printed()
        elif outcome.end == "stopped":
            reason = ""
        self._say(words.run_title(outcome), reason, lines)
        self._show_arrays(outcome.arrays)
        if outcome.arrays and not outcome.output:
            self._tabs.setCurrentIndex(1)

    def _say(self, title: str, reason: str, lines: Sequence[str]) -> None:
        self._title.set_text(f"**{literal(title)}**" if title else "")
        # Names, values and lines come from the learner's code: none of it is Markdown.
        parts = [literal(part, _LONGEST) for part in reason.split("\n\n") if part]
        self._reason.set_text("\n\n".join(parts))
        self._lines.set_lines(lines)
        self._lines.setVisible(bool(lines))

    # Arrays

    def _show_arrays(self, arrays: tuple[NamedArray, ...]) -> None:
        self._arrays = arrays
        count = len(arrays)
        self._tabs.setTabText(
            1, tr("Arrays ({count})").format(count=count) if count else tr("Arrays")
        )
        self._which.clear()
        for array in arrays:
            self._which.addItem(words.array_title(array))
        self._which.setVisible(bool(arrays))
        if arrays:
            self._which.setCurrentIndex(shown_first(arrays, self._chosen))
        self._show_array()

    def _show_array(self) -> None:
        index = self._which.currentIndex()
        array = self._arrays[index] if 0 <= index < len(self._arrays) else None
        table = None if array is None else table_of(array)
        self._view.setVisible(table is not None)
        if array is None:
            self._why_not.set_text(words.no_arrays())
        elif table is None:
            self._why_not.set_text(words.not_shown(array))
        else:
            self._why_not.set_text("")
            self._view.show_table(table, 0, 0)
            self._view.show_whole()
            self._view.setAccessibleName(words.array_title(array))

    def _on_chosen(self, index: int) -> None:
        self._chosen = self._arrays[index].name
        self._show_array()

    def _on_picked(self, row: int, column: int) -> None:
        index = self._which.currentIndex()
        table = table_of(self._arrays[index])
        if table is not None:
            self._view.show_table(table, row, column)
            self.pointed.emit(table.cell_text(row, column))


def reading_area(page: QWidget, name: str) -> QScrollArea:
    """Return an area in which a long text scrolls, by keys as well."""
    area = QScrollArea()
    area.setObjectName("reading")
    area.setAccessibleName(name)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    page.setObjectName("figure")
    area.setWidget(page)
    return area
