"""A round of the quiz for a paper test: plain text, or values for JSON."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

from posviz.lesson.quiz import Question
from posviz.model.notation import significant

_WIDTH = 80
LETTERS = "ABCDE"
_DIGITS = 6
_RULE = "_" * 16


def as_text(questions: Sequence[Question], *, answers: bool) -> str:
    """Return the questions numbered, with lettered choices or a line for a number.

    Parameters
    ----------
    questions
        Those of a round.
    answers
        Whether the key, with explanations, follows at the end.
    """
    blocks = [_asked(number, question) for number, question in enumerate(questions, start=1)]
    if answers:
        key = (_answered(number, question) for number, question in enumerate(questions, start=1))
        blocks += ["Answers", *key]
    return "\n\n".join(blocks) + "\n"


def as_values(questions: Sequence[Question], *, answers: bool) -> list[dict[str, Any]]:
    """Return JSON-ready values, the right answers only if asked for."""
    return [_values(question, answers) for question in questions]


def right_number(question: Question) -> str:
    """Return the number that answers a question, with its unit and how far off it may be."""
    answer = significant(question.number, _DIGITS)
    if "." in answer:
        answer = answer.rstrip("0").rstrip(".")
    right = f"{answer} {question.unit_of_number}".rstrip()
    return f"{right} (± {question.tolerance:.2g})" if question.tolerance else right


def _asked(number: int, question: Question) -> str:
    lines = [_wrapped(f"{number}. ", question.text)]
    for letter, choice in zip(LETTERS, question.choices, strict=False):
        lines.append(_wrapped(f"   {letter}  ", choice))
    if question.kind == "number":
        lines.append(f"   {_RULE} {question.unit}".rstrip())
    return "\n".join(lines)


def _answered(number: int, question: Question) -> str:
    if question.kind == "number":
        right = right_number(question)
    else:
        right = f"{LETTERS[question.right]}  {question.choices[question.right]}"
    return f"{_wrapped(f'{number}. ', right)}\n{_wrapped('   ', question.why)}"


def _values(question: Question, answers: bool) -> dict[str, Any]:
    values: dict[str, Any] = {
        "id": question.id,
        "topic": question.topic,
        "kind": question.kind,
        "text": question.text,
    }
    if question.kind == "number":
        values["unit"] = question.unit
    else:
        values["choices"] = list(question.choices)
    if not answers:
        return values
    if question.kind == "number":
        right: dict[str, Any] = {"number": question.number, "tolerance": question.tolerance}
    else:
        right = {"right": question.right, "answer": question.choices[question.right]}
    reasons = {question.choices[i]: reason for i, reason in question.reasons.items()}
    return {**values, **right, "why": question.why, "reasons": reasons}


def _wrapped(first: str, text: str) -> str:
    indent = " " * len(first)
    return textwrap.fill(
        text,
        _WIDTH,
        initial_indent=first,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
