"""The panel of similarities: its content, what it says it found, and what it selects."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtWidgets import QApplication, QComboBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from posviz.export import RowBlocks
from posviz.panels.similarity import SimilarityPanel
from posviz.panels.similarity_content import Similarities
from posviz.panels.similarity_dialog import TypeWeightsDialog
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


# Typed matrices


def test_what_typed_matrices_do_is_said_in_computed_numbers() -> None:
    # At d = 2, W_K that swaps sine and cosine: sin(i + j), so (i, i + m) goes from −1 to 1.
    swap = content(width=2, weights="typed", typed_k="0 1; 1 0", position=3)
    assert swap.value == pytest.approx(np.sin(3 + 8))
    text = found_text(swap)
    assert "each 2 × 2" in text
    assert "The offset alone does not decide" in text
    assert "up to 2.0" in text
    # A quarter turn: sin(i − j), so n and −n differ by 2 sin n, which is near 2 at n = 11.
    turn = content(width=2, weights="typed", typed_q="1 0; 0 1", typed_k="0 −1; 1 0")
    text = found_text(turn)
    assert "Only the offset counts" in text
    assert "**Direction:** in this row an offset and its negative differ by up to 2.0" in text
    assert turn.asymmetry == pytest.approx(2 * abs(np.sin(11.0)))
    # The rounding of large numbers is no direction.
    large = content(width=2, weights="typed", typed_q="100 0; 0 100", typed_k="100 0; 0 100")
    assert "**No direction** in this row" in found_text(large)
    assert "Only the offset counts" in found_text(large)
    assert "q · k / (d/2)" in SimilarityPanel.heading(None, large)  # type: ignore[arg-type]


def test_a_change_of_d_loses_nothing_that_was_typed(session: Session) -> None:
    session.update(width=2, weights="typed", typed_k="0 1; 1 0")
    session.update(width=3)
    assert (session.state.weights, session.state.typed_k) == ("identity", "0 1; 1 0")
    session.update(width=2, weights="typed")
    assert session.state.weights == "typed"


def dialog_of(panel: SimilarityPanel) -> TypeWeightsDialog:
    dialog = panel.findChild(TypeWeightsDialog)
    assert dialog is not None
    return dialog


def press(parent: QWidget, text: str, qtbot: QtBot) -> None:
    button = next(b for b in parent.findChildren(QPushButton) if b.text() == text)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_matrices_are_typed_checked_and_taken_in_one_step(
    make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    panel = make_panel(SimilarityPanel)
    before = session.state
    press(panel, "Type W…", qtbot)
    dialog = dialog_of(panel)
    qtbot.keyClicks(dialog.q, "1 0")
    qtbot.keyClick(dialog.q, Qt.Key.Key_Return)
    qtbot.keyClicks(dialog.q, "0 1,5")
    assert "W_Q, row 2, column 2: “1,5” is not a number" in dialog.message.text()
    assert not dialog.ok.isEnabled()
    for _ in range(2):
        qtbot.keyClick(dialog.q, Qt.Key.Key_Backspace)
    assert dialog.message.text() == "Both are 2 × 2. OK changes d from 64 to 2."
    qtbot.keyClick(dialog.q, Qt.Key.Key_Tab)  # leaves the box, and types no blank
    assert dialog.k.hasFocus() or dialog.focusWidget() is dialog.k
    qtbot.mouseClick(dialog.ok, Qt.MouseButton.LeftButton)
    state = session.state
    assert (state.weights, state.width, state.typed_q, state.typed_k) == (
        "typed",
        2,
        "1 0\n0 1",
        "",
    )
    assert "Typed W_Q and W_K" in parts(panel)[2]
    session.undo()
    assert session.state == before


def test_a_typed_choice_that_does_not_fit_asks_for_matrices(
    make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    panel = make_panel(SimilarityPanel)
    choice = panel.findChild(QComboBox)
    assert choice is not None
    choice.setFocus()
    qtbot.keyClick(choice, Qt.Key.Key_End)
    assert (choice.currentData(), session.state.weights) == ("identity", "identity")
    dialog = dialog_of(panel)
    assert "d is 64; W_Q and W_K can be typed for d up to 8" in dialog.message.text()
    dialog.reject()
    session.update(width=8)
    qtbot.keyClick(choice, Qt.Key.Key_End)
    assert (choice.currentData(), session.state.weights) == ("typed", "typed")


@pytest.mark.parametrize(
    ("button", "spread", "mirror"),
    [
        ("Identity", False, False),
        ("Swap sin and cos", True, True),
        ("Turn the pairs", False, True),
        ("Random", True, True),
    ],
)
def test_matrices_are_filled_in(
    button: str, spread: bool, mirror: bool, make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    session.update(width=4, position=20)
    panel = make_panel(SimilarityPanel)
    press(panel, "Type W…", qtbot)
    dialog = dialog_of(panel)
    dialog.turn.setValue(7)
    dialog.seed.setValue(42)
    press(dialog, button, qtbot)
    assert dialog.message.text() == "Both are 4 × 4."
    dialog.accept()
    shown = SimilarityPanel.content(session.state)
    assert (shown.spread[0] > 1e-9) == spread
    assert (shown.asymmetry > 1e-9) == mirror
    if button == "Turn the pairs":
        offsets = np.arange(-20, 44)
        assert offsets[shown.profile.at(offsets).argmax()] == -7


def test_what_was_typed_is_there_again(make_panel: Make, session: Session, qtbot: QtBot) -> None:
    session.update(width=2, weights="typed", typed_q="1 2; 3 4")
    panel = make_panel(SimilarityPanel)
    press(panel, "Type W…", qtbot)
    assert dialog_of(panel).q.toPlainText() == "1 2\n3 4"
    dialog_of(panel).reject()
    assert session.state.typed_q == "1 2; 3 4"


def test_the_colours_end_where_typed_matrices_end() -> None:
    table = content(width=2, weights="typed", typed_q="3 0; 0 4").table
    assert table.levels == pytest.approx((-4, 4))
    out = np.empty((1, 1), dtype=np.float32)
    table.tile(0, 1, 0, 1, out)
    assert out[0, 0] == 1  # cos 0 · 4 · cos 0, as a part of 4
    assert table.block_text(range(2), range(2), 0.5).endswith("= +2.0000")
    assert content().table.levels == pytest.approx((-1, 1))
