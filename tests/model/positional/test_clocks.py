"""Turns of the hands, and which of them are drawn."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from posviz.model.positional.clocks import spread, turns


def test_turns_by_hand() -> None:
    assert turns(629, 4) == pytest.approx([628 / (2 * math.pi), 6.28 / (2 * math.pi)])
    assert turns(1, 4).tolist() == [0, 0]
    with pytest.raises(ValueError, match="from 1"):
        turns(0, 4)


def test_18_of_64_pairs_never_come_round_within_4096_positions() -> None:
    """A head of width 128 and a context of 4096, as of Llama 2."""
    made = turns(4096, 128)
    assert int((made < 1).sum()) == 18
    assert all(made[:46] >= 1)


def test_all_pairs_are_drawn_while_they_are_few() -> None:
    assert spread(12, (3,)) == tuple(range(12))
    assert spread(1, ()) == (0,)


def test_many_pairs_are_spread_from_the_first_to_the_last() -> None:
    assert spread(32, ()) == (0, 3, 6, 8, 11, 14, 17, 20, 23, 25, 28, 31)
    assert spread(32, (4, 10, 0)) == (0, 4, 6, 8, 10, 14, 17, 20, 23, 25, 28, 31)


@given(
    st.integers(13, 6144).flatmap(
        lambda n: st.tuples(st.just(n), st.sets(st.integers(0, n - 1), max_size=9))
    )
)
def test_the_chosen_ones_and_both_ends_are_always_drawn(case: tuple[int, set[int]]) -> None:
    pairs, chosen = case
    drawn = spread(pairs, chosen)
    assert len(set(drawn)) == len(drawn) == 12
    assert drawn == tuple(sorted(drawn))
    assert {0, pairs - 1} | chosen <= set(drawn)
