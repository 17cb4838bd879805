"""The hand-written questions, and the files that a person may get wrong."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from posviz.lesson.quiz import Question
from posviz.lesson.quiz_bank import QuizError, digest, read_bank, shipped_bank
from posviz.paths import resource

QUESTIONS = [source.make(1) for source in shipped_bank()]

GOOD = f"""
[[question]]
id = "a"
topic = "T"
text = "Which?"
choices = ["no", "perhaps", "yes"]
right = "{digest("a", "yes")}"
why = "So it is."
view = {{ panel = "tokens", token = "dog" }}
[question.reasons]
"no" = "It is."
"""
NUMBER = """
[[question]]
id = "n"
topic = "T"
text = "How many?"
number = 2
tolerance = 0.5
why = "One and one."
view = { panel = "tokens" }
"""


def bank(folder: Path, text: str) -> Question:
    (folder / "q.toml").write_text(text, encoding="utf-8")
    (source,) = read_bank(folder)
    return source.make(0)


def test_there_are_enough_of_each_kind_and_topic() -> None:
    kinds = Counter(question.kind for question in QUESTIONS)
    assert len(QUESTIONS) >= 44
    assert kinds["number"] >= 6
    assert kinds["pick"] >= 6
    topics = Counter(question.topic for question in QUESTIONS)
    assert len(topics) >= 14
    assert all(count >= 3 for count in topics.values())


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.id)
def test_texts_are_short_and_say_something(question: Question) -> None:
    assert len(question.text) <= 240
    assert all(len(choice) <= 90 for choice in question.choices)
    assert question.why not in (question.text, *question.choices)
    assert question.why.endswith(".")
    assert len(question.why) <= 240
    assert all(reason.endswith(".") for reason in question.reasons.values())
    if question.kind == "choice":
        assert len(question.reasons) == len(question.choices) - 1
    if question.kind == "number":
        assert "Type a" in question.text
        assert question.is_right(question.number)
    texts = " ".join((question.text, *question.choices, question.why, *question.reasons.values()))
    american = r"\b\w*(?:ization|(?<!s)izes?|ized|izing|izer|izers|olor|avior|enter(?:ed)? of)\b"
    assert not re.search(american, texts), texts
    assert not re.search(r"[<>*\"]|(?<!\w)-\d", texts), texts


def test_the_longest_choice_is_not_a_hint() -> None:
    four = [question for question in QUESTIONS if len(question.choices) == 4]
    longest = shortest = 0
    for question in four:
        lengths = [len(choice) for choice in question.choices]
        right = lengths.pop(question.right)
        longest += right > max(lengths)
        shortest += right < min(lengths)
    assert longest < 0.45 * len(four)
    assert shortest < 0.45 * len(four)


def test_the_files_do_not_show_what_is_right() -> None:
    for path in resource("quiz").glob("*.toml"):
        text = path.read_text(encoding="utf-8")
        for digits in re.findall(r"^right = (.*)$", text, re.MULTILINE):
            assert re.fullmatch(r'"[0-9a-f]{12}"', digits)
    places = Counter(
        sorted(question.choices, key=str.casefold).index(question.choices[question.right])
        for question in QUESTIONS
        if len(question.choices) == 4
    )
    assert max(places.values()) < 0.45 * places.total()


def test_choices_change_places_by_seed_and_keep_their_reasons() -> None:
    source = next(source for source in shipped_bank() if source.id == "one-hot-nearer")
    made = [source.make(seed) for seed in range(40)]
    assert len({question.choices for question in made}) > 10
    right = {question.choices[question.right] for question in made}
    assert len(right) == 1
    reasons = {
        (question.choices[i], reason) for question in made for i, reason in question.reasons.items()
    }
    assert len(reasons) == 3
    assert source.make(7) == source.make(7)


def test_choices_may_keep_their_order(tmp_path: Path) -> None:
    text = GOOD.replace('["no", "perhaps", "yes"]', '["yes", "no"]\nkeep_order = true')
    (tmp_path / "q.toml").write_text(text, encoding="utf-8")
    (source,) = read_bank(tmp_path)
    for seed in range(20):
        assert source.make(seed).choices == ("yes", "no")
        assert source.make(seed).right == 0


def test_a_question_is_read(tmp_path: Path) -> None:
    question = bank(tmp_path, GOOD)
    assert question.choices[question.right] == "yes"
    assert {question.choices[i]: r for i, r in question.reasons.items()} == {"no": "It is."}
    assert question.view.values == {"token": "dog"}
    number = bank(tmp_path, NUMBER)
    assert (number.number, number.tolerance, number.unit) == (2.0, 0.5, "")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('id = "a"', "", "question 1: it needs the text “id”"),
        ('topic = "T"', 'topic = ""', "question “a”: it needs the text “topic”"),
        ('why = "So it is."', "", "question “a”: it needs the text “why”"),
        ('why = "So', 'whi = "x"\nwhy = "So', "no “whi”"),
        ('"no", "perhaps", "yes"', '"yes"', "2 to 5 different choices"),
        ('"no", "perhaps", "yes"', '"no", "yes", "yes"', "2 to 5 different choices"),
        ('"no", "perhaps", "yes"', '"a", "b", "c", "d", "e", "yes"', "2 to 5 different"),
        ('"no", "perhaps", "yes"', '"yes", "no"', "alphabetical order"),
        ('["no", "perhaps", "yes"]', "3", "“choices” is a list of texts"),
        ('"no", "perhaps", "yes"', '"no", "yes!"', "digest of none of the choices"),
        ('"no" = "It is."', '"nein" = "It is."', "“nein”, which is no wrong choice"),
        ('"no" = "It is."', '"yes" = "It is."', "“yes”, which is no wrong choice"),
        ('"no" = "It is."', '"no" = 3', "reason for “no” is a text"),
        ('panel = "tokens", ', "", "“view” with a panel"),
        ('token = "dog"', "width = 0", "width = 0 is not allowed"),
        ('token = "dog"', "breadth = 5", "no field “breadth”"),
        ("choices = ", "keep_order = 1\nchoices = ", "“keep_order” is true or false"),
        ('text = "Which?"', 'text = "Which?', "at line 5"),
        ("[[question]]", "[[questions]]", "list the questions"),
        ('"no" = "It is."', f'"no" = "It is."{GOOD}', "another question has this id"),
    ],
)
def test_a_wrong_question_is_named(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert old in GOOD
    with pytest.raises(QuizError) as caught:
        bank(tmp_path, GOOD.replace(old, new))
    assert said in str(caught.value)
    assert str(tmp_path / "q.toml") in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("number = 2", 'number = "2"', "“number” is a number"),
        ("tolerance = 0.5", "", "“tolerance” is a number"),
        ("tolerance = 0.5", "tolerance = -1", "not below 0"),
        ("tolerance = 0.5", "tolerance = 0.5\nunit = 3", "“unit” is a text"),
        ("number = 2\ntolerance = 0.5", "wanted = {}", "names at least one field"),
        ("number = 2\ntolerance = 0.5", "wanted = { pair = -1 }", "pair = -1 is not allowed"),
        ("number = 2\ntolerance = 0.5", "wanted = 3", "“wanted” is a table"),
        ("number = 2\ntolerance = 0.5", "", "it needs “choices”"),
    ],
)
def test_a_wrong_number_or_pick_is_named(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert old in NUMBER
    with pytest.raises(QuizError, match="question “n”") as caught:
        bank(tmp_path, NUMBER.replace(old, new))
    assert said in str(caught.value)


def test_bytes_that_are_no_text_are_named(tmp_path: Path) -> None:
    (tmp_path / "q.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(QuizError, match=r"q\.toml"):
        read_bank(tmp_path)


def test_views_and_wanted_fields_can_be_written_to_a_session() -> None:
    for question in QUESTIONS:
        json.dumps([dict(question.view.values), dict(question.wanted)])
