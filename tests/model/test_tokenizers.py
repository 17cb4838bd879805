from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
import tiktoken
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

from posviz.model import tokenizers as posviz_tokenizers
from posviz.model.embeddings import table
from posviz.model.text_rules import split_words
from posviz.model.tokenizers import (
    BytePairEncoding,
    Merges,
    Piece,
    WordPiece,
    Words,
    bert,
    gpt2_merges,
    read_merges,
    read_vocabulary,
)
from posviz.model.vocabulary import Vocabulary
from tests.model.nasty_texts import every_character, texts

PATTERN = r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"""
GIANTS = {
    "letters": "abcdefghij" * 10_000,
    "one letter": "a" * 100_000,
    "emoji": "\U0001f600\U0001f923" * 50_000,
    "marks": "\u0301" * 100_000,
    "spaces": " \t" * 50_000,
    "ideographs": "東京" * 50_000,
    "apostrophes": "'" * 100_000,
}
any_text = st.text(st.characters(exclude_categories=[]), max_size=40)


def wordpiece_oracle() -> Tokenizer:
    vocabulary = {token: id_ for id_, token in enumerate(bert().vocabulary.tokens)}
    oracle = Tokenizer(
        models.WordPiece(vocabulary, unk_token="[UNK]", max_input_chars_per_word=100)
    )
    oracle.normalizer = normalizers.BertNormalizer(lowercase=True)
    oracle.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return oracle


def byte_pair_oracle(merges: Merges, count: int) -> tiktoken.Encoding:
    ranks = {token: id_ for id_, token in enumerate(merges.bytes_of[: 256 + count])}
    return tiktoken.Encoding("oracle", pat_str=PATTERN, mergeable_ranks=ranks, special_tokens={})


def ids(pieces: tuple[Piece, ...]) -> list[int | None]:
    return [piece.id for piece in pieces]


# --- against the packages that everybody uses ---


def check_wordpiece(corpus: list[str]) -> None:
    ours = bert()
    for text, encoding in zip(corpus, wordpiece_oracle().encode_batch(corpus), strict=True):
        pieces = ours.tokenize(text)
        assert ids(pieces) == encoding.ids, ascii(text)
        assert [piece.text for piece in pieces] == encoding.tokens


def check_byte_pairs(corpus: list[str], count: int, merges: Merges | None = None) -> None:
    merges = merges or gpt2_merges()
    ours, oracle = BytePairEncoding(merges, count), byte_pair_oracle(merges, count)
    for text in corpus:
        assert ids(ours.tokenize(text)) == oracle.encode_ordinary(text), ascii(text)


def test_wordpiece_agrees_with_tokenizers() -> None:
    check_wordpiece(texts(40_000, seed=1))


def test_wordpiece_agrees_on_every_character() -> None:
    check_wordpiece(every_character())


def test_byte_pairs_agree_with_tiktoken() -> None:
    check_byte_pairs(texts(40_000, seed=2), 50_000)


def test_byte_pairs_cut_at_the_same_places_at_every_character() -> None:
    # With these merges a letter, a digit or a ! joins what follows it if that is of its kind.
    merges = Merges((first, byte) for first in "a1!" for byte in small().tokens[:256])
    check_byte_pairs(every_character(), len(merges), merges)


@pytest.mark.parametrize("count", [0, 1, 2, 100, 1_000, 10_000, 37_000, 49_999])
def test_every_prefix_of_the_merges_agrees(count: int) -> None:
    check_byte_pairs(texts(1_500, seed=count), count)


@pytest.mark.parametrize("name", GIANTS)
def test_giant_words_agree_and_come_back(name: str) -> None:
    """A quadratic tokeniser would need minutes for these."""
    text = GIANTS[name]
    check_wordpiece([text])
    ours = BytePairEncoding(gpt2_merges())
    pieces = ours.tokenize(text)
    assert ours.text_of(piece.id for piece in pieces if piece.id is not None) == text
    # tiktoken is quadratic itself in a run of white space.
    check_byte_pairs([text[:2_000]], 50_000)


# --- WordPiece ---


def test_wordpiece_by_hand() -> None:
    found = bert().tokenize("The UNAFFABLE café, 東京!")
    assert found[:4] == (
        Piece("the", 1996, 0, 3),
        Piece("una", 14477, 4, 7),
        Piece("##ffa", 20961, 7, 10),
        Piece("##ble", 3468, 10, 13),
    )
    assert [(p.text, p.start, p.end) for p in found[4:]] == [
        ("cafe", 14, 18),
        (",", 18, 19),
        ("東", 20, 21),
        ("京", 21, 22),
        ("!", 22, 23),
    ]


def test_greedy_takes_the_longest_piece_even_if_the_rest_is_then_unknown() -> None:
    own = WordPiece(Vocabulary(("[UNK]", "a", "ab", "##bc")))
    assert ids(own.tokenize("abc ab a abbc")) == [0, 2, 1, 2, 3]


def test_an_accent_belongs_to_the_letter_that_bore_it() -> None:
    assert bert().tokenize("cafe\u0301 au") == (
        Piece("cafe", 7668, 0, 5),
        Piece("au", 8740, 6, 8),
    )


def test_a_hundred_characters_are_the_longest_word() -> None:
    longest = bert().tokenize("z" * 100)
    assert "".join(piece.text.removeprefix("##") for piece in longest) == "z" * 100
    assert bert().tokenize("z" * 101) == (Piece("[UNK]", 100, 0, 101),)


def test_no_special_token_is_added_or_read() -> None:
    assert [piece.text for piece in bert().tokenize("[CLS]")] == ["[", "cl", "##s", "]"]
    assert bert().tokenize(" \u200b\x00\ud800\u0301\ufffd") == ()


# --- byte pairs ---


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
def test_byte_pairs_lose_nothing(text: str) -> None:
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


# --- whole words, and what all have in common ---


def test_words_of_a_toy_table() -> None:
    found = Words(table("toy4").vocabulary).tokenize("The cat’s  ZEBRA, cafe\u0301.")
    assert found == (
        Piece("the", 13, 0, 3),
        Piece("cat's", None, 4, 9),
        Piece("zebra", None, 11, 16),
        Piece(",", None, 16, 17),
        Piece("café", None, 18, 23),
        Piece(".", None, 23, 24),
    )


@given(any_text)
def test_words_are_those_of_the_text_rules(text: str) -> None:
    words = Words(Vocabulary(()))
    assert tuple(piece.text for piece in words.tokenize(text)) == split_words(text)


def test_words_of_nasty_texts_are_those_of_the_text_rules() -> None:
    words = Words(Vocabulary(()))
    for text in texts(5_000, seed=3):
        assert tuple(piece.text for piece in words.tokenize(text)) == split_words(text)


@pytest.mark.parametrize("name", ["words", "wordpiece", "byte pairs"])
def test_places_are_in_order_and_inside_the_text(name: str) -> None:
    tokenizers: dict[str, posviz_tokenizers.Tokenizer] = {
        "words": Words(table("toy4").vocabulary),
        "wordpiece": bert(),
        "byte pairs": BytePairEncoding(gpt2_merges(), 500),
    }
    tokenizer = tokenizers[name]
    assert tokenizer.tokenize("") == ()
    for text in texts(3_000, seed=4):
        pieces = tokenizer.tokenize(text)
        for piece in pieces:
            assert 0 <= piece.start < piece.end <= len(text)
        for left, right in pairwise(pieces):
            assert left.start <= right.start
            assert left.end <= right.end


# --- files ---


def test_a_vocabulary_is_one_token_a_line(tmp_path: Path) -> None:
    path = tmp_path / "vocab.txt"
    path.write_bytes("[UNK]\na\u2028b\nc\n".encode())
    assert read_vocabulary(path).tokens == ("[UNK]", "a\u2028b", "c")
    assert len(bert().vocabulary) == 30_522


@pytest.mark.parametrize("line", ["a", "a ", " a", "a b c", ""])
def test_a_line_that_is_not_two_tokens_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "merges.bpe"
    path.write_bytes(f"#version: 0.2\na b\n{line}\n".encode())
    with pytest.raises(ValueError, match="line 3 is"):
        read_merges(path)
