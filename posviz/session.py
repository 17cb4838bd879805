"""The one State in use, with its history; the only thing that panels talk to."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from PySide6.QtCore import QObject, Signal

from posviz.state import State

_HISTORY = 500


@dataclass(frozen=True)
class Hover:
    """What the pointer is over: lit up in every panel, selected in none."""

    token: str | None = None
    position: int | None = None
    dimension: int | None = None


class Session(QObject):
    """Holds the State, replaces it on `update`, and tells which fields changed.

    Signals
    -------
    changed(frozenset[str])
        The names of the fields whose values are now different.
    hovered(Hover)
        The pointer is over something else now.
    history_changed()
        What can be undone or redone is now different.
    """

    changed = Signal(object)
    hovered = Signal(object)
    history_changed = Signal()

    def __init__(self, state: State | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
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
        self.replace(self._state.with_changes(**changes))

    def replace(self, state: State) -> None:
        """Put another State in place, as one undo step."""
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
            self._redo.append(self._state)
            self._show(self._undo.pop())

    def redo(self) -> None:
        """Bring back the State that was last undone."""
        self.end_gesture()
        if self._redo:
            self._undo.append(self._state)
            self._show(self._redo.pop())

    def _show(self, state: State) -> None:
        names = frozenset(
            f.name for f in fields(State) if getattr(state, f.name) != getattr(self._state, f.name)
        )
        self._state = state
        self.changed.emit(names)
        self.history_changed.emit()
