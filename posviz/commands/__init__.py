"""The commands of the command line, one function each; it gets the arguments after the name."""

from __future__ import annotations

from collections.abc import Callable

from posviz.commands import checking, printing, showing, teaching

COMMANDS: dict[str, Callable[[list[str]], int]] = {
    "picture": showing.picture_command,
    "panels": showing.panels_command,
    "tour": showing.tour_command,
    "tokenize": showing.tokenize_command,
    "handout": printing.handout_command,
    "lesson": teaching.lesson_command,
    "quiz": teaching.quiz_command,
    "practice": teaching.practice_command,
    "selftest": checking.selftest_command,
}
"""By name, in the order of the help."""
