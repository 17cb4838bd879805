"""Four numbers and their sum: each can be found, chosen and is said in full."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QSizeF, Qt
from pytestqt.qtbot import QtBot

from posviz.widgets.term_box import SUM, TermBox, Terms
from posviz.widgets.theme import look

TERMS = Terms(
    (0.5, -0.25, 0.0, 1.0), 1.25, ("cat", "position 1"), ("the", "position 0"), "q · k / √h"
)


@pytest.fixture
def box(qtbot: QtBot) -> TermBox:
    box = TermBox()
    qtbot.addWidget(box)
    box.show_terms(TERMS, SUM)
    box.resize(420, box.sizeHint().height())
    box.show()
    return box


@pytest.mark.parametrize("width", [240, 420, 900])
def test_no_number_lies_over_another(box: TermBox, width: int) -> None:
    size = QSizeF(width, box.height())
    frames = [box.frame(k, size, look()) for k in range(5)]
    for k, frame in enumerate(frames):
        assert 0 < frame.left() < frame.right() <= width
        assert not any(frame.intersects(other) for other in frames[k + 1 :])
    assert frames[0].top() == frames[1].top() < frames[2].top() == frames[3].top()
    assert frames[0].left() == frames[2].left()
    assert frames[SUM].bottom() == frames[3].bottom()


def test_a_click_chooses_and_the_pointer_is_told(box: TermBox, qtbot: QtBot) -> None:
    told: list[int] = []
    box.hovered.connect(told.append)
    box.activated.connect(told.append)
    for index in range(5):
        at = box.frame(index, QSizeF(box.size()), look()).center().toPoint()
        qtbot.mouseMove(box, at)
        qtbot.mouseClick(box, Qt.MouseButton.LeftButton, pos=at)
    assert told == [0, 0, 1, 1, 2, 2, 3, 3, SUM, SUM]
    assert box.number_at(QPointF(1, 1)) == -1


def test_keys_walk_through_all_numbers(box: TermBox, qtbot: QtBot) -> None:
    chosen = [SUM]

    def go(index: int) -> None:
        chosen.append(index)
        box.show_terms(TERMS, index)

    box.activated.connect(go)
    for key in ("Left", "Left", "Left", "Down", "Right", "Right", "Right", "Up"):
        qtbot.keyClick(box, getattr(Qt.Key, f"Key_{key}"))
    assert chosen == [SUM, 1, 0, 2, 3, SUM]


def test_each_number_is_said_with_what_meets_in_it(box: TermBox) -> None:
    assert box.accessibleDescription() == "q · k / √h: +1.250000"
    assert box.text_of(1) == "cat · position 0: −0.250000"
    assert box.text_of(2) == "position 1 · the: +0.000000"
    assert box.text_of(-1) == ""


def test_what_is_chosen_is_seen(box: TermBox) -> None:
    before = box.grab().toImage()
    box.show_terms(TERMS, 0)
    assert box.grab().toImage() != before
