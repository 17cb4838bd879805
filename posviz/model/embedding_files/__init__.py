"""Read the embedding tables that users have.

See `read_embeddings`; `table` says how rows are skipped and files refused. The readers are
imported when they are first used, since the program's start needs only the errors.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from posviz.model.embedding_files.errors import Cancelled, EmbeddingFileError, NeedWords, Progress
from posviz.model.embedding_files.tensors import ChooseTensor, Tensor

if TYPE_CHECKING:
    from posviz.model.embedding_files.cache import EmbeddingCache
    from posviz.model.embedding_files.pairs import table_in_two
    from posviz.model.embedding_files.reading import read_embeddings
    from posviz.model.embedding_files.table import LoadedTable, Reason, Skipped

__all__ = [
    "Cancelled",
    "ChooseTensor",
    "EmbeddingCache",
    "EmbeddingFileError",
    "LoadedTable",
    "NeedWords",
    "Progress",
    "Reason",
    "Skipped",
    "Tensor",
    "read_embeddings",
    "table_in_two",
]

_MODULES = {
    "EmbeddingCache": "cache",
    "LoadedTable": "table",
    "Reason": "table",
    "Skipped": "table",
    "read_embeddings": "reading",
    "table_in_two": "pairs",
}


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    return value
