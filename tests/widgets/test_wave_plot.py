"""The wave plot: curves, cursor, dots and bands."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pyqtgraph
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from posviz.widgets import theme
from posviz.widgets.theme import DARK, LIGHT, Look
from posviz.widgets.wave_legend import Wave, WaveLegend, pen_of
from posviz.widgets.wave_plot import WavePlot
from posviz.widgets.wave_scene import MOST_POINTS

SINE = Wave("pair 0", 1.0, selected=True)
COSINE = Wave("cosine", 1.0, math.pi / 2, selected=True)
SLOW = Wave("pair 4", 0.1, order=0)


@pytest.fixture
def make(qtbot: QtBot) -> Callable[..., WavePlot]:
    def build(waves: list[Wave], position: int = 1, last: int = 63) -> WavePlot:
        plot = WavePlot()
        qtbot.addWidget(plot)
        plot.resize(600, 300)
        plot.show()
        plot.show_waves(waves, position, last)
        return plot

    return build


def drawn(plot: WavePlot, size: QSize, look: Look, scale: float = 1.0) -> QImage:
    image = QImage(size * scale, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(scale)
    image.fill(QColor(look.panel))
    painter = QPainter(image)
    plot.draw(painter, QSizeF(size), look)
    painter.end()
    return image


def test_curves_are_smooth_sines(make: Callable[..., WavePlot]) -> None:
    plot = make([SINE, COSINE, SLOW])
    for index, wave in enumerate((SINE, COSINE, SLOW)):
        x, y = plot.curve(index)
        assert (x[0], x[-1]) == (0, 63)
        assert y == pytest.approx(np.sin(wave.frequency * np.array(x) + wave.phase))
        assert np.diff(x).max() * wave.frequency < 2 * math.pi / 20


@pytest.mark.parametrize("last", [0, 1, 63, 5000, 999_999])
@pytest.mark.parametrize("frequency", [1.0, 1e-2, 1e-4, 30.0])
def test_no_curve_is_coarse_or_has_too_many_points(
    make: Callable[..., WavePlot], last: int, frequency: float
) -> None:
    plot = make([Wave("w", frequency)], 0, last)
    x, y = plot.curve(0)
    assert len(x) <= MOST_POINTS
    if set(y) <= {-1.0, 1.0}:  # the band of a wave that is too fast
        assert last * frequency / (2 * math.pi) > 50
    elif len(x) > 1:
        assert np.diff(x).max() * frequency < 2 * math.pi / 8


def test_zooming_in_turns_a_band_into_its_wave(make: Callable[..., WavePlot]) -> None:
    plot = make([SINE], 0, 999_999)
    assert set(plot.curve(0)[1]) == {-1.0, 1.0}
    plot.look_at(500_000, 500_040)
    x, y = plot.curve(0)
    assert x[0] >= 500_000
    assert y == pytest.approx(np.sin(x))


def test_the_view_never_leaves_the_positions(make: Callable[..., WavePlot]) -> None:
    plot = make([SINE], 0, 63)
    plot.look_at(-1000, 5000)
    assert plot.in_sight == pytest.approx((-0.5, 63.5))


def test_a_click_picks_the_nearest_position(make: Callable[..., WavePlot], qtbot: QtBot) -> None:
    plot = make([SINE])
    at = plot.point_of(40.3, 0.9).toPoint() - QPoint(2, 2)
    target = plot._scene.plot.viewport()
    with qtbot.waitSignal(plot.picked) as picked:
        qtbot.mouseClick(target, Qt.MouseButton.LeftButton, pos=at)
    assert picked.args == [40]


def test_dragging_the_cursor_tells_start_steps_and_end(
    make: Callable[..., WavePlot], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    # pyqtgraph drops moves that follow each other within 10 ms.
    monkeypatch.setitem(pyqtgraph.CONFIG_OPTIONS, "mouseRateLimit", 0)
    plot = make([SINE], 20)
    target = plot._scene.plot.viewport()
    told: list[object] = []
    plot.drag_started.connect(lambda: told.append("start"))
    plot.picked.connect(told.append)
    plot.drag_ended.connect(lambda: told.append("end"))
    places = [plot.point_of(x, 0.5).toPoint() - QPoint(2, 2) for x in (20, 24, 30)]
    qtbot.mouseMove(target, places[0])
    qtbot.mousePress(target, Qt.MouseButton.LeftButton, pos=places[0])
    for place in places[1:]:
        left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        at = QPointF(place)
        move = QMouseEvent(QEvent.Type.MouseMove, at, target.mapToGlobal(at), left, left, none)
        QApplication.sendEvent(target, move)
    qtbot.mouseRelease(target, Qt.MouseButton.LeftButton, pos=places[-1])
    assert told[0] == "start"
    assert told[-1] == "end"
    assert told[-2] == 30
    assert told.count("start") == told.count("end") == 1


@pytest.mark.parametrize(
    ("key", "position"),
    [
        (Qt.Key.Key_Left, 19),
        (Qt.Key.Key_Right, 21),
        (Qt.Key.Key_Home, 0),
        (Qt.Key.Key_End, 63),
        (Qt.Key.Key_PageUp, 14),
        (Qt.Key.Key_PageDown, 26),
    ],
)
def test_keys_pick_positions(
    make: Callable[..., WavePlot], qtbot: QtBot, key: Qt.Key, position: int
) -> None:
    plot = make([SINE], 20)
    with qtbot.waitSignal(plot.picked) as picked:
        qtbot.keyClick(plot, key)
    assert picked.args == [position]


def test_keys_stop_at_the_ends(make: Callable[..., WavePlot], qtbot: QtBot) -> None:
    plot = make([SINE], 63)
    with qtbot.assertNotEmitted(plot.picked):
        qtbot.keyClick(plot, Qt.Key.Key_Right)


def test_a_click_gives_the_keyboard_to_the_plot(
    make: Callable[..., WavePlot], qtbot: QtBot
) -> None:
    plot = make([SINE])
    qtbot.mouseClick(plot._scene.plot.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(200, 100))
    assert plot.focusWidget() is plot


@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("look", [DARK, LIGHT])
def test_a_picture_has_curve_and_dot_where_they_belong_at_any_size(
    make: Callable[..., WavePlot], look: Look, scale: float
) -> None:
    plot = make([SINE], 2)
    size = QSize(900, 500)
    image = drawn(plot, size, look, scale)
    accent = QColor(look.accent)
    hits = [
        x for x in range(image.width())
        if image.pixelColor(x, image.height() // 2 - round(20 * scale)) == accent
    ]  # fmt: skip
    assert hits, "the selected wave is in the accent colour"
    assert max(hits) > 0.9 * image.width(), "it fills the picture"


def test_a_picture_in_another_look_leaves_the_screen_as_it_was(
    make: Callable[..., WavePlot],
) -> None:
    plot = make([SINE, SLOW])
    before = plot.grab().toImage()
    drawn(plot, QSize(300, 200), LIGHT)
    assert plot.grab().toImage() == before


def test_colours_follow_a_change_of_theme(
    make: Callable[..., WavePlot], qapp: QApplication
) -> None:
    plot = make([SINE])
    theme.apply(qapp, "light")
    try:
        corner = plot.grab().toImage().pixelColor(10, 10)
        assert corner == QColor(LIGHT.panel)
    finally:
        theme.apply(qapp, "dark")


def test_no_two_waves_look_alike() -> None:
    pens = [pen_of(Wave("", 1.0, order=order), DARK) for order in range(8)]
    looks = {(pen.color().name(), pen.style()) for pen in pens}
    assert len(looks) == 8
    assert len({pen.style() for pen in pens[:4]}) == 4
    accent = {pen_of(wave, DARK).color().name() for wave in (SINE, COSINE)}
    assert accent == {QColor(DARK.accent).name()}
    assert pen_of(SINE, DARK).style() != pen_of(COSINE, DARK).style()


def test_legend_needs_more_rows_when_it_is_narrow(qtbot: QtBot) -> None:
    legend = WaveLegend()
    qtbot.addWidget(legend)
    assert legend.heightForWidth(300) == 0
    legend.show_waves([SINE, COSINE, SLOW], 1)
    assert legend.heightForWidth(200) == 3 * 22
    assert legend.heightForWidth(900) == 22
    legend.resize(200, 66)
    assert [legend.wave_at(QPoint(5, y)) for y in (5, 30, 60, 70)] == [0, 1, 2, -1]
    assert not legend.grab().isNull()


def test_wave_at_a_place() -> None:
    assert SINE.at(1) == pytest.approx(0.841471, abs=1e-6)
    assert COSINE.at(1) == pytest.approx(0.540302, abs=1e-6)
    assert QPointF(0, SLOW.at(0)) == QPointF(0, 0)
