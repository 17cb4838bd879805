"""A list of things to do: one or two columns, marks by shape, keys and pointer."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from posviz.widgets import theme
from posviz.widgets.marked_list import Item, Mark, MarkedList

WORDS = ("One", "Two words", "Three", "A longer one than the others", "Five")


def make(qtbot: QtBot, width: int, current: int = 0, mark: Mark = "open") -> MarkedList:
    view = MarkedList()
    qtbot.addWidget(view)
    view.show_items([Item(text, mark, "said") for text in WORDS], current)
    view.resize(width, view.heightForWidth(width))
    view.show()
    return view


def rows_of(view: MarkedList) -> list[tuple[int, int]]:
    places = view.places(QSizeF(view.size()), theme.look())
    lefts = sorted({place.left() for place in places})
    return [(lefts.index(place.left()), round(place.top() / place.height())) for place in places]


def test_rows_go_down_one_column_or_two(qtbot: QtBot) -> None:
    assert rows_of(make(qtbot, 250)) == [(0, row) for row in range(5)]
    assert rows_of(make(qtbot, 500)) == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)]


@pytest.mark.parametrize("width", range(240, 520, 20))
def test_no_words_are_cut_and_no_row_is_lost(qtbot: QtBot, width: int) -> None:
    view = make(qtbot, width)
    metrics = QFontMetricsF(theme.look().font(14, 600))
    for place, text in zip(view.places(QSizeF(view.size()), theme.look()), WORDS, strict=True):
        assert metrics.horizontalAdvance(text) <= place.width() - 36
        assert place.right() <= width + 0.01
        assert place.bottom() <= view.height()
    assert view.minimumHeight() == view.heightForWidth(width)


@pytest.mark.usefixtures("right_to_left")
def test_the_first_column_is_at_the_right_where_one_reads_so(
    qtbot: QtBot, right_to_left: Callable[[], None]
) -> None:
    right_to_left()
    view = make(qtbot, 500)
    assert [column for column, _ in rows_of(view)] == [1, 1, 1, 0, 0]


@pytest.mark.parametrize(
    ("key", "start", "wanted"),
    [
        (Qt.Key.Key_Down, 1, [2]),
        (Qt.Key.Key_Up, 1, [0]),
        (Qt.Key.Key_Up, 0, []),
        (Qt.Key.Key_Down, 4, []),
        (Qt.Key.Key_End, 0, [4]),
        (Qt.Key.Key_Home, 3, [0]),
        (Qt.Key.Key_Right, 1, [4]),
        (Qt.Key.Key_Left, 3, [0]),
        (Qt.Key.Key_Right, 2, []),
    ],
)
def test_keys_open_rows(qtbot: QtBot, key: Qt.Key, start: int, wanted: list[int]) -> None:
    view = make(qtbot, 500, start)
    picked: list[int] = []
    view.picked.connect(picked.append)
    QTest.keyClick(view, key)
    assert picked == wanted


def test_a_click_opens_a_row_but_not_the_open_one(qtbot: QtBot) -> None:
    view = make(qtbot, 500)
    picked: list[int] = []
    view.picked.connect(picked.append)
    places = view.places(QSizeF(view.size()), theme.look())
    for index in (4, 0):
        at = places[index].center().toPoint()
        QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=at)
    assert picked == [4]
    assert view.row_at(places[4].center()) == 4
    assert view.row_at(places[4].bottomRight() * 2) == -1


def test_a_row_is_told_with_its_mark(qtbot: QtBot) -> None:
    view = make(qtbot, 300, 3)
    assert view.accessibleDescription() == "4 of 5: A longer one than the others, said"


def shape(qtbot: QtBot, mark: Mark) -> frozenset[tuple[int, int]]:
    """The pixels that the mark of the second row covers."""
    view = make(qtbot, 300, 0, mark)
    image = QImage(view.size(), QImage.Format.Format_ARGB32_Premultiplied)
    background = theme.look().colour("panel")
    image.fill(background)
    painter = QPainter(image)
    view.draw(painter, QSizeF(view.size()), theme.look())
    painter.end()
    return frozenset(
        (x, y) for x in range(30) for y in range(32, 58) if QColor(image.pixel(x, y)) != background
    )


def test_marks_differ_in_shape_and_not_in_colour_alone(qtbot: QtBot) -> None:
    shapes = {shape(qtbot, mark) for mark in ("open", "tried", "done")}
    assert len(shapes) == 3
    assert all(shapes)
