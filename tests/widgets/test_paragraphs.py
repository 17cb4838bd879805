"""Texts as views: what begins how becomes which view."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSizeF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from posviz.widgets import theme
from posviz.widgets.callout import Callout
from posviz.widgets.formula_view import FormulaView
from posviz.widgets.note import Note
from posviz.widgets.paragraphs import paragraphs
from posviz.widgets.set_lines import SetLines

TEXT = """\
Some **words**
over two lines.

$$x = \\frac{1}{2}$$
x is one half.

> Try this.
> And that.

    M =  1 2
         3 4

- one
- two
"""


@pytest.fixture
def host(qtbot: QtBot) -> QWidget:
    widget = QWidget()
    qtbot.addWidget(widget)
    return widget


def test_each_part_of_a_text_has_its_view(host: QWidget) -> None:
    views = paragraphs(TEXT, host)
    assert [type(view) for view in views] == [Note, FormulaView, Callout, SetLines, Note]
    assert views[0].accessibleName() == "Some words over two lines."
    assert views[1].accessibleName() == "x is one half."
    assert views[2].accessibleName() == "Try this. And that."
    assert views[3].accessibleName() == "M =  1 2\n     3 4"
    assert views[4].accessibleName() == "one\ntwo"


def right_edge(view: SetLines, width: int) -> int:
    """The last column of a picture with ink in it."""
    look = theme.look()
    image = QImage(width, 60, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(look.colour("panel"))
    painter = QPainter(image)
    view.draw(painter, QSizeF(width, 60), look)
    painter.end()
    plates = {look.panel.lower(), look.raised.lower()}
    return max(
        x
        for x in range(8, width - 4)
        for y in range(6, 50)
        if QColor(image.pixel(x, y)).name() not in plates
    )


def test_lines_that_are_too_wide_are_set_smaller(qtbot: QtBot) -> None:
    view = SetLines(["0123456789" * 5 + "#", "1"])
    qtbot.addWidget(view)
    wide = round(view.text_width(theme.look())) + 40
    assert right_edge(view, wide) == pytest.approx(wide - 32, abs=4)
    assert right_edge(view, 200) == pytest.approx(200 - 8, abs=4)
    two = view.sizeHint().height()
    view.set_lines(["1"])
    assert view.sizeHint().height() < two
