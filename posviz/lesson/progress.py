"""What the learner has been through: kept between runs, and no part of State.

Undo takes back what was done to the instruments, not that a step was seen or a goal reached.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from posviz.lesson.steps import Chapter, Step

_MOST_STEPS = 5000


class ProgressError(ValueError):
    """Values that no progress can have."""


@dataclass(frozen=True)
class Progress:
    """What was done so far.

    Attributes
    ----------
    seen
        Ids of the steps that were on show.
    reached
        Ids of the steps whose goal was reached.
    predicted
        What was chosen, by the id of the step.
    """

    seen: frozenset[str] = frozenset()
    reached: frozenset[str] = frozenset()
    predicted: Mapping[str, str] = field(default_factory=dict)

    def with_seen(self, step_id: str) -> Progress:
        """Add a step that is on show."""
        return replace(self, seen=self.seen | {step_id})

    def with_reached(self, step_id: str) -> Progress:
        """Add a step whose goal was reached."""
        return replace(self, reached=self.reached | {step_id})

    def with_prediction(self, step_id: str, choice: str | None) -> Progress:
        """Set what was chosen in a step; None: asked anew."""
        rest = {name: chosen for name, chosen in self.predicted.items() if name != step_id}
        return replace(self, predicted=rest if choice is None else {**rest, step_id: choice})

    def is_complete(self, step: Step) -> bool:
        """Whether a step was seen and all that it asks for was done."""
        return (
            step.id in self.seen
            and (step.goal is None or step.id in self.reached)
            and (step.prediction is None or step.id in self.predicted)
        )

    def has_finished(self, chapter: Chapter) -> bool:
        """Whether all steps of a chapter were seen: goals and predictions are offers."""
        return all(step.id in self.seen for step in chapter.steps)

    def to_dict(self) -> dict[str, Any]:
        """Return JSON-ready values."""
        return {
            "seen": sorted(self.seen),
            "reached": sorted(self.reached),
            "predicted": dict(sorted(self.predicted.items())),
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
        return cls(frozenset(seen), frozenset(reached), dict(predicted))
