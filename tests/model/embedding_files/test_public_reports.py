"""Faults that users of other programs reported about their embedding files."""

from pathlib import Path

import numpy as np
import pytest

from posviz.model.embedding_files import EmbeddingFileError, Reason, read_embeddings

CLEAN = "the 0.1 0.2\ncat 0.3 0.4\ndog 0.5 0.6\n"


def write(tmp_path: Path, text: str, name: str = "table.txt") -> Path:
    (tmp_path / name).write_bytes(text.encode())
    return tmp_path / name


def test_tokens_with_spaces(tmp_path: Path) -> None:
    """stanfordnlp/GloVe#150, PrincetonML/SIF#19."""
    table = read_embeddings(write(tmp_path, ". . . 0.1 0.2\na\u00a0b 0.3 0.4\n"))
    assert table.words == (". . .", "a\u00a0b")
    np.testing.assert_array_equal(table.matrix, np.array([[0.1, 0.2], [0.3, 0.4]], np.float32))


@pytest.mark.parametrize(
    ("text", "words", "remark"),
    [
        ("3 2\nthe 0.1 0.2\ncat 0.3 0.4\n", ("the", "cat"), "promises 3 rows, the file holds 2"),
        ("3 2\nthe 0.1 0.2\ncat 0.3 0.4\ndog 0.5", ("the", "cat"), "cut off at the end"),
        ("the 0.1 0.2\ncat 0.3 0.4\n", ("the", "cat"), ""),
    ],
)
def test_headers_and_rows_that_disagree(
    tmp_path: Path, text: str, words: tuple[str, ...], remark: str
) -> None:
    """facebookresearch/fastText#452, huggingface/sentence-transformers PR 1875."""
    table = read_embeddings(write(tmp_path, text))
    assert table.words == words
    assert table.matrix.shape == (2, 2)
    assert table.matrix.all()
    assert remark in " ".join(table.report)


@pytest.mark.parametrize("header", ["", "3 2\n"])
@pytest.mark.parametrize(
    "change",
    [
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", " \n"),
        lambda text: text.replace(" ", "  "),
        lambda text: "\ufeff" + text.replace("\n", "  \r\n").replace(" ", "  "),
    ],
)
def test_byte_order_marks_line_ends_and_blanks(tmp_path: Path, change: object, header: str) -> None:
    """trezor/python-mnemonic PR 83, explosion/spaCy#1582, castorini/anserini PR 1061."""
    assert callable(change)
    clean = read_embeddings(write(tmp_path, header + CLEAN))
    table = read_embeddings(write(tmp_path, change(header + CLEAN)))
    assert table.words == clean.words == ("the", "cat", "dog")
    np.testing.assert_array_equal(table.matrix, clean.matrix)
    assert table.report == ()


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("nan", Reason.NOT_FINITE),
        ("inf", Reason.NOT_FINITE),
        ("1e400", Reason.TOO_LARGE),
        ("1_0", Reason.NOT_A_NUMBER),
        ("\uff11\uff12", Reason.NOT_A_NUMBER),
    ],
)
def test_values_that_are_no_numbers(tmp_path: Path, value: str, reason: Reason) -> None:
    """chroma-core/chroma PR 7420, dmlc/gluon-nlp PR 153."""
    table = read_embeddings(write(tmp_path, f"{CLEAN}owl {value} 0.5\n"))
    assert table.words == ("the", "cat", "dog")
    assert [(s.reason, s.places) for s in table.skipped] == [(reason, (4,))]


@pytest.mark.parametrize(
    ("metadata", "labels"),
    [
        ("the\ncat\ndog\n", ("the", "cat", "dog")),
        ("word\tn\nthe\t1\ncat\t2\ndog\t3\n", ("the", "cat", "dog")),
        ("word\nthe\ncat\ndog\n", None),
        ("the\t1\ncat\t2\ndog\t3\n", None),
        ("the\ncat\n", None),
    ],
)
def test_projector_labels_never_shift(
    tmp_path: Path, metadata: str, labels: tuple[str, ...] | None
) -> None:
    """tensorflow/tensorflow#6215, lanpa/tensorboardX#176."""
    write(tmp_path, metadata, "metadata.tsv")
    path = write(tmp_path, "0.1\t0.2\n0.3\t0.4\n0.5\t0.6\n", "vectors.tsv")
    if labels is None:
        with pytest.raises(EmbeddingFileError, match=r"holds 3 vectors, “metadata\.tsv”"):
            read_embeddings(path)
    else:
        assert read_embeddings(path).words == labels
