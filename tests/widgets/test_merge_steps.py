"""Steps of a word: rows on demand, the joined token always in sight."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QScrollArea
from pytestqt.qtbot import QtBot

from posviz.widgets.merge_steps import MergeSteps, StepRow, fitting


def row(index: int) -> StepRow:
    return StepRow(f"merge {index}", ("a",) * 80, index % 80, "now" if index == 3 else "used")


@pytest.fixture
def steps(qtbot: QtBot) -> MergeSteps:
    steps = MergeSteps()
    qtbot.addWidget(steps)
    steps.set_rows(9, row, "needs merge 50 000")
    steps.resize(400, steps.sizeHint().height())
    steps.show()
    return steps


def test_all_parts_are_shown_where_they_fit() -> None:
    assert fitting([10, 10, 10], 1, 34, 2) == (0, 3)
    assert fitting([10, 10, 10], 1, 33, 2) == (1, 3)
    assert fitting([10] * 9, 8, 34, 2) == (6, 9)
    assert fitting([10] * 9, 0, 34, 2) == (0, 3)
    assert fitting([500], 0, 34, 2) == (0, 1)
    assert fitting([], 0, 34, 2) == (0, 0)


def test_a_row_is_activated_by_click_and_by_key(steps: MergeSteps, qtbot: QtBot) -> None:
    height = steps.height() / 9
    with qtbot.waitSignal(steps.activated) as activated:
        place = QPoint(200, round(4.5 * height))
        qtbot.mouseClick(steps, Qt.MouseButton.LeftButton, pos=place)
    assert activated.args == [4]
    qtbot.keyClick(steps, Qt.Key.Key_Home)
    qtbot.keyClick(steps, Qt.Key.Key_Down)
    with qtbot.waitSignal(steps.activated) as activated:
        qtbot.keyClick(steps, Qt.Key.Key_Return)
    assert activated.args == [1]


def test_only_rows_in_sight_are_asked_for(qtbot: QtBot) -> None:
    asked: list[int] = []

    def ask(index: int) -> StepRow:
        asked.append(index)
        return row(index)

    steps, area = MergeSteps(), QScrollArea()
    qtbot.addWidget(area)
    steps.set_rows(200, ask, "needs merge 50 000")
    area.setWidget(steps)
    steps.resize(steps.sizeHint())
    area.resize(400, 300)
    area.show()
    area.grab()
    assert 5 < len(set(asked)) < 15


@pytest.mark.parametrize("direction", list(Qt.LayoutDirection)[:2])
def test_it_is_painted_in_both_directions(steps: MergeSteps, direction: Qt.LayoutDirection) -> None:
    steps.setLayoutDirection(direction)
    assert not steps.grab().isNull()
