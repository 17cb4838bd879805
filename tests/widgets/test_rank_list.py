"""The list of ranks: parts under or beside each other, what has no room is left out."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, QSizeF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from posviz.widgets.beside_or_below import BesideOrBelow
from posviz.widgets.rank_list import Part, Ranked, RankList
from posviz.widgets.scatter_view import ScatterView
from posviz.widgets.theme import LOOKS, Look


def part(title: str, count: int) -> Part:
    return Part(title, tuple(Ranked(f"{title}{i}", "12 345", "7") for i in range(count)), 0, "plus")


@pytest.fixture
def ranks(qtbot: QtBot) -> RankList:
    ranks = RankList()
    qtbot.addWidget(ranks)
    ranks.set_parts((part("a", 4), part("b", 3)), ("all 4", "map"))
    return ranks


def rows_shown(ranks: RankList) -> list[int]:
    found = {
        ranks.row_under(QPointF(x, y))
        for x in range(2, ranks.width(), 10)
        for y in range(1, ranks.height(), 3)
    }
    rows = sorted(found - {-1})
    assert all(place.bottom() <= ranks.height() for place in ranks.places())
    return rows


@pytest.mark.parametrize("width", [204, 420])
def test_all_rows_have_room_in_the_height_that_is_asked_for(ranks: RankList, width: int) -> None:
    ranks.resize(width, ranks.height_at(width))
    assert rows_shown(ranks) == list(range(7))
    assert ranks.height_at(420) < ranks.height_at(204)


def test_both_parts_lose_their_last_rows_where_room_is_short(ranks: RankList) -> None:
    ranks.resize(204, 2 * 26 + 4 * 21)
    assert rows_shown(ranks) == [0, 1, 4, 5]
    ranks.resize(204, 2 * 26 + 5 * 21)
    assert rows_shown(ranks) == [0, 1, 2, 4, 5]
    ranks.resize(204, 2 * 26 + 6 * 21)
    assert rows_shown(ranks) == [0, 1, 2, 4, 5, 6]
    ranks.resize(204, 10)
    assert rows_shown(ranks) == []


def test_empty_parts_take_no_room(ranks: RankList) -> None:
    ranks.set_parts((part("a", 0), part("b", 2)), ("all 4", "map"))
    ranks.resize(204, ranks.height_at(204))
    assert ranks.height() == 26 + 2 * 21
    assert rows_shown(ranks) == [0, 1]
    ranks.set_parts((), ("", ""))
    assert ranks.height_at(204) == 0


def test_mouse_and_keys_reach_the_rows_shown(ranks: RankList, qtbot: QtBot) -> None:
    ranks.resize(204, 2 * 26 + 4 * 21)
    told: list[int] = []
    chosen: list[int] = []
    ranks.hovered.connect(told.append)
    ranks.activated.connect(chosen.append)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Return):
        qtbot.keyClick(ranks, key)
    assert told == [0, 1, 4]
    qtbot.keyClick(ranks, Qt.Key.Key_Up)
    qtbot.mouseClick(ranks, Qt.MouseButton.LeftButton, pos=QPoint(20, 26 + 10))
    assert chosen == [4, 0]


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_it_is_drawn_in_both_looks(ranks: RankList, look: Look) -> None:
    image = QImage(204, 250, QImage.Format.Format_RGB32)
    image.fill(look.colour("panel"))
    before = image.copy()
    painter = QPainter(image)
    ranks.draw(painter, QSizeF(204, 250), look)
    painter.end()
    assert image != before


# Beside the picture or below it


@pytest.fixture
def owner(qtbot: QtBot) -> QWidget:
    """A picture with its list, which has two parts."""
    owner = QWidget()
    qtbot.addWidget(owner)
    layout = BesideOrBelow()
    owner.setLayout(layout)
    layout.setContentsMargins(0, 0, 0, 0)
    ranks = RankList()
    ranks.set_parts((part("a", 4), part("b", 3)), ("all 4", "map"))
    layout.addWidget(ScatterView())
    layout.addWidget(ranks)
    return owner


def laid_out(owner: QWidget, width: int, height: int) -> tuple[QRect, QRect]:
    """Places of the picture and of the list at a size."""
    owner.resize(width, height)
    layout = owner.layout()
    assert layout is not None
    layout.activate()
    found = [owner.findChild(kind) for kind in (ScatterView, RankList)]
    view, listed = (widget.geometry() for widget in found if isinstance(widget, QWidget))
    return view, listed


@pytest.mark.parametrize("size", [(532, 250), (1070, 700)])
def test_a_wide_room_has_the_list_beside(owner: QWidget, size: tuple[int, int]) -> None:
    view, listed = laid_out(owner, *size)
    assert view.height() == listed.height() == size[1]
    assert view.right() < listed.left()
    assert listed.right() == size[0] - 1
    assert listed.width() == 204


def test_right_to_left_the_list_is_at_the_left(owner: QWidget) -> None:
    owner.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    view, listed = laid_out(owner, 600, 300)
    assert listed.left() == 0
    assert listed.right() < view.left()


def test_a_tall_room_has_the_list_below(owner: QWidget) -> None:
    view, listed = laid_out(owner, 430, 600)
    assert view.width() == listed.width() == 430
    assert view.bottom() < listed.top()
    assert listed.height() == 26 + 4 * 21


def test_a_small_room_is_the_pictures(owner: QWidget) -> None:
    view, listed = laid_out(owner, 220, 160)
    assert (view.width(), view.height()) == (220, 160)
    assert listed.height() == 0
