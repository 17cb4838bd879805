"""The embedding tables in use: shipped ones by name, the user's own by the path of a file.

A table is read when it is first asked for and kept; of the user's tables only the last few
are, since one can take a gigabyte.
"""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from posviz.language import tr
from posviz.model import embedding_files, embeddings
from posviz.model.byte_pairs import BytePairEncoding, gpt2_merges
from posviz.model.embedding_files import EmbeddingFileError, Progress
from posviz.model.embeddings import EmbeddingTable
from posviz.model.notation import grouped, plural, shortened
from posviz.model.tokenizers import Tokenizer, WordPiece, Words
from posviz.model.vocabulary import Vocabulary
from posviz.paths import cache_folder

if TYPE_CHECKING:
    from posviz.model.embedding_files import LoadedTable

_KEPT = 4

_lock = Lock()
_shipped: dict[str, EmbeddingTable] = {}
_own: OrderedDict[TableSource, EmbeddingTable] = OrderedDict()


class TableSource(NamedTuple):
    """Where a table comes from.

    Parameters
    ----------
    name : str
        Name of a shipped table, or the path of a file.
    tensor : str
        Which matrix of a file that holds several; empty: the only one.
    word_list : str
        Path of the file with the words of a file of numbers; empty: the one beside it.
    """

    name: str
    tensor: str = ""
    word_list: str = ""

    @property
    def shipped(self) -> bool:
        """Whether the table comes with the program."""
        return self.name in embeddings.TABLES

    @property
    def title(self) -> str:
        """What a list of tables calls it, known without reading it."""
        if self.shipped:
            return embeddings.TABLES[self.name].title
        name = Path(self.name).name
        return f"{name} · {self.tensor}" if self.tensor else name


def is_loaded(source: TableSource) -> bool:
    """Whether :func:`table` returns at once."""
    with _lock:
        return source.name in _shipped or source in _own


def opened() -> tuple[TableSource, ...]:
    """The user's tables that are in memory, the last used last."""
    with _lock:
        return tuple(_own)


def table(source: TableSource) -> EmbeddingTable:
    """Return a table, read now if it is not in memory.

    Raises
    ------
    EmbeddingFileError
        If there is no such file, or it cannot be used.
    """
    with _lock:
        if source.name in _shipped:
            return _shipped[source.name]
        if source in _own:
            _own.move_to_end(source)
            return _own[source]
    return load(source)


def load(source: TableSource) -> EmbeddingTable:
    """Read a table, again if it is a file that was read before, and keep it.

    Raises
    ------
    EmbeddingFileError
        If there is no such file, or it cannot be used. What was kept before stays.
    """
    made = read(source)
    keep(source, made)
    return made


def read(
    source: TableSource, progress: Progress | None = None, *, ask: bool = False
) -> EmbeddingTable:
    """Read a table, and leave those in memory as they are.

    Raises
    ------
    EmbeddingFileError
        If there is no such file, or it cannot be used; `ChooseTensor` with `ask` also where
        a user may mean another matrix than the likely one.
    Cancelled
        If `progress` returned False.
    """
    if source.shipped:
        return embeddings.table(source.name)
    try:
        return _table_of(source, _read(source, progress, ask))
    except MemoryError:
        raise EmbeddingFileError(
            Path(source.name),
            tr("memory does not suffice for it"),
            tr("Close other programs, or open a smaller table."),
        ) from None


def keep(source: TableSource, made: EmbeddingTable) -> None:
    """Keep a table that was read; of the user's own the one that was longest unused goes."""
    with _lock:
        if source.shipped:
            _shipped[source.name] = made
            return
        _own[source] = made
        _own.move_to_end(source)
        while len(_own) > _KEPT:
            _own.popitem(last=False)


def _read(source: TableSource, progress: Progress | None, ask: bool) -> LoadedTable:
    path, words = Path(source.name), source.word_list or None
    if path.is_dir():
        raise EmbeddingFileError(
            path, tr("it is a folder"), tr("Choose the file with the vectors.")
        )
    if not path.is_file():
        known = ", ".join(embeddings.TABLES)
        raise EmbeddingFileError(
            path,
            tr("there is no such file or table"),
            tr("The tables that ship are {known}.").format(known=known),
        )
    if source.tensor:
        return embedding_files.read_embeddings(
            path, words=words, tensor=source.tensor, progress=progress
        )
    return embedding_files.EmbeddingCache(cache_folder()).read(
        path, words=words, progress=progress, ask=ask
    )


def _table_of(source: TableSource, read: LoadedTable) -> EmbeddingTable:
    vocabulary = Vocabulary(read.words)
    part = f"{tr(read.format)}, {read.tensor}" if read.tensor else tr(read.format)
    skipped = sum(entry.count for entry in read.skipped)
    origin = [tr("From {name}: {part}.").format(name=shortened(Path(source.name).name), part=part)]
    if read.kind == "positions":
        origin.append(tr("These rows are learned positions; their tokens are place numbers."))
    if skipped:
        origin.append(
            tr("{skipped} {unit} skipped.").format(
                skipped=grouped(skipped), unit=plural(skipped, read.unit)
            )
        )
    return EmbeddingTable(
        name=source.name,
        label=shortened(source.title),
        origin=" ".join(origin),
        matrix=read.matrix,
        vocabulary=vocabulary,
        own_tokenizer=tokenizer_for(vocabulary),
        report=read.report,
    )


def tokenizer_for(vocabulary: Vocabulary) -> Tokenizer:
    """Return the tokenizer that a vocabulary was made for, as far as it shows.

    GPT-2's vocabulary begins with the bytes and merges of its byte-pair encoding; BERT's
    uncased one holds [UNK], pieces that start with "##" and no capitals. All others are
    taken for whole words.
    """
    tokens = vocabulary.tokens
    if len(tokens) > 50_000 and tokens[:50_256] == gpt2_merges().tokens:
        return BytePairEncoding(gpt2_merges())
    if (
        vocabulary.id_of("[UNK]") is not None
        and any(token.startswith("##") for token in tokens)
        and all(token == token.lower() or token[:1] == "[" for token in tokens)
    ):
        return WordPiece(vocabulary)
    return Words(vocabulary)
