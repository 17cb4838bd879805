"""The neighbours panel against hand-made expectations."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from posviz.panels.neighbours import NeighboursPanel
from posviz.session import Session
from posviz.state import State
from posviz.widgets.bar_list import BarList


@pytest.mark.parametrize("table", ["toy4", "toy16"])
def test_nearest_word_of_cat_is_kitten_by_a_cosine_worked_out_by_hand(table: str) -> None:
    state = State(table=table)
    content = NeighboursPanel.content(state)
    E = state.embeddings.matrix
    cat, kitten = (E[state.embeddings.vocabulary.id_of(word)] for word in ("cat", "kitten"))
    by_hand = math.fsum(cat * kitten) / math.sqrt(math.fsum(cat**2) * math.fsum(kitten**2))
    assert content.tokens[0] == "kitten"
    assert content.cosines[0] == pytest.approx(by_hand, abs=1e-12)
    assert "cat" not in content.tokens


def test_unknown_word_has_no_neighbours_and_says_so(
    make_panel: Callable[..., NeighboursPanel], session: Session
) -> None:
    session.update(text="the mat", token="mat")
    panel = make_panel(NeighboursPanel)
    content = panel.content(session.state)
    assert content.id is None
    assert content.tokens == ()
    assert "mat" in panel.summary(content)
    assert list(panel.numbers(content).rows) == []


def test_clicking_a_row_selects_its_token(
    make_panel: Callable[..., NeighboursPanel], session: Session, qtbot: QtBot
) -> None:
    panel = make_panel(NeighboursPanel)
    expected = panel.content(session.state).tokens[1]
    bars = panel.findChild(BarList)
    second_row = QPoint(30, 24 + 27 + 13)
    with qtbot.waitSignal(session.changed):
        qtbot.mouseClick(bars, Qt.MouseButton.LeftButton, pos=second_row)
    assert session.state.token == expected


def test_keys_walk_the_rows(
    make_panel: Callable[..., NeighboursPanel], session: Session, qtbot: QtBot
) -> None:
    panel = make_panel(NeighboursPanel)
    expected = panel.content(session.state).tokens[2]
    bars = panel.findChild(BarList)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Return):
        qtbot.keyClick(bars, key)
    assert session.state.token == expected


def test_numbers_hold_token_and_cosine(session: Session) -> None:
    content = NeighboursPanel.content(State(k=3))
    numbers = NeighboursPanel.numbers(content)
    assert numbers.header == ("token", "cosine")
    assert numbers.array.tolist() == [cosine for _, cosine in numbers.rows]
