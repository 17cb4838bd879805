"""numpy files written by numpy itself, or damaged by hand."""

import io
import pickle
import zipfile
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.typing import NDArray

from posviz.model.embedding_files import (
    ChooseTensor,
    EmbeddingFileError,
    NeedWords,
    Reason,
    read_embeddings,
)

WORDS = ["the", "cat", "dog"]
E = np.array([[1, 2], [3, 4], [5, 6]], np.float32)


def npy(array: NDArray[Any]) -> bytes:
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


def npz(**arrays: NDArray[Any]) -> bytes:
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)  # type: ignore[arg-type]
    return file.getvalue()


def write(tmp_path: Path, data: bytes, name: str = "table.npy") -> Path:
    (tmp_path / name).write_bytes(data)
    return tmp_path / name


@pytest.mark.parametrize("dtype", ["<f4", ">f4", "<f2", ">f2", "<f8", ">f8", "i1", "<i8", ">u2"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_every_type_and_order(tmp_path: Path, dtype: str, order: Any) -> None:
    path = write(tmp_path, npy(np.asarray(E.astype(dtype), order=order)))
    table = read_embeddings(path, words=WORDS)
    assert table.words == tuple(WORDS)
    np.testing.assert_array_equal(table.matrix, E)
    assert (table.matrix.dtype.name, table.format) == ("float32", "numpy .npy")


def test_version_two_and_python_two_headers(tmp_path: Path) -> None:
    file = io.BytesIO()
    np.lib.format.write_array(file, E, version=(2, 0))
    table = read_embeddings(write(tmp_path, file.getvalue()), words=WORDS)
    np.testing.assert_array_equal(table.matrix, E)
    old = npy(E).replace(b"(3, 2), }  ", b"(3L, 2L), }")
    np.testing.assert_array_equal(read_embeddings(write(tmp_path, old), words=WORDS).matrix, E)


@pytest.mark.parametrize("name", ["table.txt", "table.words", "vocab.txt", "table_words.txt"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_a_word_list_beside_it_is_found(tmp_path: Path, name: str, end: bytes) -> None:
    write(tmp_path, b"\xef\xbb\xbf" + end.join([b"the", b"a cat", b"\xc2\xa0"]) + end, name)
    table = read_embeddings(write(tmp_path, npy(E)))
    assert table.words == ("the", "a cat", "\u00a0")
    assert table.remarks == (f"The words come from “{name}”.",)


def test_without_a_word_list_it_asks(tmp_path: Path) -> None:
    with pytest.raises(NeedWords, match=r"numbers but no words. Choose the word list"):
        read_embeddings(write(tmp_path, npy(E)))


@pytest.mark.parametrize("order", ["C", "F"])
def test_a_transposed_matrix_is_turned_and_said(tmp_path: Path, order: Any) -> None:
    matrix = np.arange(15, dtype=np.float32).reshape(3, 5)
    path = write(tmp_path, npy(np.asarray(matrix.T, order=order)))
    table = read_embeddings(path, words=WORDS)
    np.testing.assert_array_equal(table.matrix, matrix)
    assert table.remarks == ("The matrix is stored transposed, 5 × 3, and was turned.",)


@pytest.mark.parametrize(
    ("shape", "where"),
    [
        *product([(4, 3), (2, 3)], ["given", "file", "inside", "inside as bytes"]),
        ((2, 3), "json"),  # ids fewer than rows are no mistake
    ],
)
def test_a_list_with_one_word_too_few_or_too_many_turns_no_matrix(
    tmp_path: Path, shape: tuple[int, int], where: str
) -> None:
    matrix = np.ones(shape, np.float32)
    given: list[str] | None = None
    name, data = "table.npy", npy(matrix)
    if where == "given":
        given = WORDS
    elif where == "file":
        write(tmp_path, "\n".join(WORDS).encode(), "table.txt")
    elif where == "json":
        write(tmp_path, b'{"the": 0, "cat": 1, "sat": 2}', "vocab.json")
    else:
        listed = np.array(WORDS)
        if where == "inside as bytes":
            listed = np.frombuffer("\n".join(WORDS).encode(), np.uint8)
        name, data = "table.npz", npz(vectors=matrix, words=listed)
    with pytest.raises(NeedWords, match=f"it holds {shape[0]} vectors, .* 3 ") as refused:
        read_embeddings(write(tmp_path, data, name), words=given)
    assert refused.value.sizes == (shape[0],)


@pytest.mark.parametrize("words", [["the"], ["a", "b", "c", "d"]])
def test_a_word_list_of_another_length_is_refused(tmp_path: Path, words: list[str]) -> None:
    with pytest.raises(
        EmbeddingFileError, match=f"3 vectors, the word list {len(words)} words?\\b"
    ):
        read_embeddings(write(tmp_path, npy(E)), words=words)


def test_the_last_line_end_of_a_list_is_no_word_of_a_transposed_matrix(tmp_path: Path) -> None:
    write(tmp_path, b"the\ncat\ndog\n", "table.txt")
    table = read_embeddings(write(tmp_path, npy(np.ones((3, 4), np.float32))))
    assert table.words == ("the", "cat", "dog")


def test_bad_rows_are_counted(tmp_path: Path) -> None:
    matrix = np.array([[1, 2], [np.nan, 0], [1e39, 0], [3, 4], [5, 6], [7, 8], [0, 0]])
    words = ["a", "b", "c", "", "a", "d", "e"]
    table = read_embeddings(write(tmp_path, npy(matrix)), words=words)
    assert table.words == ("a", "d", "e")
    assert {s.reason: s.places for s in table.skipped} == {
        Reason.NOT_FINITE: (2,),
        Reason.TOO_LARGE: (3,),
        Reason.NO_WORD: (4,),
        Reason.DUPLICATE: (5,),
    }
    assert "1 of the vectors is all zeros." in table.remarks


def test_bytes_after_the_matrix_are_reported(tmp_path: Path) -> None:
    table = read_embeddings(write(tmp_path, npy(E) + npy(E)), words=WORDS)
    assert table.remarks == ("152 bytes after the matrix were not read.",)


HUGE = npy(E).replace(b"(3, 2), }" + b" " * 20, b"(999999999999, 999999999), }   ")[: len(npy(E))]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (npy(E + 1j), "holds complex numbers. Save it as float32"),
        (npy(E.ravel()), r"it has 1 dimension \(6\), not words × width"),
        (npy(E[None]), r"it has 3 dimensions \(1 × 3 × 2\)"),
        (npy(np.array(1.0)), "it has 0 dimensions"),
        (npy(E[:0]), r"\(0 × 2\)"),
        (npy(np.array(["a", "b"])), "it holds text, not numbers"),
        (npy(E > 2), "holds numbers of type |b1"),
        (npy(E.astype([("x", "f4")])), "structured"),
        (npy(E).replace(b"'<f4'", b"'|O' "), "pickle"),
        (npy(E)[:-1], "its header says 24 bytes of numbers, and there are 23"),
        (HUGE, "its header says 3999999995996000000004 bytes"),
        (npy(E)[:40], "the file ends too early"),
        (npy(E)[:5], "is no numpy array|ends too early"),
        (b"\x93NUMPY\x02\x00\xff\xff\xff\xff" + bytes(200), "absurdly long header"),
        (
            b"\x93NUMPY\x01\x00\x10\x00" + b"__import__('os')" + bytes(200),
            "it has a damaged header",
        ),
        (b"just text", "is no numpy array"),
        (b"\x80\x04\x95abcdef", "pickle"),
    ],
)
def test_it_is_refused_in_words(tmp_path: Path, data: bytes, message: str) -> None:
    with pytest.raises(EmbeddingFileError, match=message):
        read_embeddings(write(tmp_path, data), words=WORDS)


@pytest.mark.parametrize(
    "data",
    [
        npy(E + 1j),
        npy(np.array([["a"]], object)),
        npy(E).replace(b"descr", b"dexcr"),
        b"just text",
        b"\x93NUMPY\x02\x00\xff\xff\xff\xff" + bytes(200),
    ],
)
def test_a_refusal_names_the_file_once(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(EmbeddingFileError) as refused:
        read_embeddings(write(tmp_path, data), words=WORDS)
    assert str(refused.value).count("table.npy") == 1
    assert ": it " in str(refused.value)


def test_one_is_not_told_as_many(tmp_path: Path) -> None:
    one = write(tmp_path, npy(np.zeros((1, 1), np.float32)) + b"\0")
    write(tmp_path, b"\nthe\n", "vocab.txt")
    assert read_embeddings(one).remarks == (
        "1 byte after the matrix was not read.",
        "The words come from “vocab.txt”. 1 blank line in it was left out.",
        "1 of the vectors is all zeros.",
    )
    with pytest.raises(NeedWords, match="it holds 1 vector, the word list 2 words"):
        read_embeddings(one, words=["a", "b"])


def test_objects_are_refused_unopened(tmp_path: Path) -> None:
    opened = tmp_path / "opened"

    class Trap:
        def __reduce__(self) -> tuple[Any, ...]:
            return Path.touch, (opened,)

    array = np.empty((3, 2), object)
    array[:] = Trap()
    for data, name in [(npy(array), "a.npy"), (npz(E=array), "a.npz"), (pickle.dumps(Trap()), "b")]:
        with pytest.raises(EmbeddingFileError, match="Python objects"):
            read_embeddings(write(tmp_path, data, name), words=WORDS)
    assert not opened.exists()


UTF8_LIST = np.frombuffer("the\ncat\nd\u00f6g".encode(), np.uint8)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (np.array(["the", "cat", "d\u00f6g"]), ("the", "cat", "d\u00f6g")),
        (np.array([b"the", b"cat", b"dog"]), ("the", "cat", "dog")),
        (np.array(["the", "a\tb", "c\nd"]), ("the", "a\tb", "c\nd")),
        (UTF8_LIST, ("the", "cat", "d\u00f6g")),
    ],
)
def test_npz_with_words_inside(tmp_path: Path, words: Any, expected: tuple[str, ...]) -> None:
    table = read_embeddings(write(tmp_path, npz(emb=E, words=words), "table.npz"))
    assert table.words == expected
    np.testing.assert_array_equal(table.matrix, E)
    assert (table.format, table.tensor) == ("numpy .npz", "emb")
    assert [tensor.name for tensor in table.tensors] == ["emb"]


def test_npz_under_another_name_and_uncompressed(tmp_path: Path) -> None:
    file = io.BytesIO()
    np.savez(file, E=np.asfortranarray(E), words=np.array(WORDS))
    table = read_embeddings(write(tmp_path, file.getvalue(), "table.bin"))
    np.testing.assert_array_equal(table.matrix, E)


def test_several_matrices_are_a_question(tmp_path: Path) -> None:
    path = write(tmp_path, npz(a=E, b=2 * E, norm=E[0], words=np.array(WORDS)), "table.npz")
    with pytest.raises(ChooseTensor, match=r"holds 2 matrices. Choose one of: a, b\.") as asked:
        read_embeddings(path)
    assert [(t.name, t.shape) for t in asked.value.candidates] == [("a", (3, 2)), ("b", (3, 2))]
    np.testing.assert_array_equal(read_embeddings(path, tensor="b").matrix, 2 * E)
    with pytest.raises(ChooseTensor, match="no matrix called “c”"):
        read_embeddings(path, tensor="c")


def archive(**members: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as made:
        for name, data in members.items():
            made.writestr(name.replace("_", "."), data)
    return file.getvalue()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (npz(a=E[0]), r"“a” has 1 dimension"),
        (npz(a=E[0], b=E[1]), "it holds no matrix"),
        (npz(a=E, words=np.array(["a"])), "3 vectors, “words” 1 word[.]"),
        (npz(a=E)[:-30], "the archive is damaged"),
        (npz(a=E)[:60] + b"\xff\xff\xff" + npz(a=E)[63:], "damaged"),
        (archive(glove_txt=b"the 1 2"), r"no numpy array in it \(glove.txt\). Unpack"),
        (archive(data_pkl=b"", weights=b""), "a PyTorch file with Python objects"),
        (archive(a_npy=npy(E)[:-4]), "says 24 bytes, and there are 20"),
        (archive(), r"no numpy array in it \(nothing\)"),
        (archive(x=b"1").replace(b"x", b"\0"), "no numpy array in it"),
        (b"PK\x03\x04 not really", "the archive is damaged"),
    ],
)  # fmt: skip
def test_npz_is_refused_in_words(tmp_path: Path, data: bytes, message: str) -> None:
    path = write(tmp_path, data, "table.npz")
    with pytest.raises(EmbeddingFileError, match=message):
        read_embeddings(path)


@settings(deadline=None)
@given(
    hnp.arrays(np.dtype("<i2"), st.tuples(st.integers(1, 6), st.integers(1, 5))),
    st.sampled_from(["<f4", ">f4", "<f8", ">f8", "<i2", ">i4"]),
    st.sampled_from(["C", "F"]),
)
def test_what_numpy_writes_is_read(
    tmp_path_factory: pytest.TempPathFactory, matrix: NDArray[Any], dtype: str, order: Any
) -> None:
    path = write(tmp_path_factory.getbasetemp(), npy(np.asarray(matrix.astype(dtype), order=order)))
    table = read_embeddings(path, words=[f"w{i}" for i in range(len(matrix))])
    np.testing.assert_array_equal(table.matrix, matrix.astype(np.float32))
