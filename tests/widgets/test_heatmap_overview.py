"""The small map of a heat map: when it is there, where, and how it moves what is in sight."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from posviz.model.palette import Floats
from posviz.widgets import theme
from posviz.widgets.heatmap_axis import Sight
from posviz.widgets.heatmap_overview import mark, outer
from posviz.widgets.heatmap_source import Caption, Numbered
from posviz.widgets.heatmap_view import HeatmapView
from posviz.widgets.theme import DARK, LIGHT

LEFT = Qt.MouseButton.LeftButton


class Ramp(Numbered):
    """−1 in the first row to +1 in the last; it notes the tiles asked for."""

    row_name = "position"

    def __init__(self, rows: int, columns: int) -> None:
        self.rows, self.columns = rows, columns
        self.tiles: list[tuple[int, ...]] = []

    @property
    def captions(self) -> tuple[tuple[Caption, ...], ...]:
        return ()

    def tile(
        self, first_row: int, rows_each: int, first_column: int, columns_each: int, out: Floats
    ) -> None:
        self.tiles.append(out.shape)
        for row in range(len(out)):
            cells = range(first_row + row * rows_each, first_row + (row + 1) * rows_each)
            inside = [cell for cell in cells if cell < self.rows]
            out[row] = 2 * sum(inside) / len(inside) / max(1, self.rows - 1) - 1

    def values(self, rows: range, columns: range) -> npt.NDArray[np.float64]:
        return np.outer(2 * np.array(rows) / (self.rows - 1) - 1, np.ones(len(columns)))

    def row_tag(self, row: int) -> str:
        return f"pos {row}"

    def column_tag(self, column: int) -> str:
        return f"dim {column}"

    def cell_text(self, row: int, column: int) -> str:
        return f"cell {row},{column}"

    def block_text(self, rows: range, columns: range, mean: float) -> str:
        return f"block {rows},{columns}"


@pytest.fixture(params=["dark", "light"])
def view(request: pytest.FixtureRequest, qtbot: QtBot) -> Iterator[HeatmapView]:
    with theme.using({"dark": DARK, "light": LIGHT}[request.param]):
        found = HeatmapView(Ramp(600, 800))
        qtbot.addWidget(found)
        found.resize(620, 480)
        found.show()
        yield found


def look_at(view: HeatmapView, row: float, column: float, rows: float, columns: float) -> None:
    whole = Sight.whole(view.rows.count), Sight.whole(view.columns.count)
    view.look_at(
        Sight(whole[0].count, 0.0, rows).moved(row),
        Sight(whole[1].count, 0.0, columns).moved(column),
    )


def place(view: HeatmapView) -> QRectF:
    overview = view.overview()
    assert overview is not None
    return overview.plot


def at(view: HeatmapView, down: float, across: float) -> QPoint:
    """Point on the map, by parts of its height and width."""
    on = place(view)
    return QPointF(on.left() + across * on.width(), on.top() + down * on.height()).toPoint()


def marked(view: HeatmapView) -> QRectF:
    overview = view.overview()
    assert overview is not None
    return mark(overview, view.frame(), theme.look())


def painted(view: HeatmapView, scale: float = 1.0) -> QImage:
    image = QImage(view.size() * scale, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(scale)
    image.fill(QColor(theme.look().panel))
    painter = QPainter(image)
    view.draw(painter, QSizeF(view.size()), theme.look())
    painter.end()
    return image


def middle(sight: Sight) -> float:
    return sight.first + sight.span / 2


def test_it_is_there_while_a_part_is_in_sight(view: HeatmapView) -> None:
    assert view.overview() is None
    look_at(view, 100, 0, 300, 800)
    on = place(view)
    assert view.frame().plot.contains(on)
    assert on.width() * on.height() < 0.05 * view.width() * view.height()
    view.show_whole()
    assert view.overview() is None


@pytest.mark.parametrize("size", [(200, 150), (250, 400), (600, 180)])
def test_a_small_view_keeps_its_room_for_cells(view: HeatmapView, size: tuple[int, int]) -> None:
    look_at(view, 100, 100, 30, 30)
    view.resize(*size)
    assert view.overview() is None
    painted(view)


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_it_shows_the_whole_table_with_the_rest_veiled(view: HeatmapView, scale: float) -> None:
    look_at(view, 0, 0, 300, 800)
    image, look = painted(view, scale), theme.look()

    def shown(down: float) -> QColor:
        return image.pixelColor((QPointF(at(view, down, 0.5)) * scale).toPoint())

    assert shown(0.1).name() in {
        look.data_colour(-0.8 + step / 127).name() for step in range(-6, 7)
    }, "in sight, in its own colour"
    ends = QColor(look.plus), QColor(look.panel)
    veiled = shown(0.97)
    for part in (QColor.red, QColor.green, QColor.blue):
        low, high = sorted(part(colour) for colour in ends)
        assert low < part(veiled) < high


def test_the_mark_is_where_the_sight_is(view: HeatmapView) -> None:
    look_at(view, 150, 400, 300, 200)
    on, found = place(view), marked(view)
    assert found.top() == pytest.approx(on.top() + on.height() / 4, abs=1)
    assert found.bottom() == pytest.approx(on.top() + on.height() * 3 / 4, abs=1)
    assert found.left() == pytest.approx(on.left() + on.width() / 2, abs=1)
    assert found.right() == pytest.approx(on.left() + on.width() * 3 / 4, abs=1)


@pytest.mark.parametrize(("row", "column"), [(0, 0), (590, 790), (300, 0), (0, 790), (300, 400)])
def test_the_mark_of_a_few_cells_can_be_seen(view: HeatmapView, row: int, column: int) -> None:
    view.show_table(view._source, 300, 10)
    look_at(view, row, column, 2, 2)
    found, on = marked(view), place(view)
    assert min(found.width(), found.height()) >= 4
    assert on.contains(found)
    image = painted(view)
    edge = image.pixelColor(QPointF(found.center().x(), found.top()).toPoint())
    assert edge == QColor(theme.look().text)


def test_it_is_computed_once(view: HeatmapView) -> None:
    look_at(view, 100, 100, 300, 300)
    painted(view)
    tiles = view._source.tiles  # type: ignore[attr-defined]
    before = len(tiles)
    for step in range(5):
        look_at(view, 101 + step, 100, 300, 300)
        painted(view)
    assert len(tiles) == before + 5, "one tile a frame: that of the cells"


def test_it_leaves_the_selected_cell_free(view: HeatmapView) -> None:
    look_at(view, 0, 0, 100, 100)
    right = outer(view.overview(), theme.look())  # type: ignore[arg-type]
    cell = view.frame().cell_at(right.center())
    assert cell is not None
    view.show_table(view._source, *cell)
    left = outer(view.overview(), theme.look())  # type: ignore[arg-type]
    assert not left.intersects(right)
    frame = view.frame()
    assert not left.contains(QPointF(frame.columns.middle(cell[1]), frame.rows.middle(cell[0])))


def test_a_click_brings_its_place_into_the_middle(view: HeatmapView, qtbot: QtBot) -> None:
    look_at(view, 0, 0, 60, 80)
    with qtbot.assertNotEmitted(view.picked):
        qtbot.mouseClick(view, LEFT, pos=at(view, 0.5, 0.75))
    assert middle(view.rows) == pytest.approx(300, abs=600 / place(view).height())
    assert middle(view.columns) == pytest.approx(600, abs=800 / place(view).width())
    assert (view.rows.span, view.columns.span) == (60, 80)


def test_a_drag_takes_the_mark_along_and_ends_with_the_button(
    view: HeatmapView, qtbot: QtBot
) -> None:
    look_at(view, 200, 300, 100, 200)
    start = marked(view).center().toPoint() + QPoint(5, 3)
    before = view.rows, view.columns
    on = place(view)
    qtbot.mousePress(view, LEFT, pos=start)
    assert (view.rows.first, view.columns.first) == pytest.approx(
        (before[0].first, before[1].first)
    ), "it is held where it was taken"
    qtbot.mouseMove(view, start + QPoint(-9, 20))
    assert view.rows.first == pytest.approx(200 + 20 * 600 / on.height())
    assert view.columns.first == pytest.approx(300 - 9 * 800 / on.width())
    qtbot.mouseMove(view, QPoint(-900, -900))
    assert (view.rows.first, view.columns.first) == (0, 0)
    qtbot.mouseRelease(view, LEFT, pos=QPoint(5, 5))
    qtbot.mouseMove(view, QPoint(200, 200))
    QApplication.processEvents()
    assert (view.rows.first, view.columns.first) == (0, 0)


def test_it_stays_where_it_is_while_it_is_held(view: HeatmapView, qtbot: QtBot) -> None:
    look_at(view, 0, 0, 100, 100)
    view.show_table(view._source, 300, 400)
    look_at(view, 0, 0, 100, 100)
    on = place(view)
    qtbot.mousePress(view, LEFT, pos=at(view, 0.1, 0.1))
    for down in (0.3, 0.4, 0.45, 0.5, 0.6):
        qtbot.mouseMove(
            view, (on.topLeft() + QPointF(down * on.width(), down * on.height())).toPoint()
        )
        assert place(view) == on
    qtbot.mouseRelease(view, LEFT, pos=on.center().toPoint())


def test_a_double_click_on_it_is_two_clicks(view: HeatmapView, qtbot: QtBot) -> None:
    look_at(view, 0, 0, 60, 80)
    qtbot.mouseDClick(view, LEFT, pos=at(view, 0.5, 0.5))
    assert (view.rows.span, view.columns.span) == (60, 80)
    assert middle(view.rows) == pytest.approx(300, abs=10)


def test_m_hides_it_and_the_cells_below_are_in_reach(view: HeatmapView, qtbot: QtBot) -> None:
    look_at(view, 0, 0, 60, 80)
    below = at(view, 0.5, 0.5)
    qtbot.keyClick(view, Qt.Key.Key_M)
    assert view.overview() is None
    with qtbot.waitSignal(view.picked) as picked:
        qtbot.mouseClick(view, LEFT, pos=below)
    assert picked.args == list(view.frame().cell_at(QPointF(below)) or ())
    qtbot.keyClick(view, Qt.Key.Key_M)
    assert view.overview() is not None


def test_the_pointer_on_it_is_told_what_it_is(view: HeatmapView, qtbot: QtBot) -> None:
    look_at(view, 0, 0, 60, 80)
    qtbot.mouseMove(view, view.frame().plot.center().toPoint())
    told: list[str] = []
    pointed: list[tuple[int, int]] = []
    view.hovered.connect(told.append)
    view.pointed.connect(lambda row, column: pointed.append((row, column)))
    qtbot.mouseMove(view, at(view, 0.5, 0.5))
    assert "whole table" in told[-1]
    assert pointed == [(-1, -1)]
    view.hover_at(QPointF(1, 1))
    assert told[-1] == ""


def test_wheel_over_it_zooms_about_the_middle(view: HeatmapView) -> None:
    look_at(view, 100, 100, 300, 300)
    on = QPointF(at(view, 0.9, 0.9))
    event = QWheelEvent(
        on, on, QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(view, event)
    assert view.rows.span == pytest.approx(240)
    assert middle(view.rows) == pytest.approx(250)
    assert middle(view.columns) == pytest.approx(250)


def test_pictures_show_it_as_the_screen_does(view: HeatmapView) -> None:
    look_at(view, 0, 0, 60, 80)
    on = outer(view.overview(), theme.look()).toRect()  # type: ignore[arg-type]
    shown = painted(view)
    view.show_overview(False)
    hidden = painted(view)
    assert shown.copy(on) != hidden.copy(on)
    for image in (shown, hidden):
        painter = QPainter(image)
        painter.fillRect(on, Qt.GlobalColor.black)
        painter.end()
    assert shown == hidden, "nothing beside it changes"
