"""What happens to an error that nobody expected: a log file and a dialog, no traceback."""

from __future__ import annotations

import logging
import sys
import threading
import traceback
from functools import partial
from logging.handlers import RotatingFileHandler
from types import TracebackType

from PySide6.QtCore import (
    QCoreApplication,
    QMessageLogContext,
    QObject,
    Qt,
    QtMsgType,
    Signal,
    qVersion,
)
from PySide6.QtWidgets import QApplication, QMessageBox

from posviz import __version__
from posviz.paths import user_file

_log = logging.getLogger("posviz")
_log.addHandler(logging.NullHandler())
_log.propagate = False  # some libraries give the root logger a handler that prints


class _Reporter(QObject):
    """Brings reports from any thread to the one that may show a dialog."""

    report = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._open = False
        self._told: set[str] = set()
        self.report.connect(self._show, Qt.ConnectionType.QueuedConnection)

    def _show(self, details: str) -> None:
        # An error in painting comes again as soon as its dialog closes: tell each one once.
        if self._open or details in self._told:
            return
        self._told.add(details)
        self._open = True
        try:
            crash_box(details).exec()
        finally:
            self._open = False


_reporter: _Reporter | None = None


def install() -> None:
    """Send unexpected errors to the log and to a dialog."""
    global _reporter  # noqa: PLW0603 - one handler a process, as sys.excepthook is one
    _reporter = _Reporter()
    open_log()
    sys.excepthook = _on_error
    threading.excepthook = _on_thread_error


def crash_box(details: str) -> QMessageBox:
    """Return the dialog that tells of an unexpected error; its first button copies."""

    def tr(text: str) -> str:
        return QCoreApplication.translate("crash", text)

    box = QMessageBox(QMessageBox.Icon.NoIcon, "posviz", "")
    box.setText(tr("Something went wrong that posviz did not expect."))
    text = tr("Your work is still here: save it with File > Save session.") + " "
    if _log_is_open():
        text += tr(
            "The details are in “{path}”; copy them into a report so that this can be mended."
        ).format(path=user_file("posviz.log"))
    else:
        text += tr("Copy the details into a report so that this can be mended.")
    box.setInformativeText(text)
    copy = box.addButton(tr("Copy the details"), QMessageBox.ButtonRole.ActionRole)
    copy.clicked.connect(partial(QApplication.clipboard().setText, details))
    box.setDefaultButton(box.addButton(tr("Close"), QMessageBox.ButtonRole.RejectRole))
    box.setDetailedText(details)
    return box


def open_log() -> None:
    """Write the log to the user's file; where that is not possible there is none."""
    path = user_file("posviz.log")
    handler: logging.Handler
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(
            path, maxBytes=500_000, backupCount=1, encoding="utf-8", errors="backslashreplace"
        )
    except OSError:
        handler = logging.NullHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    for old in _log.handlers:
        old.close()
    _log.handlers = [handler]
    logging.raiseExceptions = False  # a full disk is no reason for a traceback


def _log_is_open() -> bool:
    return any(isinstance(handler, RotatingFileHandler) for handler in _log.handlers)


def log_error(error: BaseException) -> str:
    """Write an unexpected error to the log; return its details."""
    lines = "".join(traceback.format_exception(error))
    details = f"posviz {__version__}, Qt {qVersion()}, Python {sys.version.split()[0]}\n{lines}"
    # Half a surrogate pair can be neither written nor copied.
    details = details.encode("utf-8", "backslashreplace").decode("utf-8")
    _log.error("%s", details)
    return details


def _on_error(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if issubclass(kind, KeyboardInterrupt):
        QCoreApplication.quit()
        return
    details = log_error(error.with_traceback(trace))
    if _reporter is not None:
        _reporter.report.emit(details)


def _on_thread_error(args: threading.ExceptHookArgs) -> None:
    if args.exc_value is not None:
        _on_error(args.exc_type, args.exc_value, args.exc_traceback)


def log_qt_message(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
    """Send what Qt says to the log; only what ends the program is said on the terminal."""
    if kind == QtMsgType.QtFatalMsg:
        print(message, file=sys.stderr)  # noqa: T201 - Qt aborts next
    levels = {QtMsgType.QtFatalMsg: logging.ERROR, QtMsgType.QtCriticalMsg: logging.ERROR}
    quiet = logging.INFO if kind in (QtMsgType.QtInfoMsg, QtMsgType.QtDebugMsg) else logging.WARNING
    _log.log(levels.get(kind, quiet), "Qt: %s", message)
