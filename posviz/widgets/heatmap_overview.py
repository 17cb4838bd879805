"""A small map of a whole table with the part in sight marked, in a corner of its heat map."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from posviz.widgets.heatmap_axis import Axis, Sight
from posviz.widgets.heatmap_frame import Frame
from posviz.widgets.heatmap_image import TableImage
from posviz.widgets.heatmap_source import TableSource
from posviz.widgets.theme import Look, look

_SHARE = 0.2
_LARGEST = (160.0, 120.0)
_LEAST = (44.0, 32.0)
_MARGIN = 10.0
_RIM = 3.0
_LEAST_MARK = 7.0


class Overview:
    """The map's picture, which stays while one flies about, and its place."""

    def __init__(self) -> None:
        self._image = TableImage()
        self._grip: tuple[Frame, QPointF] | None = None

    @property
    def held(self) -> bool:
        """Whether the pointer holds the map: it stays where it is."""
        return self._grip is not None

    def take(self, overview: Frame, frame: Frame, at: QPointF) -> None:
        """Hold the mark at a point of it; elsewhere on the map, by its middle."""
        middle = QPointF(
            _middle(overview.columns, frame.columns), _middle(overview.rows, frame.rows)
        )
        self._grip = (
            overview,
            at - middle if mark(overview, frame, look()).contains(at) else QPointF(),
        )

    def release(self) -> None:
        """Let go."""
        self._grip = None

    def pulled(self, frame: Frame, at: QPointF) -> tuple[Sight, Sight]:
        """Rows and columns in sight when the mark is pulled to a point."""
        assert self._grip is not None
        overview, grip = self._grip
        middle = at - grip

        def moved(axis: Axis, sight: Sight, pixel: float) -> Sight:
            return sight.moved(axis.place_at(pixel) - (sight.first + sight.span / 2))

        return (
            moved(overview.rows, frame.rows.sight, middle.y()),
            moved(overview.columns, frame.columns.sight, middle.x()),
        )

    def frame(self, frame: Frame, selected: tuple[int, int], look: Look) -> Frame | None:
        """Where the map stands: at the bottom right, or where it leaves the selected cell free.

        None while the whole table is in sight, and where the map would take too much room.
        """
        if self._grip is not None:
            return self._grip[0]
        plot, px = frame.plot, look.px
        width, height = (
            round(min(_SHARE * room, px(most)))
            for room, most in zip((plot.width(), plot.height()), _LARGEST, strict=True)
        )
        whole = frame.rows.sight.is_whole and frame.columns.sight.is_whole
        if whole or width < px(_LEAST[0]) or height < px(_LEAST[1]):
            return None
        cell = QPointF(frame.columns.middle(selected[1]), frame.rows.middle(selected[0]))
        margin = round(px(_MARGIN))
        top, bottom = plot.top() + margin, plot.bottom() - margin - height
        left, right = plot.left() + margin, plot.right() - margin - width
        places = [
            Frame(
                Axis(Sight.whole(frame.rows.sight.count), y, height, frame.rows.density),
                Axis(Sight.whole(frame.columns.sight.count), x, width, frame.columns.density),
            )
            for x, y in ((right, bottom), (left, bottom))
            if y >= top and x >= left
        ]
        free = (place for place in places if not outer(place, look).contains(cell))
        return next(free, places[0] if places else None)

    def draw(
        self, painter: QPainter, source: TableSource, overview: Frame, frame: Frame, look: Look
    ) -> None:
        """Draw the map, the part out of sight veiled, the part in sight outlined."""
        plot, px = overview.plot, look.px
        painter.setPen(QPen(look.colour("muted"), 1))
        painter.setBrush(look.colour("panel"))
        painter.drawRect(outer(overview, look).adjusted(0.5, 0.5, -0.5, -0.5))
        self._image.draw(painter, source, overview.rows, overview.columns, look)
        seen = mark(overview, frame, look)
        veil = look.colour("panel", 0.5)
        painter.fillRect(QRectF(plot.topLeft(), QPointF(plot.right(), seen.top())), veil)
        painter.fillRect(QRectF(QPointF(plot.left(), seen.bottom()), plot.bottomRight()), veil)
        painter.fillRect(
            QRectF(QPointF(plot.left(), seen.top()), QPointF(seen.left(), seen.bottom())), veil
        )
        painter.fillRect(
            QRectF(QPointF(seen.right(), seen.top()), QPointF(plot.right(), seen.bottom())), veil
        )
        painter.setBrush(Qt.BrushStyle.NoBrush)
        # Dark under light shows on every colour.
        for colour, width in ((look.colour("panel"), 4.0), (look.colour("text"), 2.0)):
            pen = QPen(colour, px(width))
            pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
            painter.setPen(pen)
            painter.drawRect(seen)


def _middle(axis: Axis, seen: Axis) -> float:
    """Pixel of the middle of what is in sight."""
    return axis.edge(seen.sight.first + seen.sight.span / 2)


def outer(overview: Frame, look: Look) -> QRectF:
    """Place of the map with its rim."""
    rim = round(look.px(_RIM))
    return overview.plot.adjusted(-rim, -rim, rim, rim)


def mark(overview: Frame, frame: Frame, look: Look) -> QRectF:
    """Place of the part in sight, on the map and large enough to be seen."""

    def span(axis: Axis, sight: Sight) -> tuple[float, float]:
        room = min(max(axis.cell * sight.span, look.px(_LEAST_MARK)), axis.room)
        start = axis.edge(sight.first + sight.span / 2) - room / 2
        start = min(max(start, axis.start), axis.start + axis.room - room)
        return round(start), round(start + room)

    left, right = span(overview.columns, frame.columns.sight)
    top, bottom = span(overview.rows, frame.rows.sight)
    return QRectF(left, top, right - left, bottom - top)
