"""The window: what the user can do in it; what stands in it is the shell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from posviz.panels.show_numpy import WRITERS
from posviz.session import Session
from posviz.settings import Settings
from posviz.widgets import theme
from posviz.window import dialogs
from posviz.window.layouts import columns_of
from posviz.window.numpy_sheet import show_numpy
from posviz.window.panel_dock import PanelDock
from posviz.window.presentation import scale_for
from posviz.window.shell import Shell
from posviz.window.talk import Talk
from posviz.window.text_size import USUAL, beside, scale_of

if TYPE_CHECKING:
    from posviz.window.handout_maker import HandoutMaker


class MainWindow(Shell):
    """The shell with what its actions do.

    Signals
    -------
    language_wanted(str)
        Code of the language that the user chose.
    """

    language_wanted = Signal(str)

    def __init__(self, session: Session, settings: Settings) -> None:
        super().__init__(session, settings)
        for dock in self.docks.values():
            dock.wanted.connect(self._on_wanted)
            dock.wanted_panel.connect(partial(self._on_wanted_panel, dock))
        self.chapters.picked.connect(self._on_chapter)
        self.sequence.file_wanted.connect(self._on_open_embeddings)
        self.talk = Talk(self, session)
        self.presentation.left.connect(self.talk.stop)
        self.themes.triggered.connect(self._on_theme)
        self.languages.triggered.connect(self._on_language)
        self._handouts: HandoutMaker | None = None

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _files(event.mimeData()):
            event.setDropAction(Qt.DropAction.CopyAction)  # where moving is proposed as well
            event.accept()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = _files(event.mimeData())
        if paths:
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
            # The program that the file comes from waits for the end of this event.
            QTimer.singleShot(0, partial(self.open_files, paths))

    def open_files(self, paths: list[Path]) -> None:
        """Open what the user names: a lesson folder, a session, or a table of embeddings."""
        if paths[0].is_dir():
            self.guide.open(paths[0])
        else:
            self.files.open_all(paths)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.files.stop()
        self.exports.stop()
        if self._handouts is not None:
            self._handouts.stop()
        for dock in self.docks.values():
            if dock.panel is not None:
                dock.panel.end_work()
        self.stage.remember()
        self.settings.geometry = bytes(self.saveGeometry().data())
        super().closeEvent(event)

    # What the actions do

    def _on_chapter(self, chapter_id: str) -> None:
        self.guide.go_to_chapter(chapter_id)
        self.chapters.show_chapter(chapter_id)

    def _on_next_step(self) -> None:
        self.guide.go(1)

    def _on_previous_step(self) -> None:
        self.guide.go(-1)

    def _on_restart_step(self) -> None:
        self.guide.go(0)

    def _on_open_lesson(self) -> None:
        self.guide.ask_for_lesson()

    def _on_shipped_lesson(self) -> None:
        self.guide.open_shipped()

    def _on_capture_step(self) -> None:
        shown = [dock for dock in self.docks.values() if dock.on_screen]
        self.guide.capture(columns_of(shown))

    def _on_handout(self) -> None:
        if self.exports.busy:
            self.exports.tell_busy()
            return
        self.handouts().ask(self.session.state)

    def handouts(self) -> HandoutMaker:
        """What makes handouts, imported when it is first wanted."""
        if self._handouts is None:
            maker = import_module("posviz.window.handout_maker").HandoutMaker
            made: HandoutMaker = maker(self, self.notices, self.writing)
            self._handouts = made
        return self._handouts

    def _on_theme(self, chosen: QAction) -> None:
        self.settings.preferences["theme"] = chosen.data()
        self.apply_theme()

    def _on_language(self, chosen: QAction) -> None:
        self.language_wanted.emit(chosen.data())

    def apply_theme(self) -> None:
        """Use the preferred theme and text size; on a projector the light one, large."""
        look = self.desk_look()
        if self.presentation.is_on:
            scale = scale_for(self.screen().size().height()) * scale_of(self._text_size)
            look = replace(theme.LIGHT, scale=scale)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        theme.apply(app, look.name, look.scale)

    def desk_look(self) -> theme.Look:
        """Return the look that the user prefers."""
        wanted = self.settings.preferences["theme"]
        name = theme.system_theme() if wanted == "system" else theme.theme_name(wanted)
        return replace(theme.LOOKS[name], scale=scale_of(self.settings.preferences["text_size"]))

    @property
    def _text_size(self) -> str:
        return self.settings.preferences[self._text_size_name]

    @property
    def _text_size_name(self) -> str:
        """Of two preferences: a text that suits the desk may be too large for a projector."""
        return "text_size_in_class" if self.presentation.is_on else "text_size"

    def _set_text_size(self, size: str) -> None:
        self.settings.preferences[self._text_size_name] = size
        self.apply_theme()
        self._on_readout(self.tr("Text size: {percent} %").format(percent=size))

    def _on_larger_text(self) -> None:
        self._set_text_size(beside(self._text_size, 1))

    def _on_smaller_text(self) -> None:
        self._set_text_size(beside(self._text_size, -1))

    def _on_usual_text(self) -> None:
        self._set_text_size(USUAL)

    def _on_present(self) -> None:
        if self.presentation.is_on:
            self.talk.stop()
        else:
            self.talk.start()

    def _on_present_panel(self) -> None:
        if not self.presentation.is_on:
            self.talk.start(self.focused_panel())

    def _on_presenter(self) -> None:
        if not self.presentation.is_on:
            self.talk.start()
        self.talk.show_view()

    def show_presenting(self) -> None:
        """Leave only what a class should see, or bring the desk back."""
        on = self.presentation.is_on
        for part in self._at_the_desk:
            part.setVisible(not on)
        self.slide.setVisible(on)
        self.apply_theme()
        self.stage.present(self.guide.step, on)
        if not on:
            self.sequence.chips.setFocus()

    def _on_undo(self) -> None:
        self.session.undo()

    def _on_redo(self) -> None:
        self.session.redo()

    def _on_edit_text(self) -> None:
        self.sequence.start_editing()

    def _on_reset_state(self) -> None:
        self.guide.start_afresh()

    def _on_reset_layout(self) -> None:
        self.stage.reset()

    def _on_next_panel(self) -> None:
        self._focus_beside(1)

    def _on_previous_panel(self) -> None:
        self._focus_beside(-1)

    def _focus_beside(self, offset: int) -> None:
        """Move the focus to the next panel that is in sight, round and round."""
        seen = [dock for dock in self.docks.values() if dock.on_screen and dock.panel]
        seen.sort(key=lambda dock: (dock.isFloating(), dock.x(), dock.y()))
        if not seen:
            return
        here = self.focused_panel()
        ids = [dock.entry.id for dock in seen]
        if here in ids:
            index = (ids.index(here) + offset) % len(ids)
        else:
            index = 0 if offset > 0 else len(ids) - 1
        seen[index].take_focus()

    def focused_panel(self) -> str:
        """Id of the panel that has the focus; empty when none has."""
        focus = QApplication.focusWidget()
        for dock in self.docks.values():
            if focus is not None and dock.isAncestorOf(focus):
                return dock.entry.id
        return ""

    def _on_wanted(self, what: str, panel_id: str) -> None:
        if what == "help":
            dialogs.show_panel_help(self, panel_id)
        elif what == "numpy":
            show_numpy(self, self.session, panel_id)
        else:
            self._export(panel_id)

    def _on_wanted_panel(self, asking: PanelDock, panel_id: str) -> None:
        dock = self.docks[panel_id]
        if dock.isHidden() and not asking.isFloating():
            self.tabifyDockWidget(asking, dock)  # beside the others it would be a sliver
        dock.show()
        dock.build()
        dock.take_focus()

    def _on_panel_help(self) -> None:
        dialogs.show_panel_help(self, self.focused_panel() or "lesson")

    def _on_export(self) -> None:
        self._export(self.focused_panel())

    def _on_show_numpy(self) -> None:
        seen = [dock.entry.id for dock in self.docks.values() if dock.on_screen]
        with_numpy = [name for name in (self.focused_panel(), *seen) if name in WRITERS]
        show_numpy(self, self.session, next(iter(with_numpy), "vectors"))

    def _export(self, panel_id: str) -> None:
        if self._handouts is not None and self._handouts.busy:
            self._handouts.tell_busy()
            return
        self.exports.export(self.session.state, panel_id, self._in_sight)

    def _in_sight(self, panel_id: str) -> Mapping[str, int]:
        dock = self.docks[panel_id]
        # A hidden panel may still show an older State.
        return dock.panel.in_sight() if dock.panel and dock.on_screen else {}

    def _on_open(self) -> None:
        path = dialogs.choose_session(self)
        if path is not None:
            self.files.open(path)

    def _on_open_embeddings(self) -> None:
        path = dialogs.choose_embeddings(self)
        if path is not None:
            self.files.open(path)

    def _on_about_table(self) -> None:
        dialogs.show_table(self, self.session.state.embeddings)

    def _on_save(self) -> None:
        dialogs.save_session(self, self.session.state)

    def _on_lesson_format(self) -> None:
        dialogs.show_lesson_format(self)

    def _on_text_rules(self) -> None:
        dialogs.show_text_rules(self)

    def _on_shortcuts(self) -> None:
        dialogs.show_shortcuts(self)

    def _on_about(self) -> None:
        dialogs.show_about(self)

    def _on_quit(self) -> None:
        self.close()


def _files(dragged: QMimeData) -> list[Path]:
    """Files of this machine among what is dragged."""
    return [Path(url.toLocalFile()) for url in dragged.urls() if url.isLocalFile()]
