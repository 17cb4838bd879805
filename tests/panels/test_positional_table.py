"""The table panel: its numbers, its words and what its controls ask for."""

from __future__ import annotations

import csv
import json
import math
import tracemalloc
from collections.abc import Callable
from decimal import Decimal, localcontext
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QComboBox, QPushButton
from pytestqt.qtbot import QtBot

from posviz.export import Numbers, write_numbers
from posviz.panels.positional_table import PositionalTablePanel
from posviz.panels.sinusoidal_source import SinusoidalTable
from posviz.session import Session
from posviz.state import State
from posviz.widgets import theme
from posviz.widgets.heatmap_axis import Sight
from posviz.widgets.heatmap_view import HeatmapView
from posviz.widgets.number_box import NumberBox

MakePanel = Callable[..., PositionalTablePanel]


def rows(**changes: object) -> npt.NDArray[np.float64]:
    return PositionalTablePanel.numbers(
        PositionalTablePanel.content(State().with_changes(**changes))
    ).array


def view_of(panel: PositionalTablePanel) -> HeatmapView:
    found = panel.findChild(HeatmapView)
    assert isinstance(found, HeatmapView)
    return found


@pytest.mark.parametrize(
    ("width", "layout", "position", "expected"),
    [
        (8, "interleaved", 3,
         [0.141120, -0.989992, 0.295520, 0.955336, 0.029996, 0.999550, 0.003000, 0.999996]),
        (8, "halves", 3,
         [0.141120, 0.295520, 0.029996, 0.003000, -0.989992, 0.955336, 0.999550, 0.999996]),
        (2, "interleaved", 3, [0.141120, -0.989992]),
        (5, "interleaved", 1, [0.841471, 0.540302, 0.025116, 0.999685, 0.000631]),
        (1, "interleaved", 2, [0.909297]),
    ],
)  # fmt: skip
def test_rows_worked_out_elsewhere(
    width: int, layout: str, position: int, expected: list[float]
) -> None:
    array = rows(width=width, length=4, layout=layout)
    assert array.dtype == np.float64
    assert array[position] == pytest.approx(expected, abs=5e-7)


def test_numbers_are_positions_by_dimensions(tmp_path: Path) -> None:
    content = PositionalTablePanel.content(State(length=10, width=16))
    numbers = PositionalTablePanel.numbers(content)
    assert numbers.array.shape == (10, 16)
    path = tmp_path / "table.csv"
    write_numbers(path, numbers)
    with path.open(encoding="utf-8", newline="") as file:
        lines = list(csv.reader(file))
    assert lines[0] == ["position", *map(str, range(16))]
    assert [line[0] for line in lines[1:]] == list(map(str, range(10)))
    assert [float(cell) for cell in lines[4][1:]] == numbers.array[3].tolist()


def numbers_of(**changes: object) -> Numbers:
    state = State().with_changes(**changes)
    return PositionalTablePanel.numbers(PositionalTablePanel.content(state))


LARGEST = {"length": 1_000_000, "width": 12_288}


def exact_angle(position: int, pair: int, width: int) -> float:
    """position · 10000^(−2 pair/width), less whole turns, in arithmetic of 60 digits."""
    with localcontext(prec=60):
        w = (-2 * Decimal(pair) / width * Decimal(10_000).ln()).exp()
        pi = Decimal("3.14159265358979323846264338327950288419716939937510582097494")
        return float((position * w) % (2 * pi))


def test_a_block_at_the_far_end_of_the_largest_table(tmp_path: Path) -> None:
    numbers = numbers_of(**LARGEST, first=999_998, first_dimension=12_280, columns=8)
    write_numbers(tmp_path / "far.csv", numbers)
    write_numbers(tmp_path / "far.npy", numbers)
    with (tmp_path / "far.csv").open(encoding="utf-8", newline="") as file:
        header, *lines = csv.reader(file)
    array = np.load(tmp_path / "far.npy")
    assert header == ["position", *map(str, range(12_280, 12_288))]
    assert [line[0] for line in lines] == ["999998", "999999"]
    assert array.shape == (2, 8)
    assert [[float(cell) for cell in line[1:]] for line in lines] == array.tolist()
    for row, position in enumerate((999_998, 999_999)):
        for column in range(8):
            angle = exact_angle(position, 6140 + column // 2, 12_288)
            expected = math.cos(angle) if column % 2 else math.sin(angle)
            assert array[row, column] == pytest.approx(expected, abs=1e-9)


def test_the_first_dimensions_at_the_last_position() -> None:
    row = numbers_of(**LARGEST, first=999_999, columns=4).array[0]
    assert row[0] == pytest.approx(math.sin(exact_angle(999_999, 0, 12_288)), abs=1e-9)
    assert row[3] == pytest.approx(math.cos(exact_angle(999_999, 1, 12_288)), abs=1e-9)


def test_a_block_holds_what_the_oracle_says() -> None:
    oracle = json.loads(Path("tests/data/positional_oracle.json").read_text(encoding="utf-8"))
    entries = [e for e in oracle["sinusoidal"] if e["base"] == 10_000 and e["pos"] < 1_000_000]
    assert len(entries) > 50
    for entry in entries:
        block = {"first": entry["pos"], "rows": 1, "first_dimension": entry["dim"], "columns": 1}
        numbers = numbers_of(length=1_000_000, width=entry["d"], dimension=0, **block)
        assert numbers.array[0, 0] == pytest.approx(float(entry["value"]), abs=1e-9)


def test_the_whole_largest_table_is_numbers_without_memory() -> None:
    tracemalloc.start()
    numbers = numbers_of(**LARGEST)
    for _, block in zip(range(5), numbers.values, strict=False):
        assert block.nbytes <= 8_000_000
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert numbers.values.shape == (1_000_000, 12_288)
    assert peak < 40_000_000


def test_content_of_the_largest_table_is_small() -> None:
    state = State(length=1_000_000, width=12_288, position=999_999, dimension=12_287, pair=6143)
    tracemalloc.start()
    content = PositionalTablePanel.content(state)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 4_000_000
    w = 10_000 ** (-2 * 6143 / 12_288)
    assert content.value == pytest.approx(math.cos(999_999 * w), abs=1e-9)
    assert content.wavelength == pytest.approx(2 * math.pi / w)


def test_readout_of_a_cell_and_of_a_mean() -> None:
    table = SinusoidalTable(100_000, 12_288, 10_000.0, "interleaved")
    assert table.cell_text(1, 0) == ("pos 1, dim 0 (pair 0, sin) = +0.841471 · wavelength 6.283")
    assert "(pair 2, cos) =" in table.cell_text(40, 5)
    assert table.block_text(range(125, 250), range(10, 20), -0.00001) == (
        "pos 125–249, dim 10–19: mean of 125 positions × 10 dimensions = +0.0000"
    )


def test_values_printed_in_cells_are_exact_where_float32_is_not() -> None:
    table = SinusoidalTable(1_000_000, 512, 10_000.0, "halves")
    shown = table.values(range(999_990, 1_000_000), range(3))
    w = [10_000 ** (-2 * k / 512) for k in range(3)]
    expected = [[math.sin(p * f) for f in w] for p in range(999_990, 1_000_000)]
    assert shown == pytest.approx(np.array(expected), abs=1e-9)
    assert table.values(range(3), range(256, 257))[:, 0] == pytest.approx(np.cos([0, 1, 2]))


@pytest.mark.parametrize(
    ("base", "layout", "words"),
    [
        (10_000.0, "interleaved", ["← fast waves", "dimension", "slow waves →"]),
        (0.5, "interleaved", ["← slow waves", "dimension", "fast waves →"]),
        (1.0, "interleaved", ["", "dimension · all waves alike", ""]),
    ],
)
def test_caption_says_which_end_is_fast(base: float, layout: str, words: list[str]) -> None:
    ((caption,),) = SinusoidalTable(10, 16, base, layout).captions  # type: ignore[arg-type]
    assert [caption.left, caption.middle, caption.right] == words
    steps = np.abs(np.diff(rows(width=16, length=10, base=base, layout=layout), axis=0)).mean(0)
    if base > 1:
        assert steps[0] > 100 * steps[14]
    elif base < 1:
        assert steps[0] < steps[14]


def test_caption_of_halves_stands_under_each_half() -> None:
    (sines, cosines), _ = SinusoidalTable(10, 5, 10_000.0, "halves").captions
    assert (sines.start, sines.stop, sines.middle) == (0, 3, "sines: fast → slow")
    assert (cosines.start, cosines.stop, cosines.middle) == (3, 5, "cosines: fast → slow")


def test_ten_positions_of_sixteen_dimensions_lie_the_right_way_round(
    make_panel: MakePanel, session: Session
) -> None:
    session.update(length=10, width=16, position=9, dimension=15)
    panel = make_panel(PositionalTablePanel)
    view, frame = view_of(panel), view_of(panel).frame()
    assert (len(frame.rows.cells), len(frame.columns.cells)) == (10, 16)
    image = view.grab().toImage()
    ratio = image.devicePixelRatio()
    expected = rows(length=10, width=16)
    for row, column in ((0, 0), (0, 1), (3, 1), (5, 0), (8, 14)):
        at = QPointF(
            frame.columns.edge(column) + frame.columns.cell / 4, frame.rows.edge(row) + 2.5
        )
        shown = image.pixelColor((at * ratio).toPoint())
        assert shown == theme.look().data_colour(expected[row, column])


@pytest.mark.parametrize("length", [1, 3, 64, 5000])
def test_position_0_looks_the_same_at_every_length(
    make_panel: MakePanel, session: Session, length: int
) -> None:
    session.update(length=length, width=4)
    panel = make_panel(PositionalTablePanel)
    view = view_of(panel)
    view.show_cell(0, 0)
    session.update(dimension=3)
    frame = view.frame()
    x, y = frame.columns.edge(0) + 6, frame.rows.edge(0) + frame.rows.cell - 6
    zero = view.grab().toImage().pixelColor(round(x), round(y))
    assert zero == QColor(theme.look().zero)


def test_clicking_a_cell_selects_its_position_and_dimension(
    make_panel: MakePanel, session: Session, qtbot: QtBot
) -> None:
    panel = make_panel(PositionalTablePanel)
    view, frame = view_of(panel), view_of(panel).frame()
    at = QPointF(frame.columns.middle(21), frame.rows.middle(17)).toPoint()
    with qtbot.waitSignal(session.changed):
        qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=at)
    assert (session.state.position, session.state.dimension) == (17, 21)
    assert session.state.pair == 10
    session.undo()
    assert (session.state.position, session.state.dimension) == (1, 0)


def test_hover_goes_to_the_readout(make_panel: MakePanel, qtbot: QtBot) -> None:
    panel = make_panel(PositionalTablePanel)
    view, frame = view_of(panel), view_of(panel).frame()
    at = QPointF(frame.columns.middle(0), frame.rows.middle(1)).toPoint()
    with qtbot.waitSignal(panel.readout) as told:
        qtbot.mouseMove(view, at)
    assert told.args == ["pos 1, dim 0 (pair 0, sin) = +0.841471 · wavelength 6.283"]


def test_controls_show_and_change_the_state(
    make_panel: MakePanel, session: Session, qtbot: QtBot
) -> None:
    session.update(width=32, base=500.0, length=2048, layout="halves")
    panel = make_panel(PositionalTablePanel)
    width, base, length, *_ = panel.findChildren(NumberBox)
    layout = panel.findChild(QComboBox)
    assert isinstance(layout, QComboBox)
    assert (width.value(), base.value(), length.value()) == (32, 500, 2048)
    assert layout.currentData() == "halves"
    qtbot.keyClick(width, Qt.Key.Key_Up)
    qtbot.keyClick(length, Qt.Key.Key_Down)
    qtbot.keyClick(base, Qt.Key.Key_Up)
    assert (session.state.width, session.state.length, session.state.base) == (64, 1024, 501)
    layout.activated.emit(0)
    assert session.state.layout == "interleaved"
    assert panel.heading(panel.content(session.state)) == "Positional table · 1024 × 64"


def test_whole_table_button(make_panel: MakePanel, qtbot: QtBot) -> None:
    panel = make_panel(PositionalTablePanel)
    view = view_of(panel)
    view.show_cell(10, 10)
    assert view.rows.span < view.rows.count
    qtbot.mouseClick(panel.findChild(QPushButton), Qt.MouseButton.LeftButton)
    assert view.rows.is_whole
    assert view.columns.is_whole


def test_word_beyond_the_table_is_not_marked_but_has_a_value(
    make_panel: MakePanel, session: Session
) -> None:
    session.update(text="the cat sat on", length=2, position=3)
    panel = make_panel(PositionalTablePanel)
    content = panel.content(session.state)
    assert content.value == pytest.approx(math.sin(3))
    assert not panel.grab().isNull()


@pytest.mark.parametrize(("length", "width"), [(1, 1), (1, 64), (64, 1), (1_000_000, 12_288)])
@pytest.mark.parametrize("text", ["", "cat", "the mat"])
def test_every_size_and_sentence_is_shown(
    make_panel: MakePanel, session: Session, length: int, width: int, text: str
) -> None:
    session.update(length=length, width=width, text=text)
    panel = make_panel(PositionalTablePanel, 320, 260)
    assert not panel.grab().isNull()
    assert panel.figure.accessibleDescription().startswith("Positional table")


def test_a_block_that_is_asked_for_is_looked_at(make_panel: MakePanel, session: Session) -> None:
    session.update(length=1000, width=32)
    panel = make_panel(PositionalTablePanel)
    view = view_of(panel)
    session.update(first=900, rows=50, first_dimension=8, columns=4)
    assert (view.rows.first, view.rows.span) == (900, 50)
    assert (view.columns.first, view.columns.span) == (8, 4)
    view.show_cell(3, 3)
    seen = view.rows
    session.update(position=4)
    assert view.rows == seen  # only another block moves the view
    session.undo()
    session.undo()
    assert view.rows.is_whole
    assert view.columns.is_whole
    session.redo()
    session.update(step="positional-table/2")
    assert session.state.block == (range(1000), range(32))
    assert view.rows.is_whole


def test_what_is_in_sight_is_told_as_whole_cells(make_panel: MakePanel, session: Session) -> None:
    session.update(length=1000, width=32)
    panel = make_panel(PositionalTablePanel)
    view = view_of(panel)
    assert session.state.with_changes(**panel.in_sight()).block == (range(1000), range(32))
    view.look_at(Sight(1000, 99.75, 10.5), Sight(32, 30.0, 2.0))
    assert panel.in_sight() == {"first": 99, "rows": 12, "first_dimension": 30, "columns": 2}
    view.look_at(Sight(1000, 899.9999999999, 100.0000000001), Sight(32, 0.0, 32.0))
    assert panel.in_sight()["first"] == 900
    assert panel.in_sight()["rows"] == 100


def test_a_new_step_shows_the_whole_table(
    make_panel: Callable[..., PositionalTablePanel], session: Session
) -> None:
    view = make_panel(PositionalTablePanel).findChild(HeatmapView)
    assert view is not None
    view.show_cell(5, 5)
    assert view.rows.span < 64
    session.update(step="positional-table/5")
    assert view.rows.span == 64


@pytest.mark.parametrize(("width", "says"), [(1, False), (2, False), (3, True)])
def test_one_pair_alone_is_neither_fast_nor_slow(width: int, says: bool) -> None:
    table = PositionalTablePanel.content(State().with_changes(width=width)).table
    text = " ".join(c.left + c.middle + c.right for line in table.captions for c in line)
    assert ("fast" in text) == says


def test_go_to_selects_a_cell_and_brings_it_into_sight(
    make_panel: MakePanel, session: Session, qtbot: QtBot
) -> None:
    session.update(length=1_000_000, width=512)
    panel = make_panel(PositionalTablePanel, 600, 500)
    view = view_of(panel)
    view.show_cell(10, 10)
    boxes = {box.accessibleName(): box for box in panel.findChildren(NumberBox)}
    for name, typed in (("Go to position", "999123"), ("Go to dimension", "300")):
        box = boxes[name]
        box.selectAll()
        qtbot.keyClicks(box, typed)
        qtbot.keyClick(box, Qt.Key.Key_Return)
    assert (session.state.position, session.state.dimension) == (999_123, 300)
    assert view.rows.first <= 999_123 <= view.rows.first + view.rows.span
    assert view.columns.first <= 300 <= view.columns.first + view.columns.span
    session.update(length=50, width=8)
    assert (boxes["Go to position"].maximum(), boxes["Go to dimension"].maximum()) == (49, 7)


@pytest.mark.parametrize("width", range(260, 900, 40))
def test_the_boxes_of_go_to_stay_side_by_side(make_panel: MakePanel, width: int) -> None:
    panel = make_panel(PositionalTablePanel, width, 500)
    boxes = {box.accessibleName(): box for box in panel.findChildren(NumberBox)}
    first, second = boxes["Go to position"], boxes["Go to dimension"]
    assert first.toolTip() == "Go to position"
    assert second.toolTip() == "Go to dimension"
    at, beside = (box.mapTo(panel, QPoint()) for box in (first, second))
    assert at.y() == beside.y()
    assert at.x() < beside.x() < at.x() + first.width() + 20
