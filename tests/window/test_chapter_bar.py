"""The chapter bar: names as far as there is room, the nearest to the current chapter first."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QToolButton, QWidget
from pytestqt.qtbot import QtBot

from posviz.lesson.steps import shipped_lesson
from posviz.window.chapter_bar import ChapterBar
from tests.laying_out import lay_out

Make = Callable[[int], ChapterBar]
LESSON = shipped_lesson()
BESIDE = Qt.ToolButtonStyle.ToolButtonTextBesideIcon
EACH_CHAPTER = pytest.mark.parametrize("here", range(len(LESSON)))


@pytest.fixture
def make(qtbot: QtBot) -> Iterator[Callable[[int], ChapterBar]]:
    """Build a bar of a width, in a host as the window is one."""
    hosts = []

    def make_bar(width: int) -> ChapterBar:
        host = QWidget()
        hosts.append(host)
        qtbot.addWidget(host)
        host.resize(width, 46)
        actions = [QAction(text, host) for text in ("↶", "↷", "Export…", "Present  F5")]
        bar = ChapterBar(LESSON, actions)
        bar.setParent(host)
        bar.resize(width, 46)
        host.show()
        return bar

    yield make_bar
    hosts.clear()


def tabs_of(bar: ChapterBar) -> list[QToolButton]:
    return bar.findChildren(QToolButton, "chapter")


def named(bar: ChapterBar) -> list[int]:
    return [i for i, tab in enumerate(tabs_of(bar)) if tab.toolButtonStyle() == BESIDE]


def test_there_are_eight_chapters() -> None:
    assert len(LESSON) == 8
    assert [chapter.id for chapter in LESSON[-2:]] == ["quiz", "practice"]


@EACH_CHAPTER
@pytest.mark.parametrize("width", [800, 1024, 1366, 1920])
def test_nothing_is_cut_and_the_current_chapter_has_its_name(
    make: Make, here: int, width: int
) -> None:
    bar = make(width)
    bar.show_chapter(LESSON[here].id)
    assert bar.minimumSizeHint().width() <= width
    lay_out(bar)  # the tabs have their places
    assert here in named(bar)
    for tab in bar.findChildren(QToolButton):
        assert tab.width() >= tab.sizeHint().width()
        assert tab.geometry().right() < width
    ends = [tab.geometry().right() for tab in tabs_of(bar)]
    assert ends == sorted(ends)


@EACH_CHAPTER
@pytest.mark.parametrize("width", [1024, 1100])
def test_the_names_that_stay_are_the_nearest(make: Make, here: int, width: int) -> None:
    bar = make(width)
    bar.show_chapter(LESSON[here].id)
    kept = {abs(index - here) for index in named(bar)}
    lost = {abs(i - here) for i in range(len(LESSON)) if i not in named(bar)}
    assert lost
    assert max(kept) <= min(lost)
    assert len(named(bar)) >= 3


@EACH_CHAPTER
def test_a_small_projector_has_all_the_names(make: Make, here: int) -> None:
    bar = make(1366)
    bar.show_chapter(LESSON[here].id)
    assert len(named(bar)) == len(LESSON)


def test_all_names_come_back_when_there_is_room(make: Make) -> None:
    bar = make(800)
    bar.show_chapter("quiz")
    assert len(named(bar)) < len(LESSON)
    bar.resize(1920, 46)
    assert len(named(bar)) == len(LESSON)
    bar.resize(800, 46)
    assert len(named(bar)) < len(LESSON)


def test_a_number_alone_still_says_which_chapter_it_is(make: Make) -> None:
    bar = make(800)
    bar.show_chapter("practice")
    first = tabs_of(bar)[0]
    assert first.toolButtonStyle() != BESIDE
    assert first.toolTip() == LESSON[0].title
    assert LESSON[0].title in first.accessibleName()
