"""The curve over the offset: exact points, means of what shares a pixel, mouse and keys."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QSizeF, Qt
from PySide6.QtGui import QImage, QPainter, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from posviz.widgets.heatmap_axis import Sight
from posviz.widgets.offset_curve import OffsetCurve
from posviz.widgets.theme import LOOKS, Look


class Given:
    """A curve from any function, whose means are taken one by one."""

    def __init__(self, value: Callable[[npt.NDArray[np.float64]], npt.NDArray[np.float64]]) -> None:
        self.value = value

    def means(self, first: npt.ArrayLike, each: int) -> npt.NDArray[np.float64]:
        offsets = np.asarray(first, dtype=np.float64)[:, None] + np.arange(each)
        means: npt.NDArray[np.float64] = self.value(offsets).mean(axis=1)
        return means


WAVE = Given(lambda x: np.cos(x / 3))


@pytest.fixture
def curve(qtbot: QtBot) -> OffsetCurve:
    curve = OffsetCurve()
    qtbot.addWidget(curve)
    curve.resize(500, 200)
    curve.show_curve(WAVE, 63, -20, 43, 5)
    return curve


def at(curve: OffsetCurve, offset: int) -> QPoint:
    x = curve.axis().middle(offset + (curve.sight.count - 1) // 2)
    return QPoint(round(x), 80)


def wheel(curve: OffsetCurve, notches: int, keys: Qt.KeyboardModifier) -> None:
    place = QPointF(at(curve, 10))
    event = QWheelEvent(
        place, place, QPoint(), QPoint(0, 120 * notches), Qt.MouseButton.NoButton, keys,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(curve, event)


def test_every_offset_has_its_own_point(curve: OffsetCurve) -> None:
    offsets, values = curve.points()
    assert offsets.tolist() == list(range(-63, 64))
    assert values == pytest.approx(np.cos(np.arange(-63, 64) / 3))


def test_offsets_that_share_a_pixel_are_averaged(curve: OffsetCurve) -> None:
    steps = Given(lambda x: (x >= 0).astype(float))
    curve.show_curve(steps, 10_000, -9_999, 10_000, 5)
    each = curve.axis().each
    assert each == -(-20_001 // int(curve.axis().room))
    middles, values = curve.points()
    assert len(values) == -(-20_001 // each)
    assert middles[1] - middles[0] == each
    assert middles[0] == -10_000 + (each - 1) / 2
    assert set(values[middles < -each]) == {0}
    assert set(values[middles > each]) == {1}
    curve.look_at(Sight(20_001, 10_000, 30))
    assert curve.points()[0].tolist() == list(range(30))


def test_a_click_chooses_and_a_drag_is_one_gesture(curve: OffsetCurve, qtbot: QtBot) -> None:
    told: list[object] = []
    curve.drag_started.connect(lambda: told.append("start"))
    curve.picked.connect(told.append)
    curve.drag_ended.connect(lambda: told.append("end"))
    qtbot.mousePress(curve, Qt.MouseButton.LeftButton, pos=at(curve, -12))
    qtbot.mouseMove(curve, at(curve, 30))
    qtbot.mouseMove(curve, at(curve, 63))
    qtbot.mouseRelease(curve, Qt.MouseButton.LeftButton, pos=at(curve, 63))
    assert told == ["start", -12, 30, 43, "end"]  # 63 is not in the table, 43 is the last


def test_keys_choose_within_the_table(curve: OffsetCurve, qtbot: QtBot) -> None:
    told: list[int] = []
    curve.picked.connect(told.append)
    key = Qt.Key
    for pressed in (key.Key_Left, key.Key_Right, key.Key_PageUp, key.Key_Home, key.Key_End):
        qtbot.keyClick(curve, pressed)
    assert told == [4, 6, -1, -20, 43]
    curve.show_curve(WAVE, 63, -20, 43, 43)
    told.clear()
    qtbot.keyClick(curve, key.Key_Right)
    assert told == []


def test_wheel_and_keys_zoom_about_what_is_meant(curve: OffsetCurve, qtbot: QtBot) -> None:
    place = at(curve, 10)
    wheel(curve, 4, Qt.KeyboardModifier.NoModifier)
    assert curve.sight.span == pytest.approx(127 / 1.25**4)
    assert abs(at(curve, 10).x() - place.x()) <= 1
    before = curve.sight
    wheel(curve, 1, Qt.KeyboardModifier.ShiftModifier)
    assert curve.sight.first == pytest.approx(before.first - 0.1 * before.span)
    qtbot.keyClick(curve, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert curve.sight.first == pytest.approx(before.first)
    for _ in range(20):
        qtbot.keyClick(curve, Qt.Key.Key_Plus)
    assert curve.sight.span == 8
    assert curve.sight.first < 5 + 63 < curve.sight.last
    curve.show_curve(WAVE, 63, -20, 43, -20)  # another selection comes into sight
    assert curve.sight.first <= 43 < curve.sight.last
    qtbot.keyClick(curve, Qt.Key.Key_0)
    assert curve.sight.is_whole


def test_the_pointer_is_told_and_forgotten(curve: OffsetCurve, qtbot: QtBot) -> None:
    told: list[object] = []
    curve.hovered.connect(told.append)
    curve.show()
    qtbot.mouseMove(curve, at(curve, 7))
    QApplication.sendEvent(curve, QEvent(QEvent.Type.Leave))
    assert told == [7, None]


def image_of(curve: OffsetCurve, look: Look) -> QImage:
    image = QImage(500, 200, QImage.Format.Format_RGB32)
    image.fill(look.colour("panel"))
    painter = QPainter(image)
    curve.draw(painter, QSizeF(500, 200), look)
    painter.end()
    return image


def height_of_curve(curve: OffsetCurve, offset: int) -> list[int]:
    """Rows of pixels in which the curve is seen at an offset, away from all lines."""
    look = LOOKS["dark"]
    image, x = image_of(curve, look), at(curve, offset).x()
    return [y for y in range(200) if image.pixelColor(x, y).lightness() > 150]


def test_the_scale_begins_at_zero_only_where_nothing_is_below(curve: OffsetCurve) -> None:
    curve.show_curve(Given(lambda x: 0.5 + 0 * x), 63, -20, 43, 5)
    half = np.mean(height_of_curve(curve, 25))
    curve.show_curve(Given(lambda x: np.where(x == -63, -0.5, 0.5)), 63, -20, 43, 5)
    lower = np.mean(height_of_curve(curve, 25))
    top, bottom = 22, 200 - 38
    assert half == pytest.approx((top + bottom) / 2, abs=2)
    assert lower == pytest.approx(top + (bottom - top) / 4, abs=2)
    curve.show_curve(Given(lambda x: np.where(x == 40, 2.0, 0.5)), 63, -20, 43, 5)
    assert np.mean(height_of_curve(curve, 25)) == pytest.approx(bottom - (bottom - top) / 4, abs=2)


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_the_selection_and_the_light_show_in_both_looks(curve: OffsetCurve, look: Look) -> None:
    def accents() -> int:
        image, colour = image_of(curve, look), look.colour("accent")
        return sum(image.pixelColor(x, 60) == colour for x in range(500))

    assert accents() >= 1
    before = image_of(curve, look)
    curve.light(-30)
    assert image_of(curve, look) != before
    curve.light(None)
    assert image_of(curve, look) == before
    curve.show_curve(WAVE, 63, -20, 43, 300)  # beyond the curve
    assert accents() == 0


def test_two_curves_are_held_against_each_other_with_gaps_for_what_is_no_number(
    qtbot: QtBot,
) -> None:
    curve = OffsetCurve(names=("right", "wrong"))
    qtbot.addWidget(curve)
    curve.resize(500, 200)
    curve.show_curve(WAVE, 63, -20, 43, 5)
    alone = curve.grab().toImage()
    gap = Given(lambda x: np.where(np.abs(x) < 40, np.nan, 0.5))
    curve.show_curve(WAVE, 63, -20, 43, 5, gap)
    both = curve.grab().toImage()
    changed = [
        offset
        for offset in range(-60, 61)
        if any(
            alone.pixel(at(curve, offset).x() + dx, y) != both.pixel(at(curve, offset).x() + dx, y)
            for dx in (-1, 0, 1)
            for y in range(48, 66)  # 0.5 is at 57; numbers stand above and below
        )
    ]
    assert {-60, -45, 45, 60} <= set(changed)
    assert not any(-38 <= offset <= 38 and abs(offset - 5) > 1 for offset in changed)
    nothing = Given(lambda x: np.full(x.shape, np.nan))
    curve.show_curve(WAVE, 63, -20, 43, 5, nothing)
    assert not curve.grab().isNull()


def test_the_numbers_of_a_high_scale_have_room(curve: OffsetCurve) -> None:
    narrow = curve.axis().start
    curve.show_curve(Given(lambda x: 6400 * np.cos(x / 3)), 63, -20, 43, 5)
    assert curve.axis().start > narrow + 15
