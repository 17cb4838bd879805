"""Bars: rows are found by place, walked by keys, drawn within their list."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from posviz.widgets import theme
from posviz.widgets.bar_list import Axis, Bar, BarList, Mark
from posviz.widgets.theme import LOOKS

BARS = [
    Bar("kitten", 1.0, ("+1.00", "0.00")),
    Bar("x" * 400, -1.0, ("−1.00", "0.00")),
    Bar("nothing", float("nan"), ("undefined", "0.00")),
    Bar("zero", 0.0, ("+0.00", "0.00")),
]
TITLES = ("word", "dense", "one-hot")


@pytest.fixture
def bars(qtbot: QtBot) -> BarList:
    """A list of four bars."""
    view = BarList()
    qtbot.addWidget(view)
    view.set_bars(BARS, TITLES)
    view.resize(400, view.sizeHint().height())
    return view


@pytest.mark.parametrize(
    ("y", "row"),
    [(-1, -1), (0, -1), (23.9, -1), (24, 0), (50.9, 0), (51, 1), (131.9, 3), (132, -1), (999, -1)],
)
def test_rows_are_found_by_their_height(bars: BarList, y: float, row: int) -> None:
    assert bars.row_at(y) == row


def test_rows_follow_the_scale(bars: BarList, dark_again: QApplication) -> None:
    theme.apply(dark_again, "dark", 2.0)
    assert bars.row_at(24 * 2) == 0
    assert bars.row_at(51 * 2 - 1) == 0
    assert bars.sizeHint().height() == 2 * (24 + 4 * 27)


def test_a_click_activates_its_row_and_the_right_button_none(bars: BarList, qtbot: QtBot) -> None:
    with qtbot.waitSignal(bars.activated) as activated:
        qtbot.mouseClick(bars, Qt.MouseButton.LeftButton, pos=QPoint(20, 24 + 27 + 5))
    assert activated.args == [1]
    with qtbot.assertNotEmitted(bars.activated):
        qtbot.mouseClick(bars, Qt.MouseButton.RightButton, pos=QPoint(20, 60))
        qtbot.mouseClick(bars, Qt.MouseButton.LeftButton, pos=QPoint(20, 5))


def test_keys_walk_and_stop_at_the_ends(bars: BarList, qtbot: QtBot) -> None:
    hovered: list[int] = []
    bars.hovered.connect(hovered.append)
    key = Qt.Key
    for pressed in (key.Key_Down, key.Key_End, key.Key_Down, key.Key_Up, key.Key_Home, key.Key_Up):
        qtbot.keyClick(bars, pressed)
    assert hovered == [0, 3, 2, 0]
    with qtbot.waitSignal(bars.activated) as activated:
        qtbot.keyClick(bars, key.Key_Return)
    assert activated.args == [0]


def test_the_keyboard_sees_where_it_is(bars: BarList, qtbot: QtBot) -> None:
    bars.show()
    with qtbot.waitSignal(bars.hovered) as hovered:
        bars.setFocus(Qt.FocusReason.TabFocusReason)
    assert hovered.args == [0]


def test_a_shorter_list_keeps_the_cursor_inside(bars: BarList, qtbot: QtBot) -> None:
    qtbot.keyClick(bars, Qt.Key.Key_End)
    bars.set_bars(BARS[:2], TITLES)
    with qtbot.waitSignal(bars.activated) as activated:
        qtbot.keyClick(bars, Qt.Key.Key_Return)
    assert activated.args == [1]
    bars.set_bars([], ())
    with qtbot.assertNotEmitted(bars.activated):
        qtbot.keyClick(bars, Qt.Key.Key_Down)
        qtbot.keyClick(bars, Qt.Key.Key_Return)


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
@pytest.mark.parametrize("width", [220, 400, 900])
def test_bars_grow_from_the_middle_in_the_colours_of_their_sign(
    bars: BarList, look: theme.Look, width: int
) -> None:
    height = bars.sizeHint().height()
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(look.colour("panel"))
    painter = QPainter(image)
    bars.draw(painter, QSizeF(width, height), look)
    painter.end()

    def columns(row: int, colour: str) -> list[int]:
        y = 24 + 27 * row + 13
        return [x for x in range(width) if image.pixelColor(x, y) == QColor(getattr(look, colour))]

    plus, minus = columns(0, "plus"), columns(1, "minus")
    assert plus
    assert minus
    assert max(minus) < min(plus)
    assert len(plus) == pytest.approx(len(minus), abs=4)
    for row in (2, 3):
        assert columns(row, "plus") == columns(row, "minus") == []


DISTANCES = Axis(0.0, 10.0, ((0.0, "0"), (10.0, "10")))


def painted(bars: BarList, look: theme.Look, width: int = 600) -> QImage:
    image = QImage(width, bars.sizeHint().height(), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(look.colour("panel"))
    painter = QPainter(image)
    bars.draw(painter, QSizeF(image.size()), look)
    painter.end()
    return image


def runs(image: QImage, y: int, colour: QColor) -> list[int]:
    return [x for x in range(image.width()) if image.pixelColor(x, y) == colour]


@pytest.mark.parametrize("value", [-1.0, 0.0, 2.5, 10.0, 99.0])
def test_an_axis_keeps_values_on_it(value: float) -> None:
    assert DISTANCES.share(value) == min(1.0, max(0.0, value / 10))


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_bars_of_another_axis_start_at_its_zero(bars: BarList, look: theme.Look) -> None:
    rows = [Bar("near", 2.5, ("2.5",)), Bar("far", 10.0, ("10.0",))]
    bars.set_bars(rows, ("token", "dense"), DISTANCES)
    image = painted(bars, look)
    near, far = (runs(image, 24 + 27 * row + 13, look.colour("plus")) for row in (0, 1))
    assert near[0] == far[0]
    assert len(near) == pytest.approx(len(far) / 4, abs=2)


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_the_mark_crosses_every_bar_at_its_value(bars: BarList, look: theme.Look) -> None:
    rows = [Bar("a", 10.0, ("10.0",)), Bar("b", float("nan"), ("undefined",))]
    bars.set_bars(rows, ("token", "dense"), DISTANCES)
    full = runs(painted(bars, look), 24 + 13, look.colour("plus"))
    bars.set_bars(rows, ("token", "dense"), DISTANCES, Mark(4.0, 1.0, "pairs 4.0 ± 1.0"))
    assert bars.sizeHint().height() == 24 + 2 * 27 + 24
    image = painted(bars, look)
    expected = full[0] + 0.4 * len(full)
    for y in range(24, 24 + 2 * 27, 3):
        line = runs(image, y, look.colour("text"))
        in_track = [x for x in line if full[0] <= x <= full[-1]]
        assert in_track
        assert sum(in_track) / len(in_track) == pytest.approx(expected, abs=2)
    footer = range(24 + 2 * 27 + 4, image.height())
    assert any(image.pixelColor(x, y) != look.colour("panel") for x in full for y in footer)
    # The band shows through the bar: outside it the bar has its own colour.
    crossed = runs(image, 24 + 13, look.colour("plus"))
    assert round(full[0] + 0.25 * len(full)) in crossed
    assert not [x for x in crossed if abs(x - expected) < 0.09 * len(full)]


def test_a_caption_stays_beside_the_track_of_a_narrow_list(bars: BarList) -> None:
    for value in (0.0, 10.0):
        bars.set_bars(BARS[:1], TITLES, DISTANCES, Mark(value, 1.0, "random pairs 10.0 ± 1.0"))
        painted(bars, theme.look(), 160)
