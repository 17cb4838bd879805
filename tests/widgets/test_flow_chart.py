"""A flow chart: where nodes stand, what arrows join, what clicks, keys and the pointer do."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import combinations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from posviz.widgets.flow_chart import FlowChart
from posviz.widgets.flow_places import LANES, FlowLink, FlowNode, Places, lay_out
from posviz.widgets.theme import look

pytestmark = pytest.mark.usefixtures("qapp")


def matrix(node: str, column: int, lane: float, rows: int = 3, columns: int = 4) -> FlowNode:
    values = np.linspace(-1, 1, rows * columns).reshape(rows, columns)
    return FlowNode(node, node, f"{rows} × {columns}", column, lane, values, (rows, columns))


NODES = (
    FlowNode("words", "words", "", 0, 1.5, words=("a", "b"), kind="words"),
    matrix("X", 1, 1.5),
    FlowNode("+", "+", "", 2, 1.5, kind="sign"),
    matrix("P", 2, 0.5),
    matrix("Z", 3, 1.5),
    matrix("Q", 4, 0.5),
    matrix("V", 4, 2.5),
    matrix("A", 5, 1.0, 3, 3),
    matrix("out", 6, 1.0),
)
LINKS = (
    FlowLink("words", "X", "look up"),
    FlowLink("X", "+"),
    FlowLink("P", "+"),
    FlowLink("+", "Z", boxes=("LayerNorm", "dropout")),
    FlowLink("Z", "Q"),
    FlowLink("Z", "V"),
    FlowLink("Q", "A", "Q Kᵀ / √h", ("softmax",)),
    FlowLink("A", "out", "A V"),
    FlowLink("V", "out", bent=True),
)


@pytest.fixture
def flow(qtbot: QtBot) -> FlowChart:
    view = FlowChart()
    qtbot.addWidget(view)
    view.resize(1000, 260)
    view.show_flow(NODES, LINKS, "Z")
    view.select("Z", {})
    view.show()
    return view


def places_at(width: float, height: float = 300) -> Places:
    return lay_out(NODES, LINKS, "Z", QSizeF(width, height), look())


@pytest.mark.parametrize(("width", "bands"), [(420, 2), (600, 2), (1000, 1), (2400, 1)])
def test_nodes_stand_apart_inside_the_view(width: float, bands: int) -> None:
    places = places_at(width)
    assert places.bands == bands
    whole = QRectF(0, 0, width, 300)
    assert all(whole.contains(place.frame) for place in places.nodes)
    for a, b in combinations(places.nodes, 2):
        assert not a.frame.intersects(b.frame), (a.node.id, b.node.id)
    assert all(place.frame.contains(place.picture) for place in places.nodes)


def test_the_second_band_begins_with_the_node_of_the_break() -> None:
    ids = [place.node.id for place in places_at(600).nodes]
    assert ids.count("Z") == 2
    assert sorted(set(ids)) == sorted(node.id for node in NODES)
    assert len(ids) == len(NODES) + 1


@pytest.mark.parametrize("width", [420, 1000])
def test_every_arrow_is_drawn_once_from_its_start_to_its_end(width: float) -> None:
    places = places_at(width)
    assert sorted(line.link.end for line in places.links) == sorted(link.end for link in LINKS)
    for line in places.links:
        ends = {
            name: [p.frame.adjusted(-4, -4, 4, 4) for p in places.nodes if p.node.id == name]
            for name in (line.link.start, line.link.end)
        }
        first, last = line.corners[0], line.corners[-1]
        assert any(frame.contains(first) for frame in ends[line.link.start])
        assert any(frame.contains(last) for frame in ends[line.link.end])
        for a, b in zip(line.corners, line.corners[1:], strict=False):
            assert a.x() == pytest.approx(b.x()) or a.y() == pytest.approx(b.y())


def test_a_square_matrix_is_drawn_square() -> None:
    square = next(p.picture for p in places_at(1000).nodes if p.node.id == "A")
    assert square.width() == pytest.approx(square.height())


def test_two_bands_ask_for_twice_the_height(flow: FlowChart) -> None:
    assert flow.hasHeightForWidth()
    assert flow.heightForWidth(500) == 2 * flow.heightForWidth(1200)


def middle(flow: FlowChart, node: str) -> QPoint:
    return flow.place_of(node).picture.center().toPoint()


def test_clicks_choose_and_double_clicks_open(flow: FlowChart, qtbot: QtBot) -> None:
    chosen: list[str] = []
    opened: list[str] = []
    flow.activated.connect(chosen.append)
    flow.opened.connect(opened.append)
    for node in ("words", "Q", "+"):
        qtbot.mouseClick(flow, Qt.MouseButton.LeftButton, pos=middle(flow, node))
    qtbot.mouseClick(flow, Qt.MouseButton.RightButton, pos=middle(flow, "A"))
    qtbot.mouseClick(flow, Qt.MouseButton.LeftButton, pos=QPoint(998, 258))
    qtbot.mouseDClick(flow, Qt.MouseButton.LeftButton, pos=middle(flow, "out"))
    assert chosen == ["words", "Q"]
    assert opened == ["out"]


def test_keys_reach_every_node(flow: FlowChart, qtbot: QtBot) -> None:
    chosen: list[str] = []
    flow.activated.connect(chosen.append)
    flow.setFocus()
    for key in ("Left", "Left", "Left", "Left", "Right", "Right", "Right", "Right", "Down", "End"):
        qtbot.keyClick(flow, getattr(Qt.Key, f"Key_{key}"))
        qtbot.keyClick(flow, Qt.Key.Key_Return)
    assert chosen == ["P", "X", "words", "words", "X", "P", "Z", "Q", "V", "out"]
    qtbot.keyClick(flow, Qt.Key.Key_Home)
    assert flow.accessibleDescription().startswith("words")


def test_the_pointer_names_node_and_cell(flow: FlowChart, qtbot: QtBot) -> None:
    told: list[tuple[str, int, int]] = []
    flow.pointed.connect(lambda *at: told.append(at))
    picture = flow.place_of("X").picture
    for row, column in ((0, 0), (2, 3), (1, 2)):
        x = picture.left() + (column + 0.5) * picture.width() / 4
        y = picture.top() + (row + 0.5) * picture.height() / 3
        qtbot.mouseMove(flow, QPoint(round(x), round(y)))
        assert told[-1] == ("X", row, column)
    qtbot.mouseMove(flow, middle(flow, "words"))
    assert told[-1] == ("words", -1, -1)
    qtbot.mouseMove(flow, QPoint(998, 258))
    assert told[-1] == ("", -1, -1)


def test_cells_of_a_shrunk_matrix_are_those_of_the_matrix_itself() -> None:
    node = FlowNode("E", "E", "", 0, 1.5, np.zeros((5, 5)), (1000, 50))
    place = lay_out([node], [], "", QSizeF(200, 300), look()).nodes[0]
    picture = place.picture
    inside = QPointF(picture.left() + 0.999 * picture.width(), picture.center().y() + 0.01)
    assert place.cell_at(inside) == (500, 49)
    assert place.cell_at(QPointF(0, 0)) == (-1, -1)


def grabbed(flow: FlowChart) -> QImage:
    return flow.grab().toImage()


def pixels(image: QImage, box: QRectF) -> set[str]:
    area = box.toRect()
    return {
        QColor(image.pixel(x, y)).name()
        for x in range(area.left(), area.right())
        for y in range(area.top(), area.bottom())
    }


def test_marks_outline_a_row_in_its_colour(flow: FlowChart) -> None:
    accent = look().colour("accent").name()
    picture = flow.place_of("X").picture
    assert accent not in pixels(grabbed(flow), picture)
    flow.select("Z", {"X": (1, None)})
    third = picture.height() / 3
    middle_row = QRectF(picture.left(), picture.top() + third - 2, picture.width(), third + 4)
    assert accent in pixels(grabbed(flow), middle_row)
    assert accent not in pixels(grabbed(flow), picture.adjusted(4, 4, -4, -third * 2 - 4))
    flow.select("Z", {"X": (7, None)})  # beyond the matrix
    assert accent not in pixels(grabbed(flow), picture)


def test_what_goes_with_the_selection_is_dashed(flow: FlowChart) -> None:
    plain = grabbed(flow)

    def changed() -> int:
        image = grabbed(flow)
        every = range(image.width()), range(image.height())
        return sum(image.pixel(x, y) != plain.pixel(x, y) for x in every[0] for y in every[1])

    flow.select("Z", {"X": (1, None)})
    solid = changed()
    flow.select("Z", {}, {"X": (1, None)})
    assert 0.3 * solid < changed() < solid


def test_lighting_changes_the_picture_and_goes_out_again(flow: FlowChart) -> None:
    before = grabbed(flow)
    flow.light({"Q": (0, None), "V": (None, 1)})
    assert grabbed(flow) != before
    flow.light({})
    assert grabbed(flow) == before


def test_words_fill_the_lines_there_are_and_no_more(flow: FlowChart) -> None:
    for count in (0, 1, 3, 500):
        many = FlowNode("w", "w", "", 0, 1.5, words=("word",) * count, joint=" | ", kind="words")
        flow.show_flow([many], [], "")
        assert not grabbed(flow).isNull()


def test_numbers_that_are_none_have_no_colour(flow: FlowChart) -> None:
    values = np.full((2, 2), math.nan)
    values[0] = 1.0
    flow.show_flow([FlowNode("m", "m", "", 0, 1.5, values, (2, 2))], [], "")
    picture = flow.place_of("m").picture
    image = grabbed(flow)
    at = picture.center()
    upper = QColor(image.pixel(QPoint(round(at.x() + 9), round(at.y() - 9))))
    lower = QColor(image.pixel(QPoint(round(at.x() + 9), round(at.y() + 9))))
    assert upper == look().data_colour(1)
    assert lower == look().data_colour(math.nan)


def test_formulas_run_from_left_to_right_everywhere(
    flow: FlowChart, right_to_left: Callable[[], None]
) -> None:
    before = grabbed(flow)
    right_to_left()
    assert grabbed(flow) == before


def test_it_is_drawn_at_any_size(flow: FlowChart) -> None:
    for size in (QSize(1, 1), QSize(300, 40), QSize(3000, 2000)):
        flow.resize(size)
        assert not flow.grab().isNull()
    flow.show_flow([], [], "")
    assert flow.places().nodes == ()
    assert LANES == 3
