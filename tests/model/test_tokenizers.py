from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

from posviz.model import tokenizers as posviz_tokenizers
from posviz.model.byte_pairs import BytePairEncoding, gpt2_merges
from posviz.model.embeddings import table
from posviz.model.text_rules import split_words
from posviz.model.tokenizers import Piece, WordPiece, Words, bert, read_vocabulary
from posviz.model.vocabulary import Vocabulary
from tests.model.nasty_texts import GIANTS, any_text, every_character, texts


def wordpiece_oracle() -> Tokenizer:
    vocabulary = {token: id_ for id_, token in enumerate(bert().vocabulary.tokens)}
    oracle = Tokenizer(
        models.WordPiece(vocabulary, unk_token="[UNK]", max_input_chars_per_word=100)
    )
    oracle.normalizer = normalizers.BertNormalizer(lowercase=True)
    oracle.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return oracle


def ids(pieces: tuple[Piece, ...]) -> list[int | None]:
    return [piece.id for piece in pieces]


# --- against the package that everybody uses ---


def check_agreement(corpus: list[str]) -> None:
    ours = bert()
    for text, encoding in zip(corpus, wordpiece_oracle().encode_batch(corpus), strict=True):
        pieces = ours.tokenize(text)
        assert ids(pieces) == encoding.ids, ascii(text)
        assert [piece.text for piece in pieces] == encoding.tokens


def test_it_agrees_with_tokenizers() -> None:
    check_agreement(texts(40_000, seed=1))


def test_it_agrees_on_every_character() -> None:
    check_agreement(every_character())


@pytest.mark.parametrize("name", GIANTS)
def test_giant_words_agree(name: str) -> None:
    check_agreement([GIANTS[name]])


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
