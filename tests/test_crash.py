"""An error that nobody expected: in the log, in one dialog, and no traceback in sight."""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMessageLogContext, QObject, Qt, QtMsgType, Signal
from PySide6.QtWidgets import QApplication, QMessageBox, QTextEdit
from pytestqt.qtbot import QtBot

from posviz import crash
from posviz.paths import user_file


class Sender(QObject):
    fired = Signal()


def fails() -> None:
    raise ZeroDivisionError("a slot that fails")


@pytest.fixture
def dialogs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Details of the dialogs that would have been shown."""
    shown: list[str] = []

    def remember(box: QMessageBox) -> int:
        shown.append(box.detailedText())
        box.deleteLater()
        return 0

    monkeypatch.setattr(QMessageBox, "exec", remember)
    return shown


@pytest.fixture
def installed(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> Iterator[None]:
    """The crash handlers, taken out again afterwards."""
    log = logging.getLogger("posviz")
    before = (log.handlers, logging.raiseExceptions)
    for owner in (sys, threading):
        monkeypatch.setattr(owner, "excepthook", owner.excepthook)
    crash.install()
    yield
    for handler in log.handlers:
        handler.close()
    log.handlers, logging.raiseExceptions = before
    monkeypatch.setattr(crash, "_reporter", None)
    caplog.get_records("call").clear()


def _log_text() -> str:
    return user_file("posviz.log").read_text(encoding="utf-8")


@pytest.mark.usefixtures("installed")
def test_an_error_in_a_slot_is_logged_and_told_once(
    qtbot: QtBot, dialogs: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    sender = Sender()
    sender.fired.connect(fails)
    sys.excepthook = crash._on_error  # pytest-qt puts its own in place during a test
    with qtbot.captureExceptions():
        sys.excepthook = crash._on_error
        sender.fired.emit()
        sender.fired.emit()
        qtbot.waitUntil(lambda: len(dialogs) == 1)
    assert "Traceback" in _log_text()
    assert _log_text().count("a slot that fails") >= 2
    assert "in fails" in dialogs[0]
    assert "Qt 6." in dialogs[0]
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.usefixtures("installed")
def test_an_error_in_a_thread_is_logged_and_told_once(qtbot: QtBot, dialogs: list[str]) -> None:
    hook = crash._on_thread_error
    threading.excepthook = hook
    thread = threading.Thread(target=fails)
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: len(dialogs) == 1)
    assert "in fails" in _log_text()


@pytest.mark.usefixtures("installed")
def test_the_same_error_again_opens_no_second_dialog(qtbot: QtBot, dialogs: list[str]) -> None:
    error = _raised()
    for _ in range(2):
        crash._on_error(type(error), error, error.__traceback__)
    qtbot.waitUntil(lambda: len(dialogs) == 1)
    other = _raised("another")
    crash._on_error(type(other), other, other.__traceback__)
    qtbot.waitUntil(lambda: len(dialogs) == 2)


def _raised(text: str = "") -> ZeroDivisionError:
    try:
        raise ZeroDivisionError(text)
    except ZeroDivisionError as error:
        return error


@pytest.mark.usefixtures("installed")
def test_the_dialog_hides_the_traceback_and_copies_it(qtbot: QtBot) -> None:
    box = crash.crash_box("Traceback (most recent call last): secret")
    qtbot.addWidget(box)
    box.show()
    assert "Traceback" not in box.text() + box.informativeText()
    assert str(user_file("posviz.log")) in box.informativeText()
    assert not any(edit.isVisible() for edit in box.findChildren(QTextEdit))
    default = box.defaultButton()
    copy = next(button for button in box.buttons() if "Copy" in button.text())
    assert default.text() == "Close"
    QApplication.clipboard().clear()
    qtbot.mouseClick(copy, Qt.MouseButton.LeftButton)
    assert QApplication.clipboard().text() == box.detailedText()


def test_closing_the_dialog_copies_nothing(qtbot: QtBot) -> None:
    QApplication.clipboard().setText("mine")
    box = crash.crash_box("details")
    qtbot.addWidget(box)
    box.show()
    qtbot.mouseClick(box.defaultButton(), Qt.MouseButton.LeftButton)
    assert QApplication.clipboard().text() == "mine"


def test_without_a_log_the_dialog_names_none_and_nothing_reaches_the_terminal(
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    request: pytest.FixtureRequest,
) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    monkeypatch.setenv("POSVIZ_HOME", str(tmp_path / "file"))
    dialogs: list[str] = request.getfixturevalue("dialogs")
    request.getfixturevalue("installed")
    error = _raised("unseen")
    crash._on_error(type(error), error, error.__traceback__)
    qtbot.waitUntil(lambda: len(dialogs) == 1)
    box = crash.crash_box("x")
    qtbot.addWidget(box)
    assert "posviz.log" not in box.informativeText()
    captured = capsys.readouterr()
    assert captured.out + captured.err == ""


@pytest.mark.usefixtures("installed")
def test_what_cannot_be_encoded_is_logged_all_the_same() -> None:
    crash.log_error(_raised("half \ud800"))
    assert "half \\ud800" in _log_text()


@pytest.mark.usefixtures("installed")
def test_what_qt_says_goes_to_the_log(capsys: pytest.CaptureFixture[str]) -> None:
    crash.log_qt_message(QtMsgType.QtWarningMsg, QMessageLogContext(), "from Qt")
    crash.log_qt_message(QtMsgType.QtCriticalMsg, QMessageLogContext(), "bad news")
    crash.log_qt_message(QtMsgType.QtDebugMsg, QMessageLogContext(), "chatter")
    assert "WARNING Qt: from Qt" in _log_text()
    assert "ERROR Qt: bad news" in _log_text()
    assert "chatter" not in _log_text()
    assert capsys.readouterr().err == ""
    crash.log_qt_message(QtMsgType.QtFatalMsg, QMessageLogContext(), "the end")
    assert "the end" in capsys.readouterr().err


@pytest.mark.usefixtures("installed")
def test_an_interrupt_is_no_crash(dialogs: list[str]) -> None:
    crash._on_error(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert dialogs == []
    assert "KeyboardInterrupt" not in _log_text()


def test_a_library_that_prints_what_is_logged_does_not_print_ours(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    printing = logging.StreamHandler(sys.stderr)
    monkeypatch.setattr(logging.getLogger(), "handlers", [printing])
    crash.log_qt_message(QtMsgType.QtWarningMsg, QMessageLogContext(), "from Qt")
    assert capsys.readouterr().err == ""
    caplog.clear()
