"""The chapters as tabs, with undo, redo and export at the far end."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QToolButton, QWidget

from posviz.lesson.steps import Chapter
from posviz.widgets import icons, theme


class ChapterBar(QWidget):
    """One tab a chapter.

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
        self._chapters = tuple(chapters)
        self._current = ""
        self._group = QButtonGroup(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 0, 12, 0)
        row.setSpacing(4)
        for index, chapter in enumerate(self._chapters):
            tab = QToolButton(self)
            tab.setObjectName("chapter")
            tab.setText(f" {chapter.title}")
            tab.setCheckable(True)
            tab.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            tab.setAccessibleName(
                self.tr("Chapter {number}: {title}").format(number=index + 1, title=chapter.title)
            )
            self._group.addButton(tab, index)
            row.addWidget(tab)
        self._group.idClicked.connect(self._on_clicked)
        row.addStretch(1)
        for action in actions:
            button = QToolButton(self)
            button.setDefaultAction(action)
            row.addWidget(button)
        self._restyle()
        theme.current().changed.connect(self._restyle)

    def show_chapter(self, chapter_id: str) -> None:
        """Mark the chapter that is on show."""
        self._current = chapter_id
        self._restyle()

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
            tab.setIcon(icons.numbered_icon(index + 1, look, current=current, done=False))
