"""One run with all merges must tell what a run with any prefix of them gives."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posviz.model.byte_pairs import BytePairEncoding, Merges, gpt2_merges
from posviz.model.merge_history import gpt2_history, merge_history
from tests.model.nasty_texts import any_text, texts
from tests.model.test_byte_pairs import byte_pair_oracle, small


def check(text: str, merges: Merges, count: int) -> None:
    """Compare with a run of the tokeniser that has these merges only."""
    pieces = BytePairEncoding(merges, count).tokenize(text)
    history = merge_history(text, merges)
    starts = history.starts(count)
    assert history.ids(count).tolist() == [piece.id for piece in pieces], ascii(text)
    assert history.lengths(np.array([count])).tolist() == [len(pieces)]
    ends = [*starts[1:].tolist(), len(history.bytes)][: len(starts)]
    assert [
        (history.characters[start], history.characters[end - 1] + 1)
        for start, end in zip(starts, ends, strict=True)
    ] == [(piece.start, piece.end) for piece in pieces]


@given(any_text, st.integers(0, 50_000))
def test_any_prefix_of_the_real_list(text: str, count: int) -> None:
    check(text, gpt2_merges(), count)


@st.composite
def merge_lists(draw: st.DrawFn) -> Merges:
    """Lists over few letters, where merges of high and low rank lie inside each other."""
    tokens = ["a", "b", "Ġ"]
    pairs: list[tuple[str, str]] = []
    for _ in range(draw(st.integers(1, 14))):
        left, right = draw(st.sampled_from(tokens)), draw(st.sampled_from(tokens))
        if left + right not in tokens:
            tokens.append(left + right)
            pairs.append((left, right))
    return Merges(pairs)


@settings(max_examples=300)
@given(merge_lists(), st.text("ab ", max_size=30))
def test_any_prefix_of_any_list(merges: Merges, text: str) -> None:
    for count in range(len(merges) + 1):
        check(text, merges, count)


@pytest.mark.parametrize("count", [0, 7, 300, 5_000, 36_744, 50_000])
def test_the_ids_agree_with_tiktoken(count: int) -> None:
    oracle = byte_pair_oracle(gpt2_merges(), count)
    for text in texts(400, seed=count + 5):
        assert gpt2_history(text).ids(count).tolist() == oracle.encode_ordinary(text)


@given(any_text)
def test_the_ranks_of_a_word_never_fall(text: str) -> None:
    merges = BytePairEncoding(gpt2_merges())
    ranks = [rank for rank, _ in merges.joins(text)]
    assert all(first <= second for first, second in pairwise(ranks))


def test_by_hand() -> None:
    # The merges: ab, bc, abc, Ġabc. In " abcbc" ab falls first, then the second bc.
    history = merge_history("b abcbc", small())
    assert history.words.tolist() == [0, 1]
    assert history.lengths(np.arange(5)).tolist() == [7, 6, 5, 4, 3]
    assert history.starts(2).tolist() == [0, 1, 2, 4, 5]
    assert history.word_at(0) == (0, 1)
    assert history.word_at(1) == history.word_at(6) == (1, 7)
    assert history.joins(1, 7, 9) == [(0, 3), (1, 6), (2, 4), (3, 2)]
    assert history.joins(1, 7, 4) == history.joins(1, 7, 9)
    assert history.joins(1, 7, 3) == [(0, 3), (1, 6), (2, 4)]
    assert history.joins(1, 7, 0) == history.joins(0, 1, 9) == []
    assert [history.join_count(1, 7, count) for count in range(5)] == [0, 1, 2, 3, 4]
    assert history.join_count(1, 7) == 4


def test_the_joins_are_the_steps_of_the_tokeniser() -> None:
    gpt2 = BytePairEncoding(gpt2_merges())
    for word in (" hello", "東京", "aaaaaaa", "incomprehensibilities"):
        history = gpt2_history(word)
        joins = history.joins(*history.word_at(0), 99)
        steps = list(gpt2.merge_steps(word))
        assert [join.rank for join in joins] == [step.rank for step in steps]


def test_the_first_joins_of_equal_rank_come_from_the_left() -> None:
    history = merge_history("a" * 11, Merges([("a", "a"), ("aa", "aa")]))
    joins = history.joins(0, 11, 99)
    assert joins == [(0, 1), (0, 3), (0, 5), (0, 7), (0, 9), (1, 2), (1, 6)]
    for most in range(8):
        assert history.joins(0, 11, most) == joins[:most]


def test_no_text_has_no_tokens() -> None:
    history = gpt2_history("")
    assert history.starts(9).tolist() == history.ids(9).tolist() == []
    assert history.lengths(np.array([0, 50_000])).tolist() == [0, 0]
