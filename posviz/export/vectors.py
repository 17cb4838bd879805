"""A painter for SVG and PDF whose images stay sharp in every viewer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPaintDevice, QPainter, QPainterPath

_EACH = 4
"""Pixels of an image to a logical pixel: at an edge a viewer that smooths blurs less than that."""
_FINEST = 4096


@dataclass(frozen=True)
class Clips:
    """What is cut off in a picture.

    Attributes
    ----------
    paths
        What stays, in coordinates of the picture; empty: everything.
    mark
        The text that marks, with the number of a path, the place from which it holds. No
        other text of a picture is the same.
    """

    paths: list[QPainterPath] = field(default_factory=list)
    mark: str = field(default_factory=lambda: f"clip-{uuid4().hex}-")


class VectorPainter(QPainter):
    """Repeats the pixels of small images, since many viewers smooth what they enlarge.

    Parameters
    ----------
    device : QPaintDevice
        What is painted on.
    clips : Clips, optional
        For an SVG: gets what is cut off around the picture, in turn.
    """

    def __init__(self, device: QPaintDevice, clips: Clips | None = None) -> None:
        self._clips = clips
        super().__init__(device)

    def drawImage(self, target: Any, image: Any, *more: Any) -> None:
        """Draw an image; what fills a frame is made as fine as the frame."""
        if isinstance(target, QRectF) and isinstance(image, QImage) and not more:
            image = enlarged(image, target.width() * _EACH, target.height() * _EACH)
        super().drawImage(target, image, *more)

    def setClipRect(self, *given: Any) -> None:
        """Cut off what is drawn from now on."""
        super().setClipRect(*given)
        self._mark()

    def setClipPath(self, *given: Any) -> None:
        """Cut off what is drawn from now on."""
        super().setClipPath(*given)
        self._mark()

    def restore(self) -> None:
        """Go back to what was saved, and to what was cut off then."""
        super().restore()
        self._mark()

    def _mark(self) -> None:
        """Leave a mark where the clip changes: Qt's own clips of an SVG are lost on the way.

        Its SVG 1.1 (6.11) keeps an inner clip after it was left, its SVG Tiny knows none.
        """
        if self._clips is None:
            return
        clip = self.worldTransform().map(self.clipPath()) if self.hasClipping() else QPainterPath()
        if self._clips.paths and self._clips.paths[-1] == clip:
            return
        self._clips.paths.append(clip)
        pen = self.pen()
        self.setPen(Qt.GlobalColor.black)
        super().drawText(QPointF(), f"{self._clips.mark}{len(self._clips.paths) - 1}")
        self.setPen(pen)


def enlarged(image: QImage, width: float, height: float) -> QImage:
    """Repeat each pixel a whole number of times, so that the image is about so large."""

    def times(pixels: int, wanted: float) -> int:
        return pixels * max(1, min(round(wanted / max(pixels, 1)), _FINEST // max(pixels, 1)))

    wide, high = times(image.width(), width), times(image.height(), height)
    if (wide, high) == (image.width(), image.height()):
        return image
    return image.scaled(
        wide, high, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.FastTransformation
    )
