"""Which of the matrices in a file is meant."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from posviz.language import tr
from posviz.model.embedding_files.errors import EmbeddingFileError


@dataclass(frozen=True)
class Tensor:
    """A matrix inside a file that holds several.

    Parameters
    ----------
    name : str
        Its name in the file; what ``tensor=`` takes.
    shape : tuple of int
        (n, d).
    dtype : str
        How the file calls its numbers, such as BF16.
    kind : str
        "words", "positions" or "other", judged by the name.
    """

    name: str
    shape: tuple[int, ...]
    dtype: str
    kind: str


class ChooseTensor(EmbeddingFileError):
    """The file holds several matrices: ask which and read again with ``tensor=``."""

    def __init__(
        self, path: Path, reason: str, remedy: str, candidates: tuple[Tensor, ...]
    ) -> None:
        super().__init__(path, reason, remedy)
        self.candidates = candidates


def choose(
    path: Path, tensors: tuple[Tensor, ...], name: str | None, *, ask: bool = False
) -> Tensor:
    """Return the matrix that is meant; with `ask` only where no other could be.

    Raises
    ------
    ChooseTensor
        If that is not plain, or there is none of that name.
    """
    listed = ", ".join(tensor.name for tensor in tensors[:8]) + (", …" if tensors[8:] else "")
    if name is not None:
        found = next((tensor for tensor in tensors if tensor.name == name), None)
        if found is None:
            reason = tr("it holds no matrix called “{name}”").format(name=name)
            raise ChooseTensor(
                path, reason, tr("Choose one of: {listed}.").format(listed=listed), tensors
            )
        return found
    known = [tensor for tensor in tensors if tensor.kind != "other"]
    likely = [tensor for tensor in known if tensor.kind == "words"]
    for group in (tensors, () if ask and len(known) > len(likely) else likely):
        if len(group) == 1:
            return group[0]
    raise ChooseTensor(
        path,
        tr("it holds {count} matrices").format(count=len(tensors)),
        tr("Choose one of: {listed}.").format(listed=listed),
        tensors,
    )
