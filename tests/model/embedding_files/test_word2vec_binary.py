"""word2vec .bin files written by hand, right and wrong."""

import gzip
import struct
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posviz.model.embedding_files import (
    EmbeddingFileError,
    LoadedTable,
    Reason,
    read_embeddings,
)

Rows = list[tuple[str, tuple[float, ...]]]

ROWS: Rows = [("the", (0.5, -1.25)), ("cat", (3.0, 1e-30)), ("dog", (1.5, 2.0))]


def binary(rows: Rows, end: bytes = b"\n", n: int | None = None, d: int = 2) -> bytes:
    data = f"{len(rows) if n is None else n} {d}\n".encode()
    for word, values in rows:
        data += word.encode("utf-8", "surrogateescape") + b" "
        data += struct.pack(f"<{len(values)}f", *values) + end
    return data


def load(tmp_path: Path, data: bytes, name: str = "table.bin") -> LoadedTable:
    (tmp_path / name).write_bytes(data)
    return read_embeddings(tmp_path / name)


LETTERS = struct.unpack("<2f", b"abcdefgh")
NEWLINES = struct.unpack("<2f", b"\n\n\n\n 1 2")


class Good(NamedTuple):
    name: str
    data: bytes
    rows: Rows
    skipped: tuple[tuple[Reason, int], ...] = ()
    remark: str = ""


GOOD = [
    Good("newline after each vector", binary(ROWS), ROWS),
    Good("no newline", binary(ROWS, b""), ROWS),
    Good("numbers that look like newlines", binary([*ROWS, ("a", NEWLINES), ("b", NEWLINES)], b""),
         [*ROWS, ("a", NEWLINES), ("b", NEWLINES)]),
    Good("numbers that look like letters", binary([("a", LETTERS)], b"\n"), [("a", LETTERS)]),
    Good("odd letters", binary([("\u00a0", (1, 2)), ("é", (3, 4))]),
         [("\u00a0", (1, 2)), ("é", (3, 4))]),
    Good("gzip", gzip.compress(binary(ROWS)), ROWS),
    Good("too many promised", binary(ROWS, n=5), ROWS, (), "promises 5 rows, the file holds 3"),
    Good("absurdly many promised", binary(ROWS, n=10**17), ROWS, (), "promises"),
    Good("too few promised", binary(ROWS, n=2), ROWS, (), "promises 2 rows, the file holds 3"),
    Good("cut in a vector", binary(ROWS)[:-4], ROWS[:2], ((Reason.CUT_OFF, 3),), "promises 3"),
    Good("cut in a word", binary(ROWS)[:-11], ROWS[:2], ((Reason.CUT_OFF, 3),), "promises 3"),
    Good("duplicate", binary([*ROWS, ("the", (9, 9))]), ROWS, ((Reason.DUPLICATE, 4),)),
    Good("nan", binary([*ROWS, ("x", (1, np.nan))]), ROWS, ((Reason.NOT_FINITE, 4),)),
    Good("inf", binary([*ROWS, ("x", (np.inf, 1))]), ROWS, ((Reason.NOT_FINITE, 4),)),
    Good("half a character", binary([("\udce2", (1, 2)), *ROWS]), ROWS, ((Reason.NOT_UTF8, 1),)),
    Good("empty word", binary([("", (1, 2)), *ROWS]), ROWS, ((Reason.NO_WORD, 1),)),
    Good("newline token", binary([*ROWS, ("\n", (1, 2))]), ROWS, ((Reason.NO_WORD, 4),)),
]  # fmt: skip


@pytest.mark.parametrize("case", GOOD, ids=lambda case: case.name)
def test_it_loads_right(case: Good, tmp_path: Path) -> None:
    table = load(tmp_path, case.data)
    assert table.words == tuple(word for word, _ in case.rows)
    np.testing.assert_array_equal(table.matrix, np.array([v for _, v in case.rows], np.float32))
    assert [(s.reason, *s.places) for s in table.skipped] == list(case.skipped)
    assert (table.format, table.unit) == ("word2vec binary", "row")
    assert bool(case.remark) == bool(table.remarks)
    assert case.remark in " ".join(table.remarks)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"3 2\n", "it holds only a header"),
        (b"3 0\n\x01\x02", "its header says 0 values in a row"),
        (b"3 999999999\n\x01\x02\x00\x00", "says 999999999 values in a row"),
        (binary(ROWS, d=1), "bytes that are no word: the header names a wrong width"),
        (
            binary([*ROWS, ("New York", (1, 2)), *ROWS]),
            "or a word holds a blank. Save the table as",
        ),
        (binary(ROWS)[:10], "cut off at the end of the file"),
        (b"\xba\x16\x4f\x2f\x0c\0\0\0" + bytes(50), "it is a fastText model"),
        (bytes(100), "zero bytes"),
        (b"1 2\n" + b"x" * 9000 + b"\0", "bytes that are no word"),
    ],
)
def test_it_is_refused_in_words(data: bytes, message: str, tmp_path: Path) -> None:
    with pytest.raises(EmbeddingFileError, match=message):
        load(tmp_path, data)


def test_text_under_bin_is_read_as_text(tmp_path: Path) -> None:
    table = load(tmp_path, b"2 2\nthe 0.1 0.2\ncat 0.3 0.4\n")
    assert (table.words, table.format) == (("the", "cat"), "word2vec text")


def test_binary_under_vec_is_read_as_binary(tmp_path: Path) -> None:
    assert load(tmp_path, binary(ROWS), "table.vec").format == "word2vec binary"


def test_rows_across_blocks(tmp_path: Path) -> None:
    values = np.random.default_rng(1).normal(size=(3000, 101)).astype(np.float32)
    data = b"3000 101\n" + b"".join(
        f"w{i} ".encode() + row.tobytes() for i, row in enumerate(values)
    )
    table = load(tmp_path, data)
    assert table.words == tuple(f"w{i}" for i in range(3000))
    np.testing.assert_array_equal(table.matrix, values)


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(
            st.text(st.characters(codec="utf-8", exclude_characters=" ", exclude_categories=["Cc"]),
                    min_size=1, max_size=6),
            st.tuples(*[st.floats(width=32, allow_nan=False, allow_infinity=False)] * 3),
        ),
        min_size=1, max_size=9, unique_by=lambda row: row[0],
    ),
    st.sampled_from([b"", b"\n"]),
)  # fmt: skip
def test_what_is_written_is_read(
    tmp_path_factory: pytest.TempPathFactory,
    rows: Rows,
    end: bytes,
) -> None:
    table = load(tmp_path_factory.getbasetemp(), binary(rows, end, d=3))
    assert table.words == tuple(word for word, _ in rows)
    np.testing.assert_array_equal(table.matrix, np.array([v for _, v in rows], np.float32))
