"""Orders of words: moves, swaps, and shuffles that are never the order they came from."""

from __future__ import annotations

import pytest

from posviz.model.word_order import moved, shuffled, swapped


def test_a_word_is_moved_and_the_others_close_up() -> None:
    assert moved((0, 1, 2, 3), 0, 2) == (1, 2, 0, 3)
    assert moved((0, 1, 2, 3), 3, 0) == (3, 0, 1, 2)
    assert moved((2, 0, 1), 1, 1) == (2, 0, 1)
    assert moved((0,), 0, 0) == (0,)


def test_two_words_change_places() -> None:
    assert swapped((2, 0, 1), 0, 2) == (1, 0, 2)
    assert swapped((2, 0, 1), 1, 1) == (2, 0, 1)


@pytest.mark.parametrize("seed", range(20))
def test_a_shuffle_is_a_new_order_each_time_and_the_same_again(seed: int) -> None:
    words = ("the", "cat", "sat", "on")
    order: tuple[int, ...] = (0, 1, 2, 3)
    for _ in range(30):
        after = shuffled(words, order, seed)
        assert sorted(after) == [0, 1, 2, 3]
        assert after not in ((0, 1, 2, 3), order)
        assert shuffled(words, order, seed) == after
        order = after


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize(
    ("text", "readings"),
    [("the cat sat", 6), ("a b a", 3), ("a b b c a", 30), ("a b c d e f", 720)],
)
def test_shuffling_goes_through_every_order_before_one_comes_again(
    text: str, readings: int, seed: int
) -> None:
    words = text.split()
    order = tuple(range(len(words)))
    met = []
    for _ in range(readings - 1):
        order = shuffled(words, order, seed)
        met.append(" ".join(words[place] for place in order))
    assert text not in met
    assert len(set(met)) == readings - 1
    assert " ".join(words[place] for place in shuffled(words, order, seed)) == met[0]


@pytest.mark.parametrize("seed", range(20))
def test_shuffles_of_many_words_do_not_soon_come_again(seed: int) -> None:
    words = tuple("abcdefghijkl")
    order: tuple[int, ...] = tuple(range(12))
    met = {order := shuffled(words, order, seed) for _ in range(200)}
    assert len(met) == 200


def test_seeds_lead_to_different_orders() -> None:
    words = tuple("abcdefgh")
    assert len({shuffled(words, range(8), seed) for seed in range(10)}) > 5


@pytest.mark.parametrize("seed", range(20))
def test_two_equal_words_that_change_places_are_no_new_order(seed: int) -> None:
    words = ("cat", "cat", "dog")
    texts = {("cat", "cat", "dog")}
    order: tuple[int, ...] = (0, 1, 2)
    for _ in range(2):
        order = shuffled(words, order, seed)
        texts.add((words[order[0]], words[order[1]], words[order[2]]))
    assert len(texts) == 3


def test_two_words_have_one_other_order() -> None:
    assert shuffled(("cat", "dog"), (0, 1), 3) == (1, 0)
    assert shuffled(("cat", "dog"), (1, 0), 3) == (1, 0)


def test_one_odd_word_among_many_is_moved() -> None:
    words = ("cat",) * 999 + ("dog",)
    after = shuffled(words, range(1000), 1)
    assert [words[place] for place in after] != list(words)


def test_few_or_equal_words_are_no_error() -> None:
    assert shuffled((), (), 1) == ()
    assert shuffled(("cat",), (0,), 1) == (0,)
    assert sorted(shuffled(("cat",) * 3, (0, 1, 2), 1)) == [0, 1, 2]
