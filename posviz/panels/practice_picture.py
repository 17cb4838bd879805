"""An exercise as it stands in a picture: all of its text, and the code, with nothing to scroll."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from posviz.lesson.exercises import IDS
from posviz.lesson.progress import Progress
from posviz.panels import practice_words as words
from posviz.panels.practice_content import OpenExercise
from posviz.widgets.callout import Callout
from posviz.widgets.code_editor import CodeEditor, new_document
from posviz.widgets.marked_list import MarkedList
from posviz.widgets.note import Note
from posviz.widgets.painted import PaintedView
from posviz.widgets.paragraphs import paragraphs
from posviz.widgets.theme import look

_GAP, _EDGE = 18, 14


def sheet(content: OpenExercise, progress: Progress, code: str) -> QWidget:
    """Return list, statement with the hints that were asked for, and code, in one layout."""
    page, exercise = QWidget(), content.exercise
    listed = MarkedList(page)
    listed.show_items(words.items_of(progress), IDS.index(exercise.id))
    listed.setMinimumHeight(0)  # nothing scrolls here; its height follows its width
    hints = exercise.hints[: progress.practised(exercise.id).hints]
    parts: list[PaintedView] = [
        Note(f"**{exercise.title}**", role="text", size=19, parent=page),
        *paragraphs(exercise.statement, page),
        *(
            Callout(f"{words.hint_title(i, len(exercise.hints))} {hint}", role="text", parent=page)
            for i, hint in enumerate(hints, start=1)
        ),
    ]
    reading = QVBoxLayout()
    reading.setSpacing(9)
    for part in (listed, *parts):
        reading.addWidget(part)
    reading.addStretch(1)
    editor = CodeEditor(page)
    editor.setReadOnly(True)
    editor.show_document(new_document(code, editor))
    editor.setMinimumHeight(editor.height_of_all(look()))
    row = QHBoxLayout(page)
    row.setContentsMargins(_EDGE, 4, _EDGE, _EDGE)
    row.setSpacing(_GAP)
    row.addLayout(reading, 1)
    row.addWidget(editor, 1)
    return page
