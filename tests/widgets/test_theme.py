"""The looks: legible text, data colours that colour-blind eyes tell apart, live switching."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QColor, QFontDatabase, QFontInfo, QFontMetricsF, QPainter, QPalette
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

import posviz
from posviz.widgets import theme
from posviz.widgets.painted import PaintedView
from posviz.widgets.style_sheet import style_sheet
from posviz.widgets.theme import LOOKS, Look, contrast

pytestmark = pytest.mark.usefixtures("qapp")
EACH_LOOK = pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)


# Machado, Oliveira, Fernandes 2009, "A Physiologically-based Model for Simulation of Color
# Vision Deficiency", IEEE TVCG 15(6), table of matrices at severity 1.0; on linear RGB.
VISIONS = {
    "normal": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}


def linear(colour: QColor) -> NDArray[np.float64]:
    srgb = np.array([colour.redF(), colour.greenF(), colour.blueF()])
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)


def oklab(rgb: NDArray[np.float64]) -> NDArray[np.float64]:
    """OKLab of linear RGB (Ottosson 2020), written out here once more to check the other."""
    r, g, b = rgb
    lms = np.cbrt(
        [
            0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b,
            0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b,
            0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b,
        ]
    )
    return np.array(
        [
            0.2104542553 * lms[0] + 0.7936177850 * lms[1] - 0.0040720468 * lms[2],
            1.9779984951 * lms[0] - 2.4285922050 * lms[1] + 0.4505937099 * lms[2],
            0.0259040371 * lms[0] + 0.7827717662 * lms[1] - 0.8086757660 * lms[2],
        ]
    )


@EACH_LOOK
@pytest.mark.parametrize("surface", ["window", "panel", "raised"])
@pytest.mark.parametrize("ink", ["text", "muted", "accent", "warning"])
def test_text_is_legible_on_every_surface(look: Look, ink: str, surface: str) -> None:
    assert contrast(getattr(look, ink), getattr(look, surface)) >= 4.5


@EACH_LOOK
def test_text_is_legible_on_the_accent_and_on_what_is_pressed(look: Look) -> None:
    assert contrast(look.on_accent, look.accent) >= 4.5
    assert contrast(look.text, look.line) >= 4.5


@EACH_LOOK
def test_pieces_are_legible_and_their_tints_differ(look: Look) -> None:
    for tint in look.tints:
        assert contrast(look.text, tint) >= 4.5
        assert contrast(look.muted, tint) >= 4.5
        assert contrast(look.accent, tint) >= 3  # an edge: WCAG 2.2, 1.4.11
    assert len(set(look.tints)) == 4


@EACH_LOOK
def test_what_is_printed_on_a_data_colour_is_legible(look: Look) -> None:
    for value in np.linspace(-1, 1, 41):
        fill = look.data_colour(value)
        assert contrast(look.ink_on(fill).name(), fill.name()) >= 4.5, value


def test_contrast_knows_black_on_white() -> None:
    assert contrast("black", "white") == pytest.approx(21)
    assert contrast("white", "white") == pytest.approx(1)


@EACH_LOOK
@pytest.mark.parametrize("vision", VISIONS)
def test_ends_and_middle_of_the_data_map_stay_apart(look: Look, vision: str) -> None:
    minus, zero, plus = (
        oklab((VISIONS[vision] @ linear(look.data_colour(value))).clip(0, 1))
        for value in (-1.0, 0.0, 1.0)
    )
    assert np.linalg.norm(plus - minus) >= 0.20
    assert np.linalg.norm(plus - zero) >= 0.20
    assert np.linalg.norm(minus - zero) >= 0.20


@EACH_LOOK
def test_the_palette_runs_from_minus_through_zero_to_plus(look: Look) -> None:
    colours = [QColor.fromRgb(int(packed)) for packed in look.palette_table]
    assert len(colours) == 256
    assert colours[1] == QColor(look.minus)
    assert colours[128] == QColor(look.zero)
    assert colours[255] == QColor(look.plus)
    assert colours[theme.NOT_A_NUMBER] == QColor(look.raised)
    lightness = np.array([oklab(linear(colour))[0] for colour in colours[1:]])
    away = np.abs(lightness - lightness[127])
    # One 8-bit step of a channel may turn lightness back by a hair.
    assert np.all(np.diff(away[127:]) > -0.002)
    assert np.all(np.diff(away[127::-1]) > -0.002)


@EACH_LOOK
def test_data_colours_are_fixed_and_take_the_ends_beyond_them(look: Look) -> None:
    assert look.data_colour(7.0) == look.data_colour(1.0) == QColor(look.plus)
    assert look.data_colour(float("nan")) == QColor(look.raised)
    assert look.data_colour(float("inf")) == QColor(look.raised)
    assert not look.palette_table.flags.writeable


@pytest.mark.parametrize("family", [theme.TEXT_FAMILY, theme.MONO_FAMILY])
def test_bundled_fonts_are_loaded_with_their_semibold(family: str) -> None:
    assert {"Regular", "SemiBold"} <= set(QFontDatabase.styles(family))
    look = theme.look()
    mono = family == theme.MONO_FAMILY
    font = look.font(14, 600, mono=mono)
    assert QFontInfo(font).family() == family
    assert QFontInfo(font).weight() == 600
    widths = {weight: QFontMetricsF(look.font(60, weight, mono=False)) for weight in (400, 600)}
    assert widths[600].horizontalAdvance("hamburg") > widths[400].horizontalAdvance("hamburg")


def test_digits_of_the_mono_font_are_equally_wide() -> None:
    metrics = QFontMetricsF(theme.look().font(14, mono=True))
    assert len({metrics.horizontalAdvance(sign) for sign in "0123456789+−."}) == 1


def test_a_font_changed_by_its_user_is_not_everybodys() -> None:
    look = theme.look()
    look.font(14, 600).setPixelSize(99)
    assert look.font(14, 600).pixelSize() == 14


def test_sizes_follow_the_scale(dark_again: QApplication) -> None:
    theme.apply(dark_again, "light", 2.0)
    assert theme.look().px(10) == 20
    assert theme.look().font(14).pixelSize() == 28
    assert "font-size: 28px" in dark_again.styleSheet()


def test_theme_names() -> None:
    assert [theme.theme_name(name) for name in theme.THEMES] == list(theme.THEMES)
    with pytest.raises(ValueError, match="dark, light"):
        theme.theme_name("blue")
    assert theme.system_theme() in theme.THEMES


class Swatch(PaintedView):
    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        painter.fillRect(QRectF(0, 0, size.width(), size.height()), look.colour("accent"))


def test_a_switch_restyles_a_window_that_is_shown(dark_again: QApplication, qtbot: QtBot) -> None:
    window = QWidget()
    window.setObjectName("window")
    column = QVBoxLayout(window)
    label, swatch = QLabel("text"), Swatch()
    column.addWidget(label)
    column.addWidget(swatch)
    qtbot.addWidget(window)
    window.resize(200, 200)
    window.show()

    def colours() -> tuple[str, str]:
        image = window.grab().toImage()
        middle = swatch.geometry().center()
        return image.pixelColor(1, 1).name(), image.pixelColor(middle).name()

    assert colours() == (LOOKS["dark"].window.lower(), LOOKS["dark"].accent.lower())
    with qtbot.waitSignal(theme.current().changed):
        theme.apply(dark_again, "light")
    assert colours() == (LOOKS["light"].window.lower(), LOOKS["light"].accent.lower())
    assert label.palette().color(QPalette.ColorRole.WindowText) == QColor(LOOKS["light"].text)


def test_the_same_look_again_tells_nobody(dark_again: QApplication, qtbot: QtBot) -> None:
    theme.apply(dark_again, "light")
    with qtbot.assertNotEmitted(theme.current().changed):
        theme.apply(dark_again, "light")


def test_using_lasts_as_long_as_its_block() -> None:
    before = theme.look()
    seen: list[Look] = []

    def fails() -> None:
        with theme.using(LOOKS["light"]):
            seen.append(theme.look())
            raise KeyError

    with pytest.raises(KeyError):
        fails()
    assert seen == [LOOKS["light"]]
    assert theme.look() is before


@EACH_LOOK
def test_every_picture_that_the_style_sheet_names_exists(look: Look) -> None:
    named = re.findall(r'url\("([^"]+)"\)', style_sheet(look, theme.TEXT_FAMILY, theme.MONO_FAMILY))
    assert named
    assert all(Path(name).is_file() for name in named)


def test_colours_are_written_in_theme_alone() -> None:
    package = Path(posviz.__file__).parent
    found = [
        f"{path.relative_to(package)}: {match.group()}"
        for path in package.rglob("*.py")
        if path.name != "theme.py"
        for match in re.finditer(
            r"#[0-9a-fA-F]{6}\b|#[0-9a-fA-F]{3}\b(?=[\"';])", path.read_text(encoding="utf-8")
        )
    ]
    assert found == []


def test_the_look_names_a_role_for_disabled_text(dark_again: QApplication) -> None:
    theme.apply(dark_again, "light")
    disabled = dark_again.palette().color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text)
    assert disabled == QColor(LOOKS["light"].faint)
