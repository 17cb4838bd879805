"""The command `posviz picture`: a panel's picture or numbers, with a question and progress."""

from __future__ import annotations

import sys
from pathlib import Path
from time import monotonic
from typing import Any

from posviz.app import make_application
from posviz.export import (
    LARGE_FILE,
    PICTURES,
    ExportError,
    Numbers,
    file_size,
    format_of,
    free_space,
    write_numbers,
)
from posviz.model.notation import bytes_text, shape_text, shortened
from posviz.panels import all_panels
from posviz.panels.output import PanelPicture, Style, numbers_of
from posviz.panels.panel import Panel
from posviz.panels.show_numpy import numpy_script
from posviz.panels.show_numpy.saving import data_size, save_script
from posviz.state import State
from posviz.widgets import theme

_PATIENCE = 1.0
"""Seconds after which progress is told."""

_BETWEEN = 0.1


def write(panel_id: str, state: State, path: Path, style: Style, *, agreed: bool) -> None:
    """Write what a panel shows; the file's ending chooses the format.

    Parameters
    ----------
    panel_id : str
        The panel.
    state : State
        What it shows.
    path : Path
        The file.
    style : Style
        Of a picture.
    agreed : bool
        Whether a large file may be written without asking.

    Raises
    ------
    ExportError
        If there is no such panel, the user did not agree, or the file cannot be written.
    """
    panel = _panel(panel_id)
    ending = format_of(path)
    app = make_application()
    theme.apply(app, style.look.name)
    if ending in PICTURES:
        picture = PanelPicture(panel, state)
        try:
            picture.write(path, style)
        finally:
            picture.close()
        return
    numbers = numbers_of(panel, state)
    needed = file_size(numbers, ending)
    about = "about " if ending == ".csv" else ""
    _check(path, numbers, f"{about}{bytes_text(needed)}", needed, agreed=agreed)
    told = _Progress(path.name)
    try:
        written = write_numbers(path, numbers, told)
    finally:
        told.end()
    if needed > LARGE_FILE or told.shown:
        done = f"posviz: “{shortened(path.name)}” is written, {bytes_text(written)}."
        print(done, file=sys.stderr)


def show_numpy(panel_id: str, state: State, path: Path | None, *, agreed: bool) -> None:
    """Print the lines of numpy that give a panel's numbers, or write them with what they load.

    Raises
    ------
    ExportError
        If the panel has none, the user did not agree to a large file, or it cannot be written.
    """
    panel = _panel(panel_id)
    script = numpy_script(panel_id, state)
    if not script:
        numbers_of(panel, state)  # says what is missing, if that is why
        raise ExportError(f"the panel “{panel_id}” shows no numbers of its own.")
    if path is None:
        print(script, end="")
        return
    size = data_size(script)
    if size > LARGE_FILE and not agreed:
        raise ExportError(f"the numbers it loads take {bytes_text(size)}. Say --yes to write them.")
    data = save_script(path, script)
    if data is not None:
        print(f"posviz: its numbers are in “{shortened(data.name)}”.", file=sys.stderr)


def _panel(panel_id: str) -> type[Panel[Any]]:
    panels = {panel.id: panel for panel in all_panels()}
    if panel_id not in panels:
        raise ExportError(f"there is no panel “{panel_id}”. The panels are: {', '.join(panels)}.")
    return panels[panel_id]


def _check(path: Path, numbers: Numbers, size: str, needed: int, *, agreed: bool) -> None:
    """Refuse what the disk has no room for, and what is large and was not agreed to."""
    what = f"“{shortened(path.name)}” would hold {shape_text(numbers.values.shape)} numbers, {size}"
    smaller = "ask for a smaller block, such as --set first=0 --set rows=1000"
    free = free_space(path)
    if needed > free:
        raise ExportError(
            f"{what}; the disk has {bytes_text(free)} free. Choose another place, or {smaller}."
        )
    if needed <= LARGE_FILE or agreed:
        return
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise ExportError(f"{what}. Say --yes to write it, or {smaller}.")
    print(f"posviz: {what}; the disk has {bytes_text(free)} free.", file=sys.stderr)
    print("Write it? [y/N] ", end="", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise ExportError(f"nothing is written. You can {smaller}.")


class _Progress:
    """A line on the terminal that tells how far the file is; nothing where there is none."""

    def __init__(self, name: str) -> None:
        self._name = shortened(name)
        self._next = monotonic() + _PATIENCE
        self.shown = False

    def __call__(self, done: int, total: int) -> bool:
        now = monotonic()
        if now >= self._next and sys.stderr.isatty():
            self.shown, self._next = True, now + _BETWEEN
            percent = 100 * done // max(total, 1)
            line = f"\rposviz: writing “{self._name}” … {percent} %"
            print(line, end="", file=sys.stderr, flush=True)
        return True

    def end(self) -> None:
        """Leave the line."""
        if self.shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
