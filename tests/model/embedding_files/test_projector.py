"""TensorFlow-projector pairs: labels never shift."""

from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from posviz.model.embedding_files import EmbeddingFileError, NeedWords, Reason, read_embeddings

VECTORS = b"0.1\t0.2\n-1.5\t2.25\n3.0\t4.0\n"
MATRIX = np.array([[0.1, 0.2], [-1.5, 2.25], [3, 4]], np.float32)
WORDS = ("the", "cat", "dog")


class Good(NamedTuple):
    name: str
    vectors: bytes
    metadata: bytes
    words: tuple[str, ...] = WORDS


GOOD = [
    Good("one column, no header", VECTORS, b"the\ncat\ndog\n"),
    Good("no last line end", VECTORS[:-1], b"the\ncat\ndog"),
    Good("CRLF and a byte order mark", VECTORS.replace(b"\n", b"\r\n"),
         b"\xef\xbb\xbfthe\r\ncat\r\ndog\r\n"),
    Good("CR alone", VECTORS.replace(b"\n", b"\r"), b"the\rcat\rdog\r"),
    Good("several columns with a header", VECTORS, b"word\tcount\nthe\t9\ncat\t5\ndog\t4\n"),
    Good("the word is not the first column", VECTORS, b"count\tLabel\n9\tthe\n5\tcat\n4\tdog\n"),
    Good("unknown columns: the first", VECTORS, b"x\ty\nthe\t9\ncat\t5\ndog\t4\n"),
    Good("blanks for tabs", VECTORS.replace(b"\t", b" "), b"the\ncat\ndog\n"),
    Good("words with blanks and quotation marks", VECTORS, b'"the"\na cat\n"\n',
         ('"the"', "a cat", '"')),
    Good("blank lines at the end", VECTORS + b"\n\n", b"the\ncat\ndog\n\n\n"),
    Good("blank lines between", b"0.1\t0.2\n\n-1.5\t2.25\n3.0\t4.0\n", b"the\n\ncat\ndog\n"),
    Good("integers", b"1\t2\n3\t4\n5\t6\n", b"the\ncat\ndog\n"),
]  # fmt: skip


def pair(tmp_path: Path, vectors: bytes, metadata: bytes) -> Path:
    (tmp_path / "vectors.tsv").write_bytes(vectors)
    (tmp_path / "metadata.tsv").write_bytes(metadata)
    return tmp_path / "vectors.tsv"


@pytest.mark.parametrize("case", GOOD, ids=lambda case: case.name)
@pytest.mark.parametrize("opened", ["vectors.tsv", "metadata.tsv"])
def test_it_loads_right(case: Good, opened: str, tmp_path: Path) -> None:
    pair(tmp_path, case.vectors, case.metadata)
    table = read_embeddings(tmp_path / opened)
    assert table.words == case.words
    expected = np.arange(1, 7).reshape(3, 2) if case.name == "integers" else MATRIX
    np.testing.assert_array_equal(table.matrix, expected)
    assert "The words come from “metadata.tsv”." in table.remarks[0]
    assert {s.reason for s in table.skipped} <= {Reason.BLANK}


@pytest.mark.parametrize(
    ("metadata", "message"),
    [
        (b"the\ncat\n", "holds 3 vectors, “metadata.tsv” 2 lines"),
        (b"word\nthe\ncat\ndog\n", "4 lines. .* A list of one column has no header line: remove"),
        (b"the\t9\ncat\t5\ndog\t4\n", "2 lines below the header. .* needs a first line that names"),
        (b"w\tn\nthe\t9\ncat\t5\n", "2 lines below the header"),
        (b"w\tn\nthe\t9\ncat\t5\ndog\t4\nowl\t1\n", "4 lines below the header"),
        (b'"the\nend"\ncat\ndog\n', "4 lines"),
        (b"", "“metadata.tsv”: the file is empty"),
        ("the\ncat\ndog\n".encode("utf-16"), "Save the word list as UTF-8"),
    ],
)
def test_other_counts_are_refused(tmp_path: Path, metadata: bytes, message: str) -> None:
    with pytest.raises(EmbeddingFileError, match=message):
        read_embeddings(pair(tmp_path, VECTORS, metadata))


def test_a_bad_vector_takes_its_own_label_with_it(tmp_path: Path) -> None:
    vectors = b"0.1\t0.2\n\nnan\t1.0\n3.0\t4.0\n5.0\n6.0\t1e39\n1\t2\n7.0\t8.0\n"
    path = pair(tmp_path, vectors, b"a\nb\nc\nd\ne\nf\ng\n")
    table = read_embeddings(path)
    assert table.words == ("a", "c", "f", "g")
    np.testing.assert_array_equal(table.matrix[1:], [[3, 4], [1, 2], [7, 8]])
    assert {s.reason: s.places for s in table.skipped} == {
        Reason.BLANK: (2,),
        Reason.NOT_FINITE: (3,),
        Reason.TOO_FEW: (5,),
        Reason.TOO_LARGE: (6,),
    }


def test_labels_stay_right_beyond_the_first_block(tmp_path: Path) -> None:
    values = np.round(np.random.default_rng(0).normal(size=(5000, 20)), 5)
    lines = ["\t".join(f"{x:.5f}" for x in row) for row in values]
    lines[3] = "\t".join(["1"] * 20)
    lines[4500] = "inf" + lines[4500][lines[4500].index("\t") :]
    path = pair(
        tmp_path, "\n".join(lines).encode(), "\n".join(f"w{i}" for i in range(5000)).encode()
    )
    table = read_embeddings(path)
    kept = [i for i in range(5000) if i != 4500]
    assert table.words == tuple(f"w{i}" for i in kept)
    values[3] = 1
    np.testing.assert_array_equal(table.matrix, values[kept].astype(np.float32))


def test_a_label_that_is_missing_or_not_utf8_is_counted(tmp_path: Path) -> None:
    table = read_embeddings(pair(tmp_path, VECTORS + VECTORS, b"a\n\n\xff\nb\nc\nd\n"))
    assert table.words == ("a", "b", "c", "d")
    assert {s.reason: s.places for s in table.skipped} == {
        Reason.NO_WORD: (2,),
        Reason.NOT_UTF8: (3,),
    }


def test_without_metadata(tmp_path: Path) -> None:
    path = pair(tmp_path, VECTORS, b"")
    (tmp_path / "metadata.tsv").unlink()
    with pytest.raises(NeedWords):
        read_embeddings(path)
    (tmp_path / "list.tsv").write_bytes(b"the\ncat\ndog\n")
    assert read_embeddings(path, words=tmp_path / "list.tsv").words == WORDS


def test_a_tsv_with_words_needs_no_metadata(tmp_path: Path) -> None:
    table = read_embeddings(pair(tmp_path, b"the\t0.1\t0.2\n", b"wrong\nwrong\n"))
    assert table.words == ("the",)
