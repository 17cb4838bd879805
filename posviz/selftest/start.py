"""Starting the program as a user does, and what that takes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from PySide6.QtCore import QTimer

import posviz
from posviz import app, tables
from posviz.selftest.report import Failed
from posviz.tables import TableSource

_START_SECONDS = 60.0
_LOOK = 20  # ms


def try_start(folder: Path, figures: dict[str, float]) -> str:
    """Start the program as a user does, and time it from there to its first paint."""
    answer, home = folder / "start.json", folder / "start"
    environment = {**os.environ, "POSVIZ_HOME": str(home)}
    command = [sys.executable]
    if not getattr(sys, "frozen", False):
        command += ["-m", "posviz"]
        environment["PYTHONPATH"] = str(Path(posviz.__file__).parent.parent)
    begun = time.time()
    try:
        ended = subprocess.run(
            [*command, "selftest", "--start", str(answer)],
            env=environment,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_START_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise Failed(f"the window is not there after {_START_SECONDS:.0f} s.") from None
    said = (ended.stdout + ended.stderr).decode("utf-8", "replace").strip()
    if ended.returncode or not answer.is_file():
        raise Failed(f"the window does not open (exit code {ended.returncode}). {said}".strip())
    told = json.loads(answer.read_text(encoding="utf-8"))
    figures["first_paint_ms"] = round(1000 * (told["painted"] - begun))
    found = f"the window is painted {figures['first_paint_ms']:.0f} ms after the start"
    if told["memory"]:
        figures["memory_mb"] = round(told["memory"] / 1e6)
        found += f" and takes {figures['memory_mb']:.0f} MB with all loaded"
    return found


def open_and_close(answer: Path) -> int:
    """Open the window as a user does; when all is loaded write the figures and close it."""

    def on_shown(window: Any) -> None:
        painted = time.time()
        timer = QTimer(window, interval=_LOOK)

        def look() -> None:
            if tables.is_loaded(TableSource("minilm")):
                timer.stop()
                values = {"painted": painted, "memory": _memory()}
                answer.write_text(json.dumps(values), encoding="utf-8")
                window.close()

        timer.timeout.connect(look)
        timer.start()

    return app.run(None, on_shown)


def _memory() -> int:
    """Return the memory that this process has, in bytes; 0 where the system does not tell."""
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
    except OSError:
        return 0
    return int(status.partition("VmRSS:")[2].split()[0]) * 1024
