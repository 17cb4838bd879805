"""State: what it allows, what follows from what, and its way into files and back."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posviz.model.positional.sinusoidal import pair_count, pair_of
from posviz.model.positional.weights import read_pair
from posviz.state import State
from posviz.state_fields import (
    FIELDS,
    MAX_BASE,
    MAX_LENGTH,
    MAX_SHIFT,
    MAX_WIDTH,
    MIN_BASE,
    StateError,
    parse_assignment,
)

CHANGES: dict[str, st.SearchStrategy[Any]] = {
    "table": st.sampled_from(["toy4", "toy16", "glove", "minilm"]),
    "tensor": st.just(""),
    "word_list": st.just(""),
    "text": st.text(max_size=40) | st.sampled_from(["", "the cat sat", "cat cat cat"]),
    "token": st.sampled_from(["cat", "king", "mat", "don't"]),
    "position": st.integers(0, 200),
    "dimension": st.integers(0, 200),
    "pair": st.integers(0, 100),
    "length": st.integers(1, 200),
    "width": st.integers(1, 200),
    "base": st.floats(MIN_BASE, MAX_BASE),
    "layout": st.sampled_from(["interleaved", "halves"]),
    "first": st.integers(0, 200),
    "rows": st.integers(0, 200),
    "first_dimension": st.integers(0, 200),
    "columns": st.integers(0, 200),
    "shift": st.integers(-MAX_SHIFT, MAX_SHIFT),
    "offset": st.integers(-200, 200),
    "weights": st.sampled_from(["identity", "same", "turned", "separate", "typed"]),
    "seed": st.integers(0, 9999),
    "typed_q": st.sampled_from(["", "1 0; 0 1", "1 2 3; 4 5 6"]),
    "typed_k": st.sampled_from(["", "1 0; 0 1", "−1 2.5 3; 4 5 6"]),
    "number_format": st.sampled_from(["float64", "float32", "float16", "bfloat16"]),
    "bug": st.sampled_from(["none", "doubled", "odd"]),
    "scale": st.booleans(),
    "factor": st.floats(0, 100),
    "dropout": st.booleans(),
    "k": st.integers(1, 100),
    "metric": st.sampled_from(["cosine", "dot", "euclid"]),
    "other_table": st.sampled_from(["", "toy16", "glove"]),
    "analogy": st.booleans(),
    "minus": st.text(max_size=8),
    "plus": st.text(max_size=8),
    "exclude_inputs": st.booleans(),
    "map_of": st.sampled_from(["table", "neighbours", "sentence", "words"]),
    "map_words": st.lists(st.text(max_size=5), max_size=4),
    "tokenizer": st.sampled_from(["table", "words", "wordpiece", "bpe"]),
    "merges": st.integers(0, 50_000),
    "pairs": st.lists(st.integers(0, 100), max_size=8),
    "try_vocabulary": st.integers(1, 100_000),
    "try_length": st.integers(1, 100_000),
    "try_width": st.integers(1, MAX_WIDTH),
    "scheme": st.sampled_from(["none", "sinusoidal", "learned", "rotary", "alibi", "t5"]),
    "heads": st.integers(1, 256),
    "head_width": st.integers(1, 512).map(lambda half: 2 * half),
    "trained_length": st.integers(2, 131_072),
    "extension": st.sampled_from(["none", "interpolation", "ntk", "yarn"]),
    "extension_factor": st.floats(1, 64),
    "head": st.integers(0, 255),
    "causal": st.booleans(),
    "identity_weights": st.booleans(),
    "order": st.permutations(range(3)) | st.just([]),
    "other_text": st.text(max_size=40),
    "part": st.sampled_from(["X", "Z", "A"]),
    "term": st.sampled_from(["all", "word-word"]),
    "exercise": st.sampled_from(["one_hot", "rope"]),
    "lesson": st.sampled_from(["", "/no/lesson"]),
    "step": st.sampled_from(["token-to-vector/1", "add-position/2"]),
}


@st.composite
def states(draw: st.DrawFn) -> State:
    """A State that a few changes, some of them refused, have led to."""
    state = State()
    for _ in range(draw(st.integers(0, 4))):
        names = draw(st.lists(st.sampled_from(sorted(CHANGES)), unique=True, max_size=4))
        changes = {name: draw(CHANGES[name]) for name in names}
        try:
            state = state.with_changes(**changes)
        except StateError:
            continue
    return state


def test_the_strategies_change_every_field() -> None:
    assert set(CHANGES) == set(FIELDS)


@given(states())
@settings(max_examples=150, deadline=None)
def test_every_state_is_consistent(state: State) -> None:
    assert 0 <= state.position < max(state.length, len(state.tokens))
    assert 0 <= state.dimension < state.width
    assert state.pair == pair_of(state.dimension, state.width, state.layout)
    assert all(0 <= pair < pair_count(state.width) for pair in state.pairs)
    positions, dimensions = state.block
    assert 0 <= positions[0] <= positions[-1] < state.length
    assert 0 <= dimensions[0] <= dimensions[-1] < state.width
    if state.weights == "typed":
        q, k = read_pair((state.typed_q, state.typed_k), state.width)
        assert len(q) == len(k) == state.width
    assert state.head < state.heads
    assert sorted(state.order) in ([], list(range(len(state.tokens))))


@given(states())
@settings(max_examples=150, deadline=None)
def test_to_dict_and_json_bring_back_the_same_state(state: State) -> None:
    assert State.from_dict(state.to_dict()) == state
    assert State.from_dict(json.loads(json.dumps(state.to_dict()))) == state


def test_from_dict_keeps_defaults_of_what_is_left_out() -> None:
    assert State.from_dict({}) == State()
    assert State.from_dict({"k": 3}) == State(k=3)


@pytest.mark.parametrize("name", [field.name for field in fields(State)])
def test_every_field_has_a_row_that_takes_its_default_and_describes_it(name: str) -> None:
    row = FIELDS[name]
    default = getattr(State(), name)
    assert row.check(default) == default
    assert row.allowed
    assert State().with_changes(**{name: default}) == State()
    shown = ",".join(map(str, default)) if isinstance(default, tuple) else str(default)
    assert parse_assignment(f"{name}={shown}") == (name, default)


@pytest.mark.parametrize("name", ["", "colour", "self", "Width"])
def test_an_unknown_field_is_refused_and_the_way_to_the_list_told(name: str) -> None:
    for refuse in (
        lambda: State().with_changes(**{name: 1}),
        lambda: State.from_dict({name: 1}),
        lambda: parse_assignment(f"{name}=1"),
    ):
        with pytest.raises(StateError, match="posviz panels"):
            refuse()


@pytest.mark.parametrize(
    ("changes", "allowed"),
    [
        ({"table": "word2vec"}, "toy4, toy16"),
        ({"table": 4}, "toy4, toy16"),
        ({"table": ["toy4"]}, "toy4, toy16"),
        ({"text": 5}, "100000 characters"),
        ({"text": None}, "100000 characters"),
        ({"text": "x" * 100_001}, "100000 characters"),
        ({"token": ""}, "one token"),
        ({"token": "two words"}, "one token"),
        ({"token": 7}, "one token"),
        ({"position": -1}, "from 0 to"),
        ({"position": 64}, "from 0 to 63"),
        ({"position": MAX_LENGTH}, "from 0 to"),
        ({"position": 1.0}, "whole number"),
        ({"position": True}, "whole number"),
        ({"position": "1"}, "whole number"),
        ({"position": None}, "whole number"),
        ({"dimension": 64}, "from 0 to 63"),
        ({"dimension": 16, "width": 16}, "from 0 to 15"),
        ({"pair": 32}, "from 0 to 31"),
        ({"pair": 3, "width": 5}, "from 0 to 2"),
        ({"pair": 3, "dimension": 0}, "belongs to pair 0"),
        ({"length": 0}, "from 1 to 1000000"),
        ({"length": MAX_LENGTH + 1}, "from 1 to 1000000"),
        ({"width": 0}, "from 1 to 12288"),
        ({"width": 12_289}, "from 1 to 12288"),
        ({"width": 10**5000}, "from 1 to 12288"),
        ({"width": float("nan")}, "from 1 to 12288"),
        ({"first": 64}, "from 0 to 63 at this length"),
        ({"first": -1}, "from 0 to length − 1"),
        ({"first": 60, "rows": 5}, "from 0 (all to the end) to 4 here"),
        ({"rows": 65}, "to 64 here"),
        ({"rows": MAX_LENGTH + 1}, "from 0 (all to the end)"),
        ({"first_dimension": 64}, "from 0 to 63 at this width"),
        ({"first_dimension": 8, "columns": 9, "width": 16}, "to 8 here"),
        ({"base": 0.0}, "from 0.001 to 1e+12"),
        ({"base": -10.0}, "from 0.001 to 1e+12"),
        ({"base": float("nan")}, "from 0.001 to 1e+12"),
        ({"base": float("inf")}, "from 0.001 to 1e+12"),
        ({"base": 10**400}, "from 0.001 to 1e+12"),
        ({"base": 10**5000}, "from 0.001 to 1e+12"),
        ({"base": True}, "from 0.001 to 1e+12"),
        ({"base": "10"}, "from 0.001 to 1e+12"),
        ({"layout": "concat"}, "interleaved, halves"),
        ({"shift": MAX_SHIFT + 1}, "from -10000 to 10000"),
        ({"shift": -MAX_SHIFT - 1}, "from -10000 to 10000"),
        ({"scale": 1}, "true or false"),
        ({"scale": "yes"}, "true or false"),
        ({"k": 0}, "from 1 to 100"),
        ({"k": 101}, "from 1 to 100"),
        ({"pairs": "1"}, "8 pairs"),
        ({"pairs": 1}, "8 pairs"),
        ({"pairs": {}}, "8 pairs"),
        ({"pairs": [1.0]}, "8 pairs"),
        ({"pairs": [True]}, "8 pairs"),
        ({"pairs": [-1]}, "8 pairs"),
        ({"pairs": [[1]]}, "8 pairs"),
        ({"pairs": list(range(9))}, "8 pairs"),
        ({"pairs": [4, 32]}, "from 0 to 31"),
        ({"try_vocabulary": 100_001}, "from 1 to 100000"),
        ({"try_length": 0}, "from 1 to 100000"),
        ({"try_width": 12_289}, "from 1 to 12288"),
        ({"scheme": "rope"}, "rotary"),
        ({"heads": 0}, "from 1 to 256"),
        ({"head_width": 5}, "an even number"),
        ({"head_width": 0}, "an even number"),
        ({"head_width": True}, "an even number"),
        ({"trained_length": 1}, "from 2 to 131072"),
        ({"extension": "longer"}, "interpolation, ntk, yarn"),
        ({"extension_factor": 0.5}, "from 1 to 64"),
        ({"extension_factor": float("nan")}, "from 1 to 64"),
        ({"extension_factor": "4"}, "from 1 to 64"),
        ({"step": ""}, "lesson step"),
        ({"step": "x" * 201}, "lesson step"),
        ({"step": 1}, "lesson step"),
    ],
)
def test_a_bad_value_is_refused_with_what_is_allowed(changes: dict[str, Any], allowed: str) -> None:
    with pytest.raises(StateError) as caught:
        State().with_changes(**changes)
    assert allowed in str(caught.value)
    assert len(str(caught.value)) < 300
    with pytest.raises(StateError):
        State.from_dict(changes)


@pytest.mark.parametrize(
    ("changes", "block"),
    [
        ({"length": 40}, (range(20, 40), range(8, 12))),
        ({"length": 15}, (range(15), range(8, 12))),
        ({"width": 10}, (range(20, 50), range(8, 10))),
        ({"width": 6}, (range(20, 50), range(2, 6))),
        ({"first": 63}, (range(63, 64), range(8, 12))),
        ({"length": 100}, (range(20, 50), range(8, 12))),
        ({"step": "positional-table/2"}, (range(64), range(64))),
        ({"step": "positional-table/2", "rows": 5}, (range(20, 25), range(8, 12))),
    ],
)
def test_a_block_that_nobody_asked_for_again_stays_inside_the_table(
    changes: dict[str, Any], block: tuple[range, range]
) -> None:
    state = State().with_changes(first=20, rows=30, first_dimension=8, columns=4)
    assert state.with_changes(**changes).block == block


def test_a_block_to_the_end_follows_the_table_and_is_whole_if_that_ends_before_it() -> None:
    state = State().with_changes(length=100, first=80)
    assert state.block == (range(80, 100), range(64))
    assert state.with_changes(length=90).block[0] == range(80, 90)
    assert state.with_changes(length=300).block[0] == range(80, 300)
    assert state.with_changes(length=50).block[0] == range(50)


def test_the_longest_text_is_taken() -> None:
    assert len(State().with_changes(text="x" * 100_000).text) == 100_000


def test_a_whole_base_becomes_a_float() -> None:
    assert isinstance(State().with_changes(base=100).base, float)


def test_pairs_come_as_a_list_and_lose_repetitions() -> None:
    assert State.from_dict({"pairs": [3, 1, 3]}).pairs == (3, 1)


@pytest.mark.parametrize(
    ("assignment", "expected"),
    [
        ("text=a=b", ("text", "a=b")),
        ("text=", ("text", "")),
        (" width =8", ("width", 8)),
        ("base=1e4", ("base", 10_000.0)),
        ("shift=-3", ("shift", -3)),
        ("scale=YES", ("scale", True)),
        ("scale=0", ("scale", False)),
        ("pairs=4, 10", ("pairs", (4, 10))),
        ("pairs=", ("pairs", ())),
        ("layout=halves", ("layout", "halves")),
    ],
)
def test_assignments_are_read(assignment: str, expected: tuple[str, Any]) -> None:
    assert parse_assignment(assignment) == expected
    State().with_changes(**dict([expected]))


@pytest.mark.parametrize(
    "assignment",
    [
        "width",
        "width=",
        "width=x",
        "width=1.5",
        "width=1_0",
        "width=١",
        "base=1_0",
        "width=0x10",
        "width=" + "1" * 5000,
        "base=ten",
        "base=nan",
        "base=inf",
        "base=1e999",
        "base=" + "1" * 5000,
        "scale=maybe",
        "pairs=1;2",
        "pairs=a",
        "k=-1",
        "position=1e3",
    ],
)
def test_an_unreadable_assignment_is_refused_in_short(assignment: str) -> None:
    with pytest.raises(StateError) as caught:
        State().with_changes(**dict([parse_assignment(assignment)]))
    assert len(str(caught.value)) < 300


# What follows from what


def test_a_position_takes_the_word_that_stands_there() -> None:
    assert State().with_changes(position=2).token == "sat"


def test_a_position_beyond_the_sentence_leaves_the_token() -> None:
    state = State().with_changes(position=40)
    assert (state.position, state.token) == (40, "cat")


def test_a_token_takes_its_first_position_unless_it_stands_at_the_selected_one() -> None:
    state = State(text="cat the cat")
    assert state.with_changes(token="the").position == 1
    assert state.with_changes(position=2).with_changes(token="cat").position == 2
    assert state.with_changes(token="cat").position == 0


def test_a_token_outside_the_sentence_leaves_the_position() -> None:
    state = State().with_changes(token="king")
    assert (state.token, state.position) == ("king", 1)


def test_a_token_is_case_folded() -> None:
    assert State().with_changes(token="CAT").token == "cat"


def test_another_text_gives_the_word_at_the_position() -> None:
    state = State().with_changes(text="The King sat")
    assert (state.token, state.position) == ("king", 1)


def test_a_shorter_text_keeps_the_selection_on_a_word() -> None:
    state = State().with_changes(position=2).with_changes(text="dog")
    assert (state.token, state.position) == ("dog", 0)


def test_the_selection_comes_through_an_empty_text() -> None:
    empty = State().with_changes(text="")
    assert (empty.tokens, empty.position, empty.token) == ((), 0, "cat")
    assert empty.with_changes(text="dog").token == "dog"


def test_a_selection_beyond_the_sentence_stays_when_the_text_changes() -> None:
    state = State().with_changes(position=40).with_changes(text="dog")
    assert (state.position, state.token) == (40, "cat")


def test_a_sentence_longer_than_the_table_can_be_selected_to_its_end() -> None:
    state = State(text="cat " * 10, length=4).with_changes(position=9)
    assert state.position == 9
    with pytest.raises(StateError, match="from 0 to 9"):
        state.with_changes(position=10)


def test_a_shorter_table_moves_the_position_and_takes_the_word_there() -> None:
    state = State().with_changes(position=40).with_changes(length=2)
    assert (state.position, state.token) == (2, "sat")


def test_dimension_and_pair_follow_each_other() -> None:
    state = State().with_changes(dimension=11)
    assert (state.dimension, state.pair) == (11, 5)
    state = state.with_changes(pair=7)
    assert (state.dimension, state.pair) == (15, 7)  # a cosine stays a cosine
    assert State().with_changes(pair=7).dimension == 14


def test_the_layout_moves_the_dimension_and_keeps_pair_and_kind() -> None:
    state = State(width=16).with_changes(dimension=5).with_changes(layout="halves")
    assert (state.pair, state.dimension) == (2, 10)
    assert state.with_changes(layout="interleaved").dimension == 5


def test_a_narrower_table_moves_the_dimension_and_drops_waves() -> None:
    state = State(pairs=(4, 10)).with_changes(dimension=63).with_changes(width=5)
    assert (state.pair, state.dimension) == (2, 4)  # the last column of an odd width is a sine
    assert state.pairs == ()
    assert State().with_changes(width=1).dimension == 0


def test_a_dimension_asked_for_with_its_width_is_taken() -> None:
    state = State().with_changes(width=512, dimension=511, pair=255)
    assert (state.width, state.dimension, state.pair) == (512, 511, 255)


def test_with_changes_leaves_the_old_state_alone() -> None:
    before = State()
    before.with_changes(width=8, text="x")
    assert before == State()


def test_a_deleted_unknown_word_is_no_longer_selected() -> None:
    unknown = State().with_changes(text="zebra", token="zebra")
    assert unknown.with_changes(text="").token == "cat"
    assert State(token="king").with_changes(text="").token == "king"


def test_without_files_token_and_position_give_way(tmp_path: Path) -> None:
    values = {"table": str(tmp_path / "none.npy"), "tensor": "x", "word_list": "y", "k": 3}
    assert State.without_files(values) == State(k=3)
    # A piece of a word is no token of the table that stands in.
    pieces = State.without_files({**values, "token": "two words", "text": "a b", "position": 1})
    assert (pieces.text, pieces.position, pieces.token) == ("a b", 1, "b")
    # A text of more pieces than words may have had more positions.
    beyond = State.without_files({**values, "text": "a b", "position": 9, "length": 4})
    assert (beyond.text, beyond.length) == ("a b", 4)
    assert beyond.position < 4
    with pytest.raises(StateError, match="width = 0"):
        State.without_files({**values, "width": 0})
    with pytest.raises(StateError, match="no field"):
        State.without_files({**values, "colour": 1})
    with pytest.raises(StateError, match="position = x"):
        State.without_files({**values, "position": "x"})
