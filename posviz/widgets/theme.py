"""Colours, fonts and sizes: the one place where a look is decided.

A `Look` is immutable; `apply` makes one current, restyles the application and tells
everyone through the palette change that Qt sends to each widget. Painted views ask
`look()` when they paint, so switching live needs no bookkeeping.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from posviz.paths import resource
from posviz.widgets.style_sheet import style_sheet

ThemeName = Literal["dark", "light"]
THEMES: tuple[ThemeName, ...] = ("dark", "light")
TEXT_FAMILY = "Inter"
MONO_FAMILY = "JetBrains Mono"
_LEGIBLE = 4.5  # WCAG 2.2, success criterion 1.4.3
NOT_A_NUMBER = 0
"""Palette index of a cell that has no value."""


@dataclass(frozen=True)
class Look:
    """One theme at one text size.

    `plus`, `zero` and `minus` are the data colours at +1, 0 and −1; every other colour is
    chrome. The accent means "selected" and nothing else. `tints` part what stands side by
    side, such as the pieces of a text: two for one word, two for the next. `code` colours
    keywords, numbers and strings of Python. A picture may leave out what explains its colours:
    `legend` says whether it is drawn.
    """

    name: ThemeName
    window: str
    panel: str
    raised: str
    line: str
    text: str
    muted: str
    faint: str
    accent: str
    on_accent: str
    warning: str
    plus: str
    zero: str
    minus: str
    tints: tuple[str, str, str, str]
    code: tuple[str, str, str]
    scale: float = 1.0
    legend: bool = True

    @property
    def dark(self) -> bool:
        """Whether the surfaces are dark."""
        return self.name == "dark"

    def px(self, size: float) -> float:
        """Length in logical pixels at the current text size."""
        return size * self.scale

    def colour(self, role: str, opacity: float = 1.0) -> QColor:
        """Colour of a role, e.g. ``colour("muted")``."""
        colour = QColor(getattr(self, role))
        colour.setAlphaF(opacity)
        return colour

    def tint(self, index: int) -> QColor:
        """Plate behind a piece of text; the same again after four."""
        return QColor(self.tints[index % len(self.tints)])

    def font(self, size: float = 14, weight: int = 400, *, mono: bool = False) -> QFont:
        """Interface font, or the monospaced one for numbers, tokens and code."""
        return QFont(_font(round(self.px(size)), weight, mono))  # callers may change theirs

    @cached_property
    def palette_table(self) -> NDArray[np.uint32]:
        """Colours of the data map, (256,) as 0xAARRGGBB.

        Index 1 is −1, 128 is 0, 255 is +1, `NOT_A_NUMBER` has no value. Interpolated in
        OKLab, so equal steps look equal.
        """
        minus, zero, plus = (_oklab(c) for c in (self.minus, self.zero, self.plus))
        t = (np.arange(256)[:, None] - 128) / 127  # (256, 1)
        lab = np.where(t < 0, zero + (zero - minus) * t, zero + (plus - zero) * t)  # (256, 3)
        rgb = _rgb(lab)  # (256, 3)
        packed = 0xFF000000 + rgb @ np.array([1 << 16, 1 << 8, 1])
        table: NDArray[np.uint32] = packed.astype(np.uint32)
        table[NOT_A_NUMBER] = QColor(self.raised).rgb()
        table.setflags(write=False)
        return table

    def data_colour(self, value: float) -> QColor:
        """Colour of a value on the fixed map −1..1; values outside take the end colour."""
        if not np.isfinite(value):
            return self.colour("raised")
        index = 128 + round(127 * min(1.0, max(-1.0, value)))
        return QColor.fromRgb(int(self.palette_table[index]))

    def ink_on(self, fill: QColor) -> QColor:
        """The dark or the light ink, whichever reads better on a fill, at 4.5:1 or more."""
        dark, light = (self.window, self.text) if self.dark else (self.text, self.panel)
        return QColor(_ink(dark, light, fill.name()))


DARK = Look(
    name="dark",
    window="#0E1117",
    panel="#151A22",
    raised="#1C222C",
    line="#262E3A",
    text="#E8ECF2",
    muted="#93A0B4",
    faint="#5C6880",
    accent="#FFC857",
    on_accent="#16181D",
    warning="#FF9B85",
    plus="#3BE8D8",
    zero="#12161D",
    minus="#D81B60",
    tints=("#172B47", "#1F3857", "#2B2148", "#382C58"),
    code=("#C99BF0", "#F59A6B", "#98C379"),
)
LIGHT = Look(
    name="light",
    window="#F1F0EC",
    panel="#FFFFFF",
    raised="#F7F6F3",
    line="#DEDBD3",
    text="#16181D",
    muted="#5A6070",
    faint="#8C92A0",
    accent="#AF5108",
    on_accent="#FFFFFF",
    warning="#A3321B",
    plus="#1BB3A6",
    zero="#FAFAF8",
    minus="#9F1239",
    tints=("#E1ECFA", "#D0E1F7", "#EFE8FB", "#E4DAF7"),
    code=("#7A2BB0", "#9A4A00", "#2F6B1A"),
)
LOOKS: dict[ThemeName, Look] = {"dark": DARK, "light": LIGHT}


class _Current(QObject):
    """Holds the current look, and tells when it changes."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.look = DARK


_current: _Current | None = None


def current() -> _Current:
    """Return the holder of the current look; its `changed` fires after a switch."""
    global _current  # noqa: PLW0603 - one look a process, as Qt has one palette
    if _current is None:
        _current = _Current()
    return _current


def look() -> Look:
    """Return the current look."""
    return current().look


@contextmanager
def using(chosen: Look) -> Iterator[None]:
    """Paint with another look for a while, without restyling the application."""
    holder = current()
    before, holder.look = holder.look, chosen
    try:
        yield
    finally:
        holder.look = before


def system_theme() -> ThemeName:
    """Theme that the desktop asks for; dark where it asks for none."""
    hints = QGuiApplication.styleHints()
    return "light" if hints.colorScheme() == Qt.ColorScheme.Light else "dark"


def theme_name(text: str) -> ThemeName:
    """Return a theme by its name.

    Raises
    ------
    ValueError
        If there is none of that name.
    """
    for name in THEMES:
        if name == text:
            return name
    raise ValueError(f"There is no theme “{text}”. The themes are: {', '.join(THEMES)}.")


def apply(app: QApplication, name: ThemeName, scale: float = 1.0) -> None:
    """Make a look current and restyle the whole application with it."""
    holder = current()
    chosen = replace(LOOKS[name], scale=scale)
    if holder.look == chosen and app.styleSheet():
        return
    holder.look = chosen
    app.setFont(chosen.font())
    app.setPalette(_palette(chosen))
    app.setStyleSheet(style_sheet(chosen, TEXT_FAMILY, MONO_FAMILY))
    holder.changed.emit()


def dress(window: QWidget, chosen: Look) -> None:
    """Give one window a look of its own, whatever the application's is."""
    window.setFont(chosen.font())
    window.setPalette(_palette(chosen))
    window.setStyleSheet(style_sheet(chosen, TEXT_FAMILY, MONO_FAMILY))


def load_fonts() -> list[str]:
    """Load the bundled fonts; return the files that could not be loaded."""
    return [
        path.name
        for path in sorted(resource("fonts").glob("*.ttf"))
        if QFontDatabase.addApplicationFont(str(path)) < 0
    ]


def contrast(first: str, second: str) -> float:
    """Contrast ratio of two colours, 1 to 21 (WCAG 2.2, relative luminance)."""
    lighter, darker = sorted(
        (float(_linear(c) @ np.array([0.2126, 0.7152, 0.0722])) for c in (first, second)),
        reverse=True,
    )
    return (lighter + 0.05) / (darker + 0.05)


@lru_cache(maxsize=64)
def _font(pixels: int, weight: int, mono: bool) -> QFont:
    font = QFont(MONO_FAMILY if mono else TEXT_FAMILY)
    font.setPixelSize(max(1, pixels))
    font.setWeight(QFont.Weight(weight))
    if mono:
        font.setStyleHint(QFont.StyleHint.Monospace)
        font.setFixedPitch(True)
    # Brackets and hyphens that look otherwise beside capitals, and joined signs of code, are
    # letters of their own in a PDF, which nobody finds or copies as what they are.
    font.setFeature(QFont.Tag("calt"), 0)
    return font


@lru_cache(maxsize=1024)
def _ink(dark: str, light: str, fill: str) -> str:
    """The better of two inks on a fill, or of black and white, of which one always does."""
    best = max(dark, light, key=lambda ink: contrast(ink, fill))
    if contrast(best, fill) >= _LEGIBLE:
        return best
    return max("black", "white", key=lambda ink: contrast(ink, fill))


def _linear(colour: str) -> NDArray[np.float64]:
    """Linear-light RGB of a colour, (3,)."""
    rgb = QColor(colour)
    srgb = np.array([rgb.redF(), rgb.greenF(), rgb.blueF()])
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)


# Ottosson 2020, "A perceptual color space for image processing".
_TO_LMS = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_TO_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)


def _oklab(colour: str) -> NDArray[np.float64]:
    lab: NDArray[np.float64] = _TO_LAB @ np.cbrt(_TO_LMS @ _linear(colour))
    return lab


def _rgb(lab: NDArray[np.float64]) -> NDArray[np.int64]:
    """8-bit sRGB of OKLab colours, (n, 3)."""
    linear = np.linalg.solve(_TO_LMS, np.linalg.solve(_TO_LAB, lab.T) ** 3).T.clip(0, 1)
    srgb = np.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055)
    rounded: NDArray[np.int64] = np.rint(srgb * 255).astype(np.int64)
    return rounded


def _palette(look: Look) -> QPalette:
    palette = QPalette()
    role = QPalette.ColorRole
    for target, name in (
        (role.Window, "window"),
        (role.WindowText, "text"),
        (role.Base, "panel"),
        (role.AlternateBase, "raised"),
        (role.Text, "text"),
        (role.Button, "raised"),
        (role.ButtonText, "text"),
        (role.ToolTipBase, "raised"),
        (role.ToolTipText, "text"),
        (role.PlaceholderText, "muted"),
        (role.Highlight, "accent"),
        (role.HighlightedText, "on_accent"),
        (role.Accent, "accent"),
        (role.Link, "accent"),
        (role.Mid, "line"),
        (role.Light, "raised"),
        (role.Dark, "line"),
    ):
        palette.setColor(target, look.colour(name))
    for target in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, target, look.colour("faint"))
    return palette
