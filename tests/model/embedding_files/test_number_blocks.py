"""The fast reader of numbers against float(), digit by digit."""

import re

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from posviz.model.embedding_files.number_blocks import parse_lines
from posviz.model.embedding_files.number_lines import normal, parse_line
from posviz.model.embedding_files.table import Reason

FIELDS = st.one_of(
    st.from_regex(r"-?[0-9]{1,10}\.[0-9]{1,17}", fullmatch=True),
    st.from_regex(r"-?[0-9]\.[0-9]{4,9}", fullmatch=True),
    st.floats(-9, 9).map(repr),
    st.integers(-(10**9), 10**9).map(str),
    st.floats(-9, 9).map("{:.18e}".format),
    st.floats(-9, 9, width=32)
    .flatmap(lambda x: st.sampled_from([x, np.nextafter(x, 9.0)]))
    .map(lambda x: repr(float(x))),
    st.from_regex(r"[-+]?[0-9]{0,3}\.[0-9]{0,15}[eE][-+][0-9]{1,3}", fullmatch=True),
    st.from_regex(r"[-+.0-9eE,_x/:]{1,12}", fullmatch=True),
    st.floats(width=32, allow_nan=False, allow_infinity=False).map(repr),
)


PLAIN = re.compile(r"[-+]?([0-9]+|([0-9]*\.[0-9]+|[0-9]+\.)([eE][-+][0-9]{1,2})?)")


def plain(fields: list[str]) -> bool:
    """What is always read fast: up to 15 digits, since those are exact in float64."""
    for field in fields:
        if not PLAIN.fullmatch(field):
            return False
        number, _, power = field.lstrip("-+").lower().partition("e")
        whole, _, digits = number.partition(".")
        if len(whole) > 8 or len(whole) + len(digits) > 15:
            return False
        if not -23 < max(len(digits), 8) - int(power or 0) < 23:
            return False
    return True


@given(st.lists(st.lists(FIELDS, min_size=3, max_size=3), min_size=1, max_size=6))
def test_plain_lines_are_exact_and_the_others_are_left(rows: list[list[str]]) -> None:
    block = "".join(f"w {' '.join(row)}\n" for row in rows).encode()
    lines = parse_lines(block, 3, True)
    assert set(lines.plain.tolist()) >= {i for i, row in enumerate(rows) if plain(row)}
    assert all(PLAIN.fullmatch(field) for i in lines.plain for field in rows[i])
    expected = np.array([[float(x) for x in rows[i]] for i in lines.plain], np.float64)
    np.testing.assert_array_equal(
        lines.values.view(np.uint32), expected.reshape(-1, 3).astype(np.float32).view(np.uint32)
    )


@given(st.lists(st.lists(FIELDS, min_size=2, max_size=2), min_size=1, max_size=6))
def test_with_and_without_words_agree(rows: list[list[str]]) -> None:
    bare = parse_lines("".join(f"{' '.join(row)}\n" for row in rows).encode(), 2, False)
    worded = parse_lines("".join(f". {' '.join(row)}\n" for row in rows).encode(), 2, True)
    assert bare.plain.tolist() == worded.plain.tolist()
    np.testing.assert_array_equal(bare.values, worded.values)


@given(st.binary(max_size=60), st.integers(1, 4), st.booleans())
def test_any_bytes_are_read_like_line_by_line(data: bytes, width: int, has_words: bool) -> None:
    block = normal(data + b"\n")
    lines = parse_lines(block, width, has_words)
    assert [block[a:b] for a, b in zip(lines.starts, lines.ends, strict=True)] == (
        block[:-1].split(b"\n")
    )
    for k, i in enumerate(lines.plain):
        line = block[lines.starts[i] : lines.ends[i]]
        parsed = parse_line(line, width, has_words)
        word = block[lines.starts[i] : lines.word_ends[k]] if has_words else b""
        if parsed is Reason.TOO_MANY:
            assert b" " in word
            continue
        assert not isinstance(parsed, Reason)
        assert parsed[0].strip(b" ") == word.strip(b" ")
        np.testing.assert_array_equal(lines.values[k], np.array(parsed[1], np.float32))


def test_only_blanks_tabs_and_line_ends_are_brought_to_one_form() -> None:
    assert normal(b"a\t1  \r\n\xc2\xa0 2\x0b\n \n") == b"a 1\n\xc2\xa0 2\x0b\n\n"


def test_a_million_blanks_take_no_time() -> None:
    assert normal(b"a" + b" " * 1_000_000 + b"\n") == b"a\n"
    parsed = parse_line(b" " * 1_000_000 + b"a 1 2", 2, True)
    assert isinstance(parsed, tuple)
    assert (parsed[0], parsed[1].tolist()) == (b"a", [1.0, 2.0])
