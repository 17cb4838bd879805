"""The controls of a head of attention: silent when shown, heard when used, hidden when idle."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QWidget
from pytestqt.qtbot import QtBot

from posviz.panels.head_boxes import HeadBoxes
from posviz.session import Session
from posviz.state import State
from posviz.widgets.control_row import ControlRow
from posviz.widgets.number_box import NumberBox


@pytest.fixture
def row(qtbot: QtBot) -> ControlRow:
    row = ControlRow()
    qtbot.addWidget(row)
    return row


def named(row: ControlRow, name: str) -> QWidget:
    return next(w for w in row.findChildren(QWidget) if w.accessibleName().startswith(name))


def switch(row: ControlRow, text: str) -> QCheckBox:
    return next(box for box in row.findChildren(QCheckBox) if box.text() == text)


def test_values_are_shown_silently(row: ControlRow, session: Session, qtbot: QtBot) -> None:
    boxes = HeadBoxes(row, session)
    wanted = State().with_changes(
        scheme="t5", heads=4, head=3, causal=True, dropout=True, scale=True, head_width=16, seed=9
    )
    with qtbot.assertNotEmitted(session.changed):
        boxes.show_values(wanted)
    values = [box.value() for box in row.findChildren(NumberBox)]
    assert values == [4, 3, 16, 9]
    choice = row.findChild(QComboBox)
    assert choice is not None
    assert choice.currentData() == "t5"
    assert {box.text(): box.isChecked() for box in row.findChildren(QCheckBox)} == {
        "causal mask": True,
        "q = k = v = z": False,
        "x · √d": True,
        "dropout": True,
    }


def test_what_is_entered_reaches_the_session(
    row: ControlRow, session: Session, qtbot: QtBot
) -> None:
    boxes = HeadBoxes(row, session)
    boxes.show_values(session.state)
    session.changed.connect(lambda _: boxes.show_values(session.state))
    row.show()
    choice = row.findChild(QComboBox)
    assert choice is not None
    choice.setFocus()
    for _ in range(3):
        qtbot.keyClick(choice, Qt.Key.Key_Down)
    for text in ("causal mask", "x · √d", "dropout"):
        qtbot.mouseClick(switch(row, text), Qt.MouseButton.LeftButton)
    for name in ("Number of heads", "Head,", "Seed"):
        qtbot.keyClick(named(row, name), Qt.Key.Key_Up)
    qtbot.keyClick(named(row, "Width h"), Qt.Key.Key_Down)
    state = session.state
    assert (state.scheme, state.heads, state.head, state.seed) == ("alibi", 9, 1, 2)
    assert (state.causal, state.scale, state.dropout, state.head_width) == (True, True, True, 32)
    width = named(row, "Width h")
    assert isinstance(width, NumberBox)
    width.selectAll()
    qtbot.keyClicks(width, "9")
    qtbot.keyClick(width, Qt.Key.Key_Return)
    assert (session.state.head_width, width.value()) == (8, 8)
    qtbot.mouseClick(switch(row, "q = k = v = z"), Qt.MouseButton.LeftButton)
    assert session.state.identity_weights


@pytest.mark.parametrize(
    ("changes", "hidden"),
    [
        ({}, {"Number of heads", "Head,"}),
        ({"scheme": "t5"}, set()),
        ({"scheme": "alibi", "identity_weights": True}, {"Width h"}),
    ],
)
def test_what_would_change_nothing_is_hidden(
    changes: dict[str, object], hidden: set[str], row: ControlRow, session: Session, qtbot: QtBot
) -> None:
    HeadBoxes(row, session).show_values(State().with_changes(**changes))
    names = {"Number of heads", "Head,", "Width h", "Seed"}
    qtbot.waitUntil(lambda: {n for n in names if not named(row, n).isVisible()} == hidden)


def test_the_block_with_layer_norm_has_no_root(row: ControlRow, session: Session) -> None:
    boxes = HeadBoxes(row, session)
    boxes.show_values(State().with_changes(table="minilm", scheme="sinusoidal"))
    assert switch(row, "x · √d").isVisibleTo(row)
    boxes.show_values(State().with_changes(table="minilm", scheme="learned"))
    assert not switch(row, "x · √d").isVisibleTo(row)


def test_a_panel_may_leave_out_what_acts_before_z(row: ControlRow, session: Session) -> None:
    HeadBoxes(row, session, with_input=False).show_values(State())
    assert len(row.findChildren(QCheckBox)) == 2
