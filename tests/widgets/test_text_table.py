"""Tables in a text: drawn as tables, at any width, size and theme, and heard as tables."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QSizeF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from posviz.widgets.note import Note
from posviz.widgets.paragraphs import paragraphs
from posviz.widgets.text_table import TextTable
from posviz.widgets.theme import DARK, LIGHT, Look

TEXT = """Each token has an id:

| Token | Id | Meaning |
|:------|---:|---------|
| **cat** | 3 | an animal that purrs |
| `a|b` | 12 | |

That is all."""
LOOKS = [replace(base, scale=scale) for base in (DARK, LIGHT) for scale in (1.0, 1.5, 1.857)]


def pixels(view: TextTable, width: int, look: Look) -> NDArray[np.uint8]:
    """The table drawn on its panel, with room below that it must not use: (height, width, 4)."""
    high = round(view.height_at(width, look) + 0.5)
    image = QImage(width + 40, high + 60, QImage.Format.Format_RGB32)
    image.fill(look.colour("panel"))
    painter = QPainter(image)
    view.draw(painter, QSizeF(width, high), look)
    painter.end()
    flat = np.frombuffer(image.constBits(), np.uint8)
    return flat.reshape(image.height(), image.width(), 4).copy()


@pytest.fixture
def table(qtbot: QtBot) -> TextTable:
    """The table of the text."""
    parent = QWidget()
    qtbot.addWidget(parent)
    before, view, after = paragraphs(TEXT, parent)
    assert isinstance(before, Note)
    assert isinstance(after, Note)
    assert isinstance(view, TextTable)
    view.setParent(None)
    qtbot.addWidget(view)
    return view


def test_cells_are_cells(table: TextTable) -> None:
    assert table.rows() == [
        ["Token", "Id", "Meaning"],
        ["cat", "3", "an animal that purrs"],
        ["a|b", "12", ""],
    ]


def test_a_table_that_touches_the_words_is_one_too(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    views = paragraphs("Look:\n| a | b |\n|---|---|\n| 1 | 2 |\nSo.", parent)
    assert [type(view) for view in views] == [Note, TextTable, Note]


def test_each_cell_is_heard_with_the_name_of_its_column(table: TextTable) -> None:
    assert table.accessibleName() == (
        "Token: cat; Id: 3; Meaning: an animal that purrs.\nToken: a|b; Id: 12."
    )


@pytest.mark.parametrize("width", [90, 236, 400, 1200])
@pytest.mark.parametrize("look", LOOKS, ids=lambda look: f"{look.name}-{look.scale}")
def test_nothing_is_drawn_beside_its_room(table: TextTable, width: int, look: Look) -> None:
    drawn = pixels(table, width, look)
    high = round(table.height_at(width, look) + 0.5)
    empty = drawn[-1, -1]
    assert (drawn[high:] == empty).all()
    assert (drawn[:, width + 1 :] == empty).all()
    tops = table.row_tops(width, look)
    ends = [0, *(round(top) for top in tops), high]
    for above, below in itertools.pairwise(ends):  # each row has its words
        inside = drawn[above + 3 : below - 3]
        assert (inside != empty).any()
    for top in tops:  # and no word touches the line between two
        for row in (round(top) - 3, round(top) + 3):
            assert (drawn[row] == empty).all()


def test_words_stay_whole_where_the_table_is_too_narrow(table: TextTable) -> None:
    assert table.scale_at(400, LIGHT) == 1
    assert table.scale_at(90, LIGHT) < 1
    assert table.scale_at(90, LIGHT) == pytest.approx(table.scale_at(180, LIGHT) / 2, rel=0.2)


def test_numbers_under_their_heading(table: TextTable) -> None:
    """A column that is set to the right has its name on the right too."""
    drawn = pixels(table, 400, LIGHT)
    first = round(table.row_tops(400, LIGHT)[0])
    ink = (drawn != drawn[-1, -1]).any(axis=2)
    ends = []
    for rows in (ink[: first - 2], ink[first + 2 : first + 26]):
        columns = np.flatnonzero(rows.any(axis=0))
        groups = np.split(columns, np.flatnonzero(np.diff(columns) > 9) + 1)
        ends.append(groups[1][-1])  # the Id
    assert ends[0] == pytest.approx(ends[1], abs=3)


def test_height_in_a_layout_is_that_of_the_drawing(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    table = TextTable("| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |", role="text", size=14)
    column.addWidget(table)
    column.addStretch(1)
    window.resize(300, 600)
    window.show()
    assert table.height() == table.heightForWidth(table.width()) > 60


@pytest.mark.parametrize("width", [90, 400])
def test_a_term_is_explained_where_it_is_drawn(table: TextTable, width: int) -> None:
    table.resize(width, table.heightForWidth(width))
    table.explain({"animal": "It is alive."})
    assert table.explained == {"It is alive."}
    places = [
        (x, y)
        for y in range(0, table.height(), 2)
        for x in range(0, width, 2)
        if table.explanation_at(QPointF(x, y))
    ]
    assert places
    top, below = (round(y) for y in table.row_tops(width, LIGHT))
    assert all(top < y < below for _, y in places)
    assert min(x for x, _ in places) > width * 0.2
