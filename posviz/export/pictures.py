"""Pictures of what a panel shows: PNG, SVG or PDF, all by the same painting."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QCoreApplication,
    QIODevice,
    QMarginsF,
    QRectF,
    QSize,
    QSizeF,
)
from PySide6.QtGui import (
    QColor,
    QImage,
    QImageWriter,
    QPageSize,
    QPainter,
    QPdfWriter,
)
from PySide6.QtSvg import QSvgGenerator

from posviz.export.files import ExportError, beside, format_of
from posviz.export.outlines import portable
from posviz.export.vectors import Clips, VectorPainter

_LONGEST = 32_767
"""Qt paints no further."""

Draw = Callable[[QPainter, QSizeF], None]


def _tr(text: str) -> str:
    return QCoreApplication.translate("export", text)


def write_picture(
    path: Path, draw: Draw, size: QSize, *, background: QColor, title: str, scale: float = 1.0
) -> None:
    """Write a picture of `size` logical pixels; `scale` makes a PNG finer.

    A background of no opacity leaves the picture transparent. SVG and PDF hold lines and text;
    what is an image in them, such as the cells of a heat map, stays sharp however large it is
    shown.

    Raises
    ------
    ExportError
        If it cannot be written; the file there was is as it was.
    """
    ending = format_of(path)
    # Qt's own writers do not say that a disk is full; Python does.
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    with beside(path) as temporary:
        if ending == ".png":
            _write_png(buffer, draw, size, background, scale)
        elif ending == ".svg":
            _write_svg(buffer, draw, size, background, title)
        else:
            _write_pdf(buffer, draw, size, background, title)
        temporary.write_bytes(buffer.data().data())


def make_image(draw: Draw, size: QSize, *, background: QColor, scale: float = 1.0) -> QImage:
    """Return a picture of `size` logical pixels, `scale` times as fine.

    Raises
    ------
    ExportError
        If memory does not suffice.
    """
    pixels = size * scale
    image = QImage()
    if max(pixels.width(), pixels.height()) <= _LONGEST:
        image = QImage(pixels, QImage.Format.Format_ARGB32_Premultiplied)
    if image.isNull():
        raise ExportError(_tr("The picture is too large for memory. Choose a smaller size."))
    image.setDevicePixelRatio(scale)
    image.fill(background)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    draw(painter, QSizeF(size))
    painter.end()
    return image


def _write_png(buffer: QBuffer, draw: Draw, size: QSize, background: QColor, scale: float) -> None:
    image = make_image(draw, size, background=background, scale=scale)
    if not QImageWriter(buffer, QByteArray(b"png")).write(image):
        raise ExportError(_tr("The picture is too large for memory. Choose a smaller size."))


def _write_svg(buffer: QBuffer, draw: Draw, size: QSize, background: QColor, title: str) -> None:
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setResolution(96)
    generator.setSize(size)
    generator.setViewBox(QRectF(0, 0, size.width(), size.height()))
    generator.setTitle(title)
    clips = Clips()
    _paint(VectorPainter(generator, clips), draw, size, background)
    made = portable(bytes(buffer.data().data()), clips)
    buffer.buffer().clear()
    buffer.seek(0)
    buffer.write(made)


def _write_pdf(buffer: QBuffer, draw: Draw, size: QSize, background: QColor, title: str) -> None:
    writer = QPdfWriter(buffer)
    writer.setTitle(title)
    writer.setResolution(1200)
    # One logical pixel is 1/96 inch, as on paper and in CSS.
    writer.setPageSize(QPageSize(QSizeF(size) / 96, QPageSize.Unit.Inch))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    painter = VectorPainter(writer)
    painter.scale(1200 / 96, 1200 / 96)
    _paint(painter, draw, size, background)


def _paint(painter: QPainter, draw: Draw, size: QSize, background: QColor) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    # Otherwise a PDF holds JPEG, whose colours are not those of the data.
    painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering)
    if background.alpha():
        painter.fillRect(QRectF(0, 0, size.width(), size.height()), background)
    draw(painter, QSizeF(size))
    painter.end()
