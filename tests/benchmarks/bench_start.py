"""Time from spawn to the end of the first paint, against a bare Qt label.

Run with ``python tests/benchmarks/bench_start.py``. Rounds are interleaved; medians are shown.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from posviz.state import State
from posviz.user_files import write_session

ROOT = Path(__file__).resolve().parent.parent.parent
ROUNDS = 9

LABEL = """
from PySide6.QtWidgets import QApplication, QLabel
from PySide6.QtCore import QTimer
class Label(QLabel):
    def paintEvent(self, event):
        super().paintEvent(event)
        QTimer.singleShot(0, app.quit)
app = QApplication([])
label = Label("posviz")
label.resize(1600, 1000)
label.show()
app.exec()
"""

WINDOW = """
import sys
from pathlib import Path
import posviz.app as app
from posviz.window.main_window import MainWindow
shown = MainWindow.__init__
def init(self, *args):
    shown(self, *args)
    self.shown.connect(self.close)
MainWindow.__init__ = init
app.WarmUp.start = lambda self: None
app.run(Path(sys.argv[1]))
"""


def seconds(code: str, step: str = State().step) -> float:
    """Run a program to its end, on a session at a step; return the seconds it took."""
    with tempfile.TemporaryDirectory() as home:
        session = Path(home) / "start.posviz"
        write_session(session, State(step=step))
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "POSVIZ_HOME": home}
        start = time.perf_counter()
        subprocess.run(
            [sys.executable, "-c", code, str(session)], check=True, cwd=ROOT, env=environment
        )
        return time.perf_counter() - start


def main() -> None:
    """Print the ratios."""
    cases = {
        "bare label": (LABEL,),
        "window, chapter 1": (WINDOW, "token-to-vector/1"),
        "window, positional table": (WINDOW, "positional-table/1"),
    }
    times: dict[str, list[float]] = {name: [] for name in cases}
    for _ in range(ROUNDS):
        for name, case in cases.items():
            times[name].append(seconds(*case))
    floor = statistics.median(times["bare label"])
    for name, values in times.items():
        median = statistics.median(values)
        print(f"{name:<26}{median * 1000:7.0f} ms   {median / floor:5.2f} x a bare label")


if __name__ == "__main__":
    main()
