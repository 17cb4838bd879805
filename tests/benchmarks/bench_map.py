"""How long a frame of the map takes, as multiples of the least that any view must do.

    python tests/benchmarks/bench_map.py

The floor is one drawImage of a finished 1200 × 800 picture. Rounds alternate between the ways
and medians are compared: ratios hold where absolute times do not. Ours is counted with labels
and marks; QPainter's drawPoints and pyqtgraph's ScatterPlotItem draw dots without names.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from statistics import median
from time import perf_counter

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QSizeF, Qt
from PySide6.QtGui import QImage, QPainter, QPen
from PySide6.QtWidgets import QApplication

from posviz.widgets import theme
from posviz.widgets.scatter_layout import Marks, Points
from posviz.widgets.scatter_view import ScatterView

ROUNDS = 15
WIDTH, HEIGHT = 1200, 800

Frame = Callable[[], object]


def frames(target: QImage, size: int) -> dict[str, Frame]:
    """One function a way, each drawing one frame of so many points into the target."""
    look = theme.look()
    places = np.random.default_rng(0).normal(size=(size, 2))
    points = Points(places, lambda row: f"word{row}")
    view = ScatterView()
    view.resize(WIDTH, HEIGHT)
    view.show_points(points, Marks(0, tuple(range(1, 8))))
    step = count(1)
    finished = target.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)

    def paint(draw: Callable[[QPainter], object]) -> None:
        painter = QPainter(target)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw(painter)
        painter.end()

    def ours(painter: QPainter) -> None:
        view.draw(painter, QSizeF(WIDTH, HEIGHT), look)

    def pan() -> None:
        frame = view.scene().frame
        way = 1 if next(step) % 2 else -1
        view.look_at(view.sight.moved(frame, way, way, points.extent))
        paint(ours)

    def drawn_points(painter: QPainter) -> None:
        painter.setPen(
            QPen(look.colour("muted"), 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
        )
        painter.drawPoints([QPointF(x, y) for x, y in view.scene().pixels.tolist()])

    plot = pg.PlotWidget()
    plot.resize(WIDTH, HEIGHT)
    plot.hideAxis("left")
    plot.hideAxis("bottom")
    item = pg.ScatterPlotItem(places[:, 0], places[:, 1], size=2, pen=None)
    plot.addItem(item)

    def scatter_item() -> None:
        plot.getViewBox().translateBy(x=0.001)
        paint(plot.render)

    at = QPointF(WIDTH / 2, HEIGHT / 2)
    return {
        "drawImage (floor)": lambda: paint(lambda painter: painter.drawImage(0, 0, finished)),
        "pan: layout, dots, labels": pan,
        "repaint, as for hover": lambda: paint(ours),
        "point under the pointer": lambda: view.row_at(at),
        "QPainter.drawPoints": lambda: paint(drawn_points),
        "pyqtgraph ScatterPlotItem": scatter_item,
    }


def main() -> None:
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    theme.load_fonts()
    target = QImage(WIDTH, HEIGHT, QImage.Format.Format_RGB32)
    target.fill(theme.look().colour("panel"))
    for size in (15, 37_000, 50_000, 400_000):
        ways = frames(target, size)
        times: dict[str, list[float]] = {name: [] for name in ways}
        for draw in ways.values():
            draw()
        for _ in range(ROUNDS):
            for name, draw in ways.items():
                started = perf_counter()
                draw()
                times[name].append(1000 * (perf_counter() - started))
        least = median(times["drawImage (floor)"])
        ours = median(times["pan: layout, dots, labels"])
        print(f"\n{f'{size} points':<30}{'x floor':>9}{'x ours':>9}{'ms':>9}")
        for name, taken in times.items():
            print(
                f"{name:<30}{median(taken) / least:>9.1f}"
                f"{median(taken) / ours:>9.2f}{median(taken):>9.2f}"
            )


if __name__ == "__main__":
    main()
