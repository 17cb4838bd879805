"""What all commands share: how they are asked, refuse, and get a screen."""

from __future__ import annotations

import argparse
import os
import re
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from PySide6.QtCore import QSize


class Refusal(Exception):
    """The user asked for something that cannot be done; the message says what to do."""


class Parser(argparse.ArgumentParser):
    """A parser that refuses as everything else does."""

    def error(self, message: str) -> NoReturn:
        """Refuse what was typed."""
        raise Refusal(f"{message}. “posviz --help” lists what can be asked for.")


def size_of(text: str) -> QSize:
    """Read WIDTHxHEIGHT."""
    from PySide6.QtCore import QSize

    found = re.fullmatch(r"(\d{1,5})x(\d{1,5})", text)
    width, height = (int(part) for part in found.groups()) if found else (0, 0)
    if not (200 <= width <= 8192 and 200 <= height <= 8192):
        raise Refusal(f"--size {text}: give width x height from 200x200 to 8192x8192.")
    return QSize(width, height)


def prepare_screen(*, needs_window: bool) -> bool:
    """Choose Qt's platform; return whether a window can be shown.

    Raises
    ------
    Refusal
        If a system library that Qt needs is missing; its name and the command to install it
        are told before Qt would abort.
    """
    from posviz.system_libraries import (
        chosen_platform,
        explain,
        missing_libraries,
        x_server_answers,
    )

    platform = chosen_platform(os.environ)
    if not needs_window:
        platform = "offscreen"
        os.environ["QT_QPA_PLATFORM"] = platform
    elif platform == "offscreen" and "QT_QPA_PLATFORM" not in os.environ:
        return False
    missing = missing_libraries(platform)
    if missing:
        raise Refusal(explain(missing))
    return platform != "xcb" or x_server_answers()
