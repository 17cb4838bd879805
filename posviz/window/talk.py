"""A talk: what the class sees on the projector, what the lecturer sees, and the way back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QTimer
from PySide6.QtGui import QCursor, QGuiApplication, QScreen
from PySide6.QtWidgets import QApplication

from posviz.lesson.steps import find_step, lesson_of
from posviz.session import Session
from posviz.state import State
from posviz.widgets import theme
from posviz.window.overlays import SpotLight
from posviz.window.presenter_view import PresenterView

if TYPE_CHECKING:
    from posviz.window.main_window import MainWindow

_FOLLOW_MS = 16
_PUT_BACK = "put back"


class Talk(QObject):
    """Leads the window through a presentation, on one screen or on two.

    With a second screen the window goes there, and the presenter view stands where the window
    was. A screen that goes or comes in mid-talk changes where the two stand, and nothing else.
    """

    def __init__(self, window: MainWindow, session: Session) -> None:
        super().__init__(window)
        self._window, self._session = window, session
        self._before: State = session.state
        self._put_in_place: State | None = None
        session.changed.connect(self._on_changed)
        self._normal = window.windowState()
        self._geometry = window.saveGeometry()
        self._desk: QScreen | None = None
        self._view: PresenterView | None = None
        self.spot = SpotLight(window)
        self._follow = QTimer(self)
        self._follow.setInterval(_FOLLOW_MS)
        self._follow.timeout.connect(self._move_spot)
        self.screens: Callable[[], list[QScreen]] = QGuiApplication.screens
        keys = window.presentation
        keys.chapter_wanted.connect(self._on_chapter)
        keys.spot_wanted.connect(self.toggle_spot)
        keys.magnify_wanted.connect(self.magnify)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.screenAdded.connect(self._on_screens)
        app.screenRemoved.connect(self._on_screens)

    @property
    def view(self) -> PresenterView | None:
        """The presenter view, if the talk has had one."""
        return self._view

    def start(self, only: str = "") -> None:
        """Begin, with one panel alone if its id is given."""
        window = self._window
        self._before = self._session.state
        self._normal, self._geometry = window.windowState(), window.saveGeometry()
        self._desk = window.screen()
        desk_look = theme.look()
        window.presentation.start()
        if len(self.screens()) > 1:
            self._make_view().begin(desk_look)
        self._place()
        window.show_presenting()
        if only:
            window.stage.magnify(only)
        window.slide.setFocus()

    def stop(self) -> None:
        """End it: the desk is as it was, and so is what was changed for the class."""
        window = self._window
        window.presentation.stop()
        self._follow.stop()
        self.spot.hide()
        window.stage.magnify("")
        kept = self._view is not None and self._view.keep.isChecked()
        if self._view is not None:
            self._view.end()
        window.show_presenting()
        window.setWindowState(self._normal)
        window.restoreGeometry(self._geometry)
        if not kept:
            self._put_back()

    def _put_back(self) -> None:
        """Undo what was tried out for the class; the step that the talk came to stays."""
        now, before = self._session.state, self._before
        if (now.lesson, now.step) != (before.lesson, before.step):
            step = find_step(now.step, lesson_of(now))
            before = before.with_changes(**{**step.changes, "lesson": now.lesson})
        if now != before:
            self._session.replace(before)
            self._put_in_place = before
            self._window.notices.tell(
                self.tr("What you changed while presenting was put back. Undo keeps it."),
                warning=False,
                about=_PUT_BACK,
            )

    def _on_changed(self) -> None:
        """Take back the offer to undo: something else would be undone now."""
        if self._put_in_place is not None and self._session.state != self._put_in_place:
            self._put_in_place = None
            self._window.notices.over(_PUT_BACK)

    # Screens

    def show_view(self) -> None:
        """Show or hide the presenter view; with one screen it stands over the slide."""
        if self._view is not None and self._view.isVisible():
            self._view.hide()
            return
        if self._view is None or not self._view.clock.seconds:
            self._make_view().begin(self._window.desk_look())
        self._place(always=True)

    def _make_view(self) -> PresenterView:
        if self._view is None:
            actions = [self._window.actions_by_id[name] for name in ("undo", "redo")]
            self._view = PresenterView(self._session, self._window, actions)
            self._view.chapter_wanted.connect(self._on_chapter)
            self._view.step_wanted.connect(self._window.guide.go)
            self._view.blank_wanted.connect(self._window.presentation.blank)
            self._view.spot_wanted.connect(self.toggle_spot)
            self._view.end_wanted.connect(self.stop)
            for name in ("present", "larger_text", "smaller_text", "usual_text"):
                self._view.addAction(self._window.actions_by_id[name])
            self._window.presentation.listen_to(self._view)
        return self._view

    def _place(self, *, always: bool = False) -> None:
        """Put the window on the projector and the presenter view at the desk."""
        screens = self.screens()
        desk = self._desk if self._desk in screens else screens[0]
        assert desk is not None
        others = [screen for screen in screens if screen is not desk]
        projector = others[0] if others else desk
        window, view = self._window, self._view
        if window.screen() is not projector:
            window.showNormal()
            window.setScreen(projector)
            window.setGeometry(projector.geometry())
        window.showFullScreen()
        if view is None:
            return
        if others or always:
            view.setGeometry(desk.availableGeometry())
            if others:
                view.showMaximized()
            else:
                size = desk.availableSize() * 0.7
                view.resize(size)
                view.show()
            view.raise_()
            view.activateWindow()
            view.mirror.setFocus()
        else:
            view.hide()
            window.activateWindow()

    def _on_screens(self, _screen: QScreen) -> None:
        if not self._window.presentation.is_on:
            return
        if len(self.screens()) > 1 and (self._view is None or not self._view.clock.seconds):
            self._make_view().begin(self._window.desk_look())
        # Qt moves the windows of a lost screen itself, after this signal.
        QTimer.singleShot(0, self, self._replace)

    def _replace(self) -> None:
        if self._window.presentation.is_on:
            self._place()
            self._window.apply_theme()

    # Keys

    def _on_chapter(self, number: int) -> None:
        lesson = self._window.guide.lesson
        if number <= len(lesson):
            self._window.guide.go_to_chapter(lesson[number - 1].id)

    def toggle_spot(self) -> None:
        """Light up the place under the pointer, or everything again."""
        self._move_spot()
        self.spot.toggle()
        if self.spot.isHidden():
            self._follow.stop()
        else:
            self._follow.start()

    def _move_spot(self) -> None:
        at = self._pointed_at()
        if self._window.rect().contains(at):  # beside it, the light stays where it was
            self.spot.move_to(at)

    def _pointed_at(self) -> QPoint:
        """Where the pointer is in the window, by way of the mirror if it is there."""
        at = QCursor.pos()
        view = self._view
        if view is not None and view.isVisible():
            here = view.mirror.mapFromGlobal(at)
            if view.mirror.rect().contains(here):
                return view.mirror.there(here.toPointF())
        return self._window.mapFromGlobal(at)

    def magnify(self) -> None:
        """Show the panel under the pointer alone, or all panels again."""
        stage = self._window.stage
        if stage.magnified:
            stage.magnify("")
            return
        at = self._pointed_at()
        for panel_id, dock in self._window.docks.items():
            if dock.on_screen and dock.rect().contains(dock.mapFrom(self._window, at)):
                stage.magnify(panel_id)
                return
        stage.magnify(self._window.focused_panel())
