"""The lines of each scheme as pictures: heights, rules, and what is shaded."""

from __future__ import annotations

import numpy as np

from posviz.model.notation import plain, signed
from posviz.model.positional import SchemeName
from posviz.model.positional.schemes import SCHEMES
from posviz.panels.schemes_content import LearnedRows, Schemes, Turning
from posviz.panels.schemes_words import line_names, tr
from posviz.widgets.curves import Curves

_HEIGHTS: dict[SchemeName, tuple[float, float, tuple[tuple[float, str], ...]]] = {
    "none": (-0.05, 1.05, ((0.0, "0"), (1.0, "+1"))),
    "sinusoidal": (-1.05, 1.05, ((-1.0, "−1"), (0.0, "0"), (1.0, "+1"))),
    "learned": (-1.05, 1.05, ((-1.0, "−1"), (0.0, "0"), (1.0, "+1"))),
    "rotary": (-1.05, 1.05, ((-1.0, "−1"), (0.0, "0"), (1.0, "+1"))),
    "alibi": (-16.0, 2.0, ((-16.0, "−16"), (-8.0, "−8"), (0.0, "0"))),
    "t5": (-1.0, 38.0, ((0.0, "0"), (16.0, "16"), (31.0, "31"))),
}
_MOST_LINES = 4


def shown_lines(count: int) -> list[int]:
    """Which of many lines are drawn: the first, the last and two between."""
    if count <= _MOST_LINES:
        return list(range(count))
    return sorted({round(i * (count - 1) / (_MOST_LINES - 1)) for i in range(_MOST_LINES)})


def profile_curves(content: Schemes, name: SchemeName) -> Curves:
    """Lines of a scheme over the offset, past its training length shaded."""
    low, high, ticks = _HEIGHTS[name]
    lines = content.lines_of(name)
    rows = shown_lines(len(lines))
    if name == "alibi":  # the steepest in front, as in the paper's figure
        rows = sorted(rows, key=lambda row: float(lines[row, -1]))
    names = line_names(content, name)
    last, trained = int(content.offsets[-1]), content.trained_length(name)
    past = tr("no row here") if name == "learned" else tr("past the training length")
    return Curves(
        x=content.offsets,
        lines=lines[rows],
        labels=tuple(names[row] for row in rows),
        low=low,
        high=high,
        ticks=ticks,
        x_name=tr("position") if name == "none" else tr("offset"),
        shade=(trained, last, past) if trained <= last else None,
        stepped=name == "t5",
    )


def value_text(name: SchemeName, value: float) -> str:
    """Write a value of a scheme's line."""
    if np.isnan(value):
        return tr("no row") if name == "learned" else tr("undefined")
    return plain(value, 0) if name == "t5" else signed(value, 3)


def norm_curves(learned: LearnedRows) -> Curves:
    """Length of each learned row."""
    high = float(np.ceil(learned.norms.max() * 2) / 2)
    return Curves(
        x=np.arange(len(learned.norms)),
        lines=learned.norms[np.newaxis],
        labels=(tr("length |p| of each row"),),
        low=0.0,
        high=high,
        ticks=((0.0, "0"), (1.0, "1"), (2.0, "2")),
        x_name=tr("position"),
    )


def turn_curves(turning: Turning) -> Curves:
    """Turns of each pair on a scale of powers of ten, with those unfinished shaded."""
    with np.errstate(divide="ignore"):
        lines = np.log10(np.stack([turning.trained, turning.longer]))  # (2, pairs)
    lines[~np.isfinite(lines)] = np.nan
    low = float(np.floor(min(np.nanmin(lines), -1.0)))
    high = float(np.ceil(max(np.nanmax(lines), 1.0)))
    powers = [p for p in range(int(low), int(high) + 1) if (p % 2 == 0 or high - low <= 4)]
    unfinished = np.flatnonzero(turning.trained < 1)
    shade = None
    if len(unfinished):
        shade = (float(unfinished[0]), float(unfinished[-1]), tr("no full turn"))
    return Curves(
        x=np.arange(lines.shape[1]),
        lines=lines,
        labels=(tr("turns in training"), tr("turns in the longer text")),
        low=low - 0.1,
        high=high + 0.1,
        ticks=tuple((float(p), _power_text(p)) for p in powers),
        x_name=tr("pair"),
        shade=shade,
        dotted=True,
    )


def _power_text(power: int) -> str:
    return plain(10.0**power, max(0, -power)) if -3 < power < 4 else f"10{_superscript(power)}"


def _superscript(power: int) -> str:
    return f"{power}".translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


def all_values(content: Schemes, index: int) -> str:
    """What every scheme has at one place, for the status bar."""
    parts = []
    for name in SCHEMES:
        if name == "none":
            continue
        lines = content.lines_of(name)
        label = tr("ALiBi head 1") if name == "alibi" else tr(SCHEMES[name].title)
        parts.append(f"{label} {value_text(name, float(lines[0, index]))}")
    return " · ".join(parts)
