"""Opens what the user names: a session, or a table of embeddings in a file of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog, QWidget

from posviz import tables
from posviz.model.embedding_files import (
    ChooseTensor,
    EmbeddingFileError,
    NeedWords,
    table_in_two,
)
from posviz.model.notation import grouped, shortened
from posviz.session import Session
from posviz.state import State
from posviz.state_fields import StateError
from posviz.tables import TableSource
from posviz.user_files import UserFileError, is_session, read_session, session_values, unusable
from posviz.window import dialogs, file_dialogs
from posviz.window.notice_bar import NoticeBar
from posviz.window.reading_bar import ReadingBar
from posviz.window.table_dialogs import ChooseTensorDialog, NeedWordsDialog

_SHOWN = 2
"""So many sentences on a table that was read are told at once, the others as details."""


@dataclass(frozen=True)
class _Request:
    """What is being read, and what to do if that fails.

    Attributes
    ----------
    table
        The table that the user opened, about which they can be asked.
    sizes
        How many words its list may have, once that is known.
    stand_in
        The rest of a session, to be shown on a hand-made table.
    session
        The file of that session.
    """

    table: TableSource | None = None
    sizes: tuple[int, ...] = ()
    stand_in: State | None = None
    session: Path | None = None


class FileOpener(QObject):
    """Reads files for the session, and tells and asks the user what there is to tell and ask."""

    def __init__(
        self, session: Session, window: QWidget, notices: NoticeBar, bar: ReadingBar
    ) -> None:
        super().__init__(window)
        self._session, self._window, self._notices, self._bar = session, window, notices, bar
        self._request = _Request()
        self._told: list[str] = []
        self._dialog: QDialog | None = None
        self._loaded: TableSource | None = None
        session.refused.connect(self._on_refused)
        session.changed.connect(self._on_changed)
        reader = session.reader
        if reader is not None:
            reader.started.connect(self._on_started)
            reader.progressed.connect(self._on_progressed)
            reader.loaded.connect(self._on_loaded)
            reader.failed.connect(self._on_failed)
            reader.ended.connect(self._on_ended)
            bar.cancelled.connect(self._on_cancelled)

    def open(self, path: Path) -> None:
        """Open a session or a table, whichever the file holds."""
        path = path.absolute()
        file_dialogs.remember(path)
        self._forget()
        if is_session(path):
            self._open_session(path)
        else:
            self._open_table(TableSource(str(path)))

    def open_all(self, paths: list[Path]) -> None:
        """Open one file, or two that make one table; of others the first, and say so."""
        pair = self._as_one_table(paths)
        if pair is not None:
            file_dialogs.remember(Path(pair.name))
            self._forget()
            self._open_table(pair)
            return
        self.open(paths[0])
        if len(paths) > 1:
            self._warn(
                self.tr("One file at a time: {first} is opened, {others} not.").format(
                    first=shortened(paths[0].name),
                    others=", ".join(shortened(path.name) for path in paths[1:6])
                    + (", …" if len(paths) > 6 else ""),
                )
            )

    def _as_one_table(self, paths: list[Path]) -> TableSource | None:
        if len(paths) != 2 or any(map(is_session, paths)):
            return None
        pair = table_in_two(*(path.absolute() for path in paths))
        return TableSource(str(pair[0]), word_list=str(pair[1])) if pair else None

    def resume(self, values: Mapping[str, Any]) -> None:
        """Read the tables of the State that the program starts on; until then another is shown."""
        stand_in = self._session.state
        self._attempt(partial(self._session.resume, values), _Request(stand_in=stand_in))

    def stop(self) -> None:
        """Give up what is being read, and take back what was asked."""
        if self._session.reader is not None:
            self._session.reader.cancel()
        self._close_dialog()

    def _open_session(self, path: Path) -> None:
        try:
            (values, left_out), stand_in = session_values(path), read_session(path, files=False)
        except UserFileError as error:
            self._warn(str(error))
        else:
            start = partial(self._session.start_from, State(), **values)
            self._attempt(start, _Request(stand_in=stand_in, session=path))
            if left_out:
                self._warn(left_out)

    def _open_table(self, source: TableSource, sizes: tuple[int, ...] = ()) -> None:
        self._attempt(partial(self._session.open_table, *source), _Request(source, sizes))

    def _attempt(self, act: Callable[[], None], request: _Request) -> None:
        try:
            act()
        except StateError as error:
            self._refuse(str(error), request)
        # Only now: what was being read before is given up by this, and its request with it.
        reader = self._session.reader
        self._request = request if reader is not None and reader.busy else _Request()

    # Following the reader

    def _on_started(self, source: TableSource) -> None:
        self._bar.start(source.title)

    def _on_progressed(self, part: float) -> None:
        self._bar.show_part(part)

    def _on_cancelled(self) -> None:
        assert self._session.reader is not None
        self._session.reader.cancel()
        self._tell(self.tr("Reading was cancelled; nothing was changed."))

    def _on_ended(self) -> None:
        self._bar.end()
        self._request = _Request()

    def _on_loaded(self, source: TableSource) -> None:
        if source.shipped:
            return
        self._loaded = source
        table = tables.table(source)
        if not table.report:
            return
        what = self.tr("{file}: {count} tokens × {width}.")
        if table.size == 1:
            what = self.tr("{file}: {count} token × {width}.")
        what = what.format(
            file=shortened(source.title), count=grouped(table.size), width=grouped(table.width)
        )
        told = " ".join((what, *table.report[:_SHOWN]))
        if len(table.report) > _SHOWN:
            told += " …"
        self._tell(told, details=partial(dialogs.show_table, self._window, table))

    def _on_failed(self, source: TableSource, error: EmbeddingFileError) -> None:
        request, self._request = self._request, _Request()
        if source == request.table and self._ask(source, error, request.sizes):
            return
        message = str(error)
        if request.stand_in is not None:
            message = self._without_table(source, error)
            self._session.replace(request.stand_in)
        self._warn(message)

    def _on_refused(self, message: str) -> None:
        self._refuse(message, self._request)

    def _refuse(self, message: str, request: _Request) -> None:
        self._warn(unusable(request.session, message) if request.session else message)

    def _without_table(self, source: TableSource, error: EmbeddingFileError) -> str:
        why = str(error)
        if not Path(source.name).is_file():
            why = self.tr(
                "The table “{path}” is not there: its file was moved or renamed, or its drive is "
                "not connected."
            ).format(path=source.name)
        rest = self.tr(
            "Everything else of the session is shown on a hand-made table. File > Open embeddings "
            "opens the file from another place."
        )
        return f"{why} {rest}"

    # Asking

    def _ask(self, source: TableSource, error: EmbeddingFileError, sizes: tuple[int, ...]) -> bool:
        """Ask which matrix or which word list is meant, if that can help."""
        if isinstance(error, ChooseTensor):
            which = ChooseTensorDialog(self._window, error.path, error.candidates)
            which.accepted.connect(partial(self._on_tensor, which, source))
            self._show(which)
            return True
        refusal = str(error)
        if isinstance(error, NeedWords):
            sizes = error.sizes
            refusal = refusal if error.listed else ""
        elif not (sizes and source.word_list and error.path == Path(source.word_list)):
            return False
        where = NeedWordsDialog(self._window, Path(source.name), sizes, refusal)
        where.accepted.connect(partial(self._on_words, where, source, sizes))
        self._show(where)
        return True

    def _show(self, dialog: QDialog) -> None:
        self._close_dialog()
        self._dialog = dialog
        dialog.finished.connect(self._on_dialog_closed)
        dialog.open()

    def _close_dialog(self) -> None:
        if self._dialog is not None:
            self._dialog.reject()

    def _on_dialog_closed(self) -> None:
        self._dialog = None

    def _on_tensor(self, dialog: ChooseTensorDialog, source: TableSource) -> None:
        self._open_table(source._replace(tensor=dialog.chosen))

    def _on_words(
        self, dialog: NeedWordsDialog, source: TableSource, sizes: tuple[int, ...]
    ) -> None:
        self._open_table(source._replace(word_list=dialog.chosen), sizes)

    # Telling

    def warn(self, message: str) -> None:
        """Tell what is wrong with a file, until another one is opened."""
        self._warn(message)

    def _on_changed(self, names: frozenset[str]) -> None:
        """Take back what was told of a table when another takes its place."""
        tables_now = self._session.state.sources
        if names & {"table", "tensor", "word_list"} and self._loaded not in tables_now:
            self._forget()

    def _tell(self, message: str, details: Callable[[], None] | None = None) -> None:
        self._told.append(message)
        self._notices.tell(message, warning=False, details=details)

    def _warn(self, message: str) -> None:
        self._told.append(message)
        self._notices.tell(message)

    def _forget(self) -> None:
        """Take back what was told of an earlier file."""
        for message in self._told:
            self._notices.withdraw(message)
        self._told.clear()
