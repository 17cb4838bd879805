"""The second opening comes from a copy, and a copy is never trusted blindly."""

import os
from pathlib import Path

import numpy as np
import pytest

from posviz.model.embedding_files import (
    Cancelled,
    EmbeddingCache,
    EmbeddingFileError,
    LoadedTable,
    cache,
    read_embeddings,
)

TEXT = b"9 2\nthe 0.1 0.2\ncat 0.3 0.4\nd\xc3\xb6g nan 0.5\n\xe2\x80\xa8 -1.5 2.5\nowl 1 2\n"


@pytest.fixture
def table_file(tmp_path: Path) -> Path:
    (tmp_path / "table.vec").write_bytes(TEXT)
    return tmp_path / "table.vec"


@pytest.fixture
def store(tmp_path: Path) -> EmbeddingCache:
    return EmbeddingCache(tmp_path / "copies")


@pytest.fixture
def readings(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The files that were really read."""
    seen: list[object] = []

    def count(path: Path, **options: object) -> LoadedTable:
        seen.append(path)
        return read_embeddings(path, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(cache, "read_embeddings", count)
    return seen


def same(one: LoadedTable, other: LoadedTable) -> bool:
    np.testing.assert_array_equal(one.matrix, other.matrix)
    return (one.words, one.skipped, one.format, one.unit, one.remarks) == (
        other.words, other.skipped, other.format, other.unit, other.remarks
    )  # fmt: skip


def test_the_second_opening_is_the_same_and_reads_nothing(
    table_file: Path, store: EmbeddingCache, readings: list[object]
) -> None:
    first = store.read(table_file)
    second = store.read(table_file)
    assert len(readings) == 1
    assert same(first, second)
    assert first.skipped
    assert first.remarks
    assert not second.matrix.flags.writeable
    assert sorted(p.suffix for p in store.folder.iterdir()) == [".json", ".npy"]


def test_places_of_skipped_rows_come_back(table_file: Path, store: EmbeddingCache) -> None:
    table_file.write_bytes(b"the 0.1 0.2\ncat 0.3 0.4\ncat 0.5 0.6\n\xff 0.7 0.8\n")
    first = store.read(table_file)
    assert [entry.places for entry in first.skipped] == [(3,), (4,)]
    assert same(first, store.read(table_file))
    assert len(list(store.folder.iterdir())) == 2


def test_a_changed_file_is_read_anew(
    table_file: Path, store: EmbeddingCache, readings: list[object]
) -> None:
    store.read(table_file)
    state = table_file.stat()
    table_file.write_bytes(TEXT.replace(b"cat", b"dog"))
    os.utime(table_file, ns=(state.st_atime_ns, state.st_mtime_ns + 1))
    assert "dog" in store.read(table_file).words
    table_file.write_bytes(b"the 0.5 0.5\n")
    os.utime(table_file, ns=(state.st_atime_ns, state.st_mtime_ns))
    assert store.read(table_file).words == ("the",)
    assert len(readings) == 3


def test_a_changed_word_list_is_read_anew(tmp_path: Path, store: EmbeddingCache) -> None:
    (tmp_path / "vectors.tsv").write_bytes(b"0.1\t0.2\n0.3\t0.4\n")
    for words in (b"a\nb\n", b"longer\nwords\n"):
        (tmp_path / "metadata.tsv").write_bytes(words)
        expected = tuple(words.decode().split())
        assert store.read(tmp_path / "vectors.tsv").words == expected
        assert store.read(tmp_path / "metadata.tsv").words == expected
    (tmp_path / "list").write_bytes(b"x\ny\n")
    assert store.read(tmp_path / "vectors.tsv", words=tmp_path / "list").words == ("x", "y")


def test_other_options_have_copies_of_their_own(table_file: Path, store: EmbeddingCache) -> None:
    assert len(store.read(table_file, max_rows=2).words) == 2
    assert len(store.read(table_file).words) == 4


@pytest.mark.parametrize(
    "damage",
    [
        lambda matrix, rest: matrix.unlink(),
        lambda matrix, rest: rest.unlink(),
        lambda matrix, rest: matrix.write_bytes(b""),
        lambda matrix, rest: matrix.write_bytes(matrix.read_bytes()[:-1]),
        lambda matrix, rest: matrix.write_bytes(matrix.read_bytes()[:-1] + b"\x01"),
        lambda matrix, rest: np.save(matrix, np.zeros((4, 3), np.float32)),
        lambda matrix, rest: np.save(matrix, np.zeros((4, 2))),
        lambda matrix, rest: np.save(matrix, np.array([[None, 1]] * 4)),
        lambda matrix, rest: rest.write_bytes(b""),
        lambda matrix, rest: rest.write_bytes(rest.read_bytes()[:-9]),
        lambda matrix, rest: rest.write_text("[]"),
        lambda matrix, rest: rest.write_text("[" * 100_000),
        lambda matrix, rest: rest.write_bytes(rest.read_bytes().replace(b'"the"', b"12345")),
        lambda matrix, rest: rest.write_bytes(rest.read_bytes().replace(b"NOT_FINITE", b"X")),
    ],
)
def test_a_damaged_copy_is_ignored_and_replaced(
    table_file: Path, store: EmbeddingCache, readings: list[object], damage: object
) -> None:
    first = store.read(table_file)
    assert callable(damage)
    damage(next(store.folder.glob("*.npy")), next(store.folder.glob("*.json")))
    assert same(store.read(table_file), first)
    assert same(store.read(table_file), first)
    assert len(readings) == 2


def test_a_folder_that_cannot_be_made_is_no_error(tmp_path: Path, table_file: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert len(EmbeddingCache(tmp_path / "file").read(table_file).words) == 4


def test_errors_and_cancelling_leave_no_copy(tmp_path: Path, store: EmbeddingCache) -> None:
    (tmp_path / "bad.txt").write_bytes(b"3 2\n")
    with pytest.raises(EmbeddingFileError, match="only a header"):
        store.read(tmp_path / "bad.txt")
    (tmp_path / "good.txt").write_bytes(b"the 1 2\n")
    with pytest.raises(Cancelled):
        store.read(tmp_path / "good.txt", progress=lambda done, total: False)
    with pytest.raises(EmbeddingFileError, match="cannot be read"):
        store.read(tmp_path / "none.txt")
    assert not store.folder.exists()


def test_formats_that_are_quick_anyway_get_no_copy(tmp_path: Path, store: EmbeddingCache) -> None:
    np.save(tmp_path / "a.npy", np.ones((1, 2), np.float32))
    (tmp_path / "a.txt").write_text("the\n")
    assert store.read(tmp_path / "a.npy").words == ("the",)
    assert not store.folder.exists()


def test_the_longest_unused_goes_first(
    tmp_path: Path, store: EmbeddingCache, readings: list[object]
) -> None:
    files = [tmp_path / f"t{i}.txt" for i in range(3)]
    for file in files:
        file.write_bytes(b"the 1 2\n")
    store.read(files[0])
    store.read(files[1])
    for copy in store.folder.glob("*.json"):
        os.utime(copy, ns=(0, 0))
    store.read(files[0])  # used again
    store.limit = sum(copy.stat().st_size for copy in store.folder.iterdir())
    store.read(files[2])
    assert len(list(store.folder.iterdir())) == 4
    assert len(readings) == 3
    store.read(files[0])
    store.read(files[2])
    assert len(readings) == 3
    store.read(files[1])
    assert len(readings) == 4


def test_a_table_larger_than_the_limit_is_kept_alone(tmp_path: Path) -> None:
    store = EmbeddingCache(tmp_path / "copies", limit=1)
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_bytes(b"the 1 2\n")
        store.read(tmp_path / name)
    assert len(list(store.folder.iterdir())) == 2
