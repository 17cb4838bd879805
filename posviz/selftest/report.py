"""What a self-test found, for a person and for a program."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field


class Failed(Exception):
    """A check did not pass; the message says what is wrong."""


@dataclass(frozen=True)
class Check:
    """What came of one check.

    Attributes
    ----------
    name
        What was checked.
    passed
        Whether all was well.
    found
        What was found, in words.
    seconds
        How long it took.
    """

    name: str
    passed: bool
    found: str
    seconds: float


@dataclass(frozen=True)
class Report:
    """What the self-test found.

    Attributes
    ----------
    versions
        Of posviz and what it runs on.
    checks
        In the order in which they were made.
    figures
        Of the start: "first_paint_ms", and "memory_mb" where the system tells it.
    seconds
        Of the whole test.
    """

    versions: dict[str, str]
    checks: tuple[Check, ...]
    figures: dict[str, float] = field(default_factory=dict)
    seconds: float = 0.0

    @property
    def passed(self) -> bool:
        """Whether every check passed."""
        return all(check.passed for check in self.checks)

    def as_json(self) -> str:
        """Return it for a program."""
        values = {"passed": self.passed, "seconds": self.seconds, **self.figures, **asdict(self)}
        del values["figures"]
        return json.dumps(values, ensure_ascii=False, indent=2)

    def as_text(self) -> str:
        """Return it for a person, a line a check."""
        lines = [" · ".join(f"{name} {version}" for name, version in self.versions.items()), ""]
        for check in self.checks:
            verdict = "ok" if check.passed else "FAILED"
            lines.append(f"{verdict:<8}{check.name:<11}{check.found}")
        bad = sum(not check.passed for check in self.checks)
        lines.append("")
        if bad:
            lines.append(
                f"{bad} of {len(self.checks)} checks failed. Install posviz again; if that does "
                "not help, report these lines."
            )
        else:
            lines.append(f"All is well: {len(self.checks)} checks in {self.seconds:.1f} s.")
        return "\n".join(lines)
