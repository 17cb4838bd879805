"""Typed letters find tokens: the same ones first, then beginnings, then any place, by id."""

from __future__ import annotations

from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from posviz.model.embeddings import table
from posviz.model.token_index import TokenIndex, folded

TOKENS = ("the", "scatter", "cats", "CAT", "cat", "Élan", "elan", "##cat", "cat.", "o'cat", "ß")
INDEX = TokenIndex(TOKENS)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("cat", ["cat", "CAT", "cats", "cat.", "scatter", "##cat", "o'cat"]),
        ("CAT", ["CAT", "cat", "cats", "cat.", "scatter", "##cat", "o'cat"]),
        ("Cat", ["CAT", "cat", "cats", "cat.", "scatter", "##cat", "o'cat"]),
        (" cat ", ["CAT", "cat", "cats", "cat.", "scatter", "##cat", "o'cat"]),
        ("elan", ["elan", "Élan"]),
        ("Élan", ["Élan", "elan"]),
        (normalize("NFD", "élan"), ["Élan", "elan"]),
        ("##", ["##cat"]),
        ("##c", ["##cat"]),
        ("SS", ["ß"]),
        ("e", ["Élan", "elan", "the", "scatter"]),
        ("zebra", []),
        ("t s", []),
        ("\0", list(TOKENS)),
        ("", list(TOKENS)),
    ],
)
def test_what_is_found_and_in_which_order(typed: str, found: list[str]) -> None:
    assert INDEX.find(typed, 100) == found
    for limit in range(5):
        assert INDEX.find(typed, limit) == found[:limit]
    assert INDEX.find(typed, -1) == []


def test_the_typed_token_itself_comes_first_among_any_number_of_equal_ones() -> None:
    equal = tuple("a" + "\u0301" * n for n in range(30))
    assert TokenIndex(equal).find(equal[-1], 3) == [equal[-1], *equal[:2]]


def test_no_tokens() -> None:
    assert TokenIndex(()).find("a", 5) == TokenIndex(()).find("", 5) == []


@pytest.mark.parametrize("blank", ["", " ", "\u00a0", "\n", "\u0301", "\0", "a\0b"])
def test_odd_tokens_are_found_too(blank: str) -> None:
    index = TokenIndex(("x", blank, "y"))
    if blank and "\0" not in blank:
        assert index.find(blank, 1) == [blank]
    assert index.find("", 9) == ["x", blank, "y"]
    assert index.find("y", 9) == ["y"]


LETTERS = st.text("aAàbß# '\u0301", max_size=4)


@given(st.lists(LETTERS, max_size=12, unique=True), LETTERS, st.integers(0, 15))
def test_it_is_what_a_plain_walk_over_the_tokens_finds(
    tokens: list[str], typed: str, limit: int
) -> None:
    letters = folded(typed.strip() or typed)

    def rank(token: str) -> int | None:
        form = folded(token)
        if form == letters and letters:
            return 0 if token == typed else 1
        if form.startswith(letters):
            return 2
        return 3 if letters in form else None

    ranks = [(rank(token), id_) for id_, token in enumerate(tokens)]
    expected = [tokens[id_] for r, id_ in sorted((r, i) for r, i in ranks if r is not None)]
    assert TokenIndex(tokens).find(typed, limit) == expected[:limit]


def test_the_shipped_vocabularies() -> None:
    minilm, glove = table("minilm").vocabulary, table("glove").vocabulary
    assert minilm.find("##s", 3)[0] == "##s"
    assert all(token.startswith("##s") for token in minilm.find("##s", 50))
    found = glove.find("kin", 4)
    assert found[:2] == ["kin", "king"]
    assert [glove.id_of(token) for token in found[1:]] == sorted(
        glove.id_of(token) or 0 for token in found[1:]
    )
    assert glove.find("The", 1) == ["the"]
