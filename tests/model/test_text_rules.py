"""The rule for text, against the public bug reports and an independent implementation."""

import unicodedata
from collections.abc import Callable

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from posviz.model import text_rules
from posviz.model.text_rules import MAX_CHARACTERS, grapheme_clusters, split_words

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
THUMB = "\U0001f44d\U0001f3fd"
RAINBOW = "\U0001f3f3\ufe0f\u200d\U0001f308"
GERMANY = "\U0001f1e9\U0001f1ea"
FRANCE = "\U0001f1eb\U0001f1f7"
WALES = "\U0001f3f4\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f"
KEYCAP = "1\ufe0f\u20e3"
WHITE_SPACE = [
    *"\t\n\v\f\r \x85\u00a0\u1680",
    *map(chr, range(0x2000, 0x200B)),
    *"\u2028\u2029\u202f\u205f\u3000",
]

# What trips splitters: everything that joins, separates, attaches, folds or hides.
NASTY = (
    "aZß1#ſıİŉǰΐᾳé\u0301\u0323\u0345\u0f73\u0344\ufe0f\u20e3\u200c\u200d'’.!\u00a0 \t\n\u200b"
    "\ufeff\u2060\u00ad\u200e\u202e\u2066\x00\x1f\u0600ⓂⒶℹ©❤☺️😀👨👩🏽🏻🇩🇪🇫🏴\U000e0067\U000e007f"
    "✁\uff9e한\u1100ا़क्ष\ud800\udfff\ufffd\uffff\U0010ffff‘“—_²½ⅧéΣς"
)
nasty_text = st.text(st.one_of(st.sampled_from(NASTY), st.characters()), max_size=40)


@pytest.mark.parametrize("emoji", [FAMILY, THUMB, RAINBOW, GERMANY, WALES, KEYCAP, "\u2701"])
def test_an_emoji_is_one_unit_wherever_it_stands(emoji: str) -> None:
    assert split_words(emoji) == (emoji,)
    assert split_words(f"cat {emoji} sat") == ("cat", emoji, "sat")
    assert split_words(f"cat{emoji}sat") == ("cat", emoji, "sat")
    assert split_words(emoji * 3) == (emoji,) * 3


def test_the_family_is_the_one_of_the_report() -> None:
    assert len(FAMILY) == 7
    assert len(FAMILY.encode("utf-16-le")) == 22
    assert len(FAMILY.encode()) == 25


def test_joined_scissors_are_one_unit() -> None:
    assert split_words("\u2701\u200d\u2701") == ("\u2701\u200d\u2701",)


def test_flags_pair_from_the_left_and_an_odd_letter_stands_alone() -> None:
    assert split_words(GERMANY + FRANCE + "\U0001f1e9") == (GERMANY, FRANCE, "\U0001f1e9")


def test_a_keycap_ends_a_word_before_its_digit() -> None:
    assert split_words(f"cat1{KEYCAP}2") == ("cat1", KEYCAP, "2")
    assert split_words("#\ufe0f\u20e3") == ("#\ufe0f\u20e3",)


@pytest.mark.parametrize(
    ("composed", "decomposed"),
    [
        ("café", "cafe\u0301"),
        ("Å", "A\u030a"),
        ("ệ", "e\u0302\u0323"),
        ("각", "\u1100\u1161\u11a8"),
    ],
)
def test_both_normal_forms_give_the_same_word(composed: str, decomposed: str) -> None:
    assert composed != decomposed
    assert split_words(composed) == split_words(decomposed) == (composed.lower(),)


@pytest.mark.parametrize("space", [*WHITE_SPACE, "\u200b", "\r\n", "   "])
def test_every_separator_parts_words(space: str) -> None:
    assert split_words(f"cat{space}sat") == ("cat", "sat")
    assert split_words(f"{space}cat{space}") == ("cat",)


@pytest.mark.parametrize(
    "hidden",
    [*"\ufeff\u2060\u00ad\u061c\u200e\u200f\u202a\u202e\u2066\u2069\x00\x1f\x7f\U000e0067\u180e"],
)
def test_what_cannot_be_seen_is_removed(hidden: str) -> None:
    assert split_words(f"{hidden}ca{hidden}t{hidden}") == ("cat",)
    assert split_words(hidden) == ()


@pytest.mark.parametrize("joiner", ["\u200c", "\u200d"])
def test_joiners_stay_inside_words_only(joiner: str) -> None:
    persian = f"می{joiner}خواهم"
    assert split_words(persian) == (persian,)
    assert split_words(f"{joiner}cat{joiner} {joiner} sat{joiner}!{joiner}") == ("cat", "sat", "!")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ()),
        ("   ", ()),
        ("...", (".", ".", ".")),
        ("!?", ("!", "?")),
        ("The cat, sat.", ("the", "cat", ",", "sat", ".")),
        ("«a_b» x+y", ("«", "a", "_", "b", "»", "x", "+", "y")),
        ("3.14 x² ½", ("3", ".", "14", "x²", "½")),
    ],
)
def test_punctuation_is_a_word_for_each_mark(text: str, words: tuple[str, ...]) -> None:
    assert split_words(text) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("don't", ("don't",)),
        ("DON’T", ("don't",)),
        ("rock 'n' roll", ("rock", "'", "n", "'", "roll")),
        ("cats'", ("cats", "'")),
        ("‘tis’", ("‘", "tis", "’")),
        ("don''t", ("don", "'", "'", "t")),
    ],
)
def test_only_an_inner_apostrophe_stays_in_a_word(text: str, words: tuple[str, ...]) -> None:
    assert split_words(text) == words


@pytest.mark.parametrize(
    ("text", "word"),
    [("Cat", "cat"), ("CAT", "cat"), ("thethe", "thethe"), ("Straße", "strasse"), ("ΣΑΣ", "σασ")],
)
def test_case_is_folded(text: str, word: str) -> None:
    assert split_words(text) == (word,)


def test_a_mark_belongs_to_what_precedes_it() -> None:
    assert split_words("!\u0301a") == ("!\u0301", "a")
    assert split_words("b\u0323\u0301!") == ("\u1e05\u0301", "!")
    assert split_words("\u0301\u0301cat") == ("\u0301\u0301", "cat")
    assert split_words("cat \u0301sat") == ("cat", "\u0301", "sat")


def test_right_to_left_text_keeps_its_stored_order() -> None:
    assert split_words("\u200fשלום \u202bcat\u202c عالم") == ("שלום", "cat", "عالم")


def test_half_a_surrogate_pair_is_shown_as_the_replacement_character() -> None:
    assert split_words("cat\ud800sat\udfff") == ("cat", "\ufffd", "sat", "\ufffd")


def test_the_rule_is_written_as_a_numbered_list() -> None:
    text = text_rules.__doc__ or ""
    assert regex.findall(r"^(\d)\. ", text, regex.MULTILINE) == list("12345678")


@settings(max_examples=400)
@given(nasty_text)
def test_words_hold_for_any_text(text: str) -> None:
    words = split_words(text)
    assert split_words(" ".join(words)) == words
    assert split_words(unicodedata.normalize("NFD", text)) == words
    joined = "".join(words)
    assert not set(joined) & {*WHITE_SPACE, "\u200b", "\ufeff", "\u00ad", "\x00"}
    assert all(words)
    joined.encode()  # no surrogate is left


@given(st.text(st.characters(categories=["L", "Nd", "P", "S"]), max_size=40))
def test_nothing_that_can_be_seen_is_lost(text: str) -> None:
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())
    assert "".join(split_words(text)).replace("’", "'") == folded.replace("’", "'")


@pytest.mark.parametrize("length", [MAX_CHARACTERS, 10 * MAX_CHARACTERS])
@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a", lambda n: 1),
        ("a ", lambda n: n // 2),
        ("😀", lambda n: n),
        ("\u0301", lambda n: 1),
        # The library's own normalisation takes time quadratic in these two.
        ("\u0301\u0323", lambda n: 1),
        ("\u0f73", lambda n: 1),
        ("\u200d", lambda n: 0),
        ("😀\u200d", lambda n: 1),
    ],
)
def test_a_giant_text_is_read_in_full(text: str, shown: Callable[[int], int], length: int) -> None:
    giant = (text * length)[:length]
    assert len(split_words(giant)) == shown(length)


def test_long_runs_of_marks_are_in_canonical_order() -> None:
    marks = "\u0301\u0323\u0f73\u0345\u0344" * 20
    expected = unicodedata.normalize("NFC", unicodedata.normalize("NFC", f"e{marks}").casefold())
    assert "".join(split_words(f"e{marks}")) == expected


CLUSTERS = [
    FAMILY, THUMB, RAINBOW, GERMANY + FRANCE, WALES, KEYCAP, "e\u0301\u0323x", "\r\n\n\r",
    " \u0301", "\u0301a", "a\u200db", "😀\u200d😀\u200d", "😀\u200d\u200d😀", "😀\u0301\u200d😀",
    "👩🏽\u200d🚀",
    "a\u200d😀", "\u200d", "🏽", "🇩\u0301🇪",
    "🇩🇪🇫", "\x00\u0301", "\u200b\u200d", "\u2028\u0301",
    "❤\ufe0f\u200d🔥", "\ud800\u0301", "\ufeffa", "カ\uff9e", "", "©\u200d®", "🏴\U000e0067!",
]  # fmt: skip


CLUSTER_PARTS = (
    "aé.1#\u0301\u0323\ufe0f\u20e3\u200c\u200d \r\n\x00\u200b\uff9e😀👩❤🏽🇩🇪🏴\U000e0067\ud800"
)


@pytest.mark.parametrize("text", CLUSTERS)
def test_clusters_are_those_of_the_standard(text: str) -> None:
    assert grapheme_clusters(text) == regex.findall(r"\X", text)


@settings(max_examples=400)
@given(
    st.text(
        st.sampled_from(
            "aé.1#\u0301\u0323\ufe0f\u20e3\u200c\u200d \r\n\x00\u200b😀👩❤🏽🇩🇪🏴\U000e0067\uff9e"
        )
    )
)
def test_clusters_agree_with_the_standard_on_any_mixture(text: str) -> None:
    assert grapheme_clusters(text) == regex.findall(r"\X", text)


def test_joined_scissors_are_one_cluster() -> None:
    """GraphemeBreakTest.txt up to Unicode 16; from 17 on the scissors are no pictograph."""
    assert grapheme_clusters("\u2701\u200d\u2701") == ["\u2701\u200d\u2701"]


def test_every_pictograph_of_the_oracle_is_one() -> None:
    pictographs = "".join(map(chr, range(0xA9, 0x1FFFE)))
    for character in regex.findall(r"\p{Extended_Pictographic}", pictographs):
        assert len(grapheme_clusters(f"{character}\u200d{character}")) == 1


@given(nasty_text)
def test_clusters_joined_are_the_text(text: str) -> None:
    assert "".join(grapheme_clusters(text)) == text
