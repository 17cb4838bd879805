from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
import tiktoken
from hypothesis import given

from posviz.model.byte_pairs import BytePairEncoding, Merges, gpt2_merges, read_merges
from posviz.model.tokenizers import Piece
from tests.model.nasty_texts import GIANTS, any_text, every_character, texts

PATTERN = r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"""


def byte_pair_oracle(merges: Merges, count: int) -> tiktoken.Encoding:
    ranks = {token: id_ for id_, token in enumerate(merges.bytes_of[: 256 + count])}
    return tiktoken.Encoding("oracle", pat_str=PATTERN, mergeable_ranks=ranks, special_tokens={})


def ids(pieces: tuple[Piece, ...]) -> list[int | None]:
    return [piece.id for piece in pieces]


# --- against the package that everybody uses ---


def check_agreement(corpus: list[str], count: int, merges: Merges | None = None) -> None:
    merges = merges or gpt2_merges()
    ours, oracle = BytePairEncoding(merges, count), byte_pair_oracle(merges, count)
    for text in corpus:
        assert ids(ours.tokenize(text)) == oracle.encode_ordinary(text), ascii(text)


def test_it_agrees_with_tiktoken() -> None:
    check_agreement(texts(40_000, seed=2), 50_000)


def test_it_cuts_at_the_same_places_at_every_character() -> None:
    # With these merges a letter, a digit or a ! joins what follows it if that is of its kind.
    merges = Merges((first, byte) for first in "a1!" for byte in small().tokens[:256])
    check_agreement(every_character(), len(merges), merges)


@pytest.mark.parametrize("count", [0, 1, 2, 100, 1_000, 10_000, 37_000, 49_999])
def test_every_prefix_of_the_merges_agrees(count: int) -> None:
    check_agreement(texts(1_500, seed=count), count)


@pytest.mark.parametrize("name", GIANTS)
def test_giant_words_agree_and_come_back(name: str) -> None:
    """A quadratic tokeniser would need minutes for these."""
    text = GIANTS[name]
    ours = BytePairEncoding(gpt2_merges())
    pieces = ours.tokenize(text)
    assert ours.text_of(piece.id for piece in pieces if piece.id is not None) == text
    # tiktoken is quadratic itself in a run of white space.
    check_agreement([text[:2_000]], 50_000)


# --- by hand ---


def small() -> Merges:
    return Merges([("a", "b"), ("b", "c"), ("ab", "c"), ("Ġ", "abc")])


def test_merges_go_by_rank_and_not_by_place() -> None:
    merges = small()
    steps = list(BytePairEncoding(merges).merge_steps(" abcbc"))
    spelled = [[merges.tokens[id_] for id_ in step.ids] for step in steps]
    assert spelled == [
        ["Ġ", "ab", "c", "b", "c"],
        ["Ġ", "ab", "c", "bc"],
        ["Ġ", "abc", "bc"],
        ["Ġabc", "bc"],
    ]
    assert [(step.rank, step.at) for step in steps] == [(0, 1), (1, 3), (2, 1), (3, 0)]


def test_equal_pairs_join_from_the_left() -> None:
    own = BytePairEncoding(Merges([("a", "a"), ("aa", "aa")]))
    assert [piece.text for piece in own.tokenize("a" * 7)] == ["aaaa", "aa", "a"]


def test_steps_end_where_tokenising_ends() -> None:
    gpt2 = BytePairEncoding(gpt2_merges())
    for word in (
        " hello",
        "東京",
        "\U0001f468\u200d\U0001f469",
        "incomprehensibilities",
        "aaaaaaa",
    ):
        steps = list(gpt2.merge_steps(word))
        sizes = [len(step.ids) for step in steps]
        assert sizes == list(range(len(word.encode()) - 1, len(steps[-1].ids) - 1, -1))
        assert gpt2.text_of(steps[-1].ids) == word
    assert ids(gpt2.tokenize(" hello")) == list(list(gpt2.merge_steps(" hello"))[-1].ids)
    assert list(gpt2.merge_steps("")) == list(gpt2.merge_steps("a")) == []


def test_the_vocabulary_of_a_prefix() -> None:
    merges = gpt2_merges()
    assert len(merges) == 50_000
    bytes_only = BytePairEncoding(merges, 0)
    assert bytes_only.size == len(bytes_only.vocabulary) == 256
    assert sorted(bytes_only.bytes_of(id_)[0] for id_ in range(256)) == list(range(256))
    assert [piece.text for piece in bytes_only.tokenize("é !")] == ["Ã", "©", "Ġ", "!"]
    paper = BytePairEncoding(merges, 37_000)
    assert paper.size == len(paper.vocabulary) == 37_256
    assert BytePairEncoding(merges).vocabulary.tokens[-1] == "Ġgazed"
    assert BytePairEncoding(merges, 1).vocabulary.tokens[256] == "Ġt"
    for count in (-1, 50_001):
        with pytest.raises(ValueError, match="merges of a list of 50000"):
            BytePairEncoding(merges, count)


def test_more_merges_never_give_more_tokens() -> None:
    text = "The quick brown fox jumps over the lazy dog, 東京 \U0001f600."
    lengths = [
        len(BytePairEncoding(gpt2_merges(), count).tokenize(text))
        for count in (0, 10, 100, 1_000, 10_000, 50_000)
    ]
    assert lengths[0] == len(text.encode())
    assert all(more >= fewer for more, fewer in pairwise(lengths))


def test_pieces_of_one_character_share_its_place() -> None:
    gpt2 = BytePairEncoding(gpt2_merges(), 0)
    assert [(p.start, p.end) for p in gpt2.tokenize("a\U0001f600b")] == [
        (0, 1),
        *[(1, 2)] * 4,
        (2, 3),
    ]


@given(any_text)
def test_nothing_is_lost(text: str) -> None:
    whole = "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in text)
    for count in (0, 300, 50_000):
        gpt2 = BytePairEncoding(gpt2_merges(), count)
        pieces = gpt2.tokenize(text)
        assert gpt2.text_of(piece.id for piece in pieces if piece.id is not None) == whole
        assert [piece.text for piece in pieces] == [
            gpt2.vocabulary.token_of(piece.id) for piece in pieces if piece.id is not None
        ]


def test_half_a_character_is_shown_as_such_and_ids_outside_are_refused() -> None:
    gpt2 = BytePairEncoding(gpt2_merges(), 0)
    first = gpt2.tokenize("é")[0]
    assert first.id is not None
    assert gpt2.bytes_of(first.id) == b"\xc3"
    assert gpt2.text_of([first.id]) == "\ufffd"
    for id_ in (-1, 256):
        with pytest.raises(ValueError, match=rf"id {id_} is not in 0 \.\. 255"):
            gpt2.text_of([id_])


def test_a_merge_of_a_token_not_yet_made_is_refused() -> None:
    with pytest.raises(ValueError, match="merge 1, 'bc' 'd'"):
        Merges([("a", "b"), ("bc", "d")])


@pytest.mark.parametrize("line", ["a", "a ", " a", "a b c", ""])
def test_a_line_that_is_not_two_tokens_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "merges.bpe"
    path.write_bytes(f"#version: 0.2\na b\n{line}\n".encode())
    with pytest.raises(ValueError, match="line 3 is"):
        read_merges(path)
