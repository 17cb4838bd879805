"""Where shipped and user files lie. Knows no Qt."""

from __future__ import annotations

import os
import sys
from pathlib import Path

_FROZEN_ROOT: str | None = getattr(sys, "_MEIPASS", None)
_RESOURCES = (
    Path(_FROZEN_ROOT) / "resources"
    if _FROZEN_ROOT
    else Path(__file__).resolve().parent.parent / "resources"
)


def resource(name: str) -> Path:
    """Path of a shipped file or folder, e.g. ``resource("fonts/Inter.ttf")``."""
    return _RESOURCES / name


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError:
        # A user whom the system does not know: no place, and nothing is kept.
        return Path(os.devnull) / "nobody"


def user_folder() -> Path:
    """Folder for settings, layouts and logs; ``POSVIZ_HOME`` overrides the system's place."""
    if override := os.environ.get("POSVIZ_HOME"):
        return Path(override)
    if sys.platform == "win32":
        base = Path(os.environ.get("APPDATA") or _home() / "AppData" / "Roaming")
    elif sys.platform == "darwin":
        base = _home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_CONFIG_HOME") or _home() / ".config")
    return base / "posviz"


def user_file(name: str) -> Path:
    """Path of one of the user's files, e.g. ``user_file("settings.ini")``."""
    return user_folder() / name


def cache_folder() -> Path:
    """Folder for copies that can be made again; inside ``POSVIZ_HOME`` if that is set."""
    if override := os.environ.get("POSVIZ_HOME"):
        return Path(override) / "cache"
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or _home() / "AppData" / "Local")
        return base / "posviz" / "cache"
    if sys.platform == "darwin":
        return _home() / "Library" / "Caches" / "posviz"
    return Path(os.environ.get("XDG_CACHE_HOME") or _home() / ".cache") / "posviz"
