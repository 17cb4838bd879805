"""The bug zoo: what it finds and says of every mistake, and what can be done in it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any, get_args

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QComboBox, QPushButton
from pytestqt.qtbot import QtBot

from posviz.model.positional.bugs import BugName
from posviz.panels import bug_zoo_words as words
from posviz.panels.bug_zoo import BugZooPanel
from posviz.panels.bug_zoo_content import BugZoo, takes_long
from posviz.session import Hover, Session
from posviz.state import State
from posviz.widgets.note import Note
from posviz.widgets.table_pictures import TablePictures

Make = Callable[..., BugZooPanel]


def content(**changes: Any) -> BugZoo:
    return BugZooPanel.content(State().with_changes(**changes))


def cells(shown: BugZoo) -> list[list[str]]:
    return [[cell.text for cell in row] for row in words.table(shown)[1]]


def tables(panel: BugZooPanel) -> TablePictures:
    found = panel.findChild(TablePictures)
    assert found is not None
    QApplication.processEvents()  # the notes have their height, all else its place
    return found


def test_the_table_of_tell_tales() -> None:
    rows = cells(content(position=3))
    assert rows[0] == ["flat columns", "20 of 64", "42 of 64"]
    assert rows[3][2] == "pos 1, dim 1"
    assert rows[5] == ["pos 3, dim 0", "+0.1411", "+0.1411"]  # sin 3
    assert cells(content(bug="halves"))[4][2] == "unchanged"
    assert cells(content(bug="none"))[1:4] == [
        ["cells that are wrong", "—", "0.00 %"],
        ["largest difference", "—", "exactly 0"],
        ["first wrong cell", "—", "none"],
    ]
    rows = cells(content(bug="ladder", width=2))
    assert [row[2] for row in rows] == [
        *("0 of 2", "100 %", "NaN", "pos 0, dim 0", "NaN", "NaN"),
    ]


def test_what_does_not_show_at_this_size_is_said_with_what_to_do() -> None:
    assert "Set L above 2049" in words.verdict(content(bug="float16", length=2049))
    assert cells(content(bug="float16", length=2050))[3][2] == "pos 2049, dim 0"
    assert "Set L above 257" in words.verdict(content(bug="bfloat16", length=257))
    assert cells(content(bug="bfloat16", length=258))[3][2] == "pos 257, dim 0"
    assert "Choose an odd d" in words.verdict(content(bug="odd"))
    assert "finds nothing" in words.verdict(content(bug="odd", width=5))
    assert "a test there finds it" in words.verdict(content(bug="halves"))
    assert words.verdict(content(bug="none")) == ""


def test_large_tables_are_compared_as_far_as_said() -> None:
    state = State().with_changes(length=1_000_000, width=12_288, position=999_999, bug="own")
    assert takes_long(state)
    shown = BugZooPanel.content(state)
    assert takes_long(state)  # even the products of one row
    assert shown.compared == 170
    assert "first 170 of 1\u202f000\u202f000 positions" in words.limits(shown)
    right, wrong = shown.values_at(999_999, 1)
    assert right == pytest.approx(np.cos(999_999.0))
    assert wrong == pytest.approx(np.cos(999_999 * 10_000 ** (-1 / 12_288)), abs=1e-6)
    assert words.limits(content()) == ""


def test_another_position_in_tables_that_are_there_is_shown_at_once() -> None:
    state = State().with_changes(length=3000, bug="integer")
    assert takes_long(state)
    BugZooPanel.content(state)
    assert not takes_long(state.with_changes(position=99))


@pytest.mark.parametrize("bug", get_args(BugName))
def test_every_bug_has_a_name_words_and_a_test(
    bug: BugName, make_panel: Make, session: Session
) -> None:
    panel = make_panel(BugZooPanel)
    session.update(bug=bug)
    text = [note.text for note in panel.findChildren(Note)]
    assert any("assert " in part for part in text)
    assert words.name_of(bug) in panel.heading(panel.content(session.state))
    assert "**" not in panel.summary(panel.content(session.state))


def test_the_file_holds_both_tables() -> None:
    numbers = BugZooPanel.numbers(content(bug="ladder", width=2, length=3))
    assert numbers.array.shape == (2, 3, 2)
    assert list(islice(numbers.rows, 2)) == [(0, 0, 0.0, ""), (0, 1, 1.0, "")]


def test_a_cell_is_selected_and_pointed_at(
    make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    panel = make_panel(BugZooPanel, 900, 800)
    view = tables(panel)
    said: list[str] = []
    panel.readout.connect(said.append)
    told: list[Hover] = []
    session.hovered.connect(told.append)
    at = QPoint(view.width() - 3, view.height() // 2)
    cell = view.cell_at(at.toPointF())
    qtbot.mouseMove(view, at)
    assert cell[0] == 1
    assert (told[-1].position, told[-1].dimension) == cell[1:]
    assert said[-1].startswith(f"pos {cell[1]}, dim {cell[2]}: right ")
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=at)
    assert (session.state.position, session.state.dimension) == cell[1:]
    qtbot.keyClick(view, Qt.Key.Key_Home)
    assert session.state.dimension == 0


def test_the_choice_and_reset(make_panel: Make, session: Session, qtbot: QtBot) -> None:
    panel = make_panel(BugZooPanel)
    choice = panel.findChild(QComboBox)
    assert choice is not None
    choice.setFocus()
    qtbot.keyClick(choice, Qt.Key.Key_End)
    assert session.state.bug == "odd"
    session.update(width=3, base=2.0, length=500)
    reset = next(b for b in panel.findChildren(QPushButton) if b.text() == "Reset")
    qtbot.mouseClick(reset, Qt.MouseButton.LeftButton)
    start = State()
    for name in ("bug", "width", "base", "length"):
        assert getattr(session.state, name) == getattr(start, name)
