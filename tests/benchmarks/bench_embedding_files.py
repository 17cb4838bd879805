"""How many times faster text tables are read than by np.loadtxt, and in how much memory.

    python tests/benchmarks/bench_embedding_files.py [rows]

The table is 100 wide and has 30 000 rows unless another number is given. Rounds alternate
between the ways; the medians are compared, since ratios hold where absolute times do not.
Targets: at least 2.2 times as fast as np.loadtxt for decimal numbers and never slower, at
most 80 MB beyond the result, the second opening at most 0.05 of the first.
"""

from __future__ import annotations

import os
import sys
import tempfile
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from posviz import tables
from posviz.model.embedding_files import EmbeddingCache, read_embeddings

WIDTH = 100
ROUNDS = 3
FORMS: dict[str, str] = {
    "word2vec, 0.123456": "%.6f",
    "shortest float32": "",
    "scientific": "%.8e",
    "18 digits": "%.18e",
    "integers": "%.0f",
    "line by line": "%.0e",
}


def write(path: Path, rows: int, form: str) -> None:
    """Write a table with a header, in blocks."""
    rng = np.random.default_rng(0)
    with path.open("w") as file:
        file.write(f"{rows} {WIDTH}\n")
        for at in range(0, rows, 1000):
            count = min(1000, rows - at)
            values = rng.normal(0, 400 if form == "%.0f" else 0.4, (count, WIDTH)).astype(
                np.float32
            )
            for i, row in enumerate(values, at):
                numbers = (form % x for x in row) if form else map(str, row)
                file.write(f"word{i} {' '.join(numbers)}\n")


def numbers_by_loadtxt(path: Path) -> None:
    """Read only the numbers as numpy does it."""
    columns = range(1, WIDTH + 1)
    np.loadtxt(path, np.float32, skiprows=1, usecols=columns, comments=None, encoding="utf-8")


def seconds(read: Callable[[], object]) -> float:
    """Return how long it takes."""
    start = perf_counter()
    read()
    return perf_counter() - start


def main() -> None:
    """Print the ratios."""
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 30_000
    with tempfile.TemporaryDirectory() as folder:
        os.environ["POSVIZ_HOME"] = folder
        path = Path(folder) / "table.vec"
        for name, form in FORMS.items():
            write(path, rows, form)
            ways: dict[str, Callable[[], object]] = {
                "read_embeddings": lambda: read_embeddings(path),
                "np.loadtxt, numbers only": lambda: numbers_by_loadtxt(path),
            }
            times: dict[str, list[float]] = {way: [] for way in ways}
            for _ in range(ROUNDS):
                for way, read in ways.items():
                    times[way].append(seconds(read))
            ours, theirs = (median(values) for values in times.values())
            print(
                f"{name:<28}{rows} x {WIDTH}, {path.stat().st_size / 1e6:.0f} MB: {ours:6.2f} s, "
                f"np.loadtxt of the numbers / ours {theirs / ours:5.2f}, "
                f"target {2.2 if '0.' in name else 1.0}"
            )
            if form == "%.6f":
                second_open(Path(folder), path, ours)
                memory(path)


def second_open(folder: Path, path: Path, first: float) -> None:
    """Print how long the second opening takes, as a part of the first."""
    cache = EmbeddingCache(folder / "cache")
    cache.read(path)
    again = median(seconds(lambda: cache.read(path)) for _ in range(2 * ROUNDS))
    print(f"{'second reading / first':<28}{again / first:6.3f}, target 0.05")
    for copy in cache.folder.iterdir():
        copy.unlink()
    source = tables.TableSource(str(path))
    first = seconds(lambda: tables.load(source))
    again = median(seconds(lambda: tables.load(source)) for _ in range(2 * ROUNDS))
    print(
        f"{'the same as a table in use':<28}{again / first:6.3f} ({1e3 * again:.0f} ms): with its "
        "vocabulary and a copy of the matrix in memory"
    )


def memory(path: Path) -> None:
    """Print the largest memory beyond the result."""
    tracemalloc.start()
    table = read_embeddings(path)
    kept, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    print(
        f"{'memory':<28}matrix {table.matrix.nbytes / 1e6:.0f} MB, words "
        f"{(kept - table.matrix.nbytes) / 1e6:.0f} MB, beyond both at most "
        f"{(peak - kept) / 1e6:.0f} MB, target 80 MB"
    )


if __name__ == "__main__":
    main()
