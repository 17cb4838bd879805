"""The window: bars on top, docks below, a status line; thin, since State is elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QActionGroup,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QIcon,
    QKeySequence,
    QPaintEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QMenu,
    QMenuBar,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from posviz.panels import ENTRIES
from posviz.paths import resource
from posviz.session import Session
from posviz.settings import PREFERENCES, Settings
from posviz.widgets import icons, theme
from posviz.window import dialogs
from posviz.window.actions import ACTIONS, MENUS
from posviz.window.chapter_bar import ChapterBar
from posviz.window.exporter import Exporter
from posviz.window.file_opener import FileOpener
from posviz.window.layouts import columns_of
from posviz.window.lesson_guide import LessonGuide
from posviz.window.notice_bar import NoticeBar
from posviz.window.panel_dock import PanelDock
from posviz.window.presentation import Presentation, SlideHeader, scale_for
from posviz.window.reading_bar import ReadingBar
from posviz.window.sequence_bar import SequenceBar
from posviz.window.stage import Stage
from posviz.window.step_watcher import StepWatcher
from posviz.window.writing_bar import WritingBar

if TYPE_CHECKING:
    from posviz.panels.panel import Panel


class MainWindow(QMainWindow):
    """Everything on screen, made from the tables ENTRIES, ACTIONS and ARRANGEMENTS.

    Signals
    -------
    shown()
        The window has been painted for the first time.
    """

    shown = Signal()

    def __init__(self, session: Session, settings: Settings) -> None:
        super().__init__()
        self.session = session
        self.settings = settings
        self._painted = False
        self._normal_state = self.windowState()
        self.setWindowTitle("posviz")
        self.setWindowIcon(QIcon(str(resource("icons/posviz.svg"))))
        self.setDockNestingEnabled(True)
        self.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        self.actions_by_id: dict[str, QAction] = {}
        self.menus: dict[str, QMenu] = {}
        self.docks: dict[str, PanelDock] = {}
        self.notices = NoticeBar()
        self.guide = LessonGuide(session, self, self.notices)
        self._make_docks()
        self.stage = Stage(self, self.docks, settings)
        self._make_hint()
        self._make_top()
        self._make_status()
        session.changed.connect(self._on_state_changed)
        session.history_changed.connect(self._on_history_changed)
        session.progress_changed.connect(self._show_finished)
        theme.current().changed.connect(self._restyle)
        self._restyle()
        self._on_history_changed()
        self._show_finished()
        self.guide.tell_if_missing()
        self._watcher = StepWatcher(session, self)
        self.resize(1600, 1000)

    # Building

    def _make_hint(self) -> None:
        """Say where the panels are while none is in sight; the docks take all room otherwise."""
        hint = QLabel(
            self.tr("All panels are closed. View brings them back one by one, Ctrl+0 all of them.")
        )
        hint.setObjectName("muted")
        hint.setWordWrap(True)
        hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        hint.hide()
        self._hint = hint
        self.setCentralWidget(hint)
        for dock in self.docks.values():
            dock.toggleViewAction().toggled.connect(self._show_hint)

    def _show_hint(self) -> None:
        self._hint.setVisible(all(dock.isHidden() for dock in self.docks.values()))

    def _make_docks(self) -> None:
        for entry in ENTRIES:
            dock = PanelDock(entry, self.session, self)
            dock.wanted.connect(self._on_wanted)
            dock.readout.connect(self._on_readout)
            dock.wanted_panel.connect(partial(self._on_wanted_panel, dock))
            self.docks[entry.id] = dock

    def _make_top(self) -> None:
        bar = QMenuBar()
        for menu_id, title in MENUS.items():
            self.menus[menu_id] = bar.addMenu(QApplication.translate("actions", title))
        for row in ACTIONS:
            action = QAction(row.shown_text, self)
            action.setIconText(QApplication.translate("actions", row.button))
            action.setShortcuts([QKeySequence(keys) for keys in row.keys])
            action.triggered.connect(getattr(self, f"_on_{row.id}"))
            self.addAction(action)
            if row.separated:
                self.menus[row.menu].addSeparator()
            self.menus[row.menu].addAction(action)
            self.actions_by_id[row.id] = action
        self._fill_view_menu()
        self.chapters = ChapterBar(
            self.guide.lesson,
            [self.actions_by_id[name] for name in ("undo", "redo", "export", "present")],
        )
        self.chapters.picked.connect(self._on_chapter)
        self.sequence = SequenceBar(self.session)
        self.sequence.notice.connect(self.notices.tell)
        self.sequence.notice_over.connect(self.notices.withdraw)
        self.sequence.file_wanted.connect(self._on_open_embeddings)
        self.reading = ReadingBar()
        self.reading.cancelled.connect(self.sequence.chips.setFocus)
        self.files = FileOpener(self.session, self, self.notices, self.reading)
        self.writing = WritingBar()
        self.writing.cancelled.connect(self.sequence.chips.setFocus)
        self.exports = Exporter(self, self.notices, self.writing)
        self.setAcceptDrops(True)
        top = QWidget()
        top.setObjectName("window")
        column = QVBoxLayout(top)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        brand = QLabel("posviz")
        brand.setObjectName("brand")
        first = QHBoxLayout()
        first.setSpacing(0)
        first.addWidget(brand)
        first.addWidget(bar, 1)
        column.addLayout(first)
        for widget in (self.chapters, self.sequence, self.reading, self.writing, self.notices):
            column.addWidget(widget)
        self.setMenuWidget(top)
        self.slide = SlideHeader()
        column.insertWidget(0, self.slide)
        self._at_the_desk = (brand, bar, self.chapters, self.statusBar())
        self.presentation = Presentation(self)
        self.presentation.step_wanted.connect(self.guide.go)
        self.presentation.left.connect(self._stop_presenting)

    def _fill_view_menu(self) -> None:
        view = self.menus["view"]
        view.addSeparator()
        for dock in self.docks.values():
            view.addAction(dock.toggleViewAction())
        view.addSeparator()
        menu = view.addMenu(self.tr("&Theme"))
        self._themes = QActionGroup(self)
        texts = {
            "system": self.tr("As the &system"),
            "dark": self.tr("&Dark"),
            "light": self.tr("&Light"),
        }
        for name in PREFERENCES["theme"].choices:
            action = menu.addAction(texts[name])
            action.setCheckable(True)
            action.setChecked(name == self.settings.preferences["theme"])
            action.triggered.connect(partial(self._on_theme, name))
            self._themes.addAction(action)

    def _make_status(self) -> None:
        self._readout = QLabel()
        self._readout.setObjectName("mono")
        self._origin = QLabel()
        for label in (self._readout, self._origin):  # a word or a file may be called <b>
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.statusBar().addWidget(self._readout, 1)
        self.statusBar().addPermanentWidget(self._origin)
        self.statusBar().setSizeGripEnabled(False)
        self._show_status()

    # Following the session

    def _on_state_changed(self, names: frozenset[str]) -> None:
        if "lesson" in names:
            self.guide.tell_if_missing()
            self.chapters.set_chapters(self.guide.lesson)
            self._show_finished()
        if names & {"lesson", "step"}:
            self._show_step()
        if names & {"table", "token", "text", "position", "dimension"}:
            self._show_status()

    def _on_history_changed(self) -> None:
        self.actions_by_id["undo"].setEnabled(self.session.can_undo)
        self.actions_by_id["redo"].setEnabled(self.session.can_redo)

    def _show_finished(self) -> None:
        self.chapters.show_finished(self.guide.finished)

    def _show_status(self) -> None:
        self._readout.setText(dialogs.status_text(self.session.state))
        self._origin.setText(self.session.state.embeddings.origin)

    def _on_readout(self, text: str) -> None:
        self._readout.setText(text or dialogs.status_text(self.session.state))

    # Chapters and layout

    def _show_step(self) -> None:
        step = self.guide.step
        self.chapters.show_chapter(step.chapter)
        self.slide.show_step(step.title, *self.guide.place)
        self.stage.show_step(step)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self.stage.is_set:
            self._show_step()
            self.stage.is_set = True
            self.sequence.chips.setFocus()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._painted:
            self._painted = True
            QTimer.singleShot(0, self.shown.emit)

    def allow_heavy_panels(self) -> None:
        """Say that the slow modules are imported, so every panel can be built."""
        for dock in self.docks.values():
            dock.allow_building()

    def panel(self, panel_id: str) -> Panel[object]:
        """Return a panel, built now if need be."""
        return self.docks[panel_id].build()

    def _restyle(self) -> None:
        look = theme.look()
        for name in ("undo", "redo"):
            self.actions_by_id[name].setIcon(icons.icon(name, look))
        self.chapters.setMinimumHeight(round(look.px(46)))
        self.setIconSize(QSize(round(look.px(18)), round(look.px(18))))

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

    def _on_theme(self, name: str) -> None:
        self.settings.preferences["theme"] = name
        self.apply_theme()

    def apply_theme(self) -> None:
        """Use the preferred theme; on a projector the light one, large."""
        wanted = self.settings.preferences["theme"]
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        name = theme.system_theme() if wanted == "system" else theme.theme_name(wanted)
        if self.presentation.is_on:
            theme.apply(app, "light", scale_for(self.screen().size().height()))
        else:
            theme.apply(app, name)

    def _on_present(self) -> None:
        if self.presentation.is_on:
            self._stop_presenting()
            return
        self._normal_state = self.windowState()
        self.presentation.start()
        self._show_presenting()
        self.showFullScreen()
        self.slide.setFocus()

    def _stop_presenting(self) -> None:
        self.presentation.stop()
        self._show_presenting()
        self.setWindowState(self._normal_state)
        self.sequence.chips.setFocus()

    def _show_presenting(self) -> None:
        on = self.presentation.is_on
        for part in self._at_the_desk:
            part.setVisible(not on)
        self.slide.setVisible(on)
        self.apply_theme()
        self.stage.present(self.guide.step, on)

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

    def _export(self, panel_id: str) -> None:
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
