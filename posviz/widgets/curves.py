"""Lines over whole numbers, with the part past a limit shaded; how they are painted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF

from posviz.widgets.theme import Look

_COLOURS = ("plus", "minus", "text", "muted")
_STYLES = (
    Qt.PenStyle.SolidLine,
    Qt.PenStyle.DashLine,
    Qt.PenStyle.DashDotLine,
    Qt.PenStyle.DotLine,
)
_SHADE = 0.1
_DENSE = 1.5
"""Points a pixel from which on a line is drawn as the band that it fills."""
_FAR = 1e5
_CORNER = 1e-6
Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Curves:
    """A few lines over the same places.

    Parameters
    ----------
    x : ndarray of int, shape (n,)
        The places, rising.
    lines : ndarray of float64, shape (lines, n)
        NaN where a line has no value. A value beyond low or high leaves the picture.
    labels : tuple of str
        What each line is, (lines,).
    low, high : float
        Values at the lower and the upper edge.
    ticks : tuple of (float, str)
        Values with a rule, and what is written there.
    x_name : str
        What a place is: "offset".
    shade : tuple of (float, float, str), optional
        A shaded part from one place to another, and its name.
    stepped : bool
        Whether a line keeps its value up to the next place.
    dotted : bool
        Whether each place has a dot.
    """

    x: NDArray[np.int64]  # (n,)
    lines: NDArray[np.float64]  # (lines, n)
    labels: tuple[str, ...]
    low: float
    high: float
    ticks: tuple[tuple[float, str], ...]
    x_name: str
    shade: tuple[float, float, str] | None = None
    stepped: bool = False
    dotted: bool = False

    @property
    def first(self) -> int:
        """The place at the left edge."""
        return int(self.x[0])

    @property
    def last(self) -> int:
        """The place at the right edge."""
        return int(self.x[-1])

    def across(self, place: float, frame: QRectF) -> float:
        """Pixel of a place."""
        return frame.left() + frame.width() * (place - self.first) / max(1, self.last - self.first)

    def down(self, value: float, frame: QRectF) -> float:
        """Pixel of a value."""
        return frame.bottom() - frame.height() * (value - self.low) / (self.high - self.low)

    def nearest(self, pixel: float, frame: QRectF) -> int:
        """Index of the place nearest to a pixel."""
        share = (pixel - frame.left()) / max(1.0, frame.width())
        place = self.first + share * (self.last - self.first)
        return int(np.abs(self.x - place).argmin())


def line_pen(order: int, look: Look) -> QPen:
    """Colour and dashes of the line of that number; the accent stays for what is selected."""
    pen = QPen(look.colour(_COLOURS[order % 4]), look.px(1.7), _STYLES[order % 4])
    pen.setJoinStyle(Qt.PenJoinStyle.BevelJoin)  # round ones take twice as long
    return pen


def draw_curves(painter: QPainter, frame: QRectF, curves: Curves, look: Look) -> None:
    """Paint the shade, the rules and the lines into a frame, without any text."""
    painter.save()
    painter.setClipRect(frame.adjusted(-2, -2, 2, 2), Qt.ClipOperation.IntersectClip)
    if curves.shade is not None:
        start, stop, _ = curves.shade
        left, right = curves.across(start, frame), curves.across(stop, frame)
        painter.fillRect(
            QRectF(left, frame.top(), right - left, frame.height()), look.colour("warning", _SHADE)
        )
    painter.setPen(QPen(look.colour("line"), 1))
    for value, _ in curves.ticks:
        y = round(curves.down(value, frame)) + 0.5
        painter.drawLine(QLineF(frame.left(), y, frame.right(), y))
    for order in reversed(range(len(curves.lines))):
        painter.setPen(line_pen(order, look))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for across, down in _parts(curves, order, frame):
            if len(across) > _DENSE * frame.width():
                painter.setBrush(painter.pen().color())
                painter.setPen(Qt.PenStyle.NoPen)
                smooth = painter.testRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # 4 x as fast
                painter.drawPolygon(_polygon(*_band(across, down, look.px(0.8))))
                painter.setRenderHint(QPainter.RenderHint.Antialiasing, smooth)
                continue
            points = _polygon(across, down)
            painter.drawPolyline(points)
            if curves.dotted:
                _draw_dots(painter, points, look)
    painter.restore()


def _parts(curves: Curves, order: int, frame: QRectF) -> Iterator[tuple[Floats, Floats]]:
    """Pixels of the pieces of a line between gaps, without points inside a straight run."""
    known = np.isfinite(curves.lines[order])
    edges = np.flatnonzero(np.diff(np.concatenate([[0], known.astype(np.int8), [0]])))
    for start, stop in edges.reshape(-1, 2):
        x = curves.x[start:stop].astype(np.float64)
        y = curves.lines[order, start:stop]
        if curves.stepped:
            changes = np.concatenate([[0], np.flatnonzero(np.diff(y)) + 1, [len(y) - 1]])
            x, y = np.repeat(x[changes], 2)[1:], np.repeat(y[changes], 2)[:-1]
        left, right = curves.across(curves.first, frame), curves.across(curves.last, frame)
        across = np.interp(x, (curves.first, curves.last), (left, right))
        per_value = frame.height() / (curves.high - curves.low)
        down = np.clip(frame.bottom() - (y - curves.low) * per_value, -_FAR, _FAR)
        if len(x) > 2 and not curves.dotted:
            corner = np.abs(np.diff(np.diff(down))) + np.abs(np.diff(np.diff(across))) > _CORNER
            kept = np.concatenate([[True], corner, [True]])
            across, down = across[kept], down[kept]
        yield across, down


def _band(across: Floats, down: Floats, half: float) -> tuple[Floats, Floats]:
    """Outline of what a dense line fills: from its least to its greatest value in each pixel.

    Drawn as a line it would take ten times as long.
    """
    pixel = np.floor(across - across[0])
    starts = np.flatnonzero(np.diff(pixel, prepend=-1.0))
    upper, lower = np.minimum.reduceat(down, starts), np.maximum.reduceat(down, starts)
    # Each pixel reaches to the next one, as the line does.
    upper[:-1], lower[:-1] = np.minimum(upper[:-1], lower[1:]), np.maximum(lower[:-1], upper[1:])
    edges = np.repeat(np.append(across[starts], across[-1]), 2)[1:-1]  # a peak is a pixel wide
    upper, lower = np.repeat(upper - half, 2), np.repeat(lower + half, 2)
    return np.concatenate([edges, edges[::-1]]), np.concatenate([upper, lower[::-1]])


def _polygon(across: Floats, down: Floats) -> QPolygonF:
    return QPolygonF(list(map(QPointF, across.tolist(), down.tolist())))


def _draw_dots(painter: QPainter, points: QPolygonF, look: Look) -> None:
    pen = painter.pen()
    painter.setBrush(pen.color())
    painter.setPen(Qt.PenStyle.NoPen)
    for index in range(points.size()):
        painter.drawEllipse(points.at(index), look.px(2), look.px(2))
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
