"""The sentences of the quiz."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from posviz.lesson.quiz import Question
from posviz.model.notation import grouped, significant
from posviz.panels import find_panel
from posviz.state import State
from posviz.widgets.note import literal


def tr(text: str) -> str:
    """Translate a text of the quiz."""
    return QCoreApplication.translate("QuizPanel", text)


def rule() -> str:
    """Say how questions come back."""
    return tr(
        "A question that went wrong comes back in the next round. After a right answer it rests "
        "for one round, then two, then four, twice as long each time."
    )


def verdict(question: Question, right: bool) -> str:
    """Say whether an answer was right, and what would have been."""
    if right:
        return tr("**Right.**")
    if question.kind == "choice":
        return tr("**Not this one.** Right is: {choice}").format(
            choice=question.choices[question.right]
        )
    if question.kind == "number":
        unit = f" {question.unit_of_number}" if question.unit else ""
        number = _number(question.number)
        return tr("**Not this one.** Right is {number}{unit}.").format(number=number, unit=unit)
    return tr("**Not this one.** Right is: {fields}.").format(fields=fields_text(question))


def _number(value: float) -> str:
    whole = value.is_integer() and abs(value) < 1e12
    return grouped(int(value)) if whole else significant(value, 4)


def reason(question: Question, chosen: int) -> str:
    """Say why the right answer is right, after what is wrong with the one that was chosen."""
    wrong = "" if chosen == question.right else question.reasons.get(chosen, "")
    return f"{wrong}\n\n{question.why}".strip()


def fields_text(question: Question) -> str:
    """What a question wants to be selected, in words."""
    return ", ".join(
        f"{name.replace('_', ' ')} {literal(str(value))}" for name, value in question.wanted.items()
    )


def selected_text(question: Question, state: State) -> str:
    """What is selected now of what a question asks for."""
    return tr("Select it in {panel}. Selected now: {fields}.").format(
        panel=find_panel(question.view.panel).title(),
        fields=", ".join(
            f"{name.replace('_', ' ')} {literal(str(getattr(state, name)))}"
            for name in question.wanted
        ),
    )


def result(right: Sequence[bool]) -> str:
    """Say how a round went."""
    good, count = sum(right), len(right)
    percent = round(100 * good / count) if count else 0
    return tr("**{good} of {count} right: {percent} %**").format(
        good=good, count=count, percent=percent
    )
