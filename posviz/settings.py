"""What the program remembers about itself: preferences, layouts, the window's place."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any

from posviz.language import BRITISH, languages
from posviz.model.notation import shortened
from posviz.paths import user_file, user_folder
from posviz.user_files import UserFileError, is_there, move_aside, read_json, write_json


@dataclass(frozen=True)
class Preference:
    """One preference: its default and the values it can have."""

    default: str
    choices: tuple[str, ...]


TEXT_SIZES = ("80", "90", "100", "110", "125", "150", "175", "200", "250", "300")
"""In per cent, as they are offered."""

PREFERENCES: dict[str, Preference] = {
    "theme": Preference("system", ("system", "dark", "light")),
    "language": Preference(BRITISH, languages()),
    "text_size": Preference("100", TEXT_SIZES),
    "text_size_in_class": Preference("100", TEXT_SIZES),
}


@dataclass
class Settings:
    """Preferences by name, dock layouts by chapter and the window's geometry, as Qt's bytes."""

    preferences: dict[str, str] = field(
        default_factory=lambda: {name: p.default for name, p in PREFERENCES.items()}
    )
    layouts: dict[str, bytes] = field(default_factory=dict)
    geometry: bytes = b""

    def save(self) -> None:
        """Write the settings file.

        Raises
        ------
        UserFileError
            If it cannot be written.
        """
        write_json(
            user_file("settings.json"),
            "settings",
            {
                "preferences": self.preferences,
                "layouts": {name: data.hex() for name, data in self.layouts.items()},
                "geometry": self.geometry.hex(),
            },
        )


def load_settings() -> tuple[Settings, list[str]]:
    """Read the settings file; what is wrong with it is told, and the defaults are used.

    Returns
    -------
    tuple[Settings, list[str]]
        The settings, and messages for the user; none when all is well.
    """
    path = user_file("settings.json")
    problems: list[str] = []
    settings = Settings()
    if is_there(path):
        try:
            settings, left_out = _from_values(read_json(path, "settings"))
            problems += left_out
        except (UserFileError, ValueError, TypeError, AttributeError, KeyError) as error:
            reason = str(error) if isinstance(error, UserFileError) else f"“{path}” is damaged."
            problems.append(explain_bad_file(reason, "settings"))
    return settings, problems


def why_not_kept() -> str:
    """Say why nothing can be remembered; empty where it can."""
    if _writable():
        return ""
    return f"Nothing can be remembered: the folder “{user_folder()}” cannot be written."


def explain_bad_file(reason: str, name: str) -> str:
    """Move a bad user file aside and say so."""
    kept = move_aside(user_file(f"{name}.json"))
    rest = f" It is kept as “{kept.name}”." if kept else ""
    return f"{reason} posviz starts on defaults.{rest}"


def _from_values(values: dict[str, Any]) -> tuple[Settings, list[str]]:
    """Return the settings of a file, and what is to be said about those that were left out."""
    settings = Settings(
        layouts={str(k): bytes.fromhex(v) for k, v in values.get("layouts", {}).items()},
        geometry=bytes.fromhex(values.get("geometry", "")),
    )
    left_out = []
    for name, value in values.get("preferences", {}).items():
        if name not in PREFERENCES:
            continue
        if name == "language" and isinstance(value, str) and value not in languages():
            continue  # its file is gone; that is no damage
        if value in PREFERENCES[name].choices:
            settings.preferences[name] = value
        else:
            left_out.append(
                f"“{shortened(str(value))}” is no {name} that this posviz knows; "
                f"“{settings.preferences[name]}” stands in. All other settings are as they were."
            )
    return settings, left_out


def _writable() -> bool:
    folder = user_folder()
    while not is_there(folder) and folder != folder.parent:
        folder = folder.parent
    return folder.is_dir() and os.access(folder, os.W_OK)
