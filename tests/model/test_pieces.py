from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from posviz.model.byte_pairs import BytePairEncoding, gpt2_merges
from posviz.model.embeddings import table
from posviz.model.merge_history import gpt2_history
from posviz.model.pieces import Pieces, pieces_of, pieces_with
from posviz.model.spelling import columns, hex_text, visible, visible_bytes
from posviz.model.tokenizers import Piece, bert
from tests.model.nasty_texts import any_text


def listed(pieces: Pieces) -> list[Piece]:
    """The tokens one by one, as the tokenisers give them."""
    forms = [pieces.form_of(index) for index in range(len(pieces))]
    spans = [pieces.span(index) for index in range(len(pieces))]
    return [Piece(form.token, form.id, *span) for form, span in zip(forms, spans, strict=True)]


@given(any_text, st.integers(0, 50_000))
def test_nothing_changes_in_arrays(text: str, count: int) -> None:
    found = BytePairEncoding(gpt2_merges(), count).tokenize(text)
    pieces = pieces_with(text, gpt2_history(text), count)
    assert listed(pieces) == list(found)
    whole = b"".join(pieces.bytes_of(index) for index in range(len(pieces)))
    assert whole.decode() == "".join("\ufffd" if "\ud800" <= c < "\ue000" else c for c in text)
    for tokenizer in (bert(), table("toy4").tokenizer):
        assert listed(pieces_of(text, tokenizer.tokenize(text))) == list(tokenizer.tokenize(text))


def test_word_pieces_know_their_word_and_the_gaps() -> None:
    text = "Unaffable  cats!"
    pieces = pieces_of(text, bert().tokenize(text))
    assert [piece.text for piece in listed(pieces)] == ["una", "##ffa", "##ble", "cats", "!"]
    assert pieces.words.tolist() == [0, 0, 0, 1, 2]
    assert pieces.gap_after(2) == "  "
    assert pieces.gap_after(3) == pieces.gap_after(4) == ""
    assert pieces.read_from(0) == "Una"
    assert pieces.bytes_of(1) == b"ffa"
    assert pieces.covering(0, 9) == range(3)
    assert pieces.covering(3, 4) == range(1, 2)
    assert pieces.covering(9, 11) == range(3, 3)


def test_pieces_of_one_character() -> None:
    text = "a😀 b"
    pieces = pieces_with(text, gpt2_history(text), 0)
    assert [form.shown for form in pieces.forms][:2] == ["a", "b"]
    assert [pieces.form_of(i).shown for i in range(1, 6)] == [
        "‹F0›", "‹9F›", "‹98›", "‹80›", "·"
    ]  # fmt: skip
    assert pieces.covering(1, 2) == range(1, 5)
    assert [pieces.read_from(i) for i in range(1, 5)] == ["😀"] * 4
    assert pieces.bytes_of(2) == b"\x9f"
    assert pieces.words.tolist() == [0, 1, 1, 1, 1, 2, 2]
    assert pieces.columns().tolist() == [1, 4, 4, 4, 4, 1, 1]


def test_no_tokens() -> None:
    for pieces in (pieces_of("", ()), pieces_with("", gpt2_history(""), 9)):
        assert len(pieces) == 0
        assert pieces.covering(0, 5) == range(0)
        assert pieces.columns().tolist() == []


def test_what_has_no_shape_gets_a_sign() -> None:
    assert visible(" a\tb\n\0\x7f") == "·a→b⏎␀␡"
    assert visible("\u200d\u00a0\ud800") == "‹U+200D›‹U+00A0›‹U+D800›"
    assert visible("\u0301e\u0301") == "◌\u0301e\u0301"
    assert visible_bytes(b" \xe6") == "·‹E6›"
    assert visible_bytes("東".encode()[:2]) == "‹E6 9D›"
    assert visible_bytes("é\n".encode()) == "é⏎"
    assert visible_bytes(b"\x80a\xff\xfe") == "‹80›a‹FF FE›"
    assert hex_text("😀".encode()) == "F0 9F 98 80"


def test_columns_of_a_monospaced_font() -> None:
    assert columns("·cat") == 4
    assert columns("東京") == 4
    assert columns("😀") == 2
    assert columns("e\u0301") == 1


def test_a_long_token_is_shown_shortened() -> None:
    pieces = pieces_of("x", [Piece("abcdefghij" * 9, None, 0, 1)])
    assert pieces.forms[0].shown == "abcdefghijabcdef…defghij"
    assert len(pieces.forms[0].shown) == 24
    assert pieces.forms[0].token == "abcdefghij" * 9
    assert np.array_equal(pieces.columns(), [24])
