"""Waits for layouts: not for a time, but until every widget has its place."""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication, QWidget


def lay_out(top: QWidget) -> None:
    """Let the widgets below one be laid out until none of them moves any more."""
    before: list[QRect] = []
    while (places := _places(top)) != before:
        before = places
        QApplication.processEvents()


def _places(top: QWidget) -> list[QRect]:
    return [widget.geometry() for widget in top.findChildren(QWidget)]
