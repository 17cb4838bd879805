"""What a curve over the offset is drawn of: axes, the curve itself, the selected offset."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen, QPolygonF

from posviz.model.notation import signed, signed_whole
from posviz.widgets.heatmap_axis import Axis
from posviz.widgets.theme import Look

_DOTS_FROM = 6.0
_TOP, _BOTTOM = 22.0, 38.0
_NEAR_ZERO = 0.02
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_CENTRE = Qt.AlignmentFlag.AlignCenter


@dataclass(frozen=True)
class Scale:
    """Where offsets and heights stand.

    Attributes
    ----------
    axis
        The offsets; place 0 is offset −reach.
    reach
        The largest offset.
    plot
        Where the curve is drawn.
    low, high
        Values at the bottom and at the top of the plot.
    """

    axis: Axis
    reach: int
    plot: QRectF
    low: float
    high: float

    def x(self, offset: int) -> float:
        """Pixel at an offset."""
        return self.axis.middle(offset + self.reach)

    def y(self, value: float) -> float:
        """Pixel at a value."""
        share = (value - self.low) / (self.high - self.low)
        return self.plot.bottom() - share * self.plot.height()

    def shows(self, offset: int) -> bool:
        """Whether an offset is in sight."""
        return self.plot.left() <= self.x(offset) <= self.plot.right()


def scale_of(
    axis: Axis,
    reach: int,
    values: npt.NDArray[np.float64],
    lowest: float,
    height: float,
    look: Look,
) -> Scale:
    """Return the scale for some values, of which the lowest out of sight may be lower."""
    known = np.nan_to_num(values)
    most = bound(float(np.abs(known).max(initial=0.0)))
    positive = min(lowest, float(known.min(initial=0.0))) >= -_NEAR_ZERO
    top = look.px(_TOP)
    plot = QRectF(axis.start, top, axis.room, max(1.0, height - top - look.px(_BOTTOM)))
    return Scale(axis, reach, plot, 0.0 if positive else -most, most)


def bound(most: float) -> float:
    """Where the scale ends, for the largest magnitude shown."""
    return 1.0 if most <= 1 + _NEAR_ZERO else float(np.ceil(2 * most) / 2)


def block_middles(axis: Axis) -> npt.NDArray[np.float64]:
    """Places on the axis of the middles of the blocks in sight."""
    blocks = np.arange(axis.blocks.start, axis.blocks.stop, dtype=np.float64)
    return (blocks + 0.5) * axis.each


def draw_axes(
    painter: QPainter, scale: Scale, label: str, number: Callable[[float, int], str], look: Look
) -> None:
    """Draw lines at both ends and at 0, ticks, and the label under them."""
    px, plot, axis = look.px, scale.plot, scale.axis
    painter.setFont(look.font(11, mono=True))
    for value in sorted({scale.low, 0.0, scale.high}):
        y = scale.y(value)
        painter.setPen(QPen(look.colour("line"), 1))
        painter.drawLine(QLineF(plot.left(), y, plot.right(), y))
        painter.setPen(look.colour("muted"))
        text = number(value, 1) if value else "0"
        painter.drawText(QRectF(0, y - px(8), plot.left() - px(6), px(16)), _RIGHT, text)
    metrics = QFontMetricsF(painter.font())
    widest = metrics.horizontalAdvance(signed(scale.reach, 0)) + px(22)
    step = max(1, axis.ticks(widest).step)
    first = -(-(axis.cells.start - scale.reach) // step) * step
    for offset in range(first, axis.cells.stop - scale.reach, step):
        if not scale.shows(offset):
            continue
        x = scale.x(offset)
        top = plot.top() if offset == 0 else plot.bottom()
        painter.setPen(QPen(look.colour("line"), 1))
        painter.drawLine(QLineF(x, top, x, plot.bottom() + px(4)))
        wide = metrics.horizontalAdvance(signed_whole(offset)) + 2
        left = min(max(x - wide / 2, 0), plot.right() + px(4) - wide)
        painter.setPen(look.colour("muted"))
        frame = QRectF(left, plot.bottom() + px(5), wide, px(14))
        painter.drawText(frame, _CENTRE, signed_whole(offset))
    painter.setFont(look.font(11))
    measure = QFontMetricsF(painter.font())
    wide = measure.horizontalAdvance(label) + 2
    left = max(0.0, min(plot.center().x() - wide / 2, plot.right() - wide))
    frame = QRectF(left, plot.bottom() + px(20), min(wide, plot.right()), px(16))
    elide = Qt.TextElideMode.ElideRight
    painter.drawText(frame, _CENTRE, measure.elidedText(label, elide, frame.width()))


def draw_curve(
    painter: QPainter,
    scale: Scale,
    values: npt.NDArray[np.float64],
    inside: tuple[int, int],
    look: Look,
    *,
    against: bool = False,
) -> None:
    """Draw a value for each block in sight; what is not inside two offsets is faint.

    A value that is no number leaves a gap. The curve that another is held against is dashed.
    """
    plot, axis = scale.plot, scale.axis
    x = axis.start + (block_middles(axis) - axis.sight.first) * axis.cell
    left = min(max(plot.left(), axis.edge(inside[0] + scale.reach)), plot.right())
    right = min(max(plot.left(), axis.edge(inside[1] + 1 + scale.reach)), plot.right())
    gaps = np.flatnonzero(~np.isfinite(values))
    runs = [run[np.isfinite(run[:, 1])] for run in np.split(np.stack([x, values], 1), gaps)]
    lines = [QPolygonF([QPointF(at, scale.y(value)) for at, value in run.tolist()]) for run in runs]
    for role, start, stop in (
        ("faint", plot.left(), left),
        ("faint", right, plot.right()),
        ("warning" if against else "text", left, right),
    ):
        if stop <= start:
            continue
        painter.save()
        part = QRectF(start, plot.top() - 2, stop - start, plot.height() + 4)
        painter.setClipRect(part, Qt.ClipOperation.IntersectClip)
        for line in lines:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(_line_pen(role, against, look))
            painter.drawPolyline(line)
            if axis.each == 1 and axis.cell >= look.px(_DOTS_FROM):
                painter.setBrush(look.colour(role))
                painter.setPen(Qt.PenStyle.NoPen)
                for index in range(line.size()):
                    painter.drawEllipse(line.at(index), look.px(2.2), look.px(2.2))
        painter.restore()


def _line_pen(role: str, against: bool, look: Look) -> QPen:
    style = Qt.PenStyle.DashLine if against else Qt.PenStyle.SolidLine
    return QPen(look.colour(role), look.px(1.6 if against else 1.4), style)


def draw_names(painter: QPainter, scale: Scale, names: tuple[str, str], look: Look) -> float:
    """Name both curves above the plot; return where the names end."""
    px = look.px
    painter.setFont(look.font(11))
    metrics = QFontMetricsF(painter.font())
    left = scale.plot.left()
    for name, against in zip(names, (False, True), strict=True):
        middle = px(8)
        painter.setPen(_line_pen("warning" if against else "text", against, look))
        painter.drawLine(QLineF(left, middle, left + px(20), middle))
        painter.setPen(look.colour("muted"))
        wide = metrics.horizontalAdvance(name) + 2
        painter.drawText(QRectF(left + px(25), 0, wide, px(16)), _LEFT, name)
        left += px(25) + wide + px(16)
    return left


def draw_pointed(painter: QPainter, scale: Scale, offset: int, look: Look) -> None:
    """Draw a line at the offset under the pointer."""
    x = scale.x(offset)
    painter.setPen(QPen(look.colour("faint"), look.px(1)))
    painter.drawLine(QLineF(x, scale.plot.top(), x, scale.plot.bottom()))


def draw_selected(
    painter: QPainter, scale: Scale, offset: int, values: list[float], text: str, look: Look
) -> None:
    """Draw a line and dots at the selected offset, and its text where the curve is not."""
    px, plot = look.px, scale.plot
    x = scale.x(offset)
    painter.setPen(QPen(look.colour("accent"), px(2)))
    painter.drawLine(QLineF(x, plot.top(), x, plot.bottom()))
    painter.setPen(QPen(look.colour("panel"), px(2)))
    painter.setBrush(look.colour("accent"))
    known = [min(max(value, scale.low), scale.high) for value in values if value == value]
    for value in known:
        painter.drawEllipse(QPointF(x, scale.y(value)), px(5.5), px(5.5))
    y = scale.y(known[0]) if known else plot.bottom()
    painter.setFont(look.font(12, 600, mono=True))
    wide = QFontMetricsF(painter.font()).horizontalAdvance(text) + 1
    left = x + px(9) if x + px(9) + wide <= plot.right() else x - px(9) - wide
    below = y < plot.center().y() - px(12)
    frame = QRectF(left, plot.bottom() - px(20) if below else plot.top() + px(2), wide, px(16))
    painter.fillRect(frame.adjusted(-px(3), 0, px(3), 0), look.colour("panel", 0.85))
    painter.setPen(look.colour("text"))
    painter.drawText(frame, _LEFT, text)


def draw_shared(painter: QPainter, scale: Scale, text: str, left: float, look: Look) -> None:
    """Say above the plot, from `left` on, what a point stands for."""
    painter.setFont(look.font(11))
    painter.setPen(look.colour("muted"))
    frame = QRectF(left, 0, scale.plot.right() - left, scale.plot.top() - look.px(4))
    elide = Qt.TextElideMode.ElideRight
    shown = QFontMetricsF(painter.font()).elidedText(text, elide, frame.width())
    painter.drawText(frame, _RIGHT, shown)
