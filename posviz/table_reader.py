"""Reads embedding tables in the background, with progress, and can be told to stop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Event

from PySide6.QtCore import QObject, Signal

from posviz import tables
from posviz.background import Background
from posviz.model.embedding_files import Cancelled, EmbeddingFileError
from posviz.tables import TableSource


class TableReader(QObject):
    """Reads what is not in memory yet and then does what needed it.

    Signals
    -------
    started(TableSource)
        This table is being read.
    progressed(float)
        The part of its file that is done, 0 to 1.
    ended()
        Reading is over, however it ended.
    failed(TableSource, EmbeddingFileError)
        This table cannot be used.
    """

    started = Signal(object)
    progressed = Signal(float)
    ended = Signal()
    failed = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._background = Background(self)
        self._background.done.connect(self._on_done)
        self._background.failed.connect(self._on_failed)
        self._stop = Event()
        self._source: TableSource | None = None
        self._rest: tuple[TableSource, ...] = ()
        self._then: Callable[[], None] | None = None

    @property
    def busy(self) -> bool:
        """Whether a table is being read that somebody waits for."""
        return self._then is not None

    def read(self, sources: Sequence[TableSource], then: Callable[[], None]) -> None:
        """Read tables, then call `then`; an earlier request that still runs is given up."""
        self._stop.set()
        self._stop = Event()
        self._then = then
        self._read_next(tuple(sources))

    def cancel(self) -> None:
        """Stop reading; nothing is changed."""
        if self.busy:
            self._stop.set()
            self._background.drop()
            self._end()

    def _read_next(self, sources: tuple[TableSource, ...]) -> None:
        self._source, stop = sources[0], self._stop
        self._rest = sources[1:]
        source = self._source

        def work() -> None:
            tables.load(source, lambda done, total: self._progress(done, total, stop))

        self.started.emit(source)
        self._background.ask(work)

    def _progress(self, done: int, total: int, stop: Event) -> bool:
        if not stop.is_set():
            self.progressed.emit(done / max(total, 1))
        return not stop.is_set()

    def _on_done(self, _: object) -> None:
        if self._rest:
            self._read_next(self._rest)
            return
        then = self._then
        self._end()
        if then is not None:
            then()

    def _on_failed(self, error: Exception) -> None:
        source = self._source
        self._end()
        if isinstance(error, EmbeddingFileError):
            self.failed.emit(source, error)
        elif not isinstance(error, Cancelled):
            raise error

    def _end(self) -> None:
        self._then = None
        self.ended.emit()
