"""How long a frame of the heat map takes, as multiples of the least that any view must do.

    python tests/benchmarks/bench_heatmap.py

The floor is one conversion of an indexed 1200 × 800 image to RGB with one drawImage. Rounds
of a few frames alternate between the ways and medians are compared: ratios hold where
absolute times do not. pyqtgraph's ImageItem gets float32 values that are already computed,
so only its drawing is counted; ours is counted with the computation.
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
from PySide6.QtCore import QPointF, QSizeF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from posviz.panels.sinusoidal_source import SinusoidalTable
from posviz.widgets import theme
from posviz.widgets.heatmap_axis import Axis
from posviz.widgets.heatmap_image import TableImage
from posviz.widgets.heatmap_view import HeatmapView

ROUNDS = 15
FRAMES_PER_ROUND = 5
WIDTH, HEIGHT = 1200, 800

Frame = Callable[[], None]


def frames(target: QImage) -> dict[str, Frame]:
    """One function a way, each drawing one frame into the target."""
    step = count(1)
    look = theme.look()
    indices = np.zeros((HEIGHT, WIDTH), dtype=np.uint8)
    indexed = QImage(indices.data, WIDTH, HEIGHT, WIDTH, QImage.Format.Format_Indexed8)
    indexed.setColorTable(look.palette_table.tolist())
    table = SinusoidalTable(1_000_000, 12_288, 10_000.0, "interleaved")

    def floor() -> None:
        painter = QPainter(target)
        painter.drawImage(0, 0, indexed.convertToFormat(QImage.Format.Format_RGB32))
        painter.end()

    cells = TableImage()
    window = HeatmapView(table).rows.centred(500_000, HEIGHT), 0
    whole = HeatmapView(table)

    def cells_alone() -> None:
        rows = Axis(window[0].moved(next(step)), 0, HEIGHT)
        columns = Axis(whole.columns.centred(600, WIDTH), 0, WIDTH)
        painter = QPainter(target)
        cells.draw(painter, table, rows, columns, look)
        painter.end()

    def view_frame(view: HeatmapView, change: Frame) -> Frame:
        # Room for axes beside WIDTH × HEIGHT cells.
        plot = view.frame().plot
        size = QSizeF(view.width() - plot.width() + WIDTH, view.height() - plot.height() + HEIGHT)
        view.resize(size.toSize())

        def draw() -> None:
            change()
            painter = QPainter(target)
            view.draw(painter, size, look)
            painter.end()

        return draw

    def nothing() -> None:
        pass

    panned, hovered, based = HeatmapView(table), HeatmapView(table), HeatmapView(table)
    ways = {"floor": floor, "pan, cells alone": cells_alone}
    pan = view_frame(panned, lambda: panned.look_at(panned.rows.moved(next(step)), panned.columns))
    panned.look_at(panned.rows.centred(500_000, HEIGHT), panned.columns.centred(600, WIDTH))
    ways["pan, with axes"] = pan
    ways["hover repaint"] = view_frame(hovered, nothing)
    hovered.hover_at(QPointF(600, 400))
    ways["base, whole table"] = view_frame(
        based,
        lambda: based.show_table(
            SinusoidalTable(100_000, 12_288, 10_000.0 + next(step), "interleaved"), 1, 0
        ),
    )
    ways["ImageItem float32, with axes"] = image_item(target, step)
    return ways


def image_item(target: QImage, step: count[int]) -> Frame:
    pg.setConfigOptions(imageAxisOrder="row-major")
    plot = pg.PlotWidget()
    plot.resize(WIDTH + 60, HEIGHT + 60)
    item = pg.ImageItem()
    palette = theme.look().palette_table[1:]
    shifts = np.array([16, 8, 0], dtype=np.uint32)
    item.setLookupTable((palette[:, None] >> shifts & 255).astype(np.uint8))
    plot.addItem(item)
    values = np.sin(np.arange(2 * HEIGHT)[:, None] * np.linspace(1, 0, WIDTH)).astype(np.float32)

    def draw() -> None:
        first = next(step) % HEIGHT
        item.setImage(values[first : first + HEIGHT], levels=(-1, 1))
        painter = QPainter(target)
        plot.render(painter)
        painter.end()

    return draw


def main() -> None:
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    theme.load_fonts()
    target = QImage(WIDTH + 200, HEIGHT + 100, QImage.Format.Format_RGB32)
    ways = frames(target)
    times: dict[str, list[float]] = {name: [] for name in ways}
    for draw in ways.values():
        draw()
    for _ in range(ROUNDS):
        for name, draw in ways.items():
            for _ in range(FRAMES_PER_ROUND):
                started = perf_counter()
                draw()
                times[name].append(1000 * (perf_counter() - started))
    least = median(times["floor"])
    print(f"{'frame':<32}{'x floor':>9}{'ms':>8}")
    for name, taken in times.items():
        print(f"{name:<32}{median(taken) / least:>9.1f}{median(taken):>8.2f}")


if __name__ == "__main__":
    main()
