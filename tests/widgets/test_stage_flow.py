"""Stages: boxes inside the view at any width, the marked one stands out."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QSizeF
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from posviz.widgets.stage_flow import Span, Stage, StageFlow
from posviz.widgets.theme import look

NAMES = ("tokens", "E[id]", "x", "q, k", "q·k + b", "weights")


@pytest.fixture
def flow(qtbot: QtBot) -> StageFlow:
    view = StageFlow()
    qtbot.addWidget(view)
    view.resize(600, 84)
    return view


def show(flow: StageFlow, marked: int, tag: str = "enters here") -> None:
    stages = [Stage(name, index == marked) for index, name in enumerate(NAMES)]
    flow.show_stages(stages, [Span(0, 2, "once"), Span(3, 5, "in every layer")], tag)


@pytest.mark.parametrize("width", [120, 432, 2000])
def test_boxes_stand_apart_inside_the_view(flow: StageFlow, width: int) -> None:
    show(flow, 2)
    places = [flow.place(i, QSizeF(width, 84), look()) for i in range(6)]
    assert places[0].left() >= 0
    assert places[-1].right() <= width
    assert all(a.right() < b.left() for a, b in pairwise(places))


@pytest.mark.parametrize("marked", [0, 2, 5])
def test_only_the_marked_box_is_tinted(flow: StageFlow, marked: int) -> None:
    show(flow, marked)
    image = flow.grab().toImage()
    for index in range(6):
        place = flow.place(index, QSizeF(flow.size()), look())
        colour = QColor(image.pixel(round(place.left()) + 6, round(place.center().y())))
        assert (colour == look().tint(0)) == (index == marked)


def test_a_tag_longer_than_the_view_and_none_marked(flow: StageFlow) -> None:
    show(flow, -1, "a long tag " * 40)
    assert not flow.grab().isNull()
    assert flow.accessibleDescription().startswith("a long tag")
