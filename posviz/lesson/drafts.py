"""What is being written, code and a step of a lesson: kept as it is typed, and no part of State.

Undo in the window takes back what was done to the instruments; the editor has its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

_MOST = 1000
_LONGEST = 2_000_000
"""Characters of one draft: more than the editor takes."""
STEP_PARTS = ("folder", "chapter", "title", "text")
"""What the step capture asks for."""


class DraftsError(ValueError):
    """Values that no drafts can have."""


@dataclass(frozen=True)
class Drafts:
    """What stands in the editor, and in the step capture.

    Attributes
    ----------
    code
        By the id of the exercise; one that is left out is as it began. Those of exercises that
        this program does not know are kept.
    step
        The words of a step that is not written yet, by the names in `STEP_PARTS`; empty for none.
    """

    code: Mapping[str, str] = field(default_factory=dict)
    step: Mapping[str, str] = field(default_factory=dict)

    def with_code(self, exercise: str, code: str | None) -> Drafts:
        """Set the code of an exercise; None: it is as it began."""
        rest = {name: text for name, text in self.code.items() if name != exercise}
        return replace(self, code=rest if code is None else {**rest, exercise: code})

    def with_step(self, step: Mapping[str, str]) -> Drafts:
        """Set the words of a step; without a title and a text there is nothing to keep."""
        typed = step.get("title", "").strip() or step.get("text", "").strip()
        return replace(self, step=dict(step) if typed else {})

    def to_dict(self) -> dict[str, Any]:
        """Return JSON-ready values."""
        values: dict[str, Any] = {"code": dict(sorted(self.code.items()))}
        return {**values, "step": dict(self.step)} if self.step else values

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Drafts:
        """Build the drafts of `to_dict`'s values; what is left out is empty.

        Raises
        ------
        DraftsError
            If a value has the wrong type, or is too large.
        """
        code = values.get("code", {})
        if not isinstance(code, dict) or len(code) > _MOST:
            raise DraftsError("code is a table of exercises.")
        if not all(isinstance(text, str) and len(text) <= _LONGEST for text in code.values()):
            raise DraftsError("the code of an exercise is a text.")
        step = values.get("step", {})
        if not isinstance(step, dict):
            raise DraftsError("step is a table of texts.")
        step = {name: step[name] for name in STEP_PARTS if name in step}
        if not all(isinstance(text, str) and len(text) <= _LONGEST for text in step.values()):
            raise DraftsError("each part of a step is a text.")
        return cls(code, step)
