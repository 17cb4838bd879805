"""Puts the panels of a step where they belong, and remembers where the user put them."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QByteArray, QObject, Qt, QTimer
from PySide6.QtWidgets import QDockWidget, QMainWindow

from posviz.lesson.step_file import Step
from posviz.settings import Settings
from posviz.window.layouts import (
    Arrangement,
    arrange,
    arrangement_of,
    resize,
    without,
)


class Stage(QObject):
    """The docks of a window and the arrangement that they are in."""

    def __init__(
        self, window: QMainWindow, docks: Mapping[str, QDockWidget], settings: Settings
    ) -> None:
        super().__init__(window)
        self._window, self._docks, self._settings = window, dict(docks), settings
        self._name = ""
        self._arrangement: Arrangement = ""
        self._presented = False
        self._before_magnifying: QByteArray | None = None
        self.is_set = False
        """Whether the docks have had their places: before, there is nothing to remember."""

    def show_step(self, step: Step) -> None:
        """Arrange the panels that a step asks for, unless they are in that arrangement."""
        self.magnify("")
        name, arrangement = arrangement_of(step.panels, step.arrangement, step.chapter)
        if self._presented:
            name, arrangement = f"{name} on a projector", without(arrangement, "lesson")
        if name == self._name:
            return
        self.remember()
        self._name, self._arrangement = name, arrangement
        saved = self._settings.layouts.get(name)
        if saved is None or not self._window.restoreState(QByteArray(saved)):
            self.reset()
        for dock in self._docks.values():
            # A layout saved before a panel existed has no place for it.
            if self._window.dockWidgetArea(dock) == Qt.DockWidgetArea.NoDockWidgetArea:
                self._window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
                dock.hide()

    def present(self, step: Step, on: bool) -> None:
        """Leave out the lesson's text, or bring it back."""
        self._presented = on
        self.show_step(step)

    @property
    def magnified(self) -> bool:
        """Whether one panel has all the room."""
        return self._before_magnifying is not None

    def magnify(self, panel_id: str) -> None:
        """Give a panel all the room; "" brings the others back."""
        if self._before_magnifying is not None:
            self._window.restoreState(self._before_magnifying)
            self._before_magnifying = None
        if panel_id:
            self._before_magnifying = self._window.saveState()
            for other, dock in self._docks.items():
                dock.setVisible(other == panel_id)

    def reset(self) -> None:
        """Put the panels where they belong."""
        self._settings.layouts.pop(self._name, None)
        arrange(self._window, self._docks, self._arrangement)
        # Docks take sizes only when the window's own layout has settled.
        QTimer.singleShot(0, self, self._share_room)

    def _share_room(self) -> None:
        resize(self._window, self._docks, self._arrangement)

    def remember(self) -> None:
        """Keep where the panels are now."""
        if self._name and self.is_set:
            self._settings.layouts[self._name] = bytes(self._window.saveState().data())
