"""The quiz: questions, rounds of seven of them, and when a question comes back.

A question that went wrong comes back in the next round. After a right answer it rests for one
round, then two, then four, twice as long each time; a wrong one sets it back to the start.
That is the whole rule.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from posviz.state import State

ROUND = 7
"""Questions in a round."""

_LONGEST_REST = 6
"""Doublings of the rest; 64 rounds are enough to count as known."""
_MOST_ENTRIES = 2000

Topic = str


@dataclass(frozen=True)
class View:
    """What to look at to see why an answer is wrong.

    Attributes
    ----------
    panel
        The panel that shows it.
    values
        The fields of State that it needs.
    """

    panel: str
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Question:
    """One question, with its choices in the order in which they are asked.

    Attributes
    ----------
    id
        Its name in the learner's results: for a generated one, that of its kind.
    topic
        What it belongs to in the results.
    kind
        "choice": one of `choices`; "number": `number` within `tolerance`; "pick": the learner
        selects in a panel until all fields of `wanted` have their values.
    text
        What is asked, in Markdown.
    choices, right
        The answers to choose from, and the index of the right one.
    number, tolerance, unit
        The right number, how far off an answer may be, and what stands behind it.
    wanted
        The fields of State, with their values, that a "pick" asks for.
    why
        Why the right answer is right, in Markdown.
    reasons
        What is wrong with a choice, by its index, where there is something to say.
    view
        Where to see it.
    """

    id: str
    topic: Topic
    kind: Literal["choice", "number", "pick"]
    text: str
    why: str
    view: View
    choices: tuple[str, ...] = ()
    right: int = -1
    number: float = 0.0
    tolerance: float = 0.0
    unit: str = ""
    wanted: Mapping[str, Any] = field(default_factory=dict)
    reasons: Mapping[int, str] = field(default_factory=dict)

    @property
    def unit_of_number(self) -> str:
        """The unit as it stands behind the right number: "1 key", not "1 keys"."""
        unit = self.unit
        is_plural = len(unit) > 2 and unit.isalpha() and unit.endswith("s")
        return unit[:-1] if self.number == 1 and is_plural else unit

    def is_right(self, answer: int | float | State) -> bool:
        """Whether an answer is right: the index of a choice, a number, or a State."""
        if isinstance(answer, State):
            return all(getattr(answer, name) == value for name, value in self.wanted.items())
        if self.kind == "choice":
            return answer == self.right
        # A number typed exactly at the tolerance counts, whatever binary makes of it.
        return abs(answer - self.number) <= self.tolerance * (1 + 1e-9)


@dataclass(frozen=True)
class Source:
    """Where a question comes from: the same seed makes the same one."""

    id: str
    topic: Topic
    make: Callable[[int], Question]


@dataclass(frozen=True)
class Memory:
    """How a question went.

    Attributes
    ----------
    rest
        How often it was answered rightly in a row, up to a limit.
    due
        The number of the round in which it may come back.
    """

    rest: int
    due: int


@dataclass(frozen=True)
class Results:
    """What came of all rounds so far.

    Attributes
    ----------
    rounds
        How many were finished.
    memory
        By the id of the question.
    topics
        Right answers and all answers by topic.
    """

    rounds: int = 0
    memory: Mapping[str, Memory] = field(default_factory=dict)
    topics: Mapping[Topic, tuple[int, int]] = field(default_factory=dict)

    def with_answer(self, question: Question, right: bool) -> Results:
        """Add an answer given in the present round."""
        before = self.memory.get(question.id, Memory(0, 0))
        rest = min(before.rest + 1, _LONGEST_REST) if right else 0
        due = self.rounds + 1 + (2 ** (rest - 1) if rest else 0)
        good, all_ = self.topics.get(question.topic, (0, 0))
        return replace(
            self,
            memory={**self.memory, question.id: Memory(rest, due)},
            topics={**self.topics, question.topic: (good + right, all_ + 1)},
        )

    def with_finished(self, questions: Sequence[Question], right: Sequence[bool]) -> Results:
        """Add a round: for each question whether it was answered rightly."""
        results = self
        for question, good in zip(questions, right, strict=True):
            results = results.with_answer(question, good)
        return replace(results, rounds=self.rounds + 1)

    def to_dict(self) -> dict[str, Any]:
        """Return JSON-ready values."""
        return {
            "rounds": self.rounds,
            "memory": {name: [m.rest, m.due] for name, m in sorted(self.memory.items())},
            "topics": {name: list(counts) for name, counts in sorted(self.topics.items())},
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Results:
        """Build the results of `to_dict`'s values; what is left out is empty.

        Raises
        ------
        ValueError
            If a value is not as `to_dict` writes it.
        """
        rounds = _count(values.get("rounds", 0))
        memory, topics = values.get("memory", {}), values.get("topics", {})
        if not isinstance(memory, dict) or not isinstance(topics, dict):
            raise ValueError("memory and topics are tables.")
        if max(len(memory), len(topics)) > _MOST_ENTRIES:
            raise ValueError("there are too many entries.")
        return cls(
            rounds,
            {str(name): Memory(*_two_counts(pair)) for name, pair in memory.items()},
            {str(name): _two_counts(pair) for name, pair in topics.items()},
        )


@dataclass(frozen=True)
class Round:
    """A round that is being played; its results count when it is finished.

    Attributes
    ----------
    seed
        What the questions were chosen with, from the results before.
    right
        For each question answered so far, in order, whether the answer was right.
    """

    seed: int
    right: tuple[bool, ...] = ()


def _count(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 10**9:
        raise ValueError("counts are whole numbers from 0.")
    return value


def _two_counts(value: Any) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2:
        raise ValueError("results are pairs of counts.")
    return _count(value[0]), _count(value[1])


def make_round(
    sources: Sequence[Source], seed: int, results: Results | None = None
) -> tuple[Question, ...]:
    """Choose the questions of a round.

    First come those that went wrong and are due, then new ones, then those whose rest is over,
    then the rest; within each of these by chance, but no topic twice while others are left.

    Parameters
    ----------
    sources
        All questions.
    seed
        The same seed, sources and results make the same round.
    results
        What came of earlier rounds.

    Returns
    -------
    tuple of Question
        Seven, or all if there are fewer.
    """
    results = results or Results()
    chance = random.Random(seed)
    mixed = list(sources)
    chance.shuffle(mixed)

    def urgency(source: Source) -> int:
        memory = results.memory.get(source.id)
        if memory is None:
            return 1
        if memory.due > results.rounds + 1:
            return 3
        return 2 if memory.rest else 0

    chosen: list[Source] = []
    left = sorted(mixed, key=urgency)
    while left and len(chosen) < ROUND:
        asked = {source.topic for source in chosen}
        level = urgency(left[0])
        alike = [source for source in left if urgency(source) == level]
        fresh = next((source for source in alike if source.topic not in asked), alike[0])
        chosen.append(fresh)
        left.remove(fresh)
    chance.shuffle(chosen)
    return tuple(source.make(chance.randrange(2**31)) for source in chosen)
