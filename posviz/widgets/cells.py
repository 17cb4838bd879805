"""Rows of cells: where they stand, where they are hit, and their texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF

from posviz.model.notation import plain, signed, significant
from posviz.widgets.theme import Look

Kind = Literal["dense", "one-hot"]

GAP = 3.0
MOST_IN_DETAIL = 33


@dataclass(frozen=True)
class Plan:
    """What a strip of some width draws where.

    Attributes
    ----------
    overview
        The whole vector as one band; None when all cells fit with their numbers.
    cells
        The cells with numbers.
    first, count
        Which entries these are.
    """

    overview: QRectF | None
    cells: QRectF
    first: int
    count: int


def plan(entries: int, focus: int, size: QSizeF, need: float, look: Look) -> Plan:
    """Arrange a strip: all cells if each gets the width it needs, else overview and detail.

    Parameters
    ----------
    entries, focus
        How many numbers the vector has, and which one the detail is about.
    size
        Size of the view.
    need
        Width in which every number can be read.
    """
    gap, px = look.px(GAP), look.px
    fit = int((size.width() + gap) // (need + gap))
    if entries <= max(fit, 1):
        return Plan(None, QRectF(QPointF(), size), 0, entries)
    count = min(MOST_IN_DETAIL, max(1, fit))
    count -= count % 2 == 0
    band = max(px(14), (size.height() - px(30)) * 0.3)
    top = band + px(28)
    first = min(max(focus - count // 2, 0), entries - count)
    return Plan(
        QRectF(0, 0, size.width(), band),
        QRectF(0, top, size.width(), max(px(20), size.height() - top - px(1))),
        first,
        count,
    )


def cell_rect(index: int, count: int, row: QRectF, gap: float) -> QRectF:
    """Place of a cell in a row of equally wide ones."""
    width = (row.width() - gap * (count - 1)) / count
    return QRectF(row.x() + index * (width + gap), row.y(), width, row.height())


def cell_at(at: QPointF, count: int, row: QRectF) -> int:
    """Cell at a point, the gap after it included; −1 outside the row."""
    if not row.contains(at) or count < 1:
        return -1
    return min(int((at.x() - row.x()) / row.width() * count), count - 1)


def cell_text(value: float, kind: Kind) -> str:
    """Write a value as a cell shows it: "1", "−0.35", "+1.23 × 10⁷"."""
    if np.isnan(value):
        return "NaN"
    if kind == "one-hot":
        return plain(value, 0)
    if abs(value) < 10_000 or np.isinf(value):
        return signed(value, 2)
    return ("+" if value > 0 else "") + significant(value, 3)
