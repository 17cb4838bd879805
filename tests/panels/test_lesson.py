"""The lesson panel: every step can be read at once on a small screen."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication, QScrollArea

from posviz.lesson.steps import Step, shipped_lesson
from posviz.panels.lesson import LessonPanel
from posviz.session import Session

STEPS = [step for chapter in shipped_lesson() for step in chapter.steps]
DOCK = QSize(280, 596)
"""Its place in a window of 1366 × 768."""


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.id)
def test_no_step_needs_scrolling_on_a_small_screen(
    make_panel: Callable[..., LessonPanel], session: Session, step: Step
) -> None:
    session.update(step=step.id)
    panel = make_panel(LessonPanel, DOCK.width(), DOCK.height())
    QApplication.processEvents()
    area = panel.findChild(QScrollArea)
    assert area is not None
    assert area.verticalScrollBar().maximum() == 0
    assert area.horizontalScrollBar().maximum() == 0
