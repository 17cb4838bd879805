"""Clock hands: where they stand, that nothing overlaps, and what pointer and keys do."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from PySide6.QtCore import QSizeF, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from posviz.widgets import theme
from posviz.widgets.clock_faces import ClockFaces, Face
from posviz.widgets.theme import DARK


def faces(count: int, angle: float = 1.0, turns: float = 3.0) -> list[Face]:
    return [Face((f"pair {i}", "every 47 117", "3 turns"), angle, turns) for i in range(count)]


@pytest.fixture
def view(qtbot: QtBot) -> ClockFaces:
    view = ClockFaces()
    qtbot.addWidget(view)
    view.resize(600, 260)
    view.set_faces(faces(12), 4)
    view.show()
    return view


@pytest.mark.parametrize("count", [1, 2, 7, 12])
@pytest.mark.parametrize("width", [200, 432, 532, 1072])
def test_clocks_lie_inside_and_apart(view: ClockFaces, count: int, width: int) -> None:
    view.set_faces(faces(count), 0)
    size = QSizeF(width, view.heightForWidth(width))
    places = view.places(size, theme.look())
    assert len(places) == count
    for index, place in enumerate(places):
        assert 0 <= place.left() <= place.right() <= size.width() + 1e-6
        assert 0 <= place.top() <= place.bottom() <= size.height() + 1e-6
        for other in places[:index]:
            common = place.intersected(other)
            assert common.width() * common.height() < 1e-6


def test_reading_order_is_from_left_to_right_in_every_direction(
    view: ClockFaces, right_to_left: Callable[[], None]
) -> None:
    before = view.grab().toImage()
    places = view.places(QSizeF(600, 260), theme.look())
    assert places[0].left() < places[1].left()
    right_to_left()
    assert view.grab().toImage() == before


def test_a_wide_low_room_takes_one_row_and_a_narrow_high_one_several(view: ClockFaces) -> None:
    assert view.columns_in(QSizeF(1400, 130), theme.look()) == 12
    assert view.columns_in(QSizeF(300, 900), theme.look()) < 4


def test_rows_are_even(view: ClockFaces) -> None:
    assert view.columns_in(QSizeF(820, 300), theme.look()) == 6
    view.set_faces(faces(4), 0)
    assert view.columns_in(QSizeF(432, 330), theme.look()) == 2


@pytest.mark.parametrize(
    ("angle", "x", "y"), [(0.0, 1, 0), (math.pi / 2, 0, -1), (math.pi, -1, 0), (-math.pi / 2, 0, 1)]
)
def test_the_hand_starts_at_the_right_and_goes_up(
    view: ClockFaces, angle: float, x: int, y: int
) -> None:
    """The tip is the only large spot in the text's colour: it lies where the angle says."""
    view.set_faces([Face(("", "", ""), angle, 3.0)], -1)
    image = view.grab().toImage()
    ink = QColor(DARK.text)
    spots = [
        (i, j)
        for i in range(image.width())
        for j in range(image.height())
        if image.pixelColor(i, j) == ink
    ]
    middle = view.places(QSizeF(view.size()), theme.look())[0].center().x()
    left, right = min(s[0] for s in spots), max(s[0] for s in spots)
    top, bottom = min(s[1] for s in spots), max(s[1] for s in spots)
    if x:
        assert abs((left if x < 0 else right) - middle) > 40
        assert abs((right if x < 0 else left) - middle) < 8
        assert bottom - top < 12
    else:
        assert bottom - top > 40
        assert abs((left + right) / 2 - middle) < 4
        # The wide end, with the spot, is where the hand points.
        rows = {j: sum(s[1] == j for s in spots) for j in range(top, bottom + 1)}
        upper = sum(rows[j] for j in range(top, top + 8))
        lower = sum(rows[j] for j in range(bottom - 7, bottom + 1))
        assert (upper > lower) == (y < 0)


def test_a_hand_that_never_comes_round_looks_different(view: ClockFaces) -> None:
    before = view.grab().toImage()
    view.set_faces(faces(12, turns=0.4), 4)
    assert view.grab().toImage() != before


def test_a_click_selects_and_the_pointer_is_told(view: ClockFaces, qtbot: QtBot) -> None:
    at = view.places(QSizeF(view.size()), theme.look())[7].center().toPoint()
    with qtbot.waitSignal(view.activated) as clicked:
        qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=at)
    assert clicked.args == [7]
    with qtbot.waitSignal(view.hovered) as told:
        qtbot.mouseMove(view, at)
    assert told.args == [7]


@pytest.mark.parametrize(
    ("key", "index"),
    [
        (Qt.Key.Key_Left, 3),
        (Qt.Key.Key_Right, 5),
        (Qt.Key.Key_Home, 0),
        (Qt.Key.Key_End, 11),
    ],
)
def test_keys_choose_a_clock(view: ClockFaces, qtbot: QtBot, key: Qt.Key, index: int) -> None:
    with qtbot.waitSignal(view.activated) as told:
        qtbot.keyClick(view, key)
    assert told.args == [index]


def test_up_down_and_space(view: ClockFaces, qtbot: QtBot) -> None:
    steps: list[int] = []
    view.stepped.connect(steps.append)
    qtbot.keyClick(view, Qt.Key.Key_Up)
    qtbot.keyClick(view, Qt.Key.Key_Down)
    assert steps == [-1, 1]
    with qtbot.waitSignal(view.toggled):
        qtbot.keyClick(view, Qt.Key.Key_Space)


def test_without_clocks_nothing_is_hit(view: ClockFaces, qtbot: QtBot) -> None:
    view.set_faces([], -1)
    with qtbot.assertNotEmitted(view.activated):
        qtbot.mouseClick(view, Qt.MouseButton.LeftButton)
        qtbot.keyClick(view, Qt.Key.Key_End)
    assert view.heightForWidth(300) == 0


@pytest.mark.usefixtures("dark_again")
def test_it_needs_more_room_at_twice_the_text(view: ClockFaces, qapp: QApplication) -> None:
    before = view.heightForWidth(1200)
    theme.apply(qapp, "light", 2.0)
    assert view.heightForWidth(1200) > 1.8 * before
