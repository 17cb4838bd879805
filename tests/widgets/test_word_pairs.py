"""Rows before and after: which words are in sight, what is hit, and what is written."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QPointF, QSizeF, Qt
from PySide6.QtGui import QColor, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from posviz.widgets import theme
from posviz.widgets.word_pairs import NOWHERE, PairWords, Place, WordPairs

Make = Callable[..., WordPairs]
WORDS = PairWords("Outputs", "before", "moved", "no vector", "Out")


def rows(count: int, width: int) -> NDArray[np.float64]:
    return np.linspace(-2, 2, count * width).reshape(count, width)


@pytest.fixture
def make(qtbot: QtBot) -> Make:
    def build(count: int = 3, width: int = 8, selected: int = 1) -> WordPairs:
        view = WordPairs()
        qtbot.addWidget(view)
        names = [f"word{k}" for k in range(count)]
        first = rows(count, width)
        view.set_pairs(names, first, first, ["0.10"] * count, WORDS, selected)
        view.resize(460, 200)
        view.show()
        return view

    return build


def middle(view: WordPairs, word: int, dimension: int) -> QPointF:
    drawn = view.plan(QSizeF(view.size()), theme.look())
    along = (dimension + 0.5) / view._first.shape[1] * drawn.cells_width
    return QPointF(drawn.cells_left + along, view.frame_of(word).center().y())


def test_as_many_words_as_fit_stand_around_the_selected_one(make: Make) -> None:
    drawn = make(20, selected=10).plan(QSizeF(460, 200), theme.look())
    assert drawn.shown == 3
    assert drawn.first <= 10 < drawn.first + drawn.shown
    assert make(20, selected=19).plan(QSizeF(460, 200), theme.look()).first == 17
    assert make(20, selected=-1).plan(QSizeF(460, 200), theme.look()).first == 0


def test_colours_end_at_the_largest_value(make: Make) -> None:
    assert make().level == 2.0
    view = make()
    view.set_pairs(["a"], np.zeros((1, 2)), np.array([[0.0, -3.0]]), ["3.0"], WORDS, 0)
    assert view.level == 3.0
    view.set_pairs([], np.zeros((0, 2)), np.zeros((0, 2)), [], WORDS, -1)
    assert view.level == 1.0


def test_every_number_is_found_at_its_middle(make: Make) -> None:
    view = make()
    for word in range(3):
        for dimension in range(8):
            assert view.place_at(middle(view, word, dimension)) == (word, dimension)
    assert view.place_at(QPointF(5, middle(view, 2, 0).y())) == Place(2, -1)
    assert view.place_at(QPointF(200, 3)) == NOWHERE


def test_the_pointer_and_the_keys_tell(make: Make, qtbot: QtBot) -> None:
    view = make()
    with qtbot.waitSignal(view.hovered) as hovered:
        qtbot.mouseMove(view, middle(view, 2, 5).toPoint())
    assert hovered.args == [2, 5]
    with qtbot.waitSignal(view.activated) as activated:
        qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=middle(view, 0, 5).toPoint())
    assert activated.args == [0]
    for key, word in ((Qt.Key.Key_Up, 0), (Qt.Key.Key_Down, 2), (Qt.Key.Key_End, 2)):
        with qtbot.waitSignal(view.activated) as activated:
            qtbot.keyClick(view, key)
        assert activated.args == [word]


def test_equal_rows_look_the_same_and_others_do_not(make: Make) -> None:
    view = make(1, 4, selected=-1)
    first = np.array([[-1.0, -0.5, 0.5, 1.0]])

    def colours(second: NDArray[np.float64]) -> tuple[list[str], list[str]]:
        view.set_pairs(["cat"], first, second, ["x"], WORDS, -1)
        image = view.grab().toImage()
        drawn = view.plan(QSizeF(view.size()), theme.look())
        box = view.frame_of(0)
        lines = []
        for part in (0.12, 0.55):
            y = round(box.top() + part * box.height())
            xs = [round(drawn.cells_left + (k + 0.15) * drawn.cells_width / 4) for k in range(4)]
            lines.append([QColor(image.pixel(x, y)).name() for x in xs])
        return lines[0], lines[1]

    above, below = colours(first)
    assert above == below
    assert len(set(above)) == 4
    above, below = colours(-first)
    assert above == below[::-1] != below


def test_a_word_without_a_vector_is_dashed_and_says_so(make: Make) -> None:
    view = make(2, 4)
    values = rows(2, 4)
    values[0] = np.nan
    view.set_pairs(["mat", "cat"], values, values, ["", "0.1"], WORDS, 0)
    image = view.grab().toImage()
    box = view.frame_of(0)
    zero = theme.look().data_colour(0.0).rgb()
    assert zero not in {image.pixel(x, round(box.center().y())) for x in range(120, 300)}


@pytest.mark.parametrize(("count", "width"), [(0, 8), (1, 1), (3, 1024), (1024, 64)])
def test_any_size_is_painted(make: Make, qtbot: QtBot, count: int, width: int) -> None:
    view = make(count, width, selected=count - 1)
    assert not view.grab().isNull()
    qtbot.mouseMove(view, view.rect().center())
    qtbot.keyClick(view, Qt.Key.Key_Down)


def turn(view: WordPairs, clicks: int) -> bool:
    """Turn the wheel over the view; return whether it took that for itself."""
    at = QPointF(view.rect().center())
    event = QWheelEvent(
        at,
        QPointF(view.mapToGlobal(at)),
        QPoint(),
        QPoint(0, -120 * clicks),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view, event)
    return event.isAccepted()


def test_the_wheel_reaches_every_word(make: Make) -> None:
    view = make(20, selected=10)
    firsts = []
    while turn(view, -1):
        firsts.append(view.plan(QSizeF(view.size()), theme.look()).first)
    assert firsts == [8, 7, 6, 5, 4, 3, 2, 1, 0]
    while turn(view, 1):
        firsts.append(view.plan(QSizeF(view.size()), theme.look()).first)
    assert firsts[-1] == 17
    assert not turn(make(2), 1)  # all are in sight: the wheel is the page's


def test_another_value_of_the_same_words_does_not_scroll_back(make: Make) -> None:
    view = make(20, selected=10)
    turn(view, 1)
    values = rows(20, 8) * 2
    view.set_pairs([f"word{k}" for k in range(20)], values, values, ["0"] * 20, WORDS, 10)
    assert view.plan(QSizeF(view.size()), theme.look()).first == 10
    view.set_pairs([f"word{k}" for k in range(20)], values, values, ["0"] * 20, WORDS, 3)
    assert view.plan(QSizeF(view.size()), theme.look()).first == 2


def test_the_heading_says_which_of_many_words_are_in_sight(make: Make) -> None:
    size = QSizeF(460, 200)
    assert make(20, selected=10).heading(size, theme.look()) == "Outputs · 9–11 of 20"
    assert make(3).heading(size, theme.look()) == "Outputs"
    narrow = make(20, selected=10).heading(QSizeF(105, 200), theme.look())
    assert narrow == "Out · 9–11 of 20"  # the places have room before the long name


def test_the_keys_read_every_cell_and_the_focus_is_seen(make: Make, qtbot: QtBot) -> None:
    view = make(3, width=4, selected=1)
    view.activateWindow()
    qtbot.waitUntil(view.isActiveWindow)
    view.clearFocus()
    without = view.grab().toImage()
    with qtbot.waitSignal(view.hovered) as hovered:
        view.setFocus(Qt.FocusReason.TabFocusReason)
    assert hovered.args == [1, -1]
    assert view.grab().toImage() != without
    told: list[tuple[int, int]] = []
    view.hovered.connect(lambda word, dimension: told.append((word, dimension)))
    for _ in range(5):
        qtbot.keyClick(view, Qt.Key.Key_Right)
    qtbot.keyClick(view, Qt.Key.Key_Left)
    assert told == [(1, 0), (1, 1), (1, 2), (1, 3), (1, 3), (1, 2)]
    qtbot.keyClick(view, Qt.Key.Key_Down)
    assert told[-1] == (2, 2)  # the same number of the next word
    view.clearFocus()
    assert told[-1] == (-1, -1)
