"""What an export will hold, seen before it is written: its picture, or its first lines."""

from __future__ import annotations

import csv
import io
from itertools import islice

from PySide6.QtCore import QCoreApplication, QSizeF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from posviz.export import Numbers
from posviz.model.notation import shortened
from posviz.widgets.painted import PaintedView
from posviz.widgets.theme import Look

_LINES, _COLUMNS, _LETTERS = 14, 12, 24
_SQUARE = 8.0
_MOST_COPIED = 200_000


def _tr(text: str) -> str:
    return QCoreApplication.translate("export_dialog", text)


class Preview(PaintedView):
    """A picture on squares that show where it is transparent, or lines of text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._image, self._text = QImage(), ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_image(self, image: QImage) -> None:
        """Show a picture."""
        self._image, self._text = image, ""
        self.update()

    def show_text(self, text: str) -> None:
        """Show lines."""
        self._image, self._text = QImage(), text
        self.setAccessibleDescription(text)
        self.update()

    @property
    def image(self) -> QImage:
        """The picture on show; null for text."""
        return self._image

    @property
    def text(self) -> str:
        """The lines on show; empty for a picture."""
        return self._text

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        if self._image.isNull():
            painter.setFont(look.font(12, mono=True))
            painter.setPen(look.colour("muted"))
            place = self.rect().adjusted(8, 8, -8, -8)
            painter.drawText(place, Qt.AlignmentFlag.AlignLeft, self._text)
            return
        fits = self._image.size().scaled(size.toSize(), Qt.AspectRatioMode.KeepAspectRatio)
        frame = self.rect()
        frame.setSize(fits)
        frame.moveCenter(self.rect().center())
        painter.setClipRect(frame, Qt.ClipOperation.IntersectClip)
        square = look.px(_SQUARE)
        for row in range(int(frame.height() // square) + 1):
            for column in range(int(frame.width() // square) + 1):
                colour = look.colour("raised" if (row + column) % 2 else "line")
                painter.fillRect(
                    frame.x() + round(column * square),
                    frame.y() + round(row * square),
                    round(square),
                    round(square),
                    colour,
                )
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(frame, self._image)


def first_lines(numbers: Numbers) -> str:
    """Return how the file begins, in columns."""
    rows = [numbers.header, *islice(numbers.rows, _LINES)]
    cells = [[_cell(value) for value in islice(row, _COLUMNS)] for row in rows]
    wide = [max(map(len, column)) for column in zip(*cells, strict=False)]
    lines = ["  ".join(map(str.ljust, row, wide)).rstrip() for row in cells]
    more = numbers.values.shape[0] > _LINES
    return "\n".join([*lines, "…"] if more else lines)


def table_text(numbers: Numbers) -> str | None:
    """Return numbers as a spreadsheet takes them from the clipboard; None if they are too many."""
    count = 1
    for side in numbers.values.shape:
        count *= side
    if count > _MOST_COPIED:
        return None
    text = io.StringIO()
    writer = csv.writer(text, delimiter="\t", lineterminator="\n")
    writer.writerow(numbers.header)
    for row in numbers.rows:
        writer.writerow(["" if value is None or value != value else value for value in row])
    return text.getvalue()


def _cell(value: object) -> str:
    text = f"{value:.6g}" if isinstance(value, float) else str("" if value is None else value)
    return shortened(text, _LETTERS)


def too_many() -> str:
    """Say that there are too many numbers for the clipboard."""
    return _tr("These are too many numbers to copy. Save them, or export only what is in sight.")
