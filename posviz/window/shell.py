"""What stands in the window: bars on top, docks below, a status line; it follows the session."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QActionGroup,
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

from posviz.language import current, languages, tr
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
from posviz.window.lesson_guide import LessonGuide
from posviz.window.notice_bar import NoticeBar
from posviz.window.panel_dock import PanelDock
from posviz.window.presentation import Presentation, SlideHeader
from posviz.window.reading_bar import ReadingBar
from posviz.window.sequence_bar import SequenceBar
from posviz.window.stage import Stage
from posviz.window.step_watcher import StepWatcher
from posviz.window.writing_bar import WritingBar

if TYPE_CHECKING:
    from posviz.panels.panel import Panel


class Shell(QMainWindow):
    """Everything on screen, made from the tables ENTRIES, ACTIONS and ARRANGEMENTS.

    A subclass has a method ``_on_<id>`` for each action, and does what panels and bars ask for.

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
            self.tr(
                "All panels are closed. View brings them back one by one, Ctrl+Shift+L all of them."
            )
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
            dock.readout.connect(self._on_readout)
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
        self.sequence = SequenceBar(self.session)
        self.sequence.notice.connect(self.notices.tell)
        self.sequence.notice_over.connect(self.notices.withdraw)
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

    def _fill_view_menu(self) -> None:
        view = self.menus["view"]
        view.addSeparator()
        for dock in self.docks.values():
            view.addAction(dock.toggleViewAction())
        view.addSeparator()
        menu = view.addMenu(self.tr("&Theme"))
        self.themes = QActionGroup(self)
        texts = {
            "system": self.tr("As the &system"),
            "dark": self.tr("&Dark"),
            "light": self.tr("&Light"),
        }
        for name in PREFERENCES["theme"].choices:
            action = menu.addAction(texts[name])
            action.setCheckable(True)
            action.setChecked(name == self.settings.preferences["theme"])
            action.setData(name)
            self.themes.addAction(action)
        self.languages = QActionGroup(self)
        codes = languages()
        if len(codes) > 1:
            menu = view.addMenu(self.tr("&Language"))
            for code in codes:
                action = menu.addAction(QLocale(code).nativeLanguageName())
                action.setCheckable(True)
                action.setChecked(code == current())
                action.setData(code)
                self.languages.addAction(action)

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
        self._origin.setText(tr(self.session.state.embeddings.origin))

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
