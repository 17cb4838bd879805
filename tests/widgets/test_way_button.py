"""Buttons that lead on and back: the arrow points the way the reader goes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from posviz.widgets.way_button import WayButton


@pytest.mark.parametrize(
    ("way", "as_written", "mirrored"),
    [(1, "Next →", "Next ←"), (-1, "← Next", "→ Next"), (0, "Next", "Next")],
)
def test_the_arrow_points_where_it_leads(
    qtbot: QtBot, right_to_left: Callable[[], None], way: int, as_written: str, mirrored: str
) -> None:
    # Where the text runs to the left, what stands behind the words is drawn left of them.
    button = WayButton()
    qtbot.addWidget(button)
    button.set_way("Next", way)
    assert button.text() == as_written
    right_to_left()
    assert button.text() == mirrored
    assert button.accessibleName() == "Next"
    later = WayButton()
    qtbot.addWidget(later)
    later.set_way("Next", way)
    assert later.text() == mirrored
