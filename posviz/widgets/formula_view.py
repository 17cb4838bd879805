"""Formulas typeset from LaTeX, broken before a part that does not fit."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module

from PySide6.QtCore import QByteArray, QPointF, QRectF, QSize, QSizeF
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QSizePolicy, QWidget

from posviz.widgets.painted import PaintedView
from posviz.widgets.theme import Look, look

_EM = 100.0
"""Formulas are typeset once, this large, and scaled when they are drawn."""
_SMALLEST, _LARGEST = 16.0, 24.0
_WIDTH_PER_SIZE = 27.0
"""So many times the size of the text is the width that a usual line needs."""
_INDENT = 1.4
_LEADING = 0.45
_GROUP = 0.8
_PARTS_APART = 0.28
_BOX = re.compile(r'viewBox="(\S+) (\S+) (\S+) (\S+)"')


@dataclass(frozen=True)
class FormulaLine:
    """One line: its parts in LaTeX, between which it may be broken, and as plain text.

    A line that `starts_group` stands further from the line above.
    """

    parts: tuple[str, ...]
    text: str
    starts_group: bool = False


@dataclass(frozen=True)
class Typeset:
    """A formula as a picture: SVG, and its box at `_EM` pixels with 0 at the baseline."""

    svg: bytes
    width: float
    ascent: float
    descent: float


@lru_cache(maxsize=512)
def typeset(latex: str, colour: str) -> Typeset | None:
    """Typeset LaTeX in a colour; None where that is not possible."""
    try:
        ziamath = import_module("ziamath")
        ziamath.config.svg2 = False  # QtSvg reads SVG 1
        svg = str(ziamath.Latex(latex, size=_EM, color=colour).svg())
        box = _BOX.search(svg)
        if box is None:
            return None
        _, top, width, height = map(float, box.groups())
    # A library's parser fails in many ways; whichever it is, the plain text is shown instead.
    except Exception:
        return None
    return Typeset(svg.encode(), width, -top, height + top)


@dataclass(frozen=True)
class Placed:
    """A part of a line at its place: left edge, baseline, and size relative to `_EM`."""

    line: int
    part: int
    x: float
    baseline: float
    factor: float


@dataclass(frozen=True)
class Arrangement:
    """All parts at their places, and the height that they take."""

    parts: tuple[Placed, ...]
    height: float


class FormulaView(PaintedView):
    """Lines of formulas; the size of the text follows the width of the view only."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines: tuple[FormulaLine, ...] = ()
        self._renderers: dict[bytes, QSvgRenderer] = {}
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def set_lines(self, lines: Sequence[FormulaLine]) -> None:
        """Show lines."""
        if tuple(lines) == self._lines:
            return
        self._lines = tuple(lines)
        self.setAccessibleName("\n".join(line.text for line in lines))
        self.updateGeometry()
        self.update()

    @property
    def lines(self) -> tuple[FormulaLine, ...]:
        """The lines as set."""
        return self._lines

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return round(self.arrangement(width, look()).height + 0.5)

    def sizeHint(self) -> QSize:
        width = round(look().px(480))
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(look().px(200)), round(look().px(40)))

    def text_size(self, width: float, look: Look) -> float:
        """Size of the text in pixels at a width."""
        return max(look.px(_SMALLEST), min(look.px(_LARGEST), width / _WIDTH_PER_SIZE))

    def arrangement(self, width: float, look: Look) -> Arrangement:
        """Place every part: side by side, and on a new line where the width ends."""
        size = self.text_size(width, look)
        placed: list[Placed] = []
        y = 0.0
        for number, line in enumerate(self._lines):
            if line.starts_group and number:
                y += _GROUP * size
            for row in self._broken(number, width, size, look):
                boxes = [(part, self._box(number, part, look)) for part, _, _ in row]
                factors = [factor for _, _, factor in row]
                ascent = max(b.ascent * f for (_, b), f in zip(boxes, factors, strict=True))
                descent = max(b.descent * f for (_, b), f in zip(boxes, factors, strict=True))
                placed += [Placed(number, part, x, y + ascent, f) for part, x, f in row]
                y += ascent + descent + _LEADING * size
        return Arrangement(tuple(placed), y)

    def _broken(
        self, number: int, width: float, size: float, look: Look
    ) -> list[list[tuple[int, float, float]]]:
        """Rows of (part, left edge, factor) that a line is broken into."""
        rows: list[list[tuple[int, float, float]]] = []
        x = 0.0
        for part in range(len(self._parts(number, look))):
            box = self._box(number, part, look)
            factor = size / _EM
            indent = min(_INDENT * size, width * 0.1)
            if not rows:
                rows.append([])
            elif x + box.width * factor > width and rows[-1]:
                rows.append([])
                x = indent
            # A part wider than the view is set smaller rather than cut.
            factor = min(factor, max(1.0, width - x) / box.width)
            rows[-1].append((part, x, factor))
            x += box.width * factor + _PARTS_APART * size
        return rows

    def _parts(self, number: int, look: Look) -> tuple[str, ...]:
        """The LaTeX parts of a line; its plain text as one part if they cannot be typeset."""
        line = self._lines[number]
        colour = look.colour("text").name()
        if all(typeset(part, colour) for part in line.parts):
            return line.parts
        return (line.text,)

    def _box(self, number: int, part: int, look: Look) -> Typeset:
        """Box of a part; of the plain text where the line cannot be typeset."""
        line = self._lines[number]
        parts = self._parts(number, look)
        box = typeset(parts[part], look.colour("text").name()) if parts is line.parts else None
        if box is not None:
            return box
        font = look.font(14, mono=True)
        metrics, grow = QFontMetricsF(font), _EM / font.pixelSize()
        return Typeset(
            b"",
            max(1.0, metrics.horizontalAdvance(line.text) * grow),
            metrics.ascent() * grow,
            metrics.descent() * grow,
        )

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        used: dict[bytes, QSvgRenderer] = {}
        for placed in self.arrangement(size.width(), look).parts:
            box = self._box(placed.line, placed.part, look)
            f = placed.factor
            top = placed.baseline - box.ascent * f
            area = QRectF(placed.x, top, box.width * f, (box.ascent + box.descent) * f)
            if not box.svg:
                self._draw_text(painter, self._lines[placed.line].text, placed, look)
                continue
            renderer = self._renderers.get(box.svg) or QSvgRenderer(QByteArray(box.svg))
            used[box.svg] = renderer
            renderer.render(painter, area)
        self._renderers = used

    def _draw_text(self, painter: QPainter, text: str, placed: Placed, look: Look) -> None:
        painter.save()
        font = look.font(14, mono=True)
        painter.setFont(font)
        painter.setPen(look.colour("text"))
        painter.translate(placed.x, placed.baseline)
        painter.scale(
            placed.factor * _EM / font.pixelSize(), placed.factor * _EM / font.pixelSize()
        )
        painter.drawText(QPointF(0, 0), text)
        painter.restore()
