"""Makes the program's icon in the formats of Windows, macOS and Linux menus from its SVG."""

from __future__ import annotations

import struct
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

_ICO_SIZES = (16, 24, 32, 48, 64, 128, 256)
# Apple's names of the sizes that hold PNG.
_ICNS = {"icp4": 16, "icp5": 32, "ic07": 128, "ic08": 256, "ic09": 512, "ic10": 1024}


def png(svg: Path, size: int) -> bytes:
    """Return the icon as PNG, `size` pixels wide and high."""
    image = QImage(QSize(size, size), QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(str(svg)).render(painter)
    painter.end()
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not image.save(buffer, "PNG"):
        raise OSError("the icon cannot be made")
    return bytes(data.data())


def write_ico(svg: Path, path: Path) -> None:
    """Write the icon for Windows: a header, a row for each size, and the pictures."""
    pictures = [png(svg, size) for size in _ICO_SIZES]
    at = 6 + 16 * len(pictures)
    rows = b""
    for size, picture in zip(_ICO_SIZES, pictures, strict=True):
        # 256 is written as 0.
        rows += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(picture), at)
        at += len(picture)
    path.write_bytes(struct.pack("<HHH", 0, 1, len(pictures)) + rows + b"".join(pictures))


def write_icns(svg: Path, path: Path) -> None:
    """Write the icon for macOS: a header, and each picture behind its kind and length."""
    parts = b""
    for kind, size in _ICNS.items():
        picture = png(svg, size)
        parts += kind.encode("ascii") + struct.pack(">I", 8 + len(picture)) + picture
    path.write_bytes(b"icns" + struct.pack(">I", 8 + len(parts)) + parts)
