"""Cards: how many in a row, which one is meant, keys in both directions."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QSizeF, Qt
from pytestqt.qtbot import QtBot

from posviz.widgets.choice_cards import Card, ChoiceCards
from posviz.widgets.curves import Curves
from posviz.widgets.theme import look

LINE = Curves(np.arange(5), np.zeros((1, 5)), ("z",), -1.0, 1.0, (), "offset")
CARDS = [Card(f"card {i}", "what", "how many", LINE) for i in range(6)]


@pytest.fixture
def cards(qtbot: QtBot) -> ChoiceCards:
    view = ChoiceCards()
    qtbot.addWidget(view)
    view.show_cards(CARDS, 1)
    view.resize(460, view.heightForWidth(460))
    view.show()
    return view


@pytest.mark.parametrize(
    ("width", "columns"), [(1000, 6), (878, 6), (870, 3), (460, 3), (430, 2), (290, 2), (150, 1)]
)
def test_rows_are_full(cards: ChoiceCards, width: int, columns: int) -> None:
    assert cards.columns(width, look()) == columns
    size = QSizeF(width, cards.heightForWidth(width))
    places = [cards.place(i, size, look()) for i in range(6)]
    assert places[-1].bottom() <= size.height()
    assert all(place.left() >= 0 and place.right() <= width for place in places)
    assert not any(a.intersects(b) for i, a in enumerate(places) for b in places[:i])


def test_a_click_chooses(cards: ChoiceCards, qtbot: QtBot) -> None:
    place = cards.place(4, QSizeF(cards.size()), look())
    with qtbot.waitSignal(cards.activated) as told:
        qtbot.mouseClick(cards, Qt.MouseButton.LeftButton, pos=place.center().toPoint())
    assert told.args == [4]
    assert cards.card_at(QPointF(-3, 4)) == -1


@pytest.mark.parametrize(
    ("key", "chosen"),
    [("Right", 2), ("Left", 0), ("Down", 4), ("Home", 0), ("End", 5)],
)
def test_keys_choose(cards: ChoiceCards, qtbot: QtBot, key: str, chosen: int) -> None:
    with qtbot.waitSignal(cards.activated) as told:
        qtbot.keyClick(cards, getattr(Qt.Key, f"Key_{key}"))
    assert told.args == [chosen]


def test_keys_do_not_leave_the_cards(cards: ChoiceCards, qtbot: QtBot) -> None:
    cards.show_cards(CARDS, 5)
    with qtbot.assertNotEmitted(cards.activated):
        for key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_End):
            qtbot.keyClick(cards, key)


def test_from_right_to_left_the_first_card_is_on_the_right(
    cards: ChoiceCards, qtbot: QtBot
) -> None:
    cards.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    size = QSizeF(cards.size())
    assert cards.place(0, size, look()).left() > cards.place(1, size, look()).left()
    with qtbot.waitSignal(cards.activated) as told:
        qtbot.keyClick(cards, Qt.Key.Key_Left)
    assert told.args == [2]


def test_the_chosen_card_is_told_and_seen(cards: ChoiceCards) -> None:
    before = cards.grab().toImage()
    cards.show_cards(CARDS, 3)
    assert cards.accessibleDescription().startswith("card 3")
    assert cards.grab().toImage() != before


def test_the_words_of_a_card_run_as_they_are_from_right_to_left(
    cards: ChoiceCards, right_to_left: Callable[[], None]
) -> None:
    right_to_left()
    cards.show_cards([Card("a", "b", "256 parameters", LINE)], 0)
    shown = cards.grab().toImage()
    # Said outright, from left to right: U+2066 and its end.
    cards.show_cards([Card("a", "b", "\u2066256 parameters\u2069", LINE)], 0)
    assert cards.grab().toImage() == shown
