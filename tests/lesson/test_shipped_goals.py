"""Every goal of the lesson is reached by what its text asks for, and by nothing less."""

from __future__ import annotations

from typing import Any

import pytest

from posviz.lesson.goals import Goal
from posviz.lesson.steps import find_step, shipped_lesson
from posviz.settling import WHOLE_TABLE
from posviz.state import State

LESSON = shipped_lesson()
GOALS = {step.id: step.goal for chapter in LESSON for step in chapter.steps if step.goal}

DONE: dict[str, dict[str, Any]] = {
    "token-to-vector/1": {"text": "the puppy sat"},
    "token-to-vector/2": {"token": "cat"},
    "token-to-vector/3": {"token": "queen"},
    "token-to-vector/4": {"text": "the cat and the kitten"},
    "token-to-vector/5": {"token": "sat"},
    "token-to-vector/6": {"try_length": 100_000},
    "token-to-vector/7": {"merges": 50_000},
    "order-blind/1": {"other_text": "man bites dog"},
    "order-blind/2": {"order": (1, 0, 2)},
    "order-blind/3": {"order": (2, 0, 1), "causal": True},
    "order-blind/4": {"position": 32},
    "add-position/1": {"position": 5},
    "add-position/2": {"seed": 2},
    "add-position/3": {"table": "minilm"},
    "add-position/4": {"scale": True},
    "add-position/5": {"position": 5},
    "add-position/6": {"text": "the zyx sat", "position": 1},
    "positional-table/1": {"position": 7, "dimension": 4},
    "positional-table/2": {"position": 7, "dimension": 60},
    "positional-table/3": {"position": 7},
    "positional-table/4": {"width": 2},
    "positional-table/5": {"width": 7},
    "positional-table/6": {"weights": "turned"},
    "positional-table/7": {"position": 50_000},
    "positional-table/8": {"bug": "halves"},
    "other-schemes/1": {"scheme": "learned"},
    "other-schemes/2": {"scheme": "learned"},
    "other-schemes/3": {"length": 512},
    "other-schemes/4": {"scheme": "rotary"},
    "other-schemes/5": {"scheme": "t5"},
    "other-schemes/6": {"scheme": "none"},
    "other-schemes/7": {"extension": "ntk"},
    "z-to-qkv/1": {"part": "P"},
    "z-to-qkv/2": {"part": "WQ"},
    "z-to-qkv/3": {"term": "position-position"},
    "z-to-qkv/4": {"causal": True},
    "z-to-qkv/5": {"scheme": "sinusoidal"},
    "z-to-qkv/6": {"scheme": "t5", "part": "bias"},
}
"""What the learner changes to reach the goal of a step."""

OTHERWISE: list[tuple[str, dict[str, Any]]] = [
    ("order-blind/1", {"other_text": " Man bites  dog "}),
    ("order-blind/1", {"other_text": "man bites dog", "order": (2, 1, 0), "seed": 5}),
    ("order-blind/2", {"order": (1, 2, 0)}),  # it went to the front after a shuffle
    ("order-blind/3", {"order": (0, 2, 1), "causal": True, "scheme": "alibi"}),
    ("positional-table/1", {"dimension": 1}),
    ("positional-table/3", {"position": 40}),
    ("positional-table/4", {"number_format": "bfloat16"}),
    ("positional-table/4", {"base": 1.0}),
    ("add-position/3", {"table": "toy16"}),
    ("add-position/5", {"token": "the"}),
]
"""Other ways to the same goals."""

NOT_YET: dict[str, list[dict[str, Any]]] = {
    "token-to-vector/1": [{"text": "the zyx sat"}, {"text": "sat cat the"}],
    "token-to-vector/2": [{"token": "queen"}],
    "token-to-vector/3": [{"k": 9}],
    "token-to-vector/4": [{"text": "cat kitten"}, {"text": "cat and"}],
    "token-to-vector/5": [{"token": "the"}],
    "token-to-vector/6": [{"try_length": 99_999}, {"try_width": 1000}],
    "token-to-vector/7": [{"merges": 49_999}],
    "order-blind/1": [
        {"other_text": "pizza"},
        {"other_text": ""},
        {"other_text": "man bites"},
        {"other_text": "bites man dog"},
        {"other_text": "man bites dog", "text": "pizza bites dog"},
        {"order": (2, 1, 0)},
    ],
    "order-blind/2": [{"order": (0, 2, 1)}, {"order": (2, 0, 1)}, {"text": "cat the sat"}],
    "order-blind/3": [{"order": (2, 0, 1)}, {"causal": True}, {"text": "cat the sat"}],
    "order-blind/4": [{"position": 33}],
    "add-position/1": [{"position": 2}, {"position": 0}],
    "add-position/2": [{"position": 5}],
    "add-position/3": [{"position": 5}],
    "add-position/4": [{"factor": 2.0}],
    "add-position/5": [{"token": "mat"}],
    "add-position/6": [{"text": "the zyx sat", "position": 0}],
    "positional-table/1": [{"position": 2}, {"position": 2, "token": "sat"}],
    "positional-table/2": [{"position": 7, "dimension": 8}, {"dimension": 39}],
    "positional-table/3": [{"position": 1}, {"position": 6}],
    "positional-table/4": [{"number_format": "float32"}, {"width": 32}],
    "positional-table/5": [{"width": 6}],
    "positional-table/6": [{"weights": "same"}],
    "positional-table/7": [{"position": 40}, {"position": 49_000}],
    "positional-table/8": [{"bug": "own"}],
    "other-schemes/1": [{"scheme": "rotary"}],
    "other-schemes/2": [{"scheme": "alibi"}],
    "other-schemes/3": [{"length": 511}],
    "other-schemes/4": [{"scheme": "learned"}],
    "other-schemes/5": [{"scheme": "none"}],
    "other-schemes/6": [{"scheme": "rotary"}],
    "other-schemes/7": [{"extension": "yarn"}],
    "z-to-qkv/1": [{"part": "K"}],
    "z-to-qkv/2": [{"part": "WK"}],
    "z-to-qkv/3": [{"term": "word-word"}],
    "z-to-qkv/4": [{"scheme": "alibi"}],
    "z-to-qkv/5": [{"causal": True}],
    "z-to-qkv/6": [{"scheme": "t5"}, {"part": "bias"}, {"scheme": "alibi", "part": "bias"}],
}
"""What comes near a goal and does not reach it."""


def reached(step: str, changes: dict[str, Any]) -> bool:
    goal: Goal = GOALS[step]
    start = find_step(step, LESSON).applied_to(State())
    return goal.is_reached(start, start.with_changes(**changes))


def test_every_goal_of_the_lesson_is_tried_here() -> None:
    assert set(DONE) == set(NOT_YET) == set(GOALS)


def test_no_goal_waits_for_what_no_panel_sets() -> None:
    # Zooming is no part of State: these are for files alone.
    for step, goal in GOALS.items():
        assert not WHOLE_TABLE.keys() & {*goal.settings, *goal.settings.get("fields", ())}, step


@pytest.mark.parametrize(("step", "changes"), [*DONE.items(), *OTHERWISE])
def test_a_goal_is_reached_by_what_it_asks_for(step: str, changes: dict[str, Any]) -> None:
    assert reached(step, changes)


@pytest.mark.parametrize("step", GOALS)
def test_a_goal_is_not_reached_when_the_step_is_set_up(step: str) -> None:
    start = find_step(step, LESSON).applied_to(State())
    assert not GOALS[step].is_reached(start, start)
    # Nor by what has nothing to do with it.
    assert not GOALS[step].is_reached(start, start.with_changes(metric="dot"))


@pytest.mark.parametrize(
    ("step", "changes"), [(step, some) for step, near in NOT_YET.items() for some in near]
)
def test_a_goal_is_not_reached_by_half_of_it(step: str, changes: dict[str, Any]) -> None:
    assert not reached(step, changes)
