"""How far a round has come."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from posviz.widgets.round_bar import RoundBar


def test_each_answer_is_marked_and_read_out(qtbot: QtBot) -> None:
    bar = RoundBar()
    qtbot.addWidget(bar)
    bar.resize(300, 26)
    seen = set()
    for right in ((), (True,), (False,), (True, False)):
        bar.show_round(7, right)
        seen.add(bytes(bar.grab().toImage().constBits()))
    assert len(seen) == 4
    assert bar.accessibleDescription() == "1 right of 2 answered, 7 in all."
    bar.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    assert bytes(bar.grab().toImage().constBits()) not in seen


def test_no_round_is_an_empty_bar(qtbot: QtBot) -> None:
    bar = RoundBar()
    qtbot.addWidget(bar)
    bar.show_round(0, ())
    bar.grab()
