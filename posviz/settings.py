"""What the program remembers about itself: preferences, layouts, the window's place."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any

from posviz.language import BRITISH, languages
from posviz.paths import user_file, user_folder
from posviz.user_files import UserFileError, is_there, move_aside, read_json, write_json


@dataclass(frozen=True)
class Preference:
    """One preference: its default and the values it can have."""

    default: str
    choices: tuple[str, ...]


PREFERENCES: dict[str, Preference] = {
    "theme": Preference("system", ("system", "dark", "light")),
    "language": Preference(BRITISH, languages()),
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
            settings = _from_values(read_json(path, "settings"))
        except (UserFileError, ValueError, TypeError, AttributeError, KeyError) as error:
            reason = str(error) if isinstance(error, UserFileError) else f"“{path}” is damaged."
            problems.append(explain_bad_file(reason, "settings"))
    if not _writable():
        problems.append(
            f"Nothing can be remembered: the folder “{user_folder()}” cannot be written."
        )
    return settings, problems


def explain_bad_file(reason: str, name: str) -> str:
    """Move a bad user file aside and say so."""
    kept = move_aside(user_file(f"{name}.json"))
    rest = f" It is kept as “{kept.name}”." if kept else ""
    return f"{reason} posviz starts on defaults.{rest}"


def _from_values(values: dict[str, Any]) -> Settings:
    settings = Settings(
        layouts={str(k): bytes.fromhex(v) for k, v in values["layouts"].items()},
        geometry=bytes.fromhex(values["geometry"]),
    )
    for name, value in values["preferences"].items():
        if name in PREFERENCES:
            if value not in PREFERENCES[name].choices:
                if name == "language" and isinstance(value, str):
                    continue  # its file is gone; that is no damage
                raise ValueError(name)
            settings.preferences[name] = value
    return settings


def _writable() -> bool:
    folder = user_folder()
    while not is_there(folder) and folder != folder.parent:
        folder = folder.parent
    return folder.is_dir() and os.access(folder, os.W_OK)
