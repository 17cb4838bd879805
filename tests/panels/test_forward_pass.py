"""From a State to a head of attention."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from posviz.panels import forward_pass
from posviz.state import State

from .test_every_panel import OTHER


def test_a_pass_is_of_the_sentence_and_the_settings() -> None:
    state = State().with_changes(table="toy16", text="the cat sat", scale=True, head_width=8)
    result = forward_pass.pass_of(state)
    row = state.embeddings.row(state.id_of("cat"))
    np.testing.assert_allclose(result.X[1], 4 * row)
    assert result.Q.shape == (3, 8)
    assert forward_pass.pass_of(state) is result
    assert forward_pass.pass_of(state, ("sat",)).length == 1


@pytest.mark.parametrize("name", sorted(forward_pass.USES - {"table", "text"}))
def test_every_field_in_use_changes_the_setup(name: str) -> None:
    value = OTHER[name]
    state = State().with_changes(**{name: value})
    assert forward_pass.setup_of(state) != forward_pass.setup_of(State())


def test_the_setup_depends_on_no_other_field() -> None:
    for field in dataclasses.fields(State):
        if field.name in forward_pass.USES or field.name in ("tensor", "word_list", "other_table"):
            continue
        changed = dataclasses.replace(State(), **{field.name: OTHER[field.name]})
        assert forward_pass.setup_of(changed) == forward_pass.setup_of(State()), field.name


def test_berts_block_needs_its_own_table_and_learned_positions() -> None:
    bert = State().with_changes(table="minilm", scheme="learned")
    assert forward_pass.pass_of(bert).T is not None
    for changes in ({"scheme": "sinusoidal"}, {"table": "toy16"}):
        assert forward_pass.pass_of(bert.with_changes(**changes)).T is None


def test_a_long_sentence_is_read_up_to_what_the_matrices_allow() -> None:
    state = State().with_changes(text="cat " * 1500)
    assert forward_pass.pass_of(state).length == 1024
    bert = state.with_changes(table="minilm", scheme="learned")
    assert forward_pass.pass_of(bert).length == 512
    turned = tuple(reversed(range(1024)))
    assert forward_pass.order_of(state.with_changes(order=turned)) == turned
    assert forward_pass.order_of(bert.with_changes(order=turned)) == tuple(reversed(range(512)))


def test_the_order_test_moves_the_words_of_the_state() -> None:
    state = State().with_changes(scheme="none", order=(2, 0, 1))
    test = forward_pass.order_test_of(state, forward_pass.setup_of(state))
    np.testing.assert_array_equal(test.moved.X, test.original.X[[2, 0, 1]])
    assert test.equivariant


def test_only_large_passes_take_long() -> None:
    short = State().with_changes(table="minilm", text="the cat sat on the mat")
    assert not forward_pass.takes_long(short)
    assert forward_pass.takes_long(short.with_changes(text="cat " * 600))
