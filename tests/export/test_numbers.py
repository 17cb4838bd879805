"""Files of numbers: in blocks without memory, their size in advance, progress and cancelling."""

from __future__ import annotations

import csv
import io
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from posviz.export import NUMBERS, Numbers, RowBlocks, file_size, write_numbers
from posviz.model.embedding_files import Cancelled


def made(rows: range) -> NDArray[np.float64]:
    return np.asarray(rows, dtype=np.float64)[:, np.newaxis] * [1.0, -0.1, 1e-300]


def blocks(count: int, each: int = 7) -> RowBlocks:
    return RowBlocks((count, 3), made, label=lambda row: (100 + row,), each=each)


@pytest.mark.parametrize("count", [0, 1, 7, 8, 50])
def test_blocks_make_the_same_file_as_the_array_in_one(tmp_path: Path, count: int) -> None:
    write_numbers(tmp_path / "x.npy", blocks(count).numbers(("p", "a", "b", "c")))
    whole = io.BytesIO()
    np.save(whole, made(range(count)).reshape(count, 3))
    assert (tmp_path / "x.npy").read_bytes() == whole.getvalue()


def test_blocks_of_one_number_a_row_are_a_list(tmp_path: Path) -> None:
    values = RowBlocks((5,), lambda rows: np.sqrt(np.asarray(rows, dtype=float)), each=2)
    numbers = values.numbers(("row", "root"))
    write_numbers(tmp_path / "x.npy", numbers)
    assert np.load(tmp_path / "x.npy").tolist() == np.sqrt(range(5)).tolist()
    write_numbers(tmp_path / "x.csv", numbers)
    text = (tmp_path / "x.csv").read_bytes().decode()
    assert text.splitlines()[:3] == ["row,root", "0,0.0", "1,1.0"]


def test_lines_have_their_labels_and_every_digit(tmp_path: Path) -> None:
    write_numbers(tmp_path / "x.csv", blocks(20).numbers(("p", "a", "b", "c")))
    with (tmp_path / "x.csv").open(encoding="utf-8", newline="") as file:
        header, *lines = csv.reader(file)
    assert header == ["p", "a", "b", "c"]
    assert [int(line[0]) for line in lines] == list(range(100, 120))
    assert [[float(cell) for cell in line[1:]] for line in lines] == made(range(20)).tolist()


def test_a_line_of_any_length_is_one_line(tmp_path: Path) -> None:
    for count in (0, 1, 511, 512, 513, 1300):
        row = [f"a,“{i}”" if i % 7 else None for i in range(count)]
        write_numbers(tmp_path / "x.csv", Numbers(np.zeros(1), ("x",), [row, row]))
        with (tmp_path / "x.csv").open(encoding="utf-8", newline="") as file:
            _, *lines = csv.reader(file)
        assert lines == [[cell or "" for cell in row]] * 2


def test_numbers_in_blocks_can_be_read_again_and_again() -> None:
    numbers = blocks(20).numbers(("p", "a", "b", "c"))
    assert list(numbers.rows) == list(numbers.rows)
    assert numbers.array.tolist() == made(range(20)).tolist()


@pytest.mark.parametrize("ending", NUMBERS)
def test_a_long_file_needs_no_more_memory_than_a_short_one(tmp_path: Path, ending: str) -> None:
    def peak(count: int) -> int:
        values = RowBlocks((count, 500), lambda rows: np.sin(np.outer(rows, np.arange(500))))
        tracemalloc.start()
        write_numbers(tmp_path / f"x{ending}", values.numbers(("p", *map(str, range(500)))))
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    rows = (1200, 9600) if ending == ".npy" else (1200, 2400)
    short, long = map(peak, rows)
    assert long < 1.1 * short + 100_000
    assert long < 16_000_000


@pytest.mark.parametrize("count", [0, 1, 9, 3000])
def test_the_size_is_known_before(tmp_path: Path, count: int) -> None:
    def sines(rows: range) -> NDArray[np.float64]:
        values: NDArray[np.float64] = np.sin(np.outer(rows, [1.0, 0.1, 1e-4]))
        return values

    numbers = RowBlocks((count, 3), sines).numbers(("position", "0", "1", "2"))
    assert file_size(numbers, ".npy") == write_numbers(tmp_path / "x.npy", numbers)
    assert (tmp_path / "x.npy").stat().st_size == file_size(numbers, ".npy")
    written = write_numbers(tmp_path / "x.csv", numbers)
    assert written == (tmp_path / "x.csv").stat().st_size
    assert file_size(numbers, ".csv") == pytest.approx(written, rel=0.03)


def test_the_size_of_an_array_in_memory(tmp_path: Path) -> None:
    array = np.random.default_rng(1).random((200, 5))
    numbers = Numbers(array, ("a", "b", "c", "d", "e"), array.tolist())
    assert file_size(numbers, ".npy") == write_numbers(tmp_path / "x.npy", numbers)
    assert file_size(numbers, ".csv") == pytest.approx(
        write_numbers(tmp_path / "x.csv", numbers), rel=0.1
    )


def test_the_size_of_the_largest_table_is_exact() -> None:
    values = RowBlocks((1_000_000, 12_288), made)
    assert file_size(values.numbers(()), ".npy") == 8 * 1_000_000 * 12_288 + 128


@pytest.mark.parametrize("ending", NUMBERS)
def test_progress_is_told_and_no_cancels(tmp_path: Path, ending: str) -> None:
    target = tmp_path / f"x{ending}"
    target.write_bytes(b"old")
    told: list[tuple[int, int]] = []

    def progress(done: int, total: int) -> bool:
        told.append((done, total))
        return len(told) < 3

    numbers = blocks(100_000, each=5000).numbers(("p", "a", "b", "c"))
    with pytest.raises(Cancelled):
        write_numbers(target, numbers, progress)
    assert len(told) == 3
    assert told == sorted(told)
    assert all(0 < done < total == 100_000 for done, total in told)
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize("ending", NUMBERS)
@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError, ZeroDivisionError])
def test_what_breaks_in_the_middle_leaves_the_old_file(
    tmp_path: Path, ending: str, error: type[BaseException]
) -> None:
    def breaks(rows: range) -> NDArray[np.float64]:
        if rows.start > 50:
            raise error
        return made(rows)

    target = tmp_path / f"x{ending}"
    target.write_bytes(b"old")
    with pytest.raises(error):
        write_numbers(target, RowBlocks((100, 3), breaks, each=10).numbers("pabc"))
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


def test_rows_of_no_numbers_at_all(tmp_path: Path) -> None:
    def nothing(rows: range) -> NDArray[np.float64]:
        return np.empty((len(rows), 0))

    def lines() -> Iterator[list[object]]:
        yield from RowBlocks((3, 0), nothing).lines()

    assert list(lines()) == [[0], [1], [2]]
    write_numbers(tmp_path / "x.npy", RowBlocks((3, 0), nothing).numbers(("row",)))
    assert np.load(tmp_path / "x.npy").shape == (3, 0)
