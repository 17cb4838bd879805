"""When the focus of a view is shown: where the keys brought it, not the mouse or the window."""

from __future__ import annotations

from PySide6.QtCore import Qt

BY_KEYS = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)
"""Reasons for which a view gets the focus from the keyboard."""
