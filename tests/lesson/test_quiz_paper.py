"""A round on paper."""

from __future__ import annotations

import json

import pytest

from posviz.lesson.quiz import Question, View
from posviz.lesson.quiz_paper import as_text, as_values
from posviz.panels import quiz_words as words

VIEW = View("tokens")
CHOICE = Question(
    "c", "T", "choice", "Which?", "Because.", VIEW, ("long " * 17, "b"), 1, reasons={0: "No."}
)
NUMBER = Question(
    "n", "T", "number", "How far?", "So far.", VIEW, number=1234.5, tolerance=0.5, unit="steps"
)


def test_questions_without_a_key() -> None:
    text = as_text([CHOICE, NUMBER], answers=False)
    assert text == (
        "1. Which?\n"
        f"   A  {'long ' * 14}long\n"
        "      long long\n"
        "   B  b\n"
        "\n"
        "2. How far?\n"
        "   ________________ steps\n"
    )


def test_the_key_stands_at_the_end() -> None:
    text = as_text([CHOICE, NUMBER], answers=True)
    asked, _, key = text.partition("Answers\n\n")
    assert asked == as_text([CHOICE, NUMBER], answers=False) + "\n"
    assert key == "1. B  b\n   Because.\n\n2. 1234.5 steps (± 0.5)\n   So far.\n"


def test_values_tell_what_is_right_only_if_asked() -> None:
    asked = as_values([CHOICE, NUMBER], answers=False)
    assert json.loads(json.dumps(asked)) == asked
    assert set(asked[0]) == {"id", "topic", "kind", "text", "choices"}
    assert set(asked[1]) == {"id", "topic", "kind", "text", "unit"}
    told = as_values([CHOICE, NUMBER], answers=True)
    assert told[0]["right"] == 1
    assert told[0]["answer"] == "b"
    assert told[0]["reasons"] == {"long " * 17: "No."}
    assert (told[1]["number"], told[1]["tolerance"]) == (1234.5, 0.5)
    assert [values["why"] for values in told] == ["Because.", "So far."]


@pytest.mark.parametrize(
    ("number", "unit", "said"),
    [
        (1.0, "keys", "1 key\n"),
        (2.0, "keys", "2 keys\n"),
        (0.0, "pairs", "0 pairs\n"),
        (1.0, "s", "1 s\n"),
        (1.0, "m/s", "1 m/s\n"),
        (1.0, "", "1\n"),
    ],
)
def test_one_of_a_unit_is_said_as_one(number: float, unit: str, said: str) -> None:
    asked = Question(
        "q", "Masks", "number", "How many?", "So.", View("attention"), number=number, unit=unit
    )
    assert f"1. {said}" in as_text([asked], answers=True)
    assert f" {said.strip()}." in words.verdict(asked, right=False)
