"""What a wave is, how its line looks, and the list that names each line."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from posviz.model.notation import signed
from posviz.widgets.painted import PaintedView
from posviz.widgets.theme import Look, look

_COLOURS = ("plus", "text", "minus", "muted")
_STYLES = (
    Qt.PenStyle.SolidLine,
    Qt.PenStyle.DashDotLine,
    Qt.PenStyle.DotLine,
    Qt.PenStyle.DashDotDotLine,
)
_ROW = 22.0
_SAMPLE = 22.0
_DECIMALS = 4
_WIDEST = "+0.0000"


@dataclass(frozen=True)
class Wave:
    """One line: sin(frequency · x + phase).

    Attributes
    ----------
    label
        What the line is.
    frequency
        Radians per position.
    phase
        Radians: 0 for a sine, π/2 for a cosine.
    selected
        Whether it belongs to the selected pair.
    order
        Number among the waves that are not selected; it chooses colour and dashes.
    """

    label: str
    frequency: float
    phase: float = 0.0
    selected: bool = False
    order: int = 0

    def at(self, x: float) -> float:
        """Height of the line at a place."""
        return math.sin(self.frequency * x + self.phase)


def pen_of(wave: Wave, look: Look, scale: float = 1.0) -> QPen:
    """Line of a wave: the accent for the selected pair, else a colour and dashes of its own."""
    if wave.selected:
        dashed = wave.phase != 0
        style = Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine
        return QPen(look.colour("accent"), look.px(1.5 if dashed else 2.5) * scale, style)
    turn = wave.order // len(_COLOURS)
    colour = look.colour(_COLOURS[wave.order % len(_COLOURS)])
    style = _STYLES[(wave.order + turn) % len(_STYLES)]
    return QPen(colour, look.px(1.5) * scale, style)


class WaveLegend(PaintedView):
    """Names the waves with their value at the cursor, in as many rows as they need.

    Signals
    -------
    activated(int)
        The wave that was clicked.
    """

    activated = Signal(int)
    is_legend = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._waves: tuple[Wave, ...] = ()
        self._position = 0
        self.setMouseTracking(True)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_waves(self, waves: Sequence[Wave], position: int) -> None:
        """Name waves, with their values at a position."""
        self._waves, self._position = tuple(waves), position
        self.updateGeometry()
        self.update()

    def wave_at(self, at: QPoint) -> int:
        """Wave whose name stands at a point; −1 where there is none."""
        places = self._places(self.width(), look())
        return next((i for i, place in enumerate(places) if place.contains(at)), -1)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        places = self._places(width, look())
        return round(places[-1].bottom()) if places else 0

    def sizeHint(self) -> QSize:
        width = round(look().px(360))
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(look().px(200)), round(look().px(_ROW)))

    def _places(self, width: float, look: Look) -> list[QRectF]:
        """Entries under each other in columns of equal width, so that values line up."""
        font = QFontMetricsF(look.font(12))
        value = QFontMetricsF(look.font(12, mono=True)).horizontalAdvance(_WIDEST)
        widest = max((font.horizontalAdvance(wave.label) for wave in self._waves), default=0.0)
        entry = widest + value + look.px(_SAMPLE + 34)
        columns = max(1, min(int(width // entry), len(self._waves)))
        size = QSizeF(min(entry, width), look.px(_ROW))
        return [
            QRectF(QPointF(i % columns * size.width(), i // columns * size.height()), size)
            for i in range(len(self._waves))
        ]

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        px = look.px
        for wave, place in zip(self._waves, self._places(size.width(), look), strict=True):
            painter.setPen(pen_of(wave, look))
            y = place.center().y()
            painter.drawLine(QPointF(place.x(), y), QPointF(place.x() + px(_SAMPLE), y))
            inner = place.adjusted(px(_SAMPLE + 8), 0, -px(14), 0)
            painter.setFont(look.font(12, mono=True))
            painter.setPen(look.colour("text"))
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(inner, right, signed(wave.at(self._position), _DECIMALS))
            inner.setRight(inner.right() - px(8) - painter.fontMetrics().horizontalAdvance(_WIDEST))
            painter.setFont(look.font(12))
            painter.setPen(look.colour("accent" if wave.selected else "muted"))
            shown = QFontMetricsF(painter.font()).elidedText(
                wave.label, Qt.TextElideMode.ElideRight, inner.width()
            )
            painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter, shown)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        over = self.wave_at(event.position().toPoint()) >= 0
        self.setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.wave_at(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index >= 0:
            self.activated.emit(index)

    def leaveEvent(self, event: QEvent) -> None:
        self.unsetCursor()
