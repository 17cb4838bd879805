"""Parts stand in a row where each has room, else in a column, and hidden ones take none."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QApplication, QLabel, QSizePolicy, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from posviz.widgets import theme
from posviz.widgets.beside_layout import BesideLayout
from tests.laying_out import lay_out


@pytest.fixture
def parts(qtbot: QtBot) -> Iterator[list[QLabel]]:
    """Two labels of 40 and 60 pixels in one window."""
    window = QWidget()
    qtbot.addWidget(window)
    layout = BesideLayout(window, least=100, spacing=10)
    labels = []
    for height in (40, 60):
        label = QLabel()
        label.setFixedHeight(height)
        part = QVBoxLayout()
        part.addWidget(label)
        layout.add_layout(part)
        labels.append(label)
    window.show()
    yield labels
    window.close()


def height_for(parts: list[QLabel], width: int) -> int:
    layout = parts[0].window().layout()
    assert layout is not None
    return layout.heightForWidth(width)


def places(parts: list[QLabel], width: int) -> list[QRect]:
    window = parts[0].window()
    window.resize(width, 300)
    layout = window.layout()
    assert layout is not None
    layout.activate()
    return [part.geometry() for part in parts]


def test_a_row_where_there_is_room(parts: list[QLabel]) -> None:
    assert places(parts, 210) == [QRect(0, 0, 100, 40), QRect(110, 0, 100, 60)]
    assert height_for(parts, 210) == 60


def test_a_column_where_there_is_none(parts: list[QLabel]) -> None:
    assert places(parts, 209) == [QRect(0, 0, 209, 40), QRect(0, 50, 209, 60)]
    assert height_for(parts, 209) == 110


def test_parts_that_need_more_room_later(parts: list[QLabel]) -> None:
    layout = parts[0].window().layout()
    assert isinstance(layout, BesideLayout)
    layout.set_least(120)
    assert places(parts, 249)[1].x() == 0
    assert places(parts, 250)[1] == QRect(130, 0, 120, 60)
    layout.set_least(121)
    assert places(parts, 250)[1].x() == 0


def test_a_single_part_takes_all(parts: list[QLabel]) -> None:
    parts[0].hide()
    assert places(parts, 500)[1] == QRect(0, 0, 500, 60)
    parts[1].hide()
    assert height_for(parts, 500) == 0


def test_from_right_to_left(parts: list[QLabel]) -> None:
    parts[0].window().setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    assert places(parts, 210) == [QRect(110, 0, 100, 40), QRect(0, 0, 100, 60)]


def test_the_room_follows_the_scale(parts: list[QLabel], dark_again: QApplication) -> None:
    theme.apply(dark_again, "dark", 2.0)
    assert places(parts, 400)[1].x() == 0
    assert places(parts, 410)[1].x() == 210


def test_in_a_row_a_part_that_expands_takes_all_the_height(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    layout = BesideLayout(window, least=100, spacing=10)
    picture, text = QWidget(), QLabel("text")
    expanding = QSizePolicy.Policy.Expanding
    picture.setSizePolicy(expanding, expanding)
    picture.setMinimumHeight(40)
    text.setFixedHeight(60)
    layout.addWidget(picture)
    layout.addWidget(text)
    window.resize(210, 300)
    window.show()
    assert layout.expandingDirections() & Qt.Orientation.Vertical
    assert picture.height() == 300
    assert text.height() == 60
    window.resize(209, 300)
    lay_out(window)
    assert picture.height() == 40
