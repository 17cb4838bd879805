"""The command `posviz selftest`: whether this copy of the program is whole and works here.

It is what a person runs after installing on a machine that has nothing else on it, so it goes
through what can be missing or broken there: fonts, files, the processor's arithmetic, Qt's
painting, the child that runs a learner's code, and the start of the window itself.
"""

from __future__ import annotations

import platform
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import PySide6
from PySide6.QtCore import qVersion
from PySide6.QtGui import QGuiApplication

from posviz import __version__, app, crash
from posviz.selftest import checks, numbers, start
from posviz.selftest.report import Check, Failed, Report
from posviz.widgets import theme


def selftest() -> Report:
    """Make all checks; nothing of the user's is read or written."""
    begun = time.monotonic()
    theme.apply(app.make_application(), "light")
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory(prefix="posviz-selftest-") as folder:
        made = tuple(
            _made(name, check)
            for name, check in (
                ("fonts", checks.load_fonts),
                ("files", checks.read_files),
                ("numbers", numbers.compare_numbers),
                ("panels", checks.draw_panels),
                ("exercise", checks.run_exercise),
                ("export", partial(checks.write_files, Path(folder))),
                ("start", partial(start.try_start, Path(folder), figures)),
            )
        )
    return Report(_versions(), made, figures, round(time.monotonic() - begun, 2))


def _made(name: str, check: Callable[[], str]) -> Check:
    begun = time.monotonic()
    try:
        passed, found = True, check()
    except Failed as failed:
        passed, found = False, str(failed)
    except Exception as error:  # whatever is broken here, the other checks are made as well
        crash.open_log()
        crash.log_error(error)
        passed, found = False, f"{type(error).__name__}: {error}"
    return Check(name, passed, found, round(time.monotonic() - begun, 2))


def _versions() -> dict[str, str]:
    screen = QGuiApplication.platformName()
    return {
        "posviz": __version__,
        "Python": platform.python_version(),
        "Qt": qVersion(),
        "PySide6": PySide6.__version__,
        "numpy": np.__version__,
        "system": platform.platform(),
        "screen": screen,
        "copy": "installed" if getattr(sys, "frozen", False) else "source",
    }
