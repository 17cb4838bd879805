"""Goals: reached by doing it, never before, and refused in words where they are wrong."""

from __future__ import annotations

from typing import Any

import pytest

from posviz.lesson.goals import KINDS, GoalError, read_goal
from posviz.state import State

START = State().with_changes(table="toy4", text="the cat sat", token="cat")


def reached(header: dict[str, Any], start: State = START, **changes: Any) -> bool:
    goal = read_goal({"text": "Do it.", **header})
    assert not goal.is_reached(start, start)
    return goal.is_reached(start, start.with_changes(**changes))


def test_a_word_of_ones_own_is_one_that_the_vocabulary_has() -> None:
    goal = {"kind": "own_word"}
    assert reached(goal, text="the king sat")
    assert not reached(goal, text="the zyx sat")
    assert not reached(goal, text="sat the cat")
    assert not reached(goal, token="king")


def test_another_token_or_the_one_named_is_selected() -> None:
    assert reached({"kind": "select"}, token="king")
    assert not reached({"kind": "select"}, width=8)
    assert reached({"kind": "select", "token": "sat"}, token="sat")
    assert not reached({"kind": "select", "token": "sat"}, token="king")
    assert reached({"kind": "select", "position": 2, "dimension": 5}, position=2, dimension=5)
    assert not reached({"kind": "select", "position": 2, "dimension": 5}, position=2)


def test_a_token_that_the_vocabulary_lacks_is_selected() -> None:
    assert reached({"kind": "unknown"}, text="the zyx sat", position=1)
    assert not reached({"kind": "unknown"}, text="the zyx sat", position=0)
    assert not reached({"kind": "unknown"}, token="king")


def test_fields_that_are_listed_are_changed() -> None:
    goal = {"kind": "changed", "fields": ["order", "shift"]}
    assert reached(goal, order=(1, 0, 2))
    assert reached(goal, shift=4)
    assert not reached(goal, width=8)


def test_fields_have_the_values_that_are_named() -> None:
    goal = {"kind": "state", "width": 2, "number_format": "bfloat16"}
    assert reached(goal, width=2, number_format="bfloat16")
    assert not reached(goal, width=2)


def test_a_sentence_holds_words_that_are_alike_and_words_that_are_not() -> None:
    # By hand from the table: cat and dog point one way, king and cat do not.
    goal = {"kind": "alike", "above": 0.9, "below": 0.0}
    cat, dog = (START.embeddings.row(START.id_of(word)) for word in ("cat", "dog"))
    assert float(cat @ dog) / (float(cat @ cat) * float(dog @ dog)) ** 0.5 > 0.9
    assert reached({"kind": "alike", "above": 0.9}, text="cat dog")
    assert not reached({"kind": "alike", "above": 0.9}, text="cat cat cat")
    assert not reached({"kind": "alike", "above": 0.9999}, text="cat dog king")
    assert not reached(goal, text="cat dog")
    assert not reached(goal, text="cat zyx")
    assert not reached(goal, token="king")


def test_the_same_word_at_another_place() -> None:
    twice = START.with_changes(text="the cat sat on the cat", position=1)
    assert reached({"kind": "other_place"}, twice, position=5)
    assert not reached({"kind": "other_place"}, twice, position=2)
    assert not reached({"kind": "other_place"}, twice, text="the dog sat on the cat", position=5)


def test_positions_collide_in_a_number_format_or_in_a_narrow_table() -> None:
    start = START.with_changes(length=300, width=64, number_format="float32")
    goal = {"kind": "collide"}
    assert reached(goal, start, number_format="bfloat16")  # 257 becomes 256
    assert not reached(goal, start, number_format="float16")  # exact up to 2048
    assert not reached(goal, start, width=32)
    # At d = 2 the rows of 0 and 44 = 7 · 2π + 0.018 lie 2 sin(0.009) apart.
    assert reached({"kind": "collide", "within": 0.02}, start, width=2)
    assert not reached({"kind": "collide", "within": 1e-6}, start, width=2)


def test_an_unknown_token_of_ones_own_is_not_one_that_stood_there() -> None:
    start = State().with_changes(text="the zyx sat", position=0)
    goal = {"kind": "unknown", "typed": True}
    assert not reached(goal, start, position=1)
    assert reached({"kind": "unknown"}, start, position=1)
    assert reached(goal, start, text="the qux sat", position=1)


def test_fields_have_at_least_the_values_that_are_named() -> None:
    goal = {"kind": "least", "position": 7}
    assert reached(goal, position=7)
    assert reached(goal, position=40)
    assert not reached(goal, position=6)


def test_words_stand_in_another_order() -> None:
    assert reached({"kind": "moved"}, order=(0, 2, 1))
    assert not reached({"kind": "moved"}, causal=True)
    same = START.with_changes(text="the cat the")
    assert not reached({"kind": "moved"}, same, order=(2, 1, 0))  # it reads as before
    front = {"kind": "moved", "front": "sat"}
    assert reached(front, order=(2, 0, 1))
    assert not reached(front, order=(0, 2, 1))
    masked = {"kind": "moved", "causal": True}
    assert reached(masked, order=(2, 0, 1), causal=True)
    assert not reached(masked, order=(2, 0, 1))


def test_the_second_sentence_reads_as_it_should() -> None:
    goal = {"kind": "second_sentence", "words": "sat the cat"}
    assert reached(goal, other_text="Sat  the cat")
    assert not reached(goal, other_text="sat cat the")
    assert not reached(goal, other_text="sat the cat", text="the dog sat")


def test_a_table_with_longer_rows_is_chosen() -> None:
    wide = START.with_changes(table="toy16")
    assert reached({"kind": "wider"}, table="toy16")
    assert not reached({"kind": "wider"}, width=128)
    assert not reached({"kind": "wider"}, wide, table="toy4")


@pytest.mark.parametrize(
    ("header", "said", "key"),
    [
        ({}, "needs a text", "text"),
        ({"text": ""}, "needs a text", "text"),
        ({"text": "T"}, "one of own_word, select", "kind"),
        ({"text": "T", "kind": "win"}, "one of own_word, select", "kind"),
        ({"text": "T", "kind": "changed"}, "needs “fields”", "kind"),
        ({"text": "T", "kind": "changed", "fields": "k"}, "not allowed for “fields”", "fields"),
        ({"text": "T", "kind": "changed", "fields": ["x"]}, "not allowed for “fields”", "fields"),
        ({"text": "T", "kind": "own_word", "above": 1}, "takes nothing more, not “above”", "above"),
        ({"text": "T", "kind": "alike", "above": True}, "not allowed for “above”", "above"),
        ({"text": "T", "kind": "select", "position": -1}, "not allowed", "position"),
        ({"text": "T", "kind": "state"}, "needs fields of State", "kind"),
        ({"text": "T", "kind": "state", "k": 0}, "from 1 to 100", "k"),
        ({"text": "T", "kind": "state", "colour": 0}, "no field", "colour"),
        ({"text": "T", "kind": "least"}, "needs fields of State", "kind"),
        ({"text": "T", "kind": "least", "scheme": "none"}, "is no number", "scheme"),
        ({"text": "T", "kind": "least", "position": -1}, "not allowed", "position"),
        ({"text": "T", "kind": "moved", "causal": 1}, "not allowed for “causal”", "causal"),
        ({"text": "T", "kind": "moved", "front": ""}, "not allowed for “front”", "front"),
        ({"text": "T", "kind": "second_sentence"}, "needs “words”", "kind"),
    ],
)
def test_a_wrong_goal_is_refused(header: dict[str, Any], said: str, key: str) -> None:
    with pytest.raises(GoalError, match=said) as caught:
        read_goal(header)
    assert caught.value.key == key


def test_every_kind_says_when_it_is_reached() -> None:
    for kind in KINDS.values():
        assert kind.meaning.endswith(".")
        assert set(kind.needed) <= set(kind.settings)
