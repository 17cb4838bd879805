"""Write what a panel shows to a file: PNG, SVG, PDF, CSV or NPY.

Every file is written beside its target and renamed when it is complete, so a failed export
leaves the old file as it was.
"""

from __future__ import annotations

import csv
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
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
from PySide6.QtGui import QColor, QImage, QImageWriter, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

PICTURES = (".png", ".svg", ".pdf")
NUMBERS = (".csv", ".npy")
FORMATS = PICTURES + NUMBERS
MOST_NUMBERS = 20_000_000
"""The longest file of numbers that a panel writes: 160 MB as an array."""

Draw = Callable[[QPainter, QSizeF], None]


class ExportError(Exception):
    """A file that cannot be written; the message says why and what to do."""


@dataclass(frozen=True)
class Numbers:
    """The numbers that a panel shows.

    `array` is what an ``.npy`` file holds; `header` and `rows` are the lines of a ``.csv``
    file, where a missing value is an empty cell.
    """

    array: NDArray[Any]
    header: Sequence[str]
    rows: Iterable[Sequence[object]]


def _tr(text: str) -> str:
    return QCoreApplication.translate("export", text)


def format_of(path: Path) -> str:
    """Return the format that a file name asks for.

    Raises
    ------
    ExportError
        If the ending is none of `FORMATS`.
    """
    ending = path.suffix.lower()
    if ending not in FORMATS:
        known = ", ".join(FORMATS)
        raise ExportError(
            _tr("“{name}”: end the name with one of {known}.").format(name=path.name, known=known)
        )
    return ending


def write_picture(
    path: Path, draw: Draw, size: QSize, *, background: QColor, title: str, scale: float = 1.0
) -> None:
    """Write a picture of `size` logical pixels; `scale` makes a PNG finer."""
    ending = format_of(path)
    # Qt's own writers do not say that a disk is full; Python does.
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    with _beside(path) as temporary:
        if ending == ".png":
            _write_png(buffer, draw, size, background, scale)
        elif ending == ".svg":
            _write_svg(buffer, draw, size, background, title)
        else:
            _write_pdf(buffer, draw, size, background, title)
        temporary.write_bytes(buffer.data().data())


def write_numbers(path: Path, numbers: Numbers) -> None:
    """Write the numbers as text with full precision, or as a plain array."""
    ending = format_of(path)
    with _beside(path) as temporary:
        if ending == ".npy":
            with temporary.open("wb") as file:
                np.save(file, numbers.array, allow_pickle=False)
        else:
            with temporary.open("w", encoding="utf-8", newline="") as file:
                writer = csv.writer(file)
                writer.writerow(numbers.header)
                writer.writerows([_cell(value) for value in row] for row in numbers.rows)


def _cell(value: object) -> object:
    if isinstance(value, float | np.floating):
        return "" if np.isnan(value) else repr(float(value))
    return "" if value is None else value


def _write_png(buffer: QBuffer, draw: Draw, size: QSize, background: QColor, scale: float) -> None:
    image = QImage(size * scale, QImage.Format.Format_ARGB32_Premultiplied)
    if image.isNull():
        raise ExportError(_tr("The picture is too large for memory. Choose a smaller size."))
    image.setDevicePixelRatio(scale)
    image.fill(background)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    draw(painter, QSizeF(size))
    painter.end()
    if not QImageWriter(buffer, QByteArray(b"png")).write(image):
        raise ExportError(_tr("The picture is too large for memory. Choose a smaller size."))


def _write_svg(buffer: QBuffer, draw: Draw, size: QSize, background: QColor, title: str) -> None:
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setResolution(96)
    generator.setSize(size)
    generator.setViewBox(QRectF(0, 0, size.width(), size.height()))
    generator.setTitle(title)
    _paint(QPainter(generator), draw, size, background)


def _write_pdf(buffer: QBuffer, draw: Draw, size: QSize, background: QColor, title: str) -> None:
    writer = QPdfWriter(buffer)
    writer.setTitle(title)
    writer.setResolution(1200)
    # One logical pixel is 1/96 inch, as on paper and in CSS.
    writer.setPageSize(QPageSize(QSizeF(size) / 96, QPageSize.Unit.Inch))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    painter = QPainter(writer)
    painter.scale(1200 / 96, 1200 / 96)
    _paint(painter, draw, size, background)


def _paint(painter: QPainter, draw: Draw, size: QSize, background: QColor) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillRect(QRectF(0, 0, size.width(), size.height()), background)
    draw(painter, QSizeF(size))
    painter.end()


@contextmanager
def _beside(path: Path) -> Iterator[Path]:
    """Yield a temporary file in the target's folder, and rename it when all went well."""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=path.suffix)
    except OSError as error:
        raise ExportError(_reason(path, error)) from None
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        # mkstemp makes private files; an export gets the rights of any new file.
        mask = os.umask(0)
        os.umask(mask)
        temporary.chmod(0o666 & ~mask)
        temporary.replace(path)
    except OSError as error:
        raise ExportError(_reason(path, error)) from None
    finally:
        temporary.unlink(missing_ok=True)


def _reason(path: Path, error: OSError) -> str:
    return _tr("“{path}” cannot be written: {reason}. Choose another place.").format(
        path=path, reason=error.strerror or str(error)
    )
