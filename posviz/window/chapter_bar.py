"""The chapters as tabs, with undo, redo and export at the far end."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QToolButton, QWidget

from posviz.lesson.steps import Chapter
from posviz.widgets import icons, theme
from posviz.widgets.style_sheet import BRIEF_PADDING, CHAPTER_PADDING

_BESIDE = Qt.ToolButtonStyle.ToolButtonTextBesideIcon


class ChapterBar(QWidget):
    """One tab a chapter, closer together where room is short.

    Where it is shorter still, those far from the current one lose their names.

    Signals
    -------
    picked(str)
        Id of the chapter that the user chose.
    """

    picked = Signal(str)

    def __init__(self, chapters: Sequence[Chapter], actions: Sequence[QAction]) -> None:
        super().__init__()
        self.setObjectName("chapters")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._chapters: tuple[Chapter, ...] = ()
        self._current = ""
        self._finished: frozenset[str] = frozenset()
        self._group = QButtonGroup(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 0, 12, 0)
        row.setSpacing(4)
        self._tabs = QHBoxLayout()
        self._tabs.setSpacing(4)
        row.addLayout(self._tabs)
        self._group.idClicked.connect(self._on_clicked)
        row.addStretch(1)
        for action in actions:
            button = QToolButton(self)
            button.setDefaultAction(action)
            row.addWidget(button)
        self.set_chapters(chapters)
        theme.current().changed.connect(self._restyle)

    def set_chapters(self, chapters: Sequence[Chapter]) -> None:
        """Show the chapters of a lesson."""
        for tab in self._group.buttons():
            self._group.removeButton(tab)
            self._tabs.removeWidget(tab)
            tab.hide()
            tab.deleteLater()
        self._chapters = tuple(chapters)
        for index, chapter in enumerate(self._chapters):
            tab = QToolButton(self)
            tab.setObjectName("chapter")
            tab.setText(f" {chapter.title}")
            tab.setCheckable(True)
            tab.setToolButtonStyle(_BESIDE)
            tab.setToolTip(chapter.title)
            tab.setAccessibleName(
                self.tr("Chapter {number}: {title}").format(number=index + 1, title=chapter.title)
            )
            self._group.addButton(tab, index)
            self._tabs.addWidget(tab)
        self._restyle()

    def show_chapter(self, chapter_id: str) -> None:
        """Mark the chapter that is on show."""
        self._current = chapter_id
        self._restyle()
        self._fit()

    def show_finished(self, chapter_ids: frozenset[str]) -> None:
        """Put a tick on the chapters of which every step was seen."""
        if chapter_ids != self._finished:
            self._finished = chapter_ids
            self._restyle()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def minimumSizeHint(self) -> QSize:
        least = super().minimumSizeHint()
        for tab in self._others():
            if tab.toolButtonStyle() == _BESIDE:
                name = tab.fontMetrics().horizontalAdvance(tab.text())
                least.setWidth(least.width() - name)
            if not tab.property("brief"):
                padding = round(theme.look().px(2 * (CHAPTER_PADDING - BRIEF_PADDING)))
                least.setWidth(least.width() - padding)
        return least

    def _others(self) -> list[QToolButton]:
        tabs = [self._group.button(index) for index in range(len(self._chapters))]
        return [tab for tab in tabs if isinstance(tab, QToolButton) and not tab.isChecked()]

    def _fit(self) -> None:
        tabs = [tab for tab in self._group.buttons() if isinstance(tab, QToolButton)]
        for tab in tabs:
            _set_form(tab, named=True, close=False)
        if self._measure().width() > self.width():
            for tab in tabs:
                _set_form(tab, named=True, close=True)
        here = self._group.checkedId()
        far_first = sorted(self._others(), key=lambda tab: -abs(self._group.id(tab) - here))
        for tab in far_first:
            if self._measure().width() <= self.width():
                break
            _set_form(tab, named=False, close=True)
        self._measure()
        self.updateGeometry()

    def _measure(self) -> QSize:
        """Size that the row wants now; a layout within another would keep an older one."""
        layout = self.layout()
        assert layout is not None
        self._tabs.invalidate()
        layout.invalidate()
        return layout.sizeHint()

    def _on_clicked(self, index: int) -> None:
        self.picked.emit(self._chapters[index].id)

    def _restyle(self) -> None:
        look = theme.look()
        side = round(look.px(18))
        for index, chapter in enumerate(self._chapters):
            tab = self._group.button(index)
            current = chapter.id == self._current
            tab.setChecked(current)
            tab.setIconSize(QSize(side, side))
            done = chapter.id in self._finished
            tab.setIcon(icons.numbered_icon(index + 1, look, current=current, done=done))
            tab.setAccessibleDescription(self.tr("All steps seen.") if done else "")


def _set_form(tab: QToolButton, *, named: bool, close: bool) -> None:
    """Show a tab's name beside its number or the number alone, close to the next tab or not."""
    wanted = _BESIDE if named else Qt.ToolButtonStyle.ToolButtonIconOnly
    if tab.toolButtonStyle() != wanted:
        tab.setToolButtonStyle(wanted)
    if bool(tab.property("brief")) != close:
        tab.setProperty("brief", close)
        style = tab.style()
        style.unpolish(tab)
        style.polish(tab)
