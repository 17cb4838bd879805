"""The matrix of words: what is hit, what is lit, and that any size is painted."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetricsF
from pytestqt.qtbot import QtBot

from posviz.widgets import theme
from posviz.widgets.word_matrix import NOWHERE, WordMatrix

Make = Callable[..., WordMatrix]


@pytest.fixture
def make(qtbot: QtBot) -> Make:
    def build(words: str = "the cat sat", width: int = 220, selected: int = -1) -> WordMatrix:
        view = WordMatrix()
        qtbot.addWidget(view)
        names = words.split()
        values = np.linspace(0, 1, len(names) ** 2).reshape(len(names), len(names))
        view.set_matrix(values, names, "A", level=1.0, selected=selected)
        view.resize(width, 240)
        view.show()
        return view

    return build


def test_every_cell_is_found_at_its_middle_and_none_beside(make: Make) -> None:
    view = make()
    for row in range(3):
        for column in range(3):
            assert view.cell_at(view.cell_rect(row, column).center()) == (row, column)
    assert view.cell_at(QPointF(2, 2)) == NOWHERE


def test_cells_are_square_and_inside(make: Make) -> None:
    for width in (120, 300, 900):
        frame = make(width=width).frame(QSizeF(width, 240), theme.look())
        assert frame.width() == pytest.approx(frame.height())
        assert frame.right() <= width
        assert frame.bottom() <= 240


def test_words_over_narrow_columns_stand_upright(make: Make) -> None:
    assert not make().labels_upright(QSizeF(220, 240), theme.look())
    assert make("the cat sat on the bread").labels_upright(QSizeF(160, 240), theme.look())


@pytest.mark.parametrize("height", [172, 240, 400])
@pytest.mark.parametrize("width", [120, 250, 600])
def test_words_over_columns_never_run_into_each_other(make: Make, width: int, height: int) -> None:
    view = make("cat sat on the cat sat on the")
    size, look = QSizeF(width, height), theme.look()
    widest = QFontMetricsF(look.font(12)).horizontalAdvance("cat")
    cell = view.frame(size, look).width() / 8
    assert view.labels_upright(size, look) or cell >= widest + 4


def test_cells_have_the_colour_of_their_value(make: Make) -> None:
    view = make()
    image = view.grab().toImage()
    for row, column, value in ((0, 0, 0.0), (2, 2, 1.0)):
        at = view.cell_rect(row, column).topLeft() + QPointF(8, 8)
        assert QColor(image.pixel(at.toPoint())) == theme.look().data_colour(value)


def test_the_pointer_the_mouse_and_the_keys_tell(make: Make, qtbot: QtBot) -> None:
    view = make()
    with qtbot.waitSignal(view.hovered) as hovered:
        qtbot.mouseMove(view, view.cell_rect(1, 2).center().toPoint())
    assert hovered.args == [1, 2]
    with qtbot.waitSignal(view.activated) as activated:
        qtbot.mouseClick(
            view, Qt.MouseButton.LeftButton, pos=view.cell_rect(0, 1).center().toPoint()
        )
    assert activated.args == [0, 1]
    with qtbot.waitSignals([view.hovered, view.activated]):
        qtbot.keyClick(view, Qt.Key.Key_Down)
    with qtbot.waitSignal(view.activated) as activated:
        qtbot.keyClick(view, Qt.Key.Key_Right)
    assert activated.args == [1, 2]
    with qtbot.waitSignal(view.activated) as activated:
        qtbot.keyClick(view, Qt.Key.Key_Right)
    assert activated.args == [1, 2]


def test_keys_begin_at_the_selected_row(make: Make, qtbot: QtBot) -> None:
    view = make(selected=2)
    with qtbot.waitSignal(view.activated) as activated:
        qtbot.keyClick(view, Qt.Key.Key_Left)
    assert activated.args == [2, 0]


def test_a_cell_lit_from_outside_is_outlined_and_told_to_nobody(make: Make, qtbot: QtBot) -> None:
    view = make()
    before = view.grab().toImage()
    with qtbot.assertNotEmitted(view.hovered):
        view.light(1, 1)
    assert view.grab().toImage() != before
    view.light(*NOWHERE)
    assert view.grab().toImage() == before


@pytest.mark.parametrize("words", ["", "cat", "שלום עולם " + "x" * 5000, "a b c d e f g h " * 4])
def test_any_words_are_painted(make: Make, qtbot: QtBot, words: str) -> None:
    view = make(words, width=110)
    view.set_matrix(
        np.full((len(words.split()),) * 2, np.nan), words.split(), "A", level=0.0, selected=0
    )
    assert not view.grab().isNull()
    qtbot.keyClick(view, Qt.Key.Key_Down)


def test_the_focus_of_the_keys_is_seen_and_reads_a_cell(make: Make, qtbot: QtBot) -> None:
    view = make(selected=1)
    view.activateWindow()
    qtbot.waitUntil(view.isActiveWindow)
    view.clearFocus()
    without = view.grab().toImage()
    with qtbot.waitSignal(view.hovered) as hovered:
        view.setFocus(Qt.FocusReason.TabFocusReason)
    assert hovered.args == [1, 0]
    image = view.grab().toImage()
    assert image != without
    frame = view.frame(QSizeF(view.size()), theme.look())
    beside = QPointF(frame.left() - 2, frame.top() + 0.9 * frame.height()).toPoint()
    assert image.pixelColor(beside) != without.pixelColor(beside)
    with qtbot.waitSignal(view.hovered) as hovered:
        view.clearFocus()
    assert hovered.args == list(NOWHERE)
    assert view.grab().toImage() == without
