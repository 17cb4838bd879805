"""Sizes of widgets that grow with the text, also when it grows while the program runs."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from posviz.widgets.theme import current, look


class _Follower(QObject):
    """Lives as long as its widget."""

    def __init__(self, widget: QWidget, set_size: Callable[[int], object], length: float) -> None:
        super().__init__(widget)
        self._set_size, self._length = set_size, length
        current().changed.connect(self._follow)
        self._follow()

    def _follow(self) -> None:
        self._set_size(round(look().px(self._length)))


def follow_text_size(widget: QWidget, set_size: Callable[[int], object], length: float) -> None:
    """Give a widget a size, in pixels at 100 % text, and keep it right at every text size.

    Parameters
    ----------
    widget : QWidget
        The widget.
    set_size : callable
        Its method that takes the size, such as ``widget.setFixedWidth``.
    length : float
        The size at 100 %.
    """
    _Follower(widget, set_size, length)
