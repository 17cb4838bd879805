"""Rounds, answers and when a question comes back."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import pytest

from posviz.lesson.quiz import ROUND, Memory, Question, Results, Source, View, make_round
from posviz.state import State


def made(name: str, topic: str, seed: int) -> Question:
    return Question(name, topic, "choice", f"{name}?", "Why.", View("tokens"), ("a", "b"), seed % 2)


def sources(count: int, topics: int = 5) -> list[Source]:
    names = [(f"q{i}", f"topic {i % topics}") for i in range(count)]
    return [Source(name, topic, partial(made, name, topic)) for name, topic in names]


def test_a_round_has_seven_different_questions_by_seed() -> None:
    bank = sources(40)
    first = make_round(bank, 1)
    assert len({question.id for question in first}) == ROUND == 7
    assert first == make_round(bank, 1)
    assert len({tuple(q.id for q in make_round(bank, seed)) for seed in range(20)}) == 20


def test_topics_are_spread() -> None:
    for seed in range(20):
        assert len({q.topic for q in make_round(sources(40, topics=7), seed)}) == 7
        assert len({q.topic for q in make_round(sources(40, topics=3), seed)}) == 3


def test_few_questions_make_a_short_round() -> None:
    assert len(make_round(sources(3), 0)) == 3
    assert make_round([], 0) == ()


def play(
    results: Results, bank: list[Source], seed: int, wrong: set[str]
) -> tuple[Results, set[str]]:
    asked = make_round(bank, seed, results)
    results = results.with_finished(asked, [question.id not in wrong for question in asked])
    return results, {question.id for question in asked}


def test_what_went_wrong_comes_back_in_the_next_round() -> None:
    bank = sources(40)
    results, asked = play(Results(), bank, 1, wrong={f"q{i}" for i in range(0, 40, 2)})
    missed = {name for name in asked if int(name[1:]) % 2 == 0}
    assert missed
    for seed in range(5):
        assert missed <= play(results, bank, seed, wrong=set())[1]


def test_a_right_answer_rests_twice_as_long_each_time() -> None:
    question = made("q", "t", 0)
    results, rests = Results(), []
    for _ in range(8):
        results = results.with_answer(question, right=True)
        rests.append(results.memory["q"].due - results.rounds - 1)
    assert rests == [1, 2, 4, 8, 16, 32, 32, 32]
    assert results.with_answer(question, right=False).memory["q"] == Memory(0, 1)


def test_new_questions_come_before_known_ones() -> None:
    bank = sources(14, topics=1)
    results, first = play(Results(), bank, 5, wrong=set())
    _, second = play(results, bank, 5, wrong=set())
    assert not first & second


def test_seven_of_seven_is_everything() -> None:
    results = Results()
    for question in make_round(sources(40), 3):
        results = results.with_answer(question, right=True)
    assert sum(good for good, _ in results.topics.values()) == 7
    assert all(good == all_ for good, all_ in results.topics.values())


@pytest.mark.parametrize(
    ("answer", "right"), [(0.91, True), (0.93, True), (0.9, False), (0.94, False), (-0.92, False)]
)
def test_a_number_is_right_within_its_tolerance(answer: float, right: bool) -> None:
    question = Question(
        "n", "t", "number", "?", "Why.", View("formula"), number=0.92, tolerance=0.01
    )
    assert question.is_right(answer) == right
    assert not question.is_right(float("nan"))


def test_a_pick_is_right_when_the_state_is() -> None:
    question = Question(
        "p", "t", "pick", "?", "Why.", View("tokens"), wanted={"position": 2, "dimension": 5}
    )
    assert question.is_right(State(position=2, dimension=5, pair=2))
    assert not question.is_right(State(position=2))


def test_a_choice_is_right_by_its_index() -> None:
    question = made("q", "t", 1)
    assert question.is_right(1)
    assert not question.is_right(0)


def test_results_come_back_from_json() -> None:
    results, _ = play(Results(), sources(20), 1, wrong={"q1", "q2", "q3"})
    assert Results.from_dict(json.loads(json.dumps(results.to_dict()))) == results
    assert Results.from_dict({}) == Results()


@pytest.mark.parametrize(
    "values",
    [
        {"rounds": -1},
        {"rounds": True},
        {"rounds": 1.5},
        {"memory": []},
        {"memory": {"q": 1}},
        {"memory": {"q": [1]}},
        {"topics": {"t": ["1", 2]}},
        {"topics": {str(i): [0, 0] for i in range(2001)}},
    ],
)
def test_wrong_results_are_refused(values: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        Results.from_dict(values)
