"""A talk: two screens, the presenter view, the spot light, one panel alone, and the way back."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QCursor, QImage, QTextCursor, QTextDocument, QTextTable
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QTextBrowser
from pytestqt.qtbot import QtBot

from posviz.lesson.steps import shipped_lesson
from posviz.widgets import theme
from posviz.window.main_window import MainWindow
from posviz.window.presenter_view import PresenterView, notes_of, show_markdown

LESSON = shipped_lesson()
STEPS = [step for chapter in LESSON for step in chapter.steps]

pytestmark = pytest.mark.usefixtures("dark_again")


@pytest.fixture
def talk(window: MainWindow, qtbot: QtBot) -> Iterator[MainWindow]:
    """A window that presents."""
    window.actions_by_id["present"].trigger()
    qtbot.waitUntil(window.isFullScreen)
    yield window
    if window.presentation.is_on:
        window.talk.stop()


@pytest.fixture
def view(talk: MainWindow, qtbot: QtBot) -> PresenterView:
    """The presenter view beside it."""
    talk.actions_by_id["presenter"].trigger()
    view = talk.talk.view
    assert view is not None
    qtbot.waitUntil(view.isVisible)
    return view


def press(qtbot: QtBot, key: Qt.Key) -> None:
    focus = QApplication.focusWidget()
    assert focus is not None
    qtbot.keyClick(focus, key)


# Put back


def test_what_was_changed_live_is_put_back_and_undo_keeps_it(talk: MainWindow) -> None:
    session = talk.session
    before = session.state
    session.update(seed=before.seed + 7, position=3)
    changed = session.state
    talk.talk.stop()
    assert session.state == before
    assert "put back" in talk.notices.messages[0]
    session.undo()
    assert session.state == changed


def test_the_step_that_the_talk_came_to_stays(talk: MainWindow, qtbot: QtBot) -> None:
    before = talk.session.state
    press(qtbot, Qt.Key.Key_PageDown)
    talk.session.update(seed=99)
    talk.talk.stop()
    assert talk.session.state == STEPS[1].applied_to(before)


def test_nothing_is_told_when_nothing_was_changed(talk: MainWindow, qtbot: QtBot) -> None:
    press(qtbot, Qt.Key.Key_PageDown)
    talk.talk.stop()
    assert talk.notices.messages == ()


def test_what_should_be_kept_is_kept(talk: MainWindow, view: PresenterView) -> None:
    view.keep.setChecked(True)
    talk.session.update(seed=99)
    talk.talk.stop()
    assert talk.session.state.seed == 99


# Keys


def test_digits_jump_to_a_chapter(talk: MainWindow, qtbot: QtBot) -> None:
    press(qtbot, Qt.Key.Key_3)
    assert talk.session.state.step == LESSON[2].steps[0].id
    press(qtbot, Qt.Key.Key_9)  # there is none
    assert talk.session.state.step == LESSON[2].steps[0].id


def test_l_lights_up_the_place_under_the_pointer(talk: MainWindow, qtbot: QtBot) -> None:
    place = QPoint(300, 400)
    QCursor.setPos(talk.mapToGlobal(place))
    press(qtbot, Qt.Key.Key_L)
    assert talk.talk.spot.isVisible()
    assert talk.talk.spot.at == place
    assert talk.talk.spot.geometry() == talk.rect()
    light = talk.grab().toImage()
    QCursor.setPos(talk.mapToGlobal(QPoint(700, 400)))
    qtbot.waitUntil(lambda: talk.talk.spot.at == QPoint(700, 400))
    moved = talk.grab().toImage()
    assert _brightness(light, place) > _brightness(moved, place)
    press(qtbot, Qt.Key.Key_L)
    assert talk.talk.spot.isHidden()


def _brightness(image: QImage, at: QPoint) -> int:
    around = [QPoint(x, y) for x in range(-20, 20, 4) for y in range(-20, 20, 4)]
    return sum(image.pixelColor(at + d).lightness() for d in around)


def test_the_mouse_goes_through_the_spot_light(talk: MainWindow) -> None:
    chips = talk.sequence.chips
    assert talk.session.state.position == 1
    at = chips.mapTo(talk, chips.rect().center())
    talk.talk.toggle_spot()
    QTest.mouseMove(talk.windowHandle(), at)
    assert talk.talk.spot.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)


def test_z_gives_the_panel_under_the_pointer_all_the_room(talk: MainWindow, qtbot: QtBot) -> None:
    shown = {name for name, dock in talk.docks.items() if not dock.isHidden()}
    dock = talk.docks["vectors"]
    size = dock.size()
    QCursor.setPos(dock.mapToGlobal(dock.rect().center()))
    press(qtbot, Qt.Key.Key_Z)
    assert [name for name, dock in talk.docks.items() if not dock.isHidden()] == ["vectors"]
    qtbot.waitUntil(lambda: dock.width() > size.width())
    press(qtbot, Qt.Key.Key_Z)
    assert {name for name, dock in talk.docks.items() if not dock.isHidden()} == shown


def test_another_step_and_leaving_end_the_magnifying(talk: MainWindow, qtbot: QtBot) -> None:
    dock = talk.docks["vectors"]
    for leaves in (False, True):
        QCursor.setPos(dock.mapToGlobal(dock.rect().center()))
        talk.talk.magnify()
        assert [name for name, dock in talk.docks.items() if not dock.isHidden()] == ["vectors"]
        if leaves:
            talk.talk.stop()
        else:
            press(qtbot, Qt.Key.Key_PageDown)
        assert sum(not dock.isHidden() for dock in talk.docks.values()) > 1


def test_a_panel_alone_can_be_presented(window: MainWindow, qtbot: QtBot) -> None:
    window.docks["vectors"].take_focus()
    window.actions_by_id["present_panel"].trigger()
    qtbot.waitUntil(window.isFullScreen)
    assert [name for name, dock in window.docks.items() if not dock.isHidden()] == ["vectors"]
    window.talk.stop()
    assert not window.docks["lesson"].isHidden()


def test_the_blank_screen_follows_the_size_of_the_window(talk: MainWindow) -> None:
    talk.presentation.blank()
    talk.showNormal()
    talk.resize(900, 700)
    assert talk.presentation._blank.geometry() == talk.rect()


# The presenter view


def test_the_view_keeps_the_look_of_the_desk(talk: MainWindow, view: PresenterView) -> None:
    assert theme.look().name == "light"
    assert f"background: {theme.DARK.window}" in view.styleSheet()
    assert view.font().pixelSize() == 14


def test_notes_tell_the_text_the_answer_and_what_comes_next(
    talk: MainWindow, view: PresenterView
) -> None:
    step = next(step for step in STEPS if step.prediction is not None)
    assert step.prediction is not None
    talk.session.update(**step.changes)
    notes = view.findChild(QTextBrowser)
    assert notes is not None
    text = notes.toPlainText()
    assert step.prediction.question in text
    assert step.prediction.answer in text
    assert "$$" not in text
    following = STEPS[STEPS.index(step) + 1]
    assert view._next.text() == f"Next: {following.title}"


def test_the_notes_of_a_step_come_first() -> None:
    step = replace(STEPS[0], notes="Ask for a **show of hands**.")
    assert notes_of(step).startswith("Ask for a **show of hands**.\n\n" + STEPS[0].text[:20])
    assert notes_of(STEPS[0]).startswith(STEPS[0].text[:20])


def test_tables_code_and_signs_in_the_notes_are_shown_as_in_the_lesson() -> None:
    text = (
        "Look:\n| Token | Id |\n|---|---:|\n| cat | `3` |\nNot <b>bold</b>.\n\n$$a^2$$\na squared"
    )
    document = QTextDocument()
    show_markdown(document, notes_of(replace(STEPS[0], text=text, prediction=None)), theme.LIGHT)
    (table,) = document.rootFrame().childFrames()
    assert isinstance(table, QTextTable)
    assert table.cellAt(1, 0).firstCursorPosition().block().text() == "cat"
    assert table.format().toTableFormat().borderCollapse()
    code = table.cellAt(1, 1).firstCursorPosition()
    code.movePosition(QTextCursor.MoveOperation.Right)
    assert code.charFormat().fontFamilies() == [theme.MONO_FAMILY]
    assert "Not <b>bold</b>." in document.toPlainText()
    assert "a squared" in document.toPlainText()
    assert "$" not in document.toPlainText()


def test_the_view_obeys_the_clicker_too(
    talk: MainWindow, view: PresenterView, qtbot: QtBot
) -> None:
    qtbot.keyClick(view.mirror, Qt.Key.Key_PageDown)
    assert talk.session.state.step == STEPS[1].id
    qtbot.keyClick(view.mirror, Qt.Key.Key_B)
    assert talk.presentation.is_blank


def test_text_typed_in_the_view_reaches_the_class(
    talk: MainWindow, view: PresenterView, qtbot: QtBot
) -> None:
    field = view.findChild(QLineEdit)
    assert field is not None
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "dog bites man 1 b")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert talk.session.state.text == "dog bites man 1 b"
    assert talk.session.state.step == STEPS[0].id
    assert not talk.presentation.is_blank


def test_a_click_in_the_mirror_is_a_click_there(
    talk: MainWindow, view: PresenterView, qtbot: QtBot
) -> None:
    chips = talk.sequence.chips
    assert talk.session.state.position == 1
    at = chips.mapTo(talk, chips.chip_rect(0).center().toPoint())
    here = min(
        (
            QPoint(x, y)
            for x in range(0, view.mirror.width(), 2)
            for y in range(0, view.mirror.height(), 2)
        ),
        key=lambda here: (view.mirror.there(QPointF(here)) - at).manhattanLength(),
    )
    qtbot.mouseClick(view.mirror, Qt.MouseButton.LeftButton, pos=here)
    assert talk.session.state.position == 0


def test_the_mirror_shows_what_the_class_sees(
    talk: MainWindow, view: PresenterView, qtbot: QtBot
) -> None:
    def likeness() -> float:
        shown = view.mirror.grab(view.mirror._place()).toImage()
        there = talk.grab().toImage().scaled(shown.size())
        points = [
            (x, y)
            for x in range(5, shown.width() - 5, 40)
            for y in range(5, shown.height() - 5, 40)
        ]
        near = sum(
            abs(shown.pixelColor(x, y).lightness() - there.pixelColor(x, y).lightness()) < 60
            for x, y in points
        )
        return near / len(points)

    qtbot.waitUntil(lambda: likeness() > 0.9)
    talk.presentation.blank()
    qtbot.waitUntil(lambda: likeness() == 1)


def test_the_clock_counts_pauses_and_begins_anew(
    view: PresenterView, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr("posviz.window.presenter_view.time.monotonic", lambda: now[0])
    clock = view.clock
    pause, anew = clock.findChildren(QPushButton)
    clock.begin()
    now[0] += 65
    assert clock.seconds == 65
    pause.click()
    assert clock._lasted.text() == "1:05"
    now[0] += 500
    assert clock.seconds == 65
    pause.click()
    now[0] += 3600
    clock._show()
    assert clock._lasted.text() == "1:01:05"
    anew.click()
    assert clock._lasted.text() == "0:00"


def test_closing_the_view_does_not_end_the_talk(talk: MainWindow, view: PresenterView) -> None:
    view.close()
    assert view.isHidden()
    assert talk.presentation.is_on
    talk.actions_by_id["presenter"].trigger()
    assert view.isVisible()
    talk.talk.stop()
    assert view.isHidden()


# Two screens

_TWO = {
    "synchronousWindowSystemEvents": False,
    "windowFrameMargins": False,
    "screens": [
        {
            "name": name,
            "x": x,
            "y": 0,
            "logicalDpi": 96,
            "logicalBaseDpi": 96,
            "dpr": 1,
            "width": width,
            "height": height,
        }
        for name, x, width, height in (("laptop", 0, 1366, 768), ("projector", 1366, 1920, 1080))
    ],
}

_PROGRAM = """
from PySide6.QtCore import QSize
from posviz.app import make_window, make_application
from posviz.state import State
from posviz.tour import settle
app = make_application()
window = make_window(State(), QSize(1200, 700), "dark")
window.show(); settle()
window.actions_by_id["present"].trigger(); settle()
talk = window.talk
def tell(): print(window.screen().name(), window.isFullScreen(), window.width(),
                  talk.view.screen().name(), talk.view.isVisible(), window.session.state.seed)
tell()
window.session.update(seed=55)
laptop, projector = app.screens()
talk.screens = lambda: [laptop]
app.screenRemoved.emit(projector); settle(); tell()
talk.screens = lambda: [laptop, projector]
app.screenAdded.emit(projector); settle(); tell()
talk.stop(); settle()
print(window.screen().name(), window.isFullScreen(), window.width(), talk.view.isVisible())
window.close()
"""


def test_the_class_gets_the_projector_and_loses_nothing_when_it_is_unplugged(
    tmp_path: Path,
) -> None:
    screens = tmp_path / "screens.json"
    screens.write_text(json.dumps(_TWO))
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM],
        env={**os.environ, "QT_QPA_PLATFORM": f"offscreen:configfile={screens}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines() == [
        "projector True 1920 laptop True 1",
        "laptop True 1366 laptop False 55",
        "projector True 1920 laptop True 55",
        "laptop False 1200 False",
    ], done.stderr


def test_one_screen_shows_the_slide_alone(talk: MainWindow) -> None:
    assert talk.talk.view is None
    assert talk.geometry() == QRect(talk.screen().geometry())
