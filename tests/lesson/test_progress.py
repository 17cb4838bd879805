"""Progress: what was seen and done, and back from a file."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from posviz.lesson.progress import Practised, Progress, ProgressError
from posviz.lesson.quiz import Memory, Question, Results, Round, View
from posviz.lesson.step_file import Prediction, Step
from posviz.lesson.steps import Chapter

STEP = Step("a/1", "a", "T", "Text.", {}, "a")


def test_what_was_done_adds_up() -> None:
    done = Progress().with_seen("a/1").with_seen("a/2").with_reached("a/1")
    done = done.with_prediction("a/1", "left").with_prediction("a/1", "right")
    assert done == Progress(frozenset({"a/1", "a/2"}), frozenset({"a/1"}), {"a/1": "right"})
    assert done.with_prediction("a/1", None).predicted == {}
    assert Progress() == Progress()


def test_a_step_is_complete_when_all_that_it_asks_for_is_done() -> None:
    asked = replace(STEP, prediction=Prediction("Q?", ("x", "y"), "x", "Because."))
    seen = Progress().with_seen("a/1")
    assert not Progress().is_complete(STEP)
    assert seen.is_complete(STEP)
    assert not seen.is_complete(asked)
    assert seen.with_prediction("a/1", "y").is_complete(asked)


def test_a_chapter_is_finished_when_every_step_was_seen() -> None:
    chapter = Chapter("a", "A", (STEP, replace(STEP, id="a/2")))
    assert not Progress().with_seen("a/1").has_finished(chapter)
    assert Progress().with_seen("a/1").with_seen("a/2").has_finished(chapter)


def test_progress_comes_back_from_json() -> None:
    done = Progress().with_seen("a/2").with_seen("a/1").with_reached("ü").with_prediction("a", "b")
    done = replace(
        done, quiz=Results(2, {"q": Memory(1, 4)}, {"t": (1, 2)}), round=Round(5, (True,))
    )
    done = done.with_check("rope", passed=True).with_hint("fuse")
    assert Progress.from_dict(json.loads(json.dumps(done.to_dict()))) == done
    assert Progress.from_dict({}) == Progress()


@pytest.mark.parametrize(
    "values",
    [
        {"seen": "a/1"},
        {"seen": [1]},
        {"reached": {"a": 1}},
        {"predicted": ["a"]},
        {"predicted": {"a": 1}},
        {"seen": ["a"] * 5001},
        {"quiz": 5},
        {"quiz": {"rounds": -1}},
        {"round": []},
        {"round": [1, 1]},
        {"round": [True]},
        {"round": [1] + [True] * 8},
        {"practice": []},
        {"practice": {"fuse": [1, True]}},
        {"practice": {"fuse": [1, 1, 0]}},
        {"practice": {"fuse": [-1, False, 0]}},
        {"practice": {"fuse": [1, False, 10**6]}},
    ],
)
def test_wrong_values_are_refused(values: dict[str, Any]) -> None:
    with pytest.raises(ProgressError):
        Progress.from_dict(values)


def test_a_round_counts_when_it_is_finished() -> None:
    questions = [
        Question(name, "t", "choice", "?", "Why.", View("tokens"), ("a", "b"), 0)
        for name in ("q1", "q2")
    ]
    played = Progress().with_round(Round(3, (True, False)))
    assert played.quiz == Results()
    done = played.with_finished_round(questions)
    assert done.round is None
    assert done.quiz.topics == {"t": (1, 2)}
    assert done.quiz.memory["q2"] == Memory(0, 1)
    assert done.quiz.rounds == 1


def test_attempts_and_hints_of_an_exercise_add_up_and_a_pass_stays() -> None:
    done = Progress().with_hint("fuse").with_check("fuse", passed=False)
    assert done.practised("fuse") == Practised(1, False, 1)
    done = done.with_check("fuse", passed=True).with_check("fuse", passed=False)
    assert done.practised("fuse") == Practised(3, True, 1)
    assert done.practised("rope") == Practised()


def test_exercises_that_are_not_known_are_left_out() -> None:
    values = {"practice": {"fuse": [1, False, 0], "of a later version": [1, False, 0]}}
    assert Progress.from_dict(values).practice == {"fuse": Practised(1, False, 0)}
