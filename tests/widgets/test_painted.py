"""Painted views: the same picture on screen and in a file."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF, QSize, QSizeF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from posviz.widgets import theme
from posviz.widgets.note import Note
from posviz.widgets.painted import PaintedView, draw_tree, height_for
from posviz.widgets.theme import Look


class Block(PaintedView):
    """Fills twice its size with a colour."""

    def __init__(self, colour: str, height: int = 50) -> None:
        super().__init__()
        self._colour, self._height = colour, height
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        return QSize(10, self._height)

    sizeHint = minimumSizeHint

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        painter.fillRect(QRectF(0, 0, 2 * size.width(), 2 * size.height()), QColor(self._colour))
        painter.translate(1000, 1000)  # what one view leaves behind must not move the next


@pytest.fixture
def root(qtbot: QtBot) -> QWidget:
    """Red over green and blue beside each other; a hidden and an ordinary widget below."""
    root = QWidget()
    qtbot.addWidget(root)
    column = QVBoxLayout(root)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    inner = QHBoxLayout()
    inner.setSpacing(0)
    column.addWidget(Block("red"))
    column.addLayout(inner)
    inner.addWidget(Block("green"))
    inner.addWidget(Block("blue"))
    hidden = Block("yellow")
    column.addWidget(hidden)
    hidden.hide()
    column.addWidget(QLabel("chrome"))
    root.resize(200, 140)
    column.activate()
    return root


def test_views_are_drawn_at_their_places_and_clipped(root: QWidget) -> None:
    image = QImage(200, 140, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor("white"))
    painter = QPainter(image)
    draw_tree(root, painter, theme.look())
    painter.end()
    colours = [
        image.pixelColor(*at).name()
        for at in ((10, 10), (190, 49), (10, 60), (190, 60), (100, 130))
    ]
    named = [QColor(name).name() for name in ("red", "red", "green", "blue", "white")]
    assert colours == named


def test_the_screen_shows_the_same(root: QWidget) -> None:
    image = root.grab().toImage()
    ratio = image.devicePixelRatio()
    assert image.pixelColor(round(10 * ratio), round(10 * ratio)) == QColor("red")
    assert image.pixelColor(round(190 * ratio), round(60 * ratio)) == QColor("blue")


def test_the_height_that_is_needed_follows_the_width(qtbot: QtBot) -> None:
    root = QWidget()
    qtbot.addWidget(root)
    assert height_for(root, 100) <= 0
    column = QVBoxLayout(root)
    column.addWidget(Block("red", 80))
    column.addWidget(Note("word " * 60))
    assert height_for(root, 150) > height_for(root, 600) > 80


def test_a_view_that_does_not_say_how_it_is_drawn_is_an_error(qtbot: QtBot) -> None:
    view = PaintedView()
    qtbot.addWidget(view)
    with pytest.raises(TypeError, match="PaintedView"):
        view.draw(QPainter(), QSizeF(1, 1), theme.look())
