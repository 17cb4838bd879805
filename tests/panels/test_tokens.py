"""The tokens panel: ids, picking, and following the selection through a long list."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from posviz.model.embeddings import EmbeddingTable
from posviz.model.vocabulary import Vocabulary
from posviz.panels.tokens import TokensPanel
from posviz.session import Session
from posviz.state import State
from posviz.widgets.note import Note
from posviz.widgets.painted import height_for
from posviz.widgets.token_chips import TokenChips

Make = Callable[..., TokensPanel]


def chips_of(panel: TokensPanel) -> TokenChips:
    chips = panel.findChild(TokenChips)
    assert chips is not None
    return chips


def note_of(panel: TokensPanel) -> str:
    note = panel.findChild(Note)
    assert note is not None
    return note.text


def test_id_is_the_place_in_the_vocabulary() -> None:
    content = TokensPanel.content(State(token="on"))
    assert content.tokens[0] == "cat"
    assert content.selected == 14
    numbers = TokensPanel.numbers(content)
    assert list(numbers.rows)[14] == ("on", 14)
    assert numbers.array.tolist() == list(range(15))


def test_clicking_a_chip_selects_its_token(
    make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    panel = make_panel(TokensPanel)
    chips = chips_of(panel)
    place = chips.chip_rect(5).center().toPoint()
    with qtbot.waitSignal(session.changed):
        qtbot.mouseClick(chips, Qt.MouseButton.LeftButton, pos=place)
    assert session.state.token == "queen"
    assert chips.selected == 5


def test_keys_and_typing_select(make_panel: Make, session: Session, qtbot: QtBot) -> None:
    panel = make_panel(TokensPanel)
    chips = chips_of(panel)
    qtbot.keyClick(chips, Qt.Key.Key_Right)
    assert session.state.token == "dog"
    qtbot.keyClick(chips, Qt.Key.Key_End)
    assert session.state.token == "on"
    qtbot.keyClicks(chips, "bre")
    assert session.state.token == "bread"


def test_unknown_word_has_no_id_and_lights_no_chip(make_panel: Make, session: Session) -> None:
    session.update(text="the mat", token="mat")
    panel = make_panel(TokensPanel)
    assert chips_of(panel).selected == -1
    assert "mat" in note_of(panel)
    assert "no id" in note_of(panel)
    session.update(token="cat")
    assert "**0**" in note_of(panel)


def test_hovering_reads_the_id_out(make_panel: Make, qtbot: QtBot) -> None:
    panel = make_panel(TokensPanel)
    chips = chips_of(panel)
    with qtbot.waitSignal(panel.readout) as readout:
        qtbot.mouseMove(chips, chips.chip_rect(3).center().toPoint())
    assert readout.args == ["puppy → id 3"]


def test_a_wide_panel_asks_for_no_more_height_than_its_lines_need(make_panel: Make) -> None:
    panel = make_panel(TokensPanel, 640, 140)
    two_lines = chips_of(panel).heightForWidth(612)
    assert two_lines < 80
    assert height_for(panel.figure, 640) < two_lines + 60
    assert height_for(panel.figure, 300) > two_lines + 60


def test_the_selected_chip_is_scrolled_into_sight(
    make_panel: Make, session: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = tuple(f"w{number}" for number in range(5000))
    many = EmbeddingTable("toy4", "Many", "", np.zeros((5000, 1)), Vocabulary(words))
    monkeypatch.setattr("posviz.tables._shipped", {"toy4": many})
    session.update(token="w4000")
    panel = make_panel(TokensPanel, 400, 200)
    chips = chips_of(panel)

    def in_sight() -> bool:
        place = chips.chip_rect(chips.selected).toRect()
        return bool(chips.visibleRegion().contains(place))

    qtbot.waitUntil(in_sight)
    qtbot.keyClick(chips, Qt.Key.Key_Home)
    assert session.state.token == "w0"
    assert in_sight()
    qtbot.keyClick(chips, Qt.Key.Key_PageDown)
    assert in_sight()
    assert 10 < int(session.state.token[1:]) < 60


def test_a_token_that_has_no_shape_is_shown_by_signs(
    make_panel: Make, session: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = Vocabulary(("cat", "\u00a0", "dog"))
    blank = EmbeddingTable("toy4", "Blank", "", np.eye(3), words)
    monkeypatch.setattr("posviz.tables.table", lambda source: blank)
    panel = make_panel(TokensPanel)
    session.update(token="\u00a0")
    panel.refresh()
    assert r"**‹U\+00A0›**" in note_of(panel)
    assert "‹U+00A0› has id 1" in panel.summary(panel.content(session.state))
    with qtbot.waitSignal(panel.readout) as readout:
        qtbot.mouseMove(chips_of(panel), chips_of(panel).chip_rect(1).center().toPoint())
    assert readout.args == ["‹U+00A0› → id 1"]
