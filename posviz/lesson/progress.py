"""What the learner has been through: kept between runs, and no part of State.

Undo takes back what was done to the instruments, not that a step was seen or a goal reached.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from posviz.lesson.quiz import ROUND, Question, Results, Round
from posviz.lesson.step_file import Step
from posviz.lesson.steps import Chapter
from posviz.state_fields import EXERCISES

_MOST_STEPS = 5000


_MOST_CHECKS = 10**9


class ProgressError(ValueError):
    """Values that no progress can have."""


@dataclass(frozen=True)
class Practised:
    """What was done in an exercise.

    Attributes
    ----------
    checks
        How many attempts were checked; the starter as it stands is none.
    passed
        Whether one of them was right.
    hints
        How many hints were asked for.
    """

    checks: int = 0
    passed: bool = False
    hints: int = 0


@dataclass(frozen=True)
class Progress:
    """What was done so far; steps are named by their `key`.

    Attributes
    ----------
    seen
        The steps that were on show.
    reached
        The steps whose goal was reached.
    predicted
        What was chosen, by step.
    quiz
        What came of the quiz so far.
    round
        The round of the quiz that is being played; None: none is.
    practice
        What was done in the exercises, by id.
    """

    seen: frozenset[str] = frozenset()
    reached: frozenset[str] = frozenset()
    predicted: Mapping[str, str] = field(default_factory=dict)
    quiz: Results = field(default_factory=Results)
    round: Round | None = None
    practice: Mapping[str, Practised] = field(default_factory=dict)

    def with_seen(self, step_key: str) -> Progress:
        """Add a step that is on show."""
        return replace(self, seen=self.seen | {step_key})

    def with_reached(self, step_key: str) -> Progress:
        """Add a step whose goal was reached."""
        return replace(self, reached=self.reached | {step_key})

    def with_prediction(self, step_key: str, choice: str | None) -> Progress:
        """Set what was chosen in a step; None: asked anew."""
        rest = {name: chosen for name, chosen in self.predicted.items() if name != step_key}
        return replace(self, predicted=rest if choice is None else {**rest, step_key: choice})

    def with_round(self, round_: Round | None) -> Progress:
        """Set the round of the quiz that is being played."""
        return replace(self, round=round_)

    def with_finished_round(self, questions: Sequence[Question]) -> Progress:
        """Let the results of the round that is played, with all its answers, count."""
        right = () if self.round is None else self.round.right
        return replace(self, quiz=self.quiz.with_finished(questions, right), round=None)

    def practised(self, exercise: str) -> Practised:
        """Return what was done in an exercise."""
        return self.practice.get(exercise, Practised())

    def with_check(self, exercise: str, *, passed: bool) -> Progress:
        """Add an attempt that was checked; what was passed once stays so."""
        before = self.practised(exercise)
        checks = min(before.checks + 1, _MOST_CHECKS)
        return self._with(exercise, replace(before, checks=checks, passed=before.passed or passed))

    def with_hint(self, exercise: str) -> Progress:
        """Add a hint that was asked for."""
        before = self.practised(exercise)
        return self._with(exercise, replace(before, hints=before.hints + 1))

    def _with(self, exercise: str, practised: Practised) -> Progress:
        return replace(self, practice={**self.practice, exercise: practised})

    def is_complete(self, step: Step) -> bool:
        """Whether a step was seen and all that it asks for was done."""
        return (
            step.key in self.seen
            and (step.goal is None or step.key in self.reached)
            and (step.prediction is None or step.key in self.predicted)
        )

    def has_finished(self, chapter: Chapter) -> bool:
        """Whether all steps of a chapter were seen: goals and predictions are offers."""
        return all(step.key in self.seen for step in chapter.steps)

    def to_dict(self) -> dict[str, Any]:
        """Return JSON-ready values."""
        return {
            "seen": sorted(self.seen),
            "reached": sorted(self.reached),
            "predicted": dict(sorted(self.predicted.items())),
            "quiz": self.quiz.to_dict(),
            "round": None if self.round is None else [self.round.seed, *self.round.right],
            "practice": {
                name: [done.checks, done.passed, done.hints]
                for name, done in sorted(self.practice.items())
            },
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Progress:
        """Build the progress of `to_dict`'s values; what is left out is empty.

        Raises
        ------
        ProgressError
            If a value has the wrong type.
        """
        seen, reached = values.get("seen", []), values.get("reached", [])
        predicted = values.get("predicted", {})
        lists = isinstance(seen, list) and isinstance(reached, list) and isinstance(predicted, dict)
        if not lists or max(len(seen), len(reached), len(predicted)) > _MOST_STEPS:
            raise ProgressError("seen and reached are lists of steps, predicted is a table.")
        texts = [*seen, *reached, *predicted, *predicted.values()]
        if not all(isinstance(text, str) for text in texts):
            raise ProgressError("steps and choices are texts.")
        quiz, played = values.get("quiz", {}), values.get("round")
        try:
            results = Results.from_dict(quiz)
        except (ValueError, AttributeError) as error:
            raise ProgressError(f"the quiz has no such results: {error}") from None
        round_ = None if played is None else _round(played)
        practice = _practice(values.get("practice", {}))
        return cls(frozenset(seen), frozenset(reached), dict(predicted), results, round_, practice)


def _round(played: Any) -> Round:
    if isinstance(played, list) and 1 <= len(played) <= ROUND + 1:
        seed, *right = played
        whole = isinstance(seed, int) and not isinstance(seed, bool)
        if whole and all(isinstance(good, bool) for good in right):
            return Round(seed, tuple(right))
    raise ProgressError("a round is a seed and what was right.")


def _practice(values: Any) -> dict[str, Practised]:
    if not isinstance(values, dict) or len(values) > _MOST_STEPS:
        raise ProgressError("practice is a table of exercises.")
    return {name: _practised(done) for name, done in values.items() if name in EXERCISES}


def _practised(done: Any) -> Practised:
    if isinstance(done, list) and [type(value) for value in done] == [int, bool, int]:
        checks, passed, hints = done
        if 0 <= checks <= _MOST_CHECKS and 0 <= hints <= _MOST_STEPS:
            return Practised(checks, passed, hints)
    raise ProgressError("an exercise has its checks, whether it is passed, and its hints.")
