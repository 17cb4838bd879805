"""Generated questions: every answer is found again from the text alone, in another way."""

from __future__ import annotations

from collections import Counter

import pytest

from posviz.lesson.quiz import Source, make_round
from posviz.lesson.quiz_bank import shipped_bank
from posviz.lesson.quiz_kinds import KINDS, all_sources, paper_sources
from posviz.panels import find_panel
from posviz.state import State
from tests.lesson.quiz_solvers import SOLVERS, solves

SEEDS = range(300)
ODD = State().with_changes(
    table="toy16", text="", length=1, width=1, base=2.0, layout="halves", heads=1, causal=True
)
"""Where a learner may come from."""


@pytest.mark.parametrize("source", KINDS, ids=lambda source: source.id)
def test_the_right_answer_is_found_another_way_and_no_other_is(source: Source) -> None:
    solver, limit = SOLVERS[source.id]
    for seed in SEEDS:
        question = source.make(seed)
        found = solver(question)
        if question.kind == "number":
            assert isinstance(found, float | int)
            assert question.number == pytest.approx(found, rel=max(limit, 1e-12))
            assert question.is_right(float(found)) or limit
        elif source.id == "nearest-row":
            assert question.right == found
        else:
            good = [solves(question, choice, found, limit) for choice in question.choices]
            assert good.index(True) == question.right, question
            assert good.count(True) == 1, question


@pytest.mark.parametrize("source", KINDS, ids=lambda source: source.id)
def test_generated_questions_are_whole(source: Source) -> None:
    assert len({source.make(seed).text for seed in SEEDS}) >= 8
    for seed in SEEDS:
        question = source.make(seed)
        assert question == source.make(seed)
        assert (question.id, question.topic) == (source.id, source.topic)
        assert len(question.text) <= 240
        assert question.why not in question.text
        if question.kind == "choice":
            assert len(question.choices) == len(set(question.choices)) == 4
            assert all(0 < len(choice) <= 90 for choice in question.choices)
            assert set(question.reasons) == set(range(4)) - {question.right}
        else:
            assert "Type a" in question.text
            assert question.is_right(question.number)


def test_hand_checked_questions() -> None:
    """Answers worked out by hand, seed by seed."""
    questions = {source.id: source for source in KINDS}
    for name, needle, answer in HAND:
        found = next(
            question
            for seed in range(20_000)
            if needle in (question := questions[name].make(seed)).text
        )
        shown = found.choices[found.right] if found.choices else f"{found.number:g}"
        assert shown == answer


HAND = [
    ("wavelength", "pair 2 repeat, with d = 16", "62.83"),
    ("alibi-slope", "with 8 heads: what is the slope of head 0", "0.500"),
    ("alibi-slope", "with 12 heads: what is the slope of head 8", "0.707"),
    ("t5-bucket", "stands 5 after", "21"),
    ("t5-bucket", "stands 300 before", "15"),
    ("float-position", "Position 257 is stored in bfloat16", "256"),
    ("float-position", "Position 259 is stored in bfloat16", "260"),
    ("float-position", "Position 2049 is stored in float16", "2048"),
    ("random-cosine", "width d = 16", "0.250"),
    ("score-scale", "d = 512 is shared by 8", "8.00"),
    ("learned-parameters", "up to 512 tokens, d = 768", "393\u202f216"),
    ("softmax-weight", "scores 1, 1, 1", "0.33"),
]


@pytest.mark.parametrize("source", all_sources(), ids=lambda source: source.id)
def test_every_view_is_one_that_its_panel_shows(source: Source) -> None:
    for seed in range(10):
        question = source.make(seed)
        panel = find_panel(question.view.panel)
        assert {*question.view.values, *question.wanted} <= panel.uses
        start = ODD.with_changes(**question.view.values)
        if "text" in question.view.values and panel.id != "tokeniser":
            assert all(start.id_of(token) >= 0 for token in start.tokens)
        if question.kind == "pick":
            assert not question.is_right(start)
            assert question.is_right(start.with_changes(**question.wanted))


def test_a_seed_makes_the_same_round_on_every_machine() -> None:
    """A round printed for a test must be found again, whatever Python runs."""
    made = [
        (question.id, question.right, question.choices[question.right])
        for question in make_round(KINDS, 20)
        if question.choices
    ]
    assert made == [
        ("learned-parameters", 1, "196\u202f608"),
        ("alibi-slope", 1, "0.250"),
        ("softmax-weight", 0, "0.67"),
        ("nearest-row", 1, "“bread” (+0.21, −0.54, −0.36, −0.71)"),
        ("table-entry", 3, "+0.70"),
    ]


def test_right_answers_stand_everywhere() -> None:
    """Over many rounds, no place among four is right much more often than another."""
    places: Counter[int] = Counter()
    sources = all_sources()
    for seed in range(500):
        for question in make_round(sources, seed):
            if len(question.choices) == 4:
                places[question.right] += 1
    total = places.total()
    assert total > 1500
    assert all(0.2 < places[place] / total < 0.3 for place in range(4))


def test_all_sources_have_names_of_their_own() -> None:
    sources = all_sources()
    assert len({source.id for source in sources}) == len(sources) >= 56
    assert {source.topic for source in KINDS} <= {source.topic for source in shipped_bank()}
    assert not any(
        source.make(seed).kind == "pick" for source in paper_sources() for seed in (1, 2)
    )
