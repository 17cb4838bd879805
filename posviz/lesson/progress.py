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

_MOST_STEPS = 5000


class ProgressError(ValueError):
    """Values that no progress can have."""


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
    """

    seen: frozenset[str] = frozenset()
    reached: frozenset[str] = frozenset()
    predicted: Mapping[str, str] = field(default_factory=dict)
    quiz: Results = field(default_factory=Results)
    round: Round | None = None

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
        return cls(frozenset(seen), frozenset(reached), dict(predicted), results, round_)


def _round(played: Any) -> Round:
    if isinstance(played, list) and 1 <= len(played) <= ROUND + 1:
        seed, *right = played
        whole = isinstance(seed, int) and not isinstance(seed, bool)
        if whole and all(isinstance(good, bool) for good in right):
            return Round(seed, tuple(right))
    raise ProgressError("a round is a seed and what was right.")
