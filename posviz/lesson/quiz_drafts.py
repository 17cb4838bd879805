"""How the generated kinds of questions are put together from what was drawn by chance."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from posviz.lesson.quiz import Question, Source, View

_WRONG = 3
"""Wrong choices beside the right one."""
_DIGITS = 6
"""Significant digits of a number that is asked for: the same on every machine."""

Wrong = tuple[str, str]
"""A wrong choice and what is wrong with it."""


@dataclass(frozen=True)
class Choices:
    """A question with choices.

    Attributes
    ----------
    text, why, view
        As of a `Question`.
    right
        The right choice.
    wrong
        Wrong ones, the best first; three are used.
    """

    text: str
    why: str
    view: View
    right: str
    wrong: Iterable[Wrong]

    def question(self, id_: str, topic: str, chance: random.Random) -> Question:
        """Return the question, its choices in an order by chance."""
        reasons: dict[str, str] = {}
        for choice, reason in self.wrong:
            if choice != self.right and len(reasons) < _WRONG:
                reasons.setdefault(choice, reason)
        choices = [self.right, *reasons]
        chance.shuffle(choices)
        return Question(
            id_,
            topic,
            "choice",
            self.text,
            self.why,
            self.view,
            choices=tuple(choices),
            right=choices.index(self.right),
            reasons={i: reasons[c] for i, c in enumerate(choices) if reasons.get(c)},
        )


@dataclass(frozen=True)
class Number:
    """A question for a number; see `Question` for the attributes."""

    text: str
    why: str
    view: View
    number: float
    tolerance: float = 0.0
    unit: str = ""

    def question(self, id_: str, topic: str, _chance: random.Random) -> Question:
        """Return the question."""
        return Question(
            id_,
            topic,
            "number",
            self.text,
            self.why,
            self.view,
            number=float(f"{self.number:.{_DIGITS}g}"),
            tolerance=float(f"{self.tolerance:.{_DIGITS}g}"),
            unit=self.unit,
        )


Draft = Choices | Number


def kind(id_: str, topic: str) -> Callable[[Callable[[random.Random], Draft]], Source]:
    """Make a source of questions of a function that draws one by chance."""

    def make(draw: Callable[[random.Random], Draft], seed: int) -> Question:
        chance = random.Random(seed)
        return draw(chance).question(id_, topic, chance)

    return lambda draw: Source(id_, topic, partial(make, draw))


def numbers(
    right: float,
    wrong: Iterable[tuple[float, str]],
    show: Callable[[float], str],
    *,
    apart: float = 0.0,
    ratio: float = 1.0,
) -> list[Wrong]:
    """Return wrong numbers as choices, without those too near to the right one or to another.

    Parameters
    ----------
    right
        The right number.
    wrong
        Others, each with what is wrong with it.
    show
        How a number is written.
    apart, ratio
        Two numbers are too near if they differ by less than `apart`, or by a smaller factor
        than `ratio`.
    """
    taken = [right]
    kept: list[Wrong] = []
    for number, reason in wrong:
        near = (
            abs(number - other) < apart
            or (number * other > 0 and 1 / ratio < number / other < ratio)
            or show(number) == show(other)
            for other in taken
        )
        if not any(near):
            taken.append(number)
            kept.append((show(number), reason))
    return kept


def view(panel: str, /, **values: Any) -> View:
    """Return what to look at: a panel and the fields of State that it needs."""
    fields: Mapping[str, Any] = values
    return View(panel, fields)


def speed(pair: int, width: int) -> str:
    """Return how the frequency of a pair is written at base 10 000."""
    return f"10 000^(−{2 * pair}/{width})" if pair else "1"
