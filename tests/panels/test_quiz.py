"""The quiz as it is played: by a learner, who may be interrupted, and by a class."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from posviz.lesson.progress import Progress
from posviz.lesson.quiz import ROUND, Question, Round, Source, View
from posviz.panels import quiz_content
from posviz.panels.panel import Panel
from posviz.panels.quiz import QuizPanel
from posviz.panels.quiz_content import paper, read_answer, round_of
from posviz.session import Session
from posviz.state import State
from posviz.widgets.theme import look

CHOICE = Question(
    "c", "Order", "choice", "Which?", "Since **so**.", View("tokens", {"width": 12}),
    ("first", "second", "third"), 1, reasons={0: "No order."},
)  # fmt: skip
NUMBER = Question(
    "n", "Sizes", "number", "How much?", "By hand.", View("formula"), number=6.2832,
    tolerance=0.01, unit="positions",
)  # fmt: skip
PICK = Question(
    "p", "Table", "pick", "Select position 3.", "There.", View("positional_table", {"length": 9}),
    wanted={"position": 3, "dimension": 1},
)  # fmt: skip


@pytest.fixture
def play(
    monkeypatch: pytest.MonkeyPatch, session: Session, make_panel: Callable[..., Panel[Any]]
) -> Callable[..., QuizPanel]:
    """A quiz in which every question is the same one."""

    def start(question: Question, *, begin: bool = True) -> QuizPanel:
        sources = tuple(Source(f"{i}", f"{i}", partial(_made, question)) for i in range(ROUND))
        monkeypatch.setattr(quiz_content, "all_sources", lambda: sources)
        round_of.cache_clear()
        panel = make_panel(QuizPanel)
        assert isinstance(panel, QuizPanel)
        if begin:
            panel._next.click()
        return panel

    return start


def _made(question: Question, _seed: int) -> Question:
    return question


@pytest.fixture(autouse=True)
def _own_rounds() -> Any:
    yield
    round_of.cache_clear()


def choose(panel: QuizPanel, index: int, qtbot: QtBot) -> None:
    choices = panel._choices
    choices.resize(400, choices.heightForWidth(400))
    at = choices.places(400, look())[index].center().toPoint()
    qtbot.mouseClick(choices, Qt.MouseButton.LeftButton, pos=at)


def test_a_right_choice_is_told_with_its_reason(
    play: Callable[..., QuizPanel], qtbot: QtBot
) -> None:
    panel = play(CHOICE)
    assert panel._text.text == "Which?"
    assert panel._why.isHidden()
    choose(panel, 1, qtbot)
    assert panel._verdict.text == "**Right.**"
    assert panel._why.text == "Since **so**."
    assert panel.session.progress.round is not None
    assert panel.session.progress.round.right == (True,)
    assert not panel.session.can_undo


def test_a_wrong_choice_is_told_with_what_is_wrong_with_it(
    play: Callable[..., QuizPanel], qtbot: QtBot
) -> None:
    panel = play(CHOICE)
    choose(panel, 0, qtbot)
    assert panel._verdict.text == "**Not this one.** Right is: second"
    assert panel._why.text == "No order.\n\nSince **so**."
    choose(panel, 1, qtbot)  # too late
    assert panel.session.progress.round == Round(panel.session.progress.round.seed, (False,))  # type: ignore[union-attr]


def test_the_view_that_shows_it_is_opened(play: Callable[..., QuizPanel], qtbot: QtBot) -> None:
    panel = play(CHOICE)
    choose(panel, 1, qtbot)
    with qtbot.waitSignal(panel.wanted_panel) as wanted:
        qtbot.mouseClick(panel._look, Qt.MouseButton.LeftButton)
    assert wanted.args == ["tokens"]
    assert panel.session.state.width == 12


@pytest.mark.parametrize(
    ("typed", "right"), [("6.28", True), ("6.283 2", True), ("6.3", False), ("−6.28", False)]
)
def test_a_number_is_typed(
    play: Callable[..., QuizPanel], qtbot: QtBot, typed: str, right: bool
) -> None:
    panel = play(NUMBER)
    panel._number.setText(typed)  # the keyboard of tests has no minus sign
    qtbot.keyClick(panel._number, Qt.Key.Key_Return)
    assert panel.session.progress.round is not None
    assert panel.session.progress.round.right == (right,)
    said = "**Right.**" if right else "**Not this one.** Right is 6.283 positions."
    assert panel._verdict.text == said


@pytest.mark.parametrize("typed", ["", "six", "6,283", "nan", "inf", "1_0"])
def test_what_is_no_number_is_no_answer(
    play: Callable[..., QuizPanel], qtbot: QtBot, typed: str
) -> None:
    panel = play(NUMBER)
    qtbot.keyClicks(panel._number, typed)
    qtbot.mouseClick(panel._answer, Qt.MouseButton.LeftButton)
    assert "such as 6.28" in panel._hint.text
    assert panel.session.progress.round is not None
    assert panel.session.progress.round.right == ()


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1e-3", 1e-3),
        ("2 × 10^3", 2000),
        ("−4", -4),
        ("12\u202f288", 12288),
        ("1,5", 1.5),
        ("1,234", None),
    ],
)
def test_numbers_are_read_as_they_are_written(text: str, value: float | None) -> None:
    assert read_answer(text) == value


def test_a_cell_is_selected_in_its_panel_and_then_answered(
    play: Callable[..., QuizPanel], qtbot: QtBot
) -> None:
    panel = play(PICK, begin=False)
    with qtbot.waitSignal(panel.wanted_panel) as wanted:
        panel._next.click()
    assert wanted.args == ["positional_table"]
    assert panel.session.state.length == 9
    assert "position 1, dimension 0" in panel._hint.text
    panel.session.update(position=3, dimension=1)
    assert "position 3, dimension 1" in panel._hint.text
    qtbot.mouseClick(panel._answer, Qt.MouseButton.LeftButton)
    assert panel._verdict.text == "**Right.**"


def test_a_wrong_cell_is_told(play: Callable[..., QuizPanel], qtbot: QtBot) -> None:
    panel = play(PICK)
    qtbot.mouseClick(panel._answer, Qt.MouseButton.LeftButton)
    assert panel._verdict.text == "**Not this one.** Right is: position 3, dimension 1."


def test_seven_right_answers_are_everything(play: Callable[..., QuizPanel], qtbot: QtBot) -> None:
    panel = play(CHOICE)
    for number in range(ROUND):
        assert f"question {number + 1} of 7" in panel.heading(panel.content(State()))
        choose(panel, 1, qtbot)
        qtbot.mouseClick(panel._next, Qt.MouseButton.LeftButton)
    assert panel._text.text == "**7 of 7 right: 100 %**"
    assert panel.session.progress.round is None
    assert panel.session.progress.quiz.rounds == 1
    assert panel.session.progress.quiz.topics == {"Order": (7, 7)}
    assert panel._next.text() == "Another round"
    assert not panel._topics.isHidden()


def test_an_interrupted_round_goes_on_at_the_same_question(
    play: Callable[..., QuizPanel], session: Session, qtbot: QtBot
) -> None:
    session.set_progress(Progress().with_round(Round(4, (True, False))))
    panel = play(CHOICE, begin=False)
    assert "question 3 of 7" in panel.heading(panel.content(State()))
    session.set_progress(Progress().with_round(Round(4, (True,) * 6 + (False,))))
    assert panel._text.text == "**6 of 7 right: 86 %**"
    qtbot.mouseClick(panel._next, Qt.MouseButton.LeftButton)
    assert session.progress.quiz.rounds == 1


def test_a_class_votes_and_the_answer_is_revealed_by_key(
    play: Callable[..., QuizPanel], qtbot: QtBot
) -> None:
    panel = play(CHOICE, begin=False)
    qtbot.mouseClick(panel._for_class, Qt.MouseButton.LeftButton)
    for index in (1, 1, 0):
        choose(panel, index, qtbot)
    assert panel._votes == [1, 2, 0]
    assert panel._why.isHidden()
    qtbot.keyClicks(panel._tally, "4 25 3")
    qtbot.keyClick(panel._tally, Qt.Key.Key_Return)
    assert panel._votes == [4, 25, 3]
    qtbot.keyClicks(panel._tally, "4 25")
    qtbot.keyClick(panel._tally, Qt.Key.Key_Return)
    assert "3 counts" in panel._hint.text
    assert panel._votes == [4, 25, 3]
    qtbot.keyClick(panel._choices, Qt.Key.Key_R)
    assert panel._why.text == "Since **so**."
    assert not panel._choices.is_open
    qtbot.mouseClick(panel._next, Qt.MouseButton.LeftButton)
    assert panel._votes == [0, 0, 0]
    assert panel.session.progress == Progress()
    qtbot.mouseClick(panel._for_class, Qt.MouseButton.LeftButton)
    assert panel._text.text == "**Seven questions**"


def test_the_focus_is_where_the_answer_is_given(
    play: Callable[..., QuizPanel], qtbot: QtBot
) -> None:
    panel = play(NUMBER, begin=False)
    panel.window().activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    panel._next.click()
    assert QApplication.focusWidget() is panel._number
    qtbot.keyClicks(panel._number, "1")
    qtbot.keyClick(panel._number, Qt.Key.Key_Return)
    assert QApplication.focusWidget() is panel._next


def test_a_round_for_paper_has_no_answers() -> None:
    questions = round_of(3)
    numbers = paper(questions)
    rows = list(numbers.rows)
    assert len(rows) == ROUND == len(numbers.array)
    assert [row[2] for row in rows] == [question.text for question in questions]
    assert all(len(row) == len(numbers.header) for row in rows)
    assert not any(question.why in row for question, row in zip(questions, rows, strict=True))
