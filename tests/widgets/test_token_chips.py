"""Chips: where they stand, how they are found, and that only those in sight are painted."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Literal

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QImage, QPainter
from PySide6.QtWidgets import QApplication, QScrollArea
from pytestqt.qtbot import QtBot

from posviz.widgets import theme
from posviz.widgets.theme import Look
from posviz.widgets.token_chips import (
    Chip,
    NumberedChips,
    TokenChips,
    line_starts,
    summed_advances,
)

WORDS = ("cat", "dog", "kitten", "puppy", "king", "queen", "prince", "apple", "bread", "cheese")

Make = Callable[..., TokenChips]


@pytest.fixture
def make(qtbot: QtBot) -> Make:
    def build(
        words: tuple[str, ...] = WORDS,
        arrangement: Literal["line", "wrap"] = "wrap",
        selected: int = 0,
        width: int = 300,
    ) -> TokenChips:
        chips = TokenChips(arrangement)
        qtbot.addWidget(chips)
        chips.set_chips([Chip(word, str(id_)) for id_, word in enumerate(words)], selected)
        chips.resize(width, max(40, chips.heightForWidth(width)))
        chips.show()
        return chips

    return build


def test_lines_break_where_a_chip_would_not_fit() -> None:
    ends = [50.0, 100.0, 150.0, 200.0, 250.0]  # five chips of 44 with gaps of 6
    assert line_starts(ends, 6, 144) == [0, 3]
    assert line_starts(ends, 6, 143) == [0, 2, 4]
    assert line_starts(ends, 6, 10) == [0, 1, 2, 3, 4]
    assert line_starts([], 6, 100) == []


def test_every_chip_is_found_at_its_centre_and_none_in_a_gap(make: Make) -> None:
    chips = make()
    for index in range(len(WORDS)):
        assert chips.chip_at(chips.chip_rect(index).center().toPoint()) == index
    first = chips.chip_rect(0)
    assert chips.chip_at(QPoint(round(first.right()) + 3, 10)) == -1
    assert chips.chip_at(QPoint(10, round(first.bottom()) + 3)) == -1
    assert chips.chip_at(QPoint(10, 5000)) == -1


def test_no_chip_stands_beyond_the_width_or_over_another(make: Make) -> None:
    chips = make(width=220)
    places = [chips.chip_rect(index) for index in range(len(WORDS))]
    assert max(place.right() for place in places) <= 220
    assert not any(a.intersects(b) for a, b in pairwise(places))
    assert chips.heightForWidth(220) >= places[-1].bottom()


def test_clicking_picks_and_hovering_tells(make: Make, qtbot: QtBot) -> None:
    chips = make()
    place = chips.chip_rect(4).center().toPoint()
    with qtbot.waitSignal(chips.picked) as picked:
        qtbot.mouseClick(chips, Qt.MouseButton.LeftButton, pos=place)
    assert picked.args == [4]
    with qtbot.waitSignal(chips.hovered) as hovered:
        qtbot.mouseMove(chips, chips.chip_rect(5).center().toPoint())
    assert hovered.args == [5]


@pytest.mark.parametrize(
    ("key", "target"),
    [
        (Qt.Key.Key_Right, 5),
        (Qt.Key.Key_Left, 3),
        (Qt.Key.Key_Home, 0),
        (Qt.Key.Key_End, 9),
    ],
)
def test_keys_move_the_selection(make: Make, qtbot: QtBot, key: Qt.Key, target: int) -> None:
    chips = make(selected=4)
    with qtbot.waitSignal(chips.picked) as picked:
        qtbot.keyClick(chips, key)
    assert picked.args == [target]


def test_up_and_down_stay_in_the_column(make: Make, qtbot: QtBot) -> None:
    chips = make(selected=1)
    with qtbot.waitSignal(chips.picked) as picked:
        qtbot.keyClick(chips, Qt.Key.Key_Down)
    assert picked.args is not None
    below = chips.chip_rect(picked.args[0])
    assert below.top() > chips.chip_rect(1).top()
    assert below.left() < chips.chip_rect(1).center().x() < below.right() + 6


def test_nothing_is_picked_beyond_the_ends(make: Make, qtbot: QtBot) -> None:
    chips = make(selected=9)
    with qtbot.assertNotEmitted(chips.picked):
        for key in (Qt.Key.Key_Right, Qt.Key.Key_End, Qt.Key.Key_Down, Qt.Key.Key_PageDown):
            qtbot.keyClick(chips, key)


@pytest.mark.parametrize("arrangement", ["line", "wrap"])
def test_right_to_left_mirrors_places_and_arrows(
    make: Make, qtbot: QtBot, arrangement: Literal["line", "wrap"]
) -> None:
    chips = make(arrangement=arrangement, selected=1, width=900)
    before = chips.chip_rect(0)
    chips.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    assert chips.chip_rect(0).right() == pytest.approx(900 - before.left())
    assert chips.chip_rect(1).right() < chips.chip_rect(0).left()
    assert chips.chip_at(chips.chip_rect(2).center().toPoint()) == 2
    with qtbot.waitSignal(chips.picked) as picked:
        qtbot.keyClick(chips, Qt.Key.Key_Left)
    assert picked.args == [2]


def test_typing_finds_the_start_of_a_word_and_repeating_goes_on(make: Make, qtbot: QtBot) -> None:
    shown = tuple(Chip(word, str(id_)) for id_, word in enumerate(WORDS))
    chips = make(selected=0)
    found: list[str] = []

    def pick(index: int) -> None:
        found.append(WORDS[index])
        chips.set_chips(shown, index)

    chips.picked.connect(pick)
    qtbot.keyClicks(chips, "PRI")
    assert found == ["puppy", "prince"]
    chips.set_chips(shown, 0)
    found.clear()
    chips._forget_typed()  # as after a second without a key
    qtbot.keyClicks(chips, "kkk")
    assert found == ["kitten", "king", "kitten"]
    found.clear()
    qtbot.keyClicks(chips, "x")
    assert found == []


def test_no_chips_take_every_key(make: Make, qtbot: QtBot) -> None:
    chips = make(words=(), selected=-1)
    with qtbot.assertNotEmitted(chips.picked):
        for key in (Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_Down, Qt.Key.Key_A):
            qtbot.keyClick(chips, key)
    assert chips.heightForWidth(300) == 0


class _Counting(TokenChips):
    drawn = 0

    def _draw_chip(self, painter: QPainter, place: QRectF, index: int, look: Look) -> None:
        self.drawn += 1
        super()._draw_chip(painter, place, index, look)


def test_of_50_000_chips_only_those_in_sight_are_painted(qtbot: QtBot) -> None:
    chips = _Counting("wrap")
    area = QScrollArea()
    qtbot.addWidget(area)
    chips.set_chips([Chip(f"word{id_}", str(id_)) for id_ in range(50_000)], 40_000)
    area.setWidget(chips)
    chips.resize(590, chips.heightForWidth(590))
    area.resize(600, 400)
    area.show()
    place = chips.chip_rect(40_000).center().toPoint()
    area.ensureVisible(place.x(), place.y())
    chips.drawn = 0
    picture = QImage(area.size(), QImage.Format.Format_RGB32)
    area.render(picture)
    lines = 400 // 39 + 2
    assert 8 <= chips.drawn <= lines * 8
    assert chips.chip_at(place) == 40_000


MANY = ["the", "a", "AVAToYo", "straße", "猫", "", "x" * 90, "e\u0301", "AV"] * 700


def test_many_words_are_measured_nearly_as_qt_does(qapp: QApplication) -> None:
    metrics = QFontMetricsF(theme.look().font(14))
    widths = summed_advances(MANY, metrics)
    assert len(widths) == len(MANY)
    for word, width in list(zip(MANY, widths.tolist(), strict=True))[-9:]:
        # Kerning draws letters together, by less than the room that a chip leaves.
        assert -1 < width - metrics.horizontalAdvance(word) < 12, word
    assert summed_advances([], metrics).shape == (0,)
    assert summed_advances(["", ""], metrics).tolist() == [0, 0]


def test_a_large_vocabulary_stands_as_a_small_one_does(qtbot: QtBot) -> None:
    many, one_by_one = TokenChips("wrap"), TokenChips("wrap")
    for view in (many, one_by_one):
        qtbot.addWidget(view)
        view.resize(700, 400)
    plain = ["kk", "nn"] * 4000  # no pair of these letters is kerned
    many.set_chips(NumberedChips(plain), 9)
    one_by_one.set_chips([Chip(word, str(i)) for i, word in enumerate(plain)], 9)
    for index in (0, 9, 10, 99, 100, 4321, 7999):
        a, b = many.chip_rect(index), one_by_one.chip_rect(index)
        assert (a.x(), a.y()) == pytest.approx((b.x(), b.y()))
        assert a.size() == b.size() or a.width() == pytest.approx(b.width())
        assert many.chip_at(a.center().toPoint()) == index
    assert many.heightForWidth(700) == one_by_one.heightForWidth(700)


def test_numbered_chips_are_found_by_typing(qtbot: QtBot) -> None:
    view = TokenChips("wrap")
    qtbot.addWidget(view)
    chips = NumberedChips(["cat", "Dog", "dog"])
    view.set_chips(chips, 0)
    with qtbot.waitSignal(view.picked) as picked:
        qtbot.keyClicks(view, "d")
    assert picked.args == [1]
    assert [chip.caption for chip in chips] == ["0", "1", "2"]
    assert chips[1:] == [Chip("Dog", "1"), Chip("dog", "2")]


def test_a_vocabulary_shows_blanks_by_signs() -> None:
    chips = NumberedChips(["cat", "\u00a0", "a b", "\u2028"])
    assert [chip.word for chip in chips] == ["cat", "‹U+00A0›", "a b", "‹U+2028›"]
