"""The painted table: where columns stand, which row is meant, what is highlighted."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QSize, QSizeF, Qt
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from posviz.widgets.table_view import Cell, Column, Mark, TableView, plan
from posviz.widgets.theme import DARK, look

COLUMNS = (Column("Quantity"), Column("Now", "number"), Column("Depends on"))
ROWS = [
    (Cell("Table E"), Cell("15 × 4", "240 B"), Cell(marks=(Mark("L", False), Mark("d", True)))),
    (Cell("X"), Cell("3 × 4", "48 B"), Cell(marks=(Mark("L", True, True), Mark("d", True)))),
]


@pytest.fixture
def table(qtbot: QtBot) -> TableView:
    view = TableView()
    qtbot.addWidget(view)
    view.set_table(COLUMNS, ROWS)
    view.resize(500, view.heightForWidth(500))
    view.show()
    return view


def test_columns_fill_the_width_with_even_room() -> None:
    wide = plan([100, 50, 80], 290, 14)
    assert not wide.stacked
    assert list(wide.spans) == [(0, 100), (130, 50), (210, 80)]


def test_columns_without_room_are_stacked_inside_the_width() -> None:
    assert not plan([100, 50, 80], 258, 14).stacked
    narrow = plan([100, 50, 60, 80], 250, 14)
    assert narrow.stacked
    assert list(narrow.spans) == [(0, 100), (0, 50), (190, 60), (170, 80)]
    tight = plan([100, 50, 50, 80], 60, 14)
    assert all(left >= 0 and left + width <= 60.001 for left, width in tight.spans)


@pytest.mark.parametrize("natural", [[], [40.0], [40.0, 40.0]])
def test_few_columns_stand_at_any_width(natural: list[float]) -> None:
    for width in (10, 60, 500):
        assert len(plan(natural, width, 14).spans) == len(natural)


def test_rows_are_found_by_height(table: TableView) -> None:
    header = 28
    row = (table.height() - header) / 2
    assert table.row_at(header - 1) == -1
    assert table.row_at(header + 1) == 0
    assert table.row_at(header + row + 1) == 1
    assert table.row_at(table.height() + 5) == -1


def test_pointer_and_keys_walk_the_rows(table: TableView, qtbot: QtBot) -> None:
    told: list[int] = []
    table.hovered.connect(told.append)
    qtbot.mouseMove(table, QPoint(40, 40))
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End):
        qtbot.keyClick(table, key)
    assert told == [0, 1, 0, 1]


def test_the_row_meant_is_raised(table: TableView, qtbot: QtBot) -> None:
    def colour() -> str:
        return _picture(table).pixelColor(250, 32).name().upper()

    assert colour() == DARK.panel
    qtbot.keyClick(table, Qt.Key.Key_Down)
    assert colour() == DARK.raised


def test_only_a_lit_mark_has_the_accent(table: TableView) -> None:
    assert _has_accent(_picture(table))
    table.set_table(COLUMNS, ROWS[:1])
    assert not _has_accent(_picture(table))


def test_narrow_table_is_higher_and_an_empty_one_is_drawn(table: TableView) -> None:
    assert table.heightForWidth(150) > table.heightForWidth(500)
    assert table.plan(150, look()).stacked
    table.set_table((), ())
    assert table.row_at(40) == -1
    assert not _picture(table).isNull()


def test_room_kept_for_the_widest_text_does_not_depend_on_the_cells(table: TableView) -> None:
    columns = (Column("Quantity"), Column("Now", "number", "100 000 × 100 000"))
    table.set_table(columns, [(Cell("E"), Cell("1 × 1"))])
    before = table.plan(500, look())
    table.set_table(columns, [(Cell("E"), Cell("100 000 × 100 000"))])
    assert table.plan(500, look()) == before


def test_a_number_reads_the_same_from_right_to_left(
    table: TableView, right_to_left: Callable[[], None]
) -> None:
    table.set_table((Column("", "number"),), ((Cell("−4.5 × 10"),),))
    forth = _ink(table)
    right_to_left()
    assert _ink(table) == forth


@pytest.mark.parametrize("text", ["√16 = 4", "1 (now)"])
def test_a_text_runs_as_its_own_words_do(
    text: str, table: TableView, right_to_left: Callable[[], None]
) -> None:
    table.set_table((Column(""),), ((Cell(text),),))
    forth = _ink(table)
    right_to_left()
    assert _ink(table) == forth


def test_stacked_columns_keep_all_their_titles(table: TableView) -> None:
    def titles(first: str, last: str) -> QImage:
        columns = (Column(first), Column("Now", "number"), Column(last))
        table.set_table(columns, ROWS)
        table.resize(150, table.heightForWidth(150))
        assert table.plan(150, look()).stacked
        return table.grab().toImage().copy(0, 0, 150, 26)

    assert titles("Quantity", "a") != titles("Other", "a")
    assert titles("Quantity", "a") != titles("Quantity", "b")
    high = table.heightForWidth(150)
    table.set_table((Column(""), Column("Now", "number"), Column("")), ROWS)
    assert table.heightForWidth(150) < high  # no titles, no line for them


def _ink(table: TableView) -> QImage:
    """Picture of the text in the only row, wherever it stands."""
    image = table.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    line = range(40, 110)  # a row ends at 116 at the most
    empty = image.pixel(image.width() // 2, line[0])
    inked = [x for x in range(image.width()) if any(image.pixel(x, y) != empty for y in line)]
    left, right = inked[0], inked[-1]
    return image.copy(left, line[0], right - left + 1, len(line))


def _picture(table: TableView) -> QImage:
    image = QImage(QSize(500, table.height()), QImage.Format.Format_RGB32)
    image.fill(DARK.colour("panel"))
    painter = QPainter(image)
    table.draw(painter, QSizeF(image.size()), DARK)
    painter.end()
    return image


def _has_accent(image: QImage) -> bool:
    accent = DARK.colour("accent").rgb()
    return any(
        image.pixel(x, y) == accent for x in range(image.width()) for y in range(image.height())
    )


def test_a_marked_row_has_a_bar_on_the_side_where_lines_begin(
    table: TableView, right_to_left: Callable[[], None]
) -> None:
    def bar() -> list[tuple[bool, bool]]:
        image = table.grab().toImage()
        accent = look().colour("accent").rgb()
        row = (table.height() - 28) / 2
        heights = [round(28 + (index + 0.5) * row) for index in range(2)]
        return [
            (image.pixel(1, y) == accent, image.pixel(table.width() - 2, y) == accent)
            for y in heights
        ]

    assert bar() == [(False, False), (False, False)]
    table.set_table(COLUMNS, ROWS, marked=1)
    assert bar() == [(False, False), (True, False)]
    right_to_left()
    assert bar() == [(False, False), (False, True)]


def test_the_focus_of_the_keys_is_seen_and_starts_at_the_first_row(
    table: TableView, qtbot: QtBot
) -> None:
    table.set_table((Column(""),), ((Cell("a"),), (Cell("b"),)))
    table.activateWindow()
    qtbot.waitUntil(table.isActiveWindow)
    table.clearFocus()
    without = _ink(table)
    with qtbot.waitSignal(table.hovered) as hovered:
        table.setFocus(Qt.FocusReason.TabFocusReason)
    assert hovered.args == [0]
    first = _ink(table)
    assert first != without
    with qtbot.waitSignal(table.hovered) as hovered:
        qtbot.keyClick(table, Qt.Key.Key_Down)
    assert hovered.args == [1]
    assert _ink(table) not in (first, without)
    with qtbot.waitSignal(table.hovered) as hovered:
        table.clearFocus()
    assert hovered.args == [-1]
    assert _ink(table) == without
