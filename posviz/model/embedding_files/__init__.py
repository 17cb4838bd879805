"""Read the embedding tables that users have.

See `read_embeddings`; `table` says how rows are skipped and files refused.
"""

from posviz.model.embedding_files.cache import EmbeddingCache
from posviz.model.embedding_files.errors import Cancelled, EmbeddingFileError, NeedWords, Progress
from posviz.model.embedding_files.reading import read_embeddings
from posviz.model.embedding_files.table import LoadedTable, Reason, Skipped
from posviz.model.embedding_files.tensors import ChooseTensor, Tensor

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
]
