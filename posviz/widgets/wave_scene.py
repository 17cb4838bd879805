"""The pyqtgraph part of the wave plot; importing it imports pyqtgraph, which is slow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QTransform

from posviz.model.notation import grouped
from posviz.widgets.theme import DARK, Look
from posviz.widgets.wave_legend import Wave, pen_of

MOST_POINTS = 4000
"""Points of a curve over what is in sight."""
_POINTS_PER_PERIOD = 24
_BAND_BELOW = 8.0
"""Waves with fewer pixels to a period are drawn as the band that they fill."""
_DENSE_BELOW = 24.0
"""Waves with fewer pixels to a period are drawn solid."""
_DOTS_FROM = 9.0
"""Positions so many pixels apart carry dots."""
_Y = 1.12


class Axis(pg.AxisItem):  # type: ignore[misc]  # pyqtgraph has no types
    """Whole numbers, written as everywhere in the program."""

    def tickStrings(self, values: Iterable[float], scale: float, spacing: float) -> list[str]:
        """Write whole numbers; between them nothing."""
        return [grouped(round(v)) if abs(v - round(v)) < 1e-6 else "" for v in values]

    def paint(self, p: QPainter, opt: object, widget: object) -> None:
        """Draw straight away: the base's detour by a QPicture loses the sizes in PDF files."""
        specs = self.generateDrawSpecs(p)
        if specs is not None:
            line, _, texts = specs
            # Ticks are no longer than nothing here, which some readers of PDF call an error.
            self.drawPicture(p, line, [], texts)


class Dots(pg.GraphicsObject):  # type: ignore[misc]  # pyqtgraph has no types
    """Round dots of a size in pixels, at places of the plot.

    pyqtgraph's own scatter needs QPainter.drawPixmapFragments, which crashes in some
    versions of PySide6.
    """

    def __init__(self) -> None:
        super().__init__()
        self._dots: list[tuple[QPointF, QColor, float]] = []
        self._bounds = QRectF()

    def set_dots(self, dots: list[tuple[QPointF, QColor, float]], bounds: QRectF) -> None:
        """Show dots: place, colour and radius in pixels."""
        self.prepareGeometryChange()
        self._dots, self._bounds = dots, bounds
        self.update()

    def boundingRect(self) -> QRectF:
        """Return what is in sight, since sizes in pixels know no other bounds."""
        return self._bounds

    def paint(self, painter: QPainter, option: object, widget: object) -> None:
        """Draw in pixels, where the transform of the plot puts the places."""
        to_pixels = painter.worldTransform()
        painter.setWorldTransform(QTransform())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        for place, colour, radius in self._dots:
            painter.setBrush(colour)
            painter.drawEllipse(to_pixels.map(place), radius, radius)
        painter.setWorldTransform(to_pixels)


class WaveScene:
    """Curves, dots and the cursor in a `pg.PlotWidget`."""

    def __init__(self) -> None:
        self.bottom, self.left = Axis("bottom"), Axis("left")
        self.plot = pg.PlotWidget(axisItems={"bottom": self.bottom, "left": self.left})
        self.plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.plot.setAntialiasing(True)
        item = self.plot.getPlotItem()
        item.hideButtons()
        item.setMenuEnabled(False)
        item.setContentsMargins(0, 0, 0, 0)
        self.left.setTicks([[(-1, "−1"), (0, "0"), (1, "+1")]])
        self.view = item.getViewBox()
        self.view.setDefaultPadding(0)
        self.view.disableAutoRange()
        self.view.setMouseEnabled(x=True, y=False)
        self.view.setYRange(-_Y, _Y, padding=0)
        self.zero = pg.InfiniteLine(0, angle=0)
        self.cursor = pg.InfiniteLine(0, angle=90, movable=True)
        self.dots = Dots()
        for part in (self.zero, self.cursor, self.dots):
            item.addItem(part, ignoreBounds=True)
        self.dots.setZValue(10)
        self._curves: list[pg.PlotCurveItem] = []
        self._waves: Sequence[Wave] = ()
        self._position = 0
        self._last = -1
        self._look, self._pens, self._dot_scale = DARK, 1.0, 1.0

    def show(self, waves: Sequence[Wave], position: int, last: int) -> None:
        """Show waves over the positions 0 .. last, and the cursor at one of them."""
        self._waves, self._position = waves, position
        for curve in self._curves[len(waves) :]:
            self.plot.removeItem(curve)
        del self._curves[len(waves) :]
        while len(self._curves) < len(waves):
            curve = pg.PlotCurveItem(antialias=True)
            self.plot.addItem(curve, ignoreBounds=True)
            self._curves.append(curve)
        if last != self._last:
            self._last = last
            low, high = -0.5, last + 0.5
            self.cursor.setBounds((0, last))
            self.view.setLimits(
                xMin=low, xMax=high, minXRange=min(2.0, high - low), maxXRange=high - low,
                yMin=-_Y, yMax=_Y,
            )  # fmt: skip
            self.view.setXRange(low, high, padding=0)
        self.cursor.setValue(position)

    def style(self, look: Look, pens: float = 1.0, dots: float = 1.0) -> None:
        """Take colours and sizes.

        Parameters
        ----------
        look
            Where they come from.
        pens
            How many device pixels a pixel has: widths of cosmetic pens are in those.
        dots
            How many units of the painter a pixel has.
        """
        self._look, self._pens, self._dot_scale = look, pens, dots
        self.plot.setBackground(look.colour("panel"))
        line = _cosmetic(QPen(look.colour("line"), look.px(1) * pens))
        for axis in (self.left, self.bottom):
            axis.setPen(line)
            axis.setTextPen(look.colour("muted"))
            axis.setTickFont(look.font(11, mono=True))
            offset, room = round(look.px(6)), round(look.px(30))
            axis.setStyle(tickLength=0, tickTextOffset=offset, hideOverlappingLabels=room)
        self.left.setWidth(look.px(30))
        self.bottom.setHeight(look.px(40))
        self.zero.setPen(line)
        accent = look.colour("accent")
        self.cursor.setPen(_cosmetic(QPen(accent, look.px(1) * pens)))
        # The line can be taken hold of as far as its hover pen reaches.
        hold = look.colour("accent", 0.35)
        self.cursor.setHoverPen(_cosmetic(QPen(hold, look.px(9) * pens)))

    def name_axis(self, name: str, look: Look) -> None:
        """Write what the horizontal axis counts."""
        self.bottom.setLabel(name)
        self.bottom.label.setFont(look.font(12))

    def sample(self) -> None:
        """Compute the curves over what is in sight, as finely as that needs."""
        (low, high), _ = self.view.viewRange()
        pixels = max(1.0, self.view.width())
        low, high = max(low, 0.0), min(high, float(self._last))
        for wave, curve in zip(self._waves, self._curves, strict=True):
            periods = (high - low) * wave.frequency / (2 * np.pi)
            band, dense = (
                periods * pixels_each > pixels for pixels_each in (_BAND_BELOW, _DENSE_BELOW)
            )
            pen = _cosmetic(pen_of(wave, self._look, self._pens))
            if dense:
                # Steep strokes hide dashes, and one path of many would be slow to paint.
                pen.setStyle(Qt.PenStyle.SolidLine)
                pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            curve.setPen(pen)
            curve.setSegmentedLineMode("on" if dense else "off")
            curve.setZValue(0 if band else 2 if wave.selected else 1)
            colour = pen.color()
            colour.setAlphaF(0.12)
            curve.setBrush(QBrush(colour) if band else None)
            curve.setFillLevel(-1.0 if band else None)
            if band:
                x = np.array([low, low, high, high, low])
                curve.setData(x, np.array([-1.0, 1.0, 1.0, -1.0, -1.0]))
            else:
                points = min(
                    MOST_POINTS, max(2, round(pixels / 2), round(_POINTS_PER_PERIOD * periods))
                )
                x = np.linspace(low, high, points)
                curve.setData(x, np.sin(wave.frequency * x + wave.phase))
        self.dots.set_dots(self._dots(low, high, pixels), self.view.viewRect())

    def points(self, index: int) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """Places and heights of a curve as drawn."""
        x, y = self._curves[index].getData()
        return x, y

    def position_at(self, scene_point: QPointF) -> int | None:
        """Whole position nearest to a point; None beside the plot."""
        if not self.view.sceneBoundingRect().contains(scene_point):
            return None
        x = float(self.view.mapSceneToView(scene_point).x())
        return min(max(0, round(x)), self._last)

    def _dots(self, low: float, high: float, pixels: float) -> list[tuple[QPointF, QColor, float]]:
        """Dots at whole positions if there is room, larger ones at the cursor."""
        look = self._look
        places = range(0)
        (left, right), _ = self.view.viewRange()
        if pixels / (right - left) >= look.px(_DOTS_FROM):
            places = range(int(np.ceil(low)), int(high) + 1)
        small, large = (look.px(radius) * self._dot_scale for radius in (2.2, 4.5))
        dots = []
        for wave in self._waves:
            colour = pen_of(wave, look).color()
            dots += [(QPointF(x, wave.at(x)), colour, small) for x in places]
            dots.append((QPointF(self._position, wave.at(self._position)), colour, large))
        return dots


def _cosmetic(pen: QPen) -> QPen:
    """A pen whose width is in pixels, not in positions."""
    pen.setCosmetic(True)
    return pen
