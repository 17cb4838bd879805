"""The panel of collisions: what it finds, says and selects."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QComboBox, QPushButton
from pytestqt.qtbot import QtBot

from posviz.model.positional import sinusoidal
from posviz.panels.collision_content import Collisions, NearestOf
from posviz.panels.collision_words import found_text, others_text
from posviz.panels.collisions import CollisionsPanel
from posviz.session import Hover, Session
from posviz.state import State
from posviz.widgets.note import Note
from posviz.widgets.offset_curve import OffsetCurve
from posviz.widgets.rank_list import RankList
from tests.laying_out import lay_out

Make = Callable[..., CollisionsPanel]


def content(**changes: Any) -> Collisions:
    return CollisionsPanel.content(State().with_changes(**changes))


def parts(panel: CollisionsPanel) -> tuple[RankList, OffsetCurve]:
    ranks, curve = panel.findChild(RankList), panel.findChild(OffsetCurve)
    assert ranks is not None
    assert curve is not None
    lay_out(panel)  # the notes have their height, all else its place
    return ranks, curve


def click_row(panel: CollisionsPanel, row: int, qtbot: QtBot) -> None:
    ranks, _ = parts(panel)
    place = ranks.places()[row].center().toPoint()
    qtbot.mouseClick(ranks, Qt.MouseButton.LeftButton, pos=place)


def test_the_known_collisions_are_said() -> None:
    text = found_text(content(length=3000, number_format="float16"))
    assert "2048 and 2049 both become 2048" in text
    assert "475 of 3000" in text
    text = found_text(content(length=300, number_format="bfloat16"))
    assert "256 and 257 both become 256" in text
    assert "stay different" in found_text(content(length=256, number_format="bfloat16"))
    assert "From 65\u202f520 on they are infinite" in found_text(
        content(length=65_521, number_format="float16", width=4)
    )


def test_the_error_of_angles_of_few_digits_is_said() -> None:
    # d = 2: 2049 becomes 2048, and so does 2049 · 1; cos 2049 − cos 2048 is the larger.
    text = found_text(content(width=2, length=2050))
    off = max(abs(np.sin(2048) - np.sin(2049)), abs(np.cos(2048) - np.cos(2049)))
    assert f"at position 2049 a value is off by up to {off:.2g} (pair 0)" in text
    assert "every value is right" in found_text(content(length=1 + 1, width=2))
    assert "infinite and has no sine" in found_text(content(length=65_521, width=4))
    assert "Angle" not in found_text(content(number_format="float64"))
    shown = content(length=1_000_000, width=16, number_format="float32").angle
    assert 0.001 < shown.error < 0.065


def test_the_nearest_rows_stand_at_the_selected_position_if_they_can() -> None:
    shown = content(width=2, length=800, position=15)
    assert (shown.nearest[0].first, shown.nearest[0].second) == (15, 725)
    assert f"{shown.nearest[0].distance:.0e}" == "6e-05"
    shown = content(width=2, length=800, position=780)
    assert (shown.nearest[0].first, shown.nearest[0].second) == (70, 780)
    shown = content(width=2, length=800, position=400)
    assert (shown.nearest[0].first, shown.nearest[0].second) == (0, 710)
    assert "such as positions 0 and 710" in found_text(shown)


@pytest.mark.parametrize("width", [2, 5, 64])
def test_the_curve_holds_the_distances_from_the_position(width: int) -> None:
    shown = content(width=width, position=20)
    E = sinusoidal.encode(np.arange(64), width)
    offsets = np.arange(64) - 20
    distances = shown.curve.means(offsets, 1) * shown.typical
    assert distances == pytest.approx(np.linalg.norm(E - E[20], axis=1), abs=1e-6)


def test_a_point_of_the_curve_is_the_least_of_its_offsets() -> None:
    curve = NearestOf(np.array([5.0, 4, 3, 0, 3, 1, 2]))  # offsets −3 .. 3
    assert curve.means([-3, -1, 1, 3], 2).tolist() == [4, 0, 1, 2]
    assert curve.means([-3, 0], 1).tolist() == [5, 0]


def test_fewer_dimensions_and_a_low_base_are_named_with_their_numbers() -> None:
    shown = content(length=64, width=64)
    assert [(o.width, o.base) for o in shown.others] == [
        (2, 1e4),
        (4, 1e4),
        (8, 1e4),
        (64, 10.0),
    ]
    # d = 2 over 64 positions: 44 is nearest to 7 turns, 2 sin(22) = −0.0177.
    assert abs(2 * np.sin(22)) == pytest.approx(0.0177, abs=1e-5)
    assert "d = 2: 0.01770;" in others_text(shown)
    assert "base 10: " in others_text(shown)
    assert others_text(content(width=2, base=10.0)) == ""


def test_words_for_every_outcome() -> None:
    assert "no rows are equal; the nearest are 1.471 apart" in found_text(content())
    assert "float64** are what is computed" in found_text(content(number_format="float64"))
    assert "rows equal an earlier one; the first is 711, which equals 1" in found_text(
        content(width=2, length=1000, number_format="bfloat16")
    )
    assert "at most" in found_text(content(width=3, length=3000))
    assert " to " in found_text(content(width=65, number_format="bfloat16"))
    assert "nothing to collide with" in found_text(content(length=1))


def test_the_file_holds_the_list() -> None:
    numbers = CollisionsPanel.numbers(content(length=3000))
    rows = list(numbers.rows)
    assert rows[0][:4] == ("nearest before rounding", 1, 2, 1)
    assert ("equal, position rounded", 2048, 2049, 1, 0.0) in rows
    assert len(numbers.array) == len(rows)


def test_a_pair_in_the_list_is_selected(make_panel: Make, session: Session, qtbot: QtBot) -> None:
    session.update(length=3000)
    panel = make_panel(CollisionsPanel, 1000, 900)
    click_row(panel, 5, qtbot)
    assert (session.state.position, session.state.offset) == (2048, 1)
    click_row(panel, 7, qtbot)
    assert (session.state.position, session.state.offset) == (2051, 2)
    ranks, _ = parts(panel)
    told: list[Hover] = []
    session.hovered.connect(told.append)
    qtbot.mouseMove(ranks, ranks.places()[5].center().toPoint())
    assert told[-1].position == 2049


def test_the_curve_chooses_the_offset_and_says_the_distance(
    make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    panel = make_panel(CollisionsPanel, 1000, 700)
    _, curve = parts(panel)
    said: list[str] = []
    panel.readout.connect(said.append)
    at = QPoint(round(curve.axis().middle(63 + 1)), 60)
    qtbot.mouseMove(curve, at)
    assert said[-1] == "pos 1 and pos 2: distance 1.472 before rounding"
    qtbot.mouseClick(curve, Qt.MouseButton.LeftButton, pos=at)
    assert session.state.offset == 1


def test_reset_and_format(make_panel: Make, session: Session, qtbot: QtBot) -> None:
    panel = make_panel(CollisionsPanel)
    choice = panel.findChild(QComboBox)
    assert choice is not None
    choice.setFocus()
    qtbot.keyClick(choice, Qt.Key.Key_End)
    assert session.state.number_format == "bfloat16"
    session.update(width=3, base=2.0, length=500, offset=77)
    reset = next(b for b in panel.findChildren(QPushButton) if b.text() == "Reset")
    qtbot.mouseClick(reset, Qt.MouseButton.LeftButton)
    start = State()
    for name in ("width", "base", "length", "offset", "number_format"):
        assert getattr(session.state, name) == getattr(start, name)


def test_the_notes_follow(make_panel: Make, session: Session) -> None:
    panel = make_panel(CollisionsPanel)
    session.update(length=300, number_format="bfloat16")
    text = " ".join(note.text for note in panel.findChildren(Note))
    assert "256 and 257 both become 256" in text
    session.update(text="cat " * 40, length=2)
    session.update(position=39)  # beyond the table
    assert not panel.grab().isNull()
