import dataclasses

import pytest

from posviz.model.vocabulary import Vocabulary

WORDS = Vocabulary(("cat", "dog", "the"))


def test_the_id_is_the_place() -> None:
    assert len(WORDS) == 3
    assert [WORDS.id_of(token) for token in WORDS.tokens] == [0, 1, 2]
    assert [WORDS.token_of(id_) for id_ in range(3)] == ["cat", "dog", "the"]


@pytest.mark.parametrize("token", ["thethe", "Cat", "", "cat "])
def test_an_unknown_token_has_no_id(token: str) -> None:
    assert WORDS.id_of(token) is None


def test_ids_of_a_sentence_keep_order_repeats_and_gaps() -> None:
    assert WORDS.ids_of(("the", "zebra", "cat", "cat")) == (2, None, 0, 0)
    assert WORDS.ids_of(()) == ()


@pytest.mark.parametrize("id_", [-1, 3, 100])
def test_an_id_outside_is_refused(id_: int) -> None:
    with pytest.raises(ValueError, match=rf"id {id_} is not in 0 \.\. 2"):
        WORDS.token_of(id_)


def test_a_token_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="'cat' has two ids: 0 and 2"):
        Vocabulary(("cat", "dog", "cat"))


def test_it_is_a_value_and_cannot_change() -> None:
    assert Vocabulary(("cat", "dog", "the")) == WORDS
    assert hash(Vocabulary(("cat", "dog", "the"))) == hash(WORDS)
    with pytest.raises(dataclasses.FrozenInstanceError):
        WORDS.tokens = ()  # type: ignore[misc]
