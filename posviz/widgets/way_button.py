"""A button that leads on or back, with an arrow that points there in either direction of text."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QPushButton, QWidget


class WayButton(QPushButton):
    """Its words with an arrow: after them where it leads on, before them where it leads back."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words, self._way = "", 0

    def set_way(self, words: str, way: int) -> None:
        """Show words, with an arrow on (1) or back (−1), or with none (0)."""
        self._words, self._way = words, way
        self._show()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LayoutDirectionChange:
            self._show()
        super().changeEvent(event)

    def _show(self) -> None:
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        arrow = "→" if (self._way > 0) != mirrored else "←"
        texts = {0: self._words, 1: f"{self._words} {arrow}", -1: f"{arrow} {self._words}"}
        self.setText(texts[self._way])
        self.setAccessibleName(self._words)
