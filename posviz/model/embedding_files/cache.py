"""Read text once: the second time its table comes from a copy in numpy's form.

Two files hold one table: ``<key>.npy`` the matrix, mapped into memory when it is used again, and
``<key>.json`` the rest with a sum over the matrix. The key holds path, size and time of the
file and of its word list, so a changed file is read anew. Each file is written beside its
place and moved there when complete; a copy that is damaged in any way is read anew.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from os import PathLike, fspath
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from posviz.language import current
from posviz.model.embedding_files.errors import Progress
from posviz.model.embedding_files.reading import read_embeddings
from posviz.model.embedding_files.table import LoadedTable, Reason, Skipped
from posviz.model.embedding_files.word_list import projector_metadata, projector_vectors

_VERSION = 2
_TEXT = {"word2vec text", "GloVe text", "numbers with a word list"}


class EmbeddingCache:
    """A folder with copies of tables that were read from text.

    Parameters
    ----------
    folder : Path
        Made when it is first needed.
    limit : int
        Bytes that all copies may take; the longest unused go first.
    """

    def __init__(self, folder: Path, limit: int = 4 * 1024**3) -> None:
        self.folder, self.limit = folder, limit

    def read(
        self,
        path: str | PathLike[str],
        *,
        words: str | PathLike[str] | None = None,
        progress: Progress | None = None,
        max_rows: int | None = None,
        ask: bool = False,
    ) -> LoadedTable:
        """Read a table as `read_embeddings` does, from its copy where there is one.

        A cache that cannot be read or written is no error: the file itself is read.

        Raises
        ------
        EmbeddingFileError, Cancelled, ValueError
            As `read_embeddings` does.
        """
        key = self._key(Path(path), words, max_rows)
        table = self._stored(key) if key else None
        if table is None:
            table = read_embeddings(
                path, words=words, progress=progress, max_rows=max_rows, ask=ask
            )
            # A file that changed while it was read must not be taken for its older self.
            if key and table.format in _TEXT and key == self._key(Path(path), words, max_rows):
                with suppress(OSError):
                    self._store(key, table)
        return table

    def _key(
        self, path: Path, words: str | PathLike[str] | None, max_rows: int | None
    ) -> str | None:
        files = [path, projector_metadata(path), projector_vectors(path)]
        files.append(Path(fspath(words)) if words is not None else None)
        parts: list[object] = [_VERSION, max_rows, current()]
        try:
            for file in files:
                if file is not None:
                    state = file.stat()
                    parts += [str(file.resolve()), state.st_size, state.st_mtime_ns]
                parts.append(None)
        except (OSError, ValueError):
            return None
        return hashlib.sha256(repr(parts).encode("utf-8", "surrogateescape")).hexdigest()[:32]

    def _stored(self, key: str) -> LoadedTable | None:
        try:
            content = json.loads((self.folder / f"{key}.json").read_bytes())
            matrix = np.load(self.folder / f"{key}.npy", mmap_mode="r", allow_pickle=False)
            table = _table(content, np.asarray(matrix))
            os.utime(self.folder / f"{key}.json")  # used last now
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError, EOFError):
            return None
        return table

    def _store(self, key: str, table: LoadedTable) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        content = {
            "words": table.words,
            "skipped": [asdict(entry) | {"reason": entry.reason.name} for entry in table.skipped],
            "format": table.format,
            "unit": table.unit,
            "remarks": table.remarks,
            "sum": _sum(table.matrix),
        }
        text = json.dumps(content, ensure_ascii=False).encode()
        self._write(f"{key}.npy", lambda file: np.save(file, table.matrix, allow_pickle=False))
        self._write(f"{key}.json", lambda file: file.write(text))
        self._prune(key)

    def _write(self, name: str, fill: Callable[[BinaryIO], object]) -> None:
        handle, temporary = tempfile.mkstemp(dir=self.folder, prefix=".", suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                fill(file)
            Path(temporary).replace(self.folder / name)
        finally:
            Path(temporary).unlink(missing_ok=True)

    def _prune(self, newest: str) -> None:
        """Delete the copies that were longest unused, but never the newest."""
        stored = []
        for json_file in self.folder.glob("*.json"):
            matrix = json_file.with_suffix(".npy")
            with suppress(OSError):
                state = json_file.stat()
                stored.append((state.st_mtime_ns, json_file, state.st_size + matrix.stat().st_size))
        stored.sort(reverse=True)
        room = self.limit
        for _, json_file, size in stored:
            room -= size
            if room < 0 and json_file.stem != newest:
                with suppress(OSError):
                    json_file.unlink()
                    json_file.with_suffix(".npy").unlink()


def _sum(matrix: NDArray[np.float32]) -> int:
    """Add up the bits of the numbers, which notices a changed one at the speed of memory."""
    return int(matrix.view(np.uint32).sum(dtype=np.uint64))


def _table(content: Any, matrix: NDArray[np.float32]) -> LoadedTable:
    """Make the table of a copy.

    Raises
    ------
    ValueError, TypeError, KeyError, AttributeError
        If it is damaged.
    """
    words = tuple(content["words"])
    skipped = tuple(
        Skipped(Reason[entry["reason"]], int(entry["count"]), tuple(entry["places"]))
        for entry in content["skipped"]
    )
    if matrix.dtype != np.float32 or matrix.ndim != 2 or len(matrix) != len(words):
        raise ValueError("the matrix does not fit the words")
    if _sum(matrix) != content["sum"] or not all(type(word) is str for word in words):
        raise ValueError("the copy was changed")
    return LoadedTable(
        words,
        matrix,
        skipped,
        str(content["format"]),
        str(content["unit"]),
        remarks=tuple(map(str, content["remarks"])),
    )
