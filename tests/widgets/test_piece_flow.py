"""Pieces: where they stand, how they are reached, and that only those in sight are painted."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from posviz.widgets import theme
from posviz.widgets.piece_flow import PieceFlow, PlateLabel
from posviz.widgets.piece_lines import PieceLines
from posviz.widgets.token_chips import line_starts

Make = Callable[..., PieceFlow]


@pytest.fixture
def make(qtbot: QtBot) -> Make:
    def build(count: int = 30, width: int = 300, height: int = 0, selected: int = 0) -> PieceFlow:
        flow = PieceFlow()
        qtbot.addWidget(flow)
        fill(flow, count)
        flow.select(selected, range(selected, selected + 1) if selected >= 0 else range(0))
        flow.resize(width, height or flow.heightForWidth(width))
        flow.show()
        return flow

    return build


def fill(flow: PieceFlow, count: int, asked: list[int] | None = None) -> None:
    """Pieces of 2 to 6 columns; every third is followed by a gap of one."""
    places = np.arange(count)

    def label(index: int) -> PlateLabel:
        if asked is not None:
            asked.append(index)
        return PlateLabel("x" * (2 + index % 5), str(index), "·" if index % 3 == 0 else "")

    gaps = (places % 3 == 0).astype(np.int64)
    flow.set_pieces(2 + places % 5, np.full(count, 2), gaps, places % 4, label)


@given(st.lists(st.floats(1, 90), max_size=60), st.floats(0, 9), st.floats(5, 400))
def test_lines_break_as_those_of_chips(widths: list[float], gap: float, width: float) -> None:
    ends = np.cumsum(np.round(widths))
    width, gap = round(width), round(gap)
    lines = PieceLines(ends, gap)
    starts = lines.starts(width, 99, 0)
    assert starts == line_starts(ends.tolist(), gap, width)
    assert [lines.few(width, most) for most in (0, 3, 99)] == [
        min(len(starts), most + 1) for most in (0, 3, 99)
    ]
    places = [lines.place(index, starts) for index in range(len(lines))]
    assert [line for line, _, _ in places] == [
        sum(start <= index for start in starts) - 1 for index in range(len(lines))
    ]
    assert [wide for _, _, wide in places] == np.round(widths).tolist()


def test_a_scroll_bar_takes_room_from_many_lines_only() -> None:
    lines = PieceLines(np.arange(10.0, 130.0, 10.0), 0)  # twelve pieces of 10
    assert lines.starts(60, 2, 10) == [0, 6]
    assert lines.starts(60, 1, 10) == [0, 5, 10]


def test_every_piece_is_found_at_its_centre(make: Make) -> None:
    flow = make(12, width=600)
    for index in range(12):
        assert flow.piece_at(flow.place_of(index).center()) == index
    assert flow.piece_at(QPointF(5, 5000)) == -1
    assert flow.piece_at(QPointF(599, flow.height() - 2)) == -1


def test_pieces_fill_lines_without_overlap(make: Make) -> None:
    flow = make(12, width=220)
    places = [flow.place_of(index) for index in range(12)]
    assert max(place.right() for place in places) <= 220
    assert not any(a.intersects(b) for a, b in pairwise(places))
    assert len({place.top() for place in places}) > 1


def test_a_gap_takes_room(make: Make) -> None:
    flow = make(12, width=900)
    between = [b.left() - a.right() for a, b in pairwise(map(flow.place_of, range(12)))]
    assert between[0] == pytest.approx(between[3])
    assert between[1] == pytest.approx(2)
    assert between[0] > between[1] + 5


def test_it_grows_to_so_many_lines_and_then_scrolls(make: Make) -> None:
    few, many = make(3), make(300)
    assert few.heightForWidth(300) < many.heightForWidth(300)
    assert not few.bar.isVisible()
    assert many.bar.isVisible()
    before = many.heightForWidth(300)
    many.set_most_lines(6)
    assert many.heightForWidth(300) > before
    assert make(900).heightForWidth(300) == before


def test_a_selected_piece_comes_into_sight(make: Make) -> None:
    flow = make(300)
    assert not flow.rect().contains(flow.place_of(250).toRect())
    flow.select(250, range(249, 252))
    assert flow.rect().contains(flow.place_of(250).toRect())
    assert flow.piece_at(flow.place_of(250).center()) == 250
    flow.resize(200, flow.height())
    assert flow.rect().contains(flow.place_of(250).toRect())


def test_of_400_000_pieces_only_those_in_sight_are_asked_for(make: Make) -> None:
    flow = make(1)
    asked: list[int] = []
    fill(flow, 400_000, asked)
    flow.resize(600, flow.heightForWidth(600))
    flow.select(399_999, range(399_999, 400_000))
    flow.grab()
    assert 0 < len(set(asked)) < 100
    assert max(asked) == 399_999
    assert flow.height() < 400


def test_clicking_picks_and_hovering_tells(make: Make, qtbot: QtBot) -> None:
    flow = make(12, width=600)
    with qtbot.waitSignal(flow.picked) as picked:
        place = flow.place_of(4).center().toPoint()
        qtbot.mouseClick(flow, Qt.MouseButton.LeftButton, pos=place)
    assert picked.args == [4]
    with qtbot.waitSignal(flow.hovered) as hovered:
        qtbot.mouseMove(flow, flow.place_of(5).center().toPoint())
    assert hovered.args == [5]
    with qtbot.waitSignal(flow.hovered) as hovered:
        qtbot.mouseMove(flow, QPoint(599, flow.height() - 1))
    assert hovered.args == [-1]


@pytest.mark.parametrize(
    ("key", "target"),
    [
        (Qt.Key.Key_Right, 5),
        (Qt.Key.Key_Left, 3),
        (Qt.Key.Key_Home, 0),
        (Qt.Key.Key_End, 29),
    ],
)
def test_keys_move_the_selection(make: Make, qtbot: QtBot, key: Qt.Key, target: int) -> None:
    flow = make(selected=4)
    with qtbot.waitSignal(flow.picked) as picked:
        qtbot.keyClick(flow, key)
    assert picked.args == [target]


def test_up_and_down_go_to_the_piece_nearest_to_straight(make: Make, qtbot: QtBot) -> None:
    flow = make(300, selected=1)
    with qtbot.waitSignal(flow.picked) as picked:
        qtbot.keyClick(flow, Qt.Key.Key_Down)
    assert picked.args is not None
    below = flow.place_of(picked.args[0])
    assert below.top() > flow.place_of(1).top()
    assert abs(below.center().x() - flow.place_of(1).center().x()) < 50
    flow.select(picked.args[0], range(0))
    with qtbot.waitSignal(flow.picked) as back:
        qtbot.keyClick(flow, Qt.Key.Key_PageUp)
    assert back.args is not None
    assert flow.place_of(back.args[0]).top() == flow.place_of(1).top()


def test_nothing_is_picked_beyond_the_ends(make: Make, qtbot: QtBot) -> None:
    for flow in (make(selected=29), make(1)):
        with qtbot.assertNotEmitted(flow.picked):
            for key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_PageDown, Qt.Key.Key_End):
                qtbot.keyClick(flow, key)


def test_right_to_left_mirrors_places_and_arrows(make: Make, qtbot: QtBot) -> None:
    flow = make(12, width=600, selected=1)
    before = flow.place_of(0)
    flow.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    assert flow.place_of(0).right() == pytest.approx(600 - before.left())
    assert flow.place_of(1).right() < flow.place_of(0).left()
    assert flow.piece_at(flow.place_of(2).center()) == 2
    with qtbot.waitSignal(flow.picked) as picked:
        qtbot.keyClick(flow, Qt.Key.Key_Left)
    assert picked.args == [2]


def test_it_follows_the_text_size(make: Make, dark_again: QApplication) -> None:
    flow = make(12, width=600)
    before = flow.place_of(3)
    theme.apply(dark_again, "dark", 2.0)
    assert flow.place_of(0).height() == pytest.approx(2 * before.height())
    assert flow.place_of(3).width() > 1.8 * before.width()


def test_no_pieces_take_every_key(make: Make, qtbot: QtBot) -> None:
    flow = make(0, selected=-1)
    with qtbot.assertNotEmitted(flow.picked):
        for key in (Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_Down):
            qtbot.keyClick(flow, key)
    assert flow.piece_at(QPointF(5, 5)) == -1
    assert not flow.grab().isNull()
