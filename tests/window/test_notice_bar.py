"""Notices wait to be read and dismissed."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from posviz.window.notice_bar import NoticeBar


def test_notices_stand_under_each_other_once_each_until_dismissed(qtbot: QtBot) -> None:
    bar = NoticeBar()
    qtbot.addWidget(bar)
    seen = [bar.isVisible()]
    for message in ("one", "<b>two</b>", "one"):
        bar.tell(message)
    seen.append(bar.isVisible())
    assert list(bar.messages) == ["one", "<b>two</b>"]
    labels = [label for label in bar.findChildren(QLabel) if label.isVisible()]
    assert [label.text() for label in labels] == ["one", "<b>two</b>"]
    first, second = (label.mapTo(bar, label.rect().topLeft()).y() for label in labels)
    assert first < second
    assert all(label.textFormat() == Qt.TextFormat.PlainText for label in labels)
    (close,) = bar.findChildren(QToolButton)
    assert close.accessibleName()
    qtbot.mouseClick(close, Qt.MouseButton.LeftButton)
    seen.append(bar.isVisible())
    assert seen == [False, True, False]
    bar.tell("three")
    assert list(bar.messages) == ["three"]


def test_a_long_message_does_not_make_the_bar_wide_or_high(qtbot: QtBot) -> None:
    bar = NoticeBar()
    qtbot.addWidget(bar)
    bar.tell("“" + "/a-long-folder" * 20 + "” cannot be written.")
    assert bar.minimumSizeHint().width() < 700
    assert bar.heightForWidth(0) < 200


def test_what_is_no_warning_looks_like_none_and_may_have_details(qtbot: QtBot) -> None:
    bar = NoticeBar()
    qtbot.addWidget(bar)
    asked: list[str] = []
    bar.tell("gone wrong")
    bar.tell("read", warning=False, details=lambda: asked.append("details"))
    assert [label.objectName() for label in bar.findChildren(QLabel)] == ["warning", "notice"]
    (more,) = bar.findChildren(QPushButton)
    qtbot.mouseClick(more, Qt.MouseButton.LeftButton)
    assert asked == ["details"]
    bar.withdraw("read")
    assert bar.messages == ("gone wrong",)
    assert bar.isVisible()
    bar.withdraw("gone wrong")
    assert not bar.isVisible()
