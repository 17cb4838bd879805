"""How long a frame of the heat map takes, as multiples of the least that any view must do.

    python -m tests.benchmarks.bench_heatmap

The floor is one conversion of an indexed 1200 × 800 image to RGB with one drawImage. Rounds
of a few frames alternate between the ways and medians are compared: ratios hold where
absolute times do not; time is that of the processor, in all threads, which other programs
stretch least. pyqtgraph's ImageItem and matplotlib get values that are already
computed, so only their drawing is counted; ours is counted with the computation.
"""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Callable
from itertools import count, cycle
from statistics import median
from time import process_time
from typing import NamedTuple

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QSizeF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from posviz.panels.sinusoidal_source import SinusoidalTable
from posviz.widgets import theme
from posviz.widgets.heatmap_axis import Axis, Sight
from posviz.widgets.heatmap_image import TableImage
from posviz.widgets.heatmap_view import HeatmapView
from tests.benchmarks.bench_table_tile import VIEWS, plain

ROUNDS = 15
FRAMES_PER_ROUND = 5
WIDTH, HEIGHT = 1200, 800
LARGE = SinusoidalTable(1_000_000, 12_288, 10_000.0, "interleaved")
VALUES = np.sin(np.arange(2 * HEIGHT)[:, None] * np.linspace(1, 0, WIDTH)).astype(np.float32)

Frame = Callable[[], None]


class Row(NamedTuple):
    """A line of the result: the time of one way as multiples of another's."""

    name: str
    over: str
    target: str


ROWS = [
    Row("cells: pan", "floor", "<= 2.5"),
    Row("cells: zoom", "floor", "<= 3.2"),
    Row("cells: base", "floor", "<= 3.2"),
    Row("cells: pan of the columns", "floor", "<= 3.2"),
    Row("cells: whole 100 000 x 12 288, pan", "floor", "<= 7"),
    Row("cells: whole 100 000 x 12 288, base", "floor", "<= 7"),
    Row("cells: repaint, as for hover", "drawImage", "<= 2"),
    Row("with axes: pan", "floor", "<= 5.2"),
    Row("with axes: repaint, as for hover", "floor", ""),
    Row("naive float64 numpy", "cells: pan", ">= 8"),
    Row("pyqtgraph ImageItem float32 + axes", "with axes: pan", ">= 2"),
    Row("matplotlib, axes and colour bar", "with axes: pan", ">= 25"),
]


def paint(target: QImage, draw: Callable[[QPainter], object]) -> None:
    painter = QPainter(target)
    draw(painter)
    painter.end()


def floors(target: QImage) -> dict[str, Frame]:
    """What any view must do: turn indices into colours, and copy them."""
    indices = np.zeros((HEIGHT, WIDTH), dtype=np.uint8)
    indexed = QImage(indices.data, WIDTH, HEIGHT, WIDTH, QImage.Format.Format_Indexed8)
    indexed.setColorTable(theme.look().palette_table.tolist())
    rgb = indexed.convertToFormat(QImage.Format.Format_RGB32)
    step = count(1)

    def floor() -> None:
        image = indexed.convertToFormat(QImage.Format.Format_RGB32)
        paint(target, lambda painter: painter.drawImage(0, 0, image))

    def naive() -> None:
        indices[:] = plain(VIEWS[0], 500_000 + next(step), 1e4)
        floor()

    return {
        "floor": floor,
        "drawImage": lambda: paint(target, lambda painter: painter.drawImage(0, 0, rgb)),
        "naive float64 numpy": naive,
    }


def cells_alone(target: QImage) -> dict[str, Frame]:
    """Frames of our cells without anything around them."""
    look = theme.look()
    step, zoom = count(1), cycle(range(2, 40))
    near = Sight(LARGE.columns, 600.0, WIDTH)
    rows = Sight(LARGE.rows, 500_000.0, HEIGHT)
    every = Sight.whole(LARGE.columns)

    def way(seen: Callable[[], tuple[SinusoidalTable, Sight, Sight]], width: int = WIDTH) -> Frame:
        image = TableImage()

        def draw() -> None:
            table, down, across = seen()
            axes = Axis(down, 0, HEIGHT), Axis(across, 0, width)
            paint(target, lambda painter: image.draw(painter, table, *axes, look))

        return draw

    def based(length: int) -> SinusoidalTable:
        return SinusoidalTable(length, LARGE.width, 10_000.0 + next(step), "interleaved")

    def zoomed() -> Sight:
        span = float(HEIGHT * next(zoom))
        return Sight(LARGE.rows, 500_000.0, span)

    far = Sight(LARGE.rows, 0.0, 100_000.0)
    return {
        "cells: pan": way(lambda: (LARGE, rows.moved(next(step)), near)),
        "cells: zoom": way(lambda: (LARGE, zoomed(), near)),
        "cells: base": way(lambda: (based(LARGE.length), rows, near)),
        "cells: pan of the columns": way(lambda: (LARGE, rows, near.moved(next(step) % 9999))),
        "cells: whole 100 000 x 12 288, pan": way(
            lambda: (LARGE, far.moved(125 * next(step)), every), width=1228
        ),
        "cells: whole 100 000 x 12 288, base": way(
            lambda: (based(100_000), Sight.whole(100_000), every), width=1228
        ),
        "cells: repaint, as for hover": way(lambda: (LARGE, rows, near)),
    }


def with_axes(target: QImage) -> dict[str, Frame]:
    """Frames of the whole view, with all that stands around the cells."""
    look = theme.look()

    def way(view: HeatmapView, change: Callable[[], object]) -> Frame:
        # Room for axes beside WIDTH × HEIGHT cells.
        plot = view.frame().plot
        size = QSizeF(view.width() - plot.width() + WIDTH, view.height() - plot.height() + HEIGHT)
        view.resize(size.toSize())
        view.look_at(Sight(LARGE.rows, 500_000.0, HEIGHT), Sight(LARGE.columns, 600.0, WIDTH))

        def draw() -> None:
            change()
            paint(target, lambda painter: view.draw(painter, size, look))

        return draw

    panned, hovered = HeatmapView(LARGE), HeatmapView(LARGE)
    ways = {
        "with axes: pan": way(
            panned,
            lambda: panned.look_at(panned.rows.moved(1), panned.columns),
        ),
        "with axes: repaint, as for hover": way(hovered, lambda: None),
    }
    hovered.hover_at(QPointF(600, 400))
    return ways


def image_item(target: QImage) -> Frame:
    """pyqtgraph's own heat map with its axes."""
    pg.setConfigOptions(imageAxisOrder="row-major")
    plot = pg.PlotWidget()
    plot.resize(WIDTH + 60, HEIGHT + 60)
    item = pg.ImageItem()
    palette = theme.look().palette_table[1:]
    shifts = np.array([16, 8, 0], dtype=np.uint32)
    item.setLookupTable((palette[:, None] >> shifts & 255).astype(np.uint8))
    plot.addItem(item)
    step = count(1)

    def draw() -> None:
        first = next(step) % HEIGHT
        item.setImage(VALUES[first : first + HEIGHT], levels=(-1, 1))
        paint(target, plot.render)

    return draw


def matplotlib_image() -> Frame | None:
    """matplotlib's heat map with axes and a colour bar; None where it is not installed."""
    if importlib.util.find_spec("matplotlib") is None:
        return None
    figures = importlib.import_module("matplotlib.figure")
    agg = importlib.import_module("matplotlib.backends.backend_agg")
    figure = figures.Figure(figsize=((WIDTH + 60) / 100, (HEIGHT + 60) / 100), dpi=100)
    canvas = agg.FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    image = axes.imshow(VALUES[:HEIGHT], vmin=-1, vmax=1, aspect="auto", interpolation="nearest")
    figure.colorbar(image)
    step = count(1)

    def draw() -> None:
        first = next(step) % HEIGHT
        image.set_data(VALUES[first : first + HEIGHT])
        canvas.draw()

    return draw


def main() -> None:
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    theme.load_fonts()
    target = QImage(WIDTH + 200, HEIGHT + 100, QImage.Format.Format_RGB32)
    ways = {**floors(target), **cells_alone(target), **with_axes(target)}
    ways["pyqtgraph ImageItem float32 + axes"] = image_item(target)
    of_matplotlib = matplotlib_image()
    if of_matplotlib is not None:
        ways["matplotlib, axes and colour bar"] = of_matplotlib
    times: dict[str, list[float]] = {name: [] for name in ways}
    for draw in ways.values():
        draw()
    for _ in range(ROUNDS):
        for name, draw in ways.items():
            for _ in range(FRAMES_PER_ROUND):
                started = process_time()
                draw()
                times[name].append(1000 * (process_time() - started))
    took = {name: median(taken) for name, taken in times.items()}
    print(f"{'frame of 1200 x 800':<38}{'ms':>7}{'ratio':>8}  {'of what':<17}target")
    print(f"{'floor':<38}{took['floor']:>7.2f}")
    for name, over, target_ratio in ROWS:
        if name in took:
            ratio = took[name] / took[over]
            print(f"{name:<38}{took[name]:>7.2f}{ratio:>8.1f}  {'x ' + over:<17}{target_ratio}")
        else:
            print(f"{name:<38}{'not installed':>15}")


if __name__ == "__main__":
    main()
