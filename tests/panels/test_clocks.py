"""The clocks panel: true angles, turns within L, and a film that is one undo step."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QPushButton
from pytestqt.qtbot import QtBot

from posviz.panels.clocks import ClocksPanel
from posviz.session import Session
from posviz.state import State
from posviz.widgets.bit_row import BitRow
from posviz.widgets.clock_faces import ClockFaces
from posviz.widgets.note import Note

Make = Callable[..., ClocksPanel]


def faces(panel: ClocksPanel) -> ClockFaces:
    found = panel.findChild(ClockFaces)
    assert found is not None
    return found


def button(panel: ClocksPanel, text: str) -> QPushButton:
    return next(b for b in panel.findChildren(QPushButton) if b.text() == text)


def texts(panel: ClocksPanel) -> str:
    return " ".join(note.text for note in panel.findChildren(Note))


def choose_speed(panel: ClocksPanel, speed: int) -> None:
    box = panel.findChild(QComboBox)
    assert box is not None
    index = box.findData(str(speed))
    box.setCurrentIndex(index)
    box.activated.emit(index)


def test_hands_by_hand() -> None:
    content = ClocksPanel.content(State().with_changes(width=4, position=7, pairs=()))
    assert content.drawn == (0, 1)
    assert [content.hand(pair).angle for pair in content.drawn] == [7.0, pytest.approx(0.07)]
    assert content.hand(1).wavelength == pytest.approx(200 * math.pi)
    assert content.turns == pytest.approx([63 / (2 * math.pi), 0.63 / (2 * math.pi)])
    assert content.unfinished == 1


def test_the_wavelengths_of_16_dimensions_and_who_never_comes_round() -> None:
    content = ClocksPanel.content(State().with_changes(width=16, pairs=(), length=200))
    every = [content.hand(pair).wavelength for pair in content.drawn]
    expected = [6.283, 19.87, 62.83, 198.7, 628.3, 1987, 6283, 19869]
    assert every == pytest.approx(expected, rel=4e-4)
    assert content.unfinished == 4
    shorter = ClocksPanel.content(State().with_changes(width=16, pairs=(), length=199))
    assert shorter.unfinished == 5


def test_chosen_pairs_are_among_the_twelve() -> None:
    content = ClocksPanel.content(State().with_changes(width=512, pair=77, pairs=(1, 200)))
    assert len(content.drawn) == 12
    assert {0, 1, 77, 200, 255} <= set(content.drawn)


def test_a_lone_sine_is_said_to_be_one(make_panel: Make, session: Session) -> None:
    session.update(width=5, pair=2)
    panel = make_panel(ClocksPanel)
    assert [face.has_cosine for face in faces(panel).faces] == [True, True, False]
    assert "a lone sine" in texts(panel)
    numbers = panel.numbers(panel.content(session.state))
    assert np.isnan(numbers.array[2, 5])
    assert not np.isnan(numbers.array[:, 4]).any()


def test_the_numbers_are_those_of_all_pairs() -> None:
    numbers = ClocksPanel.numbers(ClocksPanel.content(State().with_changes(position=3)))
    assert numbers.array.shape == (32, 7)
    assert len(numbers.header) == 7
    assert numbers.array[0, 3:6] == pytest.approx([3, math.sin(3), math.cos(3)])
    assert next(iter(numbers.rows))[0] == 0


def test_what_stands_below_a_clock(make_panel: Make, session: Session) -> None:
    session.update(width=16, length=64, pairs=())
    lines = [face.lines for face in faces(make_panel(ClocksPanel)).faces]
    assert lines[0] == ("pair 0", "every 6.28", "10 turns")
    assert lines[2] == ("pair 2", "every 62.8", "1 turn")
    assert lines[3] == ("pair 3", "every 199", "32 % turn")


def test_a_hand_that_almost_comes_round_is_not_said_to(make_panel: Make, session: Session) -> None:
    # 628 positions are 627 steps, and a turn of pair 1 takes 628.3.
    session.update(width=4, length=628, pairs=(), pair=1)
    panel = make_panel(ClocksPanel)
    assert faces(panel).faces[1].lines[2] == "> 99 % turn"
    assert "**1 of 2 pairs never finishes a turn** within " in texts(panel)
    session.update(length=630)
    assert faces(panel).faces[1].lines[2] == "1 turn"
    assert "Every pair finishes" in texts(panel)
    session.update(width=2, length=1)
    assert "**1 of 1 pair never finishes a turn** within one position:" in texts(panel)
    session.update(width=8, length=2)
    assert "**4 of 4 pairs never finish a turn** within 2 positions:" in texts(panel)


def test_the_position_in_binary(make_panel: Make, session: Session) -> None:
    session.update(position=6)
    panel = make_panel(ClocksPanel)
    bits = panel.findChild(BitRow)
    assert bits is not None
    assert bits.digits == "011000"
    session.update(length=65)
    assert bits.digits == "0110000"
    assert "0 1 1 0 0 0 0" in bits.accessibleName()


def test_a_step_a_key_and_a_reset(make_panel: Make, session: Session, qtbot: QtBot) -> None:
    panel = make_panel(ClocksPanel)
    qtbot.mouseClick(button(panel, "Step"), Qt.MouseButton.LeftButton)
    assert session.state.position == 2
    qtbot.keyClick(faces(panel), Qt.Key.Key_Down)
    assert session.state.position == 3
    qtbot.keyClick(faces(panel), Qt.Key.Key_End)
    assert session.state.pair == 31
    qtbot.mouseClick(button(panel, "Reset"), Qt.MouseButton.LeftButton)
    assert session.state.position == 0
    qtbot.keyClick(faces(panel), Qt.Key.Key_Up)
    assert session.state.position == 0
    session.update(position=63)
    qtbot.mouseClick(button(panel, "Step"), Qt.MouseButton.LeftButton)
    assert session.state.position == 63


def test_a_play_is_one_undo_step(make_panel: Make, session: Session, qtbot: QtBot) -> None:
    panel = make_panel(ClocksPanel)
    session.update(position=5)
    choose_speed(panel, 64)
    qtbot.mouseClick(button(panel, "Play"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: session.state.position >= 11)
    qtbot.mouseClick(button(panel, "Pause"), Qt.MouseButton.LeftButton)
    assert not panel.playing
    reached = session.state.position
    session.undo()
    assert session.state.position == 5
    session.redo()
    assert session.state.position == reached
    session.undo()
    session.undo()
    assert session.state == State()


def test_two_plays_are_two_undo_steps(make_panel: Make, session: Session, qtbot: QtBot) -> None:
    panel = make_panel(ClocksPanel)
    choose_speed(panel, 64)
    qtbot.keyClick(faces(panel), Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: session.state.position >= 5)
    qtbot.keyClick(faces(panel), Qt.Key.Key_Space)
    between = session.state.position
    qtbot.keyClick(faces(panel), Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: session.state.position >= between + 4)
    qtbot.keyClick(faces(panel), Qt.Key.Key_Space)
    session.undo()
    assert session.state.position == between
    session.undo()
    assert session.state.position == 1


def test_anything_else_that_is_done_pauses_and_is_a_step_of_its_own(
    make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    panel = make_panel(ClocksPanel)
    choose_speed(panel, 64)
    qtbot.mouseClick(button(panel, "Play"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: session.state.position >= 5)
    played = session.state.position
    session.update(pair=3)
    assert not panel.playing
    assert button(panel, "Play").isVisibleTo(panel)
    session.undo()
    assert (session.state.position, session.state.pair) == (played, 0)
    session.undo()
    assert session.state.position == 1


def test_undo_while_playing_goes_back_to_before_it(
    make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    panel = make_panel(ClocksPanel)
    choose_speed(panel, 64)
    qtbot.mouseClick(button(panel, "Play"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: session.state.position >= 5)
    session.undo()
    assert session.state.position == 1
    assert not panel.playing


def test_play_stops_at_the_end_and_begins_again_from_there(
    make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    session.update(length=8, position=6)
    panel = make_panel(ClocksPanel)
    choose_speed(panel, 16)
    qtbot.mouseClick(button(panel, "Play"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not panel.playing)
    assert session.state.position == 7
    passed: list[int] = []
    session.changed.connect(lambda _names: passed.append(session.state.position))
    qtbot.mouseClick(button(panel, "Play"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not panel.playing)
    assert passed == [0, 1, 2, 3, 4, 5, 6, 7]


def test_a_table_of_one_position_has_nowhere_to_go(
    make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    session.update(length=1, text="cat")
    panel = make_panel(ClocksPanel)
    choose_speed(panel, 256)
    qtbot.mouseClick(button(panel, "Play"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not panel.playing)
    assert session.state.position == 0


def test_a_panel_out_of_sight_does_not_play(
    make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    panel = make_panel(ClocksPanel)
    qtbot.mouseClick(button(panel, "Play"), Qt.MouseButton.LeftButton)
    assert panel.playing
    panel.set_on_screen(False)
    assert not panel.playing


def test_a_dimension_lit_elsewhere_lights_its_clock(make_panel: Make, session: Session) -> None:
    panel = make_panel(ClocksPanel)
    session.point_at(dimension=9)
    assert faces(panel)._hover == panel.content(session.state).drawn.index(4)
    session.point_at(dimension=2)  # pair 1 is not drawn
    assert faces(panel)._hover == -1
