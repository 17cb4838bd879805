"""The questions of a round, and how the answers are read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from posviz.export import Numbers
from posviz.language import per_language, tr
from posviz.lesson.progress import Progress
from posviz.lesson.quiz import Question, Results, make_round
from posviz.lesson.quiz_kinds import all_sources
from posviz.widgets.bar_list import Axis, Bar
from posviz.widgets.number_box import read_number

_POWER_OF_TEN = re.compile(r"[×*·]10\^")

SHARES = Axis(0.0, 1.0, ((0.0, "0"), (1.0, "all")))


@dataclass(frozen=True, eq=False)
class QuizRound:
    """A round for paper: no answers, and nothing of what the learner did before."""

    questions: tuple[Question, ...]
    seed: int


@per_language
@lru_cache(maxsize=4)
def round_of(seed: int) -> tuple[Question, ...]:
    """Return the round of a seed for somebody who has not played yet."""
    return make_round(all_sources(), seed)


def played_round(progress: Progress) -> tuple[Question, ...]:
    """Return the questions of the round that is being played; none if none is."""
    if progress.round is None:
        return ()
    return make_round(all_sources(), progress.round.seed, progress.quiz)


def read_answer(text: str) -> float | None:
    """Read a number as typed, also "2 × 10^3"; None where it is no number.

    Of a comma holds what holds in every box: "1,5" is 1.5, and "1,234" is not guessed at.
    """
    return read_number(_POWER_OF_TEN.sub("e", "".join(text.split())), whole=False)


def topic_bars(results: Results) -> list[Bar]:
    """Return the share of right answers in each topic, weakest first."""
    shares = {topic: good / all_ for topic, (good, all_) in results.topics.items() if all_}
    return [
        Bar(tr(topic), shares[topic], ("{}/{}".format(*results.topics[topic]),))
        for topic in sorted(shares, key=lambda topic: (shares[topic], topic))
    ]


def paper(questions: Sequence[Question]) -> Numbers:
    """Return the questions as lines of a file; the array holds how many choices each has."""
    most = max((len(question.choices) for question in questions), default=0)
    header = ("number", "topic", "question", *(f"choice_{chr(97 + i)}" for i in range(most)))
    rows = [
        (number, q.topic, q.text, *q.choices, *[""] * (most - len(q.choices)))
        for number, q in enumerate(questions, start=1)
    ]
    counts = np.array([len(question.choices) for question in questions], dtype=np.int64)
    return Numbers(counts, header, rows)
