"""Word lists beside a matrix: one word per line, projector metadata, or a model's vocabulary.

A line ends with LF or CR LF (CR in a file without LF) and holds one word, blanks and quotation
marks included. If the first line holds a tab, the list has several columns and its first line
names them (TensorFlow projector: a list of one column has no header line, several columns have
one); the word is in the column called word, token, label or name, else in the first. Labels are
never shifted: a list that has not one line per row is refused.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from posviz.language import marked, tr
from posviz.model.embedding_files.errors import EmbeddingFileError, NeedWords
from posviz.model.embedding_files.number_lines import ends_with_cr
from posviz.model.embedding_files.source import Source
from posviz.model.embedding_files.table import Reason
from posviz.model.notation import plural

Words = str | PathLike[str] | Sequence[str] | None

_VECTORS = ("vectors", "vecs", "vec", "tensors", "tensor", "embeddings")
_METADATA = ("metadata", "meta", "labels")
_LARGEST = 256 * 1024 * 1024
_COLUMNS = ("word", "token", "label", "name")
_VOCABULARIES = ("vocab.txt", "vocab.json", "tokenizer.json", "words.txt")
_CHOOSE = marked(
    "Choose the word list that belongs to it: one word per line, in the order of the rows."
)


@dataclass(frozen=True)
class WordList:
    """The words of a matrix.

    Parameters
    ----------
    words : list of (str or Reason)
        One per row; a Reason where a row has no usable word.
    remark : str
        Where they come from.
    """

    words: list[str | Reason]
    remark: str = ""


def words_for(path: Path, words: Words, sizes: Sequence[int]) -> WordList:
    """Find and read the words of a matrix.

    Parameters
    ----------
    path : Path
        The file that holds the matrix; a list is looked for beside it.
    words : str, PathLike, sequence of str or None
        The list, its file, or None to look for one.
    sizes : sequence of int
        How many there may be; the first that fits is meant.

    Raises
    ------
    NeedWords
        If there is no list, or it has another number of words.
    EmbeddingFileError
        If it cannot be read.
    """
    if words is None:
        file = companion(path)
        if file is None:
            raise NeedWords(path, tr("it holds numbers but no words"), tr(_CHOOSE), tuple(sizes))
    elif isinstance(words, (str, PathLike)):
        file = Path(fspath(words))
    else:
        given: list[str | Reason] = [str(word) for word in words]
        if len(given) not in sizes:
            raise _wrong_count(path, tr("the word list"), len(given), sizes)
        return WordList(given)
    read = _read_json if file.suffix.lower() == ".json" else _read_lines
    return read(path, file, sizes)


def companion(path: Path) -> Path | None:
    """Return the word list that lies beside a matrix, or None."""
    ends = (".words.txt", "_words.txt", ".words", ".vocab", ".txt", ".tsv", ".json")
    beside = [path.with_name(name) for name in (*(path.stem + end for end in ends), *_VOCABULARIES)]
    return next((file for file in beside if file != path and file.is_file()), None)


def projector_metadata(path: Path) -> Path | None:
    """Return the metadata.tsv of a projector's vectors.tsv, or None."""
    return _other_half(path, _VECTORS, _METADATA)


def projector_vectors(path: Path) -> Path | None:
    """Return the vectors.tsv of a projector's metadata.tsv, or None."""
    return _other_half(path, _METADATA, _VECTORS)


def _other_half(path: Path, these: Sequence[str], others: Sequence[str]) -> Path | None:
    if path.suffix.lower() != ".tsv":
        return None
    names = [
        path.name.replace(this, other) for this in these if this in path.name for other in others
    ]
    beside = [path.with_name(name) for name in names]
    return next((file for file in beside if file != path and file.is_file()), None)


def _read_bytes(file: Path) -> bytes:
    with Source(file) as source:
        data = source.read(_LARGEST + 1)
    if len(data) > _LARGEST:
        raise EmbeddingFileError(file, tr("it is too large for a word list"), tr(_CHOOSE))
    return data


def _read_lines(matrix: Path, file: Path, sizes: Sequence[int]) -> WordList:
    data = _read_bytes(file).removeprefix(b"\xef\xbb\xbf")
    if b"\0" in data:
        raise EmbeddingFileError(
            file, tr("it holds zero bytes and is no UTF-8 text"), tr("Save the word list as UTF-8.")
        )
    end = b"\r" if ends_with_cr(data) else b"\n"
    lines = data.replace(b"\r\n", b"\n").split(end)
    return pick_lines(matrix, file.name, lines, sizes)


def pick_lines(matrix: Path, name: str, lines: list[bytes], sizes: Sequence[int]) -> WordList:
    """Turn lines into words, dropping a header and blank lines only where that is certain.

    Raises
    ------
    EmbeddingFileError
        If their number fits no size.
    """
    if lines and not lines[-1]:
        lines = lines[:-1]  # what follows the last line end is no line
    column, header = 0, bool(lines) and b"\t" in lines[0]
    if header:
        names = [title.strip().lower() for title in lines[0].decode("utf-8", "replace").split("\t")]
        column = next((names.index(title) for title in _COLUMNS if title in names), 0)
        lines = lines[1:]
    while lines and not lines[-1] and len(lines) not in sizes:
        lines.pop()
    dropped = 0
    if len(lines) not in sizes:
        filled = [line for line in lines if line.strip()]
        if len(filled) in sizes:
            lines, dropped = filled, len(lines) - len(filled)
    if len(lines) not in sizes:
        raise _wrong_count(matrix, f"“{name}”", len(lines), sizes, "line", header)
    remark = tr("The words come from “{name}”.").format(name=name)
    if dropped:
        one, more = (
            tr("1 blank line in it was left out."),
            tr("{n} blank lines in it were left out."),
        )
        remark += " " + (one if dropped == 1 else more.format(n=dropped))
    return WordList([_word(line, column) for line in lines], remark)


def _word(line: bytes, column: int) -> str | Reason:
    fields = line.split(b"\t")
    if column >= len(fields):
        return Reason.NO_WORD
    return decoded(fields[column])


def decoded(word: bytes) -> str | Reason:
    """Return a word from its UTF-8."""
    try:
        return word.decode()
    except UnicodeDecodeError:
        return Reason.NOT_UTF8


def exact_words(
    matrix: Path, name: str, words: list[str | Reason], sizes: Sequence[int]
) -> WordList:
    """Take words as they are, if their number fits.

    Raises
    ------
    EmbeddingFileError
        If it does not.
    """
    if len(words) not in sizes:
        raise _wrong_count(matrix, f"“{name}”", len(words), sizes)
    return WordList(words, tr("The words come from “{name}”.").format(name=name))


def _read_json(matrix: Path, file: Path, sizes: Sequence[int]) -> WordList:
    """Read {token: id}, a list of tokens, or a tokenizer.json; an id without token is counted."""
    try:
        content: Any = json.loads(_read_bytes(file))
    except (ValueError, RecursionError):
        raise EmbeddingFileError(file, tr("it is no valid JSON"), tr(_CHOOSE)) from None
    added: Any = []
    if isinstance(content, dict) and isinstance(content.get("model"), dict):
        added = content.get("added_tokens")
        content = content["model"].get("vocab")
    if isinstance(content, list):
        content = {
            token[0] if isinstance(token, list) and token else token: id_
            for id_, token in enumerate(content)
            if isinstance(token, str)
            or (isinstance(token, list) and token[:1] and isinstance(token[0], str))
        }
    ids = dict(content) if isinstance(content, dict) else {}
    for token in added if isinstance(added, list) else []:
        if isinstance(token, dict) and isinstance(token.get("content"), str):
            ids[token["content"]] = token.get("id")
    if not ids or not all(type(id_) is int and id_ >= 0 for id_ in ids.values()):
        raise EmbeddingFileError(file, tr("it holds no list of tokens with their ids"), tr(_CHOOSE))
    size = next((size for size in sizes if max(ids.values()) < size), None)
    if size is None:
        raise _wrong_count(matrix, f"“{file.name}”", max(ids.values()) + 1, sizes, "id")
    words: list[str | Reason] = [Reason.NO_WORD] * size
    for token, id_ in ids.items():
        words[id_] = decoded(token.encode("utf-8", "surrogatepass"))
    return WordList(words, tr("The words come from “{name}”.").format(name=file.name))


def _wrong_count(
    matrix: Path,
    who: str,
    count: int,
    sizes: Sequence[int],
    what: str = "word",
    header: bool = False,
) -> NeedWords:
    remedy = tr("Choose the word list that belongs to it; both need the same number, in one order.")
    if header:
        remedy += tr(" A list with several columns needs a first line that names them.")
    elif count - 1 in sizes:
        remedy += tr(" A list of one column has no header line: remove it if there is one.")
    below = tr(" below the header") if header else ""
    vectors = plural(sizes[0], "vector")
    reason = tr("it holds {sizes} {vectors}, {who} {count} {unit}{below}").format(
        sizes=sizes[0], vectors=vectors, who=who, count=count, unit=plural(count, what), below=below
    )
    return NeedWords(matrix, reason, remedy, tuple(sizes), listed=True)
