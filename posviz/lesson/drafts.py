"""The code that a learner has written so far: kept as it is typed, and no part of State.

Undo in the window takes back what was done to the instruments; the editor has its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

_MOST = 1000
_LONGEST = 2_000_000
"""Characters of one draft: more than the editor takes."""


class DraftsError(ValueError):
    """Values that no drafts can have."""


@dataclass(frozen=True)
class Drafts:
    """What stands in the editor.

    Attributes
    ----------
    code
        By the id of the exercise; one that is left out is as it began. Those of exercises that
        this program does not know are kept.
    """

    code: Mapping[str, str] = field(default_factory=dict)

    def with_code(self, exercise: str, code: str | None) -> Drafts:
        """Set the code of an exercise; None: it is as it began."""
        rest = {name: text for name, text in self.code.items() if name != exercise}
        return replace(self, code=rest if code is None else {**rest, exercise: code})

    def to_dict(self) -> dict[str, Any]:
        """Return JSON-ready values."""
        return {"code": dict(sorted(self.code.items()))}

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
        return cls(code)
