"""A goal and its tick."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from posviz.widgets.goal_note import GoalNote


def test_the_tick_comes_when_the_goal_is_reached(qtbot: QtBot) -> None:
    goal = GoalNote()
    qtbot.addWidget(goal)
    goal.show_goal("Find **two** words.", reached=False)
    goal.resize(220, goal.heightForWidth(220))
    before = goal.grab().toImage()
    assert goal.accessibleName() == "Goal: Find two words."
    goal.show_goal("Find **two** words.", reached=True)
    assert goal.is_reached
    assert goal.accessibleName() == "Goal, reached: Find two words."
    assert goal.grab().toImage() != before


def test_a_narrow_goal_is_higher(qtbot: QtBot) -> None:
    goal = GoalNote()
    qtbot.addWidget(goal)
    goal.show_goal("Find two words with a cosine above a half in a sentence.", reached=False)
    assert goal.heightForWidth(140) > goal.heightForWidth(400)
