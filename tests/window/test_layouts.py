"""Arrangements: docks stand where the nested data says, in the shares it says."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget
from pytestqt.qtbot import QtBot

from posviz.panels import all_panels
from posviz.window.layouts import (
    ARRANGEMENTS,
    Arrangement,
    arrange,
    arrangement_of,
    column,
    leaves,
    resize,
    row,
    without,
)

IDS = ("a", "b", "c", "d", "e")
NESTED = row((1, "a"), (3, column((1, row((1, "b"), (1, "c"))), (2, "d"))))


def make(qtbot: QtBot) -> tuple[QMainWindow, dict[str, QDockWidget]]:
    window = QMainWindow()
    qtbot.addWidget(window)
    window.setDockNestingEnabled(True)
    docks = {}
    for name in IDS:
        docks[name] = QDockWidget(name, window)
        docks[name].setObjectName(name)
        docks[name].setTitleBarWidget(QWidget())
        docks[name].setWidget(QWidget())
    window.resize(1200, 900)
    window.show()
    return window, docks


def test_leaves_are_named_in_reading_order() -> None:
    assert list(leaves(NESTED)) == ["a", "b", "c", "d"]
    assert list(leaves("a")) == ["a"]


@pytest.mark.parametrize("chapter", ARRANGEMENTS)
def test_every_arrangement_has_the_lesson_first_and_no_panel_twice(chapter: str) -> None:
    ids = list(leaves(ARRANGEMENTS[chapter]))
    assert ids[0] == ("quiz" if chapter == "quiz" else "lesson")
    assert len(set(ids)) == len(ids)
    assert set(ids) <= {panel.id for panel in all_panels()}


def test_every_panel_stands_in_some_chapter() -> None:
    shown = {name for arrangement in ARRANGEMENTS.values() for name in leaves(arrangement)}
    assert shown == {panel.id for panel in all_panels()}


def test_docks_stand_as_arranged(qtbot: QtBot) -> None:
    window, docks = make(qtbot)
    arrange(window, docks, NESTED)
    resize(window, docks, NESTED)
    a, b, c, d = (docks[name].geometry() for name in "abcd")
    assert not docks["e"].isVisible()
    assert a.height() == 900
    assert a.right() < b.left() <= b.right() < c.left()
    assert d.top() > b.bottom()
    assert d.left() == b.left()
    assert d.right() == c.right()
    assert a.width() == pytest.approx(300, abs=12)
    assert d.height() == pytest.approx(600, abs=12)
    assert b.width() == pytest.approx(c.width(), abs=12)


@pytest.mark.parametrize("arrangement", ["e", row((1, "e"), (1, "a")), NESTED])
def test_any_disorder_is_put_right(qtbot: QtBot, arrangement: Arrangement) -> None:
    window, docks = make(qtbot)
    arrange(window, docks, NESTED)
    docks["a"].setFloating(True)
    docks["b"].close()
    window.tabifyDockWidget(docks["c"], docks["d"])
    arrange(window, docks, arrangement)
    shown = {name for name, dock in docks.items() if dock.isVisible()}
    assert shown == set(leaves(arrangement))
    assert not any(dock.isFloating() for dock in docks.values())
    assert all(window.tabifiedDockWidgets(dock) == [] for dock in docks.values())


def test_the_projector_leaves_the_text_out_whichever_way_a_step_names_its_panels() -> None:
    for panels in ((("tokens",),), (("tokens", "vectors"), ("waves",)), (("lesson", "waves"),)):
        _, arrangement = arrangement_of(panels, "", "")
        shown = list(leaves(without(arrangement, "lesson")))
        assert shown == [panel for stack in panels for panel in stack if panel != "lesson"]
    assert without("lesson", "lesson") == "lesson"
