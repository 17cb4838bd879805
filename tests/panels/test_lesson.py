"""The lesson: predictions before answers, goals that are ticked, formulas, explained words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QScrollArea, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from posviz.lesson.goals import Goal
from posviz.lesson.progress import Progress
from posviz.lesson.step_file import Prediction, Step
from posviz.lesson.steps import shipped_lesson
from posviz.panels.lesson import LessonPage, LessonPanel
from posviz.panels.panel import Panel
from posviz.session import Session
from posviz.widgets.callout import Callout
from posviz.widgets.formula_view import FormulaView
from posviz.widgets.note import Note
from posviz.widgets.text_table import TextTable
from posviz.widgets.theme import look
from tests.laying_out import lay_out

STEPS = [step for chapter in shipped_lesson() for step in chapter.steps]
FIRST = STEPS[0]
DOCK = QSize(316, 569)
"""Its place in a window of 1366 × 768."""
ASKED = replace(
    FIRST,
    text="A token.\n\n$$a^2$$\na squared\n\n> Try it.",
    prediction=Prediction("Which end?", ("left", "right"), "left", "Since pair 0 is **fast**."),
    goal=Goal("Select another word.", "select"),
)


@pytest.fixture
def panel(make_panel: Callable[..., Panel[Any]]) -> LessonPanel:
    made = make_panel(LessonPanel)
    assert isinstance(made, LessonPanel)
    return made


def show(panel: LessonPanel, step: Step) -> None:
    panel.show_content(LessonPage(step, "Chapter", 1, 2))


def test_a_step_without_questions_shows_none(panel: LessonPanel) -> None:
    show(panel, replace(FIRST, prediction=None, goal=None))
    for part in (panel._question, panel._choices, panel._why, panel._goal):
        assert part.isHidden()


def test_the_reason_is_shown_after_the_prediction(panel: LessonPanel, qtbot: QtBot) -> None:
    show(panel, ASKED)
    assert panel._question.text == "Which end?"
    assert panel._why.isHidden()
    panel._choices.resize(240, panel._choices.heightForWidth(240))
    at = panel._choices.places(240, look())[1].center().toPoint()
    qtbot.mouseClick(panel._choices, Qt.MouseButton.LeftButton, pos=at)
    assert panel.session.progress.predicted == {FIRST.id: "right"}
    assert not panel._choices.is_open
    assert panel._why.text == "Since pair 0 is **fast**."
    assert not panel.session.can_undo


def test_an_earlier_prediction_is_remembered(panel: LessonPanel) -> None:
    panel.session.set_progress(Progress().with_prediction(FIRST.id, "left"))
    show(panel, ASKED)
    assert panel._choices.accessibleDescription() == "Right: left."
    panel.session.set_progress(Progress().with_prediction(FIRST.id, "neither"))
    described = panel._choices.accessibleDescription()
    assert described == "1 of 2: left"  # the file has other choices now


def test_a_reached_goal_is_ticked(panel: LessonPanel) -> None:
    show(panel, ASKED)
    assert not panel._goal.is_reached
    panel.session.set_progress(Progress().with_reached(FIRST.id))
    assert panel._goal.accessibleName() == "Goal, reached: Select another word."
    assert panel._goal.text == "Select another word."


def test_formulas_are_drawn_and_read_out(panel: LessonPanel) -> None:
    show(panel, ASKED)
    note, formula, callout = panel._paragraphs
    assert isinstance(formula, FormulaView)
    assert formula.accessibleName() == "a squared"
    assert formula.lines[0].parts == ("a^2",)
    assert isinstance(callout, Callout)
    assert "has a number of its own" in note.accessibleDescription()


def test_a_word_is_explained_once_in_a_step(panel: LessonPanel) -> None:
    show(panel, replace(ASKED, text="A token.\n\nMore tokens, one position."))
    first, second = panel._paragraphs
    assert isinstance(first, Note)
    assert isinstance(second, Note)
    assert len(first.explained) == len(second.explained) == 1
    assert not first.explained & second.explained
    show(panel, replace(ASKED, text="Nothing.", goal=Goal("Select a token.", "select")))
    assert panel._goal.explained == first.explained


def test_everything_asked_is_in_the_summary(panel: LessonPanel) -> None:
    said = panel.summary(LessonPage(ASKED, "Chapter", 1, 2))
    for part in ("Which end?", "Select another word.", "A token."):
        assert part in said


def test_formulas_and_tables_are_in_the_summary_as_they_are_heard(panel: LessonPanel) -> None:
    text = "Look:\n\n| Word | Id |\n|------|---:|\n| **cat** | 3 |\n\n$$a^2$$\na squared"
    said = panel.summary(LessonPage(replace(ASKED, text=text), "Chapter", 1, 2))
    assert "Look: Word: cat; Id: 3. a squared" in said
    assert "|" not in said
    assert "$" not in said


def test_a_table_of_a_step_is_drawn_as_one(panel: LessonPanel) -> None:
    show(panel, replace(ASKED, text="Look:\n\n| Token | Id |\n|---|---:|\n| cat | 3 |"))
    _, table = panel._paragraphs
    assert isinstance(table, TextTable)
    assert table.rows() == [["Token", "Id"], ["cat", "3"]]
    assert table.explained


def test_the_glossary_of_a_lesson_of_ones_own_explains_its_words(
    make_panel: Callable[..., LessonPanel], session: Session, tmp_path: Path
) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "chapters.toml").write_text('[[chapter]]\nid = "one"\ntitle = "One"\n')
    (tmp_path / "one" / "1.md").write_text('+++\ntitle = "T"\n+++\nA quux and a token.')
    (tmp_path / "glossary.toml").write_text('"quux" = "What it is."\n')
    session.update(lesson=str(tmp_path), step="one/1")
    (note,) = make_panel(LessonPanel)._paragraphs
    assert isinstance(note, Note)
    assert "What it is." in note.explained
    assert len(note.explained) == 2


def test_tab_goes_from_above_to_below(panel: LessonPanel, qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    column.addWidget(QLineEdit())  # what stands elsewhere in the window is no stop on the way
    column.addWidget(panel)
    window.resize(400, 800)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    for text in ("A token.\n\nA position.", "An offset.\n\nWords.\n\nA token."):
        show(panel, replace(ASKED, text=text))
        qtbot.waitUntil(lambda: all(part.isVisible() for part in panel._paragraphs))
        panel.session.set_progress(Progress().with_prediction(FIRST.id, "left"))
        stops = [part for part in panel._paragraphs if isinstance(part, Note) and part.explained]
        assert len(stops) == 2
        stops[0].setFocus()
        seen = list[object]()
        for _ in range(3):
            focus = QApplication.focusWidget()
            assert focus is not None
            qtbot.keyClick(focus, Qt.Key.Key_Tab)
            seen.append(QApplication.focusWidget())
        assert seen == [stops[1], panel._choices, panel._next]
    panel.setParent(None)  # each is taken down by itself


def test_back_and_next_are_steps(session: Session, panel: LessonPanel, qtbot: QtBot) -> None:
    session.update(**shipped_lesson()[0].steps[1].changes)
    qtbot.mouseClick(panel._back, Qt.MouseButton.LeftButton)
    assert session.state.step == FIRST.id


def wrongly_answered(step: Step) -> Progress:
    """Progress in which a step takes most room: its answer, another choice and the reason."""
    if step.prediction is None:
        return Progress()
    wrong = [choice for choice in step.prediction.choices if choice != step.prediction.answer]
    longest = max(wrong, key=len)
    return Progress().with_prediction(step.key, longest).with_reached(step.key)


@pytest.mark.parametrize("answered", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.id)
def test_no_step_needs_scrolling_on_a_small_screen(
    make_panel: Callable[..., LessonPanel], session: Session, step: Step, answered: bool
) -> None:
    session.update(step=step.id)
    if answered:
        session.set_progress(wrongly_answered(step))
    panel = make_panel(LessonPanel, DOCK.width(), DOCK.height())
    lay_out(panel)
    area = panel.findChild(QScrollArea)
    assert area is not None
    assert area.verticalScrollBar().maximum() == 0
    assert area.horizontalScrollBar().maximum() == 0


def test_the_signs_in_a_title_are_shown_as_they_stand(panel: LessonPanel, session: Session) -> None:
    title = "Is x * y = y * x, or *not*? `f` _and_ [PAD] <b> " + "and so on " * 9
    content = panel.content(session.state)
    step = replace(content.step, title=title.strip())
    panel.show_content(replace(content, step=step))
    assert panel._title.spoken_text() == title.strip()
    assert panel.summary(replace(content, step=step)).startswith(f"{title.strip()}.")
