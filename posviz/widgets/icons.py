"""Icons drawn from SVG files in the colours of the current look."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QByteArray, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap
from PySide6.QtSvg import QSvgRenderer

from posviz.paths import resource
from posviz.widgets.theme import Look

_SIDE = 18
_DENSITY = 3  # pixels per logical pixel: sharp on every screen, scaled down by Qt


@lru_cache(maxsize=64)
def _source(name: str) -> str:
    return resource(f"icons/{name}.svg").read_text(encoding="utf-8")


def icon(name: str, look: Look, role: str = "text") -> QIcon:
    """Icon from ``resources/icons``, drawn in the colour of a role."""
    colours = ((QIcon.Mode.Normal, role), (QIcon.Mode.Disabled, "faint"))
    result = QIcon()
    for mode, colour in colours:
        svg = _source(name).replace("currentColor", look.colour(colour).name())
        pixmap, painter = _canvas(look)
        QSvgRenderer(QByteArray(svg.encode())).render(painter)
        painter.end()
        result.addPixmap(pixmap, mode)
    return result


def numbered_icon(number: int, look: Look, *, current: bool, done: bool) -> QIcon:
    """Chapter number in a circle: filled when current, a tick when done."""
    pixmap, painter = _canvas(look)
    # QSvgRenderer paints into the whole device; here one unit is one logical pixel.
    scale = pixmap.width() / _SIDE
    painter.scale(scale, scale)
    circle = QRectF(1, 1, _SIDE - 2, _SIDE - 2)
    ink = look.colour("on_accent" if current else "muted")
    if current:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("accent"))
    else:
        painter.setPen(QPen(QColor(look.plus) if done else look.colour("faint"), 1))
    painter.drawEllipse(circle)
    if done and not current:
        painter.setPen(QPen(QColor(look.plus), 1.6))
        painter.drawPolyline(
            [
                circle.center() + QPointF(-3.6, 0.2),
                circle.center() + QPointF(-1.0, 2.8),
                circle.center() + QPointF(3.6, -2.8),
            ]
        )
    else:
        font = look.font(14, 600)
        font.setPixelSize(11)  # of the 18 units of the canvas, at every text size
        painter.setFont(font)
        painter.setPen(ink)
        painter.drawText(circle, Qt.AlignmentFlag.AlignCenter, str(number))
    painter.end()
    return QIcon(pixmap)


def _canvas(look: Look) -> tuple[QPixmap, QPainter]:
    side = round(look.px(_SIDE) * _DENSITY)
    pixmap = QPixmap(side, side)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    return pixmap, painter
