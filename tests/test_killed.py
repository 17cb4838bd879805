"""A program that is killed while somebody types: what was typed is there at the next start."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from posviz import app
from posviz.paths import user_file

_FIRST = """
import json, sys
from functools import partial
from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from posviz import app
from posviz.window.capture_dialog import CaptureDialog


def window():
    (found,) = [w for w in QApplication.topLevelWidgets() if type(w).__name__ == "MainWindow"]
    return found


def sentence(main):
    main.sequence.start_editing()
    main.sequence.field.selectAll()
    return main.sequence.field


def code(main):
    main.session.update(step="practice/2", exercise="fuse")
    return main.panel("practice")._editor


def step(main):
    main.actions_by_id["capture_step"].trigger()
    (dialog,) = main.findChildren(CaptureDialog)
    return dialog._text


def step_title(main):
    return step(main).parent()._title


"""
_TYPE_AND_STAY = (
    _FIRST
    + """
def type_into():
    main = window()
    field = globals()[sys.argv[1]](main)
    field.setFocus()
    QTest.keyClicks(field, "not to be lost")
    # Typing goes on without a pause, which must not put off the writing.
    again = QTimer(main, interval=50)
    again.timeout.connect(lambda: QTest.keyClicks(field, "."))
    again.start()


app.make_application()
QTimer.singleShot(0, type_into)
sys.exit(app.run(None))
"""
)
_LOOK = (
    _FIRST
    + """
def look():
    main = window()
    if sys.argv[1] == "sentence":
        shown = " ".join(main.session.state.tokens) + "|" + main.session.state.text
    else:
        field = globals()[sys.argv[1]](main)
        shown = field.toPlainText() if hasattr(field, "toPlainText") else field.text()
    print(json.dumps(shown), flush=True)
    QApplication.exit()


app.make_application()
QTimer.singleShot(0, look)
sys.exit(app.run(None))
"""
)
FILES = {
    "sentence": "state.json",
    "code": "practice.json",
    "step": "practice.json",
    "step_title": "practice.json",
}


@pytest.mark.parametrize("what", FILES)
def test_what_is_being_typed_is_there_after_a_kill(what: str, tmp_path: Path, qtbot: QtBot) -> None:
    path = user_file(FILES[what])
    environment = {**os.environ, "PYTHONPATH": str(Path(app.__file__).parent.parent)}

    def command(source: str) -> list[str]:
        script = tmp_path / "script.py"
        script.write_text(source, encoding="utf-8")
        return [sys.executable, str(script), what]

    with subprocess.Popen(command(_TYPE_AND_STAY), env=environment) as program:
        try:
            qtbot.waitUntil(
                lambda: path.exists() and "lost..." in path.read_text(encoding="utf-8"),
                timeout=60_000,
            )
        finally:
            program.kill()  # SIGKILL: it can do nothing any more
    done = subprocess.run(command(_LOOK), env=environment, capture_output=True, check=True)
    assert "not to be lost..." in json.loads(done.stdout)
