"""Reads embedding tables in the background, with progress, and can be told to stop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from threading import Event

from PySide6.QtCore import QObject, Signal

from posviz import tables
from posviz.background import Background
from posviz.model.embedding_files import Cancelled, EmbeddingFileError
from posviz.model.embeddings import EmbeddingTable
from posviz.tables import TableSource


class TableReader(QObject):
    """Reads what is not in memory yet and then does what needed it.

    Signals
    -------
    started(TableSource)
        This table is being read.
    progressed(float)
        The part of its file that is done, 0 to 1.
    loaded(TableSource)
        This table is in memory now.
    failed(TableSource, EmbeddingFileError)
        This table cannot be used.
    ended()
        Reading is over, however it ended; comes last.
    """

    started = Signal(object)
    progressed = Signal(float)
    loaded = Signal(object)
    failed = Signal(object, object)
    ended = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._background = Background(self)
        self._background.done.connect(self._on_done)
        self._background.failed.connect(self._on_failed)
        self._stop = Event()
        self._source: TableSource | None = None
        self._rest: tuple[TableSource, ...] = ()
        self._ask = False
        self._then: Callable[[], None] | None = None

    @property
    def busy(self) -> bool:
        """Whether a table is being read that somebody waits for."""
        return self._then is not None

    def read(
        self, sources: Sequence[TableSource], then: Callable[[], None], *, ask: bool = False
    ) -> None:
        """Read tables, then call `then`; an earlier request that still runs is given up.

        With `ask`, a file that holds several tables fails with `ChooseTensor` also where one
        of them is the likely one.
        """
        self.cancel()
        self._stop = Event()
        self._then, self._ask = then, ask
        self._read_next(tuple(sources))

    def cancel(self) -> None:
        """Stop reading; nothing is changed."""
        if self.busy:
            self._stop.set()
            self._background.drop()
            self._then = None
            self.ended.emit()

    def _read_next(self, sources: tuple[TableSource, ...]) -> None:
        source, stop, ask = sources[0], self._stop, self._ask
        self._source, self._rest = source, sources[1:]

        def work() -> EmbeddingTable:
            def progress(done: int, total: int) -> bool:
                return self._progress(done, total, stop)

            return tables.read(source, progress, ask=ask)

        self.started.emit(source)
        self._background.ask(work)

    def _progress(self, done: int, total: int, stop: Event) -> bool:
        if not stop.is_set():
            self.progressed.emit(done / max(total, 1))
        return not stop.is_set()

    def _on_done(self, made: EmbeddingTable) -> None:
        source, then = self._source, self._then
        assert source is not None
        assert then is not None
        # Only here, where no panel is at work: the file may have been in memory as it was.
        tables.keep(source, made)
        self.loaded.emit(source)
        if self._rest:
            self._read_next(self._rest)
        else:
            self._end(then)

    def _on_failed(self, error: Exception) -> None:
        if isinstance(error, EmbeddingFileError):
            self._end(partial(self.failed.emit, self._source, error))
        else:
            self._end(lambda: None)
            if not isinstance(error, Cancelled):
                raise error

    def _end(self, act: Callable[[], None]) -> None:
        self._then = None
        try:
            act()
        finally:
            if not self.busy:
                self.ended.emit()
