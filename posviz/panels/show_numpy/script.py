"""A few lines of plain numpy, with the numbers that they begin with."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication

from posviz.state import State

INLINE = 64
"""So many numbers stand in the text; longer arrays are loaded from a file beside it."""
_INLINE_LETTERS = 400
_LINE = 96
_KINDS = {"f": "float", "i": "int", "U": "str", "b": "bool"}


def tr(text: str) -> str:
    """Translate a comment."""
    return QCoreApplication.translate("show_numpy", text)


@dataclass
class Script:
    """Lines that end with `result`: the numbers that a panel's ``.npy`` file holds.

    Attributes
    ----------
    name
        Of the files, without an ending.
    arrays
        The numbers it begins with, by name, such as rows of an embedding table.
    given
        Lines that say what else is given: weights that are drawn, positions, a function.
    steps
        3 to 8 lines that compute the result.
    """

    name: str
    arrays: dict[str, NDArray[Any]] = field(default_factory=dict)
    given: list[str] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)
    _notes: dict[str, str] = field(default_factory=dict)

    def array(self, name: str, values: Sequence[object] | NDArray[Any], note: str = "") -> None:
        """Give an array, with a comment on what it is; float32 becomes float64 when it is read."""
        self.arrays[name] = np.asarray(values)
        self._notes[name] = note

    def give(self, *lines: str) -> None:
        """Add lines to what is given."""
        self.given += lines

    def step(self, *lines: str) -> None:
        """Add lines that compute."""
        self.steps += lines

    @property
    def file_name(self) -> str:
        """Of the file that holds the long arrays."""
        return f"{self.name}.npz"

    @property
    def loaded(self) -> dict[str, NDArray[Any]]:
        """The arrays that are too long for the text: what the file holds."""
        return {name: values for name, values in self.arrays.items() if not _is_short(values)}

    def __bool__(self) -> bool:
        """Whether there is anything to run."""
        return bool(self.steps)

    def __str__(self) -> str:
        """The whole text; its last paragraph are the steps."""
        if not self:
            return ""
        parts = ["import numpy as np"]
        data = [
            line
            for name, values in self.arrays.items()
            if _is_short(values)
            for line in _written(name, values, self._notes[name])
        ]
        if self.loaded:
            data.append("# " + tr("posviz writes this file when it saves these lines"))
            data.append(f"with np.load({self.file_name!r}) as data:")
            data += [
                _commented(f'    {name} = data["{name}"]{_as_float(values)}', self._notes[name])
                for name, values in self.loaded.items()
            ]
        parts += ["\n".join(lines) for lines in (data, self.given, self.steps) if lines]
        return "\n\n".join(parts) + "\n"


def number(value: float) -> str:
    """Write a number so that Python reads the same one."""
    return repr(int(value) if isinstance(value, int | np.integer) else float(value))


def positions_text(positions: range) -> str:
    """Write some positions or dimensions in a row."""
    ends = f"{positions.stop}" if not positions.start else f"{positions.start}, {positions.stop}"
    return f"np.arange({ends})"


def encoding(
    name: str, p: str, width: int, base: float, layout: str, columns: range | None = None
) -> list[str]:
    """Lines that make the rows of the sinusoidal table at positions p, (len(p), d)."""
    pairs = (width + 1) // 2
    pair, sine = ("c // 2", "c % 2 == 0")
    if layout == "halves":
        pair, sine = f"c % {pairs}", f"c < {pairs}"
    note = tr("dimensions")
    return [
        _commented(f"c = {positions_text(columns or range(width))}", note),
        f"angle = np.outer({p}, {number(base)} ** (-2 * ({pair}) / {width}))",
        f"{name} = np.where({sine}, np.sin(angle), np.cos(angle))",
    ]


BFLOAT16 = (
    "def bfloat16(x):  # the upper half of a float32, rounded to even",
    "    bits = np.asarray(x, dtype=np.float32).view(np.uint32)",
    "    return ((bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF0000).view(np.float32)",
)


def stored(x: str, number_format: str) -> str:
    """Write that numbers are kept in a format."""
    return f"bfloat16({x})" if number_format == "bfloat16" else f"{x}.astype(np.{number_format})"


def silence(script: Script, why: str) -> None:
    """Let numpy not warn of what is meant."""
    script.give(_commented('np.seterr(invalid="ignore", over="ignore")', why))


def quoted(state_text: str) -> str:
    """Write a word for a comment: on one line, however it is spelt."""
    shown = re.sub(r"[\s\x00-\x1f\x7f-\x9f\u2028\u2029]+", " ", state_text)
    return shown if len(shown) <= 24 else shown[:23] + "…"


def selected_word(state: State) -> str:
    """The selected token, for a comment."""
    return quoted(state.token)


def _is_short(values: NDArray[Any]) -> bool:
    if values.dtype.kind in "UO":
        return values.size <= INLINE and sum(map(len, values.tolist())) <= _INLINE_LETTERS
    return values.size <= INLINE


def _as_float(values: NDArray[Any]) -> str:
    return ".astype(float)" if values.dtype.kind == "f" and values.dtype != np.float64 else ""


def _commented(line: str, note: str) -> str:
    """Add a comment: behind the line, or above it where that would be too long."""
    note = " ".join(note.split())
    if not note:
        return line
    whole = f"{line}  # {note}"
    indent = line[: len(line) - len(line.lstrip())]
    return whole if len(whole) <= _LINE else f"{indent}# {note}\n{line}"


def _item(value: object) -> str:
    return "np.nan" if value != value else repr(value)


def _written(name: str, values: NDArray[Any], note: str) -> list[str]:
    if 0 in values.shape:
        kind = "" if values.dtype == np.float64 else f", dtype={_KINDS[values.dtype.kind]}"
        return [_commented(f"{name} = np.empty({values.shape}{kind})", note)]
    rows = values.tolist()
    if values.ndim == 1:
        line = f"{name} = np.array([{', '.join(map(_item, rows))}])"
        if len(line) <= _LINE:
            return [_commented(line, note)]
        return [_commented(f"{name} = np.array([", note), *_wrapped(rows, ""), "])"]
    lines = [_commented(f"{name} = np.array([", note)]
    for row in rows:
        line = f"    [{', '.join(map(_item, row))}],"
        lines += [line] if len(line) <= _LINE else ["    [", *_wrapped(row, "    "), "    ],"]
    return [*lines, "])"]


def _wrapped(row: Sequence[object], indent: str) -> list[str]:
    lines = [f"{indent}    "]
    for item in map(_item, row):
        if len(lines[-1]) + len(item) > _LINE and lines[-1].strip():
            lines.append(f"{indent}    ")
        lines[-1] += f"{item}, "
    return [line.rstrip() for line in lines]
