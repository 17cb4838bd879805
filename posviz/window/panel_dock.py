"""A dock with a quiet title bar around one panel."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import (
    QDockWidget,
    QHBoxLayout,
    QLabel,
    QMenu,
    QSizePolicy,
    QStyleOption,
    QStylePainter,
    QToolButton,
    QWidget,
)

from posviz.panels import PanelEntry
from posviz.panels.panel import Panel, capitals
from posviz.panels.show_numpy import WRITERS
from posviz.session import Session
from posviz.widgets import icons, theme

_PATIENCE_MS = 200
"""Work that is done sooner is not spoken of."""


class _Heading(QLabel):
    """A title that is shortened with “…” when room is short."""

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QStylePainter(self)
        option = QStyleOption()
        option.initFrom(self)
        shown = self.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, self.width()
        )
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawItemText(self.rect(), flags, option.palette, True, shown)


class _TitleBar(QWidget):
    """Heading and menu button; dragging it moves the dock."""

    def __init__(self, dock: PanelDock) -> None:
        super().__init__(dock)
        self.setObjectName("dockTitle")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.heading = _Heading(self)
        self.heading.setObjectName("dockTitle")
        self.heading.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.button = QToolButton(self)
        self.button.setObjectName("quiet")
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.working = QLabel(self.tr("working…"), self)
        self.working.setObjectName("caption")
        self.working.hide()
        self.row = QHBoxLayout(self)
        self.row.addWidget(self.heading, 1)
        self.row.addWidget(self.working)
        self.row.addWidget(self.button)
        self.restyle()
        theme.current().changed.connect(self.restyle)

    def restyle(self) -> None:
        look = theme.look()
        self.button.setIcon(icons.icon("more", look, "muted"))
        side = round(look.px(16))
        self.button.setIconSize(QSize(side, side))
        self.setFixedHeight(round(look.px(34)))
        self.row.setContentsMargins(round(look.px(14)), 0, round(look.px(6)), 0)


class PanelDock(QDockWidget):
    """Holds one panel, builds it when it is first seen and keeps it fresh while it is.

    Signals
    -------
    wanted(str, str)
        The user chose "help", "export" or "numpy" (first) in the menu of the panel (second).
    readout(str)
        What is under the pointer in the panel.
    wanted_panel(str)
        The user wants to see another panel.
    """

    wanted = Signal(str, str)
    readout = Signal(str)
    wanted_panel = Signal(str)

    def __init__(self, entry: PanelEntry, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self.entry = entry
        self.panel: Panel[object] | None = None
        self._session = session
        self._may_build = False
        self.on_screen = False
        self.setObjectName(f"dock.{entry.id}")
        self.setAllowedAreas(Qt.DockWidgetArea.AllDockWidgetAreas)
        self._bar = _TitleBar(self)
        self._busy = QTimer(self)
        self._busy.setSingleShot(True)
        self._busy.setInterval(_PATIENCE_MS)
        self._busy.timeout.connect(self._bar.working.show)
        self._bar.button.setMenu(self._menu())
        self.setTitleBarWidget(self._bar)
        empty = QWidget(self)
        empty.setObjectName("panel")
        empty.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setWidget(empty)
        # Else the window would show it, and build its panel, before docks are arranged.
        self.hide()
        # A dock behind a tab still says isVisible(); only this signal tells the truth.
        self.visibilityChanged.connect(self._on_visibility)

    @property
    def panel_class(self) -> type[Panel[Any]]:
        """The class of the panel."""
        return self.entry.load()

    def allow_building(self) -> None:
        """Say that all modules are imported, those too which only this panel needs."""
        self._may_build = True
        self._show_name()
        if self.on_screen:
            self._on_visibility(True)

    def build(self) -> Panel[object]:
        """Return the panel, made now if nobody has seen it yet."""
        if self.panel is None:
            self._show_name()
            self.panel = self.panel_class(self._session)
            self.panel.heading_changed.connect(self._show_heading)
            self.panel.readout.connect(self.readout)
            self.panel.wanted_panel.connect(self.wanted_panel)
            self.panel.busy_changed.connect(self._on_busy)
            old = self.widget()
            self.setWidget(self.panel)
            old.deleteLater()
        return self.panel

    def take_focus(self) -> None:
        """Give the focus to the first thing in the panel that takes it."""
        self.raise_()
        if self.panel is not None:
            for widget in (self.panel.figure, self.panel):
                for child in widget.findChildren(QWidget):
                    takes_tab = child.focusPolicy() & Qt.FocusPolicy.TabFocus
                    if takes_tab and child.isEnabled() and child.isVisibleTo(self):
                        child.setFocus(Qt.FocusReason.TabFocusReason)
                        return
        self._bar.button.setFocus(Qt.FocusReason.TabFocusReason)

    def _on_visibility(self, visible: bool) -> None:
        self.on_screen = visible
        if visible:
            self._show_name()
            if self._may_build or not self.panel_class.needs:
                self.build()
        if self.panel is not None:
            self.panel.set_on_screen(visible)

    def _on_busy(self, busy: bool) -> None:
        if not busy:
            self._busy.stop()
            self._bar.working.hide()
        elif not self._bar.working.isVisibleTo(self) and not self._busy.isActive():
            self._busy.start()

    def _show_name(self) -> None:
        """Take the panel's title, known when its module is imported."""
        title = self.panel_class.title()
        if self.windowTitle() != title:
            self.setWindowTitle(title)
            self._bar.button.setAccessibleName(self.tr("Menu of {panel}").format(panel=title))
            self._show_heading(title)

    def _show_heading(self, text: str) -> None:
        self._bar.heading.setText(capitals(text))
        self._bar.heading.setToolTip(text)

    def _menu(self) -> QMenu:
        menu = QMenu(self)
        menu.addAction(self.tr("Help"), self._on_help)
        menu.addAction(self.tr("Export…"), self._on_export)
        if self.entry.id in WRITERS:
            menu.addAction(self.tr("Show me the numpy"), self._on_numpy)
        menu.addSeparator()
        menu.addAction(self.tr("Float or dock"), self._on_float)
        menu.addAction(self.tr("Close"), self.close)
        return menu

    def _on_help(self) -> None:
        self.wanted.emit("help", self.entry.id)

    def _on_export(self) -> None:
        self.wanted.emit("export", self.entry.id)

    def _on_numpy(self) -> None:
        self.wanted.emit("numpy", self.entry.id)

    def _on_float(self) -> None:
        self.setFloating(not self.isFloating())
        if self.isFloating():
            parent = self.parentWidget()
            assert parent is not None
            self.move(parent.mapToGlobal(QPoint(120, 120)))
