"""The one way in: a file of any known format becomes a `LoadedTable`."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from posviz.model.embedding_files.errors import Progress
from posviz.model.embedding_files.npy import read_npy
from posviz.model.embedding_files.npz import read_npz
from posviz.model.embedding_files.recognise import recognise
from posviz.model.embedding_files.safetensors import read_safetensors
from posviz.model.embedding_files.source import Source
from posviz.model.embedding_files.table import LoadedTable
from posviz.model.embedding_files.text import read_text
from posviz.model.embedding_files.word2vec_binary import read_binary
from posviz.model.embedding_files.word_list import Words, projector_vectors


def read_embeddings(
    path: str | PathLike[str],
    *,
    words: Words = None,
    tensor: str | None = None,
    progress: Progress | None = None,
    max_rows: int | None = None,
    ask: bool = False,
) -> LoadedTable:
    """Read a table of embeddings.

    Known are word2vec text and binary, GloVe text, numpy .npy and .npz, .safetensors, and a
    TensorFlow-projector pair of vectors and metadata (either file may be named); text and
    word2vec binary also packed with gzip. The format is told by the bytes, not by the name.
    Nothing is ever unpickled, and memory stays in proportion to the file.

    Parameters
    ----------
    path : str or PathLike
        The file.
    words : str, PathLike, sequence of str, optional
        The words of the rows or the file that lists them, for a file that holds numbers only.
        Without it a list is looked for beside the file (vocab.txt, metadata.tsv, ...).
    tensor : str, optional
        Which matrix of an .npz or .safetensors file.
    progress : callable, optional
        Called with (bytes done, bytes in all); returning False cancels.
    max_rows : int, optional
        Read no more words than so many, at least 1.
    ask : bool
        Raise `ChooseTensor` also where one matrix is the likely one, but a user may want
        another, such as the learned positions beside the words.

    Returns
    -------
    LoadedTable
        The words, their float32 matrix, and what was skipped.

    Raises
    ------
    EmbeddingFileError
        If the file is damaged or none of these; its text says where, why and what to do.
        The subclasses `NeedWords` and `ChooseTensor` ask for ``words`` or ``tensor``.
    Cancelled
        If progress returned False.
    ValueError
        If max_rows is less than 1.
    """
    if max_rows is not None and max_rows < 1:
        raise ValueError(f"max_rows is {max_rows}; it must be at least 1")
    file = Path(path)
    if words is None and (vectors := projector_vectors(file)) is not None:
        file, words = vectors, file
    with Source(file, progress) as source:
        match recognise(source):
            case "npy":
                return read_npy(source, words, max_rows)
            case "zip":
                return read_npz(source, words, tensor, max_rows)
            case "safetensors":
                return read_safetensors(source, words, tensor, max_rows, ask=ask)
            case "binary":
                return read_binary(source, max_rows)
            case _:
                return read_text(source, words, max_rows)
