"""Answers: chosen once by mouse or key, then marked."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from posviz.widgets.choice_list import ChoiceList
from posviz.widgets.theme import look

CHOICES = ["the left end", "the right end", "both change equally fast; " * 4]


@pytest.fixture
def choices(qtbot: QtBot) -> ChoiceList:
    view = ChoiceList()
    qtbot.addWidget(view)
    view.show_choices(CHOICES)
    view.resize(240, view.heightForWidth(240))
    view.show()
    return view


def test_rows_stand_below_each_other_and_are_as_high_as_their_words(choices: ChoiceList) -> None:
    places = choices.places(240, look())
    assert all(a.bottom() < b.top() for a, b in pairwise(places))
    assert places[2].height() > 1.5 * places[0].height()
    assert places[-1].bottom() <= choices.height()
    assert choices.heightForWidth(600) < choices.heightForWidth(240)


def test_a_click_chooses(choices: ChoiceList, qtbot: QtBot) -> None:
    at = choices.places(240, look())[1].center().toPoint()
    with qtbot.waitSignal(choices.picked) as told:
        qtbot.mouseClick(choices, Qt.MouseButton.LeftButton, pos=at)
    assert told.args == [1]
    assert choices.choice_at(QPointF(5, -4)) == -1


@pytest.mark.parametrize(
    ("keys", "chosen"),
    [
        (["Return"], 0),
        (["Down", "Space"], 1),
        (["Down", "Down", "Down", "Up", "Enter"], 1),
        (["Up", "Return"], 0),
        (["3"], 2),
    ],
)
def test_keys_choose(choices: ChoiceList, qtbot: QtBot, keys: list[str], chosen: int) -> None:
    with qtbot.waitSignal(choices.picked) as told:
        for key in keys:
            qtbot.keyClick(choices, getattr(Qt.Key, f"Key_{key}"))
    assert told.args == [chosen]


def test_a_number_without_a_row_chooses_nothing(choices: ChoiceList, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(choices.picked):
        qtbot.keyClick(choices, Qt.Key.Key_4)


def test_after_the_choice_nothing_more_can_be_chosen(choices: ChoiceList, qtbot: QtBot) -> None:
    choices.show_choices(CHOICES, 1, 0)
    assert not choices.is_open
    with qtbot.assertNotEmitted(choices.picked):
        qtbot.mouseClick(choices, Qt.MouseButton.LeftButton, pos=QPoint(20, 10))
        qtbot.keyClick(choices, Qt.Key.Key_Return)


def test_what_is_shown_is_read_out(choices: ChoiceList, qtbot: QtBot) -> None:
    assert choices.accessibleDescription() == "1 of 3: the left end"
    qtbot.keyClick(choices, Qt.Key.Key_Down)
    assert choices.accessibleDescription() == "2 of 3: the right end"
    choices.show_choices(CHOICES, 1, 0)
    assert choices.accessibleDescription() == "You chose: the right end. Right is: the left end."
    choices.show_choices(CHOICES, 0, 0)
    assert choices.accessibleDescription() == "Right: the left end."
    choices.show_choices(CHOICES, 1)
    assert choices.accessibleDescription() == "You chose: the right end."


def marks(view: ChoiceList) -> list[str]:
    """Colour of the frame of each row, halfway down its left edge."""
    image: QImage = view.grab().toImage()
    now = look()
    names = {"plus": QColor(now.plus), "minus": QColor(now.minus)}
    found = []
    for place in view.places(view.width(), now):
        colour = image.pixelColor(QPoint(round(place.left()), round(place.center().y())))

        def apart(name: str, colour: QColor = colour) -> float:
            other = names[name]
            return (
                abs(colour.red() - other.red())
                + abs(colour.green() - other.green())
                + abs(colour.blue() - other.blue())
            )

        nearest = min(names, key=apart)
        found.append(nearest if apart(nearest) < 120 else "")
    return found


def test_the_right_one_and_a_wrong_choice_are_marked(choices: ChoiceList) -> None:
    assert marks(choices) == ["", "", ""]
    choices.show_choices(CHOICES, 1, 0)
    assert marks(choices) == ["plus", "minus", ""]
    choices.show_choices(CHOICES, 0, 0)
    assert marks(choices) == ["plus", "", ""]


def test_in_right_to_left_the_mark_changes_sides(choices: ChoiceList, right_to_left: None) -> None:
    choices.show_choices(CHOICES, 0, 0)
    choices.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    left_to_right = choices.grab().toImage()
    choices.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    assert choices.grab().toImage() != left_to_right


def test_votes_are_shown_and_read_out_and_the_list_stays_open(
    choices: ChoiceList, qtbot: QtBot
) -> None:
    before = choices.grab().toImage()
    choices.show_votes(CHOICES, [3, 0, 12])
    assert choices.is_open
    assert choices.grab().toImage() != before
    assert choices.accessibleDescription() == "1 of 3: the left end Votes: 3."
    with qtbot.waitSignal(choices.picked):
        qtbot.keyClick(choices, Qt.Key.Key_2)
    choices.show_votes(CHOICES, [3, 0, 12], right=0)
    assert marks(choices)[0] == "plus"
    choices.show_choices(["other", "answers"])
    assert choices.accessibleDescription() == "1 of 2: other"


def test_numbered_rows_leave_room_for_their_number(qtbot: QtBot) -> None:
    plain, numbered = ChoiceList(), ChoiceList(numbered=True)
    for view in (plain, numbered):
        qtbot.addWidget(view)
        view.show_choices(CHOICES)
    assert numbered.heightForWidth(170) >= plain.heightForWidth(170)
    for view in (plain, numbered):
        view.resize(300, view.heightForWidth(300))
    assert numbered.grab().toImage() != plain.grab().toImage()
