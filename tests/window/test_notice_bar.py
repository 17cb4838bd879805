"""Notices wait to be read and dismissed."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from posviz.window.notice_bar import NoticeBar


def test_notices_stand_under_each_other_once_each_until_dismissed(qtbot: QtBot) -> None:
    bar = NoticeBar()
    qtbot.addWidget(bar)
    seen = [bar.isVisible()]
    for message in ("one", "<b>two</b>", "one"):
        bar.tell(message)
    seen.append(bar.isVisible())
    assert bar.messages == ("one", "<b>two</b>")
    assert bar._label.text() == "one\n<b>two</b>"
    assert bar._label.textFormat() == Qt.TextFormat.PlainText
    (close,) = bar.findChildren(QToolButton)
    assert close.accessibleName()
    qtbot.mouseClick(close, Qt.MouseButton.LeftButton)
    seen.append(bar.isVisible())
    assert seen == [False, True, False]
    bar.tell("three")
    assert bar._label.text() == "three"


def test_a_long_message_does_not_make_the_bar_wide_or_high(qtbot: QtBot) -> None:
    bar = NoticeBar()
    qtbot.addWidget(bar)
    bar.tell("“" + "/a-long-folder" * 20 + "” cannot be written.")
    assert bar.minimumSizeHint().width() < 700
    assert bar.heightForWidth(0) < 200
