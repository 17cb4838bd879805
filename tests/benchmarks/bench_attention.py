"""What one head of attention costs, as multiples of its bare matrix products.

    python tests/benchmarks/bench_attention.py

The floor is the five products of a pass, Z W_Q, Z W_K, Z W_V, Q Kᵀ and A V,
of float64 at L = d = 512 and h = 64. A pass and its content run in a thread; the rest
is what the window does: to show new content, to choose another cell, to preview the cell under
the pointer, and to paint. Rounds alternate and medians are compared: ratios hold where times do
not.
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
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from posviz.model.attention import forward
from posviz.panels import attention_content, forward_pass
from posviz.panels.attention import AttentionPanel
from posviz.session import Session
from posviz.state import State
from posviz.widgets import theme
from posviz.widgets.labelled_map import LabelledMap

ROUNDS = 15
L, WIDTH, HEAD = 512, 512, 64
WORDS = "the cat sat on the cat and the dog ran "

Way = Callable[[], object]


def bare_products() -> Way:
    numbers = np.random.default_rng(1)
    Z = numbers.normal(size=(L, WIDTH))
    WQ, WK, WV = numbers.normal(size=(3, WIDTH, HEAD))

    def run() -> None:
        Q, K, V = Z @ WQ, Z @ WK, Z @ WV
        (Q @ K.T) @ V

    return run


def a_pass() -> Way:
    X = np.random.default_rng(2).normal(size=(L, WIDTH))
    setup = forward_pass.setup_of(State(scheme="sinusoidal", causal=True, head_width=HEAD))
    return lambda: forward(X, setup)


def ways() -> dict[str, Way]:
    state = State().with_changes(
        table="minilm", text=WORDS * 60, scheme="learned", causal=True, position=100
    )
    panel = AttentionPanel(Session(state))
    panel.resize(1080, 600)
    panel.show()
    panel.set_on_screen(True)
    step = count(1)

    def content(of: State) -> Way:
        def run() -> None:
            attention_content._views.cache_clear()
            forward_pass._forward.cache_clear()
            panel.content(of)

        return run

    shown = panel.content(state)
    others = [panel.content(state.with_changes(position=200 + k)) for k in range(8)]
    maps = panel.findChildren(LabelledMap)
    target = QImage(1080, 900, QImage.Format.Format_RGB32)

    def show_another_head() -> None:
        for view in maps:
            view._image = None
        panel.show_content(shown)
        panel.render(target)

    def choose() -> None:
        panel.show_content(others[next(step) % len(others)])
        panel.render(target)

    def preview() -> None:
        maps[0]._set_hover((next(step) % L, next(step) % L))
        panel.render(target)

    def paint() -> None:
        painter = QPainter(target)
        panel.draw_figure(painter, target.size().toSizeF())
        painter.end()

    return {
        "bare products": bare_products(),
        "pass, L = d = 512": a_pass(),
        "content, 512 words of BERT's block": content(state),
        "window: another head": show_another_head,
        "window: another cell": choose,
        "window: cell under the pointer": preview,
        "a picture": paint,
    }


def main() -> None:
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    theme.load_fonts()
    theme.apply(app, "dark")
    each = ways()
    times: dict[str, list[float]] = {name: [] for name in each}
    for run in each.values():
        run()
    for _ in range(ROUNDS):
        for name, run in each.items():
            started = perf_counter()
            run()
            times[name].append(1000 * (perf_counter() - started))
    least = median(times["bare products"])
    print(f"{'attention':<38}{'x floor':>9}{'ms':>8}")
    for name, taken in times.items():
        print(f"{name:<38}{median(taken) / least:>9.1f}{median(taken):>8.2f}")


if __name__ == "__main__":
    main()
