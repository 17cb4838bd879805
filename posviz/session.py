"""The one State in use, with its history; the only thing that panels talk to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal

from posviz import tables
from posviz.state import State, StateError
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
        The names of the fields whose values are now different.
    hovered(Hover)
        The pointer is over something else now.
    history_changed()
        What can be undone or redone is now different.
    refused(str)
        A change that waited for a table turned out not to be allowed.
    """

    changed = Signal(object)
    hovered = Signal(object)
    history_changed = Signal()
    refused = Signal(str)

    def __init__(
        self,
        state: State | None = None,
        parent: QObject | None = None,
        reader: TableReader | None = None,
    ) -> None:
        super().__init__(parent)
        self.reader = reader
        self._state = state or State()
        self._hover = Hover()
        self._undo: list[State] = []
        self._redo: list[State] = []
        self._gesture = False
        self._gesture_recorded = False

    @property
    def state(self) -> State:
        """The current State."""
        return self._state

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

    def replace(self, state: State) -> None:
        """Put another State in place, as one undo step."""
        self._when_read(state.sources, partial(self._put, state))

    def _when_read(self, needed: Iterable[TableSource], act: Callable[[], None]) -> None:
        missing = [source for source in needed if not tables.is_loaded(source)]
        if self.reader is None or not missing:
            act()
        else:
            self.reader.read(missing, partial(self._act_late, act))

    def _act_late(self, act: Callable[[], None]) -> None:
        try:
            act()
        except StateError as error:
            self.refused.emit(str(error))

    def _put(self, state: State) -> None:
        if state == self._state:
            return
        if not (self._gesture and self._gesture_recorded):
            self._undo = [*self._undo[-_HISTORY + 1 :], self._state]
            self._gesture_recorded = self._gesture
        self._redo.clear()
        self._show(state)

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

    def begin_gesture(self) -> None:
        """Start a drag: its changes become one undo step."""
        self._gesture, self._gesture_recorded = True, False

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
            self._when_read(self._undo[-1].sources, partial(self._step, self._undo, self._redo))

    def redo(self) -> None:
        """Bring back the State that was last undone."""
        self.end_gesture()
        if self._redo:
            self._when_read(self._redo[-1].sources, partial(self._step, self._redo, self._undo))

    def _step(self, from_: list[State], to: list[State]) -> None:
        if from_:
            to.append(self._state)
            self._show(from_.pop())

    def _show(self, state: State) -> None:
        names = frozenset(
            f.name for f in fields(State) if getattr(state, f.name) != getattr(self._state, f.name)
        )
        if state.source != self._state.source:
            names |= {"table"}  # another part of the same file is another table
        self._state = state
        self.changed.emit(names)
        self.history_changed.emit()
