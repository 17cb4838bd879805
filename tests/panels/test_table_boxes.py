"""The boxes for d, base and L: they show values silently and change the session."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from posviz.panels.table_boxes import TableBoxes
from posviz.session import Session
from posviz.widgets.control_row import ControlRow
from posviz.widgets.number_box import NumberBox


def test_values_are_shown_silently_and_entered_ones_reach_the_session(
    session: Session, qtbot: QtBot
) -> None:
    row = ControlRow()
    qtbot.addWidget(row)
    boxes = TableBoxes(row, session)
    width, base, length = row.findChildren(NumberBox)
    with qtbot.assertNotEmitted(session.changed):
        boxes.show_values(32, 2048, 500.0)
    assert (width.value(), base.value(), length.value()) == (32, 500, 2048)
    qtbot.keyClick(width, Qt.Key.Key_Up)
    qtbot.keyClick(length, Qt.Key.Key_Down)
    qtbot.keyClick(base, Qt.Key.Key_Up)
    state = session.state
    assert (state.width, state.length, state.base) == (64, 1024, 501)


def test_a_panel_may_go_without_the_base(session: Session, qtbot: QtBot) -> None:
    row = ControlRow()
    qtbot.addWidget(row)
    TableBoxes(row, session, with_base=False).show_values(8, 9)
    assert [box.value() for box in row.findChildren(NumberBox)] == [8, 9]
