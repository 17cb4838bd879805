"""How a map is painted: dots, lines to those lit, labels, names of the axes."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPaintEngine, QPainter, QPen

from posviz.widgets.point_cloud import point_cloud
from posviz.widgets.scatter_layout import AXIS_SIZE, LABEL_SIZE, Points, Scene, label_text
from posviz.widgets.theme import Look

_FILE_DENSITY = 3.0
_CENTRE = Qt.AlignmentFlag.AlignCenter


class Cloud:
    """The points that have no mark as one picture, made again only when they move."""

    def __init__(self) -> None:
        self._key: object = None
        self._image = QImage()

    def draw(self, painter: QPainter, scene: Scene, colour: QColor) -> None:
        """Draw the dots of a scene."""
        if not scene.many:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            for x, y in scene.pixels[scene.visible].tolist():
                painter.drawEllipse(QPointF(x, y), scene.dot / 2, scene.dot / 2)
            return
        vector = painter.paintEngine().type() in (QPaintEngine.Type.SVG, QPaintEngine.Type.Pdf)
        density = _FILE_DENSITY if vector else painter.device().devicePixelRatioF()
        frame = scene.frame
        key = (id(scene.pixels), density, colour.rgba())
        if key != self._key:
            self._image = point_cloud(
                scene.pixels if density == 1 else scene.pixels * density,
                round(frame.width * density),
                round(frame.height * density),
                scene.dot * density,
                colour,
            )
            self._key = key
        painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering)
        painter.drawImage(QRectF(0, 0, frame.width, frame.height), self._image)


def draw_axes(painter: QPainter, scene: Scene, look: Look) -> None:
    """Draw thin lines through the mean of the points."""
    frame = scene.frame
    x, y = frame.on_screen(np.zeros((1, 2)))[0].tolist()
    painter.setPen(QPen(look.colour("line"), 1))
    if 0 <= x <= frame.width:
        painter.drawLine(QLineF(x, 0, x, frame.height))
    if 0 <= y <= frame.height:
        painter.drawLine(QLineF(0, y, frame.width, y))


def draw_lines(painter: QPainter, scene: Scene, look: Look) -> None:
    """Draw lines from the selected point to those that are lit."""
    if scene.marks.selected < 0:
        return
    start = QPointF(*scene.pixels[scene.marks.selected].tolist())
    painter.setPen(QPen(look.colour("plus", 0.45), look.px(1)))
    for row in scene.marks.lit:
        painter.drawLine(start, QPointF(*scene.pixels[row].tolist()))


def draw_marks(painter: QPainter, scene: Scene, look: Look) -> None:
    """Draw the marked dots."""
    marks, pixels = scene.marks, scene.pixels
    edge = look.px(1.5)
    for row in marks.ringed:
        if row == marks.selected:
            continue
        radius = scene.radius(row, look) + look.px(2.5)
        painter.setPen(QPen(look.colour("text"), look.px(1.2)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(QPointF(*pixels[row].tolist()), radius, radius)
    for row in reversed(marks.rows):
        if row in marks.lit or row == marks.selected:
            role = "accent" if row == marks.selected else "plus"
            painter.setPen(QPen(look.colour("panel"), edge))
            painter.setBrush(look.colour(role))
            radius = scene.radius(row, look) + edge / 2
            painter.drawEllipse(QPointF(*pixels[row].tolist()), radius, radius)


def draw_plates(painter: QPainter, scene: Scene, look: Look, covered: QRectF) -> None:
    """Dim what lies below the labels that are written, so that they can be read."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(look.colour("panel", 0.8))
    for place in (*scene.axis_texts, *scene.labels.values()):
        if not place.isNull() and not place.intersects(covered):
            painter.drawRoundedRect(place, look.px(3), look.px(3))


def draw_labels(
    painter: QPainter, scene: Scene, points: Points, look: Look, covered: QRectF
) -> None:
    """Write the labels, except those below a place that is covered."""
    marks = scene.marks
    painter.setFont(look.font(AXIS_SIZE))
    painter.setPen(look.colour("muted"))
    for place, text in zip(scene.axis_texts, points.axes, strict=True):
        if not place.isNull() and not place.intersects(covered):
            painter.drawText(place, _CENTRE, text)
    for row, place in scene.labels.items():
        if place.intersects(covered):
            continue
        line = scene.line_to_label(row, look)
        if line is not None:
            painter.setPen(QPen(look.colour("muted", 0.8), look.px(1)))
            painter.drawLine(line)
        chosen = row == marks.selected
        painter.setFont(look.font(LABEL_SIZE, 600 if chosen else 400))
        painter.setPen(look.colour("text" if chosen or row in marks.lit else "muted"))
        painter.drawText(place, _CENTRE, label_text(points, row))


def hover_place(scene: Scene, points: Points, row: int, look: Look) -> QRectF:
    """Where the name of the point under the pointer is written."""
    metrics = QFontMetricsF(look.font(LABEL_SIZE, 600))
    width = metrics.horizontalAdvance(label_text(points, row)) + look.px(8)
    height = metrics.height() + look.px(4)
    if row in scene.labels:
        place = QRectF(0, 0, width, height)
        place.moveCenter(scene.labels[row].center())
    else:
        x, y = scene.pixels[row].tolist()
        place = QRectF(x + scene.radius(row, look) + look.px(4), y - height / 2, width, height)
        if place.right() > scene.frame.width:
            place.moveRight(x - scene.radius(row, look) - look.px(4))
    place.moveLeft(max(0.0, min(place.left(), scene.frame.width - width)))
    place.moveTop(max(0.0, min(place.top(), scene.frame.height - height)))
    return place


def draw_hover(
    painter: QPainter, scene: Scene, points: Points, row: int, place: QRectF, look: Look
) -> None:
    """Draw the point under the pointer and its name."""
    at = QPointF(*scene.pixels[row].tolist())
    radius = scene.radius(row, look) + look.px(2)
    painter.setPen(QPen(look.colour("text"), look.px(1.5)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(at, radius, radius)
    painter.setPen(QPen(look.colour("line"), 1))
    painter.setBrush(look.colour("raised"))
    painter.drawRoundedRect(place, look.px(4), look.px(4))
    painter.setFont(look.font(LABEL_SIZE, 600))
    painter.setPen(look.colour("text"))
    painter.drawText(place, _CENTRE, label_text(points, row))
