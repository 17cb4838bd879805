"""What is installed and how: the bundle, its installers, and the machines they go to.

With ``POSVIZ_PROGRAM`` the tests of the program try that file, an installed one for example;
without it they try the sources, and those that make sense for a bundle alone are left out.
"""

from __future__ import annotations

import importlib
import os
import sys
from pathlib import Path
from types import ModuleType

import pytest

import posviz

ROOT = Path(posviz.__file__).parent.parent
PACKAGING = ROOT / "resources" / "packaging"
PROGRAM = Path(os.environ["POSVIZ_PROGRAM"]) if "POSVIZ_PROGRAM" in os.environ else None
"""The frozen program that is tried, if one is."""

FROZEN_ONLY = pytest.mark.skipif(PROGRAM is None, reason="POSVIZ_PROGRAM names no frozen program")
LINUX_ONLY = pytest.mark.skipif(sys.platform != "linux", reason="about Linux")


def packaging(name: str) -> ModuleType:
    """Return one of the modules that make the installers."""
    sys.path.insert(0, str(PACKAGING))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(PACKAGING))


def command() -> list[str]:
    """How the program that is tried is started."""
    return [str(PROGRAM)] if PROGRAM else [sys.executable, "-m", "posviz"]
