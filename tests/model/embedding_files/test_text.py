"""Text tables as users have them: each loads right, or is refused with line, reason and remedy."""

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from posviz.model.embedding_files import (
    EmbeddingFileError,
    LoadedTable,
    NeedWords,
    Reason,
    read_embeddings,
)
from posviz.model.embedding_files.source import BLOCK

CLEAN = b"the 0.1 0.2\ncat -1.5 2.25\n"
VALUES: dict[str, tuple[float, ...]] = {"the": (0.1, 0.2), "cat": (-1.5, 2.25)}


def load(tmp_path: Path, data: bytes, name: str = "table.txt") -> LoadedTable:
    (tmp_path / name).write_bytes(data)
    return read_embeddings(tmp_path / name)


def content(table: LoadedTable) -> dict[str, tuple[float, ...]]:
    return {
        word: tuple(float(f"{value:.7g}") for value in row)
        for word, row in zip(table.words, table.matrix, strict=True)
    }


def skipped(table: LoadedTable) -> dict[Reason, tuple[int, tuple[int, ...]]]:
    return {entry.reason: (entry.count, entry.places) for entry in table.skipped}


class Good(NamedTuple):
    name: str
    data: bytes
    values: dict[str, tuple[float, ...]]
    remark: str = ""


U = "utf-8"
GOOD = [
    Good("GloVe", CLEAN, VALUES),
    Good("word2vec", b"2 2\n" + CLEAN, VALUES),
    Good("word2vec as its program writes it", b"2 2\nthe 0.1 0.2 \ncat -1.5 2.25 \n", VALUES),
    Good("header blank at the end", b"2 2 \n" + CLEAN, VALUES),
    Good("byte order mark", b"\xef\xbb\xbf" + CLEAN, VALUES),
    Good("byte order mark and header", b"\xef\xbb\xbf2 2\n" + CLEAN, VALUES),
    Good("CRLF", b"2 2\n".replace(b"\n", b"\r\n") + CLEAN.replace(b"\n", b"\r\n"), VALUES),
    Good("CRLF without a last line end", CLEAN.replace(b"\n", b"\r\n")[:-2], VALUES, "no line end"),
    Good("CR alone", CLEAN.replace(b"\n", b"\r"), VALUES),
    Good("CR alone, with header and byte order mark",
         b"\xef\xbb\xbf2 2\r" + CLEAN.replace(b"\n", b"\r"), VALUES),
    Good("CR alone without a last line end", CLEAN.replace(b"\n", b"\r")[:-1], VALUES,
         "no line end"),
    Good("tabs", CLEAN.replace(b" ", b"\t"), VALUES),
    Good("double blanks", CLEAN.replace(b" ", b"  "), VALUES),
    Good("blanks at the end", CLEAN.replace(b"\n", b"   \n"), VALUES),
    Good("a tab at the end", CLEAN.replace(b"\n", b"\t\n"), VALUES),
    Good("no last line end", CLEAN[:-1], VALUES, "no line end"),
    Good("header promises more", b"9 2\n" + CLEAN, VALUES, "promises 9 rows, the file holds 2"),
    Good("header promises less", b"1 2\n" + CLEAN, VALUES, "promises 1 row, the file holds 2"),
    Good("header promises absurdly many", b"999999999999999999 2\n" + CLEAN, VALUES, "promises"),
    Good("word of blanks and points", b". . . 0.1 0.2\n", {". . .": (0.1, 0.2)}),
    Good(
        "word of three parts",
        CLEAN + b"at name@domain.com 1.0 2.0\n",
        {**VALUES, "at name@domain.com": (1, 2)},
    ),
    Good("word with a number", CLEAN + b"room 5 1.0 2.0\n", {**VALUES, "room 5": (1, 2)}),
    Good("two blanks in a word", CLEAN + b"a  b 1.0 2\n", {**VALUES, "a  b": (1, 2)}),
    Good("no-break space", CLEAN + "a\u00a0b 1 2\n".encode(), {**VALUES, "a\u00a0b": (1, 2)}),
    Good("no-break space alone", CLEAN + "\u00a0 1 2\n".encode(), {**VALUES, "\u00a0": (1, 2)}),
    Good("thin space", CLEAN + "\u2009 1.0 2.0\n".encode(), {**VALUES, "\u2009": (1, 2)}),
    Good("U+0085", CLEAN + "\u0085 1.0 2.0\n".encode(), {**VALUES, "\u0085": (1, 2)}),
    Good("U+2028", CLEAN + "a\u2028 1.0 2\n".encode(), {**VALUES, "a\u2028": (1, 2)}),
    Good("vertical tab", CLEAN + b"\x0b 1.0 2.0\n", {**VALUES, "\x0b": (1, 2)}),
    Good("numbers as words", b"3 0.1 0.2\n1999 0.3 0.4\n", {"3": (0.1, 0.2), "1999": (0.3, 0.4)}),
    Good("nan is bread", b"nan 0.1 0.2\ninf 0.3 0.4\n", {"nan": (0.1, 0.2), "inf": (0.3, 0.4)}),
    Good("two columns, no header", b"3 2\n4 5\n6 7\n", {"3": (2,), "4": (5,), "6": (7,)}),
    Good("two columns, first like a header", b"2 1\n4 5\n6 7\n9 8\n",
         {"2": (1,), "4": (5,), "6": (7,), "9": (8,)}),
    Good("width one with a header", b"2 1\n4 5\n6 7\n", {"4": (5,), "6": (7,)}),
    Good("width one, words, wrong n", b"7 1\na 5\nb 7\n", {"a": (5,), "b": (7,)}, "promises 7"),
    Good("case is kept", b"Cat 1.0 2.0\ncat 3.0 4.0\n", {"Cat": (1, 2), "cat": (3, 4)}),
    Good("all forms of numbers",
         b"a 1e-05 +.5\nb -1. 1E3\nc 7 -0\nd 0.1234567890123456789 12345678.5\n",
         {"a": (1e-5, 0.5), "b": (-1, 1000), "c": (7, 0), "d": (0.1234568, 12345680)}),
    Good("row of zeros", b"a 0.0 0.0\nb 1.0 0.0\n", {"a": (0, 0), "b": (1, 0)}, "1 of the vectors"),
    Good("underflow", b"a 1e-60 1.0\n", {"a": (0, 1)}),
    Good("gzip under its name", gzip.compress(CLEAN), VALUES),
]  # fmt: skip


@pytest.mark.parametrize("case", GOOD, ids=lambda case: case.name)
def test_it_loads_right(case: Good, tmp_path: Path) -> None:
    table = load(tmp_path, case.data)
    assert content(table) == case.values
    assert table.skipped == ()
    assert case.remark in " ".join(table.report)
    assert bool(case.remark) == bool(table.report)
    assert table.matrix.dtype == np.float32
    assert not table.matrix.flags.writeable


class Partly(NamedTuple):
    name: str
    line: bytes
    reason: Reason
    word: str | None = None


PARTLY = [
    Partly("blank line", b"", Reason.BLANK),
    Partly("blanks only", b"  \t ", Reason.BLANK),
    Partly("empty word", b" 0.5 0.5", Reason.NO_WORD),
    Partly("word lost", b"0.5 0.5", Reason.TOO_FEW),
    Partly("word of blanks", b"   0.5 0.5", Reason.NO_WORD),
    Partly("short row", b"dog 0.5", Reason.TOO_FEW),
    Partly("word alone", b"dog", Reason.TOO_FEW),
    Partly("long row", b"dog 0.5 0.5 0.5", Reason.TOO_MANY),
    Partly("long row of integers", b"dog 5 6 7", Reason.TOO_MANY),
    Partly("duplicate", b"cat 0.5 0.5", Reason.DUPLICATE),
    Partly("nan", b"dog nan 0.5", Reason.NOT_FINITE),
    Partly("NaN", b"dog 0.5 -NaN", Reason.NOT_FINITE),
    Partly("inf", b"dog 0.5 inf", Reason.NOT_FINITE),
    Partly("Infinity", b"dog -Infinity 0.5", Reason.NOT_FINITE),
    Partly("old Windows inf", b"dog 1.#INF 0.5", Reason.NOT_FINITE),
    Partly("beyond float32", b"dog 1e39 0.5", Reason.TOO_LARGE),
    Partly("beyond float64", b"dog 1e400 0.5", Reason.TOO_LARGE),
    Partly("decimal comma", b"dog 0,5 0,25", Reason.DECIMAL_COMMA),
    Partly("underscore", b"dog 1_0 0.5", Reason.NOT_A_NUMBER),
    Partly("digits of another script", "dog \uff11.0 0.5".encode(), Reason.NOT_A_NUMBER),
    Partly("hexadecimal", b"dog 0x10 0.5", Reason.NOT_A_NUMBER),
    Partly("two points", b"dog 0.5.5 0.5", Reason.NOT_A_NUMBER),
    Partly("two signs", b"dog --0.5 0.5", Reason.NOT_A_NUMBER),
    Partly("sign alone", b"dog - 0.5", Reason.NOT_A_NUMBER),
    Partly("Latin-1", "caf\u00e9 0.5 0.5".encode("latin-1"), Reason.NOT_UTF8),
    Partly("half a character", b"\xe2\x82 0.5 1", Reason.NOT_UTF8),
]


@pytest.mark.parametrize("case", PARTLY, ids=lambda case: case.name)
@pytest.mark.parametrize("at", [2, 3])
def test_a_bad_row_is_counted_and_the_others_load(case: Partly, at: int, tmp_path: Path) -> None:
    lines = [b"the 0.1 0.2", b"cat -1.5 2.25", b"end 1.0 1.0", b"more 2.0 2.0"]
    lines.insert(at, case.line)
    table = load(tmp_path, b"\n".join(lines) + b"\n")
    assert content(table) == {**VALUES, "end": (1, 1), "more": (2, 2)}
    assert skipped(table) == {case.reason: (1, (at + 1,))}
    assert table.report == (f"1 line skipped: {case.reason.value} (line {at + 1}).",)


def test_a_newline_token_leaves_a_blank_line_and_a_row_without_word(tmp_path: Path) -> None:
    table = load(tmp_path, CLEAN + b"\n 0.5 0.5\n")
    assert content(table) == VALUES
    assert skipped(table) == {Reason.BLANK: (1, (3,)), Reason.NO_WORD: (1, (4,))}


def test_the_first_places_are_named_and_all_are_counted(tmp_path: Path) -> None:
    table = load(tmp_path, CLEAN + b"cat 0.0 1.0\n" * 9)
    assert skipped(table) == {Reason.DUPLICATE: (9, (3, 4, 5, 6, 7))}
    assert table.report == ("9 lines skipped: word seen before (lines 3, 4, 5, 6, 7, …).",)


class Bad(NamedTuple):
    name: str
    data: bytes
    message: str


BAD = [
    Bad("empty", b"", "“table.txt”: the file is empty. Copy or download it again."),
    Bad("blank lines", b"\n \n\n", "it holds only blank lines"),
    Bad("header only", b"3 2\n", "it holds only a header"),
    Bad("header without line end", b"3 2", "it holds only a header"),
    Bad("header of another width", b"2 3\n" + CLEAN,
        "line 1: the header says 3 values in a row, the rows have 2. Correct the first line"),
    Bad("rows of different widths", b"a 1 2 3\nb 1 2\n", "line 2: its lines have different"),
    Bad("words only", b"the\ncat\n", "line 1: it holds no word followed by numbers"),
    Bad("prose", b"It was a dark and stormy night.\n", "no word followed by numbers"),
    Bad("CSV", b"the,0.1,0.2\ncat,0.3,0.4\n", "separated by commas. Separate them by blanks"),
    Bad("decimal commas", b"the 0,1 0,2\ncat 0,3 0,4\n",
        "line 1: numbers with a decimal comma; 2 rows cannot be used, 0 can. Write"),
    Bad("diverged training", b"the nan nan\ncat nan nan\n", "line 1: a value is nan or infinite"),
    Bad("one row, inf", b"the 0.1 inf\n", "line 1: a value is nan or infinite. Remove"),
    Bad("most words Latin-1", "é 1 2\nü 1 2\n".encode("latin-1"), "line 1: word not in UTF-8"),
    Bad("UTF-16", CLEAN.decode().encode("utf-16"), "its text is UTF-16. Save the file as UTF-8."),
    Bad("UTF-16 without mark", CLEAN.decode().encode("utf-16-le"), "perhaps UTF-16. Save"),
    Bad("web page", b"<!DOCTYPE html>\n<html>Not found</html>\n", "it is a web page"),
    Bad("web page in small letters", b"\n <html><p>Error 404\n", "it is a web page"),
    Bad("LFS pointer", b"version https://git-lfs.github.com/spec/v1\noid sha256:4d\nsize 12\n",
        "Git LFS pointer to the real file. Fetch the real file with “git lfs pull”"),
    Bad("merge markers", CLEAN + b"<<<<<<< HEAD\ndog 1 2\n=======\ndog 3 4\n>>>>>>> other\n",
        "line 3: a merge conflict is left in the file"),
    Bad("pickle", b"\x80\x04\x95\x10", "Python objects (pickle)"),
    Bad("fastText model", b"\xba\x16\x4f\x2f\x0c\0\0\0", "fastText model, not a table"),
    Bad("truncated gzip", gzip.compress(CLEAN * 9)[:-9], "the gzip data are cut off or damaged"),
    Bad("damaged gzip", gzip.compress(CLEAN)[:12] + bytes(9), "cut off or damaged"),
    Bad("endless line", b"word " + b"1" * (5 << 20), "a line is longer than 4 MiB"),
]  # fmt: skip


@pytest.mark.parametrize("case", BAD, ids=lambda case: case.name)
def test_it_is_refused_in_words(case: Bad, tmp_path: Path) -> None:
    with pytest.raises(EmbeddingFileError) as refused:
        load(tmp_path, case.data)
    assert case.message in str(refused.value)
    assert str(refused.value).startswith("“table.txt”")
    assert refused.value.remedy.endswith(".")


def test_numbers_only_ask_for_the_words(tmp_path: Path) -> None:
    with pytest.raises(NeedWords, match="it holds numbers but no words"):
        load(tmp_path, b"0.1 0.2\n-0.3 0.4\n")
    table = read_embeddings(tmp_path / "table.txt", words=["the", "cat"])
    assert content(table) == {"the": (0.1, 0.2), "cat": (-0.3, 0.4)}


def test_a_word_list_for_a_file_with_words_is_refused(tmp_path: Path) -> None:
    (tmp_path / "table.txt").write_bytes(CLEAN)
    with pytest.raises(EmbeddingFileError, match="begin with words already"):
        read_embeddings(tmp_path / "table.txt", words=["a", "b"])


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(EmbeddingFileError, match=r"none.txt.*cannot be read.*Check that"):
        read_embeddings(tmp_path / "none.txt")


def test_a_folder(tmp_path: Path) -> None:
    with pytest.raises(EmbeddingFileError, match="cannot be read"):
        read_embeddings(tmp_path)


def test_rows_beyond_the_first_block_keep_their_order_and_lines(tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    values = rng.normal(size=(9000, 12)).astype(np.float32)
    lines = [
        f"w{i} " + " ".join(f"{v:.7g}" if i % 7 else repr(float(v)) for v in row)
        for i, row in enumerate(values)
    ]
    lines[8000] = "short 0.1"
    table = load(tmp_path, "\n".join(lines).encode() + b"\n")
    assert table.words == tuple(f"w{i}" for i in range(9000) if i != 8000)
    assert skipped(table) == {Reason.TOO_FEW: (1, (8001,))}
    expected = np.array(
        [[float(field) for field in line.split()[1:]] for line in lines if len(line) > 9],
        np.float32,
    )
    np.testing.assert_array_equal(table.matrix, expected)


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_old_mac_lines_beyond_the_first_block_are_lines(
    tmp_path: Path, pack: Callable[[bytes], bytes]
) -> None:
    count = 60_000
    data = "".join(f"word{i} {i}.5 0.25\r" for i in range(count)).encode()
    assert len(data) > 2 * BLOCK
    table = load(tmp_path, pack(data))
    assert table.words == tuple(f"word{i}" for i in range(count))
    np.testing.assert_array_equal(table.matrix[:, 0], np.arange(count) + 0.5)
    assert table.report == ()


def test_the_cut_last_number_of_a_file_is_not_believed(tmp_path: Path) -> None:
    table = load(tmp_path, b"2 2\nthe 0.1 0.2\ncat -1.5 2.")
    assert skipped(table) == {Reason.CUT_OFF: (1, (3,))}
    assert content(table) == {"the": (0.1, 0.2)}


def test_max_rows_stops_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "table.vec").write_bytes(b"2 2\n" + CLEAN)
    table = read_embeddings(tmp_path / "table.vec", max_rows=1)
    assert content(table) == {"the": (0.1, 0.2)}
    assert table.report == ("Reading stopped after 1 word, as asked.",)
    with pytest.raises(ValueError, match="max_rows is 0"):
        read_embeddings(tmp_path / "table.vec", max_rows=0)
