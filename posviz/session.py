"""The one State in use, with its history; the only thing that panels talk to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal

from posviz import tables
from posviz.lesson.drafts import Drafts
from posviz.lesson.progress import Progress
from posviz.model.embedding_files import EmbeddingFileError
from posviz.settling import TableError
from posviz.state import State
from posviz.state_fields import StateError
from posviz.table_reader import TableReader
from posviz.tables import TableSource

_HISTORY = 500


@dataclass(frozen=True)
class Hover:
    """What the pointer is over: lit up in every panel, selected in none."""

    token: str | None = None
    position: int | None = None
    dimension: int | None = None


class Session(QObject):
    """Holds the State, replaces it on `update`, and tells which fields changed.

    With a `reader`, a change that needs a table which is not in memory happens when that has
    been read in the background, and panels do slow work there too. Without one, as for
    pictures, everything is done at once.

    Signals
    -------
    changed(frozenset[str])
        The names of the fields whose values, or the tables they name, are now different.
    hovered(Hover)
        The pointer is over something else now.
    history_changed()
        What can be undone or redone is now different.
    refused(str)
        A change that waited for a table turned out not to be allowed.
    progress_changed()
        The learner has got on, or starts a step anew.
    drafts_changed()
        The learner has typed code.
    """

    changed = Signal(object)
    hovered = Signal(object)
    history_changed = Signal()
    refused = Signal(str)
    progress_changed = Signal()
    drafts_changed = Signal()

    def __init__(
        self,
        state: State | None = None,
        parent: QObject | None = None,
        reader: TableReader | None = None,
        progress: Progress | None = None,
        drafts: Drafts | None = None,
    ) -> None:
        super().__init__(parent)
        self.reader = reader
        self._progress = progress or Progress()
        self._drafts = drafts or Drafts()
        self._state = state or State()
        self._hover = Hover()
        self._undo: list[State] = []
        self._redo: list[State] = []
        self._gesture = False
        self._gesture_recorded = False
        self._stepping: list[State] = []
        if reader is not None:
            reader.failed.connect(self._on_read_failed)

    @property
    def state(self) -> State:
        """The current State."""
        return self._state

    @property
    def progress(self) -> Progress:
        """What the learner has been through; undo does not take it back."""
        return self._progress

    def set_progress(self, progress: Progress) -> None:
        """Put another progress in place."""
        if progress != self._progress:
            self._progress = progress
            self.progress_changed.emit()

    @property
    def drafts(self) -> Drafts:
        """The code that the learner has written."""
        return self._drafts

    def set_drafts(self, drafts: Drafts) -> None:
        """Put other code in place."""
        if drafts != self._drafts:
            self._drafts = drafts
            self.drafts_changed.emit()

    def update(self, /, **changes: Any) -> None:
        """Change fields of the State; equal values do nothing.

        Raises
        ------
        StateError
            If a field is unknown or a value is not allowed; nothing is changed then.
        """
        self.start_from(None, **changes)

    def start_from(self, base: State | None, /, **changes: Any) -> None:
        """Put `base` with some changes in place, or the present State with them.

        Raises
        ------
        StateError
            If a field is unknown or a value is not allowed; nothing is changed then.
        """
        if self.reader is not None and changes.keys() & {"table", "other_table"}:
            self.reader.cancel()  # another table is wanted now
        needed = (base or self._state).sources_after(**changes)
        self._when_read(needed, lambda: self._put((base or self._state).with_changes(**changes)))

    def resume(self, values: Mapping[str, Any]) -> None:
        """Put the State of these values in place as the one that the session starts on.

        That is no undo step, unless the user did something before its table was read.

        Raises
        ------
        StateError
            If a field is unknown or a value is not allowed; nothing is changed then.
        """

        def act() -> None:
            state = State.from_dict(values)
            if self.can_undo or self.can_redo:
                self._put(state)
            else:
                self._show(state)

        self._when_read(State().sources_after(**values), act)

    def open_table(self, name: str, tensor: str = "", word_list: str = "") -> None:
        """Put the table of a file in place, read anew even if it is in memory.

        Raises
        ------
        StateError
            If there is no such place; without a reader also if it cannot be read.
        """
        changes = {"table": name, "tensor": tensor, "word_list": word_list}
        source, *others = self._state.sources_after(**changes)

        def act() -> None:
            self._put(self._state.with_changes(**changes), anew=source)

        if self.reader is not None:
            missing = [other for other in others if not tables.is_loaded(other)]
            self._stepping = []
            self.reader.read([source, *missing], partial(self._act_late, act), ask=True)
            return
        try:
            tables.load(source)
        except EmbeddingFileError as error:
            raise TableError(error) from None
        act()

    def replace(self, state: State) -> None:
        """Put another State in place, as one undo step."""
        if self.reader is not None and state.source != self._state.source:
            self.reader.cancel()  # another table is wanted now
        self._when_read(state.sources, partial(self._put, state))

    def _when_read(
        self,
        needed: Iterable[TableSource],
        act: Callable[[], None],
        stepping: list[State] | None = None,
    ) -> None:
        missing = [source for source in needed if not tables.is_loaded(source)]
        if self.reader is None or not missing:
            act()
        else:
            self._stepping = stepping or []
            self.reader.read(missing, partial(self._act_late, act))

    def _on_read_failed(self, source: TableSource, _error: object) -> None:
        """Pass over the steps to a table that is gone: there would be no way beyond them."""
        gone = self._stepping
        while gone and source in gone[-1].sources:
            gone.pop()
            self.history_changed.emit()

    def _act_late(self, act: Callable[[], None]) -> None:
        try:
            act()
        except StateError as error:
            self.refused.emit(str(error))

    def _put(self, state: State, anew: TableSource | None = None) -> None:
        if state != self._state:
            if not (self._gesture and self._gesture_recorded):
                self._undo.append(self._state)
                del self._undo[:-_HISTORY]
                self._gesture_recorded = self._gesture
            self._redo.clear()
        elif anew is None:
            return
        self._show(state, anew)

    def point_at(
        self,
        *,
        token: str | None = None,
        position: int | None = None,
        dimension: int | None = None,
    ) -> None:
        """Say what the pointer is over; nothing when no part is given."""
        hover = Hover(token, position, dimension)
        if hover != self._hover:
            self._hover = hover
            self.hovered.emit(hover)

    def begin_gesture(self, *, joins: bool = False) -> None:
        """Start a drag: its changes become one undo step.

        With `joins` they belong to the last step, as those of a film do which is one step,
        however often something else could have come between its pictures.
        """
        self._gesture, self._gesture_recorded = True, joins and bool(self._undo)

    def end_gesture(self) -> None:
        """End the drag; one that came back to where it began leaves no step."""
        if self._gesture and self._gesture_recorded and self._undo[-1] == self._state:
            self._undo.pop()
            self.history_changed.emit()
        self._gesture = False

    @property
    def can_undo(self) -> bool:
        """Whether there is a State to go back to."""
        return bool(self._undo)

    @property
    def can_redo(self) -> bool:
        """Whether an undone State can be brought back."""
        return bool(self._redo)

    def undo(self) -> None:
        """Go back to the State before the last change."""
        self.end_gesture()
        if self._undo:
            self._walk(self._undo, self._redo)

    def redo(self) -> None:
        """Bring back the State that was last undone."""
        self.end_gesture()
        if self._redo:
            self._walk(self._redo, self._undo)

    def _walk(self, from_: list[State], to: list[State]) -> None:
        target = from_[-1]

        def act() -> None:
            if from_ and from_[-1] is target:  # else something else was done meanwhile
                to.append(self._state)
                self._show(from_.pop())

        self._when_read(target.sources, act, from_)

    def _show(self, state: State, anew: TableSource | None = None) -> None:
        names = frozenset(
            f.name for f in fields(State) if getattr(state, f.name) != getattr(self._state, f.name)
        )
        if state.source != self._state.source:
            names |= {"table"}  # another part of the same file is another table
        if anew == state.source:
            names |= {"table"}
        if anew is not None and anew == state.other_source:
            names |= {"other_table"}
        self._state = state
        self.changed.emit(names)
        self.history_changed.emit()
