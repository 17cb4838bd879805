"""The cells of a table in sight as an image, made again only when they changed."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPaintEngine, QPainter

from posviz.model.palette import palette_indices
from posviz.widgets.heatmap_axis import Axis
from posviz.widgets.heatmap_source import HasIndices, TableSource
from posviz.widgets.theme import Look

_FINEST = 4096


class TableImage:
    """Holds the last picture, one image pixel for each block."""

    def __init__(self) -> None:
        self._key: object = None
        self._image = QImage()
        # Fresh memory for every frame would take longer than to fill it.
        self._memory = np.empty(0, dtype=np.uint8)
        self._values = np.empty(0, dtype=np.float32)

    def draw(
        self, painter: QPainter, source: TableSource, rows: Axis, columns: Axis, look: Look
    ) -> None:
        """Draw the cells in sight into the place of the two axes."""
        self._update(source, rows, columns, look)
        image = self._image
        top, bottom = (rows.edge(b * rows.each) for b in (rows.blocks.start, rows.blocks.stop))
        left, right = (
            columns.edge(b * columns.each) for b in (columns.blocks.start, columns.blocks.stop)
        )
        painter.save()
        painter.setClipRect(
            QRectF(columns.start, rows.start, columns.room, rows.room),
            Qt.ClipOperation.IntersectClip,
        )
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        # Otherwise a PDF holds JPEG, whose colours are not the table's.
        painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering)
        if painter.paintEngine().type() in (QPaintEngine.Type.SVG, QPaintEngine.Type.Pdf):
            image = _for_any_viewer(image, (right - left) * 2, (bottom - top) * 2)
        painter.drawImage(QRectF(left, top, right - left, bottom - top), image)
        painter.restore()

    def _update(self, source: TableSource, rows: Axis, columns: Axis, look: Look) -> None:
        key = (source, rows.blocks, rows.each, columns.blocks, columns.each, look)
        if key == self._key:
            return
        height, width = len(rows.blocks), len(columns.blocks)
        size = height * width
        if size > self._memory.size:
            self._memory = np.empty(size, dtype=np.uint8)
        indices = self._memory[:size].reshape(height, width)
        window = (
            rows.blocks.start * rows.each,
            rows.each,
            columns.blocks.start * columns.each,
            columns.each,
        )
        if isinstance(source, HasIndices):
            source.indices(*window, indices)
        else:
            if size > self._values.size:
                self._values = np.empty(size, dtype=np.float32)
            cells = self._values[:size].reshape(height, width)
            source.tile(*window, cells)
            palette_indices(cells, indices)
        # The indexed image only borrows the memory; its copy in RGB is drawn 8 times faster.
        self._image = QImage()  # its memory serves the new one
        indexed = QImage(indices.data, width, height, width, QImage.Format.Format_Indexed8)
        indexed.setColorTable(_colours(look))
        self._image = indexed.convertToFormat(QImage.Format.Format_RGB32)
        self._key = key


@lru_cache(maxsize=4)
def _colours(look: Look) -> list[int]:
    return [int(colour) for colour in look.palette_table]


def _for_any_viewer(image: QImage, width: float, height: float) -> QImage:
    """Repeat pixels, since many viewers of vector files smooth small images."""

    def times(pixels: int, wanted: float) -> int:
        return pixels * max(1, min(round(wanted / pixels), _FINEST // pixels))

    return image.scaled(
        times(image.width(), width),
        times(image.height(), height),
        Qt.AspectRatioMode.IgnoreAspectRatio,
        Qt.TransformationMode.FastTransformation,
    )
