"""Two files that make one table: numbers, and the list of their words."""

from __future__ import annotations

from pathlib import Path

from posviz.model.embedding_files.errors import EmbeddingFileError
from posviz.model.embedding_files.number_lines import normal, trailing_numbers
from posviz.model.embedding_files.recognise import recognise
from posviz.model.embedding_files.source import Source
from posviz.model.embedding_files.text_shape import first_lines
from posviz.model.embedding_files.word_list import projector_metadata

_SAMPLE = 100


def table_in_two(one: Path, other: Path) -> tuple[Path, Path] | None:
    """Return which of two files holds the numbers and which the words; None if they are no pair.

    Only their first lines are read; whether the number of words is right is for reading to tell.
    """
    for numbers, words in ((one, other), (other, one)):
        if projector_metadata(numbers) == words:
            return numbers, words
    holds = {_holds(one): one, _holds(other): other}
    for kind in ("matrix", "numbers"):
        if holds.keys() == {kind, "words"}:
            return holds[kind], holds["words"]
    if holds.keys() == {"matrix", "numbers"}:
        return holds["matrix"], holds["numbers"]  # words such as 1999
    return None


def _holds(path: Path) -> str:
    """Return "matrix" (in numpy's form or safetensors), "numbers", "words", or "table" for both."""
    if path.suffix.lower() == ".json":
        return "words"
    try:
        with Source(path) as source:
            kind = recognise(source)
            if kind != "text":
                return "table" if kind == "binary" else "matrix"
            start = first_lines(source)
    except EmbeddingFileError:
        return ""
    lines = [line for line in normal(start + b"\n").split(b"\n", _SAMPLE)[:_SAMPLE] if line]
    titles, *rows = lines or [b""]
    if b"\t" in start.partition(b"\n")[0] and not trailing_numbers(titles.split()):
        return "words"  # below the names of their columns
    counts = [(trailing_numbers(line.split()), len(line.split())) for line in (titles, *rows)]
    if all(count == fields for count, fields in counts):
        return "numbers"
    lone = sum(count == 0 or fields == 1 for count, fields in counts)
    return "words" if 2 * lone > len(counts) and b"," not in titles.strip(b",") else "table"
