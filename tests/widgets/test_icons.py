"""Icons take the colours of the look."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon, QImage

from posviz.paths import resource
from posviz.widgets import icons
from posviz.widgets.theme import LOOKS, Look

pytestmark = pytest.mark.usefixtures("qapp")
NAMES = sorted(
    path.stem
    for path in resource("icons").glob("*.svg")
    if "currentColor" in path.read_text(encoding="utf-8")
)


def strongest(image: QImage) -> QColor:
    """Colour of the most opaque pixel."""
    pixels = [image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())]
    return max(pixels, key=QColor.alpha)


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
@pytest.mark.parametrize("name", NAMES)
def test_an_icon_is_drawn_in_the_colour_of_its_role(name: str, look: Look) -> None:
    icon = icons.icon(name, look, "muted")
    for mode, role in ((QIcon.Mode.Normal, "muted"), (QIcon.Mode.Disabled, "faint")):
        ink = strongest(icon.pixmap(QSize(54, 54), mode).toImage())
        expected = look.colour(role)
        assert ink.alpha() == 255
        for channel in ("red", "green", "blue"):
            assert getattr(ink, channel)() == pytest.approx(getattr(expected, channel)(), abs=3)


def test_an_icon_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(FileNotFoundError):
        icons.icon("none", LOOKS["dark"])


def test_numbered_icons_differ_and_leave_the_fonts_alone() -> None:
    look = LOOKS["dark"]
    before = look.font(14, 600).pixelSize()
    images = [
        icons.numbered_icon(number, look, current=current, done=done).pixmap(54, 54).toImage()
        for number, current, done in (
            (1, False, False),
            (2, False, False),
            (1, True, False),
            (1, False, True),
        )
    ]
    assert all(first != second for i, first in enumerate(images) for second in images[:i])
    assert images[2].pixelColor(27, 6) == QColor(look.accent)
    assert look.font(14, 600).pixelSize() == before
