"""The heat map: what stands where, what is painted, what keys and wheel do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, QSize, QSizeF, Qt, QTimer
from PySide6.QtGui import (
    QColor,
    QImage,
    QNativeGestureEvent,
    QPainter,
    QPointingDevice,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from posviz.export import write_picture
from posviz.model.palette import Floats
from posviz.widgets import heatmap_marks as marks
from posviz.widgets import theme
from posviz.widgets.heatmap_source import Caption, Numbered
from posviz.widgets.heatmap_view import HeatmapView
from posviz.widgets.theme import DARK, LIGHT


class Small(Numbered):
    """A table that is held whole, to compare with; it notes the tiles asked for."""

    row_name = "position"

    def __init__(self, array: npt.NDArray[np.float64]) -> None:
        self.array = array
        self.rows, self.columns = array.shape
        self.tiles: list[tuple[int, ...]] = []

    @property
    def captions(self) -> tuple[tuple[Caption, ...], ...]:
        return ((Caption(0, self.columns, "left", "middle", "right"),),)

    def tile(
        self, first_row: int, rows_each: int, first_column: int, columns_each: int, out: Floats
    ) -> None:
        self.tiles.append(out.shape)
        rows, columns = out.shape
        part = self.array[
            first_row : first_row + rows * rows_each,
            first_column : first_column + columns * columns_each,
        ]
        starts = range(0, len(part), rows_each), range(0, part.shape[1], columns_each)
        sums = np.add.reduceat(np.add.reduceat(part, starts[0]), starts[1], axis=1)
        ones = np.ones_like(part)
        out[:] = sums / np.add.reduceat(np.add.reduceat(ones, starts[0]), starts[1], axis=1)

    def values(self, rows: range, columns: range) -> npt.NDArray[np.float64]:
        return self.array[rows.start : rows.stop, columns.start : columns.stop]

    def row_tag(self, row: int) -> str:
        return f"pos {row}"

    def column_tag(self, column: int) -> str:
        return f"dim {column}"

    def cell_text(self, row: int, column: int) -> str:
        return f"{row},{column}={self.array[row, column]:.3f}"

    def block_text(self, rows: range, columns: range, mean: float) -> str:
        return f"{len(rows)}x{len(columns)}={mean:.3f}"


def table(rows: int, columns: int, value: float | None = None) -> Small:
    rng = np.random.default_rng(7)
    return Small(
        rng.uniform(-1, 1, (rows, columns)) if value is None else np.full((rows, columns), value)
    )


@pytest.fixture
def make(qtbot: QtBot) -> Callable[..., HeatmapView]:
    def build(source: Small, width: int = 500, height: int = 400) -> HeatmapView:
        view = HeatmapView(source)
        qtbot.addWidget(view)
        view.resize(width, height)
        view.show_table(source, 0, 0)
        view.show()
        return view

    return build


@pytest.fixture(params=[1.0, 1.5])
def _text_size(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[None]:
    theme.apply(qapp, "dark", request.param)
    yield
    theme.apply(qapp, "dark")


def painted(view: HeatmapView, scale: float = 1.0) -> QImage:
    image = QImage(view.size() * scale, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(scale)
    image.fill(QColor(theme.look().panel))
    painter = QPainter(image)
    view.draw(painter, QSizeF(view.size()), theme.look())
    painter.end()
    return image


def wheel(view: HeatmapView, at: QPointF, notches: float, keys: Qt.KeyboardModifier) -> None:
    event = QWheelEvent(
        at, at, QPoint(), QPoint(0, round(120 * notches)), Qt.MouseButton.NoButton, keys,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(view, event)


@pytest.mark.usefixtures("_text_size")
def test_corners_edges_and_just_outside(make: Callable[..., HeatmapView]) -> None:
    view = make(table(6, 16))
    frame = view.frame()
    plot, cell = frame.plot, frame.cell_at
    inside = 0.01
    left, right = plot.left() + inside, plot.right() - inside
    top, bottom = plot.top() + inside, plot.bottom() - inside
    assert cell(QPointF(left, top)) == (0, 0)
    assert cell(QPointF(right, top)) == (0, 15)
    assert cell(QPointF(left, bottom)) == (5, 0)
    assert cell(QPointF(right, bottom)) == (5, 15)
    last_middle = QPointF(frame.columns.middle(15), frame.rows.middle(5))
    assert cell(last_middle) == (5, 15)  # its coordinates are (15.5, 5.5): no rounding up
    for x, y in ((-1.0, 0.0), (0.0, -1.0)):
        assert cell(plot.topLeft() + QPointF(x, y)) is None
        assert cell(plot.bottomRight() - QPointF(1, 1) - QPointF(x, y)) is None
    for edge in range(1, 16):
        x = frame.columns.edge(edge)
        assert cell(QPointF(x - inside, top)) == (0, edge - 1)
        assert cell(QPointF(x + inside, top)) == (0, edge)


def test_hit_test_holds_while_zoomed(make: Callable[..., HeatmapView]) -> None:
    view = make(table(60, 160))
    view.look_at(view.rows.centred(31, 7.3), view.columns.centred(100, 9.7))
    frame = view.frame()
    for row in range(29, 34):
        for column in range(97, 104):
            at = QPointF(frame.columns.edge(column) + 0.01, frame.rows.edge(row) + 0.01)
            assert frame.cell_at(at) == (row, column)


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_every_cell_has_the_colour_of_its_own_value(
    make: Callable[..., HeatmapView], scale: float
) -> None:
    source = table(10, 16)
    view = make(source)
    view.show_table(source, 10, 16)  # no selection in the way
    image, frame = painted(view, scale), view.frame()
    for row in range(10):
        for column in range(16):
            x = frame.columns.edge(column) + frame.columns.cell * 0.25
            y = frame.rows.edge(row) + frame.rows.cell * 0.15
            shown = image.pixelColor(QPointF(x * scale, y * scale).toPoint())
            assert shown == theme.look().data_colour(source.array[row, column])


@pytest.mark.parametrize("rows", [1, 3, 64, 1000])
@pytest.mark.parametrize("value", [0.0, 1.0, -1.0, 0.5])
def test_colours_do_not_depend_on_what_else_is_in_sight(
    make: Callable[..., HeatmapView], rows: int, value: float
) -> None:
    view = make(table(rows, 2, value))
    view.show_table(view._source, rows, 0)
    frame = view.frame()
    at = frame.plot.center() + QPointF(frame.columns.cell / 4, 3)
    assert painted(view).pixelColor(at.toPoint()) == theme.look().data_colour(value)


def test_cells_without_a_value_are_neutral_and_marked(make: Callable[..., HeatmapView]) -> None:
    view = make(table(1, 1, float("nan")))
    view.show_table(view._source, 1, 1)
    plot = view.frame().plot
    image = painted(view)
    assert image.pixelColor(plot.topLeft().toPoint() + QPoint(5, 5)) == QColor(DARK.raised)
    middle = QRect(plot.center().toPoint() - QPoint(10, 8), QSize(20, 16))
    colours = {image.pixel(x, y) for x in range(middle.left(), middle.right())
               for y in range(middle.top(), middle.bottom())}  # fmt: skip
    assert len(colours) > 1, "a dash says that there is no number"


def test_large_cells_print_as_many_decimals_as_fit(make: Callable[..., HeatmapView]) -> None:
    assert marks.decimals_in(make(table(64, 64)).frame(), DARK) == 0
    assert marks.decimals_in(make(table(10, 9)).frame(), DARK) == 2
    assert marks.decimals_in(make(table(10, 2)).frame(), DARK) == 6


def test_hover_does_not_compute_the_table_again(
    make: Callable[..., HeatmapView], qtbot: QtBot
) -> None:
    source = table(300, 400)
    view = make(source, 300, 250)
    painted(view)
    before = source.tiles.count((1, 1)), len(source.tiles)
    for x in range(150, 200, 10):
        qtbot.mouseMove(view, QPoint(x, 120))
        painted(view)
    means = source.tiles.count((1, 1)) - before[0]
    assert means > 0, "of the pixel that is pointed at"
    assert len(source.tiles) == before[1] + means
    view.look_at(view.rows, view.columns.zoomed(2, 0, 1))
    painted(view)
    assert len(source.tiles) == before[1] + means + 1


def test_hover_tells_cell_or_mean(make: Callable[..., HeatmapView], qtbot: QtBot) -> None:
    small = table(6, 16)
    view = make(small)
    frame = view.frame()
    at = QPointF(frame.columns.middle(3), frame.rows.middle(2)).toPoint()
    with qtbot.waitSignal(view.hovered) as told:
        qtbot.mouseMove(view, at)
    assert told.args == [small.cell_text(2, 3)]
    assert view.accessibleDescription() == small.cell_text(2, 3)

    large = table(1200, 900)
    view.show_table(large, 0, 0)
    frame = view.frame()
    rows, columns = frame.rows.block_of(700), frame.columns.block_of(500)
    assert len(rows) > 1
    assert len(columns) > 1
    mean = large.values(rows, columns).mean()
    assert view.text_at(700, 500) == large.block_text(rows, columns, mean)


def test_leaving_clears_the_readout(make: Callable[..., HeatmapView], qtbot: QtBot) -> None:
    view = make(table(6, 16))
    view.hover_at(view.frame().plot.center())
    with qtbot.waitSignal(view.hovered) as told:
        view.hover_at(QPointF(0, 0))
    assert told.args == [""]


def test_press_without_move_picks_and_a_drag_pans(
    make: Callable[..., HeatmapView], qtbot: QtBot
) -> None:
    view = make(table(60, 160))
    view.look_at(view.rows.centred(30, 10), view.columns.centred(80, 20))
    frame = view.frame()
    at = QPointF(frame.columns.middle(84), frame.rows.middle(32)).toPoint()
    with qtbot.waitSignal(view.picked) as picked:
        qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=at)
    assert picked.args == [32, 84]

    before = view.rows.first, view.columns.first
    with qtbot.assertNotEmitted(view.picked):
        qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=at)
        qtbot.mouseMove(view, at + QPoint(-60, -50))
        qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=at + QPoint(-60, -50))
    assert view.columns.first == pytest.approx(before[1] + 60 / frame.columns.cell)
    assert view.rows.first == pytest.approx(before[0] + 50 / frame.rows.cell)
    # It ends where it was let go.
    let_go = view.rows, view.columns
    qtbot.mouseMove(view, at + QPoint(40, 40))
    assert not view.findChildren(QTimer), "nothing moves on by itself"
    QApplication.processEvents()
    assert (view.rows, view.columns) == let_go


def test_a_drag_stops_at_the_edge_of_the_table(
    make: Callable[..., HeatmapView], qtbot: QtBot
) -> None:
    view = make(table(60, 160))
    view.look_at(view.rows.centred(5, 10), view.columns.centred(5, 10))
    qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=QPoint(200, 200))
    qtbot.mouseMove(view, QPoint(1900, 1900))
    qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=QPoint(1900, 1900))
    assert (view.rows.first, view.columns.first) == (0, 0)


def test_wheel_zooms_about_the_pointer_and_no_further_than_the_table(
    make: Callable[..., HeatmapView],
) -> None:
    view = make(table(600, 800))
    at = QPointF(300, 200)
    before = view.frame()
    place = before.rows.place_at(at.y()), before.columns.place_at(at.x())
    wheel(view, at, 3, Qt.KeyboardModifier.NoModifier)
    after = view.frame()
    assert view.rows.span < 600
    assert view.columns.span < 800
    assert (after.rows.place_at(at.y()), after.columns.place_at(at.x())) == pytest.approx(place)
    wheel(view, at, -30, Qt.KeyboardModifier.NoModifier)
    assert view.rows.is_whole
    assert view.columns.is_whole
    wheel(view, at, 300, Qt.KeyboardModifier.NoModifier)
    assert view.frame().rows.cell <= 41
    assert view.frame().columns.cell <= 97


def test_modifiers_zoom_one_direction(make: Callable[..., HeatmapView]) -> None:
    view = make(table(600, 800))
    wheel(view, QPointF(300, 200), 1, Qt.KeyboardModifier.ShiftModifier)
    assert view.rows.is_whole
    assert view.columns.span < 800
    view.show_whole()
    wheel(view, QPointF(300, 200), 1, Qt.KeyboardModifier.ControlModifier)
    assert view.rows.span < 600
    assert view.columns.is_whole


def test_pinch_zooms(make: Callable[..., HeatmapView]) -> None:
    view = make(table(600, 800))
    at = QPointF(300, 200)
    pinch = QNativeGestureEvent(
        Qt.NativeGestureType.ZoomNativeGesture, QPointingDevice.primaryPointingDevice(), 2,
        at, at, at, 0.25, QPointF(),
    )  # fmt: skip
    QApplication.sendEvent(view, pinch)
    assert view.rows.span == pytest.approx(600 / 1.25)


@pytest.mark.parametrize(
    ("key", "cell"),
    [
        (Qt.Key.Key_Up, (49, 80)),
        (Qt.Key.Key_Down, (51, 80)),
        (Qt.Key.Key_Left, (50, 79)),
        (Qt.Key.Key_Right, (50, 81)),
        (Qt.Key.Key_Home, (50, 0)),
        (Qt.Key.Key_End, (50, 159)),
        (Qt.Key.Key_PageUp, (40, 80)),
        (Qt.Key.Key_PageDown, (60, 80)),
    ],
)
def test_keys_move_the_selection_and_keep_it_in_sight(
    make: Callable[..., HeatmapView], qtbot: QtBot, key: Qt.Key, cell: tuple[int, int]
) -> None:
    view = make(table(100, 160))
    view.show_table(view._source, 50, 80)
    view.look_at(view.rows.centred(50, 1), view.columns.centred(80, 1))
    with qtbot.waitSignal(view.picked) as picked:
        qtbot.keyClick(view, key)
    assert picked.args == list(cell)
    assert view.rows.first <= cell[0] <= view.rows.last - 1
    assert view.columns.first <= cell[1] <= view.columns.last - 1


def test_selection_beyond_the_table_comes_back_by_a_key(
    make: Callable[..., HeatmapView], qtbot: QtBot
) -> None:
    view = make(table(3, 4))
    view.show_table(view._source, 9, 0)
    painted(view)
    with qtbot.waitSignal(view.picked) as picked:
        qtbot.keyClick(view, Qt.Key.Key_Up)
    assert picked.args == [2, 0]


def test_keys_zoom_pan_and_go_to_the_selected_cell(
    make: Callable[..., HeatmapView], qtbot: QtBot
) -> None:
    view = make(table(600, 800))
    view.show_table(view._source, 300, 700)
    qtbot.keyClick(view, Qt.Key.Key_Plus)
    assert view.rows.span == pytest.approx(400)
    qtbot.keyClick(view, Qt.Key.Key_Minus)
    assert view.rows.is_whole
    qtbot.keyClick(view, Qt.Key.Key_F)
    frame = view.frame()
    assert marks.decimals_in(frame, DARK) >= 4
    assert frame.plot.contains(QPointF(frame.columns.middle(700), frame.rows.middle(300)))
    first = view.columns.first
    with qtbot.assertNotEmitted(view.picked):
        qtbot.keyClick(view, Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
    assert view.columns.first < first
    qtbot.keyClick(view, Qt.Key.Key_0)
    assert view.rows.is_whole
    assert view.columns.is_whole


def test_double_click_shows_the_whole(make: Callable[..., HeatmapView], qtbot: QtBot) -> None:
    view = make(table(600, 800))
    view.look_at(view.rows.centred(5, 10), view.columns.centred(5, 10))
    qtbot.mouseDClick(view, Qt.MouseButton.LeftButton, pos=QPoint(200, 200))
    assert view.rows.is_whole
    assert view.columns.is_whole


def test_whole_stays_whole_when_table_and_view_change(make: Callable[..., HeatmapView]) -> None:
    view = make(table(60, 80))
    view.show_table(table(500, 900), 0, 0)
    view.resize(900, 300)
    frame = view.frame()
    assert frame.rows.cell * 500 == pytest.approx(frame.plot.height())
    assert frame.columns.cell * 900 == pytest.approx(frame.plot.width())


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 500), (2000, 1)])
@pytest.mark.parametrize("look", [DARK, LIGHT])
def test_extreme_shapes_and_sizes_are_painted(
    make: Callable[..., HeatmapView], rows: int, columns: int, look: theme.Look
) -> None:
    with theme.using(look):
        view = make(table(rows, columns))
        for size in ((10, 10), (320, 260), (900, 600)):
            view.resize(*size)
            view.hover_at(view.frame().plot.center())
            assert painted(view).pixelColor(0, 0).isValid()


@pytest.mark.parametrize("ending", ["svg", "pdf", "png"])
def test_exports_hold_the_cells(
    make: Callable[..., HeatmapView], tmp_path: Path, ending: str
) -> None:
    view = make(table(6, 16))
    path = tmp_path / f"table.{ending}"
    write_picture(
        path,
        lambda painter, size: view.draw(painter, size, LIGHT),
        QSize(500, 400),
        background=QColor(LIGHT.panel),
        title="table",
    )
    content = path.read_bytes()
    if ending == "svg":
        assert b'image-rendering="optimizeSpeed"' in content
        assert b"pos 0" in content
    elif ending == "pdf":
        assert b"DCTDecode" not in content, "JPEG would change the colours"
    else:
        image = QImage(str(path))
        frame = view.frame()
        at = QPointF(frame.columns.edge(5) + 8, frame.rows.edge(3) + 8)
        value = view._source.values(range(3, 4), range(5, 6))[0, 0]
        assert image.pixelColor(at.toPoint()) == LIGHT.data_colour(value)


def test_a_selection_that_moved_elsewhere_comes_into_sight(
    make: Callable[..., HeatmapView],
) -> None:
    view = make(table(60, 160))
    view.look_at(view.rows.centred(40, 6), view.columns.centred(100, 8))
    view.show_table(view._source, 2, 5)
    assert view.rows.first <= 2 < view.rows.first + view.rows.span
    assert view.columns.first <= 5 < view.columns.first + view.columns.span


def test_a_selection_in_sight_moves_nothing(make: Callable[..., HeatmapView]) -> None:
    view = make(table(60, 160))
    view.look_at(view.rows.centred(40, 6), view.columns.centred(100, 8))
    before = view.rows, view.columns
    view.show_table(view._source, 40, 100)
    assert (view.rows, view.columns) == before


def test_a_matrix_and_its_captions_are_never_mirrored(
    qtbot: QtBot, right_to_left: Callable[[], None]
) -> None:
    view = HeatmapView(Small(np.linspace(-1, 1, 60).reshape(6, 10)))
    qtbot.addWidget(view)
    view.resize(300, 240)
    forth = view.grab().toImage()
    right_to_left()
    assert view.grab().toImage() == forth
