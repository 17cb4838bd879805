"""The panel of similarities: its content, what it says it found, and what it selects."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtWidgets import QApplication, QComboBox, QPushButton
from pytestqt.qtbot import QtBot

from posviz.export import RowBlocks
from posviz.panels.similarity import SimilarityPanel
from posviz.panels.similarity_content import Similarities
from posviz.panels.similarity_words import found_text
from posviz.session import Hover, Session
from posviz.state import State
from posviz.widgets.heatmap_view import HeatmapView
from posviz.widgets.note import Note
from posviz.widgets.offset_curve import OffsetCurve

Make = Callable[..., SimilarityPanel]


def content(**changes: Any) -> Similarities:
    return SimilarityPanel.content(State().with_changes(**changes))


def parts(panel: SimilarityPanel) -> tuple[HeatmapView, OffsetCurve, str]:
    view, curve, note = (panel.findChild(kind) for kind in (HeatmapView, OffsetCurve, Note))
    assert isinstance(view, HeatmapView)
    assert isinstance(curve, OffsetCurve)
    assert isinstance(note, Note)
    return view, curve, note.text


def test_the_figures_of_facts() -> None:
    for offset, value in {1: 0.973, 2: 0.904, 8: 0.722, 64: 0.484, 256: 0.360}.items():
        shown = content(width=384, length=512, position=100, offset=offset)
        assert shown.value == pytest.approx(value, abs=5e-4)


def test_the_words_hold_the_computed_numbers() -> None:
    # cos 6 + cos 0.06 … at d = 4 by hand: f(3) = (cos 3 + cos .03)/2, f(4) = (cos 4 + cos .04)/2.
    text = found_text(content(width=4))
    assert "Only the offset counts" in text
    assert "first rises at offset 4, from 0.0048 to 0.1728" in text
    assert (np.cos(3) + np.cos(0.03)) / 2 == pytest.approx(0.0048, abs=5e-5)
    assert (np.cos(4) + np.cos(0.04)) / 2 == pytest.approx(0.1728, abs=5e-5)
    assert "the same value, up to 63" in text
    assert "from 0.52640 to 0.52645" in found_text(content(width=512))
    assert "d is odd" in found_text(content(width=5))
    assert "only falls" in found_text(content(length=3))
    assert "One position alone" in found_text(content(length=1, width=1))


def test_weights_bring_direction_or_break_the_pattern() -> None:
    plain, same, turned, separate = (
        content(weights=name, position=30) for name in ("identity", "same", "turned", "separate")
    )
    assert plain.asymmetry < 1e-12
    assert plain.spread[0] < 1e-12
    assert turned.asymmetry > 0.1
    assert turned.spread[0] < 1e-12
    assert same.spread[0] > 0.1
    assert separate.spread[0] > 0.1
    assert "Direction" in found_text(turned)
    assert "One random matrix" in found_text(same)
    assert "Two random matrices" in found_text(separate)
    assert content(weights="same", seed=2).value != same.value


def test_the_file_holds_the_row_of_the_position() -> None:
    shown = content(width=7, position=20)
    numbers = SimilarityPanel.numbers(shown)
    rows = list(numbers.rows)
    assert len(rows) == 64
    assert rows[25][:3] == [20, 25, 5]
    E = np.array([shown.similarity.values([20], [j])[0, 0] for j in range(64)])
    assert numbers.array == pytest.approx(E, abs=1e-12)


def test_a_long_file_is_made_in_parts_that_agree_with_the_whole() -> None:
    shown = content(length=1_000_000, width=2048, position=999_999)
    values = SimilarityPanel.numbers(shown).values
    assert isinstance(values, RowBlocks)
    assert values.shape == (1_000_000,)
    first = next(iter(values))
    assert len(first) < 100_000  # so that progress is told, and cancelling heard, in between
    far = values.make(range(999_000, 1_000_000))
    for row in (999_000, 999_500, 999_999):
        alone = shown.similarity.values([999_999], [row])[0, 0]
        assert far[row - 999_000] == pytest.approx(alone, abs=1e-9)


def test_cell_and_offset_are_picked(make_panel: Make, session: Session, qtbot: QtBot) -> None:
    panel = make_panel(SimilarityPanel, 600, 600)
    view, curve, _ = parts(panel)
    frame = view.frame()
    at = QPoint(round(frame.columns.middle(12)), round(frame.rows.middle(30)))
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=at)
    assert (session.state.position, session.state.offset) == (30, -18)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert (session.state.position, session.state.offset) == (30, -17)
    qtbot.keyClick(curve, Qt.Key.Key_Left)
    assert (session.state.position, session.state.offset) == (30, -18)
    qtbot.keyClick(curve, Qt.Key.Key_End)
    assert session.state.offset == 33
    session.undo()
    assert session.state.offset == -18


def test_reset_puts_back_what_is_the_panels_own(
    make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    panel = make_panel(SimilarityPanel)
    session.update(offset=9, weights="separate", seed=77, width=32)
    reset = next(b for b in panel.findChildren(QPushButton) if b.text() == "Reset")
    qtbot.mouseClick(reset, Qt.MouseButton.LeftButton)
    state = session.state
    assert (state.offset, state.weights, state.seed, state.width) == (5, "identity", 1, 32)


def test_the_controls_change_the_state(make_panel: Make, session: Session, qtbot: QtBot) -> None:
    panel = make_panel(SimilarityPanel)
    choice = panel.findChild(QComboBox)
    assert choice is not None
    choice.setFocus()
    qtbot.keyClick(choice, Qt.Key.Key_Down)
    assert session.state.weights == "same"
    assert "One random matrix" in parts(panel)[2]
    session.update(weights="identity")
    assert choice.currentData() == "identity"


def test_pointing_lights_the_other_panels_and_is_lit_by_them(
    make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    panel = make_panel(SimilarityPanel, 600, 600)
    view, curve, _ = parts(panel)
    told: list[Hover] = []
    said: list[str] = []
    session.hovered.connect(told.append)
    panel.readout.connect(said.append)
    axis = curve.axis()
    qtbot.mouseMove(curve, QPoint(round(axis.middle(63 + 10)), 60))
    assert told[-1].position == session.state.position + 10
    assert "offset +10: cosine = +0." in said[-1]
    QApplication.sendEvent(curve, QEvent(QEvent.Type.Leave))
    before = view.grab().toImage(), curve.grab().toImage()
    session.point_at(position=40)
    assert view.grab().toImage() != before[0]
    assert curve.grab().toImage() != before[1]


def test_a_position_beyond_the_table_is_shown_without_a_row(
    make_panel: Make, session: Session
) -> None:
    panel = make_panel(SimilarityPanel)
    session.update(text="cat " * 40, length=3)
    session.update(position=39)
    shown = SimilarityPanel.content(session.state)
    assert (shown.low, shown.high) == (-39, -37)
    assert not panel.grab().isNull()
