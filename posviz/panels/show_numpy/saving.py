"""Lines of numpy as a file, with the file of numbers that they load beside it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
from PySide6.QtCore import QCoreApplication

from posviz.export.files import ExportError, beside, free_space
from posviz.model.notation import bytes_text, shortened
from posviz.panels.show_numpy.script import Script

_SPARE = 1 << 16


def _tr(text: str) -> str:
    return QCoreApplication.translate("show_numpy", text)


def data_size(script: Script) -> int:
    """Bytes of the numbers that do not stand in the text."""
    return sum(values.nbytes for values in script.loaded.values())


def save_script(path: Path, script: Script) -> Path | None:
    """Write the lines, and first the numbers that they load, as ``NAME.npz`` beside ``NAME.py``.

    Returns
    -------
    Path or None
        The file of numbers; None where all stand in the text.

    Raises
    ------
    ExportError
        If a file cannot be written; the one there was is as it was.
    """
    if path.suffix.lower() != ".py":
        raise ExportError(_tr("“{name}”: end the name with .py.").format(name=shortened(path.name)))
    named = replace(script, name=path.stem)
    data = path.with_name(named.file_name) if named.loaded else None
    needed, free = data_size(script) + _SPARE, free_space(path)
    if needed > free:
        raise ExportError(
            _tr("“{name}” needs {size}; the disk has {free} free. Choose another place.").format(
                name=shortened(path.name), size=bytes_text(needed), free=bytes_text(free)
            )
        )
    if data is not None:
        with beside(data) as temporary, temporary.open("wb") as file:
            np.savez(file, allow_pickle=False, **named.loaded)
    with beside(path) as temporary:
        temporary.write_text(str(named), encoding="utf-8")
    return data
