"""The matrix of rotations: which blocks are shown, where they lie, and what keys do."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QSizeF, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from posviz.widgets import theme
from posviz.widgets.rotation_blocks import RotationBlocks

ANGLES = np.array([math.pi / 2, math.pi / 6, 0.0, -math.pi / 6, 0.1])


@pytest.fixture
def view(qtbot: QtBot) -> RotationBlocks:
    view = RotationBlocks()
    qtbot.addWidget(view)
    view.resize(500, 200)
    view.set_rotations(ANGLES, 10, int, 1)
    view.show()
    return view


def centre(view: RotationBlocks, row: int, column: int) -> QPoint:
    drawn = view.plan(QSizeF(view.size()), theme.look())
    start = 2 * drawn.first
    return drawn.cell(row - start, column - start).center().toPoint()


def test_the_numbers_of_a_block_and_the_zeros_outside(view: RotationBlocks) -> None:
    block = [[view.number(row, column) for column in (2, 3)] for row in (2, 3)]
    assert block == [
        pytest.approx([math.sqrt(3) / 2, 0.5]),
        pytest.approx([-0.5, math.sqrt(3) / 2]),
    ]
    assert view.number(2, 0) == view.number(0, 3) == 0
    assert view.number(6, 7) == pytest.approx(-0.5)


@pytest.mark.parametrize("selected", range(5))
@pytest.mark.parametrize("size", [(220, 80), (300, 400), (900, 120), (1600, 900)])
def test_the_selected_block_is_always_whole_and_in_sight(
    view: RotationBlocks, selected: int, size: tuple[int, int]
) -> None:
    view.set_rotations(ANGLES, 10, int, selected)
    drawn = view.plan(QSizeF(*size), theme.look())
    assert drawn.first <= selected < drawn.first + drawn.pairs
    assert drawn.rows == 2 * drawn.pairs
    assert drawn.cells.right() <= size[0]
    assert drawn.cells.bottom() <= size[1]


def test_a_lone_sine_takes_one_row(view: RotationBlocks) -> None:
    view.set_rotations(ANGLES[:3], 5, int, 2)
    drawn = view.plan(QSizeF(600, 400), theme.look())
    assert (drawn.first, drawn.pairs, drawn.rows) == (0, 3, 5)
    assert not view.grab().isNull()
    view.set_rotations(ANGLES[:1], 1, int, 0)
    assert view.plan(QSizeF(600, 400), theme.look()).rows == 1
    assert not view.grab().isNull()


def test_a_click_on_a_block_selects_its_pair_and_one_on_a_zero_nothing(
    view: RotationBlocks, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(view.activated) as clicked:
        qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=centre(view, 1, 0))
    assert clicked.args == [0]
    with qtbot.assertNotEmitted(view.activated):
        qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=centre(view, 0, 2))


def test_the_pointer_tells_row_and_column(view: RotationBlocks, qtbot: QtBot) -> None:
    with qtbot.waitSignal(view.hovered) as told:
        qtbot.mouseMove(view, centre(view, 3, 2))
    assert told.args == [3, 2]
    with qtbot.waitSignal(view.hovered) as told:
        qtbot.mouseMove(view, QPoint(1, 1))
    assert told.args == [-1, -1]


@pytest.mark.parametrize(
    ("key", "pair"),
    [
        (Qt.Key.Key_Left, 0),
        (Qt.Key.Key_Up, 0),
        (Qt.Key.Key_Right, 2),
        (Qt.Key.Key_Down, 2),
        (Qt.Key.Key_Home, 0),
        (Qt.Key.Key_End, 4),
        (Qt.Key.Key_PageUp, 0),
        (Qt.Key.Key_PageDown, 4),
    ],
)
def test_keys_choose_a_pair(view: RotationBlocks, qtbot: QtBot, key: Qt.Key, pair: int) -> None:
    with qtbot.waitSignal(view.activated) as told:
        qtbot.keyClick(view, key)
    assert told.args == [pair]


@pytest.mark.usefixtures("dark_again")
def test_it_needs_more_room_at_twice_the_text(view: RotationBlocks, qapp: QApplication) -> None:
    before = view.minimumSizeHint()
    theme.apply(qapp, "light", 2.0)
    assert view.minimumSizeHint().height() == pytest.approx(2 * before.height(), abs=2)


def test_it_is_never_mirrored(view: RotationBlocks, right_to_left: Callable[[], None]) -> None:
    before = view.grab().toImage()
    right_to_left()
    assert view.grab().toImage() == before
