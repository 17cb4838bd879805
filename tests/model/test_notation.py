import math
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from posviz.model.notation import (
    bytes_text,
    counted,
    grouped,
    inserted,
    plain,
    plural,
    shape_text,
    shortened,
    signed,
    signed_whole,
    significant,
    superscript,
)


@pytest.mark.parametrize(
    ("x", "decimals", "text"),
    [
        (0.9, 2, "+0.90"),
        (-0.35, 2, "−0.35"),
        (0.0, 2, "+0.00"),
        (-0.0, 2, "+0.00"),
        (-0.004, 2, "+0.00"),
        (-0.006, 2, "−0.01"),
        (0.1411200080598672, 6, "+0.141120"),
        (-3.0, 0, "−3"),
        (-0.4, 0, "+0"),
        (1234.5, 1, "+1234.5"),
        (math.nan, 2, "undefined"),
        (math.inf, 2, "+∞"),
        (-math.inf, 2, "−∞"),
    ],
)
def test_signed(x: float, decimals: int, text: str) -> None:
    assert signed(x, decimals) == text


@pytest.mark.parametrize(
    ("x", "decimals", "text"),
    [
        (0.9, 2, "0.90"),
        (-0.35, 2, "−0.35"),
        (-0.004, 2, "0.00"),
        (math.nan, 2, "undefined"),
        (-math.nan, 0, "undefined"),
        (math.inf, 2, "∞"),
        (-math.inf, 2, "−∞"),
    ],
)
def test_plain(x: float, decimals: int, text: str) -> None:
    assert plain(x, decimals) == text


@given(st.floats(-1e6, 1e6), st.integers(0, 8))
def test_what_is_read_is_the_value_and_zero_has_no_minus(x: float, decimals: int) -> None:
    text = signed(x, decimals)
    assert text[0] in "+−"
    value = Decimal(text.replace("−", "-"))
    assert abs(value - Decimal(x)) <= Decimal(1).scaleb(-decimals) / 2
    assert value != 0 or text[0] == "+"
    assert "-" not in text
    assert plain(x, decimals) == text.lstrip("+")


@pytest.mark.parametrize(
    ("n", "text"),
    [
        (0, "0"),
        (512, "512"),
        (2048, "2048"),
        (9999, "9999"),
        (10_000, "10\u202f000"),
        (1_000_000, "1\u202f000\u202f000"),
        (-2048, "−2048"),
        (-10_000, "−10\u202f000"),
        (4_915_200_000, "4\u202f915\u202f200\u202f000"),
    ],
)
def test_grouped(n: int, text: str) -> None:
    assert grouped(n) == text


@pytest.mark.parametrize(
    ("x", "digits", "text"),
    [
        (2 * math.pi, 4, "6.283"),
        (200 * math.pi, 4, "628.3"),
        (19.869176531592203, 4, "19.87"),
        (1986.9176531592202, 4, "1987"),
        (19869.176531592202, 4, "19\u202f869"),
        (60611.4, 4, "60\u202f611"),
        (99999.6, 4, "100\u202f000"),
        (9.9996, 4, "10.00"),
        (0.99996, 4, "1.000"),
        (-12345.6, 3, "−12\u202f346"),
        (-0.5, 2, "−0.50"),
        (0.0, 4, "0.000"),
        (-0.0, 1, "0"),
        (0.0001, 3, "0.000100"),
        (0.00009999, 3, "0.000100"),
        (1.2346e-7, 4, "1.235 × 10⁻⁷"),
        (-2e15, 2, "−2.0 × 10¹⁵"),
        (1e300, 4, "1.000 × 10³⁰⁰"),
        (math.nan, 4, "undefined"),
        (math.inf, 4, "∞"),
    ],
)
def test_significant(x: float, digits: int, text: str) -> None:
    assert significant(x, digits) == text


@given(st.floats(1e-4, 1e14), st.integers(1, 8))
def test_significant_digits_are_right_to_half_of_the_last(x: float, digits: int) -> None:
    text = significant(x, digits).replace("\u202f", "")
    error = abs(Decimal(text) - Decimal(x))
    last = min(Decimal(1), Decimal(1).scaleb(Decimal(text).adjusted() - digits + 1))
    assert error <= last / 2
    assert len(text.replace(".", "").lstrip("0")) >= digits


@pytest.mark.parametrize(
    ("n", "text"),
    [
        (0, "0 B"),
        (240, "240 B"),
        (1023, "1023 B"),
        (1024, "1.00 KiB"),
        (1536, "1.50 KiB"),
        (10_234, "9.99 KiB"),
        (10_235, "10.0 KiB"),
        (102_400, "100 KiB"),
        (1023 * 1024, "1023 KiB"),
        (1024**2 - 1, "1.00 MiB"),
        (37_000 * 512 * 4, "72.3 MiB"),
        (4_915_200_000, "4.58 GiB"),
        (40_000_000_000, "37.3 GiB"),
        (1024**4, "1.00 TiB"),
        (10_000 * 1024**6, "10\u202f000 EiB"),
    ],
)
def test_bytes_text(n: int, text: str) -> None:
    assert bytes_text(n) == text


def test_a_negative_size_is_refused() -> None:
    with pytest.raises(ValueError, match="-1 bytes"):
        bytes_text(-1)


@pytest.mark.parametrize(
    ("shape", "text"),
    [
        ((15, 4), "15 × 4"),
        ((4,), "4"),
        ((1_000_000, 12_288), "1\u202f000\u202f000 × 12\u202f288"),
    ],
)
def test_shape_text(shape: tuple[int, ...], text: str) -> None:
    assert shape_text(shape) == text


def test_superscript() -> None:
    assert superscript(15) == "¹⁵"
    assert superscript(12_288) == "¹²²⁸⁸"


def test_a_long_word_keeps_its_beginning_and_its_end() -> None:
    assert shortened("cat") == "cat"
    assert shortened("x" * 40) == "x" * 40
    assert shortened("b" + "x" * 99_998 + "e") == "b" + "x" * 25 + "…" + "x" * 12 + "e"
    assert len(shortened("y" * 41)) == 40


@pytest.mark.parametrize(
    ("n", "text"),
    [(5, "+5"), (0, "0"), (-3, "−3"), (-10_000, "−10\u202f000"), (12_345, "+12\u202f345")],
)
def test_whole_numbers_with_their_sign(n: int, text: str) -> None:
    assert signed_whole(n) == text


@pytest.mark.parametrize(
    ("word", "shown"),
    [
        (" ", "·"),
        ("\u00a0", "‹U+00A0›"),
        ("\u2009\u2009", "‹U+2009›‹U+2009›"),
        ("\u2028", "‹U+2028›"),
        ("\x85", "‹U+0085›"),
        ("\u200d", "‹U+200D›"),
        ("\t\n", "→⏎"),
        ("a\x00b", "a␀b"),
        ("a\u2028b", "a‹U+2028›b"),
        ("a\u202eb", "a‹U+202E›b"),
        ("New York", "New York"),
        ("a\u00a0b", "a\u00a0b"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("", ""),
    ],
)
def test_what_would_not_be_seen_has_a_sign(word: str, shown: str) -> None:
    assert shortened(word) == shown


def test_very_many_blanks_are_short() -> None:
    assert len(shortened("\u00a0" * 100_000)) == 40


def test_letters_from_right_to_left_are_set_apart_inside_a_line() -> None:
    assert inserted("שלום") == "\u2068שלום\u2069"
    assert inserted("ש" * 99, 9) == f"\u2068{'ש' * 5}…{'ש' * 3}\u2069"
    assert inserted("cat") == "cat"


def test_plural_is_for_every_number_but_one() -> None:
    assert [plural(n, "row") for n in (0, 1, 2)] == ["rows", "row", "rows"]


def test_a_number_and_its_unit() -> None:
    assert [counted(n, "row") for n in (0, 1, 2, 10_000)] == [
        *("0 rows", "1 row", "2 rows", "10\u202f000 rows")
    ]
