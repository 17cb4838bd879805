"""The map view: picking, pointing, zooming, keys, labels, and pictures of many points."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from posviz.model.embeddings import table
from posviz.model.word_map import map_of_table
from posviz.widgets import theme
from posviz.widgets.point_cloud import point_cloud
from posviz.widgets.scatter_layout import Marks, Points, Scene
from posviz.widgets.scatter_sight import Sight
from posviz.widgets.scatter_view import ScatterView
from posviz.widgets.theme import LOOKS, Look

CROSS = np.array([[0.0, 0.0], [1, 0], [-1, 0], [0, 1], [0, -1]])
NAMES = ("middle", "right", "left", "top", "bottom")


def cross() -> Points:
    return Points(CROSS, NAMES.__getitem__)


def crowd(count: int, seed: int = 0) -> Points:
    places = np.random.default_rng(seed).normal(size=(count, 2))
    return Points(places, lambda row: f"word{row}")


@pytest.fixture
def view(qtbot: QtBot) -> ScatterView:
    view = ScatterView()
    qtbot.addWidget(view)
    view.resize(400, 300)
    view.show()
    view.show_points(cross(), Marks(selected=0, lit=(1,), ringed=(3,)))
    return view


def pixel(view: ScatterView, row: int) -> QPoint:
    x, y = view.scene().pixels[row].tolist()
    return QPoint(round(x), round(y))


def picture(view: ScatterView, look: Look, width: int = 400, height: int = 300) -> QImage:
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(look.colour("panel"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    view.draw(painter, QSizeF(width, height), look)
    painter.end()
    return image


def wheel(view: ScatterView, at: QPoint, notches: int) -> None:
    event = QWheelEvent(
        QPointF(at),
        QPointF(view.mapToGlobal(at)),
        QPoint(0, 0),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view, event)


# Layout


def check_labels(scene: Scene) -> None:
    rects = [*scene.labels.values(), *(r for r in scene.axis_texts if not r.isNull())]
    for rect in rects:
        assert rect.left() >= 0
        assert rect.top() >= 0
        assert rect.right() <= scene.frame.width + 0.01
        assert rect.bottom() <= scene.frame.height + 0.01
    assert not any(a.intersects(b) for a, b in combinations(rects, 2))


@pytest.mark.parametrize("count", [1, 15, 150, 799, 5000, 50_000])
def test_labels_never_overlap_and_the_selected_is_named(view: ScatterView, count: int) -> None:
    axes = ("component 1 → 12.3 %", "↑ component 2 4.5 %")
    points = Points(crowd(count).places, lambda row: f"word{row}", axes=axes)
    for selected in (0, count // 2, count - 1):
        lit = tuple(range(min(7, count)))
        view.show_points(points, Marks(selected, lit))
        for zoom in (1.0, 6.0, 50.0):
            view.look_at(Sight(zoom, tuple(points.places[selected].tolist())))
            scene = view.scene()
            check_labels(scene)
            assert selected in scene.labels
    view.show_whole()


def away(rect: QRectF, x: float, y: float) -> float:
    across = max(rect.left() - x, x - rect.right(), 0.0)
    return float(np.hypot(across, max(rect.top() - y, y - rect.bottom(), 0.0)))


@pytest.mark.parametrize("size", [(240, 260), (232, 300), (300, 200), (460, 420), (900, 600)])
@pytest.mark.parametrize("selected", [0, 5])
def test_every_word_of_the_small_table_is_named_and_no_name_misleads(
    view: ScatterView, size: tuple[int, int], selected: int
) -> None:
    words = table("toy4")
    places = map_of_table(words).points
    lit = tuple(row for row in range(15) if row != selected)
    view.show_points(Points(places, words.vocabulary.token_of), Marks(selected, lit, (0, 12)))
    view.resize(*size)
    scene = view.scene()
    check_labels(scene)
    assert set(scene.labels) == set(range(15))
    for row, rect in scene.labels.items():
        own = away(rect, *scene.pixels[row])
        for other in range(15):
            far = away(rect, *scene.pixels[other])
            assert far > scene.radius(other, theme.look())
            if other != row and scene.line_to_label(row, theme.look()) is None:
                assert far > own


@pytest.mark.parametrize("count", [40, 150, 700])
def test_in_a_crowd_no_name_covers_a_lit_dot_or_stands_nearer_to_one(
    view: ScatterView, count: int
) -> None:
    lit = tuple(range(1, 15))
    view.show_points(crowd(count, 3), Marks(0, lit))
    scene = view.scene()
    assert len(scene.labels) > 8
    for row, rect in scene.labels.items():
        if row == 0:
            continue  # the selected one is named at any price
        for other in {*lit, *scene.labels} - {row}:
            far = away(rect, *scene.pixels[other])
            assert far > away(rect, *scene.pixels[row])
            assert other not in lit or far > scene.radius(other, theme.look())


def test_a_line_leads_to_a_name_that_stands_apart(view: ScatterView) -> None:
    ring = np.arange(6) * np.pi / 3
    places = 14 * np.column_stack([np.cos(ring), np.sin(ring)])
    far_off = [[130.0, 90.0], [-130.0, -90.0]]  # so that a unit is about a pixel
    places = np.vstack([[0.0, 0.0], places, far_off])
    view.show_points(Points(places, lambda row: f"w{row}"), Marks())
    scene = view.scene()
    line = scene.line_to_label(0, theme.look())
    assert line is not None
    assert scene.labels[0].adjusted(-1, -1, 1, 1).contains(line.p2())
    on_the_way = line.pointAt(0.9).toPoint()
    with_line = picture(view, theme.look()).pixelColor(on_the_way)
    assert with_line != theme.look().colour("panel")
    assert scene.line_to_label(7, theme.look()) is None


def test_closer_there_are_names_for_more_of_the_words_in_sight(view: ScatterView) -> None:
    view.show_points(crowd(20_000), Marks())

    def share() -> float:
        scene = view.scene()
        return len(scene.labels) / len(scene.visible)

    shares = []
    for zoom in (1, 8, 300):
        view.look_at(Sight(zoom, (0.0, 0.0)))
        shares.append(share())
    assert shares == sorted(shares)
    assert shares[0] < 0.01
    assert shares[-1] > 0.5


def test_the_important_are_named_first(view: ScatterView) -> None:
    places = crowd(3000).places
    last = Points(places, str, importance=np.arange(2999, -1, -1))
    view.show_points(last, Marks())
    backwards = list(view.scene().labels)
    view.show_points(Points(places, str), Marks())
    forwards = list(view.scene().labels)
    assert min(backwards) > 200
    assert max(forwards) < 2800
    assert np.median(backwards) > 1500 > np.median(forwards)


def test_labels_stay_while_the_map_is_dragged(view: ScatterView) -> None:
    view.resize(900, 700)
    view.show_points(crowd(5000), Marks())
    view.look_at(Sight(3, (0.0, 0.0)))
    before = view.scene()
    view.look_at(view.sight.moved(before.frame, 7, 5, crowd(5000).extent))
    after = view.scene()
    inside = [
        row
        for row, rect in before.labels.items()
        if rect.adjusted(-160, -60, 160, 60).intersected(view.rect().toRectF()).width()
        == rect.width() + 320
    ]
    kept = [row for row in inside if row in after.labels]
    assert len(inside) > 10
    assert len(kept) >= 0.9 * len(inside)


def test_names_of_any_length_are_shown(view: ScatterView) -> None:
    view.show_points(Points(CROSS, lambda row: "x" * 100_000), Marks(0))
    check_labels(view.scene())
    assert 0 in view.scene().labels


@pytest.mark.parametrize(
    "places", [np.empty((0, 2)), np.zeros((1, 2)), np.zeros((3000, 2)), np.full((5, 2), 1e300)]
)
def test_degenerate_maps_are_drawn(view: ScatterView, places: np.ndarray, qtbot: QtBot) -> None:
    view.show_points(Points(places, str), Marks(len(places) - 1))
    assert not picture(view, theme.look()).isNull()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Plus, Qt.Key.Key_0, Qt.Key.Key_F):
        qtbot.keyClick(view, key)
    assert (view.row_at(QPointF(200, 150)) >= 0) == (len(places) > 0)


# The mouse


def test_a_click_on_a_dot_or_its_name_picks_it(view: ScatterView, qtbot: QtBot) -> None:
    with qtbot.waitSignal(view.picked) as picked:
        qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=pixel(view, 2) + QPoint(3, 2))
    assert picked.args == [2]
    with qtbot.waitSignal(view.picked) as picked:
        place = view.scene().labels[3].center().toPoint()
        qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=place)
    assert picked.args == [3]
    with qtbot.assertNotEmitted(view.picked):
        qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(40, 40))
        qtbot.mouseClick(view, Qt.MouseButton.RightButton, pos=pixel(view, 2))


def test_the_nearest_point_is_found_among_many(view: ScatterView) -> None:
    points = crowd(50_000)
    view.show_points(points, Marks())
    rng = np.random.default_rng(2)
    for x, y in rng.uniform([150, 100], [250, 200], (20, 2)).tolist():
        at = QPointF(x, y)
        if any(place.contains(at) for place in view.scene().labels.values()):
            continue
        pixels = view.scene().frame.on_screen(points.places)
        expected = np.argsort(((pixels - [x, y]) ** 2).sum(axis=1))[0]
        assert view.row_at(at) == expected


def test_pointing_tells_and_leaving_tells(view: ScatterView, qtbot: QtBot) -> None:
    told: list[int] = []
    view.hovered.connect(told.append)
    for row in (2, 4):
        qtbot.mouseMove(view, pixel(view, row))
    qtbot.mouseMove(view, QPoint(30, 30))
    assert told == [2, 4, -1]
    view.light(3)
    assert told == [2, 4, -1]


def test_the_wheel_zooms_about_the_pointer(view: ScatterView) -> None:
    before = pixel(view, 1)
    wheel(view, before, 4)
    assert view.sight.zoom == pytest.approx(1.25**4)
    assert (pixel(view, 1) - before).manhattanLength() <= 1
    wheel(view, before, -4)
    assert view.sight.zoom == pytest.approx(1)


def test_a_drag_moves_and_picks_nothing(view: ScatterView, qtbot: QtBot) -> None:
    wheel(view, pixel(view, 0), 4)
    start = pixel(view, 0)
    with qtbot.assertNotEmitted(view.picked):
        qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=start)
        qtbot.mouseMove(view, start + QPoint(40, 20))
        qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=start + QPoint(40, 20))
    assert pixel(view, 0) == start + QPoint(40, 20)
    qtbot.mouseDClick(view, Qt.MouseButton.LeftButton, pos=QPoint(30, 30))
    assert view.sight == Sight()


# The keyboard


def test_arrows_go_to_the_next_point(view: ScatterView, qtbot: QtBot) -> None:
    picked: list[int] = []
    view.picked.connect(picked.append)
    key = Qt.Key
    for pressed in (key.Key_Right, key.Key_Left, key.Key_Up, key.Key_Down):
        qtbot.keyClick(view, pressed)
    assert picked == [1, 2, 3, 4]
    view.show_points(cross(), Marks(selected=1))
    qtbot.keyClick(view, key.Key_Right)
    assert len(picked) == 4  # nothing lies beyond


def test_among_many_arrows_go_to_named_points(view: ScatterView, qtbot: QtBot) -> None:
    view.show_points(crowd(5000), Marks(0))
    named = set(view.scene().labels)
    with qtbot.waitSignal(view.picked) as picked:
        qtbot.keyClick(view, Qt.Key.Key_Left)
    row = picked.args[0]
    assert row in named
    assert view.scene().pixels[row, 0] < view.scene().pixels[0, 0]


def test_keys_zoom_move_and_go_back(view: ScatterView, qtbot: QtBot) -> None:
    qtbot.keyClick(view, Qt.Key.Key_Plus)
    assert view.sight.zoom == 1.5
    before = pixel(view, 0)
    qtbot.keyClick(view, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert pixel(view, 0).x() < before.x()
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert pixel(view, 0) == QPoint(200, 150)
    qtbot.keyClick(view, Qt.Key.Key_Minus)
    assert view.sight.zoom == 1
    qtbot.keyClick(view, Qt.Key.Key_0)
    assert view.sight == Sight()


def test_a_selection_made_elsewhere_comes_into_sight(view: ScatterView) -> None:
    points = cross()
    view.show_points(points, Marks(0))
    view.look_at(Sight(20, (0.0, 0.0)))
    view.show_points(points, Marks(3))
    assert view.sight.zoom == 20
    assert pixel(view, 3) == QPoint(200, 150)
    view.show_points(cross(), Marks(3))
    assert view.sight == Sight()  # another map is shown whole


# Pictures


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_marks_have_their_colours(view: ScatterView, look: Look) -> None:
    image = picture(view, look)
    for row, role in ((0, "accent"), (1, "plus"), (2, "muted")):
        assert image.pixelColor(pixel(view, row)) == QColor(getattr(look, role))


def test_the_pointed_point_has_its_name_on_a_plate(view: ScatterView) -> None:
    view.show_points(crowd(5000), Marks())
    row = next(r for r in view.scene().visible.tolist() if r not in view.scene().labels)
    before = picture(view, theme.look())
    view.light(row)
    after = picture(view, theme.look())
    assert before != after
    view.light(-1)
    assert picture(view, theme.look()) == before


def test_many_points_are_stamped_once_for_a_sight(
    view: ScatterView, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []

    def counted(pixels: np.ndarray, *rest: Any) -> QImage:
        made.append(len(pixels))
        return point_cloud(pixels, *rest)

    monkeypatch.setattr("posviz.widgets.scatter_picture.point_cloud", counted)
    view.show_points(crowd(5000), Marks())
    picture(view, theme.look())
    view.light(3)
    picture(view, theme.look())
    assert made == [5000]
    view.look_at(Sight(1.2))
    picture(view, theme.look())
    assert len(made) == 2
