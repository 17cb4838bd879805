"""The panel on adding and concatenating: its products, tables, links and words."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from posviz.panels import combine_words
from posviz.panels.combine import CombinePanel
from posviz.session import Session
from posviz.state import State
from posviz.widgets.matrix_picture import MatrixPicture
from posviz.widgets.note import Note
from posviz.widgets.number_box import NumberBox
from posviz.widgets.sum_strip import SumStrip
from posviz.widgets.table_view import TableView

Make = Callable[..., CombinePanel]
CAT = [0.90, 0.72, -0.35, 0.10]
P1 = [math.sin(1), math.cos(1), math.sin(0.01), math.cos(0.01)]


def texts(panel: CombinePanel) -> str:
    return " ".join(note.text for note in panel.findChildren(Note))


def box(panel: CombinePanel, name: str) -> NumberBox:
    return next(b for b in panel.findChildren(NumberBox) if b.accessibleName() == name)


def test_the_products_are_those_of_the_selected_word_by_hand() -> None:
    content = CombinePanel.content(State().with_changes(position=1))
    assert content.token == "cat"
    W1, W2 = content.weights.tolist()
    for i in range(6):
        word = math.fsum(w * v for w, v in zip(W1[i], CAT, strict=True))
        place = math.fsum(w * v for w, v in zip(W1[i], P1, strict=True))
        other = math.fsum(w * v for w, v in zip(W2[i], P1, strict=True))
        assert content.products.added[i] == pytest.approx(word + place, abs=1e-14)
        assert content.products.tied[i] == pytest.approx(word + place, abs=1e-14)
        assert content.products.free[i] == pytest.approx(word + other, abs=1e-14)
    dot = math.fsum(a * b for a, b in zip(CAT, P1, strict=True))
    assert content.cosine == pytest.approx(dot / math.hypot(*CAT) / math.sqrt(2))


def test_the_difference_is_said_as_computed() -> None:
    content = CombinePanel.content(State().with_changes(table="minilm", seed=3))
    assert 0 < content.products.difference < 1e-13
    text = combine_words.opening(content)
    assert "× 10⁻¹" in text
    rows = combine_words.product_table(content)[1]
    assert all(row[1].text == row[2].text for row in rows)
    assert any(row[2].text != row[3].text for row in rows)


def test_the_cost_is_that_of_the_width_and_length_chosen() -> None:
    content = CombinePanel.content(State().with_changes(width=10, length=7))
    columns, rows = combine_words.cost_table(content)
    assert columns[2].title == "beside, 2d = 20"
    shown = [[cell.text for cell in row[1:]] for row in rows]
    assert shown == [
        ["100", "200", "×2"],
        ["400", "1600", "×4"],
        ["800", "3200", "×4"],
        ["1200", "4800", "×4"],
        ["140", "280", "×2"],
    ]


def test_a_word_without_a_vector_is_said(make_panel: Make, session: Session) -> None:
    session.update(text="the mat", position=1)
    panel = make_panel(CombinePanel)
    assert "**mat** has no row" in texts(panel)
    products, costs = panel.findChildren(TableView)
    assert not products.isVisibleTo(panel)
    assert costs.isVisibleTo(panel)


def test_seed_and_position_are_set_and_reset(
    make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    panel = make_panel(CombinePanel)
    before = panel.content(session.state).products.free.tolist()
    box(panel, "Seed of the weights W").setValue(9)
    assert session.state.seed == 9
    assert panel.content(session.state).products.free.tolist() != before
    box(panel, "Position p").setValue(2)
    assert session.state.position == 2
    reset = panel.findChild(QPushButton)
    assert reset is not None
    reset.click()
    assert (session.state.seed, session.state.position) == (State().seed, 2)


def test_keys_choose_dimension_and_position(
    make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    panel = make_panel(CombinePanel)
    strip = panel.findChild(SumStrip)
    assert strip is not None
    qtbot.keyClick(strip, Qt.Key.Key_Right)
    assert session.state.dimension == 1
    assert strip.caption.startswith("dim 1: x +0.7200, p +0.5403; added +1.2603")
    assert strip.caption.endswith("in 1 and 5")
    qtbot.keyClick(strip, Qt.Key.Key_Down)
    assert session.state.position == 2


def test_an_entry_of_the_second_block_belongs_to_the_same_dimension(
    make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    panel = make_panel(CombinePanel, 700, 900)
    tied, free = panel.findChildren(MatrixPicture)
    weights = panel.content(session.state).weights
    for picture, block in ((tied, 0), (free, 1)):
        at = QPoint(round(picture.width() * 5.5 / 8), 30)  # column 5 of 8: dimension 1
        with qtbot.waitSignal(panel.readout) as told:
            qtbot.mouseMove(picture, at)
        value = f"{abs(weights[block, 0, 1]):.4f}"
        assert told.args[0].startswith(f"W{block + 1}, output 0, dim 1: ")
        assert told.args[0].endswith(value)


def test_the_numbers_hold_every_product() -> None:
    content = CombinePanel.content(State())
    numbers = CombinePanel.numbers(content)
    assert numbers.array.shape == (6, 5)
    rows = list(numbers.rows)
    assert [row[0] for row in rows] == list(range(6))
    assert [row[1:] for row in rows] == [tuple(row) for row in numbers.array.tolist()]
