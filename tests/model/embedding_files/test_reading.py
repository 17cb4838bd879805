"""What holds for every format: any bytes, any cut, progress, cancelling, memory."""

import gzip
import io
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posviz.model.embedding_files import (
    Cancelled,
    EmbeddingFileError,
    LoadedTable,
    read_embeddings,
)
from tests.model.embedding_files.test_numpy_files import npy, npz
from tests.model.embedding_files.test_safetensors import written
from tests.model.embedding_files.test_word2vec_binary import binary

WORDS = ["the", "cat", "dog"]
E = np.array([[0.5, 2.25], [-3.125, 4.5], [5.75, 6.0]], np.float32)
TEXT = "".join(f"{w} {a} {b}\n" for w, (a, b) in zip(WORDS, E, strict=True)).encode()
GOOD = {
    "table.vec": b"3 2\n" + TEXT,
    "table.txt": TEXT,
    "table.txt.gz": gzip.compress(TEXT, mtime=0),
    "table.bin": binary([(w, tuple(row)) for w, row in zip(WORDS, E, strict=True)]),
    "table.npy": npy(E),
    "table.npz": npz(E=E, words=np.array(WORDS)),
    "table.safetensors": written({"wte": ("F32", (3, 2), E.tobytes())}),
    "vectors.tsv": b"".join(f"{a}\t{b}\n".encode() for a, b in E),
}
WITHOUT_WORDS = {"table.npy", "table.safetensors", "vectors.tsv"}
EXTENSIONS = [
    ".vec", ".txt", ".bin", ".npy", ".npz", ".safetensors", ".tsv", ".gz", ".txt.gz", ".bin.gz", ""
]  # fmt: skip
STARTS = [
    b"", b"2 2\n", b"\x93NUMPY\x01\x00v\x00", b"PK\x03\x04", b"\x1f\x8b\x08\x00", b"\xef\xbb\xbf",
    b"\x20\0\0\0\0\0\0\0{", b"a 1 2\n", *GOOD.values(),
]  # fmt: skip


def read(path: Path, name: str) -> LoadedTable:
    return read_embeddings(path, words=WORDS if name in WITHOUT_WORDS else None)


@pytest.mark.parametrize("name", GOOD)
def test_every_format_gives_the_same_table(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(GOOD[name])
    table = read(tmp_path / name, name)
    assert table.words == tuple(WORDS)
    np.testing.assert_array_equal(table.matrix, E)
    assert table.skipped == ()


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(EXTENSIONS), st.sampled_from(STARTS), st.binary(max_size=80), st.booleans())
def test_any_bytes_load_or_are_refused(
    tmp_path_factory: pytest.TempPathFactory, ending: str, start: bytes, rest: bytes, words: bool
) -> None:
    path = tmp_path_factory.getbasetemp() / f"any{ending}"
    path.write_bytes(start + rest)
    try:
        table = read_embeddings(path, words=WORDS if words else None)
    except EmbeddingFileError:
        return
    assert table.matrix.shape[0] == len(table.words) == len(set(table.words)) > 0
    assert np.isfinite(table.matrix).all()


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(sorted(GOOD)), st.data())
def test_a_changed_byte_loads_or_is_refused(
    tmp_path_factory: pytest.TempPathFactory, name: str, data: st.DataObject
) -> None:
    content = bytearray(GOOD[name])
    content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    folder = tmp_path_factory.getbasetemp()
    (folder / name).write_bytes(content)
    try:
        table = read(folder / name, name)
    except EmbeddingFileError:
        return
    assert np.isfinite(table.matrix).all()


@pytest.mark.parametrize("name", GOOD)
def test_a_file_cut_anywhere_gives_its_beginning_or_is_refused(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    for length in range(len(GOOD[name])):
        path.write_bytes(GOOD[name][:length])
        try:
            table = read(path, name)
        except EmbeddingFileError:
            continue
        assert name in {"table.vec", "table.txt", "table.bin", "vectors.tsv"}
        count = len(table.words)
        assert table.words == tuple(WORDS[:count])
        if table.matrix.shape[1] == 1:  # "the 0.5" is all there is: a table of width 1
            assert (count, "may be wrong" in table.report[0]) == (1, True)
            continue
        # Only the number that the cut went through can be wrong, and that is said.
        differ = np.argwhere(table.matrix != E[:count])
        assert len(differ) == 0 or differ.tolist() == [[count - 1, 1]]
        if len(differ):
            assert "may be wrong" in " ".join(table.report)
        whole_lines = name == "table.txt" and GOOD[name][:length].endswith(b"\n")
        assert table.report or whole_lines or length == len(GOOD[name]) - 1


@pytest.mark.parametrize("name", GOOD)
def test_progress_ends_at_the_size_and_cancels(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(GOOD[name])
    words = WORDS if name in WITHOUT_WORDS else None
    seen: list[tuple[int, int]] = []

    def watch(done: int, total: int) -> bool:
        seen.append((done, total))
        return True

    read_embeddings(path, words=words, progress=watch)
    size = len(GOOD[name])
    assert seen
    assert all(total == size and 0 <= done <= size for done, total in seen)
    if name != "table.npz":  # its directory at the end is read first
        assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    with pytest.raises(Cancelled):
        read_embeddings(path, words=words, progress=lambda done, total: False)


def test_cancelling_works_in_the_middle_of_a_large_file(tmp_path: Path) -> None:
    (tmp_path / "large.txt").write_bytes(b"".join(b"w%d 0.5 0.25\n" % i for i in range(200_000)))
    calls: list[int] = []

    def stop_third(done: int, total: int) -> bool:
        calls.append(done)
        return len(calls) < 3

    with pytest.raises(Cancelled):
        read_embeddings(tmp_path / "large.txt", progress=stop_third)
    assert len(calls) == 3
    assert calls[-1] < (tmp_path / "large.txt").stat().st_size


def peak(action: Callable[[], object]) -> int:
    tracemalloc.start()
    try:
        action()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_memory_beyond_the_result_is_small(tmp_path: Path) -> None:
    rows, width = 20_000, 100
    block = ("%.6f " * width).rstrip() % tuple(np.random.default_rng(0).normal(size=width))
    with (tmp_path / "large.txt").open("w") as file:
        file.writelines(f"word{i} {block}\n" for i in range(rows))
    result = rows * width * 4
    assert peak(lambda: read_embeddings(tmp_path / "large.txt")) < result + 30e6
    np.save(tmp_path / "large.npy", np.zeros((rows, width), np.float32))
    words = [f"w{i}" for i in range(rows)]
    used = peak(lambda: read_embeddings(tmp_path / "large.npy", words=words))
    assert used < result + 15e6


def test_headers_that_promise_much_take_no_memory(tmp_path: Path) -> None:
    promises = {
        "a.vec": b"999999999999999999 2\n" + TEXT,
        "a.bin": binary([("a", (1.5, 2.5))], n=10**17),
        "b.bin": b"1 999999999\na " + bytes(99),
        "a.safetensors": b"\xff\xff\xff\xff\xff\xff\xff\x00{" + bytes(99),
        "blank.txt": TEXT + b"\n" * 2_000_000,
    }
    for name, data in promises.items():
        (tmp_path / name).write_bytes(data)

        def attempt(path: Path = tmp_path / name) -> None:
            with suppress(EmbeddingFileError):
                read_embeddings(path, words=None)

        assert peak(attempt) < 120e6, name


def test_packed_data_that_grow_beyond_reason_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("posviz.model.embedding_files.source.SUSPECT_SIZE", 1_000_000)
    file = io.BytesIO()
    np.savez_compressed(file, E=np.zeros((2000, 1000), np.float32))
    (tmp_path / "bomb.npz").write_bytes(file.getvalue())
    (tmp_path / "bomb.txt.gz").write_bytes(gzip.compress(b"a 0.5\n" * 1_000_000))
    for name in ("bomb.npz", "bomb.txt.gz"):
        with pytest.raises(EmbeddingFileError, match="grow more than 100 times"):
            read_embeddings(tmp_path / name)
